"""The matching for many players: no repeat and no second bye, and the smallest differences of points."""

import random
from collections.abc import Iterator, Sequence

import pytest
from lobby.tournaments.swiss_system.test_swiss import Event
from quarterdeck_protocol.lobby.tournaments import PairingRule
from quarterdeck_server.lobby.tournaments.pairings import pair
from quarterdeck_server.lobby.tournaments.swiss_system import large_swiss


def _all_groups(numbers: Sequence[int], event: Event) -> Iterator[list[tuple[int, ...]]]:
    """Return all legal pairings."""
    if not numbers:
        yield []
        return
    first, *others = numbers
    if len(numbers) % 2:
        for bye in (each for each in numbers if each not in event.had_bye):
            yield from ([*rest, (bye,)] for rest in _all_groups([each for each in numbers if each != bye], event))
        return
    for other in (each for each in others if frozenset((first, each)) not in event.met):
        yield from ([*rest, (first, other)] for rest in _all_groups([each for each in others if each != other], event))


def _spread(groups: Sequence[Sequence[int]], event: Event) -> int:
    """Return the squares of the differences of points; of a player with a bye those of the points."""
    scores = ([event.points(each) for each in group] for group in groups)
    return sum((each[0] - (each[1] if len(each) > 1 else 0)) ** 2 for each in scores)


@pytest.mark.parametrize("seed", range(40))
def test_the_differences_of_points_are_the_smallest_of_all_legal_pairings(seed: int) -> None:
    chance = random.Random(seed)
    event = Event(chance.randint(2, 8), 5, chance)
    for round_ in range(1, 6):
        best = min((_spread(each, event) for each in _all_groups(sorted(event.playing), event)), default=None)
        groups = large_swiss.matched(event.field(round_))
        assert (groups is None) == (best is None)
        if groups is None:
            return
        assert sorted(each for group in groups for each in group) == sorted(event.playing)
        assert _spread(groups, event) == best
        event.play(tuple(groups))
        event.change()


def test_few_opponents_are_tried_with_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    event = Event(151, 6, random.Random(3))
    for round_ in range(1, 7):
        found = pair(event.field(round_))
        assert found.rule is PairingRule.MATCHING
        with monkeypatch.context() as patched:
            patched.setattr(large_swiss, "NEAREST", 151)
            complete = large_swiss.matched(event.field(round_)) or []
        assert _spread(found.groups, event) == _spread(complete, event)
        event.play(found.groups)
    seats = [[each[1] for each in rounds if each[1] is not None] for rounds in event.history.values()]
    assert max(abs(len(each) - 2 * sum(each)) for each in seats) <= 2


def test_equal_players_meet_as_the_upper_half_against_the_lower_one() -> None:
    groups = pair(Event(200, 3, random.Random(1)).field(1)).groups
    assert sorted(sorted(each) for each in groups) == [[each, each + 100] for each in range(1, 101)]
