"""How often something may be done: a bucket that fills steadily and is emptied by each time."""


class Bucket:
    """Allows `rate` a second over a while, and `most` at once. Times are in seconds, from any clock that only rises."""

    __slots__ = ("_at", "_left", "_most", "_rate")

    def __init__(self, rate: float, most: float) -> None:
        self._rate = rate
        self._most = most
        self._left = most
        self._at = 0.0

    def take(self, now: float) -> bool:
        """Take one, and say whether there was one to take."""
        left = self.left(now)
        if left < 1:
            return False
        self._left = left - 1
        return True

    def left(self, now: float) -> float:
        """Give how many are left."""
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        return self._left

    @property
    def seconds_until_one(self) -> float:
        """How long it takes until there is one, from when it was asked last."""
        return max(0.0, (1 - self._left) / self._rate)
