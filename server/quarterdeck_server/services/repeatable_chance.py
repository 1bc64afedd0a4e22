"""Repeatable randomness, for servers that are not used for real play: seeds of matches, and bots."""

import random
from collections.abc import Mapping

from quarterdeck_games import GAMES, AnyGame

from quarterdeck_server.bots.greedy_bot import GreedyBot
from quarterdeck_server.bots.random_bot import RandomBot
from quarterdeck_server.bots.roster import Bot


class RepeatableChance:
    """Replacement of `secrets` that gives the same values in every run."""

    def __init__(self, seed: int = 1) -> None:
        self._chance = random.Random(seed)  # noqa: S311 - that it can be foreseen is what it is for

    def token_bytes(self, nbytes: int | None = None, /) -> bytes:
        return self._chance.randbytes(nbytes or 32)

    def token_hex(self, nbytes: int | None = None, /) -> str:
        return self.token_bytes(nbytes).hex()

    def token_urlsafe(self, nbytes: int | None = None, /) -> str:
        return self.token_hex(nbytes)

    def randbelow(self, exclusive_upper_bound: int, /) -> int:
        return self._chance.randrange(exclusive_upper_bound)


def repeatable_bots(seed: int, games: Mapping[str, AnyGame] = GAMES) -> Mapping[str, Bot]:
    """Return the server's bots for these games with their cards, the weakest first. They take the same choices in
    every run."""
    return {
        "random": RandomBot(random.Random(seed)),  # noqa: S311 - as above
        "greedy": GreedyBot(random.Random(seed), games),  # noqa: S311 - as above
    }
