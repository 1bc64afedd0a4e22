"""Commands about tables, the list of them, and seats, as one connection gives them."""

from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager

from msgspec import UNSET
from quarterdeck_protocol.lobby.seats import GetSeats, Seats
from quarterdeck_protocol.lobby.tables import (
    AddBot,
    DeckRead,
    Kick,
    ListTables,
    LobbyUnwatched,
    OpenTable,
    ReadDeck,
    Ready,
    Rematch,
    Reveal,
    Sit,
    Stand,
    Tables,
    TransferHost,
    UnwatchLobby,
    WatchLobby,
    WatchTable,
)
from quarterdeck_protocol.names import MatchId, PlayerId, TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.tables.invites import EntryCredentials
from quarterdeck_server.web.caller import Caller
from quarterdeck_server.web.rate_limit.quotas import ENTER, LIST, OPEN_TABLE, OPEN_TABLE_FROM, READ_DECK, SEATS
from quarterdeck_server.web.watched_tables import WatchedTables

AtTable = Stand | Kick | TransferHost | Ready | Reveal | AddBot | Rematch


class TableCommands:
    """The table commands of one connection. Each method has the name of its command."""

    __slots__ = ("_caller", "_quotas", "_service", "_tables", "watched")

    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        self._tables = caller.services.tables
        self._service = self._tables.service
        self._quotas = caller.services.quotas
        self.watched = WatchedTables(self._tables, caller.send, self._who)
        """The tables that this connection follows."""

    async def read_deck(self, message: ReadDeck) -> DeckRead:
        self._quotas.take(READ_DECK, self._caller.address)
        return self._service.judged_deck(message.game, message.options, message.deck)

    async def list_tables(self, message: ListTables) -> Tables:
        player = self._who()
        self._quotas.take(LIST, self._caller.address)
        self._service.check_games(() if message.game is None else (message.game,), "$.game")
        await self._service.check_member(message.club, player)
        listed = await self._service.listed(message.game, player, message.club)
        return Tables(tables=tuple(self._tables.subscribers.shown(table) for table in listed))

    async def watch_table(self, message: WatchTable) -> None:
        player, knowing = self._who(), self._knowing(message)
        named = message.table if message.match is None else await self._table_of(message.match)
        table = await self._service.named(named, knowing)
        with self.watched.at(table):
            self.watched.answer(await self._service.watch(table, player, knowing), message.ref)

    async def _table_of(self, id_: MatchId) -> TableId:
        """Return the table of a match of this player. Nobody learns of a match of others here. Raises `CommandRefused`,
        `Unavailable`."""
        table: TableId | None = None
        try:
            match, player = await self._caller.match(id_), self._caller.player()
            if player is not None and match.seat_of(player) is not None:
                table = match.record.opened.table
        except CommandRefused as refused:
            if refused.code is not RefusalCode.UNKNOWN_MATCH:
                raise
        if table is None:
            text = Text("You have played no match `{match}` at a table.", match=id_)
            raise CommandRefused(RefusalCode.UNKNOWN_TABLE, text, "$.match")
        return table

    async def watch_lobby(self, message: WatchLobby) -> None:
        self._quotas.take(LIST, self._caller.address)
        self._service.check_games(message.games or (), "$.games[{place}]")
        await self._service.check_member(message.club, self._who())
        shown = await self._tables.repository.board.subscribe(self._caller.output.send, message, self._who)
        try:
            await self._service.check_member(message.club, self._who())  # who was removed meanwhile is not notified
        except CommandRefused:
            self.leave_list()
            raise
        self._caller.send(shown)

    async def unwatch_lobby(self, message: UnwatchLobby) -> LobbyUnwatched:
        self.leave_list()
        return LobbyUnwatched()

    async def get_seats(self, identity: Identity, message: GetSeats) -> Seats:
        self._quotas.take(SEATS, identity.player.id)
        return await self._caller.services.seats.of(identity.player.id)

    async def open_table(self, identity: Identity, message: OpenTable) -> None:
        player = identity.player
        table = self._service.id_of(player.id, message.ref)
        with self._judging(message), self._setting_up(player.id), self.watched.at(table):
            record = await self._service.open(table, player, message, self._caller.address)
            self.watched.answer(record, message.ref)

    async def sit(self, identity: Identity, message: Sit) -> None:
        knowing = self._knowing(message)
        table = await self._service.named(message.table, knowing)
        with self._judging(message), self.watched.at(table):
            record = await self._service.sit(table, identity.player, message.seat, message.ref, message.deck, knowing)
            self.watched.answer(record, message.ref)

    async def stand(self, identity: Identity, message: Stand) -> None:
        async with self._at(message, identity.player):
            record = await self._service.stand(message.table, identity.player.id, message.seat, message.ref)
            self.watched.answer(record, message.ref)

    async def kick(self, identity: Identity, message: Kick) -> None:
        async with self._at(message, identity.player):
            self.watched.answer(await self._service.kick(message, identity.player.id), message.ref)

    async def transfer_host(self, identity: Identity, message: TransferHost) -> None:
        async with self._at(message, identity.player):
            self.watched.answer(await self._service.transfer_host(message, identity.player.id), message.ref)

    async def ready(self, identity: Identity, message: Ready) -> None:
        said = (message.entropy_hash, message.ref, message.deck, message.perspectives)
        async with self._at(message, identity.player):
            with self._judging(message):
                record = await self._service.ready(message.table, identity.player.id, *said)
            self.watched.answer(record, message.ref)

    async def reveal(self, identity: Identity, message: Reveal) -> None:
        async with self._at(message, identity.player):
            self.watched.answer(await self._service.reveal(message, identity.player.id), message.ref)

    async def add_bot(self, identity: Identity, message: AddBot) -> None:
        async with self._at(message, identity.player):
            with self._judging(message):
                record = await self._service.add_bot(message, identity.player.id)
            self.watched.answer(record, message.ref)

    async def rematch(self, identity: Identity, message: Rematch) -> None:
        async with self._at(message, identity.player):
            with self._setting_up(identity.player.id):
                record = await self._service.rematch(message.table, identity.player.id, message.ref)
            self.watched.answer(record, message.ref)

    @property
    def are_listed_here(self) -> bool:
        """True if this connection follows the list of tables."""
        return self._tables.repository.board.has_subscriber(self._caller.output.send)

    def leave_list(self) -> None:
        """Stop following the list of tables."""
        self._tables.repository.board.unsubscribe(self._caller.output.send)

    async def leave(self, player: Player | None) -> None:
        """Stop following all tables. The player leaves any table where they sit."""
        await self.watched.leave(player)

    async def end(self, player: Player | None, *, resumes: bool) -> None:
        """Stop following all tables at the end of this connection. The session of its player may continue on a newer
        one."""
        await self.watched.leave(player, resumes=resumes)

    def _who(self) -> Player | None:
        identity = self._caller.identity()
        return None if identity is None else identity.player

    @asynccontextmanager
    async def _at(self, message: AtTable, player: Player) -> AsyncIterator[None]:
        """Follow the table of a command from now on, if the command is carried out. A player's bot must already have a
        right to the table."""
        if player.owner is not UNSET:
            await self._service.check_found(message.table, player)
        with self.watched.at(message.table):
            yield

    def _judging(self, message: OpenTable | Sit | Ready | AddBot) -> AbstractContextManager[None]:
        """Count the deck in a command against a limit, if the deck is refused."""
        return self._quotas.judging(self._caller.address, message.deck)

    @contextmanager
    def _setting_up(self, player: PlayerId) -> Iterator[None]:
        """Count a match that is set up against the limits of this player and address."""
        with self._quotas.taking(OPEN_TABLE, player), self._quotas.taking(OPEN_TABLE_FROM, self._caller.address):
            yield

    def _knowing(self, message: Sit | WatchTable) -> EntryCredentials:
        if message.code is not None or message.password is not None:
            self._quotas.take(ENTER, self._caller.address)
        return EntryCredentials(code=message.code, password=message.password, address=self._caller.address)
