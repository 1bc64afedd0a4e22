"""The first screen: which tables there are, and what else one can begin with."""

from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar

from quarterdeck_protocol.chat import Where
from quarterdeck_protocol.messages import GameOffer
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.tables import Table
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message

from quarterdeck_client.client import Client
from quarterdeck_client.errors import ClientError
from quarterdeck_client.live_list import LiveList
from quarterdeck_client.terminal.keys import bound
from quarterdeck_client.terminal.later import Later
from quarterdeck_client.terminal.plan import Plan, Wish
from quarterdeck_client.terminal.screens.accounts import Kept, SignIn, look_at_oneself
from quarterdeck_client.terminal.screens.ladders import LaddersScreen
from quarterdeck_client.terminal.screens.lobby_list import Numbered, people_at, table_in_words
from quarterdeck_client.terminal.screens.players import Place, once_each
from quarterdeck_client.terminal.screens.screen import AppScreen
from quarterdeck_client.terminal.screens.table_options import (
    ListFilter,
    ask_for_a_search,
    ask_for_a_table,
    ask_what_to_list,
)
from quarterdeck_client.terminal.widgets.chat import ChatPanel
from quarterdeck_client.terminal.widgets.choices import Choices
from quarterdeck_client.terminal.widgets.forms import written
from quarterdeck_client.terminal.widgets.texts import BROKEN, STORE_AWAY, Sentence, Story

FEW_KEYS = "? all keys · q leave"
KEYS = "? all keys · n new table · s seek · l ladders · a you · t talk · q leave"
FEW_LINES = 20
"""On fewer lines nothing is left empty."""

OPEN = {0: "No table is open yet.", 1: "One table is open."}
GONE = "–"


class LobbyScreen(AppScreen):
    """The tables, a new one, and quick match."""

    DEFAULT_CSS = """
    LobbyScreen { padding: 0 1; }
    LobbyScreen > .headline { height: auto; text-style: bold; background: $primary-muted; }
    LobbyScreen > .words { height: auto; padding: 1 0; }
    LobbyScreen.-low > .words { padding: 0; }
    LobbyScreen > Choices { height: 1fr; }
    LobbyScreen > Story { display: none; height: 3; max-height: 20%; background: $background; scrollbar-size-vertical:
    0; } LobbyScreen > Story.-spoken { display: block; }
    LobbyScreen > .line { height: auto; max-height: 3; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *bound("?qnsiflatp"),
        ("up", "scroll_tables(-1)", "tables before"),
        ("down", "scroll_tables(1)", "more tables"),
        ("pageup", "scroll_tables(-10)", "tables before"),
        ("pagedown", "scroll_tables(10)", "more tables"),
    ]

    class Picked(Message):
        """A table to sit down at, to go on at or to watch, or a game to open a new one for, with bots or without."""

        def __init__(self, what: "Table | GameOffer", *, with_bots: bool = False) -> None:
            super().__init__()
            self.what = what
            self.with_bots = with_bots

    class Sought(Message):
        """A game to seek opponents for."""

        def __init__(self, game: str) -> None:
            super().__init__()
            self.game = game

    class Wished(Message):
        """All that opponents are sought for, or what a new table is to be like, or the code of one to come to."""

        def __init__(self, what: "Wish | Plan | str") -> None:
            super().__init__()
            self.what = what

    class Became(Message):
        """Somebody else is to be signed in, or the player is called something else now."""

        def __init__(self, who: SignIn | Kept) -> None:
            super().__init__()
            self.who = who

    class Left(Message):
        """Whoever looked around wants to go."""

    def __init__(self, client: Client, plan: Plan, notice: str = "") -> None:
        super().__init__(client)
        self._plan = plan
        self._live: LiveList | None = None
        self._first_notice = notice
        self._numbered = Numbered()
        self._narrowed = ListFilter()
        self._headline = Sentence(classes="headline")
        self._words = Sentence(classes="words")
        self._choices = Choices()
        self._story = Story()
        self._notice = Sentence(classes="line")
        self._keys = Sentence(classes="line")
        self._talking = ChatPanel(self, client.talk, Where.LOBBY, None, self._hear, self.say)

    def compose(self) -> ComposeResult:
        yield self._headline
        yield self._words
        yield self._choices
        yield self._story
        yield self._notice
        yield self._keys

    async def on_mount(self) -> None:
        self.say(self._first_notice)
        self._show(())
        self._follow_the_list()
        self.set_interval(0.5, self._say_whether_the_store_is_away)
        self._talking.begin()

    def on_resize(self, event: events.Resize) -> None:
        is_low = event.size.height < FEW_LINES
        self.set_class(is_low, "-low")
        self._keys.say(Text(FEW_KEYS if is_low else KEYS, style="dim"))

    # What there is

    def _follow_the_list(self) -> None:
        """Follow the list, in the place of any other."""
        self.run_worker(Later(self._carefully, self._follow), exclusive=True, group="list")

    async def _follow(self) -> None:
        narrowed = self._narrowed
        live = self._live = await self.client.watch_lobby(
            games=narrowed.games,
            open_seats=narrowed.open_seats,
            rated=narrowed.rated,
            least_time_limit=narrowed.least_time_limit,
            most_time_limit=narrowed.most_time_limit,
        )
        async for tables in live.changes():
            self._show(tables)

    async def on_unmount(self) -> None:
        self._talking.end()
        if self._live is not None:
            self.app.run_worker(Later(self._follow_no_more, self._live))

    async def _follow_no_more(self, live: LiveList) -> None:
        with suppress(ClientError):  # then nobody tells of the tables any more, either
            await self.client.unwatch_lobby(live)

    def _say_whether_the_store_is_away(self) -> None:
        if self.client.is_store_away:
            self.say(STORE_AWAY)
        elif not self.client.is_connected:
            self.say(BROKEN)
        elif self._notice.said.plain in (STORE_AWAY, BROKEN):
            self.say("")

    def _show(self, tables: Sequence[Table]) -> None:
        self._headline.say(f" Quarterdeck · {self.client.url} · you are {self.client.player.name}")
        games = self.client.welcome.games
        offers = {str(offer.name): offer for offer in games}
        offered: list[Message | None] = []
        labels = []
        for offer in games:
            labels += [f"New table: {offer.title} against bots", f"New table: {offer.title} with other people"]
            offered += [LobbyScreen.Picked(offer, with_bots=True), LobbyScreen.Picked(offer)]
        for offer in games:
            labels.append(f"Quick match: {offer.title}")
            offered.append(LobbyScreen.Sought(offer.name))
        for table in self._numbered.take(tables):
            labels.append(GONE if table is None else table_in_words(table, offers, self.client.player.id))
            offered.append(None if table is None else LobbyScreen.Picked(table))
        narrowed = "" if self._narrowed.is_all else " Not all tables are listed (f)."
        self._words.say(OPEN.get(len(tables), f"{len(tables)} tables are open.") + narrowed)
        self._choices.show(labels, tuple(offered), is_news=True, is_list=True)

    def _hear(self, line: Text) -> None:
        self._story.add_class("-spoken")
        self._story.tell([line])

    @property
    def place(self) -> Place:
        return Place(Where.LOBBY)

    def people(self) -> Sequence[Player]:
        at_tables = people_at(self._live.tables if self._live is not None else ())
        return once_each([*self._talking.speakers, *at_tables])

    def say(self, words: str) -> None:
        self._notice.say(words)

    # What the player does

    def on_key(self, event: events.Key) -> None:
        if self._choices.press(event.key):
            event.stop()

    def on_choices_chosen(self, chosen: Choices.Chosen) -> None:
        offered = chosen.of
        if isinstance(offered, tuple) and chosen.position < len(offered) and offered[chosen.position] is not None:
            self.post_message(offered[chosen.position])

    def action_choose(self, position: int) -> None:
        self._choices.choose(position)

    def action_scroll_tables(self, lines: int) -> None:
        self._choices.scroll_relative(y=lines, animate=False)

    def action_ladders(self) -> None:
        self.app.push_screen(LaddersScreen(self.client))

    def action_talk(self) -> None:
        self._talking.ask()

    def action_new_table(self) -> None:
        self.carefully(self._wish_for_a_table)

    def action_seek(self) -> None:
        self.carefully(self._wish_for_a_search)

    def action_come_invited(self) -> None:
        self.carefully(self._come_invited)

    def action_narrow(self) -> None:
        self.carefully(self._narrow)

    def action_account(self) -> None:
        self.carefully(self._look_at_oneself)

    async def _wish_for_a_table(self) -> None:
        self._wish(await ask_for_a_table(self.app, self.client.welcome.games, self._plan))

    async def _wish_for_a_search(self) -> None:
        self._wish(await ask_for_a_search(self.app, self.client.welcome.games, self._plan))

    async def _come_invited(self) -> None:
        self._wish(await written(self.app, "The invite code of the table:"))

    def _wish(self, what: Wish | Plan | str | None) -> None:
        if what is not None:
            self.post_message(self.Wished(what))

    async def _narrow(self) -> None:
        narrowed = await ask_what_to_list(self.app, self.client.welcome.games, self._narrowed)
        if narrowed is not None:
            self._narrowed = narrowed
            self._follow_the_list()

    async def _look_at_oneself(self) -> None:
        became = await look_at_oneself(self.app, self.client)
        if became is not None:
            self.post_message(self.Became(became))

    def action_leave(self) -> None:
        self.post_message(self.Left())
