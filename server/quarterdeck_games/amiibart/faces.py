"""What is printed on the cards that a match is played with: those of the launch set, and those that a host has added.

The rules look every card up here, in the catalogue that their state refers to, and never in a set itself.
"""

from collections.abc import Mapping, Sequence

from quarterdeck_protocol.catalogue import CardSet

from quarterdeck_games.amiibart.cards.card import Card, Text, texts_of
from quarterdeck_games.card_sets import CardCatalogue


class Catalogue(CardCatalogue[Card]):
    """The cards of Amiibart TCG, and what each may be let do."""

    __slots__ = ("texts",)

    def __init__(self, shipped: CardSet[Card], further: Sequence[CardSet[Card]] = ()) -> None:
        super().__init__(shipped, further)
        self.texts: Mapping[str, tuple[Text, ...]] = {face: texts_of(card) for face, card in self.by_face.items()}
