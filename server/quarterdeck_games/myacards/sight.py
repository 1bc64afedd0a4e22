"""A seat's knowledge of a match of MYACARDS for a bot, and the value of the entities on the field for that seat.

It is computed from the view that a player receives or, in a search, from a state; both give the same.
"""

from collections.abc import Sequence
from typing import NamedTuple

from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import Bonus, Kind, PieceId, PieceView, Question, View
from quarterdeck_protocol.names import Seat

from quarterdeck_games.myacards.field import ZONE_OF, Board, Piece, half_of, row_of
from quarterdeck_games.myacards.queries import Faces, FieldQueries
from quarterdeck_games.myacards.state import Attacking, State
from quarterdeck_games.two_seats import SEATS

A_BODY = 5.0
"""The worth of any entity, because a player without one loses."""

ATTACK, DEFENSE, SPEED = 0.6, 0.5, 0.1
"""The worth of a point of each statistic."""

A_SUPPORT = 8.0


class One(NamedTuple):
    """An entity on the field, or one that might be placed there, with its value."""

    piece: PieceId
    zone: int
    attack: int
    defense: int
    """The defense; for a support card, the strength that removes it, less one."""

    speed: int
    worth: float
    is_active: bool
    attacks: int = 0
    """Number of its remaining attacks, this turn if it is its player's, otherwise in its next."""

    guarded: bool = False
    """True if it cannot be attacked at the next opportunity: in its player's turn that is the next one."""

    def fells(self, other: "One") -> bool:
        return self.is_active and self.attack > other.defense and not other.guarded


class Sight(NamedTuple):
    """The facts of a match that a seat sees."""

    seat: Seat
    cards: Faces
    board: Board
    reading: FieldQueries
    mine: Sequence[One]
    theirs: Sequence[One]
    turn: int
    turn_seat: Seat | None
    attack: my.AttackView | Attacking | None
    question: Question | my.Asked | None
    hand: my.Cards
    hand_counts: tuple[int, ...]
    deck_counts: tuple[int, ...]
    waived: int
    """Number of sacrifices that it need not make."""


def body(attack: int, defense: int, speed: int) -> float:
    """Return the rough value of having a card with these statistics on the field."""
    return A_BODY + ATTACK * attack + DEFENSE * defense + SPEED * speed


def sight_of(view: View, seat: Seat, cards: Faces) -> Sight:
    """Return the facts that a seat sees, from its view."""
    board: list[Piece | None] = [None] * 64
    for told in view.field:
        bonus = next((each for each in told.bonuses if each is not Bonus.TYRANT), None)
        board[ZONE_OF[told.zone]] = Piece(id=told.piece, card=told.card, seat=_owner(told), bonus=bonus)
    reading = FieldQueries(tuple(board), cards)
    sides: tuple[list[One], list[One]] = ([], [])
    for told in view.field:
        if cards[told.card].is_entity:
            sides[_owner(told) != seat].append(_told(view, reading, told))
    return Sight(
        seat=seat,
        cards=cards,
        board=reading.board,
        reading=reading,
        mine=sides[0],
        theirs=sides[1],
        turn=view.turn,
        turn_seat=view.turn_seat,
        attack=view.attack,
        question=view.question,
        hand=view.hand or (),
        hand_counts=tuple([each.hand_count for each in view.seats]),
        deck_counts=tuple([each.deck_count for each in view.seats]),
        waived=view.seats[seat].waived,
    )


def _owner(told: PieceView) -> Seat:
    return Seat(half_of(ZONE_OF[told.zone])) if told.seat is None else told.seat


def _told(view: View, reading: FieldQueries, told: PieceView) -> One:
    zone = ZONE_OF[told.zone]
    piece = reading.board[zone]
    is_at_turn = _owner(told) == view.turn_seat
    guarded = told.shielded or (piece is not None and reading.is_guarded(piece, zone, view.turn + is_at_turn))
    stats = told.stats or view.faces[told.card].stats
    if stats is None:
        endured = None if piece is None else reading.endures(piece, zone)
        return One(told.piece, zone, 0, (endured or 0) - 1, 0, A_SUPPORT, False, guarded=guarded)
    attacks = told.attacks_left if is_at_turn else 1
    return One(told.piece, zone, *stats, body(*stats), True, 0 if told.stilled else attacks, guarded)


def sight_in(state: State, seat: Seat) -> Sight:
    """Return the facts that a seat sees, from a state."""
    cards, reading = state.catalogue.cards, state.field
    sides: tuple[list[One], list[One]] = ([], [])
    active_seat = state.active_seat if state.turn else None
    for zone, piece in reading.pieces:
        if row_of(zone) > 1:
            is_at_turn = piece.seat == active_seat
            sides[piece.seat != seat].append(_read(state, piece, zone, is_at_turn=is_at_turn))
    return Sight(
        seat=seat,
        cards=cards,
        board=state.board,
        reading=reading,
        mine=sides[0],
        theirs=sides[1],
        turn=state.turn,
        turn_seat=active_seat,
        attack=state.attack,
        question=state.asked,
        hand=state.sides[seat].hand,
        hand_counts=tuple([len(state.sides[each].hand) for each in SEATS]),
        deck_counts=tuple([len(state.sides[each].deck) for each in SEATS]),
        waived=state.sides[seat].waived,
    )


def _read(state: State, piece: Piece, zone: int, *, is_at_turn: bool) -> One:
    cards, reading = state.catalogue.cards, state.field
    guarded = bool(piece.shielded) or reading.is_guarded(piece, zone, state.turn + is_at_turn)
    if cards[piece.card].kind is not Kind.ACTIVE:
        return One(piece.id, zone, 0, (reading.endures(piece, zone) or 0) - 1, 0, A_SUPPORT, False, guarded=guarded)
    attack, defense, speed = reading.stats(piece, zone)
    attacks = max(0, reading.attacks_left(piece, zone)) if is_at_turn else 1
    worth = A_BODY + ATTACK * attack + DEFENSE * defense + SPEED * speed
    return One(piece.id, zone, attack, defense, speed, worth, True, 0 if piece.stilled else attacks, guarded)
