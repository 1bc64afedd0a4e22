"""The rank ladder by wins, as the facts list it."""

from itertools import pairwise

import pytest
from quarterdeck_games import GAMES
from quarterdeck_games.density_deck.ranks import NUMERALS, RANKS, rank_of


@pytest.mark.parametrize(
    ("wins", "rank"),
    [
        (0, "Acolyte I"),
        (15, "Acolyte I"),
        (16, "Acolyte II"),
        (69, "Acolyte IV"),
        (70, "Disciple I"),
        (199, "Disciple IV"),
        (200, "Champion I"),
        (356, "Champion V"),
        (799, "Guardian V"),
        (800, "Ascendant I"),
        (1801, "Paragon I"),
        (10_500, "Paragon IX"),
        (10_501, "Paragon X"),
        (10**9, "Paragon X"),
    ],
)
def test_a_rank_begins_with_its_first_win_count(wins: int, rank: str) -> None:
    assert rank_of(wins) == rank


def test_every_level_takes_more_wins_than_the_one_before() -> None:
    wins = [each for _, levels in RANKS for each in levels]
    assert all(one < other for one, other in pairwise(wins))
    assert [len(levels) for _, levels in RANKS] == [4, 4, 5, 5, 5, len(NUMERALS)]


def test_only_density_deck_has_ranks() -> None:
    assert {name for name, game in GAMES.items() if game.rank(0) is not None} == {"density-deck"}
