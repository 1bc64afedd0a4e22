"""All tables, in Redis: a hash each, and two indexes by time."""

from collections.abc import Callable, Sequence

from quarterdeck_protocol.names import TableId

from quarterdeck_server.lobby.tables.table_store import Index, StoredTable
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.lifetimes import Lifetimes
from quarterdeck_server.storage.redis_pipeline import Pipeline, Script
from quarterdeck_server.store_errors import Conflict

WRITE = Script("table.lua")


class RedisTables:
    """The tables as one process reaches them."""

    def __init__(self, line: Pipeline, process: str, lifetimes: Lifetimes) -> None:
        self._line = line
        self._process = process
        self._lifetimes = lifetimes
        self._changed: Callable[[StoredTable, bool], None] | None = None
        self._missed: Callable[[], None] | None = None

    async def read(self, table: TableId) -> StoredTable | None:
        """Return a table, or `None` if there is none."""
        changed, kept = await self._line.ask("HMGET", keys.table(table), "changed", "kept")
        return None if changed is None else StoredTable(table, int(changed), kept)

    async def read_all(self, most: int, *, skip: int = 0, index: Index = "listed") -> Sequence[StoredTable]:
        """Return the tables of an index that were changed last, newest first."""
        if most < 1 or index == "over":
            return []
        key = keys.TABLES if index == "listed" else keys.UNLISTED_TABLES
        newest = await self._line.ask("ZREVRANGE", key, skip, skip + most - 1)
        tables = [TableId(table.decode()) for table in newest]
        found = [self._line.ask("HMGET", keys.table(table), "changed", "kept") for table in tables]
        kept = [(table, *await stored) for table, stored in zip(tables, found, strict=True)]
        # A table that has gone since the index was read is not missed.
        return [StoredTable(table, int(changed), kept) for table, changed, kept in kept if changed is not None]

    async def write(self, table: StoredTable, *, gone: bool = False, index: Index = "listed") -> None:
        """Store this state if the stored one is exactly one change older, and tell every other process."""
        await self._line.run(
            WRITE,
            (keys.table(table.table), keys.TABLES, keys.UNLISTED_TABLES),
            table.table,
            table.changed,
            table.kept,
            1 if gone else 0,
            self._process,
            keys.LOBBY_CHANNEL,
            self._lifetimes.table,
            index,
            meaning=_written,
        )

    def listen(self, changed: Callable[[StoredTable, bool], None], missed: Callable[[], None]) -> None:
        """Say who is told."""
        self._changed, self._missed = changed, missed

    def hear(self, told: bytes) -> None:
        """Pass on what another process has changed."""
        writer, table, changed, gone, kept = told.split(b" ", 4)
        if self._changed is not None and writer.decode() != self._process:
            self._changed(StoredTable(TableId(table.decode()), int(changed), kept), gone == b"1")

    def rung_again(self) -> None:
        """Say that changes may have gone by unheard."""
        if self._missed is not None:
            self._missed()


def _written(done: int | None) -> None:
    if done is None:
        raise Conflict("somebody else has changed this table")
