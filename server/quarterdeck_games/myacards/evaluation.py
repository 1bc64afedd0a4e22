"""Scores of the choices of a MYACARDS player, for a bot that looks one action ahead and knows only the player's view.
They are roughly in points of statistics.

The bot plays like a person who has read the rules once. A card is placed where it removes something or cannot be
removed, next to related cards; otherwise it stays in hand. Attacks that remove nothing are not made. Protecting effects
are kept until the player's card is attacked.
"""

from collections.abc import Sequence
from math import inf
from typing import Any

import msgspec
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import CardId, Kind, Until, View
from quarterdeck_protocol.messages import RawUpdate
from quarterdeck_protocol.names import Seat

from quarterdeck_games.myacards.effects import Card
from quarterdeck_games.myacards.evaluated_field import Field, best, card_worth, is_threatened
from quarterdeck_games.myacards.evaluated_plays import affected, doing
from quarterdeck_games.myacards.field import ZONE_OF, column_of
from quarterdeck_games.myacards.queries import Faces
from quarterdeck_games.myacards.sight import One, Sight, sight_of

_views: msgspec.json.Decoder[View] = msgspec.json.Decoder(View)
_actions: msgspec.json.Decoder[Any] = msgspec.json.Decoder(my.Action)

IN_HAND = 2.0
"""The worth of an entity that waits: it removes the next card that is placed within its reach."""

IN_DANGER = 0.3
"""The share of the worth of a card that remains if the opponent can remove it at once."""

A_FEW = 4
"""Number of entities on the field below which a player may soon have none and lose."""

SHOWN_FIRST = 2
"""Number of easily removed cards that the first player shows while it cannot attack yet."""

STURDY = 6
"""A defense that few attack in vain: such a card need not wait in the hand."""

FIRST_OF_ALL = 100.0
WITHOUT_A_THOUGHT = -inf

FOR_COMPANY = 3.0
A_REMOVAL = 8.0
HAND_LIMIT = 8

Likeness = tuple[CardId, int, float, int, int]
"""The properties that make two placings equally good: the card, the row, its value, and the number of cards of both
sides there.
"""


def worth(update: RawUpdate, cards: Faces) -> Sequence[float]:
    """Return a score for each choice, given the cards of the server."""
    sight = sight_of(_views.decode(update.view), update.seat or Seat(0), cards)
    return worth_in(sight, [_actions.decode(choice) for choice in update.choices])


def worth_in(sight: Sight, offered: Sequence[my.Action]) -> list[float]:
    """Return a score for each of these complete actions."""
    eye = _Eye(sight)
    return [eye.worth(action) for action in offered]


def ideas_in(sight: Sight, offered: Sequence[my.Action]) -> list[float]:
    """Return how promising each of these complete actions is, for a search. Unlike scores, no card is kept in hand out
    of caution, and useless or equivalent actions are skipped."""
    eye = _Eye(sight)
    seen: set[Likeness] = set()
    return [eye.idea(action, seen) for action in offered]


class _Eye:
    def __init__(self, sight: Sight) -> None:
        self.field = Field(sight)
        self.sight = sight
        self.seat = sight.seat
        self._costs: dict[CardId, float] = {}

    def worth(self, action: my.Action) -> float:
        match action:
            case my.Mulligan() | my.CallBonus():
                return 100
            case my.Place():
                return self._placing(self.field.cards[action.card], ZONE_OF[action.zones[0]])
            case my.Play():
                return doing(self.field, self.field.cards[action.card])
            case my.BeginAttacks():
                return 0.2 if any(self._has_prey(one) for one in self.sight.mine) else -1
            case my.Attack():
                return self._attacking(self.field.pieces[action.piece], self.field.pieces[action.targets[0]])
            case my.Sacrifice():
                return -self._missed(self.field.pieces[action.piece])
            case my.Discard():
                return -card_worth(self.field.cards[action.card])
            case my.ChoosePiece():
                return affected(self.field, action.piece)
            case my.ChooseZone():
                return self._moving(ZONE_OF[action.zone])
            case my.ChooseCard():
                return self._card(self.field.cards[action.card])
            case my.LetPass():
                return 0.1 if action.until is Until.ATTACK else 0.05 if action.until is Until.NOW else 0
            case _:
                return 0

    def idea(self, action: my.Action, seen: set[Likeness]) -> float:
        """Return how promising an action is. Actions similar to earlier ones are skipped."""
        match action:
            case my.Place():
                zone = ZONE_OF[action.zones[0]]
                worth = self._placing(self.field.cards[action.card], zone, prudent=False)
                column = column_of(zone)
                like = (action.card, zone >> 3, worth, len(self.field.mine[column]), len(self.field.theirs[column]))
                if like in seen:
                    return WITHOUT_A_THOUGHT
                seen.add(like)
                return worth
            case my.EndTurn():
                return FIRST_OF_ALL
            case my.BeginAttacks():
                mine = self.field.mine
                can = any(mine[at] and theirs for at, theirs in enumerate(self.field.theirs))
                return FIRST_OF_ALL if can else WITHOUT_A_THOUGHT
            case my.Attack():
                worth = self.worth(action)
                return worth if worth > 0 else WITHOUT_A_THOUGHT
            case my.EndTurnWatching() | my.LetPass() | my.KeepHand() | my.Mulligan():
                return WITHOUT_A_THOUGHT
            case _:
                return self.worth(action)

    def _placing(self, card: Card, zone: int, *, prudent: bool = True) -> float:
        """Return the score of placing a card: the value of removed cards and of the card in its place, minus the
        costs."""
        field, column = self.field, column_of(zone)
        one = field.imagined(card, zone)
        foes = field.left_over[column]
        prey = best([foe for foe in foes if one.attacks and one.fells(foe)])
        if prudent and prey is None and self._waits(one):
            return -1
        stands = one.worth + (one.defense / 2 if self.sight.turn == 1 else 0)
        if is_threatened(one, [foe for foe in foes if foe is not prey]):
            stands *= IN_DANGER
        gain = stands + (prey.worth if prey else 0) - IN_HAND - self._cost(card)
        if len(self.sight.mine) < A_FEW:
            gain += FOR_COMPANY
        if card.kind is Kind.SUPPORT:
            gain += sum([mine.is_active for mine in field.mine[column]])
        return gain

    def _waits(self, one: One) -> bool:
        """True if a card that removes nothing now should stay in hand, where it cannot be removed."""
        if not one.is_active or one.defense >= STURDY or self.sight.hand_counts[self.seat] > HAND_LIMIT:
            return False
        return len(self.sight.mine) >= (SHOWN_FIRST if self.sight.turn == 1 else A_FEW)

    def _cost(self, card: Card) -> float:
        """Return the value of the cheapest sacrifices for a card, in any zone."""
        name = CardId(card.id)
        cost = self._costs.get(name)
        if cost is None:
            cost = self._costs[name] = self._cheapest(card)
        return cost

    def _cheapest(self, card: Card) -> float:
        needed = self.field.reading.needed(card, Seat(self.seat), self.sight.waived)
        if not needed:
            return 0
        kind = card.kind is Kind.ACTIVE
        missed = sorted([self._missed(one) for one in self.sight.mine if one.is_active is kind])
        return sum(missed[:needed])

    def _missed(self, one: One) -> float:
        """Return the value of losing one of the seat's cards: less if it will be removed anyway."""
        lost = is_threatened(one, self.field.left_over[column_of(one.zone)])
        return one.worth * (IN_DANGER if lost else 1) + (A_REMOVAL if self._has_prey(one) else 0)

    def _has_prey(self, one: One) -> bool:
        """True if one of the seat's cards can remove an opponent's card."""
        return bool(one.attacks) and any(one.fells(foe) for foe in self.field.theirs[column_of(one.zone)])

    def _attacking(self, mine: One, target: One) -> float:
        """Return the score of an attack. The fastest card attacks first, so that none misses its place in the order. It
        spares targets that slower cards can remove as well."""
        if not mine.fells(target):
            return -1
        others = [one for one in self.field.mine[column_of(mine.zone)] if one.piece != mine.piece and one.attacks]
        alone = not any(one.fells(target) for one in others if one.speed <= mine.speed)
        return 1 + mine.speed + target.worth / 100 + alone / 2

    def _moving(self, zone: int) -> float:
        """Return the score of moving a card to a zone: safe zones are better. The zone's half shows the card's
        owner."""
        mine = zone >> 5 == self.seat
        foes = (self.field.theirs if mine else self.field.mine)[column_of(zone)]
        return -sum([foe.attack for foe in foes]) * (1 if mine else -1)

    def _card(self, card: Card) -> float:
        question = self.sight.question
        discards = question is not None and question.prompt is my.Prompt.DISCARD_A_CARD
        return -card_worth(card) if discards else card_worth(card)
