"""Count of the bytes that are being sent to several readers. Each body is counted once, regardless of the number of
its readers."""

from collections import Counter


class SharedBytes:
    """Counts the bodies or frames that are being sent."""

    def __init__(self) -> None:
        self.size = 0
        """Total bytes of all bodies or frames that are being sent."""

        self._readers: Counter[int] = Counter()

    def more_with(self, body: bytes) -> int:
        """Return the total number of bytes as if this body were added."""
        return 0 if id(body) in self._readers else len(body)

    def add(self, body: bytes) -> None:
        """Count one more reader to whom this body is being sent."""
        self.size += self.more_with(body)
        self._readers[id(body)] += 1

    def remove(self, body: bytes) -> None:
        """Remove one reader of this body, who has received it or disconnected."""
        self._readers[id(body)] -= 1
        if not self._readers[id(body)]:
            del self._readers[id(body)]
            self.size -= len(body)
