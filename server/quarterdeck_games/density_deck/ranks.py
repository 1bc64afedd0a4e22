"""The rank ladder of Density Deck: titles by number of wins."""

from bisect import bisect_right

RANKS = (
    ("Acolyte", (0, 16, 31, 51)),
    ("Disciple", (70, 101, 136, 166)),
    ("Champion", (200, 236, 276, 316, 356)),
    ("Guardian", (400, 476, 551, 626, 701)),
    ("Ascendant", (800, 901, 1051, 1251, 1501)),
    ("Paragon", (1801, 2201, 2701, 3301, 4001, 4901, 6001, 7301, 8801, 10501)),
)
"""Each rank with the number of wins at which each of its levels begins."""

NUMERALS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")

_LEVELS = [(wins, f"{rank} {NUMERALS[level]}") for rank, levels in RANKS for level, wins in enumerate(levels)]
_FIRST_WINS = [wins for wins, _ in _LEVELS]


def rank_of(wins: int) -> str:
    """Return the rank and level for this number of won matches, which may be 0: `Champion III`."""
    return _LEVELS[bisect_right(_FIRST_WINS, wins) - 1][1]
