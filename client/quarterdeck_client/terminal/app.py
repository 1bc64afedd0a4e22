"""The terminal client: it leads from one screen to the next."""

import secrets
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from quarterdeck_protocol.gathering import Access, Table
from quarterdeck_protocol.messages import GameOffer
from quarterdeck_protocol.names import GameName, TableId, Version
from quarterdeck_protocol.seeking import SoughtGame
from textual.app import App
from textual.screen import Screen

from quarterdeck_client.client import Client
from quarterdeck_client.errors import ClientError, GoneError, LostError, RefusedError
from quarterdeck_client.phrasing import Phrases
from quarterdeck_client.printed import Book, read_book
from quarterdeck_client.remembering import Notebook, Remembered
from quarterdeck_client.seated import Seated
from quarterdeck_client.terminal.gathering import Gathering
from quarterdeck_client.terminal.later import Later
from quarterdeck_client.terminal.lobby import Lobby
from quarterdeck_client.terminal.playing import Playing, has_pages
from quarterdeck_client.terminal.seeking import Seeking


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What to begin with."""

    game: str = "density-deck"
    bots: int | None = None
    """How many bots of the house to play against at a new table."""

    bot: str = "random"
    """Which bot of the house sits down."""

    seats: int | None = None
    """How many seats a new table has."""

    time_limit: float = 60.0
    table: TableId | None = None
    """The table to sit down at."""

    code: str | None = None
    """The invite code of the table to sit down at."""

    password: str | None = None
    """The password of the table to sit down at, or of a new one."""

    private: bool = False
    """Whether a new table is unlisted."""

    rated: bool = False
    """Whether matches at a new table count for ratings."""

    deck: str | None = None
    """What to play, in games that players bring decks to."""

    back_to: TableId | None = None
    """The table where one sat before, to come back to."""

    watch: str | None = None
    """A match to watch."""

    seek: tuple[str, ...] = ()
    """Games to seek opponents for."""

    bots_after: float | None = 60.0
    """After how many seconds of seeking bots of the house will do; `None` for never."""

    @property
    def access(self) -> Access:
        """Who may come to a new table."""
        if self.password is not None:
            return "password"
        return "unlisted" if self.private else "public"


class Terminal(App[None]):
    """The terminal client. `error` says, when it has ended, what made it end."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "Quarterdeck"

    def __init__(self, client: Client, plan: Plan, notebook: Notebook | None) -> None:
        super().__init__()
        self.animation_level = "none"
        self.client = client
        self.plan = plan
        self.error: ClientError | None = None
        self._notebook = notebook
        self._phrases: dict[str, Phrases] = {}
        self._books: dict[str, Book] = {}

    def on_mount(self) -> None:
        self._do(self._begin)

    # From one screen to the next

    async def _begin(self) -> None:
        plan = self.plan
        if plan.watch is not None:
            await self._play(await self.client.watch(plan.watch, Version(0)), None)
        elif plan.back_to is not None and await self._come_back(plan.back_to):
            return
        elif plan.table is not None or plan.code is not None:
            await self._gather(await self.client.sit(plan.table, code=plan.code, password=plan.password))
        elif plan.seek:
            await self._seek(plan.seek)
        elif plan.bots is not None or plan.seats is not None:
            await self._open(plan.game, plan.bots or 0, plan.seats)
        else:
            await self._show(Lobby(self.client))

    async def _come_back(self, id_: TableId) -> bool:
        """Go back to where one sat, and say whether one still sits there."""
        try:
            table = await self.client.look_at(id_)
        except RefusedError:
            return False
        if table.stage == "over" or not _sits_at(table, self.client):
            return False
        if table.stage == "gathering":
            await self._gather(table)
        else:
            await self._play(await self.client.watch(table.match, Version(0)), table.id)
        return True

    async def _open(self, game: str, bots: int, seats: int | None) -> None:
        seats = bots + 1 if seats is None and bots else seats
        table = await self.client.open_table(
            game,
            seats=seats,
            time_limit=self.plan.time_limit,
            rated=self.plan.rated,
            access=self.plan.access,
            password=self.plan.password,
        )
        for _ in range(bots):
            table = await self.client.add_bot(table.id, self.plan.bot)
        await self._gather(table)

    async def _gather(self, table: Table) -> None:
        """Be ready, and wait for the others."""
        self._note(table.id)
        offer = next((offer for offer in self.client.welcome.games if offer.name == table.game), None)
        screen = Gathering(self.client, table, offer)
        await self._show(screen)
        deck = await self._choose_deck(screen)
        try:
            seated = await self.client.begin(table.id, secrets.token_hex(16), deck=deck)
        except GoneError:
            return  # whoever sat here has left
        if screen in self.screen_stack:
            await self._play(seated, table.id)

    async def _choose_deck(self, screen: Gathering) -> str | None:
        """Give the deck that was asked for at the start, or let one be chosen before everybody is ready."""
        if not screen.ready_decks:
            return None
        if self.plan.deck is not None and not screen.has_deck:
            return self.plan.deck
        await screen.choose_deck()
        return None

    async def _seek(self, games: tuple[str, ...]) -> None:
        """Wait for opponents."""
        plan = self.plan
        with_decks = {offer.name for offer in self.client.welcome.games if offer.decks}
        sought = [SoughtGame(game=GameName(game), deck=plan.deck if game in with_decks else None) for game in games]
        search = await self.client.seek(sought, time_limit=plan.time_limit, bots_after=plan.bots_after)
        await self._show(Seeking(self.client, search))

    async def _play(self, seated: Seated, table: TableId | None) -> None:
        game = seated.latest.game
        if game not in self._phrases:
            described = await self.client.game(game)
            self._phrases[game] = msgspec.convert(described["phrases"], Phrases)
        book = await self._book(game) if has_pages(game) else {}
        await self._show(Playing(self.client, seated, self._phrases[game], table, book))

    async def _book(self, game: str) -> Book:
        if game not in self._books:
            self._books[game] = await read_book(self.client.cards, game)
        return self._books[game]

    async def _show(self, screen: Screen[None]) -> None:
        """Show this screen and no other one beneath it."""
        while len(self.screen_stack) > 1:
            await self.pop_screen()
        await self.push_screen(screen)

    # What the screens ask for

    def on_lobby_picked(self, picked: Lobby.Picked) -> None:
        match picked.what:
            case GameOffer() as offer:
                bots = offer.default_seats - 1 if picked.with_bots else 0
                self._do(self._open, offer.name, bots, None)
            case Table(stage="gathering") as table:
                self._do(self._sit, table)
            case Table() as table:
                self._do(self._watch, table)

    def on_lobby_sought(self, sought: Lobby.Sought) -> None:
        self._do(self._seek, (sought.game,))

    def on_seeking_found(self, found: Seeking.Found) -> None:
        self._note(found.offer.table)
        self._do(self._play, found.seated, found.offer.table)

    def on_seeking_left(self, left: Seeking.Left) -> None:
        self._do(self._show, Lobby(self.client, left.why))

    def on_lobby_left(self) -> None:
        self.exit()

    def on_gathering_left(self, left: Gathering.Left) -> None:
        self._do(self._stand)

    def on_playing_left(self) -> None:
        self.exit()

    def on_playing_rematch_wanted(self) -> None:
        self._do(self._rematch)

    def on_playing_over(self, over: Playing.Over) -> None:
        self._fail(over.error)

    async def _sit(self, table: Table) -> None:
        password = self.plan.password if table.access == "password" else None
        await self._gather(await self.client.sit(table.id, password=password))

    async def _watch(self, table: Table) -> None:
        mine = table.id if _sits_at(table, self.client) else None
        await self._play(await self.client.watch(table.match, Version(0)), mine)

    async def _stand(self) -> None:
        screen = self.screen
        if isinstance(screen, Gathering):
            await self.client.stand(screen.table.id)
        self.exit()

    async def _rematch(self) -> None:
        screen = self.screen_stack[1]
        if not isinstance(screen, Playing) or screen.table is None:
            return
        table = await self.client.look_at(screen.table)
        if table.stage != "gathering":  # nobody else was first
            table = await self.client.rematch(table.id)
        await self._gather(table)

    # What can go wrong

    def _do(self, work: Callable[..., Awaitable[None]], *of: Any) -> None:
        self.run_worker(Later(self._carefully, work, *of))

    async def _carefully(self, work: Callable[..., Awaitable[None]], *of: Any) -> None:
        try:
            await work(*of)
        except RefusedError as refused:
            if len(self.screen_stack) > 1 and isinstance(self.screen, Playing):
                self.screen.say(str(refused))
            else:
                await self._show(Lobby(self.client, str(refused)))
        except (LostError, GoneError, ClientError) as error:
            self._fail(error)

    def _fail(self, error: ClientError) -> None:
        self.error = error
        self.exit()

    def _note(self, table: TableId) -> None:
        if self._notebook is None:
            return
        me = self.client
        note = Remembered(url=me.url, name=me.player.name, token=me.token, table=table)
        try:
            self._notebook.note(note)
        except OSError as error:
            self.error = ClientError(f"{self._notebook.path} cannot be written, so nobody can come back: {error}")


def _sits_at(table: Table, client: Client) -> bool:
    return any(place.player is not None and place.player.id == client.player.id for place in table.places)
