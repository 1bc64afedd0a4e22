"""The state of a match, and the geometry of the field.

The field is 64 zones (S4:48…54): zone `32 · half + 8 · (row − 1) + column`. Columns run through both halves, so that
column 3 of seat 0 meets column 3 of seat 1 (MY-64); the two rows 4 touch each other.
"""

from collections.abc import Iterator

import msgspec
from quarterdeck_protocol.games.myacards import (
    Asked,
    Bonus,
    CardId,
    Cards,
    Kind,
    Options,
    PieceId,
    Point,
    Reason,
    Stage,
    Until,
    ZoneId,
)
from quarterdeck_protocol.names import Seat

from quarterdeck_games.game import Secret
from quarterdeck_games.myacards.faces import Catalogue
from quarterdeck_games.two_seats import SEATS, other

COLUMNS = range(8)
ZONES: tuple[ZoneId, ...] = tuple(
    [ZoneId(f"{half}.{row}.{column}") for half in SEATS for row in (1, 2, 3, 4) for column in COLUMNS]
)
ZONE_OF = {name: number for number, name in enumerate(ZONES)}
ROW_1 = {Kind.EVENT: (0, 1, 2), Kind.EFFECT: (3, 4, 5), Kind.DOMINION: (6, 7)}
"""S4:54: three event zones, three effect zones, two dominion zones."""

ENTITY_ZONES = tuple([tuple(range(32 * half + 8, 32 * half + 32)) for half in SEATS])
"""For each half its rows 2 to 4."""

BOTH_ENTITY_ZONES = ENTITY_ZONES[0] + ENTITY_ZONES[1]
ACTIVE_ROWS = tuple([(32 * half + 16, 32 * half + 24) for half in SEATS])
"""For each half where its rows 3 and 4 begin."""


def zone_at(half: int, row: int, column: int) -> int:
    return 32 * half + 8 * (row - 1) + column


def half_of(zone: int) -> int:
    return zone >> 5


def row_of(zone: int) -> int:
    return (zone >> 3 & 3) + 1


def column_of(zone: int) -> int:
    return zone & 7


class Chips(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Point chips on a card that are taken away again."""

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
    """What lasting chips have added to what is printed."""

    defense: int = 0
    speed: int = 0
    chips: tuple[Chips, ...] = ()
    bonus: Bonus | None = None
    """Pack, sister-taxa or phylogenetic bonus: locked until it ends (MY-35)."""

    group: int = 0
    """With whom it was awarded."""

    attacks: int = 0
    """How often it has attacked this turn."""

    granted: int = 0
    """How many attacks more it has been granted this turn."""

    stilled: int = 0
    """The last turn in which it may not attack; 0 for none."""

    shielded: int = 0
    arrived: int = 0
    """In which turn it came to where it stands; 0 for before the first."""

    last_turn: int | None = None
    """At the end of which turn it leaves by itself."""


Board = tuple[Piece | None, ...]


class Side(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What belongs to one seat beside the field."""

    hand: Cards = ()
    deck: Cards = ()
    """The top first."""

    oblivion: Cards = ()
    banned: Cards = ()
    """Cards in Oblivion that stay there (S4:127)."""

    kept: bool = False
    """Whether it has its opening hand."""

    passes: Until | None = None
    """Its standing order: how long attacks are let pass for it (MY-66)."""

    waived: int = 0
    crowned: bool = False
    """Whether it has called the Tyrant's bonus, where bonuses must be declared (MY-37)."""


class Placing(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A card that waits for its sacrifices. Nothing is given up before all are chosen (MY-28)."""

    card: CardId
    zone: int
    sacrifices: int
    chosen: tuple[PieceId, ...] = ()


class Attacking(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An attack between its declaration and its end."""

    piece: PieceId
    target: PieceId
    column: int
    """In which column both stood when it was declared (MY-49)."""

    point: Point = Point.BEFORE


class State(Secret, frozen=True, kw_only=True):
    """A match. It holds both hands and decks, so it stays inside."""

    catalogue: Catalogue
    """The cards that it is played with; they are not written down with it."""

    options: Options
    stage: Stage = Stage.NOT_DEALT
    starter: Seat = Seat(0)
    turn: int = 0
    """How many turns have begun: the first is the starter's, then they alternate."""

    live: bool = False
    """Whether both have ended their first turns (S4:65)."""

    sides: tuple[Side, Side] = (Side(), Side())
    board: Board = (None,) * 64
    pieces: int = 0
    """How many ids have been given."""

    groups: int = 0
    """How many groups have been awarded a bonus."""

    pace: int | None = None
    """The speed of the last attacker in order (MY-44)."""

    at_once: PieceId | None = None
    """Who was granted another attack and may use it out of order (MY-46)."""

    placing: Placing | None = None
    attack: Attacking | None = None
    window: Seat | None = None
    """Who may react."""

    asked: Asked | None = None
    ended: Reason | None = None
    places: tuple[int, ...] = ()

    @property
    def active_seat(self) -> Seat:
        """Whose turn it is."""
        return self.starter if self.turn % 2 else other(self.starter)

    @property
    def uncrowned(self) -> tuple[Seat, ...]:
        """Who does not enjoy the Tyrant's bonus, because they have not called it (MY-37)."""
        return tuple([seat for seat in SEATS if self.options.declare_bonus and not self.sides[seat].crowned])

    @property
    def is_first_turn(self) -> bool:
        """Whether the player of the turn has it for the first time."""
        return self.turn <= 2


def standing(board: Board, seat: Seat) -> Iterator[tuple[int, Piece]]:
    """Return a seat's entities with their zones, wherever they stand (MY-7)."""
    for zone in BOTH_ENTITY_ZONES:
        piece = board[zone]
        if piece is not None and piece.seat == seat:
            yield zone, piece


def has_entity(board: Board, seat: Seat) -> bool:
    return next(standing(board, seat), None) is not None


def where(board: Board, piece: PieceId) -> int | None:
    """Return the zone of a piece; `None` if it is not on the field."""
    for zone, one in enumerate(board):
        if one is not None and one.id == piece:
            return zone
    return None
