"""Opponents of the house: they see what a player sees. `BOTS` is written out by hand."""

from collections.abc import Mapping
from typing import Protocol

from msgspec import Raw
from quarterdeck_protocol.messages import RawUpdate

from quarterdeck_server.bots.greedy_bot import GreedyBot
from quarterdeck_server.bots.random_bot import RandomBot


class Bot(Protocol):
    """What every bot of the house can do."""

    def choose(self, update: RawUpdate) -> Raw:
        """Give the action to take; there is at least one choice."""
        ...


BOTS: Mapping[str, Bot] = {"random": RandomBot(), "greedy": GreedyBot()}
"""The house's bots by name."""
