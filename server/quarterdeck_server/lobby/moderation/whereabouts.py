"""Moderation's interface to the tables and searches of players."""

from typing import Protocol

from quarterdeck_protocol.names import PlayerId
from quarterdeck_protocol.sides import Player


class Whereabouts(Protocol):
    """Interface to the tables and searches of a player. All methods are idempotent and raise `Unavailable`."""

    async def leave(self, player: PlayerId) -> None:
        """Remove a banned player from everything that others wait for."""
        ...

    async def rename(self, player: Player) -> None:
        """Show a player under their current name."""
        ...


class NoWhereabouts:
    """Replacement for that interface if no server runs: there are no tables and searches."""

    async def leave(self, player: PlayerId) -> None:
        """Do nothing."""

    async def rename(self, player: Player) -> None:
        """Do nothing."""
