"""The live table list: a snapshot, then its changes."""

import asyncio
from collections.abc import AsyncIterator

from quarterdeck_protocol.lobby.tables import LobbyChanged, LobbySnapshot, Table, WatchLobby
from quarterdeck_protocol.names import TableId

from quarterdeck_client.errors import ClientError


class LiveList:
    """The tables that were asked for, as they stand now."""

    def __init__(self, wanted: WatchLobby) -> None:
        self.wanted = wanted
        """The command to send again after a reconnect."""

        self.online = 0
        """About how many players were signed in when the server said something last."""

        self._tables: dict[TableId, Table] = {}
        self._news = asyncio.Event()
        self._lost: ClientError | None = None
        self._is_over = False

    @property
    def tables(self) -> tuple[Table, ...]:
        """All of them, those that have changed last first."""
        return tuple(reversed(self._tables.values()))

    async def changes(self) -> AsyncIterator[tuple[Table, ...]]:
        """Return all tables as they stand now and after every change, until the list is unwatched or replaced by
        another one. Raises `LostError` when the connection is lost for good."""
        while not self._is_over:
            self._news.clear()
            if self._lost is not None:
                raise self._lost
            yield self.tables
            await self._news.wait()

    def receive(self, news: LobbySnapshot | LobbyChanged) -> None:
        """Handle a message of the server about the list."""
        self.online = news.online
        if isinstance(news, LobbySnapshot):
            self._tables = {table.id: table for table in reversed(news.tables)}
        else:
            for table in news.gone:
                self._tables.pop(table, None)
            for changed in news.tables:
                self._tables.pop(changed.id, None)
                self._tables[changed.id] = changed
        self._news.set()

    def end(self) -> None:
        """Note that the list is not followed any more."""
        self._is_over = True
        self._news.set()

    def fail(self, error: ClientError) -> None:
        """Note that no more messages will come."""
        self._lost = error
        self._news.set()
