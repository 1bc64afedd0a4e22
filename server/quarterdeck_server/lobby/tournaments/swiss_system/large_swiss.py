"""Pairs of the Swiss system for many players, by one weighted matching. Pure.

The Dutch system takes minutes of a core for 500 players, and this rule takes less than a second. Nobody meets an
opponent twice or has a second bye while that is possible. Then count, in this order: the squares of the differences of
points, the same seat for two players who have had another one too often, and the distance from the pairing of the upper
half of equal points against the lower one (decision 117).
"""

from collections.abc import Iterator
from itertools import groupby

import networkx

from quarterdeck_server.lobby.tournaments.tournament_field import POINT, Candidate, Field

NOBODY = -1
"""The opponent in a bye, while groups are matched."""

NEAREST = 8
"""The number of opponents on each side of the wanted one that are tried first."""


def matched(field: Field) -> list[tuple[int, ...]] | None:
    """Return the groups of a round; `None` if some player must meet an opponent again, or have a second bye."""
    ranked = sorted(field.candidates, key=lambda each: (-each.score, each.number))
    wanted = _wanted(ranked)
    width = NEAREST
    while True:
        graph = _graph(ranked, wanted, width)
        found = networkx.max_weight_matching(graph, maxcardinality=True)
        if 2 * len(found) == len(ranked) + len(ranked) % 2:
            return [_group(pair, ranked) for pair in found]
        if width >= len(ranked):
            return None
        width *= 4


def _group(pair: tuple[int, int], ranked: list[Candidate]) -> tuple[int, ...]:
    one, other = sorted(pair)
    return (ranked[other].number,) if one == NOBODY else seated(ranked[one], ranked[other])


def _wanted(ranked: list[Candidate]) -> list[int]:
    """Return the rank of the wanted opponent of each player: upper half of equal points against the lower one."""
    wanted: list[int] = []
    for _, equal in groupby(ranked, key=lambda each: each.score):
        first, size = len(wanted), len(list(equal))
        half = size // 2
        wanted += [first + at + (half if at < half else -half) for at in range(size)]
    return wanted


def _graph(ranked: list[Candidate], wanted: list[int], width: int) -> networkx.Graph:
    """Return the graph of the opponents that are tried: those near the wanted one, and near in the ranking."""
    most = len(ranked)
    of_seats = most**3 + 1
    of_points = 8 * of_seats * most
    graph = networkx.Graph()
    for one, other in _edges(wanted, width):
        here, there = ranked[one], ranked[other]
        if (there.number,) in here.opponents:
            continue
        apart = 2 * (here.score - there.score) // POINT
        distance = min(abs(wanted[one] - other), abs(wanted[other] - one))
        cost = of_points * apart * apart + of_seats * _conflict(here, there) + distance * distance
        graph.add_edge(one, other, weight=-cost)
    if most % 2:
        for at, each in enumerate(ranked):
            if not each.byes:
                graph.add_edge(NOBODY, at, weight=-of_points * (2 * each.score // POINT) ** 2 + at)
    return graph


def _edges(wanted: list[int], width: int) -> Iterator[tuple[int, int]]:
    """Return the pairs of ranks that are tried, each once."""
    for one, wanted_rank in enumerate(wanted):
        others = {*range(wanted_rank - width, wanted_rank + width + 1), *range(one - width, one + width + 1)}
        yield from ((one, other) for other in sorted(others) if 0 <= other < len(wanted) and other != one)


def balance(candidate: Candidate) -> int:
    """Return how much more often a player has had the first seat than the second one."""
    return sum(1 if seat == 0 else -1 for seat in candidate.seats if seat is not None)


def _conflict(one: Candidate, other: Candidate) -> int:
    """Return how much a player gets away from balanced seats if these two meet."""
    ones, others = balance(one), balance(other)
    return min(abs(ones), abs(others)) ** 2 if ones * others > 0 else 0


def seated(one: Candidate, other: Candidate) -> tuple[int, int]:
    """Return two players in the order of their seats: the one who has had the first seat more often gets the second."""
    return (other.number, one.number) if balance(one) > balance(other) else (one.number, other.number)
