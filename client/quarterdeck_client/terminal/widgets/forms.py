"""Input dialogs: a line of text, one of several answers, and a form of settings."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, ClassVar, NamedTuple

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Input

from quarterdeck_client.terminal.safe_lines import Static
from quarterdeck_client.terminal.widgets.line_input import LineInput
from quarterdeck_client.terminal.widgets.popups import Once, Question

LONGEST_NAME, LONGEST_SECRET = 64, 256
"""The protocol's limits."""

KEYS = "Enter: go on · Esc: back"


class TextInput(Once[str | None]):
    """Popup that asks for a line of text. Its result is the text, or `None` if the player leaves."""

    DEFAULT_CSS = """
    TextInput { align: center middle; background: $background 60%; }
    TextInput > Vertical { width: 80; max-width: 100%; height: auto; border: round $primary; background: $surface; }
    TextInput Static { height: auto; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [("escape", "go_back", "back")]

    def __init__(
        self, words: str, *, most: int = 0, is_secret: bool = False, keeps_lines: bool = False, keys: str = KEYS
    ) -> None:
        """Make a text input. `most` is the maximum number of characters; 0 means no limit. With `is_secret`, the input
        is hidden. With `keeps_lines`, the line ends of a pasted text are kept."""
        super().__init__()
        self._words = words
        self._most = most
        self._is_secret = is_secret
        self._keeps_lines = keeps_lines
        self._keys = keys

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(Text(self._words))
            yield LineInput(password=self._is_secret, max_length=self._most, keeps_lines=self._keeps_lines)
            yield Static(self._keys)

    def on_input_submitted(self, _: Input.Submitted) -> None:
        self.go(self.query_one(LineInput).text)

    def action_go_back(self) -> None:
        self.go(None)


async def written(app: App[Any], words: str, *, is_secret: bool = False, most: int = LONGEST_NAME) -> str | None:
    """Ask for a name, a code, a text of at most `most` characters, or a secret. Return `None` if the player enters
    nothing."""
    most = LONGEST_SECRET if is_secret else most
    answer = await app.push_screen_wait(TextInput(words, most=most, is_secret=is_secret))
    return (answer if is_secret else (answer or "").strip()) or None


async def chosen(app: App[Any], words: str, answers: Sequence[str], back: str = "back") -> int | None:
    """Ask the player to choose an answer. Return its position, or `None` if the player goes back."""
    headline, _, rest = words.partition("\n")
    text = Text(headline, style="bold").append(f"\n{rest}" if rest else "", style="not bold")
    return await app.push_screen_wait(Question(text, answers, back=f"Esc: {back}"))


class SettingsForm(NamedTuple):
    """A setting and its possible values."""

    name: str
    values: Sequence[str]
    at: int = 0

    @property
    def next(self) -> "SettingsForm":
        return self._replace(at=(self.at + 1) % len(self.values))

    @property
    def label(self) -> str:
        return f"{self.name}: {self.values[self.at]}"


async def set_up(
    app: App[Any],
    words: str,
    do: str,
    settings: Sequence[SettingsForm],
    further: Sequence[tuple[str, Callable[[], Awaitable[None]]]] = (),
) -> tuple[int, ...] | None:
    """Let the player change these settings until they choose the answer `do`. A setting's number switches it to its
    next value. `further` are the labels of further dialogs, and the functions that show them. Return the position of
    each value; `None` if the player leaves."""
    settings = list(settings)
    while True:
        labels = [do, *(setting.label for setting in settings), *(label for label, _ in further)]
        back = f"A number changes it · Enter: {do.lower()} · Esc: back"
        answer = await app.push_screen_wait(
            Question(Text(words, style="bold"), labels, back=back, enter_takes_the_first=True)
        )
        if answer is None:
            return None
        if answer == 0:
            return tuple(setting.at for setting in settings)
        if answer > len(settings):
            await further[answer - 1 - len(settings)][1]()
        else:
            settings[answer - 1] = settings[answer - 1].next


async def set_up_parts(app: App[Any], words: str, do: str, parts: dict[str, list[SettingsForm]]) -> bool:
    """Let the player change the settings of the first part, and those of each other part in a dialog of its own. The
    parts are changed in place. Return false if the player leaves the first one."""
    first, *others = parts

    async def changed(part: str) -> None:
        if (values := await set_up(app, part, "Take these", parts[part])) is not None:
            parts[part] = _set_to(parts[part], values)

    further = [(f"{part} …", partial(changed, part)) for part in others if parts[part]]
    values = await set_up(app, words, do, parts[first], further)
    if values is not None:
        parts[first] = _set_to(parts[first], values)
    return values is not None


def _set_to(settings: Sequence[SettingsForm], values: Sequence[int]) -> list[SettingsForm]:
    return [each._replace(at=at) for each, at in zip(settings, values, strict=True)]


def yes_or_no(name: str, *, is_so: bool) -> SettingsForm:
    """Return a setting with the values no (0) and yes (1)."""
    return SettingsForm(name, ("no", "yes"), int(is_so))
