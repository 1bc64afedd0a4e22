"""Effects of a ban, deletion or renaming at tables and in quick match.

A banned or deleted player gives up seats at tables without a running match, the ticket, and an open offer. A running
match goes on by its clock. A new name is shown at every table.
"""

from quarterdeck_protocol.names import PlayerId
from quarterdeck_protocol.sides import Player

from quarterdeck_server.lobby.matchmaking.service import Matchmaking
from quarterdeck_server.lobby.tables.service import TableService


class PlayerRemoval:
    """Removes a player from tables and quick match, so that nobody waits for them. Idempotent: a second call changes
    nothing. Every method raises `Unavailable`."""

    def __init__(self, tables: TableService, matchmaking: Matchmaking) -> None:
        self._tables = tables
        self._matchmaking = matchmaking

    async def leave(self, player: PlayerId) -> None:
        """Free the player's seats outside of running matches, and end the player's ticket and open offer."""
        await self._matchmaking.put_out([player])
        await self._tables.leave_all(player)

    async def rename(self, player: Player) -> None:
        """Show this player under their current name."""
        await self._tables.rename(player)
