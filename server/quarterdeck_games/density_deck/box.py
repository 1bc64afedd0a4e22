"""The fifty cards of Density Deck as data, for the catalogue."""

from collections import Counter

from quarterdeck_protocol.catalogue import CardSet
from quarterdeck_protocol.games.density_deck import PrintedCard
from quarterdeck_protocol.names import GameName

from quarterdeck_games.density_deck.deck import DECK

BOX: CardSet[PrintedCard] = CardSet(
    game=GameName("density-deck"),
    id="DD1",
    name="Density Deck",
    cards=tuple(
        [
            PrintedCard(
                id=f"{card.colour}-{card.power}",
                number=number,
                name=f"{card.colour.capitalize()} {card.power}",
                colour=card.colour,
                power=card.power,
                copies=count,
            )
            for number, (card, count) in enumerate(Counter(DECK).items(), 1)
        ]
    ),
)
"""Every face once, with how many cards have it."""
