"""The screen of a match that has ended: the game's board, frame by frame, from the view of any seat or of
spectators."""

from collections.abc import Sequence
from typing import ClassVar

import msgspec
from quarterdeck_protocol.messages import RawUpdate
from quarterdeck_protocol.names import PlayerId, Seat, Version
from quarterdeck_protocol.transcripts.replay import RawReplay
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from quarterdeck_client.errors import ClientError
from quarterdeck_client.phrases import PhraseBook, Phrases, names_of
from quarterdeck_client.replays import ReplaySource, taken_after, updates_of
from quarterdeck_client.terminal.games.board import Board, Page
from quarterdeck_client.terminal.games.boards import board_of
from quarterdeck_client.terminal.games.general_board import GeneralBoard
from quarterdeck_client.terminal.key_bindings import REPLAY_KEYS, Help, bound
from quarterdeck_client.terminal.playback import Playback
from quarterdeck_client.terminal.widgets.page_reader import PageReader
from quarterdeck_client.terminal.widgets.texts import Sentence, Story, end_in_words
from quarterdeck_client.words.card_texts import Book

LEAST_WIDTH, LEAST_HEIGHT = 80, 24
A_LEAP = 10
"""Number of replay frames that PgUp and PgDn skip."""

MOST_TOLD_AGAIN = 30
"""Number of replay frames that the story shows after a step back or a jump; each step forward adds one."""

SECONDS_BETWEEN_LOOKS = 0.05
KEYS = "← → step · space plays · tab whose eyes · o choices · ? keys · q leave"
SPECTATORS = "spectators"


class ReplayScreen(Screen[None]):
    """The screen of a replay. It is dismissed when the user leaves it."""

    DEFAULT_CSS = """
    ReplayScreen { overflow: hidden; }
    ReplayScreen > .too-small { display: none; }
    ReplayScreen.-too-small > * { display: none; }
    ReplayScreen.-too-small > .too-small { display: block; height: 1fr; }
    ReplayScreen > .line { height: 1; }
    ReplayScreen > .headline { text-style: bold; background: $primary-muted; }
    ReplayScreen > .where { text-style: bold; color: $text-accent; }
    ReplayScreen > Story { height: 1fr; min-height: 2; background: $background; scrollbar-size-vertical: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *bound("?qco"),
        ("right", "step(1)", "a moment on"),
        ("left", "step(-1)", "a moment back"),
        ("pagedown", f"step({A_LEAP})", "ten on"),
        ("pageup", f"step(-{A_LEAP})", "ten back"),
        ("home", "jump(0)", "the first"),
        ("end", "jump(-1)", "the last"),
        ("space", "play", "play, or stand still"),
        ("plus", "speed(1)", "faster"),
        ("minus", "speed(-1)", "slower"),
        ("tab", "eyes(1)", "next view"),
        ("shift+tab", "eyes(-1)", "previous view"),
    ]

    def __init__(
        self,
        source: ReplaySource,
        replay: RawReplay,
        phrases: Phrases,
        book: Book,
        *,
        at: Version | None = None,
        playback: Playback | None = None,
    ) -> None:
        """Make the screen of a replay. `at` is the version to show first; by default the first one."""
        super().__init__()
        self._source = source
        self._seen = {replay.seat: replay}
        self._phrasing = PhraseBook(phrases, names_of(replay.players))
        self._book = book
        self.playback = Playback() if playback is None else playback
        self._take(replay)
        self.at = 0 if at is None else self._place_of(at)
        """Index of the shown replay frame, counted from 0."""

        self._typed = ""
        self._said = ""
        self._is_plain = False
        self._too_small = Sentence(classes="too-small")
        self._headline = Sentence(classes="line headline")
        self._view = self._fresh_board()
        self._story = Story()
        self._where = Sentence(classes="line where")
        self._notice = Sentence(classes="line")

    def _take(self, replay: RawReplay) -> None:
        self.replay = replay
        self.updates = updates_of(replay)

    def _place_of(self, version: int) -> int:
        """Return the index of the newest frame whose version is not higher than this one."""
        return max(0, sum(update.version <= version for update in self.updates) - 1)

    def _fresh_board(self) -> Board:
        board = GeneralBoard() if self._is_plain else board_of(self.replay.game)()
        board.book = self._book
        return board

    @property
    def update(self) -> RawUpdate:
        """The replay frame on the screen, as an update."""
        return self.updates[self.at]

    def compose(self) -> ComposeResult:
        yield self._too_small
        yield self._headline
        yield self._view
        yield self._story
        yield self._where
        yield self._notice

    async def on_mount(self) -> None:
        await self._rebuild_board()
        self.set_interval(SECONDS_BETWEEN_LOOKS, self._play_on)

    async def on_resize(self, event: events.Resize) -> None:
        width, height = event.size
        self.set_class(self._is_too_small, "-too-small")
        self._too_small.say(
            f"this terminal is {width}×{height}; the table needs {LEAST_WIDTH}×{LEAST_HEIGHT}\n\nq: leave"
        )
        if self._view.is_attached:
            await self._rebuild_board()

    @property
    def _is_too_small(self) -> bool:
        return self.size.width < LEAST_WIDTH or self.size.height < LEAST_HEIGHT

    # What is shown

    async def _show(self, to: int) -> None:
        """Show the frame of the replay with index `to`."""
        before, self.at = self.at, min(max(0, to), len(self.updates) - 1)
        if before < self.at <= before + MOST_TOLD_AGAIN:
            try:
                self._show_frames(before + 1)
            except msgspec.DecodeError:  # a newer server: the general board shows any view
                self._is_plain = True
                await self._rebuild_board()
        elif self.at != before:
            await self._rebuild_board()
        else:
            self._say()

    async def _rebuild_board(self) -> None:
        """Show the frame on a new board. The board first receives the earlier frames, because it may remember cards
        from them."""
        with self.app.batch_update():
            while True:
                fresh = self._fresh_board()
                await self.mount(fresh, after=self._view)
                await self._view.remove()
                self._view = fresh
                self._story.forget()
                try:
                    self._show_frames(max(0, self.at + 1 - MOST_TOLD_AGAIN))
                except msgspec.DecodeError:
                    if self._is_plain:
                        raise
                    self._is_plain = True
                else:
                    return

    def _show_frames(self, start: int) -> None:
        """Pass the frames from `start` to the shown one to the board in order, and add their events to the list of
        events."""
        for number in range(start, self.at + 1):
            update = self.updates[number]
            self._view.show(update, self._phrasing)
            said = [self._view.sentence_of(event, self._phrasing) for event in update.events]
            self._story.add([Text(line) for line in said if line is not None])
        self._headline.say(f" {self._view.headline(self.update, self._phrasing)}")
        self._say()

    def _say(self) -> None:
        """Show the position in the replay, and whose view it is."""
        update, last = self.update, self.updates[-1].version
        eyes = SPECTATORS if update.seat is None else self._phrasing.seat(update.seat)
        could = f" · {len(update.choices)} to choose from (o)" if update.choices else ""
        end = " · the end (o)" if update.result is not None else ""
        self._where.say(f" {update.version} of {last} · as {eyes} · {self.playback.in_words}{could}{end}")
        if self._typed:
            self._notice.say(f" Go to {self._typed}▏ Enter: there · Esc: stay")
        else:
            self._notice.say(Text(f" {self._said}") if self._said else Text(f" {KEYS}", style="dim"))

    def say(self, words: str) -> None:
        """Show a message in the line at the bottom of the screen."""
        self._said = words
        self._say()

    # Actions of the user

    async def on_key(self, event: events.Key) -> None:
        if event.key.isdecimal() and len(event.key) == 1:
            self._typed = (self._typed + event.key).lstrip("0")[:9]
        elif self._typed and event.key == "backspace":
            self._typed = self._typed[:-1]
        elif self._typed and event.key == "enter":
            wanted, self._typed = int(self._typed), ""
            await self._go(self._place_of(wanted))
        elif self._typed and event.key == "escape":
            self._typed = ""
        else:
            return
        event.stop()
        self._say()

    async def _go(self, to: int) -> None:
        self._typed = self._said = ""
        await self._show(to)

    async def action_step(self, by: int) -> None:
        self.playback.stop()
        await self._go(self.at + by)

    async def action_jump(self, to: int) -> None:
        self.playback.stop()
        await self._go(to if to >= 0 else len(self.updates) - 1)

    async def action_play(self) -> None:
        if self.playback.is_on:
            self.playback.stop()
        else:
            self.playback.start()
            if self.update is self.updates[-1]:
                await self._go(0)
        self._say()

    async def _play_on(self) -> None:
        if self.playback.is_due():
            if self.at + 2 >= len(self.updates):
                self.playback.stop()
            await self._show(self.at + 1)

    def action_speed(self, by: int) -> None:
        if by > 0:
            self.playback.faster()
        else:
            self.playback.slower()
        self._say()

    async def action_eyes(self, by: int) -> None:
        """Switch to the next view of the same frame: the spectators' view, then each seat's."""
        everybody = [None, *map(Seat, range(len(self.replay.players)))]
        await self.view_as(everybody[(everybody.index(self.replay.seat) + by) % len(everybody)])

    async def view_as(self, seat: Seat | None) -> None:
        """Show the same moment of the replay as this viewer saw it."""
        version = self.update.version
        try:
            if seat not in self._seen:
                self._seen[seat] = await self._source.replay(seat)
        except ClientError as error:
            self.say(str(error))
            return
        self._take(self._seen[seat])
        self.at = self._place_of(version)
        self._said = ""
        await self._rebuild_board()

    def action_show_summary(self) -> None:
        """Show the choices at this frame, and mark the one that was taken."""
        self.playback.stop()
        self._read([Page("Possible choices", self._choices()), Page("What has happened", self._happened())])

    def action_read(self) -> None:
        if self._view.has_pages:
            self.playback.stop()
            self._read(self._view.pages(self.update, self._phrasing))

    def _read(self, pages: Sequence[Page]) -> None:
        self._say()
        if pages and not self._is_too_small:
            still = msgspec.structs.replace(self.update, waiting=())  # old deadlines do not run any more
            self.app.push_screen(PageReader(pages, still, self._phrasing.names))

    def _choices(self) -> tuple[Text, ...]:
        update, taken = self.update, taken_after(self.replay, self.at)
        if update.seat is None:
            return (Text("Spectators have no choices: press tab for a player's view."),)
        if not update.choices:
            return (Text(f"{self._phrasing.seat(update.seat)} had no choices at this step."),)
        said = [self._view.label(number, update, self._phrasing) for number in range(len(update.choices))]
        return tuple(
            Text(f"▶ {words}", style="bold") if bytes(raw) == taken else Text(f"  {words}")
            for words, raw in zip(said, update.choices, strict=True)
        )

    def _happened(self) -> tuple[Text, ...]:
        update = self.update
        before = self.updates[self.at - 1] if self.at else None
        lines = [Text(self._phrasing.at(update.view).event(event)) for event in update.events]
        moment = None if before is None else self._view.moment(before, update, self._phrasing)
        ending = [] if update.result is None else [end_in_words(update.result, update, self._phrasing)]
        return (*lines, *([] if moment is None else [moment]), *ending)

    def action_help(self) -> None:
        self.playback.stop()
        self.app.push_screen(Help(self._phrasing.phrases.rules, REPLAY_KEYS))

    def action_leave(self) -> None:
        self.dismiss(None)


async def opened(
    source: ReplaySource,
    *,
    seat: Seat | None = None,
    me: PlayerId | None = None,
    at: Version | None = None,
    playback: Playback | None = None,
) -> ReplayScreen:
    """Return the replay screen of a match. The view is that of `seat`, or else of the seat of player `me`, or else of
    spectators. Raises `ClientError`."""
    replay = await source.replay(seat)
    own = next((number for number, player in enumerate(replay.players) if player.id == me), None)
    if seat is None and own is not None:
        replay = await source.replay(Seat(own))
    phrases, book = await source.phrases(replay.game), await source.book(replay.game)
    return ReplayScreen(source, replay, phrases, book, at=at, playback=playback)
