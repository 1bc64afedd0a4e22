"""A rate limit as a token bucket that refills steadily; each use takes one token."""

import math

from quarterdeck_protocol.names import Milliseconds

ROUNDING = 1e-6
"""Tolerance for the rounding errors of added fractions."""


class Bucket:
    """A token bucket that allows `rate` uses a second on average, and `most` at once. Times are in seconds, from any
    monotonic clock."""

    __slots__ = ("_at", "_left", "_most", "_rate")

    def __init__(self, rate: float, most: float) -> None:
        self._rate = rate
        self._most = most
        self._left = most
        self._at = 0.0

    def take(self, now: float) -> bool:
        """Count one use of the rate limit, and return true if it is allowed."""
        left = self._left + (now - self._at) * self._rate
        if left > self._most:
            left = self._most
        self._at = now
        if left < 1 - ROUNDING:
            self._left = left
            return False
        self._left = left - 1 if left > 1 else 0.0
        return True

    def give_back(self) -> None:
        """Give back one use of the rate limit that was counted."""
        self._left = min(self._most, self._left + 1)

    def left(self, now: float) -> float:
        """Return the number of uses that the rate limit allows now."""
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        return self._left

    def resume_with(self, left: float, now: float) -> None:
        """Set the number of uses that the rate limit allows now."""
        self._left, self._at = left, now

    @property
    def until_one(self) -> Milliseconds:
        """Milliseconds from the last call until one use is allowed again."""
        return Milliseconds(math.ceil(1000 * max(0.0, 1 - self._left) / self._rate))
