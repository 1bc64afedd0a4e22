"""The state of a match of MYACARDS."""

from functools import cached_property

import msgspec
from quarterdeck_protocol.games.myacards import Asked, CardId, Cards, Options, PieceId, Point, Reason, Stage, Until
from quarterdeck_protocol.names import Seat

from quarterdeck_games.game import Secret
from quarterdeck_games.myacards.faces import Catalogue
from quarterdeck_games.myacards.field import Board
from quarterdeck_games.myacards.queries import FieldQueries
from quarterdeck_games.two_seats import SEATS, other


class Side(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The state of one seat, apart from the field."""

    hand: Cards = ()
    deck: Cards = ()
    """The deck, the top card first."""

    oblivion: Cards = ()
    banned: Cards = ()
    """Cards in Oblivion that stay there (S4:127)."""

    kept: bool = False
    """True if it has its opening hand."""

    passes: Until | None = None
    """The seat's standing order: the time for which attacks are let pass (MY-66)."""

    waived: int = 0
    crowned: bool = False
    """True if it has called the Tyrant's bonus, where bonuses must be declared (MY-37)."""


class Placing(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A card that waits for its sacrifices. No card is removed before all sacrifices are chosen (MY-28)."""

    card: CardId
    zone: int
    sacrifices: int
    chosen: tuple[PieceId, ...] = ()


class Attacking(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The attack in progress, from its declaration to its end."""

    piece: PieceId
    target: PieceId
    column: int
    """The column of attacker and target when the attack was declared (MY-49)."""

    point: Point = Point.BEFORE


class State(Secret, frozen=True, kw_only=True, dict=True):
    """The complete state of a match. It contains both hands and decks, so it must not be sent."""

    catalogue: Catalogue
    """The cards that it is played with; they are not written down with it."""

    options: Options
    stage: Stage = Stage.NOT_DEALT
    starter: Seat = Seat(0)
    turn: int = 0
    """Number of turns that have begun: the first is the starter's, then they alternate."""

    live: bool = False
    """True if both players have ended their first turns (S4:65)."""

    sides: tuple[Side, Side] = (Side(), Side())
    board: Board = (None,) * 64
    pieces: int = 0
    """Number of ids that have been given."""

    groups: int = 0
    """Number of groups that have been awarded a bonus."""

    pace: int | None = None
    """The speed of the last attacker in order (MY-44)."""

    at_once: PieceId | None = None
    """The piece that was granted another attack and may use it out of order (MY-46)."""

    placing: Placing | None = None
    attack: Attacking | None = None
    window: Seat | None = None
    """The seat that may react."""

    asked: Asked | None = None
    ended: Reason | None = None
    places: tuple[int, ...] = ()

    @property
    def active_seat(self) -> Seat:
        """The seat whose turn it is."""
        return self.starter if self.turn % 2 else other(self.starter)

    @cached_property
    def field(self) -> FieldQueries:
        """The facts of the board, computed once for choices, decisions and all views."""
        return FieldQueries(self.board, self.catalogue.cards, self.uncrowned)

    def with_field_of(self, before: "State") -> "State":
        """Return this state with the cached facts of the state before the event, if the board is unchanged."""
        field = before.__dict__.get("field")
        if field is not None and field.is_of(self.board, self.uncrowned):
            self.__dict__["field"] = field
        return self

    @property
    def uncrowned(self) -> tuple[Seat, ...]:
        """The seats without the Tyrant's bonus, because they have not declared it (MY-37)."""
        if not self.options.declare_bonus:
            return ()
        return tuple([seat for seat in SEATS if not self.sides[seat].crowned])

    @property
    def is_first_turn(self) -> bool:
        """True if it is the active player's first turn."""
        return self.turn <= 2
