"""Each game played ahead: what is dealt anew, what a state is worth. What a seat may know holds the promise of all
games."""

from random import Random
from statistics import fmean

import pytest
from games.worlds import WORLDS
from quarterdeck_games.state_codec import keep
from quarterdeck_testing.plans import usual_plan
from quarterdeck_testing.random_matches import played

PLAYED_AHEAD = [name for name, world in WORLDS.items() if world.game.simulator is not None]


@pytest.mark.parametrize("name", PLAYED_AHEAD)
def test_anything_that_is_hidden_is_dealt_in_many_ways_and_what_is_open_in_one(name: str) -> None:
    world = WORLDS[name]
    simulator = world.game.simulator
    assert simulator is not None
    playing = next(each for each in played(usual_plan(world)) if each.asked)
    (seat, *_) = playing.asked
    dealt = {keep(simulator.resample(playing.state, seat, Random(seed))) for seed in range(10)}
    assert len(dealt) == (10 if world.hides else 1)


@pytest.mark.parametrize("name", PLAYED_AHEAD)
def test_a_player_who_will_win_is_mostly_ahead(name: str) -> None:
    """Over the last third of some matches the winner's values are higher than the others'."""
    world = WORLDS[name]
    simulator = world.game.simulator
    assert simulator is not None
    winners: list[float] = []
    losers: list[float] = []
    for number in range(6):
        states = [each.state for each in played(usual_plan(world, seed=number, chance=number))]
        result = world.game.result(states[-1])
        assert result is not None
        for state in states[-len(states) // 3 : -1]:
            for place, value in zip(result.places, simulator.values(state), strict=True):
                (winners if place == 1 else losers).append(value)
    assert fmean(winners) > fmean(losers)


def test_hands_of_density_deck_are_dealt_again_until_they_fit_and_no_card_is_lost() -> None:
    """However often a hand is dealt anew to fit what its seat discarded, the cards are the same."""
    world = WORLDS["density-deck"]
    simulator = world.game.simulator
    assert simulator is not None
    for playing in played(usual_plan(world)):
        for seat in playing.asked:
            for seed in range(3):
                assert world.cards(simulator.resample(playing.state, seat, Random(seed))) == world.cards(playing.state)
