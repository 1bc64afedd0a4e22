"""Support of Amfibido for searching bots: possible states for a seat, and their value for both players."""

from collections.abc import Sequence
from itertools import chain
from math import tanh

from msgspec.structs import replace
from quarterdeck_protocol.games.amfibido import Action, CardId, Cards, Pass, Stage
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amfibido.cards.copies import CARDS
from quarterdeck_games.amfibido.evaluation import weighed
from quarterdeck_games.amfibido.state import Side, State, is_fighter, known_discarded_fighters
from quarterdeck_games.simulator import Chance, Simulator
from quarterdeck_games.two_seats import SEATS, other

A_ROUND = 12.0
"""The worth of a won round, in the points that weigh a round."""

EVEN = 30.0
"""The lead in points at which a match is nearly certainly won."""

CURIOSITY = 0.3
"""A round that is won moves the chance to win the match by a fifth."""

IDLENESS = 0.15
ACTIONS_OF_A_ROUND = 40


def resample(state: State, seat: Seat, chance: Chance) -> State:
    """Return a possible state in which all cards that are hidden from a seat are dealt again: decks, the discard pile,
    the opponent's hand and draft cards (AF-5). The level of a drawn card is public, so each card is replaced by one of
    its level."""
    foe = other(seat)
    theirs = state.sides[foe]
    zones: list[Cards] = [*state.decks, state.senseis, state.discard, theirs.hand, theirs.offer]
    rest: dict[int, list[CardId]] = {}
    for zone in zones:
        for card in zone:
            rest.setdefault(CARDS[card].level, []).append(card)
    for level in sorted(rest):
        rest[level].sort()
        chance.shuffle(rest[level])
    dealt = [tuple([rest[CARDS[card].level].pop() for card in zone]) for zone in zones]
    *decks, senseis, discard, hand, offer = dealt
    laid = [*discard, *chain(*decks)][
        : max(len(discard), len(theirs.face_down))
    ]  # a reshuffle may have taken some away
    face_down = tuple(chance.sample(laid, len(theirs.face_down)))
    told = known_discarded_fighters(theirs)
    is_sealed = theirs.pick is not None or theirs.instead is not None
    sides: dict[int, Side] = {
        seat: state.sides[seat],
        foe: replace(
            theirs,
            hand=hand,
            offer=offer,
            pick=chance.choice(offer) if is_sealed and offer else None,
            instead=None,
            face_down=face_down,
            fighters_discarded=told + sum([is_fighter(card) for card in face_down]),
        ),
    }
    return replace(state, sides=(sides[0], sides[1]), decks=tuple(decks), senseis=senseis, discard=discard)


def values(state: State) -> Sequence[float]:
    """Return each seat's estimated probability of winning, from the won rounds and the position in this round."""
    ahead = A_ROUND * float(state.sides[0].points - state.sides[1].points)
    if state.stage is Stage.ACTIONS:
        ahead += (weighed(state, SEATS[0]) - weighed(state, SEATS[1])) / 2
    share = 0.5 + 0.5 * tanh(ahead / EVEN)
    return share, 1 - share


def is_quiet(begun: State, state: State) -> bool:
    """True if a search may stop here: the round is over."""
    return state.round != begun.round


def plays(state: State, seat: Seat, offered: Sequence[Action], chance: Chance) -> Action:
    """Return a random action for a simulated playthrough; now and then a pass."""
    action = offered[int(chance.random() * len(offered))]
    if len(offered) > 1 and isinstance(action, Pass) and chance.random() > IDLENESS:
        rest = [each for each in offered if not isinstance(each, Pass)]
        return rest[int(chance.random() * len(rest))]
    return action


SIMULATOR = Simulator(resample, values, plays, is_quiet, ACTIONS_OF_A_ROUND, CURIOSITY)
