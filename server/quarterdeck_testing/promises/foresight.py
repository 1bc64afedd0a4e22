"""Tests that a search for a seat uses only what the seat may know."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from quarterdeck_games.state_codec import keep

from quarterdeck_testing.plans import plans
from quarterdeck_testing.profiles import runs_of_profile
from quarterdeck_testing.promises.broken_promise import promise
from quarterdeck_testing.promises.checked_matches import glance, has_cards_of, sampled
from quarterdeck_testing.random_matches import beside
from quarterdeck_testing.world import World


@runs_of_profile
@given(data=st.data())
@promise("hidden information reaches nobody")
def test_anything_that_is_played_ahead_follows_from_what_the_seat_may_see(world: World, data: st.DataObject) -> None:
    """A state that a search simulates looks to the seat like the real one and has the same cards (the same number, if
    lists are hidden). In another world that looks the same to the seat, the search simulates the same state."""
    plan = data.draw(plans(world))
    simulator = plan.rules.simulator
    if simulator is None:  # a game that no search bot plays
        return
    chance = Random(plan.chance + 8)
    for playing in sampled(plan):
        for seat in playing.asked:
            seed = chance.random()
            state = simulator.resample(playing.state, seat, Random(seed))
            imagined = glance(beside(playing.record, state), seat)
            assert imagined == glance(playing.record, seat), (
                "`resample` must return a state that looks the same to the seat"
            )
            assert has_cards_of(world, state, playing.state), "`resample` must return a state with the same cards"
            hidden = world.another(playing.state, seat, (), chance)
            elsewhere = keep(simulator.resample(hidden, seat, Random(seed)))
            assert elsewhere == keep(state), "`resample` must depend only on facts that the seat may know"
            values = simulator.values(state)
            assert len(values) == len(playing.record.seats), "`values` must have a number for each seat"
            assert all(0 <= value <= 1 for value in values), "`values` must be between 0 and 1"
            offered = playing.record.choices[seat]
            played = simulator.plays(state, seat, offered, chance)
            assert played in offered, "`plays` must return one of the choices that it was given"
