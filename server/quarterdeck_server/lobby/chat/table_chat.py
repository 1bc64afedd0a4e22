"""Writers and readers of a table's chat, from the lobby's tables."""

from quarterdeck_protocol.lobby.chat import Where
from quarterdeck_protocol.lobby.tables import Access, TableStage
from quarterdeck_protocol.names import Milliseconds, TableId
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.transcripts.visibility import behind

from quarterdeck_server.lobby.chat.lines import ChatPlace
from quarterdeck_server.lobby.chat.service import AtTable, Readers
from quarterdeck_server.lobby.tables.invites import NOTHING
from quarterdeck_server.lobby.tables.model import TableRecord
from quarterdeck_server.lobby.tables.repository import TableRepository
from quarterdeck_server.lobby.tables.transitions import admit


class TableChat:
    """Access to the lobby's tables through chat's interface."""

    def __init__(self, tables: TableRepository) -> None:
        self._tables = tables

    async def stands(self, table: TableId, player: Player, *, watches: bool) -> AtTable:
        """Return a player's relation to a table. Raises `CommandRefused` if the table does not exist or the player may
        not see it. A follower has shown its code or password before. Raises `Unavailable`."""
        record = await self._tables.read(table)
        if not watches:
            admit(record, player, NOTHING)
        return AtTable(
            readers=Readers(
                place=ChatPlace(Where.TABLE, table, opening=record.opening),
                # A kicked player may watch, but does not read the chat of a table that is not public.
                withheld=() if record.access is Access.PUBLIC else record.kicked,
                delay=_delay(record),
                at_once=tuple(sorted(record.people)),
            ),
            sits=record.seat_of(player.id) is not None,
        )


def _delay(table: TableRecord) -> Milliseconds:
    """Return the delay of a table's chat for readers without a seat. They see its match with the same delay."""
    is_running = table.stage is TableStage.PLAYING
    is_behind = is_running or table.hidden_end is not None
    return behind(table.delay, is_running=is_running) if is_behind else Milliseconds(0)
