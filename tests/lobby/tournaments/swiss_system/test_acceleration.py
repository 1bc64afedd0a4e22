"""The Baku method of FIDE: virtual points, and the pairing of the first round with them."""

import msgspec
import pytest
from oracles.generated_events import played
from quarterdeck_server.lobby.tournaments import tournament_log as log
from quarterdeck_server.lobby.tournaments.draws import field_of
from quarterdeck_server.lobby.tournaments.pairings import pair
from quarterdeck_server.lobby.tournaments.swiss_system.acceleration import virtual_points
from quarterdeck_server.lobby.tournaments.tournament_field import POINT
from quarterdeck_server.lobby.tournaments.tournament_state import state_of


@pytest.mark.parametrize(("rounds", "expected"), [(9, "1 1 1 ½ ½ 0 0 0 0"), (5, "1 1 ½ 0 0"), (4, "1 ½ 0 0"), (1, "1")])
def test_virtual_points_end_after_half_of_the_rounds(rounds: int, expected: str) -> None:
    names = {POINT: "1", POINT // 2: "½", 0: "0"}
    assert " ".join(names[virtual_points(1, 10, each, rounds)] for each in range(1, rounds + 1)) == expected


@pytest.mark.parametrize(("first", "upper"), [(161, 82), (160, 80), (2, 2), (5, 4), (8, 4)])
def test_the_upper_half_is_a_multiple_of_two(first: int, upper: int) -> None:
    assert [virtual_points(each, first, 1, 9) > 0 for each in (1, upper, upper + 1)] == [True, True, False]


@pytest.mark.parametrize("rounds", [0, 1])
def test_accelerated_rounds_pair_winners_of_the_upper_half_with_each_other(rounds: int) -> None:
    events = [each.record for each in played(3, 8, 5, settings=(), results=[(2, 0)])]
    created, *others = events[0].log
    assert isinstance(created, log.Created)
    settings = msgspec.structs.replace(created.settings, stored_rules=log.FormatRules(accelerated=True))
    begun = msgspec.structs.replace(created, settings=settings)
    kept = [each for each in others if isinstance(each, log.Joined)] if rounds == 0 else others
    state = state_of(msgspec.structs.replace(events[0], log=(begun, *kept)))
    field = field_of(state, events[0].seed)
    shown = {each.number: each.score for each in field.candidates}
    won = {each.number for each in field.candidates if rounds and each.score % (2 * POINT) == 0 and each.score}
    assert {number: points >= POINT for number, points in shown.items() if number < 5} == dict.fromkeys(
        range(1, 5), True
    )
    if rounds == 0:
        assert sorted(map(sorted, pair(field).groups)) == [[1, 3], [2, 4], [5, 7], [6, 8]]
    else:
        assert won <= {1, 2, 3, 4}
        assert sorted(map(sorted, (group for group in pair(field).groups if set(group) & won))) == [sorted(won)]
