"""Support of Amiibart TCG for searching bots. Nothing is hidden (AM-7), so a seat may use the real state."""

from collections.abc import Sequence
from math import tanh

from quarterdeck_protocol.games.amiibart import Action, EndTurn, Kind
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amiibart.state import TOKENS_THAT_LOSE, Side, State
from quarterdeck_games.simulator import Chance, Simulator
from quarterdeck_games.two_seats import SEATS

A_DEATH_TOKEN = 400.0
A_FIGHTER = 200.0
AN_ENERGY = 100.0
"""The worth of Energy that the next turn will not have."""

EVEN = 1_500.0
"""The lead in points at which a match is nearly certainly won."""

IDLENESS = 0.15
"""The probability that a simulated player below the tree ends the turn although other actions are possible."""

ACTIONS_OF_TWO_TURNS = 40


def resample(state: State, seat: Seat, chance: Chance) -> State:
    """Return the state unchanged, because a seat may see all of it."""
    return state


def values(state: State) -> Sequence[float]:
    """Return each seat's estimated probability of winning, from the Fighters in play, the Death Tokens and the reduced
    Energy."""
    mine, theirs = [_strength(state, state.sides[seat]) for seat in SEATS]
    ahead = 0.5 + 0.5 * tanh((mine - theirs) / EVEN)
    return ahead, 1 - ahead


def is_quiet(begun: State, state: State) -> bool:
    """True if a search may stop here: the opponent has had a turn."""
    return state.turn >= begun.turn + 2


def plays(state: State, seat: Seat, offered: Sequence[Action], chance: Chance) -> Action:
    """Return a random action for a simulated playthrough; now and then the end of the turn."""
    action = offered[int(chance.random() * len(offered))]
    if len(offered) > 1 and isinstance(action, EndTurn) and chance.random() > IDLENESS:
        rest = [each for each in offered if not isinstance(each, EndTurn)]
        return rest[int(chance.random() * len(rest))]
    return action


def _strength(state: State, side: Side) -> float:
    strength = -A_DEATH_TOKEN * side.tokens * (1 + side.tokens / TOKENS_THAT_LOSE)
    if state.turn > 1:  # what is taken in the very first turn is taken from one that is free (AM-8)
        strength -= AN_ENERGY * side.drained
    for fighter in side.slots:
        if fighter is not None:
            card = state.catalogue.by_face[fighter.card]
            worth = 0.0 if card.kind is Kind.TOKEN else A_FIGHTER
            strength += worth + card.attack + fighter.attack + fighter.health / 2
    return strength


SIMULATOR = Simulator(resample, values, plays, is_quiet, ACTIONS_OF_TWO_TURNS)
