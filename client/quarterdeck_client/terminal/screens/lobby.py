"""The first screen: the table list, and other ways to begin."""

from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar

from quarterdeck_protocol.lobby.chat import Where
from quarterdeck_protocol.lobby.tables import Table
from quarterdeck_protocol.messages import GameOffer
from quarterdeck_protocol.sides import Player, PlayerKind
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.message import Message

from quarterdeck_client.client import Client
from quarterdeck_client.errors import ClientError
from quarterdeck_client.lobby.live_list import LiveList
from quarterdeck_client.phrases import paused_in_words
from quarterdeck_client.terminal.key_bindings import KEYS as KEY_OF
from quarterdeck_client.terminal.key_bindings import bound
from quarterdeck_client.terminal.later import Later
from quarterdeck_client.terminal.plan import Plan, Wish
from quarterdeck_client.terminal.screens.accounts import Renamed, SignIn, show_account
from quarterdeck_client.terminal.screens.collection.card_menu import show_collection
from quarterdeck_client.terminal.screens.inbox.inbox_dialog import show_inbox
from quarterdeck_client.terminal.screens.ladders import LaddersScreen
from quarterdeck_client.terminal.screens.lobby_list import (
    Numbered,
    Search,
    counted,
    people_at,
    table_in_a_row,
    table_in_words,
)
from quarterdeck_client.terminal.screens.players import Place, once_each
from quarterdeck_client.terminal.screens.screen import AppScreen
from quarterdeck_client.terminal.screens.table_options import ListFilter, ask_filter, ask_for_a_search, ask_for_a_table
from quarterdeck_client.terminal.widgets.chat import ChatPanel
from quarterdeck_client.terminal.widgets.choices import Choices
from quarterdeck_client.terminal.widgets.forms import chosen, written
from quarterdeck_client.terminal.widgets.texts import BROKEN, STORE_AWAY, Sentence, Story
from quarterdeck_client.words.challenge_words import challenge_in_a_row, notice_in_words
from quarterdeck_client.words.trade_words import news_in_words, waiting_in_words

FEW_KEYS = "? all keys · q leave"
KEYS = "? all keys · l ladders · j inbox · c cards · a you · t talk · p players · q leave"
FEW_LINES, MUCH_WIDTH = 20, 120
"""Number of screen lines below which no line is left empty, and the width from which the menu is beside the tables."""

MENU = {
    "v": "Play against bots",
    "n": "New table",
    "s": "Find opponents",
    "/": "Search the tables",
    "f": "Which are listed",
    "i": "Invite code",
}
SEARCHES = ("player", "host")
GONE = "–"
MOST_NEWS = 160
"""Maximum length of the server's news, in cells: the tables need the rest of a small screen."""


class LobbyScreen(AppScreen):
    """The lobby screen: the table list, a new table, and quick match."""

    DEFAULT_CSS = """
    LobbyScreen { padding: 0 1; }
    LobbyScreen > .headline { height: auto; text-style: bold; background: $primary-muted; }
    LobbyScreen > .words { height: auto; padding: 1 0; }
    LobbyScreen.-low > .words { padding: 0; }
    LobbyScreen > .body { height: 1fr; layout: vertical; }
    LobbyScreen > .body > .tables { height: 1fr; }
    LobbyScreen > .body > .menu { height: auto; border-top: solid $primary-muted; }
    LobbyScreen.-low > .body > .menu { display: none; }
    LobbyScreen.-wide > .body { layout: horizontal; }
    LobbyScreen.-wide > .body > .tables { width: 1fr; }
    LobbyScreen.-wide > .body > .menu { width: 26; padding-left: 1; border-top: none; }
    LobbyScreen.-wide > .body > .menu { border-left: solid $primary-muted; }
    LobbyScreen > Story { display: none; height: 3; max-height: 20%; }
    LobbyScreen > Story { background: $background; scrollbar-size-vertical: 0; }
    LobbyScreen > Story.-spoken { display: block; }
    LobbyScreen > .line { height: auto; max-height: 3; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *bound("?qvns/ifljcatph"),
        ("up", "scroll_tables(-1)", "tables before"),
        ("down", "scroll_tables(1)", "more tables"),
        ("pageup", "scroll_tables(-10)", "tables before"),
        ("pagedown", "scroll_tables(10)", "more tables"),
    ]

    class Picked(Message):
        """Message: the player has picked a table to join, return to or watch, or a game for which to open a table, with
        or without bots."""

        def __init__(self, what: "Table | GameOffer", *, with_bots: bool = False) -> None:
            super().__init__()
            self.what = what
            self.with_bots = with_bots

    class Wished(Message):
        """Message: the player wants to search with these terms, open a table with these terms, or join the table with
        this invite code."""

        def __init__(self, what: "Wish | Plan | str") -> None:
            super().__init__()
            self.what = what

    class Became(Message):
        """Message: another player is to be signed in, or the player's name has changed."""

        def __init__(self, who: SignIn | Renamed) -> None:
            super().__init__()
            self.who = who

    class Left(Message):
        """Message: the player wants to leave the lobby."""

    def __init__(self, client: Client, plan: Plan, notice: str = "") -> None:
        super().__init__(client)
        self._plan = plan
        self._live: LiveList | None = None
        self._paused = paused_in_words(client.welcome)
        self._announced = client.welcome.announcements
        self._trades_waiting = ""
        self._terms_due = client.terms_due
        self._first_notice = notice
        self._numbered = Numbered()
        self._narrowed = ListFilter()
        self._headline = Sentence(classes="headline")
        self._words = Sentence(classes="words")
        self._choices = Choices()
        self._choices.add_class("tables")
        self._menu = Choices()
        self._menu.add_class("menu")
        self._search = Search()
        self._story = Story()
        self._notice = Sentence(classes="line")
        self._keys = Sentence(classes="line")
        self._chat = ChatPanel(self, client.chat, Where.LOBBY, None, self._show_line, self.say)

    def compose(self) -> ComposeResult:
        yield self._headline
        yield self._words
        yield Container(self._choices, self._menu, classes="body")
        yield self._story
        yield self._notice
        yield self._keys

    async def on_mount(self) -> None:
        self.say(self._first_notice)
        self._menu.show(tuple(MENU.values()), MENU, keys=tuple(MENU))
        self._show(())
        self._watch_list()
        self.set_interval(0.5, self._show_server_state)
        self._chat.begin()
        self.run_worker(Later(self._carefully, self._watch_trades))
        self.run_worker(Later(self._carefully, self._watch_notices))

    def on_resize(self, event: events.Resize) -> None:
        is_low = event.size.height < FEW_LINES
        self.set_class(is_low, "-low")
        self.set_class(self._is_wide and not is_low, "-wide")
        self._show(() if self._live is None else self._live.tables)
        self._keys.say(Text(FEW_KEYS if is_low else KEYS, style="dim"))

    # What there is

    def _watch_list(self) -> None:
        """Subscribe to the table list with the present filter, replacing an earlier list."""
        self.run_worker(Later(self._carefully, self._watch), exclusive=True, group="list")

    async def _watch(self) -> None:
        narrowed = self._narrowed
        live = self._live = await self.client.tables.watch_lobby(
            games=narrowed.games,
            open_seats=narrowed.open_seats,
            rated=narrowed.rated,
            least_time_limit=narrowed.least_time_limit,
            most_time_limit=narrowed.most_time_limit,
        )
        async for tables in live.changes():
            self._show(tables)

    async def _watch_trades(self) -> None:
        """Notify the player of changes to their trades as they happen, even over other screens on top of the lobby."""
        if self.client.collection.trades.are_kept_here and self.client.player.kind is PlayerKind.PERSON:
            async for trade in self.client.collection.trades.changes():
                news = news_in_words(trade, self.client.player.id)
                self.app.notify(news, title="c: cards, trades", markup=False)
                self.say(news)  # which stays

    async def _watch_notices(self) -> None:
        """Say which challenges wait, and notify the player of further ones, of answers and of clubs, even over other
        screens."""
        if not self.client.notices.are_kept_here:
            return
        before = await self.client.notices.list()
        for each in (await self.client.challenges.list()).received[:1]:
            self.say(f"{challenge_in_a_row(each, self.client.player.id)} · j: answer")
        async for notice in self.client.notices.follow(before.notices[0].id if before.notices else before.read):
            if notice.challenge is not None or notice.club is not None:
                news = notice_in_words(notice, self.client.player.id)
                self.app.notify(news, title="j: inbox", markup=False)
                self.say(news)

    async def on_unmount(self) -> None:
        self._chat.end()
        if self._live is not None:
            self.app.run_worker(Later(self._unwatch_list, self._live))

    async def _unwatch_list(self, live: LiveList) -> None:
        with suppress(ClientError):  # then no more table news come either
            await self.client.tables.unwatch_lobby(live)

    def _show_server_state(self) -> None:
        waiting = waiting_in_words(self.client.collection.trades.open_now, self.client.player.id)
        now = (paused_in_words(self.client.welcome), waiting, self.client.terms_due)
        announced = self.client.welcome.announcements
        if now != (self._paused, self._trades_waiting, self._terms_due) or announced != self._announced:
            self._paused, self._trades_waiting, self._terms_due = now
            self._announced = announced
            self._show(() if self._live is None else self._live.tables)
        if self.client.is_store_away:
            self.say(STORE_AWAY)
        elif not self.client.is_connected:
            self.say(BROKEN)
        elif self._notice.said.plain in (STORE_AWAY, BROKEN):
            self.say("")

    def _show(self, tables: Sequence[Table]) -> None:
        here = f" · {self._live.online} here" if self._live is not None and self._live.online else ""
        trades = f" · {self._trades_waiting} (c)" if self._trades_waiting else ""
        site = self.client.welcome.site
        name = "Quarterdeck" if site is None else site.name
        self._headline.say(f" {name} · {self.client.url} · you are {self.client.player.name}{here}{trades}")
        offers = {str(offer.name): offer for offer in self.client.welcome.games}
        found = [table for table in tables if not self._search.name or self._search.finds(table)]
        numbered = self._numbered.take(found)
        say, me = (table_in_a_row if self._is_wide else table_in_words), self.client.player.id
        labels = [GONE if table is None else say(table, offers, me) for table in numbered]
        offered = tuple([None if table is None else self.Picked(table) for table in numbered])
        narrowed = "" if self._narrowed.is_all else "Some tables are filtered out (f)."
        news = Text(self.client.welcome.news[: MOST_NEWS + 1])
        news.truncate(MOST_NEWS, overflow="ellipsis")
        announced = " ".join(each.text for each in self._announced)
        about = (announced, self._paused, counted(found), narrowed)
        told = (*about, self._search.in_words, news.plain, self._where_the_rules_are)
        self._words.say(" ".join(words for words in told if words))
        self._choices.show(labels, offered, is_news=True, is_list=True)

    @property
    def _where_the_rules_are(self) -> str:
        """The addresses of the host's rules and terms."""
        site = self.client.welcome.site
        pages = () if site is None else site.pages
        base = self.client.url.rstrip("/")
        told = [f"{page.title}: {base}{page.path}." for page in pages if page.name in ("rules", "terms")]
        if self.client.terms_due is not None:
            told.append("Press h to accept the terms; until then you cannot play or talk here.")
        return " ".join(told)

    @property
    def _is_wide(self) -> bool:
        return self.size.width >= MUCH_WIDTH

    def _show_line(self, line: Text) -> None:
        self._story.add_class("-spoken")
        self._story.add([line])

    @property
    def place(self) -> Place:
        return Place(Where.LOBBY)

    def people(self) -> Sequence[Player]:
        at_tables = people_at(self._live.tables if self._live is not None else ())
        return once_each([*self._chat.speakers, *at_tables])

    def say(self, words: str) -> None:
        self._notice.say(words)

    # What the player does

    def on_key(self, event: events.Key) -> None:
        if self._choices.press(event.key):
            event.stop()

    async def on_choices_chosen(self, took: Choices.Chosen) -> None:
        offered = took.of
        if offered is MENU:  # with the pointer: the keys are bound
            await self.run_action(KEY_OF[tuple(MENU)[took.position]].action)
        elif isinstance(offered, tuple) and took.position < len(offered) and offered[took.position] is not None:
            self.post_message(offered[took.position])

    def action_play_bots(self) -> None:
        self.carefully(self._play_bots)

    def action_search(self) -> None:
        self.carefully(self._ask_search)

    def action_scroll_tables(self, lines: int) -> None:
        self._choices.scroll_relative(y=lines, animate=False)

    def action_ladders(self) -> None:
        self.app.push_screen(LaddersScreen(self.client))

    def action_inbox(self) -> None:
        self.carefully(self._show_inbox)

    async def _show_inbox(self) -> None:
        table = await show_inbox(self.app, self.client)
        if table is not None:
            self.post_message(self.Picked(await self.client.tables.watch(table)))

    def action_chat(self) -> None:
        self._chat.ask()

    def action_new_table(self) -> None:
        self.carefully(self._wish_for_a_table)

    def action_seek(self) -> None:
        self.carefully(self._wish_for_a_search)

    def action_come_invited(self) -> None:
        self.carefully(self._come_invited)

    def action_narrow(self) -> None:
        self.carefully(self._narrow)

    def action_accept_terms(self) -> None:
        if self.client.terms_due is not None:
            self.carefully(self._accept_terms)

    async def _accept_terms(self) -> None:
        due = self.client.terms_due
        if due is not None:
            await self.client.account.accept_terms(due)
            self.say("You have accepted the terms of use.")
            self._show(() if self._live is None else self._live.tables)

    def action_account(self) -> None:
        self.carefully(self._show_account)

    async def _play_bots(self) -> None:
        games = self.client.welcome.games
        which = await chosen(self.app, "Which game, against server bots?", [offer.title for offer in games])
        if which is not None:
            self.post_message(self.Picked(games[which], with_bots=True))

    async def _ask_search(self) -> None:
        ways = ["A player's name", "A host's name", *(["All tables again"] if self._search.name else [])]
        how = await chosen(self.app, "Search the tables by:", ways)
        if how is None:
            return
        name = await written(self.app, "The name, or a part of it:") if how < len(SEARCHES) else None
        self._search = Search(name or "", among_hosts=how == SEARCHES.index("host"))
        self._show(() if self._live is None else self._live.tables)

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
        narrowed = await ask_filter(self.app, self.client.welcome.games, self._narrowed)
        if narrowed is not None:
            self._narrowed = narrowed
            self._watch_list()

    def action_read(self) -> None:
        self.carefully(self._show_collection)

    async def _show_collection(self) -> None:
        await show_collection(self.app, self.client)

    async def _show_account(self) -> None:
        became = await show_account(self.app, self.client)
        if became is not None:
            self.post_message(self.Became(became))

    def action_leave(self) -> None:
        self.post_message(self.Left())
