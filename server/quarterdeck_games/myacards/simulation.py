"""Support of MYACARDS for searching bots: possible states for a seat, and their value for both players."""

from collections.abc import Sequence

from msgspec.structs import replace
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import Prompt, Until
from quarterdeck_protocol.names import Seat

from quarterdeck_games.myacards.evaluation import WITHOUT_A_THOUGHT, ideas_in, worth_in
from quarterdeck_games.myacards.kept_hands import kept
from quarterdeck_games.myacards.sight import sight_in
from quarterdeck_games.myacards.state import State
from quarterdeck_games.myacards.supposed_lists import unseen_cards
from quarterdeck_games.myacards.win_probability import win_probabilities
from quarterdeck_games.piles import without_all
from quarterdeck_games.simulator import Chance, Simulator
from quarterdeck_games.two_seats import other

NOT_NOW = my.LetPass(until=Until.NOW)

TURNS_AHEAD = 4
"""Number of turns after which a simulated match is judged: two turns of each player. With one turn each the bot plays
worse, because the value of the first action shows later.
"""

ACTIONS_AHEAD = 160
"""Most actions of these turns, including attacks and the answers to them."""

PATIENCE = 1.0
"""A playthrough ends with a turn: a long one is worth no less than a short one."""


def resample(state: State, seat: Seat, chance: Chance) -> State:
    """Return a possible state for a seat: its own deck in another order, and for the opponent a probable deck list, a
    probable hand from it (MY-56), and no standing order (MY-66)."""
    foe = other(seat)
    mine, theirs = state.sides[seat], state.sides[foe]
    own = sorted(mine.deck)
    chance.shuffle(own)
    sees_hand = (
        state.asked is not None and state.asked.seat == seat and state.asked.prompt is Prompt.CHOOSE_FROM_THEIR_HAND
    )
    rest = unseen_cards(state, foe, theirs.hand if sees_hand else (), chance)
    hand = theirs.hand
    if not sees_hand:
        hand = kept(state, foe, rest, len(theirs.hand), chance)
        rest = list(without_all(tuple(rest), hand))
    chance.shuffle(rest)
    sides = {seat: replace(mine, deck=tuple(own)), foe: replace(theirs, hand=hand, deck=tuple(rest), passes=None)}
    return replace(state, sides=(sides[Seat(0)], sides[Seat(1)]))


def is_quiet(begun: State, state: State) -> bool:
    """True if a search may stop here: the turns of the lookahead are over."""
    return state.turn >= begun.turn + TURNS_AHEAD


def ideas(state: State, seat: Seat, offered: Sequence[my.Action]) -> Sequence[float]:
    """Return how promising each action looks. If an attack can only be let pass, there is nothing to think about."""
    if _let_pass(state, offered) is not None:
        return [WITHOUT_A_THOUGHT] * len(offered)
    return ideas_in(sight_in(state, seat), offered)


def plays(state: State, seat: Seat, offered: Sequence[my.Action], chance: Chance) -> my.Action:
    """Return the action of the greedy bot in a simulated playthrough. It lets attacks pass one by one."""
    passing = _let_pass(state, offered)
    if passing is not None:
        return passing
    worths = worth_in(sight_in(state, seat), offered)
    most = max(worths)
    best = [action for action, worth in zip(offered, worths, strict=True) if worth == most]
    action = best[0] if len(best) == 1 else chance.choice(best)
    return NOT_NOW if isinstance(action, my.LetPass) else action


def _let_pass(state: State, offered: Sequence[my.Action]) -> my.LetPass | None:
    """Return the action to let an attack pass, if no other reaction is possible."""
    return NOT_NOW if state.window is not None and isinstance(offered[0], my.LetPass) else None


SIMULATOR = Simulator(resample, win_probabilities, plays, is_quiet, ACTIONS_AHEAD, patience=PATIENCE, ideas=ideas)
