"""The field, its zones, and who may be placed where."""

import pytest
from games.myacards.given import A, B, given
from quarterdeck_games.myacards.catalogue.cards import CARDS
from quarterdeck_games.myacards.field import ROW_1, ZONES, column_of, half_of, row_of, zone_at
from quarterdeck_protocol.games import myacards as my

WOLF, BEAVER, REMORA, COBRA = "canis-lupus", "castor-fiber", "remora-remora", "ophiophagus-hannah"
HOME = {f"0.3.{column}" for column in range(8)}
FILLED = {"0.2.3": REMORA, "0.3.3": WOLF, "0.4.3": BEAVER}


def test_the_field_is_eight_by_eight_four_rows_for_each() -> None:
    """S4:11, S4:48, S4:49, S4:50, S4:51, S4:114, S4:115, S4:116; MY-64: columns are absolute, and meet."""
    assert len(ZONES) == 64 == len(set(ZONES))
    for zone in range(64):
        assert zone_at(half_of(zone), row_of(zone), column_of(zone)) == zone
        assert ZONES[zone] == f"{half_of(zone)}.{row_of(zone)}.{column_of(zone)}"


def test_row_1_has_three_event_three_effect_and_two_dominion_zones() -> None:
    """S4:54, S4:120, S4:121, S4:122: each kind into its own zones, from left to right."""
    assert {kind: len(zones) for kind, zones in ROW_1.items()} == {
        my.Kind.EVENT: 3,
        my.Kind.EFFECT: 3,
        my.Kind.DOMINION: 2,
    }
    match = given({"0.3.0": WOLF, "1.3.0": BEAVER}, hand=["drought", "hybridisation", "sahara"])
    match.play("drought").play("hybridisation").play("sahara")
    assert (match.at("0.1.0"), match.at("0.1.3"), match.at("0.1.6")) == ("drought", "hybridisation", "sahara")


def test_a_kind_whose_zones_are_full_cannot_be_played() -> None:
    """MY-52."""
    match = given({"0.3.0": WOLF, "0.1.6": "sahara", "0.1.7": "himalaya", "1.3.0": BEAVER}, hand=["mariana-trench"])
    assert not match.playable("mariana-trench")
    assert match.refusal(my.Play(card=my.CardId("mariana-trench"))) == "MY-52"


def test_active_cards_go_into_row_3_and_support_cards_into_row_2() -> None:
    """S4:18, S4:42, S4:118, S4:119: a Senior needs nothing (S4:92)."""
    match = given({"1.3.0": BEAVER}, hand=[WOLF, "quercus-robur"])
    assert match.zones(WOLF) == HOME
    assert match.zones("quercus-robur") == {f"0.2.{column}" for column in range(8)}
    assert match.refusal(my.Place(card=my.CardId("quercus-robur"), zones=(my.ZoneId("0.3.0"),))) == "S4:117"
    match.place(WOLF, "0.3.5")
    assert match.at("0.3.5") == WOLF


def test_a_zone_holds_one_card() -> None:
    """S4:117."""
    match = given({"0.3.2": WOLF, "1.3.0": BEAVER}, hand=[BEAVER])
    assert match.zones(BEAVER) == HOME - {"0.3.2"}
    assert match.refusal(my.Place(card=my.CardId(BEAVER), zones=(my.ZoneId("0.3.2"),))) == "S4:131"


def test_several_active_cards_may_stand_in_a_column() -> None:
    """S4:130."""
    match = given({**FILLED, "1.3.0": BEAVER}, hand=[WOLF]).place(WOLF, "1.4.3")
    assert [match.at(zone) for zone in ("0.3.3", "0.4.3", "1.4.3")] == [WOLF, BEAVER, WOLF]


def test_row_4_is_open_above_own_cards_in_rows_2_and_3() -> None:
    """S4:131, MY-20."""
    assert "0.4.3" in given({"0.2.3": REMORA, "0.3.3": WOLF, "1.3.0": BEAVER}, hand=[BEAVER]).zones(BEAVER)
    assert "0.4.3" not in given({"0.3.3": WOLF, "1.3.0": BEAVER}, hand=[BEAVER]).zones(BEAVER)
    invaded = {"0.2.3": REMORA, "0.3.3": f"!{WOLF}", "1.3.0": BEAVER}
    assert "0.4.3" not in given(invaded, hand=[BEAVER]).zones(BEAVER)


@pytest.mark.parametrize("turn", [1, 2])
def test_row_4_and_the_other_half_are_closed_on_a_first_turn(turn: int) -> None:
    """S4:131, MY-19, MY-24: whatever lies there."""
    field = FILLED if turn == 1 else {zone.replace("0.", "1.", 1): card for zone, card in FILLED.items()}
    match = given(field, hand=[BEAVER], their_hand=[BEAVER], turn=turn)
    assert {zone.split(".")[1] for zone in match.zones(BEAVER)} == {"3"}


def test_with_a_filled_column_one_invades_row_4_and_behind_it_row_3() -> None:
    """S4:132, S4:133, MY-22: the same and an own card in the opponent's row 4; only active cards."""
    match = given({**FILLED, "1.3.0": BEAVER}, hand=[BEAVER, "quercus-robur"])
    assert {"1.4.3"} == {zone for zone in match.zones(BEAVER) if zone.startswith("1")}
    assert not {zone for zone in match.zones("quercus-robur") if zone.startswith("1")}
    deeper = given({**FILLED, "1.4.3": f"!{WOLF}", "1.3.0": BEAVER}, hand=[BEAVER])
    assert {"1.3.3"} == {zone for zone in deeper.zones(BEAVER) if zone.startswith("1")}
    theirs = given({**FILLED, "1.4.3": WOLF, "1.3.0": BEAVER}, hand=[BEAVER])
    assert not {zone for zone in theirs.zones(BEAVER) if zone.startswith("1")}, "S4:133: the card before it is yours"
    for gap in FILLED:
        broken = given({**{zone: card for zone, card in FILLED.items() if zone != gap}, "1.3.0": BEAVER}, hand=[WOLF])
        assert not {zone for zone in broken.zones(WOLF) if zone.startswith("1")}


def test_invaders_stay_when_what_let_them_in_has_gone() -> None:
    """MY-23, S4:124."""
    match = given({**FILLED, "1.4.3": f"!{WOLF}", "1.3.3": BEAVER}, hand=["retreat"]).play("retreat").choose("0.4.3")
    assert match.at("0.4.3") is None
    assert match.at("1.4.3") == WOLF


def test_a_card_in_row_4_stays_when_what_it_rested_on_has_gone() -> None:
    """MY-20, S4:131: that counts only when it is placed."""
    match = given({**FILLED, "1.3.0": BEAVER}, hand=["retreat", BEAVER]).play("retreat").choose("0.3.3")
    assert match.at("0.4.3") == BEAVER
    assert not {zone for zone in match.zones(BEAVER) if zone.startswith("1")}


def test_a_zone_with_an_invader_is_blocked_for_its_owner() -> None:
    """MY-21, S4:117."""
    match = given({"0.3.3": f"!{WOLF}", "1.3.0": BEAVER, "0.3.1": WOLF}, hand=[BEAVER])
    assert "0.3.3" not in match.zones(BEAVER)


def test_a_card_stays_where_it_is_unless_a_card_moves_it() -> None:
    """S4:124."""
    match = given({"0.3.3": WOLF, "1.3.0": BEAVER}, hand=["spring-dispersal"]).play("spring-dispersal")
    match.choose("0.3.3").choose("0.4.6")
    assert (match.at("0.3.3"), match.at("0.4.6")) == (None, WOLF)


def test_a_junior_needs_its_senior_of_its_own_player_in_play() -> None:
    """S4:17, S4:18, S4:93, MY-27; and stays when the Senior has gone."""
    coyote = "canis-latrans"
    assert CARDS[coyote].junior_of == WOLF
    alone = given({"1.3.0": WOLF, "0.3.0": BEAVER}, hand=[coyote])
    assert alone.zones(coyote) == set()
    assert alone.refusal(my.Place(card=my.CardId(coyote), zones=(my.ZoneId("0.3.1"),))) == "S4:93"
    match = given({"0.3.0": WOLF, "1.3.0": BEAVER}, hand=[coyote, "retreat"]).place(coyote, "0.3.1")
    match.play("retreat").choose("0.3.0")
    assert match.at("0.3.1") == coyote


def test_as_many_cards_as_one_likes_are_played_in_a_turn() -> None:
    """MY-12."""
    match = given({"1.3.0": BEAVER}, hand=[WOLF, BEAVER, WOLF, "quercus-robur"])
    match.place(WOLF, "0.3.0").place(BEAVER, "0.3.1").place(WOLF, "0.3.2").place("quercus-robur", "0.2.0")
    assert match.hand() == []


def test_a_place_of_an_old_log_that_names_several_zones_still_takes_one_of_them_by_lot() -> None:
    """Nobody can send one any more, but logs that hold one are verified for ever."""
    match = given({"1.3.0": BEAVER}, hand=[WOLF])
    match.act(my.Place(card=my.CardId(WOLF), zones=tuple([my.ZoneId(zone) for zone in match.zones(WOLF)])))
    assert [zone for zone in HOME if match.at(zone) == WOLF]
    assert given({"1.3.0": BEAVER}, hand=[WOLF]).refusal(my.Place(card=my.CardId(WOLF), zones=())) == "S4:115"


def test_a_dominion_needs_an_entity_to_be_played_and_to_stay() -> None:
    """S4:21, S4:41, S4:128, S4:129, MY-53."""
    assert not given({"1.3.0": BEAVER}, hand=["sahara"], live=False).playable("sahara")
    match = given({"0.3.0": WOLF, "0.1.6": "himalaya", "1.3.0": BEAVER}, hand=["retreat"], live=False)
    match.play("retreat").choose("0.3.0")
    assert match.at("0.1.6") is None
    assert "himalaya" in match.oblivion()


def test_entities_are_their_players_wherever_they_stand() -> None:
    """MY-7: an invader is an entity of its own player's."""
    match = given({"1.4.0": f"!{WOLF}", "1.3.0": BEAVER}, hand=["sahara"])
    assert match.playable("sahara")
    assert match.piece("1.4.0").seat == A
    assert match.piece("1.3.0").seat == B
    assert given({"1.4.0": f"!{WOLF}", "1.3.0": BEAVER}, hand=["canis-latrans"]).zones("canis-latrans") == HOME


def test_an_invader_is_enough_to_go_on_and_to_win() -> None:
    """MY-7: it counts for whoever controls it, and not for whose half it stands on."""
    match = given({"1.4.0": f"!{WOLF}", "1.3.0": COBRA, "1.3.1": BEAVER}, attacking=True).attack("1.4.0", "1.3.0")
    assert match.places is None
    last = given({"1.4.0": f"!{WOLF}", "1.3.0": COBRA}, attacking=True).attack("1.4.0", "1.3.0")
    assert last.places == (1, 2)
    alone = given({"0.3.0": WOLF, "0.4.0": f"!{COBRA}"}, attacking=True).attack("0.3.0", "0.4.0")
    assert alone.places == (1, 2)
