"""How a match is shown: a game's own table, or the plain one, which shows any game."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import NamedTuple

import msgspec
from msgspec import Raw
from quarterdeck_protocol.messages import RawUpdate
from rich.text import Text
from textual.containers import Vertical

from quarterdeck_client.card_texts import Book
from quarterdeck_client.phrases import PhraseBook
from quarterdeck_client.terminal.games.prospects import in_prospect, outlooks_of
from quarterdeck_client.terminal.widgets.choice_steps import Offer


class Page(NamedTuple):
    """A page to read in beside the table: its paragraphs can be searched."""

    title: str
    paragraphs: tuple[Text, ...]


class Board(Vertical):
    """The table of one game. It only shows: what may be done and what it comes to, the server says."""

    untold: frozenset[str] = frozenset()
    """Events, by their tag, that this view shows already, so that they need not be told in words."""

    most_lines_of_choices: int | None = None
    """How many lines the choices may take, if the story shall have more of them."""

    has_pages = False
    """Whether there is something to read beside the table."""

    book: Book = MappingProxyType({})
    """What is printed on the cards, by their ids, as far as the server tells it."""

    def show(self, update: RawUpdate, phrasing: PhraseBook) -> None:
        """Show how the match stands. Raises `msgspec.DecodeError` if it is in a shape that this view does not know."""
        raise NotImplementedError

    def headline(self, update: RawUpdate, phrasing: PhraseBook) -> str:
        """Return in a line where the match is."""
        raise NotImplementedError

    def label(self, position: int, update: RawUpdate, phrasing: PhraseBook) -> str:
        """Return one of the choices in words."""
        return phrasing.at(update.view).action(update.choices[position])

    def offers(self, update: RawUpdate, phrasing: PhraseBook) -> Sequence[Offer]:
        """Return what may be done now, in the order in which it is numbered."""
        beside = zip(update.choices, outlooks_of(update), strict=True)
        return [
            Offer(self.label(number, update, phrasing) + in_prospect(outlook), raw)
            for number, (raw, outlook) in enumerate(beside)
        ]

    def choosing(self, *, is_further: bool) -> None:
        """Take in whether a further step is being chosen, for which a low screen needs its lines."""

    def prompt(self, update: RawUpdate, phrasing: PhraseBook) -> str:
        """Return in a sentence what this seat, or another one, is asked; nothing if the offers say it."""
        return ""

    def tell(self, event: Raw, phrasing: PhraseBook) -> str | None:
        """Return what happened; `None` if it need not be said."""
        tag = msgspec.json.decode(event, type=_Tagged).type
        return None if tag in self.untold else phrasing.event(event)

    def pages(self, update: RawUpdate, phrasing: PhraseBook) -> Sequence[Page]:
        """Return what can be read beside the table: cards and their texts."""
        return ()

    def moment(self, before: RawUpdate, update: RawUpdate, phrasing: PhraseBook) -> Text | None:
        """Return what is worth stopping for, if something has just happened that is, in at most 20 lines of 74
        cells."""
        return None


class _Tagged(msgspec.Struct):
    type: str = ""
