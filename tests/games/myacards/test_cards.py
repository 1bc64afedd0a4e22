"""A scenario for every card. Active cards are placed; what the others do is seen on the field."""

from pathlib import Path

import pytest
from games.myacards.given import GAME, A, B, Match, given
from quarterdeck_games.myacards.catalogue.actives import ACTIVES
from quarterdeck_games.myacards.catalogue.cards import ALL_CARDS, CARDS
from quarterdeck_games.myacards.catalogue.supports import SUPPORTS
from quarterdeck_games.myacards.effects import Card
from quarterdeck_games.myacards.sight import sight_in
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import Kind

WOLF, BEAVER, OTTER, REMORA = "canis-lupus", "castor-fiber", "lontra-canadensis", "remora-remora"
SNAKE, ZEBRA, SEAL, SQUID, IBEX = (
    "ophiophagus-hannah",
    "equus-quagga",
    "phoca-vitulina",
    "isurus-oxyrinchus",
    "capra-ibex",
)
NOTHING = (0, 0, 0)


@pytest.mark.parametrize("card", ACTIVES, ids=lambda card: card.id)
def test_every_active_card_can_be_placed_with_what_it_asks_for(card: Card) -> None:
    field = {f"0.3.{column}": OTTER for column in range(0, 2 * card.sacrifices, 2)} | {"1.3.7": BEAVER}
    if card.junior_of:
        field["0.4.7"] = card.junior_of
    match = given(field, hand=[card.id]).place(card.id, "0.3.6")
    for column in range(0, 2 * card.sacrifices, 2):
        match.sacrifice(f"0.3.{column}")
    assert match.at("0.3.6") == card.id
    bonus = 2 if match.bonus("0.3.6") is my.Bonus.SISTER_TAXA else 0
    assert match.stats("0.3.6") == (card.attack + bonus, card.defense + bonus, card.speed + bonus)


def lying(card: str, mine: str = OTTER, theirs: str = BEAVER, **more: str) -> Match:
    """A support card of mine below a card of mine, and one of theirs before it."""
    return given({"0.2.0": card, "0.3.0": mine, "1.3.0": theirs, "0.3.2": SNAKE, "1.3.7": SNAKE} | more)


@pytest.mark.parametrize(
    ("card", "mine", "gains"),
    [
        ("apis-mellifera", OTTER, (0, 1, 0)),
        ("quercus-robur", WOLF, (0, 1, 0)),
        ("sequoiadendron-giganteum", OTTER, (0, 3, 0)),
        ("rhizophora-mangle", SEAL, (0, 1, 1)),
        ("adansonia-digitata", ZEBRA, (1, 0, 0)),
        ("trifolium-repens", ZEBRA, (0, 1, 1)),
        ("labroides-dimidiatus", OTTER, (0, 1, 1)),
        ("remora-remora", SQUID, (0, 0, 2)),
        ("buphagus-erythroryncha", OTTER, (0, 2, 0)),
        ("corvus-corax", WOLF, (1, 0, 0)),
        ("macrocystis-pyrifera", OTTER, (2, 0, 0)),
        ("the-taxonomist", OTTER, (0, 0, 1)),
        ("the-naturalist", OTTER, (1, 0, 0)),
        ("the-veterinarian", OTTER, (0, 2, 0)),
        ("indicator-indicator", OTTER, (2, 0, 1)),
        ("lumbricus-terrestris", OTTER, (1, 0, 0)),
        ("the-field-ecologist", OTTER, (1, 1, 1)),
    ],
)
def test_support_cards_that_strengthen(card: str, mine: str, gains: tuple[int, int, int]) -> None:
    match = lying(card, mine)
    assert match.more("0.3.0") == gains
    assert match.more("1.3.0") == NOTHING


def test_support_cards_reach_their_column_their_neighbours_or_a_kind() -> None:
    assert lying("apis-mellifera", "vulpes-vulpes", **{"0.3.1": SNAKE}).more("0.3.1") == (0, 1, 0)
    assert lying("apis-mellifera").more("0.3.2") == NOTHING
    assert lying("quercus-robur", "acinonyx-jubatus").more("0.3.0") == NOTHING
    assert lying("corvus-corax", ZEBRA).more("0.3.0") == NOTHING


@pytest.mark.parametrize(
    "card", ["sequoiadendron-giganteum", "buphagus-erythroryncha", "macrocystis-pyrifera", "zostera-marina"]
)
def test_anything_that_is_for_one_column_does_not_reach_the_next(card: str) -> None:
    match = lying(card, **{"0.3.1": "hydrochoerus-hydrochaeris", "1.3.1": "castor-fiber"})
    assert (match.more("0.3.1"), match.more("1.3.1")) == (NOTHING, NOTHING)


@pytest.mark.parametrize(
    ("card", "gains"),
    [
        ("apis-mellifera", (0, 1, 0)),
        ("labroides-dimidiatus", (0, 1, 1)),
        ("indicator-indicator", (2, 0, 1)),
        ("lumbricus-terrestris", (1, 0, 0)),
        ("the-veterinarian", (0, 2, 0)),
        ("the-field-ecologist", (1, 1, 1)),
    ],
)
def test_anything_that_is_for_neighbours_reaches_both_and_no_further(card: str, gains: tuple[int, int, int]) -> None:
    near = {"0.2.4": card, "0.3.3": OTTER, "0.3.5": BEAVER, "0.3.2": "tyto-alba", "0.3.6": SNAKE, "1.3.4": BEAVER}
    match = given(near)
    assert [match.more(f"0.3.{column}") for column in (2, 3, 5, 6)] == [NOTHING, gains, gains, NOTHING]
    assert match.more("1.3.4") == NOTHING


def test_trifolium_repens_feeds_ungulates_of_both_orders_and_the_taxonomist_knows_vertebrates() -> None:
    assert lying("trifolium-repens", IBEX).more("0.3.0") == (0, 1, 1)
    assert lying("trifolium-repens", WOLF).more("0.3.0") == NOTHING
    assert lying("the-taxonomist", "vespa-mandarinia").more("0.3.0") == NOTHING


@pytest.mark.parametrize(("card", "loss"), [("zostera-marina", (0, 0, -2)), ("amanita-muscaria", (-1, -1, 0))])
def test_support_cards_that_weaken_the_column(card: str, loss: tuple[int, int, int]) -> None:
    match = lying(card)
    assert match.more("1.3.0") == loss
    assert match.more("0.3.0") == NOTHING


@pytest.mark.parametrize("figure", [card.id for card in SUPPORTS if not card.sets])
def test_figures_cannot_be_attacked_before_turn_3_and_nothing_else_is_spared(figure: str) -> None:
    laid = {"0.2.0": figure, "0.3.0": SNAKE, "0.2.1": REMORA, "1.3.0": WOLF, "1.3.1": WOLF}
    for turn, targets in ((2, {"0.3.0"}), (4, {"0.2.0", "0.3.0"})):
        match = given(laid, attacking=True, turn=turn)
        assert (match.targets("1.3.0"), match.targets("1.3.1")) == (targets, {"0.2.1"})


def test_the_bot_knows_that_the_figures_of_the_second_player_can_be_attacked_at_once() -> None:
    """In turn 3, before which none of theirs has been open to an attack."""
    laid = {"0.2.0": "the-ranger", "1.2.0": "the-ranger"}
    for turn, seen in ((1, (True, True)), (2, (True, False)), (3, (False, False))):
        match = given(laid, turn=turn, live=False)
        assert tuple([sight_in(match.state, seat).mine[0].guarded for seat in (A, B)]) == seen


def test_acropora_cervicornis_hides_its_column() -> None:
    match = given({"1.2.0": "acropora-cervicornis", "1.3.0": SNAKE, "0.3.0": WOLF}, attacking=True)
    assert match.targets("0.3.0") == {"1.2.0"}


def test_sequoiadendron_giganteum_withstands_weak_attacks() -> None:
    for attacker, falls in ((WOLF, False), (SNAKE, True)):
        match = given({"1.2.0": "sequoiadendron-giganteum", "0.3.0": attacker, "1.3.5": BEAVER}, attacking=True)
        assert (match.attack("0.3.0", "1.2.0").at("1.2.0") is None) is falls


def test_euphausia_superba_spares_a_sacrifice() -> None:
    match = given({"0.2.0": "euphausia-superba", "1.3.0": BEAVER}, hand=["panthera-leo"])
    assert match.place("panthera-leo", "0.3.0").at("0.3.0") == "panthera-leo"


def test_rhizobium_leguminosarum_and_apex_of_the_food_web_crown_early() -> None:
    for zone, card, needed in (("0.2.0", "rhizobium-leguminosarum", 12), ("0.1.6", "apex-of-the-food-web", 10)):
        for filled in (needed - 1, needed):
            zones = [f"0.{row}.{column}" for column in range(0, 8, 2) for row in (3, 4)]
            zones += [f"0.2.{column}" for column in range(1, 8)]
            field = {zone: card, "1.3.0": BEAVER}
            for each in zones[: filled - (zone == "0.2.0")]:
                field[each] = REMORA if each.startswith("0.2") else OTTER
            assert given(field).more("0.3.0") == ((1, 1, 1) if filled == needed else NOTHING)


def test_the_falconer_lets_its_column_attack_twice() -> None:
    match = given({"0.2.0": "the-falconer", "0.3.0": WOLF, "1.3.0": BEAVER}, attacking=True)
    match.attack("0.3.0", "1.3.0").attack("0.3.0", "1.3.0")
    assert match.targets("0.3.0") == set()


def test_the_ranger_and_himalaya_keep_invaders_out() -> None:
    filled = {"0.2.3": REMORA, "0.3.3": WOLF, "0.4.3": OTTER, "1.3.0": BEAVER}
    for zone, card in (("1.2.7", "the-ranger"), ("1.1.6", "himalaya")):
        assert "1.4.3" in given(filled, hand=[WOLF]).zones(WOLF)
        assert "1.4.3" not in given({**filled, zone: card}, hand=[WOLF]).zones(WOLF)
        own = zone.replace("1.", "0.", 1)
        assert "1.4.3" in given({**filled, own: card}, hand=[WOLF]).zones(WOLF), "it bars the opponent alone"


# Dominions


@pytest.mark.parametrize(
    ("card", "mine", "gains", "theirs", "losses"),
    [
        ("serengeti-plain", ZEBRA, (1, 0, 1), ZEBRA, (1, 0, 1)),
        ("amazon-basin", BEAVER, (0, 2, 0), BEAVER, NOTHING),
        ("arctic-winter", "rangifer-tarandus", (0, 2, -1), "rangifer-tarandus", (0, 0, -1)),
        ("mariana-trench", SQUID, (2, 0, 0), SQUID, NOTHING),
        ("sahara", OTTER, NOTHING, OTTER, (0, -1, 0)),
        ("great-barrier-reef", "enteroctopus-dofleini", (0, 1, 0), "enteroctopus-dofleini", NOTHING),
        ("nocturnal-world", "tyto-alba", (1, 0, 0), "tyto-alba", NOTHING),
        ("nocturnal-world", "desmodus-rotundus", (2, 0, 0), WOLF, NOTHING),
        ("migration-route", OTTER, (0, 0, 2), OTTER, NOTHING),
        ("fertile-delta", SEAL, (1, 0, 0), SEAL, NOTHING),
        ("fertile-delta", BEAVER, (1, 0, 0), WOLF, NOTHING),
    ],
)
def test_dominions_that_change_statistics(
    card: str, mine: str, gains: tuple[int, int, int], theirs: str, losses: tuple[int, int, int]
) -> None:
    match = given({"0.3.0": mine, "1.3.0": theirs}, hand=[card]).play(card)
    assert (match.more("0.3.0"), match.more("1.3.0")) == (gains, losses)


def test_great_barrier_reef_hides_support_cards() -> None:
    match = given({"1.1.6": "great-barrier-reef", "1.2.0": REMORA, "1.3.0": BEAVER, "0.3.0": WOLF}, attacking=True)
    assert match.targets("0.3.0") == {"1.3.0"}


def test_island_isolation_and_hybridisation_silence_bonuses() -> None:
    sisters = {"1.3.0": "panthera-onca", "1.3.1": "panthera-pardus", "0.3.7": WOLF}
    assert given(sisters).more("1.3.0") == (2, 2, 2)
    for card in ("island-isolation", "hybridisation"):
        assert given(sisters, hand=[card]).play(card).more("1.3.0") == NOTHING


def test_island_isolation_silences_all_three_of_the_opponent_and_none_of_ones_own() -> None:
    rows = {
        (3, 3, 3): (WOLF, WOLF, WOLF),
        (2, 2, 2): ("panthera-onca", "panthera-pardus", "panthera-onca"),
        (1, 1, 1): (WOLF, OTTER, "gulo-gulo"),
    }
    for worth, cards in rows.items():
        field = {f"{half}.3.{column}": card for half in (0, 1) for column, card in enumerate(cards)}
        match = given(field, hand=["island-isolation"])
        assert match.more("1.3.1") == worth
        match.play("island-isolation")
        assert (match.more("0.3.1"), match.more("1.3.1")) == (worth, NOTHING)
        assert match.bonus("1.3.1") is not None, "it is silenced, not lost"


def test_hybridisation_lasts_three_turns_and_leaves_other_bonuses_alone() -> None:
    sisters = {"1.3.0": "panthera-onca", "1.3.1": "panthera-pardus", "0.3.7": WOLF}
    match = given(sisters, hand=["hybridisation"]).play("hybridisation")
    for _ in range(3):
        assert match.more("1.3.0") == NOTHING
        match.end_turn()
    assert match.more("1.3.0") == (2, 2, 2)
    pack = {f"1.3.{column}": WOLF for column in range(3)} | {"0.3.7": BEAVER}
    assert given(pack, hand=["hybridisation"]).play("hybridisation").more("1.3.0") == (3, 3, 3)


def test_trophic_collapse_dethrones_tyrants_and_asks_for_more() -> None:
    field = {f"0.{row}.{column}": OTTER for row in (3, 4) for column in range(0, 8, 2)}
    field |= {f"0.2.{column}": REMORA for column in range(8)} | {"0.1.6": "apex-of-the-food-web", "1.3.0": BEAVER}
    assert given(field).more("0.3.0") == (1, 1, 1)
    assert given({**field, "1.1.6": "trophic-collapse"}).more("0.3.0") == NOTHING
    lion = given({"0.3.0": OTTER, "0.3.2": OTTER, "1.1.6": "trophic-collapse", "1.3.0": BEAVER}, hand=["panthera-leo"])
    assert len(lion.place("panthera-leo", "0.3.5").sacrifice("0.3.0").choices()) == 1
    free = given({"0.3.0": OTTER, "1.1.6": "trophic-collapse", "1.3.0": BEAVER}, hand=[WOLF]).place(WOLF, "0.3.5")
    assert (free.at("0.3.5"), free.at("0.3.0")) == (WOLF, OTTER), "whatever needs none still needs none"


def test_cover_of_night_turns_the_order_round() -> None:
    field = {"0.3.0": "acinonyx-jubatus", "0.3.1": SNAKE, "1.3.0": BEAVER, "1.3.1": BEAVER, "0.1.3": "cover-of-night"}
    match = given(field, attacking=True).attack("0.3.1", "1.3.1")
    assert match.targets("0.3.0") == {"1.3.0"}
    wrong = given(field, attacking=True).attack("0.3.0", "1.3.0")
    assert wrong.targets("0.3.1") == set()


def test_following_the_rains_and_hybridisation_free_the_order() -> None:
    for zone, card in (("0.1.3", "following-the-rains"), ("0.1.3", "hybridisation")):
        field = {"0.3.0": "acinonyx-jubatus", "0.3.1": SNAKE, "1.3.0": BEAVER, "1.3.1": BEAVER, zone: card}
        assert given(field, attacking=True).attack("0.3.1", "1.3.1").targets("0.3.0") == {"1.3.0"}
        theirs = {each: name for each, name in field.items() if each != zone} | {zone.replace("0.", "1.", 1): card}
        assert given(theirs, attacking=True).attack("0.3.1", "1.3.1").targets("0.3.0") == set()


def test_hostile_shore_meets_invaders() -> None:
    match = given({"1.1.6": "hostile-shore", "1.4.0": f"!{BEAVER}", "0.3.0": OTTER, "1.3.5": WOLF})
    assert (match.more("1.4.0"), match.more("0.3.0")) == ((0, -3, 0), NOTHING)
    weak = given({"1.1.6": "hostile-shore", "1.2.0": REMORA, "0.3.0": BEAVER, "1.3.5": WOLF}, attacking=True)
    assert weak.attack("0.3.0", "1.2.0").at("1.2.0") == REMORA
    strong = given({"1.1.6": "hostile-shore", "1.2.0": REMORA, "0.3.0": SEAL, "1.3.5": WOLF}, attacking=True)
    assert strong.attack("0.3.0", "1.2.0").at("1.2.0") is None


# Events


def field(**more: str) -> dict[str, str]:
    return {"0.3.0": OTTER, "1.3.0": BEAVER, "1.3.5": SNAKE} | more


def played(card: str, *answers: str, laid: dict[str, str] | None = None, **more: list[str]) -> Match:
    match = given(laid or field(), hand=[card], **more).play(card)  # type: ignore[arg-type]
    for answer in answers:
        match.choose(answer)
    return match


def test_wildfire_burns_forest_and_grassland_for_a_turn() -> None:
    match = played("wildfire")
    assert (match.more("1.3.0"), match.more("0.3.0")) == ((0, -2, 0), NOTHING)
    assert match.end_turn().more("1.3.0") == NOTHING


def test_wildfire_burns_whatever_of_the_two_there_is_and_twice_what_is_both() -> None:
    """MY-54, G-5: one of its two parts is enough to play it."""
    only = {"0.3.0": OTTER, "1.3.0": ZEBRA, "1.3.5": SEAL}
    assert played("wildfire", laid=only).more("1.3.0") == (0, -2, 0)
    assert played("wildfire", laid=field(**{"1.3.3": "ursus-arctos"})).more("1.3.3") == (0, -2, 0)
    both = played("wildfire", laid=field(**{"1.3.3": "elephas-maximus"}))
    assert both.more("1.3.3") == (0, -4, 0)
    assert given({"0.3.0": OTTER, "1.3.0": SEAL}, hand=["wildfire"]).playable("wildfire") is False


def test_drought_long_winter_and_mast_year_last_and_end() -> None:
    for card, zone, change, turns in (
        ("drought", "0.3.0", (0, -2, -1), 3),
        ("long-winter", "1.3.0", (-1, 0, 0), 4),
        ("mast-year", "0.3.4", (1, 1, 1), 4),
    ):
        match = played(card, laid=field(**{"0.3.4": WOLF}))
        for _ in range(turns):
            assert match.more(zone) == change
            match.end_turn()
        assert match.more(zone) == NOTHING


def test_landslide_and_apex_predation_remove() -> None:
    targets = given(field(**{"1.3.4": IBEX, "0.3.4": IBEX}), hand=["landslide"]).play("landslide")
    assert [targets.zone_of(one.piece) for one in targets.choices()] == ["1.3.4"]
    assert played("landslide", "1.3.4", laid=field(**{"1.3.4": IBEX})).at("1.3.4") is None
    assert played("apex-predation", "1.3.0").at("1.3.0") is None


def test_epizootic_weakens_for_good() -> None:
    assert played("epizootic", "1.3.0").end_turn().more("1.3.0") == (-2, -2, -2)


def test_local_extinction_bans() -> None:
    """S4:127."""
    match = played("local-extinction", "1.2.0", laid=field(**{"1.2.0": REMORA}))
    assert (match.oblivion(B), match.state.sides[B].banned) == ([REMORA], (REMORA,))


def test_repelled_at_the_border_and_mobbing_drive_invaders_out() -> None:
    laid = field(**{"0.4.3": f"!{WOLF}"})
    assert played("repelled-at-the-border", "0.4.3", laid=laid).hand(B) == [WOLF]
    assert played("mobbing", "0.4.3", laid=laid).oblivion(B) == [WOLF]


def test_red_tide_poisons_all_coasts() -> None:
    match = played("red-tide", laid=field(**{"1.3.3": SEAL, "0.3.3": SEAL}))
    assert (match.more("1.3.3"), match.more("0.3.3"), match.more("0.3.0")) == ((0, -1, 0), (0, -1, 0), NOTHING)
    assert match.end_turn().more("1.3.3") == (0, -1, 0)


def test_spring_dispersal_and_displacement_move() -> None:
    assert played("spring-dispersal", "0.3.0", "0.4.7").at("0.4.7") == OTTER
    assert played("spring-dispersal", "0.2.0", "0.2.4", laid=field(**{"0.2.0": REMORA})).at("0.2.4") == REMORA
    assert played("displacement", "1.3.0", "1.3.1").at("1.3.1") == BEAVER
    for card, zone, rows in (
        ("spring-dispersal", "0.3.0", {"0.3", "0.4"}),
        ("spring-dispersal", "0.2.0", {"0.2"}),
        ("displacement", "1.3.0", {"1.3", "1.4"}),
    ):
        asked = played(card, zone, laid=field(**{"0.2.0": REMORA}))
        assert {one.zone[:3] for one in asked.choices()} == rows
        assert zone not in {one.zone for one in asked.choices()}


def test_hibernation_stills() -> None:
    match = played("hibernation", "0.3.0").begin_attacks()
    assert match.targets("0.3.0") == set()
    action = my.Attack(piece=match.piece("0.3.0").id, targets=(match.piece("1.3.0").id,))
    assert match.refusal(action) == "S4:81"
    assert match.end_turn().end_turn().begin_attacks().targets("0.3.0") == set()
    assert match.end_turn().end_turn().begin_attacks().targets("0.3.0") == {"1.3.0"}


def test_anything_that_is_stilled_or_shielded_is_seen_as_long_as_it_is() -> None:
    for card, turns, flag in (
        ("hibernation", 3, "stilled"),
        ("snowfall", 2, "shielded"),
        ("camouflage", 1, "shielded"),
    ):
        match = played(card, "0.3.0")
        for left in range(turns, -1, -1):
            seen = next(one for one in GAME.view(match.state, None).field if one.zone == "0.3.0")
            assert getattr(seen, flag) is (left > 0)
            match.end_turn()


def test_snowfall_and_camouflage_shield() -> None:
    for card in ("snowfall", "camouflage"):
        match = given(field(**{"0.3.5": WOLF}), attacking=True, their_hand=[card, WOLF]).attack("0.3.5", "1.3.5")
        assert match.play(card).choose("1.3.5").let_pass().at("1.3.5") == SNAKE
        assert (match.piece("1.3.5").shielded - match.state.turn) == (card == "snowfall")


def test_spring_flood_stays_and_leads_to_one_more_card_and_a_larger_hand() -> None:
    field = {"0.3.0": WOLF, "1.3.0": BEAVER}
    match = given(field, hand=["spring-flood", *[WOLF] * 11]).play("spring-flood").end_turn()
    assert (match.state.active_seat, match.at("0.1.3")) == (B, "spring-flood")
    assert len(match.end_turn().hand()) == 11 + 2
    long = given(field, hand=["spring-flood"]).play("spring-flood")
    for _ in range(6):
        long.end_turn()
    assert (long.at("0.1.3"), len(long.hand())) == ("spring-flood", 3 * 2)


@pytest.mark.parametrize(("card", "turns"), [("following-the-rains", 6), ("cover-of-night", 4)])
def test_effects_on_the_order_last_as_many_turns_as_they_say(card: str, turns: int) -> None:
    match = given({"0.3.0": WOLF, "1.3.0": BEAVER}, hand=[card]).play(card)
    for _ in range(turns):
        assert match.at("0.1.3") == card
        match.end_turn()
    assert match.at("0.1.3") is None


def test_population_crash_mills_three() -> None:
    match = played("population-crash")
    assert (len(match.oblivion(B)), len(match.state.sides[B].deck)) == (3, 7)


def test_dominion_lost_removes_a_dominion() -> None:
    assert played("dominion-lost", "1.1.6", laid=field(**{"1.1.6": "sahara"})).at("1.1.6") is None


# Effects


def test_adrenaline_gives_another_attack() -> None:
    match = given(field(), hand=["adrenaline"], attacking=True).attack("0.3.0", "1.3.0")
    assert match.play("adrenaline").choose("0.3.0").targets("0.3.0") == {"1.3.0"}


@pytest.mark.parametrize(
    ("card", "zone", "change", "lasts"),
    [
        ("ambush", "0.3.0", (3, 0, 0), False),
        ("bristling", "0.3.0", (0, 3, 0), False),
        ("moult", "0.3.0", (1, 1, 1), True),
        ("parasite-load", "1.3.0", (-2, 0, -1), True),
    ],
)
def test_effects_that_change_statistics(card: str, zone: str, change: tuple[int, int, int], lasts: bool) -> None:
    match = played(card, zone)
    assert match.more(zone) == change
    assert match.end_turn().more(zone) == (change if lasts else NOTHING)


def test_tailwind_speeds_all() -> None:
    match = played("tailwind", laid=field(**{"0.3.4": WOLF}))
    assert [match.more(zone) for zone in ("0.3.0", "0.3.4", "1.3.0")] == [(0, 0, 2), (0, 0, 2), NOTHING]


def test_retreat_saves_a_card() -> None:
    assert played("retreat", "0.3.4", laid=field(**{"0.3.4": WOLF})).hand() == [WOLF]


def test_good_foraging_draws_two() -> None:
    assert len(played("good-foraging").hand()) == 2


def test_competitive_exclusion_makes_discard_one_at_a_time() -> None:
    match = played("competitive-exclusion", their_hand=[WOLF, BEAVER, BEAVER])
    assert match.asked == B
    assert len(match.choices()) == 2
    match.choose(BEAVER)
    assert match.refusal(my.EndTurn(), A) == "MY-54"
    assert match.refusal(my.EndTurn(), B) == "MY-54"
    match.choose(BEAVER)
    assert (match.hand(B), match.asked) == ([WOLF], A)


def test_reconnaissance_shows_the_hand_to_one_alone() -> None:
    match = played("reconnaissance", their_hand=[WOLF, BEAVER])
    (seen,) = [one for one in match.happened if isinstance(one, my.HandSeen)]
    assert seen.cards == (WOLF, BEAVER)
    assert GAME.redact(seen, None) == my.HandSeen(seat=A, cards=None)
    assert len(match.hand()) == 1


def test_reconnaissance_draws_also_when_there_is_no_hand_to_look_at() -> None:
    """G-5, MY-54: what can be done is done."""
    assert len(played("reconnaissance").hand()) == 1
    assert not given(field(), hand=["reconnaissance"], deck=()).playable("reconnaissance")


def test_kleptoparasitism_takes_from_the_hand() -> None:
    match = given(field(), hand=["kleptoparasitism", OTTER], their_hand=[WOLF, BEAVER]).play("kleptoparasitism")
    assert GAME.view(match.state, A).their_hand == (WOLF, BEAVER)
    assert (GAME.view(match.state, B).their_hand, GAME.view(match.state, None).their_hand) == ((), ())
    assert match.choose(WOLF).oblivion(B) == [WOLF]


def test_seed_bank_brings_back_two_entities_or_the_one_that_there_is() -> None:
    match = played("seed-bank", WOLF, oblivion=["moult", WOLF, BEAVER, WOLF])
    assert match.choose(WOLF).hand() == [WOLF, WOLF]
    assert match.state.asked is None
    alone = played("seed-bank", WOLF, oblivion=["moult", WOLF])
    assert (alone.hand(), alone.state.asked) == ([WOLF], None)


def test_abundance_waives_two_sacrifices_this_turn() -> None:
    match = played("abundance")
    assert match.state.sides[A].waived == 2
    assert match.end_turn().state.sides[A].waived == 0


def test_no_card_has_escaped_its_scenario() -> None:
    text = Path(__file__).read_text("utf-8").replace("_", "-")
    assert [card.id for card in ALL_CARDS if card.kind is not Kind.ACTIVE and card.id not in text] == []
    assert CARDS
