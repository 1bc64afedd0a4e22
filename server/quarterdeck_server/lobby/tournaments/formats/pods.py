"""Pods: groups of two to four players without a bye. Pure.

Pods are formed so that as few players as possible meet again, then so that everybody sits early and late as often, then
by points. The search improves several beginnings by exchanges of two players. All chance in it follows from a lot.
"""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from quarterdeck_server.lobby.tournaments.tournament_field import Candidate, Field

BEGINNINGS = 12
"""Number of beginnings of the search. The first one is the order of the standings."""

EARLINESS = {1: (0,), 2: (-3, 3), 3: (-3, 0, 3), 4: (-3, -1, 1, 3)}
"""For each size of a pod, how late each seat is, in thirds of the way from the middle."""

BALANCED = 3
"""The largest sum of these numbers of a player who sits early and late as often."""

Cost = tuple[int, int, int]
"""The repeated meetings, the excess of early or late seats, and the differences of points of pods."""


def sizes(players: int, most: int) -> list[int]:
    """Return the sizes of the pods (groups) for this number of players: as few pods as possible, with sizes that differ
    by at most one."""
    number = -(-players // most)
    small, larger = divmod(players, number)
    return [small + 1] * larger + [small] * (number - larger)


def pods(field: Field) -> list[tuple[int, ...]]:
    """Return the pods of a round, with the players in the order of their seats."""
    search = _Search(field.candidates)
    chance = random.Random(field.lot)  # noqa: S311 - everybody derives the same pods
    order = sorted(range(len(field.candidates)), key=lambda each: (-field.candidates[each].score, each))
    of_sizes = sizes(len(order), field.pod_size)
    best: tuple[Cost, list[list[int]]] | None = None
    for beginning in range(BEGINNINGS):
        if beginning:
            chance.shuffle(order)
        rest = iter(order)
        formed = [[next(rest) for _ in range(size)] for size in of_sizes]
        cost = search.improve(formed)
        if best is None or cost < best[0]:
            best = cost, formed
        if best[0][:2] == (0, 0) and beginning >= 2:
            break
    assert best is not None  # noqa: S101 - there is a beginning
    return [tuple(field.candidates[each].number for each in search.seated(pod)) for pod in best[1]]


class _Search:
    """The cost of seating these players in given pods (groups). Players are known by their index."""

    def __init__(self, candidates: Sequence[Candidate]) -> None:
        index = {each.number: number for number, each in enumerate(candidates)}
        self._scores = [each.score for each in candidates]
        self._met = [[0] * len(candidates) for _ in candidates]
        for one, each in enumerate(candidates):
            for other, times in Counter(number for round_ in each.opponents for number in round_).items():
                if other in index:
                    self._met[one][index[other]] = times
        self._lateness = [_lateness(each) for each in candidates]

    def seated(self, pod: Sequence[int]) -> list[int]:
        """Return the players of a pod in the order of their seats: those who sat late before sit early now."""
        return sorted(pod, key=lambda each: (-self._lateness[each], each))

    def cost(self, pod: Sequence[int]) -> Cost:
        repeats = spread = 0
        for one, other in combinations(pod, 2):
            repeats += self._met[one][other]
            spread += (self._scores[one] - self._scores[other]) ** 2
        late = zip(self.seated(pod), EARLINESS[len(pod)], strict=True)
        return repeats, sum(max(0, abs(self._lateness[each] + seat) - BALANCED) for each, seat in late), spread

    def improve(self, formed: list[list[int]]) -> Cost:
        """Exchange players of two pods as long as that costs less. Return the cost of all pods."""
        costs = [self.cost(pod) for pod in formed]
        is_better = True
        while is_better:
            is_better = False
            for one, other in combinations(range(len(formed)), 2):
                while self._exchange(formed, costs, one, other):
                    is_better = True
        return _sum(costs)

    def _exchange(self, formed: list[list[int]], costs: list[Cost], one: int, other: int) -> bool:
        before = _sum((costs[one], costs[other]))
        for here in range(len(formed[one])):
            for there in range(len(formed[other])):
                ones, others = [*formed[one]], [*formed[other]]
                ones[here], others[there] = others[there], ones[here]
                after = self.cost(ones), self.cost(others)
                if _sum(after) < before:
                    formed[one], formed[other] = ones, others
                    costs[one], costs[other] = after
                    return True
        return False


def _sum(costs: Sequence[Cost]) -> Cost:
    repeats, seats, spread = (sum(each) for each in zip(*costs, strict=True))
    return repeats, seats, spread


def _lateness(candidate: Candidate) -> int:
    """Return how late a player has sat in the turn order up to now: below 0 for early seats."""
    return sum(
        EARLINESS[len(opponents) + 1][seat]
        for opponents, seat in zip(candidate.opponents, candidate.seats, strict=True)
        if seat is not None
    )
