"""Commands about tables and the list of them, as one connection gives them."""

from collections.abc import Callable
from typing import assert_never

from quarterdeck_protocol.names import PlayerId
from quarterdeck_protocol.sides import FromServer, Player
from quarterdeck_protocol.tables import (
    AddBot,
    Kick,
    ListTables,
    LobbyUnwatched,
    OpenTable,
    Ready,
    Rematch,
    Sit,
    Stand,
    Tables,
    TransferHost,
    UnwatchLobby,
    WatchLobby,
    WatchTable,
)

from quarterdeck_server.lobby.tables.invites import EntryCredentials
from quarterdeck_server.lobby.tables.model import TableRecord
from quarterdeck_server.lobby.tables.service import TableService
from quarterdeck_server.web.followed_tables import FollowedTables
from quarterdeck_server.web.rate_limit.quotas import ENTER, LIST, OPEN_TABLE, Quotas

Reading = ListTables | WatchTable | WatchLobby | UnwatchLobby
AtTable = Stand | Kick | TransferHost | Ready | AddBot | Rematch
Seating = OpenTable | Sit | AtTable


class TableCommands:
    """Obeys them for one connection."""

    __slots__ = ("_address", "_lobby", "_quotas", "_say", "_tell", "followed")

    def __init__(
        self,
        lobby: TableService,
        quotas: Quotas,
        address: str,
        say: Callable[[FromServer], None],
        tell: Callable[[bytes], None],
        who: Callable[[], PlayerId | None],
    ) -> None:
        self._lobby = lobby
        self._quotas = quotas
        self._address = address
        self._say = say
        self._tell = tell
        self.followed = FollowedTables(lobby, say, who)
        """The tables of which this connection hears."""

    async def read(self, player: Player | None, message: Reading) -> None:
        """Obey what anybody may ask, signed in or not. Raises `CommandRefused`, `Unavailable`."""
        lobby = self._lobby
        match message:
            case ListTables():
                self._quotas.take(LIST, self._address)
                listed = await lobby.listed(message.game)
                self._say(Tables(tables=tuple(lobby.shown(table) for table in listed), ref=message.ref))
            case WatchTable():
                knowing = self._knowing(message)
                table = await lobby.named(message.table, knowing)
                with self.followed.at(table):
                    self.followed.answer(await lobby.look_at(table, player, knowing), message.ref)
            case WatchLobby():
                self._quotas.take(LIST, self._address)
                self._say(await lobby.board.follow(self._tell, message))
            case UnwatchLobby():
                lobby.board.unfollow(self._tell)
                self._say(LobbyUnwatched(ref=message.ref))
            case _:
                assert_never(message)

    async def obey(self, player: Player, message: Seating) -> None:
        """Obey somebody who is signed in. Raises `CommandRefused`, `Unavailable`."""
        lobby = self._lobby
        match message:
            case OpenTable():
                table = lobby.id_of(player.id, message.ref)
                with self._quotas.taking(OPEN_TABLE, player.id), self.followed.at(table):
                    self.followed.answer(await lobby.open(table, player, message, self._address), message.ref)
            case Sit():
                knowing = self._knowing(message)
                table = await lobby.named(message.table, knowing)
                with self.followed.at(table):
                    kept = await lobby.sit(table, player, message.seat, message.ref, message.deck, knowing)
                    self.followed.answer(kept, message.ref)
            case _:
                with self.followed.at(message.table):
                    self.followed.answer(await self._at_table(player.id, message), message.ref)

    async def leave(self, player: Player | None) -> None:
        """Follow no table any more; whoever sits at one is gone from there."""
        await self.followed.leave(player)

    async def end(self, player: Player | None, *, goes_on: bool) -> None:
        """Let go of all that this connection holds; its player's session may go on on a newer one."""
        self._lobby.board.unfollow(self._tell)
        await self.followed.leave(player, goes_on=goes_on)

    async def _at_table(self, player: PlayerId, message: AtTable) -> TableRecord:
        lobby = self._lobby
        match message:
            case Stand():
                return await lobby.stand(message.table, player, message.seat, message.ref)
            case Kick():
                return await lobby.kick(message, player)
            case TransferHost():
                return await lobby.transfer_host(message, player)
            case Ready():
                return await lobby.ready(message.table, player, message.entropy, message.ref, message.deck)
            case AddBot():
                return await lobby.add_bot(message, player)
            case Rematch():
                return await lobby.rematch(message.table, player, message.ref)
            case _:
                assert_never(message)

    def _knowing(self, message: Sit | WatchTable) -> EntryCredentials:
        if message.code is not None or message.password is not None:
            self._quotas.take(ENTER, self._address)
        return EntryCredentials(code=message.code, password=message.password, address=self._address)
