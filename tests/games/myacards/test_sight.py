"""What a seat sees in a state is what its view tells it."""

from games.myacards.given import GAME
from games.myacards.greedy_matches import greedy_match
from games.worlds import WORLDS
from quarterdeck_games.complete_actions import complete
from quarterdeck_games.myacards.evaluation import worth_in
from quarterdeck_games.myacards.sight import sight_in, sight_of
from quarterdeck_protocol.names import Seat
from quarterdeck_testing.plans import usual_plan
from quarterdeck_testing.random_matches import played


def _told(sight: object) -> list[object]:
    """Return all but what lies on the field, which a view tells without who shares a bonus with whom."""
    return [getattr(sight, name) for name in ("mine", "theirs", "turn", "turn_seat", "hand", "hand_counts", "waived")]


def test_a_state_and_the_view_of_it_say_the_same() -> None:
    asked = [(state, seat) for number in range(4) for state, seat in greedy_match(number)]
    for number in range(2):
        moments = played(usual_plan(WORLDS["myacards"], seed=number, chance=number))
        asked += [(each.state, seat) for each in moments for seat in each.asked]
    cards = GAME.catalogue.cards
    for state, seat in asked:
        told = sight_of(GAME.view(state, seat), seat, cards)
        assert _told(sight_in(state, seat)) == _told(told)
        offered = complete(GAME.choices(state, seat))
        assert worth_in(sight_in(state, seat), offered) == worth_in(told, offered)
    assert len(asked) > 500


def test_whose_side_an_entity_is_on_goes_by_its_player_and_not_by_where_it_stands() -> None:
    for state, _ in greedy_match(1):
        ours, theirs = sight_in(state, Seat(0)), sight_in(state, Seat(1))
        assert (ours.mine, ours.theirs) == (theirs.theirs, theirs.mine)
