"""Levels of the searching bots, as tables and matches name them. The search itself runs in a `SearchPool`."""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Raw
from quarterdeck_games import AnyGame
from quarterdeck_protocol.messages import RawUpdate

from quarterdeck_server.bots.greedy_bot import GreedyBot

LEVELS: Mapping[str, int] = MappingProxyType({"club": 4_000, "expert": 16_000, "master": 64_000})
"""Number of actions that a level simulates for one decision, the same on every machine; the weakest level first."""


class SearchBot:
    """A bot that searches ahead by simulating the game. Without time for a search it plays like the greedy bot."""

    def __init__(self, games: Mapping[str, AnyGame], greedy: GreedyBot, *, is_offered: bool) -> None:
        self._greedy = greedy
        self._games = frozenset(name for name, game in games.items() if is_offered and game.simulator is not None)

    def plays(self, game: str) -> bool:
        """Return true if the game can be simulated and this server has search processes."""
        return game in self._games

    def choose(self, update: RawUpdate) -> Raw:
        """Return the action that the bot takes if there was no time to search."""
        return self._greedy.choose(update)
