"""The field of MYACARDS: its geometry, and the cards on it.

The field has 64 zones (S4:48…54): zone `32 · half + 8 · (row − 1) + column`. Columns continue through both halves, so
column 3 of seat 0 meets column 3 of seat 1 (MY-64). The two rows 4 touch each other.
"""

from typing import NamedTuple

import msgspec
from quarterdeck_protocol.games.myacards import Bonus, CardId, Kind, PieceId, ZoneId
from quarterdeck_protocol.names import Seat

from quarterdeck_games.two_seats import SEATS, other

COLUMNS = range(8)
ZONES: tuple[ZoneId, ...] = tuple(
    [ZoneId(f"{half}.{row}.{column}") for half in SEATS for row in (1, 2, 3, 4) for column in COLUMNS]
)
ZONE_OF = {name: number for number, name in enumerate(ZONES)}
ROW_1 = {Kind.EVENT: (0, 1, 2), Kind.EFFECT: (3, 4, 5), Kind.DOMINION: (6, 7)}
"""S4:54: three event zones, three effect zones, two dominion zones."""

ENTITY_ZONES = tuple([tuple(range(32 * half + 8, 32 * half + 32)) for half in SEATS])
"""Rows 2 to 4 of each half."""

ACTIVE_ROWS = tuple([(32 * half + 16, 32 * half + 24) for half in SEATS])
"""The first zones of rows 3 and 4 of each half."""


def zone_at(half: int, row: int, column: int) -> int:
    return 32 * half + 8 * (row - 1) + column


def half_of(zone: int) -> int:
    return zone >> 5


def row_of(zone: int) -> int:
    return (zone >> 3 & 3) + 1


def column_of(zone: int) -> int:
    return zone & 7


IN_COLUMN = tuple([tuple([zone_at(half, row, column) for half in SEATS for row in (2, 3, 4)]) for column in COLUMNS])
"""The entity zones of each column on both halves."""


class Way(NamedTuple):
    """A column in the order in which a seat fills it, from its own row 2 on (S4:131…133)."""

    home: tuple[int, ...]
    """Rows 2 to 4 of the seat's half."""

    front: int
    """Row 4 of the other half."""

    behind: int
    """Row 3 of the other half."""


def _way(seat: Seat, column: int) -> Way:
    home = tuple([zone_at(seat, row, column) for row in (2, 3, 4)])
    return Way(home, zone_at(other(seat), 4, column), zone_at(other(seat), 3, column))


WAYS = tuple([tuple([_way(seat, column) for column in COLUMNS]) for seat in SEATS])
"""The eight columns from the view of each seat."""


class Chips(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Point chips on a card that are removed again later."""

    attack: int
    defense: int
    speed: int
    last_turn: int


class Piece(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A card on the field."""

    id: PieceId
    card: CardId
    seat: Seat
    attack: int = 0
    """The lasting change of its printed attack by chips."""

    defense: int = 0
    speed: int = 0
    chips: tuple[Chips, ...] = ()
    bonus: Bonus | None = None
    """Pack, sister-taxa or phylogenetic bonus: locked until it ends (MY-35)."""

    group: int = 0
    """The cards that received the bonus together."""

    attacks: int = 0
    """Number of its attacks this turn."""

    granted: int = 0
    """Number of further attacks that it has been granted this turn."""

    stilled: int = 0
    """The last turn in which it may not attack; 0 for none."""

    shielded: int = 0
    arrived: int = 0
    """The turn in which it came to its zone; 0 for before the first."""

    last_turn: int | None = None
    """The turn at whose end it leaves by itself."""


Board = tuple[Piece | None, ...]


def has_entity(board: Board, seat: Seat) -> bool:
    """True if a seat has an entity anywhere; most have one on their own half, which is checked first."""
    for zone in ENTITY_ZONES[seat] + ENTITY_ZONES[other(seat)]:
        piece = board[zone]
        if piece is not None and piece.seat == seat:
            return True
    return False


def where(board: Board, piece: PieceId) -> int | None:
    """Return the zone of a piece; `None` if it is not on the field."""
    for zone, one in enumerate(board):
        if one is not None and one.id == piece:
            return zone
    return None
