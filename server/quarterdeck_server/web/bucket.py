"""How many commands one connection may send: a bucket that fills steadily and is emptied by each."""


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
        left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if left < 1:
            self._left = left
            return False
        self._left = left - 1
        return True
