"""MYACARDS played ahead: what a seat may hold for the real state, and how good that is for both."""

from collections.abc import Sequence
from math import tanh

from msgspec.structs import replace
from quarterdeck_protocol.games.myacards import Action, EndTurn, Prompt
from quarterdeck_protocol.names import Seat

from quarterdeck_games.myacards.state import State
from quarterdeck_games.simulator import Chance, Simulator
from quarterdeck_games.two_seats import other

IN_HAND = 0.4
"""What a card in the hand is worth of one on the field."""

NEARLY_OUT = 10
"""From so few cards in the deck on each is worth as much as one in the hand: who cannot draw has lost (G-6)."""

EVEN = 4.0
"""By how many cards one must be ahead to be fairly sure of the match."""

IDLENESS = 0.2
ACTIONS_OF_TWO_TURNS = 40


def resample(state: State, seat: Seat, chance: Chance) -> State:
    """Return the state with both decks in another order, the other's hand exchanged against their deck (MY-56), and no
    standing order of theirs (MY-66)."""
    foe = other(seat)
    mine, theirs = state.sides[seat], state.sides[foe]
    own = sorted(mine.deck)
    chance.shuffle(own)
    sees_hand = (
        state.asked is not None and state.asked.seat == seat and state.asked.prompt is Prompt.CHOOSE_FROM_THEIR_HAND
    )
    rest = sorted(theirs.deck if sees_hand else (*theirs.hand, *theirs.deck))
    chance.shuffle(rest)
    held = 0 if sees_hand else len(theirs.hand)
    hand = theirs.hand if sees_hand else tuple(rest[:held])
    sides = {
        seat: replace(mine, deck=tuple(own)),
        foe: replace(theirs, hand=hand, deck=tuple(rest[held:]), passes=None),
    }
    return replace(state, sides=(sides[Seat(0)], sides[Seat(1)]))


def values(state: State) -> Sequence[float]:
    """Return how likely each seat is to win, from the cards on the field, in the hands and left to draw."""
    worth = [IN_HAND * (len(side.hand) + min(len(side.deck), NEARLY_OUT)) for side in state.sides]
    for piece in state.board:
        if piece is not None:
            worth[piece.seat] += 1
    ahead = 0.5 + 0.5 * tanh((worth[0] - worth[1]) / EVEN)
    return ahead, 1 - ahead


def is_quiet(begun: State, state: State) -> bool:
    """Whether the opponent has had a turn."""
    return state.turn >= begun.turn + 2


def plays(state: State, seat: Seat, offered: Sequence[Action], chance: Chance) -> Action:
    """Return anything, and now and then the end of the turn."""
    action = offered[int(chance.random() * len(offered))]
    if len(offered) > 1 and isinstance(action, EndTurn) and chance.random() > IDLENESS:
        rest = [each for each in offered if not isinstance(each, EndTurn)]
        return rest[int(chance.random() * len(rest))]
    return action


SIMULATOR = Simulator(resample, values, plays, is_quiet, ACTIONS_OF_TWO_TURNS)
