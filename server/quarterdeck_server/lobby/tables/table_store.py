"""What the lobby needs of a store. `storage/` keeps these promises in memory and in Redis."""

from collections.abc import Callable, Sequence
from typing import Literal, Protocol

import msgspec
from quarterdeck_protocol.names import TableId


class StoredTable(msgspec.Struct, frozen=True):
    """A table as it is stored: bytes that only the lobby reads, and how often it has changed."""

    table: TableId
    changed: int
    """1 when it is opened, and one more with every change."""

    kept: bytes


Index = Literal["listed", "unlisted", "over"]
"""Among which tables one stands: those that everybody may find, those that are found only by who knows them, or those
that are done with, which are given to nobody who does not name them."""


class TableStore(Protocol):
    """All tables. A change is compare-and-set: who has not seen the newest state changes nothing."""

    async def read(self, table: TableId) -> StoredTable | None:
        """Return a table, or `None` if there is none. Raises `Unavailable`."""
        ...

    async def read_all(self, most: int, *, skip: int = 0, index: Index = "listed") -> Sequence[StoredTable]:
        """Return the tables of an index that were changed last, at most `most` after the first `skip`, newest first;
        none of those that are `over`. Raises `Unavailable`."""
        ...

    async def write(self, table: StoredTable, *, gone: bool = False, index: Index = "listed") -> None:
        """Store this state if the stored one is exactly one change older (or there is none and this is the first), and
        tell every process that listens. It stands in this index from now on; with `gone` it is removed. Raises
        `Conflict` or `Unavailable`."""
        ...

    def listen(self, changed: Callable[[StoredTable, bool], None], missed: Callable[[], None]) -> None:
        """Say who is told: `changed(table, gone)` for every change that another process makes, `missed` when changes
        may have gone by unheard."""
        ...
