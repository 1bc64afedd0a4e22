"""Access to ratings for other services of the lobby."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from quarterdeck_protocol.lobby.ratings import Rating
from quarterdeck_protocol.names import GameName, PlayerId

from quarterdeck_server.lobby.ratings.rating_model import BEGINNER, shown


class RatingLookup(Protocol):
    """Interface to players' ratings."""

    async def of(
        self, players: Sequence[PlayerId], games: Sequence[GameName]
    ) -> Mapping[tuple[PlayerId, GameName], Rating]:
        """Return the rating of each of these players in each of these games. Raises `Unavailable`."""
        ...

    async def public_ratings(
        self, players: Sequence[PlayerId], games: Sequence[GameName]
    ) -> Mapping[tuple[PlayerId, GameName], Rating]:
        """Return the ratings without hidden results, as they are public now. Raises `Unavailable`."""
        ...


class NoRatings:
    """A `RatingLookup` in which nobody has played yet."""

    async def of(
        self, players: Sequence[PlayerId], games: Sequence[GameName]
    ) -> Mapping[tuple[PlayerId, GameName], Rating]:
        """Return a beginner's rating for every player."""
        return {(player, game): shown(BEGINNER) for player in players for game in games}

    async def public_ratings(
        self, players: Sequence[PlayerId], games: Sequence[GameName]
    ) -> Mapping[tuple[PlayerId, GameName], Rating]:
        """Return a beginner's rating for every player."""
        return await self.of(players, games)
