"""Requests about the players whom this player follows."""

from collections.abc import Callable

from quarterdeck_protocol.lobby.social.follow_lists import (
    Follow,
    Followed,
    FollowedPlayer,
    Following,
    GetFollowing,
    SeenBy,
    SetSeenBy,
    Unfollow,
    Unfollowed,
)
from quarterdeck_protocol.messages import Capability, Welcome
from quarterdeck_protocol.names import PlayerId

from quarterdeck_client.errors import ClientError
from quarterdeck_client.transport.answers import Ask, answered


class FollowingRequests:
    """Requests about followed players. All raise the errors of `Client.ask`. If the server has no following, nothing is
    sent, and requests raise `ClientError`."""

    def __init__(self, ask: Ask, welcome: Callable[[], Welcome]) -> None:
        self._ask = ask
        self._welcome = welcome

    @property
    def is_offered_here(self) -> bool:
        """True if players follow each other on this server."""
        return Capability.FOLLOWING in self._welcome().capabilities

    async def follow(self, player: str) -> FollowedPlayer:
        """Follow a player, by their id. The player is not notified."""
        self._check()
        return (await answered(self._ask, Follow(player=PlayerId(player)), Followed)).followed

    async def unfollow(self, player: str) -> None:
        """Stop following a player."""
        self._check()
        await answered(self._ask, Unfollow(player=PlayerId(player)), Unfollowed)

    async def list(self) -> Following:
        """Return the players whom this player follows, with their presence now."""
        self._check()
        return await answered(self._ask, GetFollowing(), Following)

    async def set_seen_by(self, by: SeenBy) -> Following:
        """Set which players see that this player is online."""
        self._check()
        return await answered(self._ask, SetSeenBy(by=by), Following)

    def _check(self) -> None:
        if not self.is_offered_here:
            raise ClientError("this server has no following")
