"""The second set: every card with its number in it, its printings and its ready decks."""

from collections.abc import Sequence

from msgspec.structs import replace
from quarterdeck_protocol.catalogue import CardSet
from quarterdeck_protocol.names import GameName

from quarterdeck_games.amiibart.cards.card import Card
from quarterdeck_games.amiibart.cards.second import animal, brute, electric, fighter, warrior
from quarterdeck_games.amiibart.cards.second.numbers import NUMBERS
from quarterdeck_games.amiibart.cards.second.printings import PRINTINGS
from quarterdeck_games.amiibart.cards.second.ready import DECKS

SETS: Sequence[tuple[Card, ...]] = (brute.CARDS, electric.CARDS, animal.CARDS, fighter.CARDS, warrior.CARDS)
"""A set for each Element: ten cards, two Powers, then the Token."""

SECOND: CardSet[Card] = CardSet(
    game=GameName("amiibart"),
    id="AB2",
    name="Second set",
    cards=tuple([replace(card, number=NUMBERS[card.id]) for cards in SETS for card in cards]),
    printings=PRINTINGS,
    decks=DECKS,
)
