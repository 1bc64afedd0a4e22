"""The one source of chance, specified so that another language can repeat it.

The specification, which `protocol/PROTOCOL.md` repeats for those who verify in another language:

- The **key** of a match is HMAC-SHA256(seed, message) where the message is the match id, then for every seat in order
  the byte 0x00 and that seat's entropy, all as UTF-8. A seat that gave none has the empty entropy.
- The **numbers** of an entry: number k (k = 0, 1, 2 …) of the entry with version v is the first 8 bytes, read as an
  unsigned big-endian integer, of HMAC-SHA256(key, v as 8 bytes big-endian ‖ k as 8 bytes big-endian).
- **below(n)**: take the next number x. If x ≥ 2⁶⁴ − (2⁶⁴ mod n), take the next one instead. The answer is x mod n.
- **shuffled(cards)**: for i from the last index down to 1, swap card i with card below(i + 1).
- **pick(cards)** is the card at below(number of cards); **roll(sides)** is below(sides) + 1.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import TypeVar

from quarterdeck_protocol.names import MatchId, Version

Card = TypeVar("Card")

_NUMBERS = 1 << 64


def key_of(seed: bytes, match: MatchId, entropy: Sequence[str]) -> bytes:
    """Give the key of a match: 32 bytes from the house's seed and what every seat has added."""
    message = b"\0".join([match.encode(), *(share.encode() for share in entropy)])
    return hmac.digest(seed, message, hashlib.sha256)


class Dice:
    """Chance for one entry. The same key and version give the same draws in the same order."""

    __slots__ = ("_drawn", "_key", "_prefix")

    def __init__(self, key: bytes, version: Version) -> None:
        self._key = key
        self._prefix = version.to_bytes(8, "big")
        self._drawn = 0

    def shuffled(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Give the cards in a random order, every order equally likely."""
        order = list(cards)
        for i in range(len(order) - 1, 0, -1):
            j = self._below(i + 1)
            order[i], order[j] = order[j], order[i]
        return tuple(order)

    def pick(self, cards: Sequence[Card]) -> Card:
        """Give one of the cards, each equally likely. Raises `ValueError` if there are none."""
        return cards[self._below(len(cards))]

    def roll(self, sides: int) -> int:
        """Give a number from 1 to `sides`. Raises `ValueError` if there are no sides."""
        return self._below(sides) + 1

    def _below(self, bound: int) -> int:
        if bound < 1:
            raise ValueError("there is nothing to choose from")
        limit = _NUMBERS - _NUMBERS % bound
        while True:
            message = self._prefix + self._drawn.to_bytes(8, "big")
            self._drawn += 1
            number = int.from_bytes(hmac.digest(self._key, message, hashlib.sha256)[:8], "big")
            if number < limit:
                return number % bound
