"""A bot that takes a random choice."""

import random

from msgspec import Raw
from quarterdeck_protocol.messages import RawUpdate
from quarterdeck_protocol.open_choices import with_complete_choices


class RandomBot:
    """A bot that takes one of its choices at random, each with the same probability."""

    def __init__(self, chance: random.Random | None = None) -> None:
        self._chance = chance or random.SystemRandom()

    def plays(self, game: str) -> bool:
        """Return true: the random bot needs no knowledge of a game, so it plays every game."""
        return True

    def choose(self, update: RawUpdate) -> Raw:
        """Return the action that the bot takes. The update must contain at least one choice."""
        return self._chance.choice(with_complete_choices(update).choices)
