"""Widget that lists choices with a key before each: a number, or the choice's own letter. With ten or more choices, a
digit that begins another number waits for the next digit or Enter. A choice that is too long for the width continues on
further lines.

A number means the choice that is drawn beside it, not one that has arrived but is not drawn yet. The server refuses
choices that are no longer valid. A player needs a moment to read a newly drawn choice. A key pressed before that was
meant for the earlier choice, and chooses nothing (`TooSoon`). This delay does not apply to choices that appear because
of a key.
"""

import textwrap
from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len, chop_cells, set_cell_size
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from quarterdeck_client.terminal.widgets.notice_delay import NoticeDelay

GAP = 2


class _Offered(NamedTuple):
    """A set of choices, and the object to which they belong."""

    labels: tuple[str, ...] = ()
    of: object = None
    is_news: bool = False
    keys: tuple[str, ...] = ()
    """The key of each choice."""


class _Rows(Widget):
    """Widget that draws choices in as many columns as fit."""

    DEFAULT_CSS = "_Rows { height: auto; link-style: none; link-style-hover: none; link-color: $foreground; }"

    def __init__(self) -> None:
        super().__init__()
        self.offered = _Offered()
        self.on_screen = self.offered
        """The choices drawn last."""

        self.typed = ""
        self._drawn: list[NoticeDelay] = []
        """The notice delay of each choice on the screen."""

    def is_noticed(self, position: int) -> bool:
        """True if this choice has been on the screen long enough for the player to read it."""
        return not self.offered.is_news or position >= len(self._drawn) or self._drawn[position].is_over(self)

    def action_choose(self, position: int) -> None:
        """Choose the choice that was clicked."""
        if isinstance(self.parent, Choices):
            self.parent.choose(position)

    def drop(self) -> None:
        """Record that no choice is shown on the screen any more."""
        self.on_screen = self.offered
        self._drawn.clear()

    def _mark_new(self) -> None:
        before = dict(zip(zip(self.on_screen.keys, self.on_screen.labels, strict=True), self._drawn, strict=False))
        now = zip(self.offered.keys, self.offered.labels, strict=True)
        self._drawn = [before[each] if each in before else NoticeDelay() for each in now]

    @property
    def labels(self) -> tuple[str, ...]:
        return self.offered.labels

    @property
    def keys(self) -> tuple[str, ...]:
        return self.offered.keys

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self._height(width)

    def needed_height(self) -> int:
        """Return the number of screen rows that the choices need at the present width."""
        return self._height(max(1, self.size.width))

    def render(self) -> Text:
        self._mark_new()
        self.on_screen = self.offered
        columns = self._columns(self.size.width)
        rows = self._rows(columns)
        width = self.size.width // columns
        if columns == 1:
            return Text("\n", no_wrap=True).join([self._long(number, width) for number in range(len(self.labels))])
        lines = []
        for row in range(rows):
            line = Text(no_wrap=True, end="")
            for number in range(row, len(self.labels), rows):
                line.append_text(self._cell(number, width))
            lines.append(line)
        return Text("\n", no_wrap=True).join(lines)

    def _cell(self, number: int, width: int) -> Text:
        cell = self._number(number)
        cell.append(" " + set_cell_size(self.labels[number], width - len(cell) - 1), style="not reverse not bold")
        cell.apply_meta({"@click": f"choose({number})"})
        return cell

    def _long(self, number: int, width: int) -> Text:
        """Return the drawn lines of a choice that uses the full width."""
        cell = self._number(number)
        indent = "\n" + " " * (len(cell) + 1)
        cell.append(" " + indent.join(self._wrapped(number, width)), style="not reverse not bold")
        cell.apply_meta({"@click": f"choose({number})"})
        return cell

    def _number(self, number: int) -> Text:
        typing = bool(self.typed) and self.keys[number].startswith(self.typed)
        style = "reverse bold" if typing or not self.typed else "dim"
        return Text(f" {self.keys[number]:>{self._digits}} ", style=style, no_wrap=True, end="")

    def _wrapped(self, number: int, width: int) -> list[str]:
        space = max(1, width - self._digits - 3)
        lines = textwrap.wrap(self.labels[number], space) or [""]
        return [part for line in lines for part in chop_cells(line, space)] or [""]

    def _height(self, width: int) -> int:
        columns = self._columns(width)
        if columns == 1:
            return sum(len(self._wrapped(number, width)) for number in range(len(self.labels)))
        return self._rows(columns)

    @property
    def _digits(self) -> int:
        return max(map(len, self.keys), default=1)

    def _columns(self, width: int) -> int:
        widest = max((cell_len(label) for label in self.labels), default=0) + self._digits + 3 + GAP
        return max(1, min(width // widest if widest else 1, 3, len(self.labels)))

    def _rows(self, columns: int) -> int:
        return -(-len(self.labels) // columns)


class Choices(VerticalScroll):
    """Scrollable list of the present choices, by number or letter."""

    class Chosen(Message):
        """Message: the player took the choice at this position on the screen, counted from 0."""

        def __init__(self, position: int, of: object) -> None:
            super().__init__()
            self.position = position
            self.of = of

    class TooSoon(Message):
        """Message: the player pressed a key before they can have read its choice."""

    def __init__(self) -> None:
        super().__init__()
        self._rows = _Rows()
        self.can_focus = False

    def compose(self) -> ComposeResult:
        yield self._rows

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the choices on the screen."""
        return self._rows.on_screen.labels

    @property
    def keys(self) -> tuple[str, ...]:
        """The key of each choice on the screen."""
        return self._rows.on_screen.keys

    @property
    def of(self) -> object:
        """The object that the choices on the screen belong to; `None` before any were shown."""
        return self._rows.on_screen.of

    def show(
        self,
        labels: Sequence[str],
        of: object = None,
        *,
        keys: Sequence[str] = (),
        is_news: bool = False,
        is_list: bool = False,
    ) -> None:
        """Show these choices, each with its key; without `keys`, they are numbered from 1. Set `is_news` if the choices
        did not appear because of a key. Set `is_list` if it is the same list with some choices changed: then the typed
        digits and the scroll position are kept."""
        known = tuple(keys) or tuple([str(number) for number in range(1, len(labels) + 1)])
        before, self._rows.offered = self._rows.offered, _Offered(tuple(labels), of, is_news, known)
        if not labels:
            self._rows.drop()
        elif (self._rows.on_screen.labels, self._rows.on_screen.keys) == (tuple(labels), known):  # nothing new to read
            self._rows.on_screen = self._rows.offered
        if (before.labels, before.keys) != (tuple(labels), known) or (self._rows.typed and not is_list):
            if not is_list or self._is_typing_of_changed(before):
                self._rows.typed = ""
            self._rows.refresh(layout=self._rows.needed_height() != self._rows.size.height)
            if not is_list:
                self.scroll_home(animate=False)
        self.call_after_refresh(self._show_more_sign)

    def _is_typing_of_changed(self, before: _Offered) -> bool:
        old = dict(zip(before.keys, before.labels, strict=True))
        new = dict(zip(self._rows.keys, self._rows.labels, strict=True))
        return any(key.startswith(self._rows.typed) and old.get(key) != new.get(key) for key in old | new)

    def on_resize(self) -> None:
        self.call_after_refresh(self._show_more_sign)

    def _show_more_sign(self) -> None:
        self.border_title = "↑ ↓ more" if self.max_scroll_y > 0 else ""

    def needed_height(self) -> int:
        """Return the number of lines that all choices need at the present width."""
        return self._rows.needed_height()

    def press(self, key: str) -> bool:
        """Handle a key, and return true if it was meant for the choices."""
        if key == "enter" and self._rows.typed:
            self._choose(self._rows.typed)
        elif key == "backspace" and self._rows.typed:
            self._type(self._rows.typed[:-1])
        elif key == "escape" and self._rows.typed:
            self._type("")
        elif len(key) == 1 and key in "0123456789" and self.labels:
            self._digit(self._rows.typed + key)
        elif key.isalpha() and key in self._rows.on_screen.keys:
            self._choose(key)
        else:
            return False
        return True

    def _digit(self, typed: str) -> None:
        fitting = [key for key in self._rows.on_screen.keys if key.startswith(typed)]
        if fitting == [typed]:
            self._choose(typed)
        elif fitting:
            self._type(typed)
        else:
            self._type("")

    def _type(self, typed: str) -> None:
        if typed != self._rows.typed:
            self._rows.typed = typed
            self._rows.refresh()

    def _choose(self, typed: str) -> None:
        self._type("")
        if typed in self._rows.on_screen.keys:
            self.choose(self._rows.on_screen.keys.index(typed))

    def choose(self, position: int) -> None:
        """Take the choice at this position (counted from 0), if the player can have read it."""
        if 0 <= position < len(self.labels):
            noticed = self._rows.is_noticed(position)
            self.post_message(self.Chosen(position, self.of) if noticed else self.TooSoon())
