"""The cards of all games in one place: pages of the cards that fit a query, answered by `GET /v1/cards`."""

from typing import Generic, TypeVar

import msgspec
from msgspec import Raw

from quarterdeck_protocol.catalogue import Printing
from quarterdeck_protocol.names import Count, GameName

Card = TypeVar("Card")


class Ruling(msgspec.Struct, frozen=True, kw_only=True):
    """A rule that speaks of a card by its name."""

    rule: str
    """Its anchor in the rule book: `/v1/games/<game>/rules#<rule>`."""

    text: str
    """What the book says there, in English, as Markdown."""


class DeckPlace(msgspec.Struct, frozen=True, kw_only=True):
    """A ready deck that plays a card."""

    id: str
    name: str
    copies: int
    """How many of the card are in it; 1 for what comes beside the cards."""


class CardPlays(msgspec.Struct, frozen=True, kw_only=True):
    """Plays and wins of a card in matches that have moved ratings, by one version of the rules."""

    rules: Count
    """The version."""

    decks: Count
    """How many decks were played in all: one for each seat of each match."""

    played: Count
    """In how many of them the card was, in whatever printing and however often."""

    won: Count
    """How many of those have won; where all share the first place, none has."""


class FoundCard(msgspec.Struct, Generic[Card], frozen=True, kw_only=True, omit_defaults=True):
    """A card, with all that is known of it."""

    game: GameName
    set: str
    """The id of the set that it is of."""

    set_name: str
    card: Card
    """What is printed on it, and what it does, as in the catalogue of its game."""

    printings: tuple[Printing, ...] = ()
    """Its other faces."""

    rulings: tuple[Ruling, ...] = ()
    """The rules that cite it by name, in the order of the book."""

    decks: tuple[DeckPlace, ...] = ()
    """The ready decks that play it."""

    plays: tuple[CardPlays, ...] = ()
    """How often it was played and won with, the newest rules first; nothing for what nobody has played yet."""


class FacetWord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A word by which cards can be asked for."""

    value: str
    name: str = ""
    """What people call it, where that is another word; it may be asked for by this as well."""

    cards: int
    """How many of all cards that were found have it."""


class Facet(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A query parameter for searching cards: a field of theirs, or a fact known about them."""

    name: str
    games: tuple[GameName, ...]
    """The games whose cards have it."""

    words: tuple[FacetWord, ...] = ()
    """The words that the cards found have here, in alphabetical order."""

    least: int | None = None
    """The least number that a card found has here; `null` if none has one."""

    most: int | None = None
    """The greatest."""


class CardPage(msgspec.Struct, Generic[Card], frozen=True, kw_only=True):
    """A page of the cards that were found, by game, set and number."""

    cards: tuple[FoundCard[Card], ...]
    total: int
    """How many cards were found, on all pages."""

    page: int
    """Which page this is, counted from 1; behind the last one there are no cards."""

    pages: int
    """How many there are: at least 1."""

    facets: tuple[Facet, ...]
    """By what the cards of the games that are asked about can be asked for, in alphabetical order."""


RawCardPage = CardPage[Raw]
"""A page whose cards are still JSON."""
