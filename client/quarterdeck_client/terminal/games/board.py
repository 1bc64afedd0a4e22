"""Base of the boards that show a match: a game's own one, or the general one for any game."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import NamedTuple

import msgspec
from msgspec import Raw
from quarterdeck_protocol.messages import RawUpdate
from rich.text import Text
from textual.containers import Vertical

from quarterdeck_client.phrases import PhraseBook
from quarterdeck_client.terminal.games.prospects import in_prospect, outlooks_of
from quarterdeck_client.terminal.widgets.choice_steps import Offer
from quarterdeck_client.words.card_texts import Book


class Page(NamedTuple):
    """A page to read in beside the table: its paragraphs can be searched."""

    title: str
    paragraphs: tuple[Text, ...]


class Board(Vertical):
    """The table of one game. It only shows: choices and their outlooks come from the server."""

    untold: frozenset[str] = frozenset()
    """Tags of events that this view shows already, so that the story leaves them out."""

    most_lines_of_choices: int | None = None
    """Limit of lines for the choices, to leave more for the story."""

    has_pages = False
    """True if there is something to read beside the table."""

    book: Book = MappingProxyType({})
    """The printed texts of the cards, by their ids, as far as the server tells them."""

    def show(self, update: RawUpdate, phrasing: PhraseBook) -> None:
        """Show how the match stands. Raises `msgspec.DecodeError` if it is in a shape that this view does not know."""
        raise NotImplementedError

    def headline(self, update: RawUpdate, phrasing: PhraseBook) -> str:
        """Return the progress of the match in a line."""
        raise NotImplementedError

    def label(self, position: int, update: RawUpdate, phrasing: PhraseBook) -> str:
        """Return one of the choices in words."""
        return phrasing.at(update.view).action(update.choices[position])

    def offers(self, update: RawUpdate, phrasing: PhraseBook) -> Sequence[Offer]:
        """Return the offers of this moment, in the order of their numbers."""
        beside = zip(update.choices, outlooks_of(update), strict=True)
        return [
            Offer(self.label(number, update, phrasing) + in_prospect(outlook), raw)
            for number, (raw, outlook) in enumerate(beside)
        ]

    def choosing(self, *, is_further: bool) -> None:
        """Note if the player is at a further step of a choice. A low screen needs the board's lines for it."""

    def prompt(self, update: RawUpdate, phrasing: PhraseBook) -> str:
        """Return the question to this seat, or to another one, as a sentence; empty if the offers say it."""
        return ""

    def tell(self, event: Raw, phrasing: PhraseBook) -> str | None:
        """Return the event in words; `None` if it need not be said."""
        tag = msgspec.json.decode(event, type=_Tagged).type
        return None if tag in self.untold else phrasing.event(event)

    def pages(self, update: RawUpdate, phrasing: PhraseBook) -> Sequence[Page]:
        """Return the pages to read beside the table: cards and their texts."""
        return ()

    def moment(self, before: RawUpdate, update: RawUpdate, phrasing: PhraseBook) -> Text | None:
        """Return a text about a moment worth stopping for, if one has just happened, in at most 20 lines of 74
        cells."""
        return None


class _Tagged(msgspec.Struct):
    type: str = ""
