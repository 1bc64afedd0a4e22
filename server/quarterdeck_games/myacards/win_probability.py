"""Estimation of each seat's probability of winning a match of MYACARDS.

It is a logistic regression over 30,000 turns of 1,600 matches that the greedy bot played with the ready decks of fifty
cards. In half of them six actions of a hundred were random. Its predictions are right in other matches too (decision
76). New ready decks need a new regression.
"""

from collections.abc import Sequence
from math import exp, log1p
from typing import NamedTuple

from quarterdeck_protocol.games.myacards import Kind
from quarterdeck_protocol.names import Seat

from quarterdeck_games.myacards.evaluated_field import after_attacks, best
from quarterdeck_games.myacards.field import column_of
from quarterdeck_games.myacards.queries import Faces
from quarterdeck_games.myacards.sight import One, sight_in
from quarterdeck_games.myacards.state import Side, State
from quarterdeck_games.two_seats import other

NEARLY_OUT = 10
"""Number of cards in the deck from which on each counts more: a player who cannot draw loses (MY-9)."""


class Features(NamedTuple):
    """Inputs of the win probability of the active seat. `foes` are the opponent's entities that remain after its
    attacks, `own` the seat's entities that remain after the opponent's. Values are in points of statistics."""

    always: float
    foes: float
    """The logarithm of how many there are, and one."""

    own: float
    last_foes: float
    """The same for the cards that remain after the seat's hand has removed all it can."""

    last_own: float
    foes_worth: float
    own_worth: float
    foes_worth_before: float
    """The value of all present cards of the opponent."""

    own_worth_before: float
    hand: float
    """Number of cards in the hand."""

    their_hand: float
    deck: float
    their_deck: float
    nearly_out: float
    """Number of the last ten cards of the deck that are left."""

    their_nearly_out: float


WEIGHTS = Features(
    always=0.744,
    foes=0.406,
    own=1.725,
    last_foes=-2.398,
    last_own=0.302,
    foes_worth=0.003,
    own_worth=-0.013,
    foes_worth_before=0.011,
    own_worth_before=-0.005,
    hand=0.263,
    their_hand=-0.193,
    deck=0.016,
    their_deck=-0.008,
    nearly_out=0.670,
    their_nearly_out=-0.791,
)
"""The weight of each feature in the logarithm of the odds."""


def win_probabilities(state: State) -> Sequence[float]:
    """Return each seat's probability of winning, from the field, the hands and the cards left to draw."""
    seat = state.active_seat
    points = sum([weight * value for weight, value in zip(WEIGHTS, features_of(state), strict=True)])
    share = 1 / (1 + exp(-points))
    return (share, 1 - share) if seat == Seat(0) else (1 - share, share)


def features_of(state: State) -> Features:
    """Return the inputs of the win probability of the active seat."""
    seat = state.active_seat
    sight = sight_in(state, seat)
    mine, theirs = _by_column(sight.mine), _by_column(sight.theirs)
    if state.turn > 1:
        theirs = [after_attacks(column, foes) for column, foes in zip(mine, theirs, strict=True)]
    foes = [one for column in theirs for one in column]
    mine = [after_attacks(column, own) for column, own in zip(theirs, mine, strict=True)]
    own = [one for column in mine for one in column]
    me, them = state.sides[seat], state.sides[other(seat)]
    cards = state.catalogue.cards
    return Features(
        always=1.0,
        foes=log1p(len(foes)),
        own=log1p(len(own)),
        last_foes=log1p(len(foes) - _removable(cards, me, foes)),
        last_own=log1p(len(own) - _removable(cards, them, own)),
        foes_worth=_worth(foes),
        own_worth=_worth(own),
        foes_worth_before=_worth(sight.theirs),
        own_worth_before=_worth(sight.mine),
        hand=len(me.hand),
        their_hand=len(them.hand),
        deck=len(me.deck),
        their_deck=len(them.deck),
        nearly_out=min(len(me.deck), NEARLY_OUT),
        their_nearly_out=min(len(them.deck), NEARLY_OUT),
    )


def _by_column(ones: Sequence[One]) -> list[list[One]]:
    columns: list[list[One]] = [[] for _ in range(8)]
    for one in ones:
        columns[column_of(one.zone)].append(one)
    return columns


def _worth(ones: Sequence[One]) -> float:
    return sum([one.worth for one in ones])


def _removable(cards: Faces, side: Side, targets: Sequence[One]) -> int:
    """Return how many of these targets could be removed by cards of a hand that can be placed, in any zone."""
    left = list(targets)
    faces = [cards[name] for name in side.hand]
    for attack in sorted(
        [each.attack for each in faces if each.kind is Kind.ACTIVE and not each.sacrifices and not each.junior_of]
    ):
        prey = best([one for one in left if attack > one.defense and not one.guarded])
        if prey is not None:
            left.remove(prey)
    return len(targets) - len(left)
