"""Popup with pages to read during a match: cards and their texts, with a filter."""

from collections.abc import Sequence
from typing import ClassVar

from quarterdeck_protocol.folding import folded
from quarterdeck_protocol.messages import RawUpdate
from rich.console import Group
from rich.padding import Padding
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll

from quarterdeck_client.terminal.games.board import Page
from quarterdeck_client.terminal.safe_lines import Static
from quarterdeck_client.terminal.widgets.popups import Once
from quarterdeck_client.terminal.widgets.texts import Clock

INDENT = 4
KEYS = "← → page · ↑ ↓ PgUp PgDn read on · letters: filter · Esc back"


class PageReader(Once[None]):
    """Popup with pages to switch between. Typed words filter the paragraphs: a shown paragraph contains all of them."""

    DEFAULT_CSS = """
    PageReader { align: center middle; }
    PageReader > Vertical { width: 100%; height: 100%; background: $surface; }
    PageReader .titles { height: auto; background: $primary-muted; }
    PageReader .filter { height: auto; }
    PageReader VerticalScroll { height: 1fr; padding: 0 1; }
    PageReader .keys { height: auto; color: $text-muted; }
    PageReader Horizontal { height: 1; }
    PageReader Clock { width: 1fr; height: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("right,tab", "turn(1)", "next page"),
        ("left,shift+tab", "turn(-1)", "page before"),
        ("down", "scroll_by(1)", "on"),
        ("up", "scroll_by(-1)", "back"),
        ("pagedown", "page_by(1)", "on"),
        ("pageup", "page_by(-1)", "back"),
        ("home", "to_top", "top"),
    ]

    def __init__(self, pages: Sequence[Page], update: RawUpdate, names: Sequence[str]) -> None:
        super().__init__()
        self._pages = tuple(pages)
        self._number = 0
        self._filter = ""
        self._titles = Static(classes="titles")
        self._filtering = Static(classes="filter")
        self._text = Static()
        self._scroll = VerticalScroll(self._text, can_focus=False)
        self._clock = Clock()
        self._clock.show(update, names)

    def compose(self) -> ComposeResult:
        with Vertical():
            yield self._titles
            yield self._filtering
            yield self._scroll
            yield Static(KEYS, classes="keys")
            yield Horizontal(self._clock)

    def on_mount(self) -> None:
        self._draw()

    def show(self, pages: Sequence[Page], update: RawUpdate, names: Sequence[str]) -> None:
        """Replace the pages after an update of the match."""
        if not pages:  # the general board has replaced this one
            self.go(None)
            return
        self._pages = tuple(pages)
        self._number = min(self._number, len(self._pages) - 1)
        self._clock.show(update, names)
        self._draw()

    def _draw(self) -> None:
        titles = Text(" ")
        for number, page in enumerate(self._pages):
            here = number == self._number
            titles.append(f"[{page.title}]" if here else f" {page.title} ", style="bold reverse" if here else "")
        self._titles.update(titles)
        page, words = self._pages[self._number], folded(self._filter).split()
        found = [one for one in page.paragraphs if all(word in folded(one.plain) for word in words)]
        count = f" – {len(found)} of {len(page.paragraphs)}"
        self._filtering.update(Text(f" Filter: {self._filter}▏{count if words else ''}"))
        nothing = Text("Nothing like that." if words else "Nothing here.")
        self._text.update(Group(*(line for one in found or [nothing] for line in _lines(one))))

    def on_key(self, event: events.Key) -> None:
        if event.key in ("escape", "enter"):
            if self._filter and event.key == "escape":
                self._narrow("")
            else:
                self.go(None)
        elif event.key == "backspace":
            self._narrow(self._filter[:-1])
        elif event.is_printable and event.character is not None:
            self._narrow((self._filter + event.character)[:30])
        else:
            return
        event.stop()

    def _narrow(self, words: str) -> None:
        self._filter = words
        self._draw()
        self._scroll.scroll_home(animate=False)

    def action_turn(self, pages: int) -> None:
        self._number = (self._number + pages) % len(self._pages)
        self._draw()
        self._scroll.scroll_home(animate=False)

    def action_scroll_by(self, lines: int) -> None:
        self._scroll.scroll_relative(y=lines, animate=False)

    def action_page_by(self, pages: int) -> None:
        self._scroll.scroll_relative(y=pages * max(1, self._scroll.size.height - 1), animate=False)

    def action_to_top(self) -> None:
        self._scroll.scroll_home(animate=False)


def _lines(paragraph: Text) -> list[Padding]:
    """Return the lines of a paragraph. All lines after the first are indented, also wrapped ones."""
    return [Padding(line, (0, 0, 0, INDENT if number else 0)) for number, line in enumerate(paragraph.split("\n"))]
