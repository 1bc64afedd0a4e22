"""A bot that takes a random choice. It is an example to begin a bot of your own with."""

import random

from quarterdeck_protocol.messages import Result

from quarterdeck_client.followed_match import FollowedMatch


class RandomBot:
    """A bot that takes a random choice, each equally likely."""

    def __init__(self, seed: str | int | None = None) -> None:
        self._chance = random.Random(seed)  # noqa: S311 - nobody's secret
        self.actions = 0
        """Number of actions taken so far."""

    async def play(self, seat: FollowedMatch) -> Result | None:
        """Play a match from this seat to its end, and return the result. Raises `LostError`, `RefusedError`."""
        async for turn in seat.turns():
            if await turn.act(self._chance.choice(turn.choices)):
                self.actions += 1
        return seat.result
