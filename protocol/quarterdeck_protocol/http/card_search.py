"""Search for cards of all games: the pages of results that `GET /v1/cards` returns."""

from typing import Generic, TypeVar

import msgspec
from msgspec import Raw

from quarterdeck_protocol.catalogue import Printing
from quarterdeck_protocol.names import Count, GameName

Card = TypeVar("Card")


class Ruling(msgspec.Struct, frozen=True, kw_only=True):
    """A rule that mentions a card by its name."""

    rule: str
    """The anchor of the rule in the rule book: `/v1/games/<game>/rules#<rule>`."""

    text: str
    """The text of the book there, in English, as Markdown."""


class DeckPlace(msgspec.Struct, frozen=True, kw_only=True):
    """A ready deck that contains a card."""

    id: str
    name: str
    copies: int
    """Number of copies of the card in it; 1 for cards beside the deck."""


class CardPlays(msgspec.Struct, frozen=True, kw_only=True):
    """Statistics of a card for one version of the rules: matches with the card in a deck, and wins. Only matches that
    changed ratings count."""

    rules: Count
    """The version."""

    decks: Count
    """Number of played decks in all: one for each seat of each match."""

    played: Count
    """Number of those decks with the card, in any printing and any number."""

    won: Count
    """Number of those decks that won; where all share the first place, none has."""


class FoundCard(msgspec.Struct, Generic[Card], frozen=True, kw_only=True, omit_defaults=True):
    """A found card, with all facts that the server knows about it."""

    game: GameName
    set: str
    """The id of the set that it is of."""

    set_name: str
    card: Card
    """The printed face and the effects, as in the catalogue of its game."""

    printings: tuple[Printing, ...] = ()
    """The other printings of the card."""

    rulings: tuple[Ruling, ...] = ()
    """The rules that cite it by name, in the order of the book."""

    decks: tuple[DeckPlace, ...] = ()
    """The ready decks that play it."""

    plays: tuple[CardPlays, ...] = ()
    """Plays and wins, the newest rules first; empty for a card that was never played."""


class FacetWord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A value of a search field by which cards can be found."""

    value: str
    name: str = ""
    """The name for people, if it is another word; it may be used in queries as well."""

    cards: int
    """Number of found cards with this word."""


class Facet(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A query parameter of the card search: a field of the cards, or a fact known about them."""

    name: str
    games: tuple[GameName, ...]
    """The games with cards that have this facet."""

    words: tuple[FacetWord, ...] = ()
    """The words that the cards found have here, in alphabetical order."""

    least: int | None = None
    """The least number that a card found has here; `null` if none has one."""

    most: int | None = None
    """The highest value."""


class CardPage(msgspec.Struct, Generic[Card], frozen=True, kw_only=True):
    """A page of the cards that a search found, by game, set and number."""

    cards: tuple[FoundCard[Card], ...]
    total: int
    """Number of found cards, on all pages."""

    page: int
    """Which page this is, counted from 1; behind the last one there are no cards."""

    pages: int
    """Number of pages: at least 1."""

    facets: tuple[Facet, ...]
    """The facets of the cards of the requested games, in alphabetical order."""


RawCardPage = CardPage[Raw]
"""A page with cards that are still JSON."""
