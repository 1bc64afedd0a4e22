"""Bonuses that must be declared in MYACARDS (S4:139, MY-37): the seats that may declare one, and its awards.

A bonus cannot be declared late. It may be declared until the end of the turn in which the last of its cards came to its
place; if that was the opponent's turn, until the end of the next turn.
"""

from collections.abc import Iterator, Sequence

from quarterdeck_protocol.games.myacards import Bonus, BonusGained, BonusLost, Kind
from quarterdeck_protocol.names import Seat

from quarterdeck_games.myacards.bonuses import gained, named
from quarterdeck_games.myacards.field import Piece
from quarterdeck_games.myacards.state import State
from quarterdeck_games.two_seats import SEATS


def uncalled(state: State, seat: Seat, bonus: Bonus) -> list[BonusGained]:
    """Return the awards that a seat would get if it declared this bonus now; none if bonuses count automatically."""
    if not state.options.declare_bonus:
        return []
    if bonus is Bonus.TYRANT:
        return _crowning(state, seat)
    return [
        award.gained
        for award in gained(state.field, bonus, state.groups)
        if award.gained.seat == seat and _is_fresh(state, seat, award.neighbours)
    ]


def dethroned(state: State) -> Iterator[BonusLost]:
    """Yield the declared Tyrant's bonuses that have ended (S4:58)."""
    for seat in SEATS:
        if state.sides[seat].crowned and not state.field.is_tyrant(seat):
            pieces, faces = named(_actives(state, seat))
            yield BonusLost(seat=seat, bonus=Bonus.TYRANT, pieces=pieces, cards=faces)


def _crowning(state: State, seat: Seat) -> list[BonusGained]:
    own = [piece for piece in state.board if piece is not None and piece.seat == seat]
    if state.sides[seat].crowned or not _is_fresh(state, seat, own):
        return []
    if not state.field.is_tyrant(seat):
        return []
    pieces, faces = named(_actives(state, seat))
    return [BonusGained(seat=seat, bonus=Bonus.TYRANT, pieces=pieces, cards=faces, group=0)]


def _is_fresh(state: State, seat: Seat, pieces: Sequence[Piece]) -> bool:
    """True if the last of these cards came to its place so late that their bonus may still be declared."""
    newest = max([piece.arrived for piece in pieces], default=0)
    return newest >= (state.turn - 1 if seat == state.active_seat else state.turn)


def _actives(state: State, seat: Seat) -> list[Piece]:
    cards = state.catalogue.cards
    return [one for _, one in state.field.entities(seat) if cards[one.card].kind is Kind.ACTIVE]
