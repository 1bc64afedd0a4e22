"""What games for two seats share, on a state of their own."""

from enum import StrEnum

import pytest
from quarterdeck_games.game import Secret
from quarterdeck_games.two_seats import DRAW, SEATS, lost_by, other, result, with_side
from quarterdeck_protocol.messages import Result


class Reason(StrEnum):
    LEFT = "left"


class State(Secret, frozen=True, kw_only=True):
    sides: tuple["Side", "Side"]
    places: tuple[int, ...] = ()
    ended: Reason | None = None


class Side(Secret, frozen=True, kw_only=True):
    hand: int = 0
    kept: bool = False


@pytest.mark.parametrize(("seat", "opponent"), [(0, 1), (1, 0)])
def test_each_seat_is_the_others_opponent(seat: int, opponent: int) -> None:
    assert other(SEATS[seat]) == SEATS[opponent] == opponent


@pytest.mark.parametrize(("loser", "places"), [(0, (2, 1)), (1, (1, 2))])
def test_a_player_who_has_lost_is_second_and_the_other_first(loser: int, places: tuple[int, int]) -> None:
    assert lost_by(SEATS[loser]) == places
    assert sorted(places) != sorted(DRAW)


@pytest.mark.parametrize("seat", SEATS)
def test_a_change_to_a_side_leaves_the_rest_of_it_and_the_other_side_as_they_are(seat: int) -> None:
    before = State(sides=(Side(hand=1), Side(hand=2)))
    after = with_side(before, seat, kept=True)
    assert after.sides[seat] == Side(hand=seat + 1, kept=True)
    assert after.sides[1 - seat] is before.sides[1 - seat]
    assert before.sides[seat] == Side(hand=seat + 1)


def test_a_match_has_a_result_as_soon_as_it_has_ended() -> None:
    state = State(sides=(Side(), Side()), places=lost_by(SEATS[0]))
    assert result(state) is None
    ended = State(sides=state.sides, places=state.places, ended=Reason.LEFT)
    assert result(ended) == Result(places=(2, 1), reason="left")
