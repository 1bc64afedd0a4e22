"""Who may speak at a table, as the lobby knows it."""

from quarterdeck_protocol.names import TableId
from quarterdeck_protocol.sides import Player

from quarterdeck_server.lobby.lobby import Lobby


class TalkAtTables:
    """The tables of the lobby, as far as talk needs to know them."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby

    async def may_speak(self, table: TableId, player: Player) -> bool:
        """Whether this player sits there. Raises `Refusing` if there is no such table, `Unavailable`."""
        return (await self._lobby.read(table)).seat_of(player.id) is not None
