"""Writers and readers of a table's chat, as the lobby knows them."""

from quarterdeck_protocol.lobby.chat import Where
from quarterdeck_protocol.lobby.tables import Access, TableStage
from quarterdeck_protocol.names import Milliseconds, TableId
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.transcripts.visibility import behind

from quarterdeck_server.lobby.chat.lines import ChatPlace
from quarterdeck_server.lobby.chat.service import AtTable, Hearers
from quarterdeck_server.lobby.tables.invites import NOTHING
from quarterdeck_server.lobby.tables.model import TableRecord
from quarterdeck_server.lobby.tables.repository import TableRepository
from quarterdeck_server.lobby.tables.transitions import admit


class TableChat:
    """The tables of the lobby, as far as talk needs to know them."""

    def __init__(self, tables: TableRepository) -> None:
        self._tables = tables

    async def stands(self, table: TableId, player: Player, *, follows: bool) -> AtTable:
        """Return a player's relation to a table. Raises `CommandRefused` if there is no such table, or none that they
        may look at: a follower has shown its code or password before. Raises `Unavailable`."""
        record = await self._tables.read(table)
        if not follows:
            admit(record, player, NOTHING)
        return AtTable(
            hearers=Hearers(
                place=ChatPlace(Where.TABLE, table, opening=record.opening),
                # whom the host has kicked may look on, but where not everybody may hear, they do not either
                withheld=() if record.access is Access.PUBLIC else record.kicked,
                delay=_delay(record),
                at_once=tuple(sorted(record.people)),
            ),
            sits=record.seat_of(player.id) is not None,
        )


def _delay(table: TableRecord) -> Milliseconds:
    """Return the delay of a table's chat for readers without a seat: they see its match later too."""
    is_running = table.stage is TableStage.PLAYING
    is_behind = is_running or table.hidden_end is not None
    return behind(table.delay, is_running=is_running) if is_behind else Milliseconds(0)
