"""Order of a turn in MYACARDS (MY-11): draw, play, attack, discard, and the next player's turn."""

from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import Reason, Stage, Why
from quarterdeck_protocol.names import Seat

from quarterdeck_games.myacards.effects import DrawsMore, LargerHand
from quarterdeck_games.myacards.field import has_entity
from quarterdeck_games.myacards.queries import FieldQueries
from quarterdeck_games.myacards.resolution import Resolution
from quarterdeck_games.myacards.resolve import draw
from quarterdeck_games.myacards.state import State
from quarterdeck_games.two_seats import DRAW, other

HAND_LIMIT = 8
"""Maximum number of cards in a hand at the end of a turn (S4:73)."""


def is_in_its_turn(state: State, seat: Seat) -> bool:
    """True if a question to a seat uses the time of its turn. That applies to all its actions there, but not to
    questions from an opponent's reaction (MY-67)."""
    if not state.turn or seat != state.active_seat or state.window == seat:
        return False
    return state.asked is None or state.asked.owner_seat == seat


def is_losing_empty(state: State, seat: Seat) -> bool:
    """True if the active seat has no entity. That is possible only in its first turn. The seat has then lost when both
    players have ended theirs (S4:65)."""
    at_turn = state.stage in (Stage.PLAY, Stage.ATTACK, Stage.DISCARD) and seat == state.active_seat
    return at_turn and not has_entity(state.board, seat)


def begin_turn(resolution: Resolution) -> None:
    """Begin the next turn with a draw. A seat that cannot draw loses before anything else happens (MY-9, MY-10)."""
    state = resolution.state
    seat = other(state.active_seat) if state.turn else state.starter
    resolution.record(my.TurnBegan(seat=seat, turn=state.turn + 1))
    deck = state.sides[seat].deck
    if not deck:
        resolution.lose(seat, Reason.EMPTY_DECK)
        return
    resolution.record(my.Drew(seat=seat, card=deck[0]))
    draw(resolution, seat, sum([law.cards for law in resolution.state.field.chosen_laws(DrawsMore, seat)]))


def hand_limit(seat: Seat, reading: FieldQueries) -> int:
    return HAND_LIMIT + sum([law.cards for law in reading.chosen_laws(LargerHand, seat)])


def excess(state: State, seat: Seat, reading: FieldQueries) -> int:
    """Return how many cards a hand has above its limit at the end of the player's turn (MY-15)."""
    return max(0, len(state.sides[seat].hand) - hand_limit(seat, reading))


def end_turn(resolution: Resolution) -> None:
    """End the turn, unless the player must discard first because the hand is too large."""
    seat = resolution.state.active_seat
    too_many = excess(resolution.state, seat, resolution.state.field)
    if too_many:
        if resolution.state.stage is not Stage.DISCARD:
            resolution.record(my.HandFull(seat=seat, count=too_many))
        return
    turn = resolution.state.turn
    for piece in resolution.state.board:
        if piece is not None and piece.last_turn is not None and piece.last_turn <= turn:
            resolution.remove(piece, Why.DONE)
    resolution.record(my.TurnEnded(seat=seat, turn=turn))
    resolution.settle()
    resolution.judge()
    if resolution.state.ended is not None:
        return
    if turn >= resolution.state.options.turn_cap:
        resolution.record(my.MatchEnded(places=DRAW, reason=Reason.TURN_CAP))  # MY-58
        return
    begin_turn(resolution)
