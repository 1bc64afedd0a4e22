"""Cards that others must make way for."""

import pytest
from games.myacards.given import A, given
from quarterdeck_protocol.games import myacards as my

WOLF, BEAVER, LION, REMORA = "canis-lupus", "castor-fiber", "panthera-leo", "remora-remora"


def place(card: str, zone: str) -> my.Place:
    return my.Place(card=my.CardId(card), zones=(my.ZoneId(zone),))


def test_active_cards_are_sacrificed_for_active_cards_step_by_step() -> None:
    """S4:97, MY-16, MY-28: nothing is given up before all are chosen; then all in one instant."""
    hippo = "hippopotamus-amphibius"
    match = given({"0.3.0": WOLF, "0.3.1": BEAVER, "0.2.0": REMORA, "1.3.0": BEAVER}, hand=[hippo])
    match.place(hippo, "0.3.4")
    assert match.hand() == []
    assert {match.zone_of(one.piece) for one in match.choices()} == {"0.3.0", "0.3.1"}
    match.sacrifice("0.3.0")
    assert match.at("0.3.0") == WOLF
    match.sacrifice("0.3.1")
    assert (match.at("0.3.0"), match.at("0.3.1"), match.at("0.3.4")) == (None, None, hippo)
    assert sorted(match.oblivion()) == sorted([WOLF, BEAVER])


def test_support_cards_are_sacrificed_for_support_cards_and_need_only_a_free_zone() -> None:
    """S4:98, S4:100."""
    krill = "euphausia-superba"
    match = given({"0.3.0": WOLF, "0.2.0": REMORA, "1.3.0": BEAVER}, hand=[krill])
    assert match.zones(krill) == {f"0.2.{column}" for column in range(8)}
    match.place(krill, "0.2.0")
    assert {match.zone_of(one.piece) for one in match.choices()} == {"0.2.0"}
    match.sacrifice("0.2.0")
    assert match.at("0.2.0") == krill
    assert given({"0.3.0": WOLF, "1.3.0": BEAVER}, hand=[krill]).zones(krill) == set()


def test_a_zone_that_the_sacrifice_frees_may_be_taken_and_the_rows_rules_stay() -> None:
    """S4:99, MY-25: row 4 rests on rows 2 and 3, which cannot be given up for it."""
    field = {"0.2.0": REMORA, "0.3.0": WOLF, "0.3.5": BEAVER, "1.3.0": BEAVER}
    match = given(field, hand=[LION])
    assert {"0.3.0", "0.3.5", "0.4.0"} <= match.zones(LION)
    assert "0.4.5" not in match.zones(LION)
    match.place(LION, "0.4.0")
    assert {match.zone_of(one.piece) for one in match.choices()} == {"0.3.5"}
    taken = given(field, hand=[LION]).place(LION, "0.3.5")
    assert {taken.zone_of(one.piece) for one in taken.choices()} == {"0.3.5"}
    assert taken.sacrifice("0.3.5").at("0.3.5") == LION


def test_a_required_senior_is_not_sacrificed_while_it_is_the_only_one() -> None:
    """MY-26, S4:93."""
    fin, blue = "balaenoptera-physalus", "balaenoptera-musculus"
    field = {"0.3.0": blue, "0.3.1": WOLF, "1.3.0": BEAVER}
    match = given(field, hand=[fin]).place(fin, "0.3.4")
    assert {match.zone_of(one.piece) for one in match.choices()} == {"0.3.1"}
    assert given({"0.3.0": blue, "1.3.0": BEAVER}, hand=[fin]).zones(fin) == set()
    two = given({"0.3.0": blue, "0.3.1": blue, "1.3.0": BEAVER}, hand=[fin]).place(fin, "0.3.0")
    assert two.sacrifice("0.3.0").at("0.3.0") == fin


@pytest.mark.parametrize("turn", [1, 2])
def test_nothing_that_asks_for_sacrifices_is_played_on_a_first_turn(turn: int) -> None:
    """S4:109, MY-55: not even if it could be paid."""
    half = turn - 1
    field = {f"{half}.3.0": WOLF, f"{1 - half}.3.0": BEAVER}
    match = given(field, hand=[LION], their_hand=[LION], turn=turn)
    assert match.zones(LION) == set()
    assert match.refusal(place(LION, f"{half}.3.1")) == "S4:109"


def test_the_last_entity_may_be_sacrificed() -> None:
    """MY-28: whether somebody has lost is seen when the new card is down."""
    match = given({"0.3.0": WOLF, "1.3.0": BEAVER}, hand=[LION]).place(LION, "0.3.0").sacrifice("0.3.0")
    assert match.places is None
    assert match.at("0.3.0") == LION


def test_invaders_and_cards_that_have_attacked_may_be_sacrificed() -> None:
    """MY-29."""
    match = given({"1.4.0": f"!{WOLF}", "1.3.0": BEAVER}, hand=[LION]).place(LION, "0.3.0")
    assert match.sacrifice("1.4.0").at("0.3.0") == LION
    spent = given({"0.3.1": WOLF, "1.3.1": BEAVER}, hand=[LION], attacking=True).attack("0.3.1", "1.3.1")
    assert spent.piece("0.3.1").attacks == 1
    spent.end_turn().end_turn().place(LION, "0.3.4").sacrifice("0.3.1")
    assert spent.at("0.3.4") == LION


def test_a_junior_with_several_seniors_keeps_one_whatever_is_chosen_and_wherever_it_lands() -> None:
    """MY-25, MY-26: two sacrifices of four cards, two of them Seniors, and the zone is one of theirs."""
    fin, blue = "balaenoptera-physalus", "balaenoptera-musculus"
    field = {"0.3.0": blue, "0.3.1": blue, "0.3.2": WOLF, "1.3.0": BEAVER, "1.1.6": "trophic-collapse"}
    match = given(field, hand=[fin]).place(fin, "0.3.0")
    assert {match.zone_of(one.piece) for one in match.choices()} == {"0.3.0", "0.3.2"}
    match.sacrifice("0.3.2")
    assert {match.zone_of(one.piece) for one in match.choices()} == {"0.3.0"}
    match.sacrifice("0.3.0")
    assert (match.at("0.3.0"), match.at("0.3.1"), match.at("0.3.2")) == (fin, blue, None)
    short = {zone: card for zone, card in field.items() if zone != "0.3.2"}
    assert given(short, hand=[fin]).zones(fin) == set()


def test_a_card_that_is_sacrificed_for_a_place_behind_the_front_is_not_what_it_rests_on() -> None:
    """MY-22, MY-25: to land in the opponent's row 3, neither the own column nor the invader before it is given up."""
    column = {"0.2.3": REMORA, "0.3.3": WOLF, "0.4.3": BEAVER, "1.4.3": f"!{WOLF}", "1.3.0": BEAVER}
    assert "1.3.3" not in given(column, hand=[LION]).zones(LION)
    match = given({**column, "0.3.6": WOLF}, hand=[LION]).place(LION, "1.3.3")
    assert {match.zone_of(one.piece) for one in match.choices()} == {"0.3.6"}
    assert match.sacrifice("0.3.6").at("1.3.3") == LION
    over = given(column, hand=[LION]).place(LION, "1.4.3")
    assert {over.zone_of(one.piece) for one in over.choices()} == {"1.4.3"}


def test_sacrifices_are_waived_eased_and_made_harder_by_cards() -> None:
    """S4:99: with two fewer a lion needs none; with one more it needs two."""
    match = given({"1.3.0": BEAVER, "0.2.0": REMORA}, hand=["abundance", LION]).play("abundance").place(LION, "0.3.0")
    assert match.at("0.3.0") == LION
    assert match.state.sides[A].waived == 0
    hard = given({"0.3.0": WOLF, "1.3.0": BEAVER, "1.1.6": "trophic-collapse"}, hand=[LION])
    assert hard.zones(LION) == set()


def test_anything_that_cannot_be_sacrificed_is_refused() -> None:
    """S4:97."""
    match = given({"0.3.0": WOLF, "1.3.0": BEAVER}, hand=[LION]).place(LION, "0.3.1")
    assert match.refusal(my.Sacrifice(piece=match.piece("1.3.0").id)) == "S4:97"
    assert match.refusal(my.EndTurn()) == "MY-28"
    assert given({"0.3.0": WOLF, "1.3.0": BEAVER}).refusal(my.Sacrifice(piece=my.PieceId("p1"))) == "S4:97"
