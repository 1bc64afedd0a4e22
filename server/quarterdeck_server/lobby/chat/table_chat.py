"""Who speaks at a table and who hears it, as the lobby knows it."""

from quarterdeck_protocol.chat import Where
from quarterdeck_protocol.names import TableId
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.tables import Access

from quarterdeck_server.lobby.chat.lines import ChatPlace
from quarterdeck_server.lobby.chat.service import AtTable
from quarterdeck_server.lobby.tables.invites import NOTHING
from quarterdeck_server.lobby.tables.repository import TableRepository
from quarterdeck_server.lobby.tables.transitions import admit


class TableChat:
    """The tables of the lobby, as far as talk needs to know them."""

    def __init__(self, tables: TableRepository) -> None:
        self._tables = tables

    async def stands(self, table: TableId, player: Player, *, follows: bool) -> AtTable:
        """Return how this player stands to a table. Raises `CommandRefused` if there is no such table, or none that
        they may look at: who follows one has shown its code or password before. Raises `Unavailable`."""
        record = await self._tables.read(table)
        if not follows:
            admit(record, player.id, NOTHING)
        return AtTable(
            place=ChatPlace(Where.TABLE, table, opening=record.opening),
            sits=record.seat_of(player.id) is not None,
            # whom the host has kicked may look on, but where not everybody may hear, they do not either
            withheld=() if record.access is Access.PUBLIC else record.kicked,
        )
