"""Who may speak at a table, as the lobby knows it."""

from quarterdeck_protocol.names import TableId
from quarterdeck_protocol.sides import Player

from quarterdeck_server.lobby.invitations import NOTHING
from quarterdeck_server.lobby.lobby import Lobby
from quarterdeck_server.lobby.tables import admit


class TalkAtTables:
    """The tables of the lobby, as far as talk needs to know them."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby

    async def may_speak(self, table: TableId, player: Player, *, follows: bool) -> bool:
        """Whether this player sits there. Raises `Refusing` if there is no such table, or none that they may look at:
        who follows one has shown its code or password before. Raises `Unavailable`."""
        kept = await self._lobby.read(table)
        if not follows:
            admit(kept, player.id, NOTHING)
        return kept.seat_of(player.id) is not None
