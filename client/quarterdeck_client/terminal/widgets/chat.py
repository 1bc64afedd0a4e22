"""Chat on a screen: the lines of a table or match, and a small popup to write a line."""

import contextlib
from collections.abc import Callable, Sequence
from typing import ClassVar

from quarterdeck_protocol.lobby.chat import LONGEST_LINE, Audience, Line, Phrase, Where
from quarterdeck_protocol.names import PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Input

from quarterdeck_client.errors import ClientError, RefusedError
from quarterdeck_client.lobby.chat import ChatRequests
from quarterdeck_client.phrases import name_of
from quarterdeck_client.terminal.later import Later
from quarterdeck_client.terminal.safe_lines import Static
from quarterdeck_client.terminal.widgets.choices import Choices
from quarterdeck_client.terminal.widgets.line_input import LineInput
from quarterdeck_client.terminal.widgets.popups import BORDER, Once

PHRASES = {
    Phrase.HELLO: "Hello!",
    Phrase.GOOD_LUCK: "Good luck!",
    Phrase.WELL_PLAYED: "Well played!",
    Phrase.THANKS: "Thank you!",
    Phrase.ONE_MOMENT: "One moment, please.",
    Phrase.SORRY: "Sorry!",
    Phrase.GOOD_GAME: "Good game!",
}
"""The texts of the phrases, in the order of their numbers."""

UNKNOWN = "(a phrase that this client does not know)"
KEYS = "A number: that phrase · Enter: send your message · Esc: back"
LINES_OF_KEYS = 3


class OwnLine(LineInput):
    """Input for a chat line. While the input is empty, a digit chooses a phrase. To begin a line with a digit, type a
    space first."""

    def __init__(self, choices: Choices, begun: str) -> None:
        super().__init__(begun, placeholder="or your own message", max_length=LONGEST_LINE, compact=True)
        self._choices = choices

    def on_key(self, event: events.Key) -> None:
        if not self.value and self._choices.press(event.key):
            event.stop()
            event.prevent_default()


class ChatInput(Once[Phrase | str]):
    """Popup that asks for a chat line. Its result is a phrase, or free text; `None` if the player cancels."""

    DEFAULT_CSS = """
    ChatInput { align: center middle; background: $background 60%; }
    ChatInput > Vertical { width: 80; max-width: 100%; height: auto; max-height: 100%; border: round $primary;
      padding: 0 1; background: $surface; }
    ChatInput Choices { height: auto; }
    ChatInput Static { height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "go_back", "back"),
        ("up", "scroll_phrases(-1)", "phrases before"),
        ("down", "scroll_phrases(1)", "more phrases"),
    ]

    def __init__(self, begun: str) -> None:
        """Make the chat input. `begun` is its initial text."""
        super().__init__()
        self._begun = begun
        self._choices = Choices()

    def compose(self) -> ComposeResult:
        with Vertical():
            yield self._choices
            yield OwnLine(self._choices, self._begun)
            yield Static(KEYS)

    def on_mount(self) -> None:
        self._choices.show(tuple(PHRASES.values()))
        self.query_one(OwnLine).focus()

    def on_resize(self) -> None:
        self._choices.styles.max_height = max(1, self.size.height - BORDER - 1 - LINES_OF_KEYS)

    def on_input_submitted(self, submitted: Input.Submitted) -> None:
        self.go(submitted.value.strip() or None)

    def on_choices_chosen(self, chosen: Choices.Chosen) -> None:
        self.action_choose(chosen.position)

    def action_choose(self, position: int) -> None:
        self.go(tuple(PHRASES)[position])

    def action_go_back(self) -> None:
        self.go(None)

    def action_scroll_phrases(self, lines: int) -> None:
        self._choices.scroll_relative(y=lines, animate=False)


class ChatPanel:
    """The chat of one table or match, for the screen that shows it."""

    def __init__(
        self,
        screen: Screen[None],
        requests: ChatRequests,
        where: Where,
        id_: str | None,
        show: Callable[[Text], None],
        show_error: Callable[[str], None],
    ) -> None:
        """Make a chat panel. `show` shows a chat line, and `show_error` shows a refusal."""
        self._screen = screen
        self._requests = requests
        self._where = where
        self._id = id_
        self._show = show
        self._show_error = show_error
        self._speakers: dict[PlayerId, Player] = {}
        self._put_off = ""
        """A chat line that the server refused because of the rate limit. The next popup begins with it."""

    @property
    def speakers(self) -> Sequence[Player]:
        """The players who have written in this chat."""
        return tuple(self._speakers.values())

    def begin(self, *, from_now: bool = False) -> None:
        """Subscribe until the screen is closed. Earlier lines are shown too, unless `from_now` is true."""
        self._screen.run_worker(Later(self._receive, from_now))

    def listen_again(self) -> None:
        """Subscribe again when a match has ended, to get its spectators' lines."""
        self._screen.run_worker(Later(self._show_others_lines))

    def end(self) -> None:
        """Unsubscribe, because a connection can have only a limited number of chats, and each rematch adds one."""
        self._screen.app.run_worker(Later(self._leave_room))

    def ask(self) -> None:
        """Ask for a chat line, and send it."""
        self._screen.app.push_screen(ChatInput(self._put_off), self._answered)

    def _answered(self, answer: Phrase | str | None) -> None:
        if answer is not None:
            self._screen.run_worker(Later(self._say, answer))

    async def _say(self, what: Phrase | str) -> None:
        self._put_off = ""
        try:
            if isinstance(what, Phrase):
                await self._requests.say_phrase(self._where, what, self._id)
            else:
                await self._requests.say(self._where, what, self._id)
        except ClientError as error:
            if isinstance(error, RefusedError) and error.code is RefusalCode.TOO_MANY and not isinstance(what, Phrase):
                self._put_off = what
            self._show_error(str(error))

    async def _receive(self, from_now: bool) -> None:
        try:
            before = await self._requests.join_chat(self._where, self._id)
            for line in () if from_now else before:
                self._take(line)
            async for line in self._requests.lines(self._where, self._id):
                self._take(line)
        except ClientError as error:
            self._show_error(str(error))

    async def _show_others_lines(self) -> None:
        try:
            for line in await self._requests.join_chat(self._where, self._id):
                if line.audience is Audience.SPECTATORS:
                    self._take(line)
        except ClientError as error:
            self._show_error(str(error))

    def _take(self, line: Line) -> None:
        self._speakers[line.player.id] = line.player
        self._show(in_words(line))

    async def _leave_room(self) -> None:
        with contextlib.suppress(ClientError):  # unsubscribed either way
            await self._requests.leave_chat(self._where, self._id)


def in_words(line: Line) -> Text:
    """Return the display text of a chat line: the speaker and the text."""
    words = PHRASES.get(line.phrase, UNKNOWN) if line.phrase is not None else line.text or ""
    return Text.assemble((f"{name_of(line.player)}: ", "bold"), words)
