"""The live list of tables: a snapshot from the server, then its changes."""

import asyncio
from collections.abc import AsyncIterator

from quarterdeck_protocol.lobby.tables import LobbyChanged, LobbySnapshot, Table, WatchLobby
from quarterdeck_protocol.names import TableId

from quarterdeck_client.errors import ClientError


class LiveList:
    """The current state of all tables that fit the client's filter."""

    def __init__(self, wanted: WatchLobby) -> None:
        self.wanted = wanted
        """The command to send again after a reconnect."""

        self.online = 0
        """Approximate number of players signed in, from the server's last message."""

        self._tables: dict[TableId, Table] = {}
        self._news = asyncio.Event()
        self._lost: ClientError | None = None
        self._is_over = False

    @property
    def tables(self) -> tuple[Table, ...]:
        """All tables in the live list, the last changed first."""
        return tuple(reversed(self._tables.values()))

    async def changes(self) -> AsyncIterator[tuple[Table, ...]]:
        """Yield all tables now and after every change, until the client unsubscribes or another list replaces this one.
        Raises `LostError` when the connection is lost for good."""
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
        """Record that the client no longer follows this list of tables."""
        self._is_over = True
        self._news.set()

    def fail(self, error: ClientError) -> None:
        """Record that no more changes of the list will come."""
        self._lost = error
        self._news.set()
