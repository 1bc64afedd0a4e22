"""The screen of a table before its match."""

from collections.abc import Sequence
from typing import ClassVar

from quarterdeck_protocol.lobby.chat import Where
from quarterdeck_protocol.lobby.tables import Access, Perspectives, Table, TableStage
from quarterdeck_protocol.lobby.tables import Place as TablePlace
from quarterdeck_protocol.messages import GameOffer
from quarterdeck_protocol.sides import Player
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.message import Message

from quarterdeck_client.client import Client
from quarterdeck_client.lobby.tables import place_of, refused_in_words
from quarterdeck_client.phrases import names_of, time_in_words
from quarterdeck_client.terminal.key_bindings import bound
from quarterdeck_client.terminal.screens.deck_choice import choose_deck
from quarterdeck_client.terminal.screens.players import Place, once_each
from quarterdeck_client.terminal.screens.screen import AppScreen
from quarterdeck_client.terminal.screens.table_host import ask_about_seats, ask_for_a_bot
from quarterdeck_client.terminal.widgets.chat import ChatPanel
from quarterdeck_client.terminal.widgets.forms import chosen
from quarterdeck_client.terminal.widgets.texts import BROKEN, STORE_AWAY, Sentence, Story
from quarterdeck_client.words.standings_words import number_in_words

AGREE = "Agree, and be ready", "Leave the table"
HANDS_ARE_SEEN = "Spectators see your hand as it was three minutes ago. So can your opponents, with a second window."
KEYS = "b a bot sits down · p seats, players · t talk · ? keys · q leave"
KEYS_WITH_DECKS = "b a bot sits down · d deck · p seats, players · t talk · ? keys · q leave"


class TableScreen(AppScreen):
    """The screen of a table with its players, until the match begins."""

    DEFAULT_CSS = """
    TableScreen { padding: 0 1; }
    TableScreen > .headline { height: auto; text-style: bold; background: $primary-muted; }
    TableScreen > VerticalScroll { height: 1fr; }
    TableScreen .seats { height: auto; padding: 1 0; }
    TableScreen > Story { display: none; height: 5; max-height: 30%; background: $background; }
    TableScreen > Story.-spoken { display: block; }
    TableScreen > .line { height: auto; max-height: 3; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *bound("?qbdtp"),
        ("up", "scroll_seats(-1)", "back"),
        ("down", "scroll_seats(1)", "on"),
    ]

    class Left(Message):
        """Message: the player wants to leave the table."""

    def __init__(self, client: Client, table: Table, offer: GameOffer | None) -> None:
        super().__init__(client)
        self.table = table
        self.is_left = False
        """True if the player gave up the seat themselves."""

        self._offer = offer
        self.ready_decks = () if offer is None else offer.decks
        """The ready-made decks of the game; empty in games without decks."""

        self._title = table.game if offer is None else offer.title
        self._limits_a_turn = 0 if offer is None else offer.limits_a_turn
        self._headline = Sentence(classes="headline")
        self._seats = Sentence(classes="seats")
        self._scroll = VerticalScroll(self._seats, can_focus=False)
        self._story = Story()
        self._notice = Sentence(classes="line")
        self._chat = ChatPanel(self, client.chat, Where.TABLE, table.id, self._show_line, self.say)

    def compose(self) -> ComposeResult:
        yield self._headline
        yield self._scroll
        yield self._story
        yield self._notice
        yield Sentence(Text(KEYS_WITH_DECKS if self.ready_decks else KEYS, style="dim"), classes="line")

    def on_mount(self) -> None:
        self._headline.say(f" {self._title} · {time_in_words(self.table, self._limits_a_turn)}")
        self._show(self.table)
        self.set_interval(0.5, self._show_store_state)
        self.carefully(self._watch)
        self._chat.begin()

    def on_unmount(self) -> None:
        self._chat.end()

    @property
    def place(self) -> Place:
        return Place(Where.TABLE, self.table.id)

    def people(self) -> Sequence[Player]:
        sitting = [each.player for each in self.table.places if each.player is not None]
        return once_each([*sitting, *self._chat.speakers])

    def say(self, words: str) -> None:
        self._notice.say(words)

    @property
    def has_deck(self) -> bool:
        """True if the player has chosen a deck for this table."""
        own = place_of(self.client.player.id, self.table)
        return own is not None and own.has_deck

    async def agrees(self) -> bool:
        """Ask if the player agrees that spectators of this table see the player's hand, and return the answer. Returns
        true without asking if hands stay hidden."""
        own = place_of(self.client.player.id, self.table)
        if self.table.perspectives is not Perspectives.DURING or (own is not None and own.ready):
            return True
        words = f"Spectators see the hands at this table\n\n{HANDS_ARE_SEEN}"
        return await chosen(self.app, words, AGREE, back="leave the table") == 0

    async def choose_deck(self) -> None:
        """Let the player choose another deck. Raises `ClientError`."""
        back = "keep the deck you have" if self.has_deck else "leave it to the house"
        await choose_deck(self.app, self.client, self.table, self.ready_decks, back)

    def _show(self, table: Table) -> None:
        self.table = table
        lines = Text(f"{_waits_for(table)}\n\n")
        if table.perspectives is Perspectives.DURING:
            lines.append(f"{HANDS_ARE_SEEN}\n\n")
        often = iter(names_of([place.player for place in table.places if place.player is not None]))
        for number, place in enumerate(table.places, start=1):
            if place.player is None:
                lines.append(f"  {number}.  free\n", style="dim")
                continue
            own = " (you)" if place.player.id == self.client.player.id else ""
            ready = "ready" if place.ready else "not ready yet"
            if table.stage is TableStage.REVEALING and place.entropy_hash is not None and not place.revealed:
                ready = "reveals entropy"
            host = " · host" if place.player.id == table.host else ""
            rating = "" if place.rating is None else f" · {number_in_words(place.rating)}"
            said = f"  {number}.  {next(often)}{own} – {ready}{_deck_of(place)}{host}{rating}\n"
            lines.append(said, style="bold" if own else "")
        address = self.client.url
        lines.append("\nOthers sit down with\n\n")
        lines.append(f"  quarterdeck play --url {address} {_way_to(table)}", style="bold")
        self._seats.say(lines)

    def _show_store_state(self) -> None:
        if self.client.is_store_away:
            self.say(STORE_AWAY)
        elif not self.client.is_connected:
            self.say(BROKEN)
        elif self._notice.said.plain in (STORE_AWAY, BROKEN):
            self.say("")

    async def _watch(self) -> None:
        async for table in self.client.tables.changes(self.table.id):
            self._show(table)

    def _show_line(self, line: Text) -> None:
        self._story.add_class("-spoken")
        self._story.add([line])

    def action_chat(self) -> None:
        self._chat.ask()

    def action_add_bot(self) -> None:
        if self.table.host == self.client.player.id:
            self.carefully(ask_for_a_bot, self.app, self.client, self.table, self._offer)
        else:
            self.say("Only the host can add bots.")

    def action_choose_deck(self) -> None:
        if self.ready_decks:
            self.carefully(self.choose_deck)

    async def choose_player(self) -> None:
        await ask_about_seats(self.app, self.client, self.table, self.place)

    def action_scroll_seats(self, lines: int) -> None:
        self._scroll.scroll_relative(y=lines, animate=False)

    def action_leave(self) -> None:
        self.post_message(self.Left())


def _deck_of(place: TablePlace) -> str:
    if not place.has_deck:
        return ""
    return " · has brought a deck" if place.deck is None else f" · plays {place.deck.name or 'a deck of their own'}"


def _way_to(table: Table) -> str:
    if table.access is Access.UNLISTED and table.code is not None:
        return f"--code {table.code}"
    return f"--table {table.id}" + (" --password …" if table.access is Access.PASSWORD else "")


def _waits_for(table: Table) -> str:
    """Return the text of what the table waits for before the match begins."""
    if table.stage is TableStage.REVEALING:
        return "Everybody is ready. Each player's random share is revealed, and the match starts."
    waits = "Waiting for all seats to be taken and ready."
    if table.refused is None:
        return waits
    why = refused_in_words(table.refused)
    return f"{waits}\n\n{why[:1].upper()}{why[1:]}."
