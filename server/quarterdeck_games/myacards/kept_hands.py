"""Estimation of the opponent's hand in MYACARDS: useful entities have probably been placed on the field already.

Without that, randomly dealt hands are far too strong. In 3,000 turns of the greedy bot, one opponent in fifty held a
card that could remove something at once, but one in four of the random hands did (decision 76).
"""

from collections.abc import Callable, Sequence

from quarterdeck_protocol.games.myacards import CardId, Kind
from quarterdeck_protocol.names import Seat

from quarterdeck_games.myacards.effects import Card
from quarterdeck_games.myacards.evaluation import A_FEW, STURDY
from quarterdeck_games.myacards.sight import One, sight_in
from quarterdeck_games.myacards.state import State
from quarterdeck_games.simulator import Chance

FIRST_PLACED = 2
"""The first turn in which the opponent of the asked player could have placed cards."""

A_JUNIOR = 2.0
"""The probability that a player keeps a card without its Senior in play. All other probabilities are relative to it."""

A_TOOL = 0.45
"""A dominion, an event or an effect."""

COSTS_SACRIFICES = 0.4
MAY_WAIT = 0.3
"""The probability for an active card that removes nothing now, for a player with a few entities."""

WOULD_BE_PLACED = 0.05
REMOVES = 0.02
A_SUPPORT = 0.01


def kept(state: State, holder: Seat, hidden: Sequence[CardId], count: int, chance: Chance) -> tuple[CardId, ...]:
    """Return `count` of the hidden cards as a probable hand of a seat, from public facts. Every hand is possible."""
    if state.turn < FIRST_PLACED:
        return tuple(chance.sample(hidden, count))
    weight_of = _weights(state, holder)
    weights = {name: weight_of(name) for name in set(hidden)}
    drawn = sorted([(chance.random() ** (1 / weights[name]), name) for name in hidden], reverse=True)
    return tuple([name for _, name in drawn[:count]])


def _weights(state: State, holder: Seat) -> Callable[[CardId], float]:
    cards = state.catalogue.cards
    sight = sight_in(state, holder)
    seniors = {piece.card for _, piece in state.field.entities(holder)}
    has_a_few = len(sight.mine) >= A_FEW

    def weight(name: CardId) -> float:
        card = cards[name]
        if not card.is_entity:
            return A_TOOL
        if card.junior_of and card.junior_of not in seniors:
            return A_JUNIOR
        if card.sacrifices:
            return COSTS_SACRIFICES
        if card.kind is Kind.SUPPORT:
            return A_SUPPORT
        if _removes(card, sight.theirs):
            return REMOVES
        return MAY_WAIT if has_a_few and card.defense < STURDY else WOULD_BE_PLACED

    return weight


def _removes(card: Card, foes: Sequence[One]) -> bool:
    return any(card.attack > foe.defense and not foe.guarded for foe in foes)
