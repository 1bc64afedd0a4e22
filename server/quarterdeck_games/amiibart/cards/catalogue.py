"""The launch set: every card by its id, with its number in the set (S0:77), its printings and the ready decks."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace
from quarterdeck_protocol.catalogue import CardSet
from quarterdeck_protocol.games.amiibart import CardId
from quarterdeck_protocol.names import GameName

from quarterdeck_games.amiibart.cards import assassin, dark, elw, fire, light, magic, specialty, tank, tech, weapon
from quarterdeck_games.amiibart.cards.card import Card
from quarterdeck_games.amiibart.cards.numbers import NUMBERS
from quarterdeck_games.amiibart.cards.printings import PRINTINGS
from quarterdeck_games.amiibart.cards.ready import DECKS
from quarterdeck_games.amiibart.faces import Catalogue
from quarterdeck_games.card_sets import ready_deck

SETS: Sequence[tuple[Card, ...]] = (
    dark.CARDS,
    light.CARDS,
    fire.CARDS,
    elw.CARDS,
    magic.CARDS,
    weapon.CARDS,
    tech.CARDS,
    tank.CARDS,
    assassin.CARDS,
    specialty.CARDS,
)
"""A set for each Element: ten cards, Powers, then Tokens."""

CARDS: Mapping[CardId, Card] = {card.id: replace(card, number=NUMBERS[card.id]) for cards in SETS for card in cards}


LAUNCH: CardSet[Card] = CardSet(
    game=GameName("amiibart"),
    id="AB1",
    name="Launch set",
    cards=tuple(CARDS.values()),
    printings=PRINTINGS,
    decks=tuple([ready_deck(deck) for deck in DECKS]),
)
SHIPPED = Catalogue(LAUNCH)
"""The launch set alone."""
