"""Moderation's interface to players' whereabouts beside their accounts."""

from typing import Protocol

from quarterdeck_protocol.names import PlayerId
from quarterdeck_protocol.sides import Player


class Whereabouts(Protocol):
    """A player's whereabouts beside their account. All acts are idempotent and raise `Unavailable`."""

    async def leave(self, player: PlayerId) -> None:
        """Remove a banned player from everything that others wait for."""
        ...

    async def rename(self, player: Player) -> None:
        """Show a player under the name that they have now."""
        ...


class NoWhereabouts:
    """Whereabouts without players, as where no server runs."""

    async def leave(self, player: PlayerId) -> None:
        """Do nothing."""

    async def rename(self, player: Player) -> None:
        """Do nothing."""
