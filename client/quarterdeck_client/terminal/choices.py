"""Numbered choices: press the number. With ten or more, a number that could go on waits for the next digit or Enter.
A choice too long for the width goes on in further lines.

A number means what can be read beside it. Choices that have come but are not drawn yet do not count, so whoever presses
a key chooses from what was on the screen; that those are not on offer any more, if so, the server says.
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

GAP = 2


class _Offered(NamedTuple):
    """Choices and what they are of."""

    labels: tuple[str, ...] = ()
    of: object = None


class _Rows(Widget):
    """The choices in as many columns as fit."""

    DEFAULT_CSS = "_Rows { height: auto; link-style: none; link-style-hover: none; link-color: $foreground; }"

    def __init__(self) -> None:
        super().__init__()
        self.offered = _Offered()
        self.on_screen = self.offered
        """What was drawn last."""

        self.typed = ""

    @property
    def labels(self) -> tuple[str, ...]:
        return self.offered.labels

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self._height(width)

    def needed_height(self) -> int:
        """Give how many rows it takes at the width there is."""
        return self._height(max(1, self.size.width))

    def render(self) -> Text:
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
        cell.apply_meta({"@click": f"screen.choose({number})"})
        return cell

    def _long(self, number: int, width: int) -> Text:
        """Give one choice that has the whole width, in as many lines as it takes."""
        cell = self._number(number)
        indent = "\n" + " " * (len(cell) + 1)
        cell.append(" " + indent.join(self._wrapped(number, width)), style="not reverse not bold")
        cell.apply_meta({"@click": f"screen.choose({number})"})
        return cell

    def _number(self, number: int) -> Text:
        typing = bool(self.typed) and str(number + 1).startswith(self.typed)
        style = "reverse bold" if typing or not self.typed else "dim"
        return Text(f" {number + 1:>{self._digits}} ", style=style, no_wrap=True, end="")

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
        return len(str(len(self.labels)))

    def _columns(self, width: int) -> int:
        widest = max((cell_len(label) for label in self.labels), default=0) + self._digits + 3 + GAP
        return max(1, min(width // widest if widest else 1, 3, len(self.labels)))

    def _rows(self, columns: int) -> int:
        return -(-len(self.labels) // columns)


class Choices(VerticalScroll):
    """What may be done now, by number."""

    class Chosen(Message):
        """Somebody chose the choice at this position, counted from 0, of what was on the screen then."""

        def __init__(self, position: int, of: object) -> None:
            super().__init__()
            self.position = position
            self.of = of

    def __init__(self) -> None:
        super().__init__()
        self._rows = _Rows()
        self.can_focus = False

    def compose(self) -> ComposeResult:
        yield self._rows

    @property
    def labels(self) -> tuple[str, ...]:
        """The choices that can be read on the screen."""
        return self._rows.on_screen.labels

    @property
    def of(self) -> object:
        """What those choices are of; `None` before any were shown."""
        return self._rows.on_screen.of

    def show(self, labels: Sequence[str], of: object = None) -> None:
        before, self._rows.offered = self._rows.labels, _Offered(tuple(labels), of)
        if not labels or self.labels == tuple(labels):  # nothing new to read
            self._rows.on_screen = self._rows.offered
        if before != tuple(labels) or self._rows.typed:
            self._rows.typed = ""
            self._rows.refresh(layout=self._rows.needed_height() != self._rows.size.height)
            self.scroll_home(animate=False)
        self.call_after_refresh(self._say_if_there_are_more)

    def on_resize(self) -> None:
        self.call_after_refresh(self._say_if_there_are_more)

    def _say_if_there_are_more(self) -> None:
        self.border_title = "↑ ↓ more" if self.max_scroll_y > 0 else ""

    def needed_height(self) -> int:
        """Give how many lines all choices take at the width there is."""
        return self._rows.needed_height()

    def press(self, key: str) -> bool:
        """Take in a key, and say whether it was meant for this."""
        if key == "enter" and self._rows.typed:
            self._choose(self._rows.typed)
        elif key == "backspace" and self._rows.typed:
            self._type(self._rows.typed[:-1])
        elif key == "escape" and self._rows.typed:
            self._type("")
        elif len(key) == 1 and key in "0123456789" and self.labels:
            self._digit(self._rows.typed + key)
        else:
            return False
        return True

    def _digit(self, typed: str) -> None:
        fitting = [number for number in range(1, len(self.labels) + 1) if str(number).startswith(typed)]
        if len(fitting) == 1 and str(fitting[0]) == typed:
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
        self.post_message(self.Chosen(int(typed) - 1, self.of))
