"""Pairings of the Swiss system: nobody meets an opponent twice or has two byes, as long as that is possible."""

import random
from itertools import combinations

import pytest
from quarterdeck_protocol.lobby.tournaments import PairingRule
from quarterdeck_server.lobby.tournaments.pairings import pair
from quarterdeck_server.lobby.tournaments.swiss_system.swiss import dutch_seats
from quarterdeck_server.lobby.tournaments.tournament_field import POINT, Candidate, Field


def _is_possible(numbers: tuple[int, ...], met: set[frozenset[int]], had_bye: set[int]) -> bool:
    """True if a legal pairing exists, by exhaustive search."""
    if not numbers:
        return True
    if len(numbers) % 2:
        return any(
            _is_possible(tuple(each for each in numbers if each != bye), met, had_bye)
            for bye in numbers
            if bye not in had_bye
        )
    first, *others = numbers
    return any(
        frozenset((first, other)) not in met
        and _is_possible(tuple(each for each in others if each != other), met, had_bye)
        for other in others
    )


class Event:
    """A made-up tournament: results, late entries and players who leave, by chance."""

    def __init__(self, players: int, rounds: int, chance: random.Random) -> None:
        self.rounds, self.chance = rounds, chance
        self.playing = set(range(1, players + 1))
        self.history: dict[int, list[tuple[int | None, int | None, int, int]]] = {each: [] for each in self.playing}
        self.met: set[frozenset[int]] = set()
        self.had_bye: set[int] = set()

    def points(self, number: int) -> int:
        return sum(halves for _, _, halves, _ in self.history[number])

    def field(self, round_: int) -> Field:
        return Field(
            round=round_,
            rounds=self.rounds,
            first_seat=self.chance.randrange(2),
            candidates=tuple(self._candidate(each) for each in sorted(self.playing)),
        )

    def _candidate(self, number: int) -> Candidate:
        opponents, seats, _, floats = zip(*self.history[number], strict=True) if self.history[number] else [()] * 4
        return Candidate(
            number=number,
            score=POINT // 2 * self.points(number),
            opponents=tuple(() if each is None else (each,) for each in opponents),
            seats=tuple(seats),
            floats=tuple(floats),
            byes=int(number in self.had_bye),
        )

    def play(self, groups: tuple[tuple[int, ...], ...]) -> None:
        before = {each: self.points(each) for each in self.history}
        for group in groups:
            if len(group) == 1:
                self.had_bye.add(group[0])
                self.history[group[0]].append((None, None, 2, -1))
                continue
            self.met.add(frozenset(group))
            scored = self.chance.choice([(2, 0), (0, 2), (1, 1)])
            for seat, (player, halves) in enumerate(zip(group, scored, strict=True)):
                other = group[1 - seat]
                floated = (before[other] > before[player]) - (before[other] < before[player])
                self.history[player].append((other, seat, halves, floated))
        for player, rounds in self.history.items():
            if len(rounds) < max(map(len, self.history.values())):
                rounds.append((None, None, 0, -1))
                assert player not in {each for group in groups for each in group}

    def change(self) -> None:
        """Let one leave, come back, or come late."""
        if self.chance.random() < 0.3 and len(self.playing) > 3:
            self.playing.discard(self.chance.choice(sorted(self.playing)))
        if self.chance.random() < 0.3:
            late = len(self.history) + 1
            rounds = max(map(len, self.history.values()))
            self.history[late] = [(None, None, 1, -1)] * rounds
            self.playing.add(late)


def play_out(seed: int, most: int) -> int:
    """Play a tournament, check every round, and return the number of rounds that no legal pairing has."""
    chance = random.Random(seed)
    event = Event(chance.randint(2, most), chance.randint(1, 6), chance)
    impossible = 0
    for round_ in range(1, event.rounds + 1):
        found = pair(event.field(round_))
        groups = found.groups
        assert sorted(each for group in groups for each in group) == sorted(event.playing), seed
        byes = [group[0] for group in groups if len(group) == 1]
        assert len(byes) == len(event.playing) % 2, seed
        is_legal = not any(frozenset(group) in event.met for group in groups) and event.had_bye.isdisjoint(byes)
        assert is_legal == (found.rule is PairingRule.DUTCH), seed
        if not is_legal:
            impossible += 1
            assert not _is_possible(tuple(sorted(event.playing)), event.met, event.had_bye), seed
        event.play(groups)
        event.change()
    return impossible


def test_no_round_repeats_what_can_be_avoided() -> None:
    impossible = [play_out(seed, 8) for seed in range(120)]
    assert 0 < sum(map(bool, impossible)) < 120  # both ways are taken


def test_players_with_as_many_points_meet() -> None:
    event = Event(16, 4, random.Random(4))
    for round_ in range(1, 5):
        groups = pair(event.field(round_)).groups
        differences = [abs(event.points(one) - event.points(other)) for one, other in groups]
        assert max(differences) <= 2
        event.play(groups)
    assert len(event.met) == len({*event.met}) == 32


def test_the_first_round_is_the_upper_half_against_the_lower_one() -> None:
    pairs = pair(Event(8, 3, random.Random(1)).field(1)).groups
    assert [set(each) for each in pairs] == [{1, 5}, {2, 6}, {3, 7}, {4, 8}]


@pytest.mark.parametrize("rounds", [4, 5])
def test_a_small_group_plays_on_when_all_have_met(rounds: int) -> None:
    """Repeats begin when all have met, and then everybody meets everybody as often."""
    event = Event(4, rounds, random.Random(2))
    times = dict.fromkeys(map(frozenset, combinations(range(1, 5), 2)), 0)
    for round_ in range(1, rounds + 1):
        groups = pair(event.field(round_)).groups
        for group in groups:
            times[frozenset(group)] += 1
        event.play(groups)
    assert max(times.values()) - min(times.values()) <= 1


@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [
        (((), 0), ((), 0), (7, 4)),  # E.5: an even number gets the other seat than the lot of the first one
        (((0,), 0), ((1,), 0), (7, 4)),  # E.1: both are due
        (((0,), 0), ((), 0), (7, 4)),  # a player without a match has no preference
        (((0, 1, 0), 0), ((0, 1), 0), (7, 4)),  # E.2: the stronger preference
        (((0, 0), 0), ((0, 0, 0), 0), (4, 7)),  # E.2: both are absolute, and the wider difference counts
        (((0, 1), 0), ((1, 0, 0, 1), 0), (4, 7)),  # E.4
        (((0, 1), 0), ((0, 1), POINT), (7, 4)),  # E.4: more points are a higher rank than a lower number
        (((1, 0, 1), 0), ((0, 1, 1), 0), (7, 4)),  # E.2: two times the same seat
        (((1, 0, 0, 1), 0), ((0, 1, 0, 1), 0), (7, 4)),  # E.3: the last round in which the seats differ
    ],
)
def test_seats_follow_the_colours_of_the_dutch_system(
    ours: tuple[tuple[int, ...], int], theirs: tuple[tuple[int, ...], int], expected: tuple[int, int]
) -> None:
    four, seven = (
        Candidate(number=number, score=score, opponents=((1,),) * len(seats), seats=seats)
        for number, (seats, score) in ((4, ours), (7, theirs))
    )
    assert dutch_seats(four, seven, 0) == dutch_seats(seven, four, 0) == expected
