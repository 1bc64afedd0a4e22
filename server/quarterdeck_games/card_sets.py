"""All cards with which a game is played: those of the shipped set, and those that a host has added.

A catalogue never changes after its creation, and a state refers to it without containing it. Two servers may play a
game with different catalogues, so there are no global variables here.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

import msgspec
from quarterdeck_protocol.catalogue import CardSet, Printing, ReadyDeck, SetMark
from quarterdeck_protocol.decks import Deck

from quarterdeck_games.decks import as_played


class AnyCard(Protocol):
    """Fields that every card of any game has."""

    @property
    def id(self) -> str: ...
    @property
    def number(self) -> int: ...
    @property
    def name(self) -> str: ...


Card = TypeVar("Card", bound=AnyCard)


class CardCatalogue(Generic[Card]):
    """The cards, printings and ready decks of several sets."""

    __slots__ = (
        "by_face",
        "called",
        "cards",
        "decks",
        "further",
        "marks",
        "names",
        "numbers",
        "printings",
        "shipped",
        "sources",
    )

    def __init__(self, shipped: CardSet[Card], further: Sequence[CardSet[Card]] = ()) -> None:
        self.shipped = shipped
        self.further = tuple(further)
        self.sources: tuple[Any, ...] = ()
        """The sources of the further sets, for earlier rules, which read them in their own way."""

        self.cards: Mapping[str, Card] = {card.id: card for one in self.sets for card in one.cards}
        self.printings: Mapping[str, Printing] = {each.id: each for one in self.sets for each in one.printings}
        self.by_face: Mapping[str, Card] = {
            **self.cards,
            **{each.id: self.cards[each.of] for each in self.printings.values() if each.of in self.cards},
        }
        """Every card by its own id and by that of each of its printings."""

        self.called: Mapping[str, str] = {
            card: each.name + (f" ({self.printings[card].in_words})" if card in self.printings else "")
            for card, each in self.by_face.items()
        }
        """The names of every card and every printing."""

        self.numbers: Mapping[str, tuple[str, int]] = {
            **{card.id: (one.id, card.number) for one in self.sets for card in one.cards},
            **{each.id: (one.id, each.number) for one in self.sets for each in one.printings},
        }
        """For every card and printing its set and its number in it."""

        self.names: Mapping[tuple[str, int], str] = {number: name for name, number in self.numbers.items()}
        self.decks: Mapping[str, Deck] = {deck.id: _deck(deck) for one in self.sets for deck in one.decks}
        self.marks: tuple[SetMark, ...] = tuple([mark_of(one) for one in self.further])
        """The sets beside the shipped one, with their content: what a match has to say it was played with."""

    @property
    def sets(self) -> tuple[CardSet[Card], ...]:
        """The card sets, with the shipped set first."""
        return (self.shipped, *self.further)

    def as_played(self, deck: Deck) -> Deck:
        """Return a deck in which printings are replaced by their cards."""
        return as_played(deck, {printing.id: printing.of for printing in self.printings.values()})


def written(card_set: CardSet[Card]) -> bytes:
    """Return a card set as JSON in the server's format: equal sets give equal bytes."""
    return msgspec.json.encode(card_set, order="deterministic")


def mark_of(card_set: CardSet[Card]) -> SetMark:
    return SetMark(id=card_set.id, sha256=hashlib.sha256(written(card_set)).hexdigest())


def lacking(marks: Sequence[SetMark], here: Sequence[SetMark]) -> str | None:
    """Return a sentence that names those of these card sets that are missing here or have another content; `None` if
    none is."""
    found = {mark.id: mark.sha256 for mark in here}
    absent = [f"`{mark.id}` (SHA-256 {mark.sha256})" for mark in marks if mark.id not in found]
    other = [
        f"`{mark.id}` (SHA-256 {mark.sha256}; here it is {found[mark.id]})"
        for mark in marks
        if found.get(mark.id, mark.sha256) != mark.sha256
    ]
    parts = [
        *([f"it was played with card sets that are not loaded: {', '.join(absent)}"] if absent else []),
        *([f"it was played with other content of the card sets {', '.join(other)}"] if other else []),
    ]
    return "; ".join(parts) or None


def _deck(ready: ReadyDeck) -> Deck:
    return Deck(id=ready.id, name=ready.name, cards=tuple(ready.cards.items()), beside=ready.beside)


def ready_deck(deck: Deck) -> ReadyDeck:
    """Return a deck in the form in which card sets contain ready decks."""
    return ReadyDeck(id=deck.id, name=deck.name, cards=dict(deck.cards), beside=deck.beside)
