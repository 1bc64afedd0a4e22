"""A decision leaves a board of which nothing follows any more, so the next one need not look before it changes it."""

from games.myacards.given import KEY
from games.worlds import WORLDS
from hypothesis import given
from quarterdeck_games.dice import Dice
from quarterdeck_games.myacards.resolution import Resolution
from quarterdeck_protocol.names import Version
from quarterdeck_testing.plans import Manner, Plan, plans
from quarterdeck_testing.random_matches import played


@given(plan=plans(WORLDS["myacards"], *Manner))
def test_nothing_follows_any_more_from_a_board_that_a_decision_has_left(plan: Plan) -> None:
    for playing in played(plan):
        if playing.state.ended is None:
            resolution = Resolution(playing.state, Dice(KEY, Version(1)))
            resolution.settle()
            assert resolution.events == []
