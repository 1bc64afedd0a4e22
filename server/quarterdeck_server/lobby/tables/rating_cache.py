"""A cache of ratings in this process, so that tables can show them without asking the store each time.

Ratings of a player are looked up in the same round trip in which the player sits down. Later changes come by
notifications: every process receives one for each settled match.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence

from quarterdeck_protocol.lobby.ratings import Rating
from quarterdeck_protocol.names import GameName, PlayerId
from quarterdeck_protocol.sides import Player

from quarterdeck_server.lobby.event_bus import EventBus
from quarterdeck_server.lobby.ratings import rating_model
from quarterdeck_server.lobby.ratings.lookup import RatingLookup
from quarterdeck_server.lobby.ratings.match_results import is_player
from quarterdeck_server.lobby.ratings.notifications import MatchSettled

MOST_KNOWN = 4_000
"""Number of players with remembered ratings."""


class RatingCache:
    """The ratings of players that this process has recently dealt with."""

    def __init__(self, ratings: RatingLookup, games: Sequence[str], event_bus: EventBus | None = None) -> None:
        """Make a cache of ratings. `ratings` looks players up in these games. `event_bus` brings later changes."""
        self._ratings = ratings
        self._games = [GameName(game) for game in games]
        self._known: OrderedDict[PlayerId, dict[GameName, Rating]] = OrderedDict()
        if event_bus is not None:
            event_bus.subscribe(MatchSettled, self._settled)
            event_bus.subscribe_to_gaps(self._known.clear)

    async def learn(self, player: Player) -> None:
        """Look a player up, in one round trip. Raises `Unavailable`."""
        if is_player(player):
            found = await self._ratings.public_ratings([player.id], self._games)
            self._note(player.id, {game: rating for (_, game), rating in found.items()})

    @property
    def known(self) -> int:
        """Number of players whose ratings are cached."""
        return len(self._known)

    def of(self, player: Player, game: GameName) -> Rating | None:
        """Return a player's rating; `None` if it is not known here. The server's bots have none."""
        return self._known.get(player.id, {}).get(game) if is_player(player) else None

    def _settled(self, news: MatchSettled) -> None:
        hidden = news.verdict.others_from - news.verdict.ended
        for seat in news.verdict.seats:
            if seat.after is None or seat.against_bots:
                continue
            newest = {news.verdict.game: rating_model.shown(seat.after)}
            if hidden > 0:
                asyncio.get_running_loop().call_later(hidden / 1000, self._note, seat.player, newest)
            else:
                self._note(seat.player, newest)

    def _note(self, player: PlayerId, newest: dict[GameName, Rating]) -> None:
        self._known[player] = self._known.pop(player, {}) | newest
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
