"""A bot that takes any of its choices."""

import random

from msgspec import Raw
from quarterdeck_protocol.messages import RawUpdate
from quarterdeck_protocol.open_choices import with_complete_choices


class RandomBot:
    """Takes any of its choices, each equally likely."""

    def __init__(self, chance: random.Random | None = None) -> None:
        self._chance = chance or random.SystemRandom()

    def plays(self, game: str) -> bool:
        """It needs to know nothing: it plays every game."""
        return True

    def choose(self, update: RawUpdate) -> Raw:
        """Return the action to take; there is at least one choice."""
        return self._chance.choice(with_complete_choices(update).choices)
