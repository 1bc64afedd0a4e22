"""What is read of a board is read once, and goes on to hold where an event leaves the board as it was."""

from games.worlds import WORLDS
from hypothesis import given
from quarterdeck_games.myacards.field import IN_COLUMN, WAYS, ZONES, column_of, half_of, row_of
from quarterdeck_games.myacards.queries import FieldQueries
from quarterdeck_games.myacards.state import State
from quarterdeck_protocol.games.myacards import Kind
from quarterdeck_protocol.names import Seat
from quarterdeck_testing.plans import Manner, Plan, plans
from quarterdeck_testing.random_matches import played


@given(plan=plans(WORLDS["myacards"], *Manner))
def test_anything_that_was_read_of_a_board_is_what_would_be_read_after_any_event(plan: Plan) -> None:
    state: State = plan.rules.blank(plan.setup)
    for playing in played(plan):
        for event in playing.entries[-1].events:
            before, known = state, state.field
            state = plan.rules.evolve(state, event)
            if state.board is before.board and state.uncrowned == before.uncrowned:
                assert state.field is known, "it is not read twice"
            anew = FieldQueries(state.board, state.catalogue.cards, state.uncrowned)
            assert state.field.pieces == anew.pieces
            for zone, piece in anew.pieces:
                if state.catalogue.cards[piece.card].kind is Kind.ACTIVE:
                    assert state.field.stats(piece, zone) == anew.stats(piece, zone)
                    assert state.field.bonuses(piece) == anew.bonuses(piece)


def test_a_column_is_filled_from_a_seats_own_row_2_up_to_row_3_of_the_other_half() -> None:
    """S4:131 to S4:133; column 3 of one seat meets column 3 of the other (MY-64)."""
    for seat in (Seat(0), Seat(1)):
        for column, way in enumerate(WAYS[seat]):
            in_order = [*way.home, way.front, way.behind]
            assert [(half_of(zone) == seat, row_of(zone)) for zone in in_order] == [
                (True, 2),
                (True, 3),
                (True, 4),
                (False, 4),
                (False, 3),
            ]
            assert {column_of(zone) for zone in in_order} == {column}


def test_a_column_has_six_entity_zones_and_each_is_in_one() -> None:
    assert [len(zones) for zones in IN_COLUMN] == [6] * 8
    entity = [zone for zone in range(len(ZONES)) if row_of(zone) > 1]
    assert sorted(zone for zones in IN_COLUMN for zone in zones) == entity
    assert all(column_of(zone) == column for column, zones in enumerate(IN_COLUMN) for zone in zones)
