"""The ladder of each game, and the player's own standing: a popup on top of the lobby."""

from typing import ClassVar

from quarterdeck_protocol.lobby.ratings import RatedAmong
from quarterdeck_protocol.lobby.standings import GameStanding, Ladder
from quarterdeck_protocol.messages import GameOffer
from rich.table import Table as Rows
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen

from quarterdeck_client.client import Client
from quarterdeck_client.errors import ClientError
from quarterdeck_client.phrases import NOTHING
from quarterdeck_client.terminal.later import Later
from quarterdeck_client.terminal.safe_lines import Static
from quarterdeck_client.words.standings_words import rating_in_words, standing_in_words

KEYS = "← →: another game · b: people or bots · ↑ ↓: read on · Esc: back"


class LaddersScreen(ModalScreen[None]):
    """Popup with the first page of each game's ladder, one game at a time."""

    DEFAULT_CSS = """
    LaddersScreen { align: center middle; background: $background 60%; }
    LaddersScreen > Vertical { width: 100%; height: 100%; border: round $primary; padding: 0 1; background: $surface; }
    LaddersScreen Static { height: auto; }
    LaddersScreen VerticalScroll { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,q,enter,l", "dismiss", "back"),
        ("right,tab", "turn(1)", "next game"),
        ("left,shift+tab", "turn(-1)", "game before"),
        ("b", "switch", "people or bots"),
    ]

    def __init__(self, client: Client) -> None:
        super().__init__()
        self._client = client
        self._games = client.welcome.games
        self._at = 0
        self._among = RatedAmong.PEOPLE
        self._headline = Static(classes="headline")
        self._own = Static()
        self._rows = Static()

    def compose(self) -> ComposeResult:
        with Vertical():
            yield self._headline
            yield self._own
            with VerticalScroll():
                yield self._rows
            yield Static(Text(KEYS, style="dim"))

    def on_mount(self) -> None:
        self._ask()

    def action_turn(self, by: int) -> None:
        self._at = (self._at + by) % max(1, len(self._games))
        self._ask()

    def action_switch(self) -> None:
        self._among = RatedAmong.BOTS if self._among is RatedAmong.PEOPLE else RatedAmong.PEOPLE
        self._ask()

    def _ask(self) -> None:
        if self._games:
            self.run_worker(Later(self._show, self._games[self._at]), exclusive=True)

    async def _show(self, offer: GameOffer) -> None:
        of_bots = self._among is RatedAmong.BOTS
        self._headline.update(Text(f"{offer.title}: bots of players" if of_bots else offer.title, style="bold"))
        try:
            profile = await self._client.standings.profile()
            ladder = await self._client.standings.ladder(offer.name, among=self._among)
        except ClientError as error:
            self._own.update(str(error))
            return
        standings = profile.against_bots if of_bots else profile.games
        self._own.update(_own_words(next((each for each in standings if each.game == offer.name), None), self._among))
        self._rows.update(_rows(ladder, profile.player.id))


def _own_words(own: GameStanding | None, among: RatedAmong) -> str:
    if own is not None:
        return f"You: {standing_in_words(own)}"
    others = "bots of players" if among is RatedAmong.BOTS else "other people"
    return f"You have not played this game with {others} yet."


def _rows(ladder: Ladder, me: str) -> Rows | Text:
    if not ladder.places:
        return Text("There are no players in this ladder yet.")
    has_ranks = any(each.rank is not None for each in ladder.places)
    rows = Rows("Place", "Player", "Rating", "Matches", *(["Rank"] if has_ranks else []), box=None, pad_edge=False)
    for each in ladder.places:
        style = "bold" if each.player.id == me else ""
        cells = (str(each.place), Text(each.player.name), rating_in_words(each.rating), str(each.rated))
        rows.add_row(*cells, *([Text(each.rank or NOTHING)] if has_ranks else []), style=style)
    return rows
