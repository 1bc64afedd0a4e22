"""What quick match needs to know of players from others: how well they play, and whom they have blocked."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from quarterdeck_protocol.names import GameName, PlayerId
from quarterdeck_protocol.ratings import Rating

from quarterdeck_server.lobby.accounts import blocked_by
from quarterdeck_server.lobby.players import Players
from quarterdeck_server.lobby.ratings import BEGINNER, shown


class Ratings(Protocol):
    """How well players play."""

    async def of(
        self, players: Sequence[PlayerId], games: Sequence[GameName]
    ) -> Mapping[tuple[PlayerId, GameName], Rating]:
        """Give the rating of each of these players in each of these games. Raises `Unavailable`."""
        ...


class Blocks(Protocol):
    """Who wants to meet whom no more."""

    async def of(self, player: PlayerId) -> frozenset[PlayerId]:
        """Give whom this player has blocked. Raises `Unavailable`."""
        ...


class EverybodyIsNew:
    """Ratings as they are before anybody has played."""

    async def of(
        self, players: Sequence[PlayerId], games: Sequence[GameName]
    ) -> Mapping[tuple[PlayerId, GameName], Rating]:
        """Give everybody the rating of a beginner."""
        return {(player, game): shown(BEGINNER) for player in players for game in games}


class NobodyIsBlocked:
    """Blocks where nobody has any."""

    async def of(self, player: PlayerId) -> frozenset[PlayerId]:
        """Give nobody."""
        return frozenset()


class BlocksOfAccounts:
    """Blocks as players have noted them in their accounts."""

    def __init__(self, players: Players) -> None:
        self._players = players

    async def of(self, player: PlayerId) -> frozenset[PlayerId]:
        """Give whom this player has blocked. Raises `Unavailable`."""
        account = await self._players.find(player)
        return frozenset() if account is None else blocked_by([account])
