"""The first screen: which tables there are."""

from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar

from quarterdeck_protocol.gathering import Table
from quarterdeck_protocol.messages import GameOffer
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message
from textual.screen import Screen

from quarterdeck_client.client import Client
from quarterdeck_client.errors import ClientError
from quarterdeck_client.live_list import LiveList
from quarterdeck_client.phrasing import places_in_words
from quarterdeck_client.terminal.choices import Choices
from quarterdeck_client.terminal.ladders import Ladders
from quarterdeck_client.terminal.later import Later
from quarterdeck_client.terminal.parts import STORE_AWAY, Saying

MOST_SHOWN = 50
KEYS = "number: choose · ↑ ↓ more · l ladders · q leave"
FEW_LINES = 20
"""On fewer lines nothing is left empty."""

OPEN = {0: "No table is open yet.", 1: "One table is open."}


class Lobby(Screen[None]):
    """The tables, a new one, and quick match."""

    DEFAULT_CSS = """
    Lobby { padding: 0 1; }
    Lobby > .headline { height: auto; text-style: bold; background: $primary-muted; }
    Lobby > .words { height: auto; padding: 1 0; }
    Lobby.-low > .words { padding: 0; }
    Lobby > Choices { height: 1fr; }
    Lobby > .line { height: auto; max-height: 3; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("q,ctrl+c", "leave", "leave"),
        ("l", "ladders", "ladders"),
        ("up", "scroll_tables(-1)", "tables before"),
        ("down", "scroll_tables(1)", "more tables"),
        ("pageup", "scroll_tables(-10)", "tables before"),
        ("pagedown", "scroll_tables(10)", "more tables"),
    ]

    class Picked(Message):
        """A table to sit down at or to watch, or a game to open a new one for, with bots or without."""

        def __init__(self, what: "Table | GameOffer", *, with_bots: bool) -> None:
            super().__init__()
            self.what = what
            self.with_bots = with_bots

    class Sought(Message):
        """A game to seek opponents for."""

        def __init__(self, game: str) -> None:
            super().__init__()
            self.game = game

    class Left(Message):
        """Whoever looked around wants to go."""

    def __init__(self, client: Client, notice: str = "") -> None:
        super().__init__()
        self.client = client
        self._live: LiveList | None = None
        self._first_notice = notice
        self._headline = Saying(classes="headline")
        self._words = Saying(classes="words")
        self._choices = Choices()
        self._notice = Saying(classes="line")

    def compose(self) -> ComposeResult:
        yield self._headline
        yield self._words
        yield self._choices
        yield self._notice
        yield Saying(Text(KEYS, style="dim"), classes="line")

    async def on_mount(self) -> None:
        self._headline.say(f" Quarterdeck · {self.client.url} · you are {self.client.player.name}")
        self._notice.say(self._first_notice)
        self._show(())
        self.run_worker(Later(self._follow))
        self.set_interval(0.5, self._say_whether_the_store_is_away)

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.height < FEW_LINES, "-low")

    async def _follow(self) -> None:
        try:
            self._live = await self.client.follow_lobby()
            async for tables in self._live.changes():
                self._show(tables)
        except ClientError as error:
            self._notice.say(str(error))

    async def on_unmount(self) -> None:
        if self._live is not None:
            self.app.run_worker(Later(self._follow_no_more, self._live))

    async def _follow_no_more(self, live: LiveList) -> None:
        with suppress(ClientError):  # then nobody tells of the tables any more, either
            await self.client.unfollow_lobby(live)

    def _say_whether_the_store_is_away(self) -> None:
        if self.client.is_store_away:
            self._notice.say(STORE_AWAY)
        elif self._notice.said.plain == STORE_AWAY:
            self._notice.say("")

    def _show(self, tables: Sequence[Table]) -> None:
        titles = {offer.name: offer.title for offer in self.client.welcome.games}
        labels = []
        offered: list[Message] = []
        for offer in self.client.welcome.games:
            labels += [f"New table: {offer.title} against bots", f"New table: {offer.title} with other people"]
            offered += [Lobby.Picked(offer, with_bots=True), Lobby.Picked(offer, with_bots=False)]
        for offer in self.client.welcome.games:
            labels.append(f"Quick match: {offer.title}")
            offered.append(Lobby.Sought(offer.name))
        for table in tables[:MOST_SHOWN]:
            verb = "Sit down:" if table.stage == "gathering" else "Watch:   "
            title = titles.get(table.game, table.game)
            labels.append(f"{verb} {title} – {places_in_words(table.places)} · {_terms(table)}")
            offered.append(Lobby.Picked(table, with_bots=False))
        self._words.say(OPEN.get(len(tables), f"{len(tables)} tables are open."))
        self._choices.show(labels, tuple(offered))

    def on_key(self, event: events.Key) -> None:
        if self._choices.press(event.key):
            event.stop()

    def on_choices_chosen(self, chosen: Choices.Chosen) -> None:
        self._pick(chosen.position, chosen.of)

    def action_choose(self, position: int) -> None:
        self._pick(position, self._choices.of)

    def _pick(self, position: int, offered: object) -> None:
        if isinstance(offered, tuple) and position < len(offered):
            self.post_message(offered[position])

    def action_scroll_tables(self, lines: int) -> None:
        self._choices.scroll_relative(y=lines, animate=False)

    def action_ladders(self) -> None:
        self.app.push_screen(Ladders(self.client))

    def action_leave(self) -> None:
        self.post_message(self.Left())


def _terms(table: Table) -> str:
    """Say how one plays there, and what it takes to come."""
    clock = f"{table.time_limit / 1000:g} s"
    terms = [clock, *(["rated"] if table.rated else []), *(["password"] if table.access == "password" else [])]
    return " · ".join(terms if table.spectators else [*terms, "no spectators"])
