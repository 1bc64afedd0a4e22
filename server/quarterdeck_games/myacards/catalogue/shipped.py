"""The first card set of MYACARDS, and its deck support."""

from functools import partial

from quarterdeck_protocol.catalogue import CardSet, Taxon
from quarterdeck_protocol.names import GameName

from quarterdeck_games.card_sets import ready_deck
from quarterdeck_games.deck_support import DeckSupport
from quarterdeck_games.myacards.catalogue.cards import ALL_CARDS
from quarterdeck_games.myacards.catalogue.decks import ABOUT, READY, faults_of
from quarterdeck_games.myacards.catalogue.lineages import TAXA
from quarterdeck_games.myacards.effects import Card
from quarterdeck_games.myacards.faces import Catalogue


def decks_of(catalogue: Catalogue) -> DeckSupport:
    """Return the deck support for decks with these cards."""
    return DeckSupport(
        prefix="MY",
        numbers=catalogue.numbers,
        printings={printing.id: printing.of for printing in catalogue.printings.values()},
        kinds={name: card.kind.value for name, card in catalogue.cards.items()},
        ready=catalogue.decks,
        about=ABOUT,
        faults=partial(faults_of, cards=catalogue.cards),
        are_open=False,  # MY-56: a list tells what a hand and a deck may hold, and is not among what is public
    )


FIRST: CardSet[Card] = CardSet(
    game=GameName("myacards"),
    id="MY1",
    name="First set",
    cards=ALL_CARDS,
    decks=tuple([ready_deck(deck) for deck in READY.values()]),
    taxa=tuple([Taxon(code=code, rank=rank, name=name) for code, (rank, name) in TAXA.items()]),
)
SHIPPED = Catalogue(FIRST)
"""The first set alone."""
