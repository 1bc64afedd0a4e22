"""What is printed on the cards that a match is played with: those of the launch set, and those that a host has added.

The rules look every card up here, in the catalogue that their state refers to, and never in a set itself.
"""

from quarterdeck_games.amiibart.cards.card import Card
from quarterdeck_games.card_sets import CardCatalogue


class Catalogue(CardCatalogue[Card]):
    """The cards of Amiibart TCG."""

    __slots__ = ()
