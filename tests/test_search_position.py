"""What leaves the process for those in which bots search is what their seat may know, and nothing else."""

from math import inf
from random import Random

import msgspec
import pytest
from games.worlds import WORLDS
from quarterdeck_protocol.names import Epoch, MatchId, Seat, Version
from quarterdeck_server.bots.search_bot import LEVELS
from quarterdeck_server.bots.search_process import answer_to
from quarterdeck_server.search_position import CLOCKS, SearchPosition, key_of_bots, key_of_decision, position_of
from quarterdeck_testing.plans import usual_plan
from quarterdeck_testing.random_matches import played

GAMES = [name for name, world in WORLDS.items() if world.game.simulator is not None]
BUDGET = 150
MATCH = MatchId("match")
KEY = key_of_bots(b"seed", MATCH)


@pytest.mark.parametrize("name", GAMES)
def test_two_worlds_that_look_alike_to_a_seat_leave_as_the_same_bytes_and_are_played_alike(name: str) -> None:
    """Same view, same moves: with one key the same one, so over all keys each as often."""
    world = WORLDS[name]
    differed = compared = 0
    for number, playing in enumerate(played(usual_plan(world))):
        for seat in playing.asked:
            hidden = world.another(playing.state, seat, (), Random(number))
            differed += hidden != playing.state
            key = key_of_decision(KEY, seat, Epoch(0), Version(number))
            asked = [
                position_of(world.game, state, seat, len(playing.record.seats), key)
                for state in (playing.state, hidden)
            ]
            assert asked[0] == asked[1] is not None
            if number % 20 == 0:
                sent = [msgspec.msgpack.encode(each) for each in asked]
                answers = {answer_to({world.game.name: world.game}, each, BUDGET, inf)[:2] for each in sent}
                assert len(answers) == 1
            compared += 1
        if compared >= 80:
            break
    assert compared >= 20
    assert differed or name == "amiibart"  # in which nothing is hidden (AM-7)


def test_each_decision_has_a_key_of_its_own_that_says_nothing_of_the_seed() -> None:
    keys = {
        key_of_decision(key_of_bots(seed, MatchId(match)), Seat(seat), Epoch(epoch), Version(version))
        for seed in (b"one", b"two")
        for match in ("a", "b")
        for seat in (0, 1)
        for epoch in (0, 1)
        for version in (1, 11)
    }
    assert len(keys) == 32
    assert {len(key) for key in keys} == {32}
    assert SearchPosition.__struct_fields__ == ("game", "rules", "seats", "seat", "state", "key")


def test_every_level_that_searches_has_a_clock_and_the_stronger_the_longer() -> None:
    assert list(CLOCKS) == list(LEVELS)
    assert sorted(CLOCKS.values()) == list(CLOCKS.values())


def test_a_game_that_cannot_be_played_ahead_has_no_position() -> None:
    world = WORLDS["tiny"]
    assert world.game.simulator is None
    playing = next(iter(played(usual_plan(world))))
    assert position_of(world.game, playing.state, Seat(0), 2, KEY) is None
