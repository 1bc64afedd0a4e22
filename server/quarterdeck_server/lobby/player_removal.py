"""What follows at tables and in quick match from what becomes of a player.

Who is shut out, or has deleted their account, gives up seats where nothing has begun, their ticket, and an offer that
is open; a match that they play goes on by its clock. Who is renamed is shown so at every table.
"""

from quarterdeck_protocol.names import PlayerId
from quarterdeck_protocol.sides import Player

from quarterdeck_server.lobby.matchmaking.service import Matchmaking
from quarterdeck_server.lobby.tables.service import TableService


class PlayerRemoval:
    """Takes a player out of all that waits for them. Done twice it is done once; everything raises `Unavailable`."""

    def __init__(self, tables: TableService, matchmaking: Matchmaking) -> None:
        self._tables = tables
        self._matchmaking = matchmaking

    async def leave(self, player: PlayerId) -> None:
        """Let nobody wait for this player."""
        await self._matchmaking.put_out([player])
        await self._tables.leave_all(player)

    async def rename(self, player: Player) -> None:
        """Show this player under the name that they have now."""
        await self._tables.rename(player)
