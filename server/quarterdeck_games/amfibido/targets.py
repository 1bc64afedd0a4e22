"""The cards in play to which the text of an Amfibido card applies."""

from typing import assert_never

from quarterdeck_protocol.games.amfibido import PieceId
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amfibido.effects import Task, Transform, Which
from quarterdeck_games.amfibido.state import Fighter, State, card_of, dojo_at, equipment, fighters, find


def this_piece(state: State, task: Task) -> PieceId | None:
    """Return the card with this text. For a combo move, return the fighter that it is on now, even if that fighter has
    become another card."""
    if task.combo is None:
        return task.piece
    for _, fighter in fighters(state, task.seat):
        if any(combo.piece == task.combo and not combo.copy for combo in fighter.combos):
            return fighter.piece
    return None


def fighter_here(state: State, task: Task) -> Fighter | None:
    """Return the fighter to which the text applies: the fighter of the triggering fight, wherever it and the card are
    now (AF-20, AF-39); otherwise the fighter in the dojo of the card with the text."""
    if task.about is not None:
        return next((fighter for _, fighter in fighters(state, task.seat) if fighter.piece == task.about), None)
    found = find(state, task.seat, task.piece)
    return None if found is None else dojo_at(state, task.seat, found[0]).fighter


def pieces_for(state: State, task: Task, which: Which) -> list[PieceId]:
    """Return the cards in play to which an effect may apply, from the left."""
    seat = task.seat
    match which:
        case Which.THIS:
            found = find(state, seat, this_piece(state, task))
            return [] if found is None else [found[1].piece]
        case Which.FIGHTER_HERE:
            fighter = fighter_here(state, task)
            return [] if fighter is None else [fighter.piece]
        case Which.EQUIPMENT_HERE:
            found = find(state, seat, task.piece)
            return [] if found is None else [thing.piece for thing in dojo_at(state, seat, found[0]).equipment]
        case Which.A_FIGHTER | Which.ALL_FIGHTERS:
            return [fighter.piece for _, fighter in fighters(state, seat)]
        case Which.A_PIECE_OF_EQUIPMENT | Which.ALL_EQUIPMENT:
            return [thing.piece for _, thing in equipment(state, seat)]
        case Which.EITHER | Which.EVERYTHING:
            both = [fighter.piece for _, fighter in fighters(state, seat)]
            return both + [thing.piece for _, thing in equipment(state, seat)]
        case _:
            assert_never(which)


def transformable(state: State, task: Task, effect: Transform) -> list[PieceId]:
    """Return the cards in play that a text may transform."""
    pieces = pieces_for(state, task, effect.what)
    return [piece for piece in pieces if level_of(state, task.seat, piece) <= effect.up_to]


def level_of(state: State, seat: Seat, piece: PieceId) -> int:
    found = find(state, seat, piece)
    return 0 if found is None else card_of(found[1].card).level


def next_level(state: State, seat: Seat, piece: PieceId) -> int:
    """Return the level to which a card transforms: the next one; the highest level stays the same (S3:268, S3:272)."""
    return min(5, level_of(state, seat, piece) + 1)
