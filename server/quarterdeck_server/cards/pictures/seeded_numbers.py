"""Repeatable pseudo-random numbers computed from a text: the same on every machine, in every process."""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

Value = TypeVar("Value")

SPAN = 1 << 32


class SeededNumbers:
    """An endless sequence of pseudo-random integers computed from a seed."""

    def __init__(self, seed: str) -> None:
        self._seed = seed.encode()
        self._block = 0
        self._left: list[int] = []

    def below(self, bound: int) -> int:
        """Return a pseudo-random integer from 0 to `bound` − 1."""
        if not self._left:
            digest = hashlib.sha256(self._seed + self._block.to_bytes(4, "big")).digest()
            self._left = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, len(digest), 4)]
            self._block += 1
        return self._left.pop() * bound // SPAN

    def between(self, least: int, most: int) -> int:
        """Return a pseudo-random integer from `least` to `most`, both included."""
        return least + self.below(most - least + 1)

    def one_of(self, values: Sequence[Value]) -> Value:
        return values[self.below(len(values))]
