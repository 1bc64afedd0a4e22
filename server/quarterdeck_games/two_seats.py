"""What all games for two seats have in common: who the opponent is, what belongs to a seat, and how a match ends."""

from enum import Enum
from typing import Any, Protocol, TypeVar

from msgspec.structs import replace
from quarterdeck_protocol.messages import Result
from quarterdeck_protocol.names import Seat

SEATS = (Seat(0), Seat(1))

FROM = (SEATS, SEATS[::-1])
"""For each seat both, itself first."""

Places = tuple[int, int]
DRAW: Places = (1, 1)


def other(seat: Seat) -> Seat:
    """Return the opponent's seat."""
    return SEATS[1 - seat]


def lost_by(seat: Seat) -> Places:
    """Return the places of a match that this seat has lost."""
    return (2, 1) if seat == 0 else (1, 2)


class TwoSided(Protocol):
    """A state that has for each seat what belongs to it."""

    @property
    def sides(self) -> tuple[Any, Any]: ...


State = TypeVar("State", bound=TwoSided)


def sides_with(state: State, seat: int, **changes: Any) -> tuple[Any, Any]:
    """Return what belongs to both seats with something changed of that of one: for an event that changes something else
    of the state as well, which is then made anew once and not twice."""
    first, second = state.sides
    return (replace(first, **changes), second) if seat == 0 else (first, replace(second, **changes))


def with_side(state: State, seat: int, **changes: Any) -> State:
    """Return the state with something changed of what belongs to a seat."""
    first, second = state.sides
    sides = (replace(first, **changes), second) if seat == 0 else (first, replace(second, **changes))
    changed: State = replace(state, sides=sides)  # type: ignore[type-var]  # every state is a struct
    return changed


class Ending(Protocol):
    """A state that says how its match ended."""

    @property
    def places(self) -> tuple[int, ...]: ...
    @property
    def ended(self) -> Enum | None: ...


def result(state: Ending) -> Result | None:
    """Return the places of both seats and the reason, once it is over."""
    return None if state.ended is None else Result(places=state.places, reason=state.ended.value)
