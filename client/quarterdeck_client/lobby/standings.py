"""Requests about standings: ratings, ladders, and played matches."""

from collections.abc import AsyncIterator

from quarterdeck_protocol.lobby.export import Export
from quarterdeck_protocol.lobby.ratings import RatedAmong
from quarterdeck_protocol.lobby.standings import (
    GetExport,
    GetHeadToHead,
    GetHistory,
    GetLadder,
    GetProfile,
    HeadToHead,
    History,
    Ladder,
    Played,
    Profile,
)
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId

from quarterdeck_client.transport.answers import Ask, answered


class StandingsRequests:
    """Requests about players' standings. All raise the errors of `Client.ask`."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    async def profile(self, player: str | None = None, *, name: str | None = None) -> Profile:
        """Return a player's standing in every game. The player is given by id or by account name; the default is this
        client's player."""
        id_ = None if player is None else PlayerId(player)
        return await answered(self._ask, GetProfile(player=id_, name=name), Profile)

    async def ladder(self, game: str, page: int = 1, *, among: RatedAmong = RatedAmong.PEOPLE) -> Ladder:
        """Return a page of a game's ladder: that of people, or that of players' bots."""
        return await answered(self._ask, GetLadder(game=GameName(game), page=page, among=among), Ladder)

    async def history(self, player: str | None = None, before: Milliseconds | None = None) -> History:
        """Return a page of a player's matches, newest first: those that ended before the time `before`."""
        id_ = None if player is None else PlayerId(player)
        return await answered(self._ask, GetHistory(player=id_, before=before), History)

    async def matches(self, player: str | None = None) -> AsyncIterator[Played]:
        """Yield all stored matches of a player, newest first."""
        before: Milliseconds | None = None
        while True:
            page = await self.history(player, before)
            for match in page.matches:
                yield match
            before = page.before
            if before is None:
                return

    async def head_to_head(
        self, other: str, player: str | None = None, before: Milliseconds | None = None
    ) -> HeadToHead:
        """Return the results of a player against another. The default for `player` is this client's player."""
        id_ = None if player is None else PlayerId(player)
        return await answered(self._ask, GetHeadToHead(other=PlayerId(other), player=id_, before=before), HeadToHead)

    async def export(self) -> Export:
        """Return all data that the server stores about this player, with the newest matches. `matches` returns the
        older ones."""
        return await answered(self._ask, GetExport(), Export)
