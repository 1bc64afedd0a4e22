"""The first set of MYACARDS, and what a catalogue of several sets has."""

from collections import Counter
from collections.abc import Mapping, Sequence

from quarterdeck_protocol.catalogue import CardSet, ReadyDeck, Taxon
from quarterdeck_protocol.games.myacards import CardId, Cards, DeckName, Face
from quarterdeck_protocol.names import GameName

from quarterdeck_games.card_sets import CardCatalogue
from quarterdeck_games.myacards.catalogue.cards import ALL_CARDS, face_of
from quarterdeck_games.myacards.catalogue.decks import DECKS
from quarterdeck_games.myacards.catalogue.lineages import TAXA
from quarterdeck_games.myacards.effects import Card


class Catalogue(CardCatalogue[Card]):
    """The cards of MYACARDS, and what clients are told of each that they see."""

    __slots__ = ("faces", "taxa")

    def __init__(self, shipped: CardSet[Card], further: Sequence[CardSet[Card]] = ()) -> None:
        super().__init__(shipped, further)
        self.faces: Mapping[CardId, Face] = {
            CardId(card): face_of(each, self.cards) for card, each in self.cards.items()
        }
        self.taxa: Mapping[str, Taxon] = {taxon.code: taxon for one in self.sets for taxon in one.taxa}


def _ready(name: DeckName, cards: Cards) -> ReadyDeck:
    return ReadyDeck(id=name.value, name=name.value.replace("-", " ").capitalize(), cards=dict(Counter(cards)))


FIRST: CardSet[Card] = CardSet(
    game=GameName("myacards"),
    id="MY1",
    name="First set",
    cards=ALL_CARDS,
    decks=tuple([_ready(name, cards) for name, cards in DECKS.items()]),
    taxa=tuple([Taxon(code=code, rank=rank, name=name) for code, (rank, name) in TAXA.items()]),
)
SHIPPED = Catalogue(FIRST)
"""The first set alone."""
