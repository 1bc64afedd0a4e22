"""What moderation needs to know of where players are beside their accounts."""

from typing import Protocol

from quarterdeck_protocol.names import PlayerId
from quarterdeck_protocol.sides import Player


class Whereabouts(Protocol):
    """Where a player is beside their account. Doing something twice does it once; everything raises `Unavailable`."""

    async def leave(self, player: PlayerId) -> None:
        """Let a player who is banned give up all that others wait for."""
        ...

    async def rename(self, player: Player) -> None:
        """Show a player under the name that they have now."""
        ...


class NoWhereabouts:
    """Where there is nobody, as where no server runs."""

    async def leave(self, player: PlayerId) -> None:
        """Do nothing."""

    async def rename(self, player: Player) -> None:
        """Do nothing."""
