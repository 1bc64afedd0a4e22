"""A bot that takes any of its choices."""

import random

from msgspec import Raw
from quarterdeck_protocol.messages import RawUpdate


class RandomBot:
    """Takes any of its choices, each equally likely."""

    def __init__(self, chance: random.Random | None = None) -> None:
        self._chance = chance or random.SystemRandom()

    def plays(self, game: str) -> bool:
        """It needs to know nothing: it plays every game."""
        return True

    def choose(self, update: RawUpdate) -> Raw:
        return self._chance.choice(update.choices)
