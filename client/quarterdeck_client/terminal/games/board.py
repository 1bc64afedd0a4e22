"""Base class of the boards that show a match."""

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
    """A page of text to read during a match. The player can filter its paragraphs."""

    title: str
    paragraphs: tuple[Text, ...]


class Board(Vertical):
    """Widget that shows the matches of one game. It contains no rules: choices and their outlooks come from the
    server."""

    hidden_events: frozenset[str] = frozenset()
    """Tags of events that the board itself shows, so that the story leaves them out."""

    most_lines_of_choices: int | None = None
    """Maximum number of lines for the choices, to leave more for the story; `None` for no limit."""

    has_pages = False
    """True if the board has pages to read."""

    book: Book = MappingProxyType({})
    """The printed texts of the game's cards by card id, for the cards that the server lists."""

    def show(self, update: RawUpdate, phrasing: PhraseBook) -> None:
        """Show the state of the match. Raises `msgspec.DecodeError` if this board cannot decode the view."""
        raise NotImplementedError

    def headline(self, update: RawUpdate, phrasing: PhraseBook) -> str:
        """Return one line about the progress of the match, such as its round."""
        raise NotImplementedError

    def label(self, position: int, update: RawUpdate, phrasing: PhraseBook) -> str:
        """Return the label of one of the player's choices."""
        return phrasing.at(update.view).action(update.choices[position])

    def offers(self, update: RawUpdate, phrasing: PhraseBook) -> Sequence[Offer]:
        """Return the menu entries for the current choices, in the order of their numbers."""
        beside = zip(update.choices, outlooks_of(update), strict=True)
        return [
            Offer(self.label(number, update, phrasing) + in_prospect(outlook), raw)
            for number, (raw, outlook) in enumerate(beside)
        ]

    def choosing(self, *, is_further: bool) -> None:
        """Adjust the board when the player enters or leaves a further step of a choice. On a low screen, the menu then
        needs some of the board's lines."""

    def prompt(self, update: RawUpdate, phrasing: PhraseBook) -> str:
        """Return a sentence about the decision that this seat, or another seat, has to make; empty if the menu makes it
        clear."""
        return ""

    def sentence_of(self, event: Raw, phrasing: PhraseBook) -> str | None:
        """Return the event as a sentence for the list of events; `None` to leave it out."""
        tag = msgspec.json.decode(event, type=_Tagged).type
        return None if tag in self.hidden_events else phrasing.event(event)

    def pages(self, update: RawUpdate, phrasing: PhraseBook) -> Sequence[Page]:
        """Return the pages to read: cards and their texts."""
        return ()

    def moment(self, before: RawUpdate, update: RawUpdate, phrasing: PhraseBook) -> Text | None:
        """Return the text of a popup about an important event, if one has just happened; otherwise `None`. The text has
        at most 20 lines of 74 cells."""
        return None


class _Tagged(msgspec.Struct):
    type: str = ""
