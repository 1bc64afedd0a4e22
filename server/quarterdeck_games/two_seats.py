"""Common parts of all games for two players: the opponent, the two sides of the state, and the end of a match."""

from enum import Enum
from typing import Any, Protocol, TypeVar

from msgspec.structs import replace
from quarterdeck_protocol.messages import Result
from quarterdeck_protocol.names import Seat

SEATS = (Seat(0), Seat(1))

FROM = (SEATS, SEATS[::-1])
"""Both seats in the order of each seat, itself first."""

Places = tuple[int, int]
DRAW: Places = (1, 1)


def other(seat: Seat) -> Seat:
    """Return the seat of the opponent in a game for two players."""
    return SEATS[1 - seat]


def lost_by(seat: Seat) -> Places:
    """Return the places of both seats in a match that this seat has lost."""
    return (2, 1) if seat == 0 else (1, 2)


class TwoSided(Protocol):
    """Base class of a state with one side for each seat."""

    @property
    def sides(self) -> tuple[Any, Any]: ...


State = TypeVar("State", bound=TwoSided)


def sides_with(state: State, seat: int, **changes: Any) -> tuple[Any, Any]:
    """Return both sides of a state, one of them changed. It is for events that also change other parts of the state, so
    that the state is built only once."""
    first, second = state.sides
    return (replace(first, **changes), second) if seat == 0 else (first, replace(second, **changes))


def with_side(state: State, seat: int, **changes: Any) -> State:
    """Return the state with one seat's side changed."""
    first, second = state.sides
    sides = (replace(first, **changes), second) if seat == 0 else (first, replace(second, **changes))
    changed: State = replace(state, sides=sides)  # type: ignore[type-var]  # every state is a struct
    return changed


class Ending(Protocol):
    """Base class of a state that records how its match ended."""

    @property
    def places(self) -> tuple[int, ...]: ...
    @property
    def ended(self) -> Enum | None: ...


def result(state: Ending) -> Result | None:
    """Return the places of both seats and the reason, if the match is over; otherwise `None`."""
    return None if state.ended is None else Result(places=state.places, reason=state.ended.value)
