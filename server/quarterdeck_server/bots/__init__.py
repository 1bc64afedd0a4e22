"""Opponents of the house: they see what a player sees. `BOTS` is written out by hand."""

from collections.abc import Mapping
from typing import Protocol

from msgspec import Raw
from quarterdeck_games import AnyGame
from quarterdeck_protocol.messages import RawUpdate

from quarterdeck_server.bots.greedy_bot import GreedyBot, eyes_for
from quarterdeck_server.bots.random_bot import RandomBot


class Bot(Protocol):
    """What every bot of the house can do."""

    def choose(self, update: RawUpdate) -> Raw:
        """Give the action to take; there is at least one choice."""
        ...


BOTS: Mapping[str, Bot] = {"random": RandomBot(), "greedy": GreedyBot()}
"""The house's bots by name, the weakest first, for the shipped cards."""


def bots_for(games: Mapping[str, AnyGame]) -> Mapping[str, Bot]:
    """Give the house's bots as they know the cards of these games."""
    return {**BOTS, "greedy": GreedyBot(eyes=eyes_for(games))}
