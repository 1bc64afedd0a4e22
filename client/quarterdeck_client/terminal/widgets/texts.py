"""Text widgets of every screen. Each is drawn again only when its text has changed."""

import time
from collections import deque
from collections.abc import Callable, Sequence

from quarterdeck_protocol.messages import RawUpdate, Result
from rich.console import Console
from rich.text import Text
from textual import events
from textual.geometry import Region
from textual.widget import Widget
from textual.widgets import RichLog

from quarterdeck_client.phrases import VOID, PhraseBook

MOST_LINES = 400
INDENT = 2
SHORT = 10_000
"""Time limit in milliseconds up to which a decision is announced: a reaction has 8 s."""

BROKEN = "Connection lost; reconnecting …"
STORE_AWAY = "The server's store is not available; waiting …"


class Sentence(Widget):
    """Widget with a few lines of text. Only the lines that have changed are drawn again."""

    DEFAULT_CSS = "Sentence { height: auto; }"

    def __init__(self, text: Text | str = "", *, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self.said = Text(text) if isinstance(text, str) else text

    def say(self, text: Text | str) -> None:
        before, self.said = self.said, Text(text) if isinstance(text, str) else text
        old, new = before.split(allow_blank=True), self.said.split(allow_blank=True)
        changed = [row for row, (one, other) in enumerate(zip(old, new, strict=False)) if not _same(one, other)]
        is_wider = self.styles.width is not None and self.styles.width.is_auto and before.cell_len != self.said.cell_len
        width = self.size.width
        may_wrap = any(line.cell_len > width for line in (*old, *new))  # then a line's row is not its number
        if len(old) != len(new) or is_wider or may_wrap or self.size.height > len(new):
            self.refresh(layout=True)
        elif changed:
            self.refresh(*(Region(0, row, width, 1) for row in changed))

    def render(self) -> Text:
        return self.said


def _same(one: Text, other: Text) -> bool:
    return one.plain == other.plain and one.spans == other.spans and one.style == other.style


class Story(RichLog):
    """Widget with the events so far as sentences, the newest at the bottom."""

    can_focus = False

    def __init__(self) -> None:
        super().__init__(max_lines=MOST_LINES, min_width=1, wrap=True)
        self._lines: deque[Text] = deque(maxlen=MOST_LINES)
        self._width = 0

    def add(self, lines: Sequence[Text]) -> None:
        self._lines.extend(lines)
        for line in lines:
            self.write(line, animate=False)

    def forget(self) -> None:
        """Remove all lines."""
        self._lines.clear()
        self.clear()

    def on_resize(self, event: events.Resize) -> None:
        """Wrap the lines of the list of events for the new width."""
        if event.size.width != self._width:
            self._width = event.size.width
            self.clear()
            self.add([self._lines.popleft() for _ in range(len(self._lines))])


class Clock(Sentence):
    """Widget that shows the seats that the match waits for, and the time left."""

    def __init__(self) -> None:
        super().__init__()
        self._sentence: Callable[[], Text] = Text

    def on_mount(self) -> None:
        self.set_interval(0.5, self.tick)

    def show(self, update: RawUpdate, names: Sequence[str]) -> None:
        received = time.monotonic()

        def sentence() -> Text:
            passed = (time.monotonic() - received) * 1000
            return _waiting(update, names, passed)

        self._sentence = sentence
        self.tick()

    def tick(self) -> None:
        self.say(self._sentence())


def in_lines(words: Text, width: int) -> list[Text]:
    """Return the wrapped, indented lines of a paragraph. Lines after the first are indented further."""
    first, *more = words.wrap(Console(width=width), max(1, width - 2 * INDENT)) or [Text()]
    return [Text(" " * INDENT).append_text(first), *(Text(" " * 2 * INDENT).append_text(line) for line in more)]


def window_of(update: RawUpdate) -> int | None:
    """Return the seconds that this seat has for a decision, if they are few enough to be missed by a distracted player;
    otherwise `None`."""
    times = [waiting.until - update.now for waiting in update.waiting if waiting.seat == update.seat]
    return None if not times or not update.choices or times[0] > SHORT else max(0, round(times[0] / 1000))


def end_in_words(result: Result, update: RawUpdate, phrasing: PhraseBook) -> Text:
    """Return a text with the final rank of each player, and the reason why the match ended."""
    lines = Text("The match is over.\n\n", style="bold")
    if not result.places:
        return lines.append(f"{VOID}.", style="not bold")
    for place, seat in sorted((place, seat) for seat, place in enumerate(result.places)):
        own = seat == update.seat
        said = f"  {place}.  {phrasing.seat(seat)}{' (you)' if own else ''}\n"
        lines.append(said, style="bold" if own else "not bold")
    return lines.append(f"\nWhy it ended: {phrasing.thing('reason', result.reason)}.", style="not bold")


def _waiting(update: RawUpdate, names: Sequence[str], passed: float) -> Text:
    if update.result is not None:
        return Text("The match is over.", style="bold")
    sentence = Text()
    for waiting in update.waiting:
        left = max(0, round((waiting.until - update.now - passed) / 1000))
        own = waiting.seat == update.seat
        is_short = own and window_of(update) is not None
        who = "!! Decide" if is_short else "Your turn" if own else f"{names[waiting.seat]} to act"
        absent = " (away)" if waiting.absent else ""
        style = ("bold reverse red" if left <= 5 or is_short else "bold reverse") if own else ""
        sentence.append("  " if sentence else "").append(f" {who}{absent} {left // 60}:{left % 60:02} ", style=style)
    return sentence
