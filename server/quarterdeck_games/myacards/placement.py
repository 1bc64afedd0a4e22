"""Legal places of a card in MYACARDS, and its possible sacrifices.

The zone is chosen first, then the sacrifices one by one. The cards on which the zone rests (the cards beneath it, the
Senior) must still be there when the card is placed, so they cannot be sacrificed (MY-25, MY-26). A card in the zone
itself must be sacrificed.
"""

from collections.abc import Iterator

from quarterdeck_protocol.games.myacards import Kind, PieceId
from quarterdeck_protocol.names import Seat

from quarterdeck_games.myacards.effects import Bars, Card
from quarterdeck_games.myacards.field import ROW_1, WAYS, Board, Piece, column_of, half_of, row_of, zone_at
from quarterdeck_games.myacards.queries import FieldQueries
from quarterdeck_games.myacards.state import State
from quarterdeck_games.two_seats import other


def zones_for(state: State, seat: Seat, card: Card, reading: FieldQueries) -> list[int]:
    """Return the zones that an entity card may take now; none if it cannot be placed."""
    board = state.board
    if card.junior_of and not any(piece.card == card.junior_of for _, piece in state.field.entities(seat)):
        return []  # S4:93, MY-27
    if card.sacrifices and state.is_first_turn:
        return []  # S4:109, MY-55
    needed = reading.needed(card, seat, state.sides[seat].waived)
    if not needed:
        return [zone for zone, _ in _spots(state, seat, card, reading) if board[zone] is None]
    if sum([_is_kind(state, piece, card) for _, piece in state.field.entities(seat)]) < needed:
        return []
    return [
        zone
        for zone, rests_on in _spots(state, seat, card, reading)
        if _is_payable(state, seat, card, zone, rests_on, needed)
    ]


def _spots(state: State, seat: Seat, card: Card, reading: FieldQueries) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the zones, free or occupied, for a card's kind, each with the zones on which it rests."""
    if card.kind is Kind.SUPPORT:
        for way in WAYS[seat]:
            yield way.home[0], ()
        return
    board = state.board
    barred = reading.has(Bars, other(seat))
    for home, front, behind in WAYS[seat]:
        yield home[1], ()
        if state.is_first_turn or not _all_own(board, seat, home[:2]):
            continue
        yield home[2], home[:2]  # S4:131
        if barred or not _all_own(board, seat, home[2:]):
            continue
        yield front, home  # S4:132
        if _all_own(board, seat, (front,)):
            yield behind, (*home, front)  # S4:133


def _all_own(board: Board, seat: Seat, zones: tuple[int, ...]) -> bool:
    for zone in zones:
        piece = board[zone]
        if piece is None or piece.seat != seat:
            return False
    return True


def _is_payable(state: State, seat: Seat, card: Card, zone: int, rests_on: tuple[int, ...], needed: int) -> bool:
    """True if enough cards can be sacrificed so that the card may still be placed in the zone."""
    there = state.board[zone]
    if there is not None and (there.seat != seat or _is_last_senior(state, seat, card, there)):
        return False
    able = [piece for at, piece in state.field.entities(seat) if at not in rests_on and _is_kind(state, piece, card)]
    seniors = sum([piece.card == card.junior_of for _, piece in state.field.entities(seat)])
    spare = sum([piece.card == card.junior_of for piece in able])
    if card.junior_of and spare == seniors:
        return len(able) - 1 >= needed  # MY-26: one Senior stays
    return len(able) >= needed


def _is_kind(state: State, piece: Piece, card: Card) -> bool:
    """True if a piece may be sacrificed for a card: active cards for active cards, support cards for support cards
    (S4:97, S4:98)."""
    return state.catalogue.cards[piece.card].kind is card.kind


def _is_last_senior(state: State, seat: Seat, card: Card, piece: Piece) -> bool:
    if piece.card != card.junior_of:
        return False
    return sum([one.card == card.junior_of for _, one in state.field.entities(seat)]) < 2


def sacrifices(state: State, seat: Seat) -> list[PieceId]:
    """Return the possible next sacrifices for the card that is being placed."""
    placing = state.placing
    if placing is None:
        return []
    card = state.catalogue.cards[placing.card]
    rests_on = resting_on(placing.zone, seat)
    there = state.board[placing.zone]
    left = placing.sacrifices - len(placing.chosen)
    if there is not None and there.id not in placing.chosen and left == 1:
        return [there.id]  # the zone itself must become free
    able = [
        piece
        for zone, piece in state.field.entities(seat)
        if zone not in rests_on and _is_kind(state, piece, card) and piece.id not in placing.chosen
    ]
    if card.junior_of:
        seniors = [piece for _, piece in state.field.entities(seat) if piece.card == card.junior_of]
        if len([piece for piece in seniors if piece.id not in placing.chosen]) == 1:
            able = [piece for piece in able if piece.card != card.junior_of]
        if there is not None and there.card == card.junior_of and there.id not in placing.chosen:
            standing_still = [one for one in seniors if one.id not in placing.chosen]
            if len(standing_still) == 2:  # the one in the zone must go, so the other must stay
                able = [piece for piece in able if piece.card != card.junior_of or piece.id == there.id]
    return [piece.id for piece in able]


def resting_on(zone: int, seat: Seat) -> tuple[int, ...]:
    """Return the zones of a seat that must be filled before its card can be placed in this one."""
    home, front, _ = WAYS[seat][column_of(zone)]
    if half_of(zone) == seat:
        return home[:2] if row_of(zone) == 4 else ()
    return home if row_of(zone) == 4 else (*home, front)


def free_in_row_1(state: State, seat: Seat, kind: Kind) -> int | None:
    """Return the first free zone for a dominion, event or effect; `None` if all are taken (MY-52)."""
    for column in ROW_1[kind]:
        zone = zone_at(seat, 1, column)
        if state.board[zone] is None:
            return zone
    return None
