"""The cards of a game as data: the answer of `GET /v1/games/<game>/cards`, and the format of a card set file.

A host adds cards to a game with files of the same shape: each contains one `CardSet`. The printed fields of cards
differ between games; `schema/cards/<game>.json` describes them.
"""

from typing import Generic, TypeVar

import msgspec
from msgspec import Raw

from quarterdeck_protocol.names import GameName

Card = TypeVar("Card")


class Printing(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Another printing of a card, such as an Art Rare. It is played and counted as the card itself."""

    id: str
    number: int
    """The card's number in its set. Cards and printings share the numbers."""

    of: str
    """The id of its card."""

    rarity: str
    artist: str = ""
    flavour: str = ""
    """Words for the reader, without any effect."""

    @property
    def in_words(self) -> str:
        """The name of the kind of printing: `Art Rare`."""
        return self.rarity.replace("_", " ").title()


class ReadyDeck(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A ready deck of a game, with its id."""

    id: str
    name: str
    cards: dict[str, int]
    """The number of copies of each card."""

    beside: tuple[str, ...] = ()
    """The cards beside the deck, such as Powers."""


class Taxon(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The meaning of a three-letter code in a card's biological classification, in games with such codes."""

    code: str
    rank: str
    name: str


class CardSet(msgspec.Struct, Generic[Card], frozen=True, kw_only=True, omit_defaults=True):
    """A set of cards: the shipped set of a game, or one that a host has added."""

    game: GameName
    id: str
    """From 2 to 8 capital letters and digits. Deck codes name a card by this id and by the card's number."""

    name: str
    cards: tuple[Card, ...]
    printings: tuple[Printing, ...] = ()
    decks: tuple[ReadyDeck, ...] = ()
    taxa: tuple[Taxon, ...] = ()
    """The classification sets that its cards are the first to have."""


class SetMark(msgspec.Struct, frozen=True, kw_only=True):
    """The id of a card set, with a digest of its content."""

    id: str
    sha256: str
    """SHA-256, in hexadecimal, of the set as this server writes it in JSON: `quarterdeck cards digest FILE`."""


class Catalogue(msgspec.Struct, Generic[Card], frozen=True, kw_only=True):
    """All card sets with which a server plays a game."""

    game: GameName
    sets: tuple[CardSet[Card], ...]
    """The shipped set first."""

    further: tuple[SetMark, ...] = ()
    """The sets in addition to the shipped one. The `opened` event of a match that is played with them names them."""

    pictures: str = ""
    """The address of its card pictures: append the id of a card or of a printing. It changes with the pictures, so they
    may be cached for ever. Empty if there are none."""


RawCatalogue = Catalogue[Raw]
"""A catalogue with cards that are still JSON: a program that knows the game decodes them."""
