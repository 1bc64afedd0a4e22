"""The tables at which each player sits and the tables opened from each address, with limits on both.

For each player and each address, a page notes these tables. It is written with the table, or beside it if others
change it at the same time, and nothing is removed from it when a player leaves. So it may name too many tables, never
too few. Only when the limit seems to be reached are the tables read and counted exactly.

A player's page is also kept without a limit, because `lobby/seats.py` looks there for the player's seats.
"""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable

import msgspec
from quarterdeck_protocol.lobby.tables import TableStage
from quarterdeck_protocol.names import PlayerId, TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby import stored_kinds
from quarterdeck_server.lobby.collections import NOTHING, Collection, Commit, ExtraWrites, commit
from quarterdeck_server.lobby.documents import Document, DocumentStore
from quarterdeck_server.lobby.tables.documents import SECONDS
from quarterdeck_server.lobby.tables.model import TableRecord
from quarterdeck_server.store_errors import Conflict

SECONDS_KEPT = 3 * SECONDS
"""Longer than a table is kept after its last change, because that may come later than the player sat down."""

MOST_NOTED = 256
"""Number of tables on a page without a limit, above which the tables are read and those without the player are
removed."""

MOST_NOTED_AFTERWARDS = 128

Find = Callable[[TableId], Awaitable[TableRecord | None]]
"""Returns a table, or `None` if it does not exist any more."""


class SeatedTablesRecord(msgspec.Struct, frozen=True):
    """The stored list of tables of one player or address, the newest last."""

    tables: tuple[TableId, ...]


SEATED_TABLES = Collection(stored_kinds.SEATED_TABLES, SeatedTablesRecord)


def of_player(player: PlayerId) -> str:
    """Return the name of the document that lists a player's tables."""
    return f"player-{player}"


class SeatRoom(msgspec.Struct, frozen=True):
    """The room that a player or address has for one more table, with the page to update when it is used."""

    name: str
    page: Document | None
    tables: tuple[TableId, ...]
    """The tables counted so far."""


class SeatLimits:
    """Enforces limits on tables per player and per address; 0 means no limit."""

    def __init__(
        self,
        documents: DocumentStore,
        find: Find,
        per_player: int,
        per_address: int,
        times: Callable[[str], int] = lambda _: 1,
    ) -> None:
        """Make the limits for seats at tables. `times` returns the factor by which more tables may be opened from an
        address than from others."""
        self._documents = documents
        self._find = find
        self._per_player = per_player
        self._per_address = per_address
        self._times = times

    async def room_at(self, table: TableId, player: PlayerId, most: int | None = None) -> SeatRoom:
        """Return the room that a player has for this table, by the limit for all players or by this one. Raises
        `CommandRefused`, `Unavailable`."""
        per_player = self._per_player if most is None else most

        def counts(record: TableRecord) -> bool:
            return record.stage is not TableStage.OVER and record.seat_of(player) is not None

        text = Text(
            "You already sit at {per_player} tables, the limit for one player; leave one first.", per_player=per_player
        )
        return await self._room(of_player(player), table, per_player, counts, text)

    async def room_from(self, table: TableId, address: str) -> SeatRoom | None:
        """Return how many more tables may be opened from an address, as a check for a commit; `None` if there is no
        limit."""
        if not self._per_address:
            return None
        name = "address-" + hashlib.sha256(f"tables from {address}".encode()).hexdigest()[:32]
        most = self._per_address * self._times(address)
        text = Text("Your address has opened {most} tables, the limit for one address.", most=most)
        return await self._room(name, table, most, lambda record: record.stage is not TableStage.OVER, text)

    async def tables_of(self, player: PlayerId) -> tuple[TableId, ...]:
        """Return the tables at which a player may sit, the newest last; perhaps too many. Raises `Unavailable`."""
        (listed,) = await SEATED_TABLES.read(self._documents, [of_player(player)])
        return () if listed is None else listed.tables

    async def note(self, table: TableId, player: PlayerId) -> None:
        """Record that a player sits at a table, without a check of the limit. Raises `CommandRefused` if too many
        others change that page, and `Unavailable`."""
        await self._note(of_player(player), table)

    def noted(self, table: TableId, room: SeatRoom | None) -> ExtraWrites:
        """Return the write that records a table for the limit of its player or address, for the commit of the table:
        of two tables at the same moment one commit fails, and counts the other table when it is repeated."""
        if room is None or table in room.tables:
            return NOTHING
        return ExtraWrites(
            (SEATED_TABLES.put(room.name, room.page, SeatedTablesRecord((*room.tables, table)), SECONDS_KEPT),)
        )

    async def take(self, table: TableId, room: SeatRoom | None) -> None:
        """Record a table for the limit of its player or address. Raises `Unavailable`."""
        if room is None or table in room.tables:
            return
        noted = SeatedTablesRecord((*room.tables, table))
        try:
            await self._documents.commit([SEATED_TABLES.put(room.name, room.page, noted, SECONDS_KEPT)])
        except Conflict:  # at another table at the same moment: then both are noted
            await self._note(room.name, table)

    async def _note(self, name: str, table: TableId) -> None:
        def decide(pages: list[Document | None]) -> Commit[None]:
            before = SEATED_TABLES.of(pages[0])
            others = () if before is None else tuple(each for each in before.tables if each != table)
            noted = SeatedTablesRecord((*others, table))
            return Commit(None, [SEATED_TABLES.put(name, pages[0], noted, SECONDS_KEPT)])

        await commit(self._documents, [SEATED_TABLES.key(name)], decide)

    async def _room(
        self, name: str, table: TableId, most: int, counts: Callable[[TableRecord], bool], text: str
    ) -> SeatRoom:
        page = (await self._documents.read([SEATED_TABLES.key(name)]))[0]
        listed = SEATED_TABLES.of(page)
        tables = () if listed is None else listed.tables
        if table not in tables and len(tables) >= (most or MOST_NOTED):
            found = await asyncio.gather(*map(self._find, tables))
            tables = tuple(each.id for each in found if each is not None and counts(each))
            if not most:
                tables = tables[-MOST_NOTED_AFTERWARDS:]
            elif len(tables) >= most:
                raise CommandRefused(RefusalCode.TOO_MANY_TABLES, text, "$")
        return SeatRoom(name, page, tables)
