"""The screen of a table at which somebody is still missing."""

from typing import ClassVar

from quarterdeck_protocol.messages import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message
from textual.screen import Screen

from quarterdeck_client.client import Client
from quarterdeck_client.errors import ClientError, RefusedError
from quarterdeck_client.terminal.later import Later
from quarterdeck_client.terminal.parts import STORE_AWAY, Saying

KEYS = "b: let a bot of the house sit down · q leave"


class Gathering(Screen[None]):
    """Who sits at a table, until the match begins."""

    DEFAULT_CSS = """
    Gathering { padding: 0 1; }
    Gathering > .headline { height: 1; text-style: bold; background: $primary-muted; }
    Gathering > .seats { height: 1fr; padding: 1 0; }
    Gathering > .line { height: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [("b", "add_bot", "bot"), ("q,ctrl+c", "leave", "leave")]

    class Left(Message):
        """Whoever sat here wants to go."""

    def __init__(self, client: Client, table: Table, title: str) -> None:
        super().__init__()
        self.client = client
        self.table = table
        self._title = title
        self._headline = Saying(classes="headline")
        self._seats = Saying(classes="seats")
        self._notice = Saying(classes="line")

    def compose(self) -> ComposeResult:
        yield self._headline
        yield self._seats
        yield self._notice
        yield Saying(Text(KEYS, style="dim"), classes="line")

    def on_mount(self) -> None:
        self._headline.say(f" {self._title} · {self.table.time_limit / 1000:g} s for each decision")
        self._show(self.table)
        self.set_interval(0.5, self._say_whether_the_store_is_away)
        self.run_worker(Later(self._follow))

    def _show(self, table: Table) -> None:
        lines = Text("Waiting until every seat is taken and ready.\n\n")
        for number, place in enumerate(table.places, start=1):
            if place.player is None:
                lines.append(f"  {number}.  free\n", style="dim")
                continue
            own = " (you)" if place.player.id == self.client.player.id else ""
            ready = "ready" if place.ready else "not ready yet"
            lines.append(f"  {number}.  {place.player.name}{own} – {ready}\n", style="bold" if own else "")
        address = self.client.url
        lines.append("\nOthers sit down with\n\n")
        lines.append(f"  quarterdeck play --url {address} --table {table.id}", style="bold")
        self._seats.say(lines)

    def _say_whether_the_store_is_away(self) -> None:
        if self.client.is_store_away:
            self._notice.say(STORE_AWAY)
        elif self._notice.said.plain == STORE_AWAY:
            self._notice.say("")

    async def _follow(self) -> None:
        try:
            async for table in self.client.table_changes(self.table.id):
                self._show(table)
        except ClientError as error:
            self._notice.say(str(error))

    async def action_add_bot(self) -> None:
        try:
            await self.client.add_bot(self.table.id)
        except RefusedError as refused:
            self._notice.say(str(refused))

    def action_leave(self) -> None:
        self.post_message(self.Left())
