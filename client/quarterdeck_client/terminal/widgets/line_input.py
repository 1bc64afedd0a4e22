"""A one-line input that accepts a pasted text of several lines."""

from typing import Any

from textual import events
from textual.widgets import Input

LINE_END = "↵"
"""Character that shows a line end of a pasted text."""


class LineInput(Input):
    """An `Input` that accepts all lines of a pasted text. Textual's own `Input` keeps only the first line.

    Lines are joined by spaces; with `keeps_lines` each line end is shown as `↵`, and `text` has the lines as they were.
    """

    def __init__(self, value: str | None = None, *, keeps_lines: bool = False, **more: Any) -> None:
        """Make a line input. `more` are further arguments for Textual's `Input`."""
        super().__init__(value, **more)
        self._between = LINE_END if keeps_lines else " "

    @property
    def text(self) -> str:
        """The written text, with the line ends of pasted text."""
        return self.value.replace(LINE_END, "\n") if self._between == LINE_END else self.value

    def on_paste(self, event: events.Paste) -> None:
        """Insert the complete pasted text, without a final line end."""
        event.prevent_default()
        event.stop()
        lines = event.text.rstrip("\r\n").splitlines()
        if self._between == " ":
            lines = [line.strip() for line in lines if line.strip()] if len(lines) > 1 else lines
        if not lines:
            return
        pasted = self._between.join(lines)
        if self.max_length:
            pasted = pasted[: self.max_length - len(self.value) + len(self.selected_text)]
        self.replace(pasted, *self.selection)
