"""The list of the server's bots, written by hand in `BOTS`. Every bot sees only what a player sees."""

from collections.abc import Mapping
from typing import Protocol

from msgspec import Raw
from quarterdeck_games import AnyGame
from quarterdeck_protocol.messages import RawUpdate, Titled

from quarterdeck_server.bots.greedy_bot import GreedyBot
from quarterdeck_server.bots.random_bot import RandomBot
from quarterdeck_server.bots.search_bot import LEVELS, SearchBot


class Bot(Protocol):
    """Interface of every bot of the server."""

    def plays(self, game: str) -> bool:
        """Return true if the bot can play this game."""
        ...

    def choose(self, update: RawUpdate) -> Raw:
        """Return the action that the bot takes. The update must contain at least one choice."""
        ...


BOTS: Mapping[str, Bot] = {"random": RandomBot(), "greedy": GreedyBot()}
"""The bots of the server by name, the weakest first, for the shipped cards."""


TITLES: Mapping[str, tuple[str, str]] = {
    "random": ("Random", "Chooses at random: good to learn against."),
    "greedy": ("Greedy", "Looks one action ahead and takes the best one."),
    "club": ("Club player", "Simulates many matches, for about a second: a good opponent for most players."),
    "expert": ("Expert", "Thinks four times as long as a club player."),
    "master": ("Master", "Thinks sixteen times as long as a club player: for patient players."),
}
"""The name and description of each level."""


SLOW = frozenset({"expert", "master"})
"""Bots that play only with players who have asked for them."""


def titled(name: str) -> Titled:
    """Return the title and description of a bot, for players."""
    title, description = TITLES.get(name, (name.replace("_", " ").capitalize(), ""))
    return Titled(name=name, title=title, description=description)


def bots_for(games: Mapping[str, AnyGame], *, are_searching: bool = False) -> Mapping[str, Bot]:
    """Return the server's bots for these games, with the cards of these games. Searching bots are always included,
    because another process may have seated one. They are offered to players only if `are_searching`."""
    greedy = GreedyBot(games=games)
    levels = {level: SearchBot(games, greedy, is_offered=are_searching) for level in LEVELS}
    return {**BOTS, "greedy": greedy, **levels}


def bots_of(bots: Mapping[str, Bot], game: str) -> tuple[str, ...]:
    """Return the names of the bots that can play a game, the weakest first."""
    return tuple([name for name, bot in bots.items() if bot.plays(game)])


def default_of(bots: Mapping[str, Bot], game: str) -> str | None:
    """Return the name of the bot that is seated if nobody names one: a good opponent for most players. If there is
    none, it is the strongest bot without long searches. `None` if no bot can play the game."""
    known = [name for name in bots_of(bots, game) if name not in SLOW]
    return known[-1] if known else None
