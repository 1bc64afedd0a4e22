"""What is read of the cards in play is read once, and goes on to hold where an event changes nothing of it."""

from games.worlds import WORLDS
from hypothesis import given
from quarterdeck_games.amiibart.evolve import AFTER, IN_PLAY_AFTER
from quarterdeck_games.amiibart.in_play import read
from quarterdeck_games.amiibart.state import State
from quarterdeck_testing.plans import Manner, Plan, plans
from quarterdeck_testing.random_matches import played


@given(plan=plans(WORLDS["amiibart"], *Manner))
def test_anything_that_was_read_of_the_cards_in_play_is_what_would_be_read_after_any_event(plan: Plan) -> None:
    state: State = plan.rules.blank(plan.setup)
    for playing in played(plan):
        for event in playing.entries[-1].events:
            known = state.in_play
            state = plan.rules.evolve(state, event)
            anew = read(state.catalogue, state.sides)
            assert state.in_play.auras == anew.auras
            assert state.in_play.speaking == anew.speaking
            assert state.in_play.waited_for == anew.waited_for
            assert state.in_play.places == anew.places
            assert (state.in_play is known) is (type(event) not in IN_PLAY_AFTER), "it is not read twice"


def test_the_events_that_change_what_is_in_play_are_events() -> None:
    assert set(AFTER) >= set(IN_PLAY_AFTER)
