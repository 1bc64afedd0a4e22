"""Protection of the terminal from texts of other players: a filter for control sequences, and a `Static` without
markup."""

from quarterdeck_protocol.safe_text import safe
from rich.segment import Segment
from textual import widgets
from textual.color import Color
from textual.filter import LineFilter
from textual.visual import VisualType


class SafeLines(LineFilter):
    """Removes terminal control sequences from every line of every widget. Nothing replaces them, because the layout
    counts them with width zero."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the line of the screen without terminal control sequences."""
        return [Segment(safe(segment.text, ""), segment.style, segment.control) for segment in segments]


class Static(widgets.Static):
    """Textual's `Static` without markup, so that a name like `[@click=app.quit]` is shown as it is."""

    def __init__(self, content: VisualType = "", *, classes: str | None = None) -> None:
        super().__init__(content, markup=False, classes=classes)
