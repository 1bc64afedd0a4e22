"""Tyrant's, phylogenetic, sister-taxa and pack bonuses: who is awarded one, who not, and when it ends."""

from typing import cast

import msgspec
import pytest
from games.myacards.given import given
from quarterdeck_games.myacards.bonuses import same_classification
from quarterdeck_games.myacards.catalogue.cards import CARDS
from quarterdeck_games.myacards.catalogue.shipped import SHIPPED
from quarterdeck_games.myacards.effects import Card
from quarterdeck_games.myacards.field import ZONE_OF
from quarterdeck_games.myacards.queries import share_a_set
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import Bonus

PACK, SISTERS, ROW = Bonus.PACK, Bonus.SISTER_TAXA, Bonus.PHYLOGENETIC
WOLF, FOX, OTTER, WOLVERINE, WILDCAT, SAND_CAT = (
    "canis-lupus",
    "vulpes-vulpes",
    "lontra-canadensis",
    "gulo-gulo",
    "felis-silvestris",
    "felis-margarita",
)
COYOTE = "canis-latrans"
LEOPARD, JAGUAR, BEAVER = "panthera-pardus", "panthera-onca", "castor-fiber"
FOE = {"1.3.7": BEAVER}


def bonuses(field: dict[str, str]) -> dict[str, Bonus | None]:
    match = given({**field, **FOE})
    return {zone: match.bonus(zone) for zone in field}


# Tyrant's


def test_the_tyrants_bonus_is_for_whoever_fills_all_entity_zones_at_home() -> None:
    """S4:58, MY-30: one point on all statistics of all active cards, lost with the first gap."""
    field = {f"0.{row}.{column}": BEAVER if (row + column) % 2 else WOLF for row in (3, 4) for column in range(8)}
    field |= {f"0.2.{column}": "remora-remora" for column in range(8)}
    match = given({**field, **FOE}, hand=["retreat"])
    assert (match.bonus("0.3.0"), match.more("0.3.0")) == (None, (1, 1, 1))
    match.play("retreat").choose("0.4.5")
    assert match.more("0.3.0") == (0, 0, 0)
    blocked = given({**field, "0.3.2": f"!{BEAVER}", **FOE})
    assert blocked.more("0.4.2") == (0, 0, 0)


def test_the_tyrants_bonus_goes_with_any_other() -> None:
    """MY-36."""
    field = {f"0.{row}.{column}": WOLF for row in (3, 4) for column in range(8)}
    field |= {f"0.2.{column}": "remora-remora" for column in range(8)}
    assert given({**field, **FOE}).more("0.3.0") == (4, 4, 4)


# Phylogenetic


def test_three_different_neighbours_of_one_order_have_the_phylogenetic_bonus() -> None:
    """S4:59, S4:29, S4:43, MY-31: set 5; one point on all statistics."""
    match = given({"0.3.1": WOLF, "0.3.2": FOX, "0.3.3": OTTER, **FOE})
    assert [match.more(f"0.3.{column}") for column in (1, 2, 3)] == [(1, 1, 1)] * 3
    assert {CARDS[card].sets[4] for card in (WOLF, FOX, OTTER)} == {"CAR"}
    for field in (
        {"0.3.1": WOLF, "0.3.2": FOX},
        {"0.3.0": WOLF, "0.3.7": FOX, "0.3.6": OTTER},
        {"0.3.1": WOLF, "0.3.2": FOX, "0.3.4": OTTER},
        {"0.3.1": WOLF, "0.3.2": FOX, "0.4.3": OTTER},
        {"0.3.1": WOLF, "0.3.2": FOX, "0.3.3": WOLF},
        {"0.3.1": WOLF, "0.3.2": FOX, "0.3.3": BEAVER},
        {"1.4.1": f"!{WOLF}", "1.4.2": f"!{FOX}", "1.4.3": f"!{OTTER}"},
    ):
        assert set(bonuses(field).values()) == {None}


def test_a_phylogenetic_group_is_frozen_and_ends_when_one_is_left() -> None:
    """S4:59, MY-31: a later neighbour does not join; two without a third keep it."""
    match = given({"0.3.1": WOLF, "0.3.2": FOX, "0.3.3": OTTER, **FOE}, hand=[WOLVERINE, "retreat", "retreat"])
    match.place(WOLVERINE, "0.3.4")
    assert match.bonus("0.3.4") is None
    match.play("retreat").choose("0.3.2")
    assert [match.bonus(zone) for zone in ("0.3.1", "0.3.3")] == [ROW, ROW]
    match.play("retreat").choose("0.3.1")
    assert match.bonus("0.3.3") is None


def test_several_phylogenetic_groups_may_exist() -> None:
    """S4:59."""
    field = {"0.3.1": WOLF, "0.3.2": FOX, "0.3.3": OTTER, "0.4.1": WOLF, "0.4.2": FOX, "0.4.3": OTTER}
    assert set(bonuses(field).values()) == {ROW}


def test_a_card_with_fewer_than_five_sets_has_no_set_5(monkeypatch: pytest.MonkeyPatch) -> None:
    """S4:27, S4:59, MY-32: such cards share what they have, and still have no phylogenetic bonus."""
    row = {"0.3.1": WOLF, "0.3.2": FOX, "0.3.3": OTTER}
    for count, awarded in ((5, ROW), (4, None)):
        for name in (WOLF, FOX, OTTER):
            short = msgspec.structs.replace(CARDS[name], sets=(*CARDS[name].sets[:count],))
            monkeypatch.setitem(cast("dict[str, Card]", SHIPPED.cards), name, short)
        # the sets up to the order are the same, so these are sisters unless one differs before it
        different = msgspec.structs.replace(CARDS[FOX], sets=("XXX", *CARDS[FOX].sets[1:]))
        monkeypatch.setitem(cast("dict[str, Card]", SHIPPED.cards), FOX, different)
        assert set(bonuses(row).values()) == {awarded}


def test_every_entity_has_one_to_nine_sets_and_here_all_have_five() -> None:
    """S4:27, S4:29."""
    for card in CARDS.values():
        assert len(card.sets) <= 9
        if card.is_entity and not card.name.startswith("The "):
            assert len(card.sets) >= 5


# Sister taxa


def test_neighbours_of_one_classification_have_the_sister_taxa_bonus() -> None:
    """S4:60, S4:28, MY-33: two points on all statistics, from two different cards on."""
    match = given({"0.3.1": LEOPARD, "0.3.2": JAGUAR, **FOE})
    assert [match.more(f"0.3.{column}") for column in (1, 2)] == [(2, 2, 2)] * 2
    assert set(bonuses({"0.3.1": LEOPARD, "0.3.2": LEOPARD}).values()) == {None}
    assert set(bonuses({"0.3.1": LEOPARD, "0.3.2": WILDCAT}).values()) == {None}


def test_sisters_join_once_each_and_keep_it_until_none_shares_a_classification() -> None:
    """S4:60, MY-33: also apart from each other."""
    field = {"0.3.1": LEOPARD, "0.3.2": JAGUAR, **FOE}
    match = given(field, hand=[LEOPARD, "spring-dispersal", "retreat", "retreat"]).place(LEOPARD, "0.3.3")
    assert match.more("0.3.3") == (2, 2, 2)
    match.play("spring-dispersal").choose("0.3.1").choose("0.3.7")
    assert match.bonus("0.3.7") is SISTERS
    match.play("retreat").choose("0.3.2")
    assert [match.bonus(zone) for zone in ("0.3.3", "0.3.7")] == [SISTERS, SISTERS]
    match.play("retreat").choose("0.3.3")
    assert match.bonus("0.3.7") is None


# Pack


def test_three_of_the_same_card_side_by_side_have_the_pack_bonus_anywhere() -> None:
    """S4:61, MY-34: three points, on either half, until two are left."""
    match = given({"0.3.1": WOLF, "0.3.2": WOLF, "0.3.3": WOLF, **FOE}, hand=["retreat"])
    assert [match.more(f"0.3.{column}") for column in (1, 2, 3)] == [(3, 3, 3)] * 3
    assert set(bonuses({f"1.4.{column}": f"!{WOLF}" for column in (2, 3, 4)}).values()) == {PACK}
    match.play("retreat").choose("0.3.2")
    assert [match.bonus(zone) for zone in ("0.3.1", "0.3.3")] == [None, None]


def test_a_pack_that_grows_stays_itself_however_many_came_after_it() -> None:
    """S4:61, MY-34: the fourth of the older pack counts with the older pack, when others of it leave."""
    field = {f"0.3.{column}": WOLF for column in range(3)} | {f"1.4.{column}": f"!{BEAVER}" for column in (4, 5, 6)}
    match = given({**field, "1.3.0": FOX}, hand=[WOLF, "retreat", "retreat"])
    assert len({match.piece(zone).group for zone in field}) == 2
    match.place(WOLF, "0.3.3")
    assert match.piece("0.3.3").group == match.piece("0.3.0").group
    match.play("retreat").choose("0.3.1")
    assert [match.bonus(zone) for zone in ("0.3.0", "0.3.2", "0.3.3")] == [PACK] * 3
    match.play("retreat").choose("0.3.0")
    assert [match.bonus(zone) for zone in ("0.3.2", "0.3.3", "1.4.4")] == [None, None, PACK]


# Exclusion


def test_a_card_has_one_of_the_three_the_highest_first() -> None:
    """S4:59, S4:60, S4:61, MY-35."""
    cats = {"0.3.0": WILDCAT, "0.3.1": WILDCAT, "0.3.2": WILDCAT, "0.3.3": SAND_CAT}
    assert list(bonuses(cats).values()) == [PACK, PACK, PACK, SISTERS]
    three = {"0.3.0": WILDCAT, "0.3.1": SAND_CAT, "0.3.2": WOLF, "0.3.3": FOX, "0.3.4": OTTER}
    assert list(bonuses(three).values()) == [SISTERS, SISTERS, ROW, ROW, ROW]


def test_an_awarded_bonus_is_locked_until_it_ends() -> None:
    """MY-35: no change for a higher one."""
    rows = given({"0.3.0": WOLF, "0.3.1": FOX, "0.3.2": OTTER, **FOE}, hand=[WOLF, WOLF])
    rows.place(WOLF, "0.3.3").place(WOLF, "0.3.4")
    assert rows.bonus("0.3.0") is ROW
    assert rows.bonus("0.3.3") is None


def test_when_a_lock_ends_the_highest_that_is_there_then_is_awarded_in_the_same_instant() -> None:
    """MY-35: a wolf of a phylogenetic row is no part of the pack beside it until the row is no more."""
    field = {"0.3.0": OTTER, "0.3.1": FOX, "0.3.2": WOLF, **FOE}
    match = given(field, hand=[WOLF, WOLF, "retreat", "retreat"]).place(WOLF, "0.3.3").place(WOLF, "0.3.4")
    match.play("retreat").choose("0.3.1")
    assert [match.bonus(f"0.3.{column}") for column in (0, 2, 3, 4)] == [ROW, ROW, None, None]
    match.play("retreat").choose("0.3.0")
    assert [match.bonus(f"0.3.{column}") for column in (2, 3, 4)] == [PACK] * 3
    changes = [type(one) for one in match.happened if isinstance(one, my.BonusLost | my.BonusGained)]
    assert changes == [my.BonusLost, my.BonusGained]


def test_sisters_are_no_pack_as_long_as_they_are_sisters() -> None:
    """MY-35, S4:60: three of the same among them, and still two points."""
    match = given({"0.3.0": JAGUAR, "0.3.1": LEOPARD, **FOE}, hand=[LEOPARD, LEOPARD, "retreat"])
    match.place(LEOPARD, "0.3.2").place(LEOPARD, "0.3.3")
    assert [match.more(f"0.3.{column}") for column in range(4)] == [(2, 2, 2)] * 4
    match.play("retreat").choose("0.3.0")
    assert [match.bonus(f"0.3.{column}") for column in (1, 2, 3)] == [SISTERS] * 3


@pytest.mark.parametrize(
    ("row", "awarded"),
    [
        ([LEOPARD, LEOPARD, LEOPARD, JAGUAR, WOLF], [PACK, PACK, PACK, SISTERS, None]),
        ([LEOPARD, JAGUAR, WOLF, FOX, OTTER], [SISTERS, SISTERS, ROW, ROW, ROW]),
        ([LEOPARD, WOLF, LEOPARD, JAGUAR, FOX], [None, ROW, SISTERS, SISTERS, ROW]),
        ([WOLF, WOLF, WOLF, FOX, OTTER, WOLVERINE], [PACK, PACK, PACK, ROW, ROW, ROW]),
        ([WOLF, FOX, OTTER, WOLVERINE, WOLF, FOX, OTTER], [ROW] * 7),
        ([LEOPARD, FOX, WOLF, LEOPARD, JAGUAR, JAGUAR, JAGUAR], [ROW] * 3 + [SISTERS] + [PACK] * 3),
    ],
)
def test_anything_that_becomes_available_in_one_instant_is_awarded_the_highest_first(
    row: list[str], awarded: list[Bonus | None]
) -> None:
    """MY-35, S4:59, S4:60, S4:61."""
    assert list(bonuses({f"0.3.{column}": card for column, card in enumerate(row)}).values()) == awarded


@pytest.mark.parametrize(
    ("row", "awarded"),
    [
        ([WOLF, WOLF, WOLF, COYOTE], [PACK, PACK, PACK, SISTERS]),
        ([COYOTE, WOLF, WOLF, WOLF, COYOTE], [SISTERS, PACK, PACK, PACK, SISTERS]),
        ([FOX, WOLF, COYOTE, OTTER], [ROW, SISTERS, SISTERS, ROW]),
        ([FOX, OTTER, WOLF, WOLF, WOLF], [ROW, ROW, PACK, PACK, PACK]),
        ([FOX, WOLF, COYOTE], [None, SISTERS, SISTERS]),
        ([OTTER, WOLF, WOLF, WOLF, COYOTE, FOX], [None, PACK, PACK, PACK, SISTERS, None]),
    ],
)
def test_a_player_who_has_a_bonus_counts_for_another_and_receives_nothing_of_it(
    row: list[str], awarded: list[Bonus | None]
) -> None:
    """MY-65, S4:59…61: to enjoy another is what is excluded. A row that would reward one card alone rewards none: its
    effect "is removed when only one of the rewarded remains"."""
    assert list(bonuses({f"0.3.{column}": card for column, card in enumerate(row)}).values()) == awarded


def test_three_of_a_kind_are_a_pack_also_with_a_sister_of_their_own_kind_among_them() -> None:
    """MY-65, S4:61: the fourth counts and receives nothing; two rewarded would lose it at once."""
    locked = given({"0.3.0": FOX, "0.3.1": OTTER, "0.3.2": WOLF, **FOE}, hand=[WOLF, WOLF, WOLF])
    locked.place(WOLF, "0.3.3").place(WOLF, "0.3.4")
    assert [locked.bonus(f"0.3.{column}") for column in (2, 3, 4)] == [ROW, None, None]
    locked.place(WOLF, "0.3.5")
    assert [locked.bonus(f"0.3.{column}") for column in (2, 3, 4, 5)] == [ROW, PACK, PACK, PACK]


def test_a_player_who_counts_without_being_rewarded_ends_nothing_by_leaving() -> None:
    """MY-65, S4:59, S4:60: what ends a bonus is said of the rewarded, and of those that share a classification."""
    match = given({"0.3.0": FOX, "0.3.1": WOLF, "0.3.2": COYOTE, "0.3.3": OTTER, **FOE}, hand=["retreat"] * 2)
    match.play("retreat").choose("0.3.1")
    assert [match.bonus(f"0.3.{column}") for column in (0, 2, 3)] == [ROW, None, ROW]
    match.play("retreat").choose("0.3.0")
    assert match.bonus("0.3.3") is None


def test_bonuses_are_applied_without_being_called() -> None:
    """S4:139, MY-37: as soon as a card lands."""
    match = given({"0.3.0": WOLF, "0.3.1": WOLF, **FOE}, hand=[WOLF]).place(WOLF, "0.3.2")
    assert match.kinds() == [my.Placed, my.BonusGained]


def test_losing_a_bonus_can_remove_and_that_goes_on_until_nothing_changes() -> None:
    """MY-38, S4:91."""
    match = given(
        {"0.3.0": WOLF, "0.3.1": WOLF, "0.3.2": WOLF, "1.3.0": BEAVER},
        hand=["epizootic", "epizootic", "retreat", "parasite-load"],
    )
    match.play("epizootic").choose("0.3.0").play("epizootic").choose("0.3.0")
    assert match.stats("0.3.0") == (4, 3, 2)
    match.play("retreat").choose("0.3.2")
    assert match.at("0.3.0") is None
    assert match.at("0.3.1") == WOLF
    (removed,) = [one for one in match.happened if isinstance(one, my.Removed) and one.card == WOLF]
    assert removed.why is my.Why.BELOW_ZERO


def test_removals_go_on_in_a_chain_and_each_link_is_one_instant() -> None:
    """MY-38, S4:58, S4:91: a gap ends the Tyrant's bonus: two fall, so a pack ends, and a third falls."""
    field = {f"0.{row}.{column}": BEAVER if (row + column) % 2 else FOX for row in (3, 4) for column in range(8)}
    field |= {f"0.2.{column}": "remora-remora" for column in range(8)}
    field |= {"0.3.0": WOLF, "0.3.1": WOLF, "0.3.2": WOLF, **FOE}
    match = given(field, hand=["retreat"])
    assert match.more("0.3.0") == (4, 4, 4)
    board = list(match.state.board)
    for zone, chips in (("0.3.0", -8), ("0.3.1", -7), ("0.4.3", -9)):
        piece = match.piece(zone)
        board[ZONE_OF[my.ZoneId(zone)]] = msgspec.structs.replace(piece, defense=chips)
    match.state = msgspec.structs.replace(match.state, board=tuple(board))
    assert match.settled().happened == []
    assert [match.stats(zone).defense for zone in ("0.3.0", "0.3.1")] == [0, 1]
    match.play("retreat").choose("0.4.7")
    removed = [one.piece for one in match.happened if isinstance(one, my.Removed) and one.why is my.Why.BELOW_ZERO]
    lost = [one for one in match.happened if isinstance(one, my.BonusLost)]
    assert [match.at(zone) for zone in ("0.3.0", "0.3.1", "0.3.2", "0.4.3")] == [None, None, WOLF, None]
    assert len(removed) == 3
    assert len(lost) == 1
    happened = [one for one in match.happened if isinstance(one, my.Removed | my.BonusLost)]
    changes = [type(one) for one in happened if isinstance(one, my.BonusLost) or one.why is my.Why.BELOW_ZERO]
    assert changes == [my.Removed, my.Removed, my.BonusLost, my.Removed]


def test_overlapping_and_total_classification_are_told_apart() -> None:
    """S4:28, S4:30, MY-63: any set in any place; the whole series; a figure has none (S4:20)."""
    wolf, coyote, beaver, oak = (CARDS[name] for name in (WOLF, "canis-latrans", BEAVER, "quercus-robur"))
    rhizobium, figure = CARDS["rhizobium-leguminosarum"], CARDS["the-naturalist"]
    assert (share_a_set(wolf, beaver), share_a_set(wolf, oak), share_a_set(wolf, rhizobium)) == (True, True, False)
    assert (same_classification(wolf, coyote), same_classification(wolf, beaver)) == (True, False)
    assert figure.sets == ()
    assert not same_classification(figure, figure)
