"""Bytes that several readers are sent, each counted once however many read it."""

from collections import Counter


class SharedBytes:
    """Bodies or frames that are being sent."""

    def __init__(self) -> None:
        self.size = 0
        """Total bytes of all of them."""

        self._readers: Counter[int] = Counter()

    def more_with(self, body: bytes) -> int:
        """Return how many bytes more there would be with this."""
        return 0 if id(body) in self._readers else len(body)

    def add(self, body: bytes) -> None:
        """Note that one more is sent this."""
        self.size += self.more_with(body)
        self._readers[id(body)] += 1

    def remove(self, body: bytes) -> None:
        """Note that one has taken this, or has gone."""
        self._readers[id(body)] -= 1
        if not self._readers[id(body)]:
            del self._readers[id(body)]
            self.size -= len(body)
