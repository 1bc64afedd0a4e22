"""The odds of packs: counted exactly, and judged as the tables of the chi-square distribution say."""

from random import Random

import msgspec
import pytest
from quarterdeck_protocol.fairness.pack_draws import PackPool
from quarterdeck_protocol.lobby.collection.owned_copies import DrawnCard, FitOfCounts, PackOdds, PoolOdds
from quarterdeck_protocol.names import Count, GameName
from quarterdeck_server.lobby.collection.pack_odds import FIFTH, fit, miscounted, sides, unlikely, upper_tail

POOL = PackPool(game=GameName("forest"), common=("a", "b"), rare=("d",), ultra_rare=("f",), art_rare=("f-art",))


@pytest.mark.parametrize(
    ("chi_square", "degrees", "p"),
    [  # NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4
        (2.706, 1, 0.10),
        (3.841, 1, 0.05),
        (10.828, 1, 0.001),
        (5.991, 2, 0.05),
        (13.816, 2, 0.001),
        (18.307, 10, 0.05),
        (67.505, 50, 0.05),
        (86.661, 50, 0.001),
        (37.689, 50, 0.90),
        (124.342, 100, 0.05),
        (149.449, 100, 0.001),
    ],
)
def test_the_upper_tail_is_that_of_the_tables(chi_square: float, degrees: int, p: float) -> None:
    assert upper_tail(chi_square, degrees) == pytest.approx(p, rel=2e-3)


def test_of_nothing_everything_fits() -> None:
    assert upper_tail(0, 7) == 1
    assert fit("common", [0, 0], [1, 1]).p == fit("common", [7], [1]).p == 1


def test_the_fifth_card_is_expected_to_be_rare_ultra_rare_or_art_rare_as_the_text_says() -> None:
    assert FIFTH == sides(POOL) == {"rare": 8, "ultra_rare": 3, "art_rare": 1}
    assert sides(msgspec.structs.replace(POOL, art_rare=())) == {"rare": 8, "ultra_rare": 4, "art_rare": 0}


def test_fair_counts_fit_and_counts_that_were_helped_do_not() -> None:
    chance = Random(18)
    counts = [0, 0, 0]
    for _ in range(12_000):
        counts[chance.choices(range(3), [8, 3, 1])[0]] += 1
    assert fit("fifth", counts, [8, 3, 1]).p > 0.01
    helped = [counts[0] - 200, counts[1], counts[2] + 200]
    assert fit("fifth", helped, [8, 3, 1]).p < 1e-6


def counted(packs: int, fifth: dict[str, int], drawn: dict[str, list[int]]) -> PoolOdds:
    return PoolOdds(
        pool="5eed",
        is_current=True,
        lists=POOL,
        packs=packs,
        fifth=fifth,
        drawn={
            rarity: tuple(DrawnCard(card=str(place), drawn=Count(count)) for place, count in enumerate(counts))
            for rarity, counts in drawn.items()
        },
        fits=(),
    )


RIGHT = {"common": [20, 10], "rare": [17], "ultra_rare": [2], "art_rare": [1]}


def test_counts_that_agree_are_right_and_others_are_named() -> None:
    fifth = {"rare": 7, "ultra_rare": 2, "art_rare": 1}
    assert miscounted(counted(10, fifth, RIGHT)) == []
    wrong = miscounted(counted(10, fifth, {**RIGHT, "art_rare": [2]}))
    assert wrong == ["10 packs have 1 cards that are `art_rare`, and 2 were counted"]
    assert "10 packs have as many fifth cards, and 11 were counted" in miscounted(
        counted(10, {**fifth, "rare": 8}, RIGHT)
    )


def test_anything_that_one_of_many_tests_finds_by_chance_is_no_doubt() -> None:
    fits = [FitOfCounts(what="fifth", chi_square=1, degrees=2, p=p) for p in (0.0008, 0.5, 0.00001)]
    pools = [msgspec.structs.replace(counted(0, {}, {}), fits=(each,)) for each in fits]
    found = unlikely(PackOdds(commons=3, rares=1, fifth={}, pools=tuple(pools)))
    assert [each.p for _, each in found] == [0.00001]
