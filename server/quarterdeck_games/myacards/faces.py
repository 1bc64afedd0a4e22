"""The cards of a match of MYACARDS: those of the first set, and those that a host has added.

The rules look up every card here, in the catalogue of their state, and never in a set itself.
"""

from collections.abc import Mapping, Sequence

from quarterdeck_protocol.catalogue import CardSet, Taxon
from quarterdeck_protocol.games.myacards import CardId, Face, Kind

from quarterdeck_games.card_sets import CardCatalogue
from quarterdeck_games.myacards.effects import Card


class Catalogue(CardCatalogue[Card]):
    """The catalogue of the cards of MYACARDS, with the faces of visible cards that clients receive."""

    __slots__ = ("faces", "taxa")

    def __init__(self, shipped: CardSet[Card], further: Sequence[CardSet[Card]] = ()) -> None:
        super().__init__(shipped, further)
        self.faces: Mapping[CardId, Face] = {
            CardId(card): face_of(each, self.cards) for card, each in self.cards.items()
        }
        self.taxa: Mapping[str, Taxon] = {taxon.code: taxon for one in self.sets for taxon in one.taxa}


def face_of(card: Card, cards: Mapping[str, Card]) -> Face:
    """Return the face of a card that clients receive."""
    return Face(
        name="" if card.english and card.id == id_of(card.name) else card.name,
        kind=card.kind,
        sets=" ".join(card.sets),
        affinities=" ".join(card.affinities),
        stats=(card.attack, card.defense, card.speed) if card.kind is Kind.ACTIVE else None,
        sacrifices=card.sacrifices,
        junior_of=cards[card.junior_of].name if card.junior_of in cards else "",
        lasting=card.stays and not card.is_entity,
        text="" if card.junior_of else card.text,
    )


def id_of(name: str) -> str:
    """Return the id of the card with this name in the first set."""
    return name.lower().replace(" ", "-").replace("’", "")
