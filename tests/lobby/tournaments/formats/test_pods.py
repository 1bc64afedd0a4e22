"""Pods: nobody has a bye, few players meet again, and everybody sits early and late as often."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from quarterdeck_protocol.lobby.tournaments import TournamentFormat
from quarterdeck_server.lobby.tournaments.formats.pods import EARLINESS, pods, sizes
from quarterdeck_server.lobby.tournaments.tournament_field import Candidate, Field
from quarterdeck_testing.profiles import as_many

Met = Counter[frozenset[int]]


class Pods:
    """A made-up event of pods."""

    def __init__(self, players: int, seed: int) -> None:
        self.chance = random.Random(seed)
        self.history: dict[int, list[tuple[tuple[int, ...], int]]] = {each: [] for each in range(1, players + 1)}
        self.scores = dict.fromkeys(self.history, 0)
        self.met: Met = Counter()

    def play(self) -> list[tuple[int, ...]]:
        """Play a round, and return its pods."""
        candidates = tuple(
            Candidate(
                number=number,
                score=self.scores[number],
                opponents=tuple(opponents for opponents, _ in rounds),
                seats=tuple(seat for _, seat in rounds),
            )
            for number, rounds in self.history.items()
        )
        lot = f"{self.chance.randrange(16**8):08x}"
        formed = pods(
            Field(round=1, rounds=8, first_seat=0, candidates=candidates, format=TournamentFormat.PODS, lot=lot)
        )
        for pod in formed:
            self.met.update(frozenset(pair) for pair in combinations(pod, 2))
            for place, player in enumerate(self.chance.sample(pod, len(pod))):
                self.scores[player] += 300 - 100 * place
            for seat, player in enumerate(pod):
                self.history[player].append((tuple(each for each in pod if each != player), seat))
        return formed

    def lateness(self) -> int:
        """Return how far anybody is from sitting early and late as often."""
        return max(abs(sum(EARLINESS[len(of) + 1][seat] for of, seat in each)) for each in self.history.values())


def _repeats(formed: Sequence[Sequence[int]], met: Met) -> int:
    return sum(met[frozenset(pair)] for pod in formed for pair in combinations(pod, 2))


def _divisions(players: tuple[int, ...], of_sizes: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """Yield all divisions of players into pods of these sizes."""
    if not of_sizes:
        yield []
        return
    first, *others = players
    for size in dict.fromkeys(of_sizes):
        left = list(of_sizes)
        left.remove(size)
        for mates in combinations(others, size - 1):
            rest = tuple(each for each in others if each not in mates)
            for more in _divisions(rest, tuple(left)):
                yield [(first, *mates), *more]


def fewest_repeats(players: Sequence[int], met: Met) -> int:
    """Return the fewest repeated meetings in any pods of these players, by trying all of them."""
    return min(_repeats(each, met) for each in _divisions(tuple(players), tuple(sizes(len(players), 4))))


def test_sizes_are_two_to_four_and_within_one() -> None:
    for most in (3, 4):
        for players in range(2, 129):
            found = sizes(players, most)
            assert sum(found) == players
            assert 2 <= min(found) <= max(found) <= most
            assert max(found) - min(found) <= 1
            assert len(found) == -(-players // most)


@pytest.mark.parametrize("players", [*range(2, 25), *range(25, 65, as_many(13, at_length=1))])
def test_everybody_is_in_one_pod_and_sits_early_and_late_as_often(players: int) -> None:
    event = Pods(players, seed=players)
    for _ in range(4):
        formed = event.play()
        assert sorted(each for pod in formed for each in pod) == [*range(1, players + 1)]
        assert event.lateness() <= 3


@pytest.mark.parametrize("players", [5, 6, 7, 8, 9])
def test_as_few_meet_again_as_possible(players: int) -> None:
    """The number of repeated meetings is that of the best of all pods."""
    for seed in range(4):
        event = Pods(players, seed)
        for _ in range(5):
            met = Counter(event.met)
            formed = event.play()
            assert _repeats(formed, met) == fewest_repeats(range(1, players + 1), met), seed


def test_players_with_as_many_points_sit_together() -> None:
    event = Pods(16, seed=1)
    event.play()
    before = dict(event.scores)
    spread = [max(map(before.__getitem__, pod)) - min(map(before.__getitem__, pod)) for pod in event.play()]
    assert sum(spread) <= 400  # of pods by chance it is 1200
