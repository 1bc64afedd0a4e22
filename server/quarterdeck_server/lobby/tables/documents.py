"""Documents of tables: one for each table, with the number of its changes as revision, and indexes by the time of the
last change. Tables with a finished match are in no index. Clients get them only by their ids."""

from quarterdeck_protocol.lobby.clubs import ClubId
from quarterdeck_protocol.lobby.tables import Access, TableStage
from quarterdeck_protocol.names import Milliseconds

from quarterdeck_server.lobby.collections import Collection
from quarterdeck_server.lobby.documents import IndexEntry, IndexSweep
from quarterdeck_server.lobby.tables.model import TableRecord

SECONDS = 24 * 60 * 60
"""Seconds that a table is kept after its last change."""

TABLES = Collection("table", TableRecord, remembers=2_048)  # lists and sweeps read all tables again and again

LISTED = "tables"
"""The index of tables that everybody may find."""

UNLISTED = "unlisted_tables"
"""The index of tables that are found only by id or code."""

OF_CLUBS = "tables_of_clubs"
"""The index of tables that members of clubs find. Each club has an index of its own too."""


def of_club(club: ClubId) -> str:
    """Return the name of the index of a club's tables."""
    return f"{OF_CLUBS}:{club}"


def moves(table: TableRecord, now: Milliseconds, *, gone: bool) -> list[IndexEntry | IndexSweep]:
    """Return the index changes for a table that was changed now. Opening a table also sweeps expired entries from its
    indexes. Their tables are gone already, so this is not urgent."""
    if table.hidden_end is not None and not gone:
        return []  # it keeps its place in the index, so that nobody can tell that it has changed
    index = UNLISTED if table.access is Access.UNLISTED else LISTED
    indexes = (OF_CLUBS, of_club(table.club)) if table.club else (index,)
    at = None if gone or table.stage is TableStage.OVER else now
    entries = [IndexEntry(each, table.id, at) for each in indexes]
    sweeps = [IndexSweep(each, now - 1000 * SECONDS) for each in indexes] if table.changed == 1 else []
    return [*entries, *sweeps]
