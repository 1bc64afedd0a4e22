"""The screen of a match: the game's board, and around it the widgets that every game needs."""

import contextlib
from collections.abc import Sequence
from typing import ClassVar

import msgspec
from msgspec import UNSET
from msgspec.structs import replace
from quarterdeck_protocol.lobby.chat import Where
from quarterdeck_protocol.lobby.tables import Perspectives
from quarterdeck_protocol.messages import RawUpdate, Result
from quarterdeck_protocol.names import Seat, TableId
from quarterdeck_protocol.sides import Player
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.message import Message

from quarterdeck_client.client import Client
from quarterdeck_client.errors import ClientError, LostError, RefusedError
from quarterdeck_client.followed_match import FollowedMatch
from quarterdeck_client.phrases import PhraseBook, Phrases, names_of
from quarterdeck_client.terminal.games.board import Board
from quarterdeck_client.terminal.games.boards import board_of
from quarterdeck_client.terminal.games.general_board import GeneralBoard
from quarterdeck_client.terminal.key_bindings import bound
from quarterdeck_client.terminal.later import Later
from quarterdeck_client.terminal.screens.match_end import MatchEnd
from quarterdeck_client.terminal.screens.match_exit import ask_to_leave
from quarterdeck_client.terminal.screens.match_recess import ask_about_recess, recess_in_words
from quarterdeck_client.terminal.screens.match_undo import ask_about_undo, undo_in_words
from quarterdeck_client.terminal.screens.players import Place, once_each
from quarterdeck_client.terminal.screens.screen import AppScreen
from quarterdeck_client.terminal.widgets.chat import ChatPanel
from quarterdeck_client.terminal.widgets.choice_steps import Menu
from quarterdeck_client.terminal.widgets.choices import Choices
from quarterdeck_client.terminal.widgets.match_panel import MatchPanel
from quarterdeck_client.terminal.widgets.overlays import Overlays
from quarterdeck_client.terminal.widgets.texts import BROKEN, STORE_AWAY, Clock, Sentence, end_in_words, window_of
from quarterdeck_client.terminal.widgets.turn_summary import TurnSummary
from quarterdeck_client.words.card_texts import Book

LEAST_WIDTH, LEAST_HEIGHT = 80, 24
NOBODY_CHEATED = "Nobody has cheated."
TOO_LATE = "Too late: the moment has passed."
KEYS = "? keys, rules · p players · t talk · q leave"
FEWER_KEYS = "? keys, rules · q leave"
"""The short list of keys, for a footer that also shows another text."""

KEYS_OF_EYES = "tab whose eyes · "
KEY_TO_CARDS = "c cards · "


def drawn_of(update: RawUpdate) -> RawUpdate:
    """Return an update for the board to draw. A spectator with the view of a seat sees the board of that seat, without
    choices."""
    return update if update.through is UNSET else replace(update, seat=update.through)


def behind_in_words(update: RawUpdate) -> str:
    """Return the text of the spectator delay, for the end of the headline; empty without a delay."""
    return "" if update.delay is UNSET else f" · {update.delay // 1000} s behind"


def away_in_words(update: RawUpdate, phrasing: PhraseBook) -> str:
    """Return a sentence about the seats for which the server plays, with the seconds until they lose; empty if there
    are none."""
    told = []
    for away in update.away or ():
        left = "" if away.back_by is None else f": {max(0, away.back_by - update.now) // 1000} s to be back"
        told.append(f"{phrasing.seat(away.seat)} is away{left}.")
    return " ".join(told)


class MatchScreen(AppScreen):
    """The screen of a match, for a player or a spectator."""

    DEFAULT_CSS = """
    MatchScreen > .too-small { display: none; }
    MatchScreen.-too-small > * { display: none; }
    MatchScreen.-too-small > .too-small { display: block; height: 1fr; }
    MatchScreen > .line { height: 1; }
    MatchScreen > .headline { text-style: bold; background: $primary-muted; }
    MatchScreen { overflow: hidden; }
    MatchScreen > Horizontal { height: 1; }
    MatchScreen > Horizontal > Clock { width: auto; max-width: 60; height: 1; }
    MatchScreen > Horizontal > .notice { width: 1fr; height: 1; padding-left: 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *bound("?qcrotpz="),
        ("pageup", "scroll_story(-1)", "back"),
        ("pagedown", "scroll_story(1)", "on"),
        ("up", "scroll_choices(-1)", "choices before"),
        ("down", "scroll_choices(1)", "more choices"),
        ("escape,backspace", "step_back", "step back"),
        ("tab", "eyes(1)", "next view"),
        ("shift+tab", "eyes(-1)", "previous view"),
    ]

    class Left(Message):
        """Message: the player wants to leave the match."""

    class RematchWanted(Message):
        """Message: the player wants a rematch."""

    class TournamentWanted(Message):
        """Message: the player goes back to the tournament of the match."""

    class Over(Message):
        """Message: the connection is lost for good, or the server does not have the match any more."""

        def __init__(self, error: ClientError) -> None:
            super().__init__()
            self.error = error

    def __init__(
        self, client: Client, seated: FollowedMatch, phrases: Phrases, table: TableId | None, book: Book | None = None
    ) -> None:
        super().__init__(client)
        self.seated = seated
        self.table = table
        self._phrasing = PhraseBook(phrases, names_of(seated.latest.players))
        self._newest: RawUpdate | None = None
        self._too_small = Sentence(classes="too-small")
        self._headline = Sentence(classes="line headline")
        self._view: Board = board_of(seated.latest.game)()
        self._view.book = book or {}
        self._below = MatchPanel()
        self._chat = ChatPanel(self, client.chat, Where.MATCH, seated.match, self._show_line, self.say)
        self._after = MatchEnd(self, client, seated, table, self._show_line)
        self._clock = Clock()
        self._notice = Sentence(classes="notice")
        self._summary = TurnSummary()
        self._said = self._keys_in_words()
        self._asked = ""
        self._rewinds_shown = 0
        self._before: list[Menu] = []
        self._overlays = Overlays(self)
        self._is_acting = False

    @property
    def shown(self) -> RawUpdate | None:
        """The update whose choices are on the screen now; a newer one may not be drawn yet."""
        return None if self._below.menu is None else self._below.menu.update

    @property
    def _choices(self) -> Choices:
        return self._below.choices

    def compose(self) -> ComposeResult:
        yield self._too_small
        yield self._headline
        yield self._view
        yield self._below
        yield Horizontal(self._clock, self._notice)

    def on_mount(self) -> None:
        self._show_connection()
        self.set_interval(0.5, self._show_connection)
        self.run_worker(Later(self._watch))
        self._chat.begin()

    def on_unmount(self) -> None:
        self._chat.end()
        self._after.end()

    def on_resize(self, event: events.Resize) -> None:
        width, height = event.size
        self.set_class(self._is_too_small, "-too-small")
        self._too_small.say(
            f"this terminal is {width}×{height}; the table needs {LEAST_WIDTH}×{LEAST_HEIGHT}\n\n"
            "The match goes on, and so does its clock. q: leave"
        )
        if self._newest is not None and self._view.is_attached:
            with contextlib.suppress(msgspec.DecodeError):  # the plain table is about to take its place
                self._view.show(drawn_of(self._newest), self._phrasing)

    @property
    def _is_too_small(self) -> bool:
        return self.size.width < LEAST_WIDTH or self.size.height < LEAST_HEIGHT

    # What the server tells

    async def _watch(self) -> None:
        try:
            async for update in self.seated.raw_updates():
                await self._show(update)
        except ClientError as error:
            self.post_message(self.Over(error))

    async def _show(self, update: RawUpdate) -> None:
        before, self._newest = self._newest, update
        drawn = drawn_of(update)
        try:
            self._view.show(drawn, self._phrasing)
            lines = [
                line for event in update.events if (line := self._view.sentence_of(event, self._phrasing)) is not None
            ]
            menu = Menu(update, tuple(self._view.offers(drawn, self._phrasing)))
            window = window_of(update)
            asked = self._view.prompt(update, self._phrasing)
            self._asked = asked if window is None else f"{window} s! {asked or 'What do you do?'}"
            headline = self._view.headline(drawn, self._phrasing)
            goes_on = before is not None and before.epoch == update.epoch and before.version < update.version
            moment = (
                self._view.moment(drawn_of(before), drawn, self._phrasing) if before is not None and goes_on else None
            )
        except msgspec.DecodeError:  # a newer server: the general board shows any view
            await self._show_plainly()
            return
        self._headline.say(f" {headline}{self._through_in_words(update)}{behind_in_words(update)}")
        self._below.story.add([Text(line) for line in lines])
        self._summary.take(update, lines, goes_on=before is not None and before.epoch == update.epoch)
        self._before.clear()
        self._ask(menu, is_news=True)
        self._clock.show(update, self._phrasing.names)
        self._announce(before, update)
        is_first = before is None or (before.epoch, before.version) != (update.epoch, update.version)
        if is_first and (before is not None or self._has_eyes):
            self.say("")
        if undo := undo_in_words(update, self._phrasing):
            self._show_line(Text(undo, style="bold"))
        if recess := recess_in_words(self.seated, self._phrasing):
            self._show_line(Text(recess, style="bold"))
        if away := away_in_words(update, self._phrasing):
            self._show_line(Text(away, style="bold"))
        self._show_losses()
        self._overlays.read_on(lambda: self._view.pages(drawn, self._phrasing), drawn, self._phrasing.names)
        if update.result is not None:
            self._end(update, update.result)
        self._overlays.stop_for(moment, drawn, self._phrasing.names)

    def _through_in_words(self, update: RawUpdate) -> str:
        """Return the text of the seat whose view a spectator has, for the end of the headline."""
        return "" if update.through is UNSET else f" · as {self._phrasing.seat(update.through)}"

    @property
    def _has_eyes(self) -> bool:
        """True if the spectator may now choose the view of a seat."""
        newest = self._newest
        return newest is not None and newest.seat is None and newest.perspectives is Perspectives.DURING

    def _show_losses(self) -> None:
        """Show a sentence about each loss of the server's store, once."""
        for rewound in self.seated.rewinds[self._rewinds_shown :]:
            self._below.story.add([Text(f"{rewound.text} {NOBODY_CHEATED}", style="bold")])
            self.app.notify(rewound.text, markup=False)
        self._rewinds_shown = len(self.seated.rewinds)

    def _announce(self, before: RawUpdate | None, update: RawUpdate) -> None:
        """Ring the bell for a new decision with only seconds left, and show a notice above any popup over the match."""
        window = window_of(update)
        if window is None or (before is not None and before.choices and before.waiting == update.waiting):
            return
        self.app.bell()
        if self.app.screen is not self:
            self.app.notify(self._asked, title="Decide", timeout=window or 1, markup=False)

    def _show_line(self, line: Text) -> None:
        self._below.story.add([line])

    async def _show_plainly(self) -> None:
        plain = GeneralBoard()
        await self.mount(plain, after=self._view)
        await self._view.remove()
        self._view = plain
        if self._newest is not None:
            await self._show(self._newest)

    def _end(self, update: RawUpdate, result: Result) -> None:
        words = end_in_words(result, update, self._phrasing)
        self._after.begin()
        if self.seated.seat is not None:
            self._chat.listen_again()
        self._after.ask(words, again=self._play_again, leave=self._go)

    def _play_again(self) -> None:
        self.post_message(self.TournamentWanted() if self._after.is_of_tournament else self.RematchWanted())

    def _go(self) -> None:
        self.post_message(self.Left())

    @property
    def place(self) -> Place:
        return Place(Where.MATCH, self.seated.match)

    def people(self) -> Sequence[Player]:
        return once_each([*self.seated.latest.players, *self._chat.speakers])

    def rules(self) -> str:
        return self._phrasing.phrases.rules

    # What the player does

    def on_key(self, event: events.Key) -> None:
        if not self._is_too_small and self._choices.press(event.key):
            event.stop()

    def _choose(self, position: int, menu: object) -> None:
        if not isinstance(menu, Menu) or self._is_acting or not 0 <= position < len(menu.offers):
            return
        offer = menu.offers[position]
        if offer.action is not None:
            self._is_acting = True
            self.say(f"{offer.label} …")
            self.run_worker(Later(self._act, offer.action, menu.update))
        elif menu.update is self._newest:
            self._before.append(menu)
            self.say("")
            self._ask(Menu(menu.update, offer.further, offer.so_far))
        else:
            self.say(TOO_LATE)

    def action_step_back(self) -> None:
        if self._before:
            self._ask(self._before.pop())

    def _ask(self, menu: Menu, *, is_news: bool = False) -> None:
        self._view.choosing(is_further=bool(menu.so_far))
        self._below.most_lines_of_choices = self._view.most_lines_of_choices
        self._below.ask(menu, self._asked, is_news=is_news)

    def on_choices_chosen(self, chosen: Choices.Chosen) -> None:
        self._choose(chosen.position, chosen.of)

    async def _act(self, action: msgspec.Raw, update: RawUpdate) -> None:
        try:
            if not await self.seated.act(action, update.version, update.epoch):
                self.say(TOO_LATE)
        except RefusedError as refused:
            self.say(str(refused))
        except LostError as error:
            self.post_message(self.Over(error))
        finally:
            self._is_acting = False

    def action_scroll_story(self, direction: int) -> None:
        self._below.story.scroll_relative(y=direction * max(1, self._below.story.size.height - 1), animate=False)

    def action_scroll_choices(self, lines: int) -> None:
        self._choices.scroll_relative(y=lines, animate=False)

    def action_read(self) -> None:
        if not self._view.has_pages or self._newest is None or self._is_too_small:
            return
        drawn = drawn_of(self._newest)
        self._overlays.read(self._view.pages(drawn, self._phrasing), drawn, self._phrasing.names)

    def action_show_summary(self) -> None:
        """Show the others' actions since the player could last act."""
        if self._newest is not None and self._summary.count and not self._is_too_small:
            self._overlays.stop_for(self._summary.in_words, drawn_of(self._newest), self._phrasing.names)

    def action_eyes(self, by: int) -> None:
        """Switch a spectator to the next view: the spectators' own view, then each seat's."""
        newest = self._newest
        if newest is not None and self._has_eyes:
            everybody = [None, *map(Seat, range(len(newest.players)))]
            at = everybody.index(self.seated.through)
            self.carefully(self.seated.view_as, everybody[(at + by) % len(everybody)])

    def action_chat(self) -> None:
        (self._after.talk or self._chat).ask()

    def action_rematch(self) -> None:
        if self.table is not None and self.seated.result is not None:
            self._play_again()

    def action_take_back(self) -> None:
        if why_not := ask_about_undo(self, self.seated, self._phrasing):
            self.say(why_not)

    def action_take_recess(self) -> None:
        if self.seated.seat is not None and (why_not := ask_about_recess(self, self.seated, self._phrasing)):
            self.say(why_not)

    def action_leave(self) -> None:
        if self.seated.result is not None or self.seated.seat is None:
            self._go()
            return
        ask_to_leave(self, self.seated, self._go)

    # What the screen says

    def say(self, words: str) -> None:
        self._said = Text(words, no_wrap=True, overflow="ellipsis") if words else self._keys_in_words()
        self._show_connection()

    def _keys_in_words(self) -> Text:
        count = self._summary.count
        since = Text(f"o since you acted ({count}) · " if count else "", style="not dim")
        eyes, cards = KEYS_OF_EYES if self._has_eyes else "", KEY_TO_CARDS if self._view.has_pages else ""
        keys = Text(f"{eyes}{cards}{FEWER_KEYS if count else KEYS}", style="dim")
        return since.append_text(keys)

    def _show_connection(self) -> None:
        if self.seated.result is None and self.client.is_store_away:
            self._notice.say(Text(STORE_AWAY, style="bold red"))
        elif self.seated.result is None and not self.client.is_connected:
            self._notice.say(Text(BROKEN, style="bold red"))
        else:
            self._notice.say(self._said)
