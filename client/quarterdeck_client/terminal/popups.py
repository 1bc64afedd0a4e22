"""What comes on top of a screen for a while: the rules, a moment worth stopping for, a question."""

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from quarterdeck_protocol.messages import RawUpdate
from rich.markdown import Markdown
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from quarterdeck_client.terminal.choices import Choices
from quarterdeck_client.terminal.parts import Clock, Saying

Answer = TypeVar("Answer")

_CSS = """
{name} {{ align: center middle; background: $background 60%; }}
{name} > Vertical {{ width: 80; max-width: 100%; height: auto; max-height: 100%; border: round $primary; padding: 0 1;
  background: $surface; }}
{name} Static {{ height: auto; }}
{name} Choices {{ height: auto; max-height: 10; }}
"""


class Rules(ModalScreen[None]):
    """The rules in brief."""

    DEFAULT_CSS = (
        _CSS.format(name="Rules")
        + "Rules > Vertical { width: 100%; height: 100%; } Rules VerticalScroll { height: 1fr; }"
    )
    BINDINGS: ClassVar[list[BindingType]] = [("question_mark,escape,q,enter", "dismiss", "back")]

    def __init__(self, rules: str) -> None:
        super().__init__()
        self._rules = rules

    def compose(self) -> ComposeResult:
        with Vertical():
            with VerticalScroll():
                yield Static(Markdown(self._rules))
            yield Static("↑ ↓ PageUp PageDown: read on · Esc: back to the table")


class _Once(ModalScreen[Answer]):
    """Can be dismissed again while it goes: two keys may come at once."""

    _is_going = False

    def go(self, answer: Answer | None) -> None:
        if not self._is_going:
            self._is_going = True
            self.dismiss(answer)


class Moment(_Once[None]):
    """Something worth stopping for. The match goes on meanwhile, and its clock is shown."""

    DEFAULT_CSS = _CSS.format(name="Moment")

    def __init__(self, text: Text, update: RawUpdate, names: Sequence[str]) -> None:
        super().__init__()
        self._text = Saying(text)
        self._clock = Clock()
        self._clock.show(update, names)

    def compose(self) -> ComposeResult:
        with Vertical():
            yield self._text
            yield Static()
            yield self._clock
            yield Static("Any key: go on")

    def show(self, text: Text | None, update: RawUpdate, names: Sequence[str]) -> None:
        """Show how long there is still, and a newer moment in the place of this one if there is one."""
        if text is not None:
            self._text.say(text)
        self._clock.show(update, names)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        self.go(None)


class Question(_Once[int | None]):
    """A question with numbered answers; Escape goes back."""

    DEFAULT_CSS = _CSS.format(name="Question")

    def __init__(self, text: Text, answers: Sequence[str], *, back: str = "Esc: back to the table") -> None:
        super().__init__()
        self._text = text
        self._answers = answers
        self._back = back
        self._choices = Choices()

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self._text)
            yield Static()
            yield self._choices
            yield Static(self._back)

    def on_mount(self) -> None:
        self._choices.show(self._answers)

    def on_key(self, event: events.Key) -> None:
        if self._choices.press(event.key):
            event.stop()
        elif event.key in ("escape", "q"):
            event.stop()
            self.go(None)

    def action_choose(self, position: int) -> None:
        self.go(position)

    def on_choices_chosen(self, chosen: Choices.Chosen) -> None:
        self.go(chosen.position)
