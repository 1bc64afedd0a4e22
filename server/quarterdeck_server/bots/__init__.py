"""Opponents of the house: they see what a player sees. `BOTS` is written out by hand."""

from collections.abc import Mapping
from typing import Protocol

from msgspec import Raw
from quarterdeck_games import AnyGame
from quarterdeck_protocol.messages import RawUpdate, Titled

from quarterdeck_server.bots.greedy_bot import GreedyBot
from quarterdeck_server.bots.random_bot import RandomBot


class Bot(Protocol):
    """What every bot of the house can do."""

    def plays(self, game: str) -> bool:
        """Say whether it knows this game."""
        ...

    def choose(self, update: RawUpdate) -> Raw:
        """Return the action to take; there is at least one choice."""
        ...


BOTS: Mapping[str, Bot] = {"random": RandomBot(), "greedy": GreedyBot()}
"""The house's bots by name, the weakest first, for the shipped cards."""


TITLES: Mapping[str, tuple[str, str]] = {
    "random": ("Random", "Takes any of its choices: somebody to learn against."),
    "greedy": ("Greedy", "Looks one action ahead, and takes what leaves it best off at once."),
}
"""What each is called, and what it is like."""


def titled(name: str) -> Titled:
    """Return a bot in words."""
    title, description = TITLES.get(name, (name.replace("_", " ").capitalize(), ""))
    return Titled(name=name, title=title, description=description)


def bots_for(games: Mapping[str, AnyGame]) -> Mapping[str, Bot]:
    """Return the house's bots as they know the cards of these games."""
    return {**BOTS, "greedy": GreedyBot(games=games)}


def bots_of(bots: Mapping[str, Bot], game: str) -> tuple[str, ...]:
    """Return the names of those that know a game, the weakest first."""
    return tuple([name for name, bot in bots.items() if bot.plays(game)])


def strongest_of(bots: Mapping[str, Bot], game: str) -> str | None:
    """Return the name of the one that plays a game best; `None` if none knows it."""
    return next(reversed(bots_of(bots, game)), None)
