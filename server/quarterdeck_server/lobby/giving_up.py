"""What somebody gives up who is shut out: seats where nothing has begun, their ticket, an offer that is open.

A match that they play goes on by its clock.
"""

from contextlib import suppress

from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.lobby.lobby import Lobby
from quarterdeck_server.lobby.seeking import Seeking
from quarterdeck_server.refusing import Refusing


class GivingUp:
    """Takes players away from where others would wait for them until a time runs out."""

    def __init__(self, lobby: Lobby, seeking: Seeking) -> None:
        self._lobby = lobby
        self._seeking = seeking

    async def leave(self, player: PlayerId) -> None:
        """Give all of it up in this player's name; doing it twice does it once. Raises `Unavailable`."""
        with suppress(Refusing):  # all have accepted the offer, or it is over: there is nothing to give up
            await self._seeking.unseek(player)
        await self._lobby.leave_all(player)
