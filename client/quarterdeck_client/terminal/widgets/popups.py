"""Popups over a screen: an important event of the match, or a question with answers."""

import textwrap
from collections.abc import Sequence
from typing import TypeVar

from quarterdeck_protocol.messages import RawUpdate
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen

from quarterdeck_client.terminal.safe_lines import Static
from quarterdeck_client.terminal.widgets.choices import Choices
from quarterdeck_client.terminal.widgets.notice_delay import TOO_SOON, NoticeDelay
from quarterdeck_client.terminal.widgets.texts import Clock, Sentence

Answer = TypeVar("Answer")

_CSS = """
{name} {{ align: center middle; background: $background 60%; }}
{name} > Vertical {{ width: 80; max-width: 100%; height: auto; max-height: 100%; border: round $primary; padding: 0 1;
  background: $surface; }}
{name} Static {{ height: auto; }}
{name} .text {{ height: auto; margin-bottom: 1; }}
{name}.-low .text {{ margin-bottom: 0; }}
{name} Choices {{ height: auto; }}
"""

ANY_KEY, ANY_OTHER_KEY = "Any key: go on", "any other key: go on"
BORDER = 2
FEW_LINES = 18
LEAST_TEXT = 2
LEAST_ANSWERS = 8
"""A longer list of answers gives its lines to the text first."""

READ_ON = "↑ ↓: read on · "
PAGES = {"up": -1.0, "down": 1.0, "pageup": -10.0, "pagedown": 10.0}
"""Number of lines that each key scrolls."""


class Once(ModalScreen[Answer]):
    """Popup that ignores a second dismissal, which two keys in quick succession would cause."""

    _is_going = False

    def go(self, answer: Answer | None) -> None:
        if not self._is_going:
            self._is_going = True
            self.dismiss(answer)


class _Readable(Once[Answer]):
    """Popup with a scrollable text above other content. The content below is always completely visible."""

    def __init__(self, text: Text) -> None:
        super().__init__()
        self.words = Sentence(text)
        self.reading = VerticalScroll(self.words, classes="text", can_focus=False)

    def lines_of(self, words: str) -> int:
        """Return the number of lines that a text in the popup needs."""
        return len(textwrap.wrap(words, max(1, self.reading.size.width)))

    def below(self) -> int:
        """Return the number of lines that are needed below the text."""
        raise NotImplementedError

    def on_resize(self) -> None:
        self.fit()
        self.call_after_refresh(self.fit)  # the content below may have been wrapped differently

    def fit(self) -> None:
        is_low = self.size.height < FEW_LINES
        self.set_class(is_low, "-low")
        self.reading.styles.max_height = max(1, self.size.height - BORDER - self.below() - (not is_low))
        self.call_after_refresh(self.show_scroll_keys)

    def show_scroll_keys(self) -> None:
        """Show the keys that scroll the text, if the text does not fit."""

    @property
    def is_long(self) -> bool:
        return self.reading.max_scroll_y > 0

    def scroll(self, key: str) -> bool:
        """Handle a key, and return true if it was meant for the text."""
        if key not in PAGES or not self.is_long:
            return False
        self.reading.scroll_relative(y=PAGES[key], animate=False)
        return True


class Moment(_Readable[None]):
    """Popup about an important event. The match continues meanwhile, and the popup shows its clock."""

    DEFAULT_CSS = _CSS.format(name="Moment")

    def __init__(self, text: Text, update: RawUpdate, names: Sequence[str]) -> None:
        super().__init__(text)
        self._clock = Clock()
        self._clock.show(update, names)
        self._keys = Static(ANY_KEY)
        self._noticing = NoticeDelay()

    def compose(self) -> ComposeResult:
        with Vertical():
            yield self.reading
            yield self._clock
            yield self._keys

    def below(self) -> int:
        return max(1, self._clock.size.height) + self.lines_of(READ_ON + ANY_OTHER_KEY)

    def show_scroll_keys(self) -> None:
        self._keys.update(READ_ON + ANY_OTHER_KEY if self.is_long else ANY_KEY)

    def show(self, text: Text | None, update: RawUpdate, names: Sequence[str]) -> None:
        """Update the time left. If `text` is not `None`, it replaces the shown text."""
        if text is not None:
            self.words.say(text)
            self._noticing = NoticeDelay()
            self.call_after_refresh(self.fit)
        self._clock.show(update, names)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        if not self.scroll(event.key) and self._noticing.is_over(self):
            self.go(None)


class Question(_Readable[int | None]):
    """Popup with a question and numbered answers; Escape goes back."""

    DEFAULT_CSS = _CSS.format(name="Question")

    def __init__(
        self,
        text: Text,
        answers: Sequence[str],
        *,
        keys: Sequence[str] = (),
        back: str = "Esc: back to the table",
        is_news: bool = False,
        enter_takes_the_first: bool = False,
    ) -> None:
        """Make a popup with a question. Each answer has a number, or its key from `keys`. Set `is_news` if the popup
        does not appear because of a key: then a key pressed too soon is ignored."""
        super().__init__(text)
        self._text = text.plain
        self._enter_takes_the_first = enter_takes_the_first
        self._is_news = is_news
        self._noticing = NoticeDelay()
        self._answers = answers
        self._own_keys = keys
        self._back = back
        self._keys = Static(back)
        self._choices = Choices()

    def compose(self) -> ComposeResult:
        with Vertical():
            yield self.reading
            yield self._choices
            yield self._keys

    def on_mount(self) -> None:
        self._choices.show(self._answers, keys=self._own_keys, is_news=self._is_news)

    def below(self) -> int:
        return self._lines_of_choices() + self.lines_of(READ_ON + self._back)

    def _lines_of_choices(self) -> int:
        height = self.size.height - BORDER - self.lines_of(READ_ON + self._back)
        text = sum(max(1, self.lines_of(line)) for line in self._text.splitlines()) + 1
        room = height - max(LEAST_TEXT, min(text, height - LEAST_ANSWERS))
        return max(1, min(self._choices.needed_height(), room))

    def fit(self) -> None:
        self._choices.styles.max_height = self._lines_of_choices()
        super().fit()

    @property
    def is_long(self) -> bool:
        return super().is_long or self._choices.max_scroll_y > 0

    def scroll(self, key: str) -> bool:
        """Handle a key: scroll the text to its end, then the answers."""
        if key not in PAGES or not self.is_long:
            return False
        forwards, at_top = PAGES[key] > 0, self._choices.scroll_y <= 0
        at_end = self.reading.scroll_y >= self.reading.max_scroll_y
        part = self._choices if (at_end if forwards else not at_top) else self.reading
        part.scroll_relative(y=PAGES[key], animate=False)
        return True

    def show_scroll_keys(self) -> None:
        self._keys.update(READ_ON + self._back if self.is_long else self._back)

    def on_key(self, event: events.Key) -> None:
        if self._choices.press(event.key) or self.scroll(event.key):
            event.stop()
        elif event.key == "enter" and self._enter_takes_the_first:
            event.stop()
            self.go(0)
        elif event.key in ("escape", "q"):
            event.stop()
            if not self._is_news or self._noticing.is_over(self):
                self.go(None)

    def on_choices_too_soon(self) -> None:
        self._keys.update(TOO_SOON)

    def on_choices_chosen(self, chosen: Choices.Chosen) -> None:
        self.go(chosen.position)
