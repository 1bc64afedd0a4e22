"""The effects of events on the cards on the field of MYACARDS."""

from msgspec.structs import replace
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import Bonus

from quarterdeck_games.myacards.field import ZONE_OF, Chips, Piece, where
from quarterdeck_games.myacards.state import State
from quarterdeck_games.piles import with_at, without
from quarterdeck_games.two_seats import with_side


def _with_piece(state: State, zone: int, piece: Piece | None) -> State:
    return replace(state, board=with_at(state.board, zone, piece))


def _found(state: State, piece: my.PieceId) -> tuple[int, Piece]:
    """Return the card, with its zone, that an event names as being on the field."""
    zone = where(state.board, piece)
    there = None if zone is None else state.board[zone]
    if zone is None or there is None:
        raise LookupError(f"{piece} is not on the field")
    return zone, there


def placed(state: State, event: my.Placed) -> State:
    """Return the state after a card was placed. A card that waited for its sacrifices has already left the hand."""
    side = state.sides[event.seat]
    hand = without(side.hand, event.card) if state.placing is None else side.hand
    state = with_side(state, event.seat, hand=hand, waived=0)
    piece = Piece(id=event.piece, card=event.card, seat=event.seat, arrived=state.turn)
    state = replace(state, placing=None, pieces=state.pieces + 1)
    return _with_piece(state, ZONE_OF[event.zone], piece)


def played(state: State, event: my.Played) -> State:
    side = state.sides[event.seat]
    state = with_side(state, event.seat, hand=without(side.hand, event.card))
    piece = Piece(id=event.piece, card=event.card, seat=event.seat, arrived=state.turn, last_turn=event.last_turn)
    return _with_piece(replace(state, pieces=state.pieces + 1), ZONE_OF[event.zone], piece)


def attacked(state: State, event: my.AttackDeclared) -> tuple[State, int]:
    zone, piece = _found(state, event.piece)
    return _with_piece(state, zone, replace(piece, attacks=piece.attacks + 1)), zone


def removed(state: State, event: my.Removed) -> State:
    """Return the state after a card was removed. Every card that leaves play goes to its owner's Oblivion, visible to
    everybody (MY-16)."""
    zone, _ = _found(state, event.piece)
    side = state.sides[event.seat]
    oblivion = (*side.oblivion, event.card)
    banned = (*side.banned, event.card) if event.banned else side.banned
    return _with_piece(with_side(state, event.seat, oblivion=oblivion, banned=banned), zone, None)


def returned(state: State, event: my.Returned) -> State:
    zone, _ = _found(state, event.piece)
    side = state.sides[event.seat]
    return _with_piece(with_side(state, event.seat, hand=(*side.hand, event.card)), zone, None)


def moved(state: State, event: my.Moved) -> State:
    zone, piece = _found(state, event.piece)
    moved_piece = replace(piece, arrived=state.turn)
    return _with_piece(_with_piece(state, zone, None), ZONE_OF[event.zone], moved_piece)


def chipped(state: State, event: my.Chipped) -> State:
    zone, piece = _found(state, event.piece)
    if event.last_turn is None:
        changed = replace(
            piece,
            attack=piece.attack + event.attack,
            defense=piece.defense + event.defense,
            speed=piece.speed + event.speed,
        )
    else:
        chips = Chips(attack=event.attack, defense=event.defense, speed=event.speed, last_turn=event.last_turn)
        changed = replace(piece, chips=(*piece.chips, chips))
    return _with_piece(state, zone, changed)


def attack_granted(state: State, event: my.AttackGranted) -> State:
    zone, piece = _found(state, event.piece)
    state = _with_piece(state, zone, replace(piece, granted=piece.granted + 1))
    return replace(state, at_once=event.piece)


def stilled(state: State, event: my.Stilled) -> State:
    zone, piece = _found(state, event.piece)
    return _with_piece(state, zone, replace(piece, stilled=max(piece.stilled, event.last_turn)))


def shielded(state: State, event: my.Shielded) -> State:
    zone, piece = _found(state, event.piece)
    return _with_piece(state, zone, replace(piece, shielded=max(piece.shielded, event.last_turn)))


def bonus_gained(state: State, event: my.BonusGained) -> State:
    if event.bonus is Bonus.TYRANT:
        return with_side(state, event.seat, crowned=True)
    board = tuple(
        [
            replace(piece, bonus=event.bonus, group=event.group)
            if piece is not None and piece.id in event.pieces
            else piece
            for piece in state.board
        ]
    )
    return replace(state, board=board, groups=max(state.groups, event.group))


def bonus_lost(state: State, event: my.BonusLost) -> State:
    if event.bonus is Bonus.TYRANT:
        return with_side(state, event.seat, crowned=False)
    board = tuple(
        [
            replace(piece, bonus=None, group=0) if piece is not None and piece.id in event.pieces else piece
            for piece in state.board
        ]
    )
    return replace(state, board=board)


def rested(state: State, turn: int) -> State:
    """Return the state at the end of a turn: cards may attack again, and point chips that last for turns are
    removed."""
    board = tuple([None if piece is None else _rested(piece, turn) for piece in state.board])
    return state if board == state.board else replace(state, board=board)


def _rested(piece: Piece, turn: int) -> Piece:
    if piece.attacks or piece.granted:
        piece = replace(piece, attacks=0, granted=0)
    if piece.chips:
        piece = replace(piece, chips=tuple([chips for chips in piece.chips if chips.last_turn > turn]))
    if piece.stilled and piece.stilled <= turn:
        piece = replace(piece, stilled=0)
    if piece.shielded and piece.shielded <= turn:
        piece = replace(piece, shielded=0)
    return piece
