"""The last look at a screen before it is drawn, and texts in which brackets are brackets."""

from quarterdeck_protocol.safe_text import safe
from rich.segment import Segment
from textual import widgets
from textual.color import Color
from textual.filter import LineFilter
from textual.visual import VisualType


class SafeLines(LineFilter):
    """Removes terminal control sequences from every line of every widget. They are not replaced by a mark: the layout
    counts them as having no width."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the line as it may be drawn."""
        return [Segment(safe(segment.text, ""), segment.style, segment.control) for segment in segments]


class Static(widgets.Static):
    """Textual's, without its markup: a name like `[@click=app.quit]` is a name."""

    def __init__(self, content: VisualType = "", *, classes: str | None = None) -> None:
        super().__init__(content, markup=False, classes=classes)
