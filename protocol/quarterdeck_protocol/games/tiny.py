"""The message shapes of Tiny, the smallest complete game: two players mark cells in turn. Benchmarks and tests play
it."""

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from quarterdeck_protocol.marks import each_place, place
from quarterdeck_protocol.names import Seat, Whole
from quarterdeck_protocol.tagged import Tagged

Cell = Annotated[Whole, place("cell")]


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """Options of a table."""

    marks: Annotated[int, Meta(ge=1, le=1_000_000_000, title="Marks")] = 10
    """Number of marks that end the match, from 1 to 1,000,000,000."""


class Mark(Tagged, frozen=True, kw_only=True, tag="mark"):
    """Action: put the next mark into a cell."""

    cell: Cell
    note: str
    """A text of up to 64 characters. It has no meaning; measurements use its length."""


Action = Mark


class Began(Tagged, frozen=True, kw_only=True, tag="began"):
    """Event: the starting seat was drawn by lot."""

    seat: Seat


class Marked(Tagged, frozen=True, kw_only=True, tag="marked"):
    """Event: a seat put a mark into a cell."""

    seat: Seat
    cell: Cell
    mark: int


class Left(Tagged, frozen=True, kw_only=True, tag="left"):
    """Event: a player left the match for good; the other one wins."""

    seat: Seat


Event = Began | Marked | Left


class Reason(StrEnum):
    """Reason for the end of a match: the `reason` of the result."""

    LAST_MARK = "last_mark"
    """A player has made the last mark."""

    LEFT = "left"
    """A player left for good."""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """The complete state of a match of Tiny, which is visible to everybody."""

    turn: Seat
    marks: int
    first_cells: Annotated[tuple[int, ...], each_place("cell", 0)]
    """The contents of the first eight cells."""
