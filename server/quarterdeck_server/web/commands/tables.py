"""Commands about tables and the list of them, as one connection gives them."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import assert_never

from msgspec import UNSET
from msgspec.structs import replace
from quarterdeck_protocol.lobby.tables import (
    AddBot,
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
from quarterdeck_protocol.names import PlayerId
from quarterdeck_protocol.sides import Player

from quarterdeck_server.lobby.tables.invites import EntryCredentials
from quarterdeck_server.lobby.tables.model import TableRecord
from quarterdeck_server.web.caller import Caller
from quarterdeck_server.web.followed_tables import FollowedTables
from quarterdeck_server.web.rate_limit.quotas import ENTER, LIST, OPEN_TABLE, OPEN_TABLE_FROM, READ_DECK

Reading = ReadDeck | ListTables | WatchTable | WatchLobby | UnwatchLobby
AtTable = Stand | Kick | TransferHost | Ready | Reveal | AddBot | Rematch
Seating = OpenTable | Sit | AtTable


class TableCommands:
    """Obeys them for one connection."""

    __slots__ = ("_caller", "_quotas", "_tables", "followed")

    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        self._tables = caller.services.tables
        self._quotas = caller.services.quotas
        self.followed = FollowedTables(self._tables, caller.say, caller.player)
        """The tables of which this connection hears."""

    async def read(self, player: Player | None, message: Reading) -> None:
        """Obey a command that needs no sign-in. Raises `CommandRefused`, `Unavailable`."""
        tables, lobby = self._tables, self._tables.service
        match message:
            case ReadDeck():
                self._quotas.take(READ_DECK, self._caller.address)
                answer = lobby.judged_deck(message.game, message.options, message.deck)
                self._caller.say(replace(answer, ref=message.ref))
            case ListTables():
                self._quotas.take(LIST, self._caller.address)
                lobby.check_games(() if message.game is None else (message.game,), "$.game")
                listed = await lobby.listed(message.game, player)
                self._caller.say(
                    Tables(tables=tuple(tables.followers.shown(table) for table in listed), ref=message.ref)
                )
            case WatchTable():
                knowing = self._knowing(message)
                table = await lobby.named(message.table, knowing)
                with self.followed.at(table):
                    self.followed.answer(await lobby.look_at(table, player, knowing), message.ref)
            case WatchLobby():
                self._quotas.take(LIST, self._caller.address)
                lobby.check_games(message.games or (), "$.games[{place}]")
                shown = await tables.repository.board.follow(self._caller.send, message, self._who)
                self._caller.say(shown)
            case UnwatchLobby():
                tables.repository.board.unfollow(self._caller.send)
                self._caller.say(LobbyUnwatched(ref=message.ref))
            case _:
                assert_never(message)

    async def obey(self, player: Player, message: Seating) -> None:
        """Obey a command of a signed-in player. Raises `CommandRefused`, `Unavailable`."""
        lobby = self._tables.service
        match message:
            case OpenTable():
                table = lobby.id_of(player.id, message.ref)
                with self._judging(message), self._setting_up(player.id), self.followed.at(table):
                    self.followed.answer(await lobby.open(table, player, message, self._caller.address), message.ref)
            case Sit():
                knowing = self._knowing(message)
                table = await lobby.named(message.table, knowing)
                with self._judging(message), self.followed.at(table):
                    record = await lobby.sit(table, player, message.seat, message.ref, message.deck, knowing)
                    self.followed.answer(record, message.ref)
            case _:
                if player.owner is not UNSET:
                    await lobby.check_found(message.table, player)
                with self.followed.at(message.table):
                    self.followed.answer(await self._at_table(player.id, message), message.ref)

    @property
    def are_listed_here(self) -> bool:
        """True if this connection follows the list of tables."""
        return self._tables.repository.board.is_followed_by(self._caller.send)

    async def leave(self, player: Player | None) -> None:
        """Stop following all tables. The player leaves any table where they sit."""
        await self.followed.leave(player)

    async def end(self, player: Player | None, *, goes_on: bool) -> None:
        """Release all subscriptions of this connection. The session of its player may continue on a newer one."""
        self._tables.repository.board.unfollow(self._caller.send)
        await self.followed.leave(player, goes_on=goes_on)

    def _who(self) -> Player | None:
        identity = self._caller.identity()
        return None if identity is None else identity.player

    async def _at_table(self, player: PlayerId, message: AtTable) -> TableRecord:
        lobby = self._tables.service
        match message:
            case Stand():
                return await lobby.stand(message.table, player, message.seat, message.ref)
            case Kick():
                return await lobby.kick(message, player)
            case TransferHost():
                return await lobby.transfer_host(message, player)
            case Ready():
                said = (message.entropy_hash, message.ref, message.deck, message.perspectives)
                with self._judging(message):
                    return await lobby.ready(message.table, player, *said)
            case Reveal():
                return await lobby.reveal(message, player)
            case AddBot():
                with self._judging(message):
                    return await lobby.add_bot(message, player)
            case Rematch():
                with self._setting_up(player):
                    return await lobby.rematch(message.table, player, message.ref)
            case _:
                assert_never(message)

    def _judging(self, message: OpenTable | Sit | Ready | AddBot) -> AbstractContextManager[None]:
        """Count the deck that a command brings, if it is refused."""
        return self._quotas.judging(self._caller.address, message.deck)

    @contextmanager
    def _setting_up(self, player: PlayerId) -> Iterator[None]:
        """Count a match that is set up, by this player and from this address."""
        with self._quotas.taking(OPEN_TABLE, player), self._quotas.taking(OPEN_TABLE_FROM, self._caller.address):
            yield

    def _knowing(self, message: Sit | WatchTable) -> EntryCredentials:
        if message.code is not None or message.password is not None:
            self._quotas.take(ENTER, self._caller.address)
        return EntryCredentials(code=message.code, password=message.password, address=self._caller.address)
