"""The one source of chance, specified so that another language can repeat it.

The specification, which `protocol/PROTOCOL.md` repeats for those who verify in another language:

- The **key** of a match is HMAC-SHA256(seed, message) where the message is the match id, then for every seat in order
  the number of bytes of its entropy as 4 bytes big-endian and the entropy itself; all text as UTF-8. A seat that gave
  none has the empty entropy.
- After each entry whose cause is `history_lost` the key is SHA-256 of the key before ‖ `rewound`.
- The **numbers** of an entry: number k (k = 0, 1, 2 …) of the entry with version v is a word of a digest, 4 bytes read
  as an unsigned big-endian integer: word k mod 8 of HMAC-SHA256(key, v as 8 bytes big-endian ‖ k div 8 as 8 bytes
  big-endian).
- **below(n)**, for n up to 2³²: take the next number x. If x ≥ 2³² − (2³² mod n), take the next one instead. The answer
  is x mod n.
- **shuffled(cards)**: for i from the last index down to 1, swap card i with card below(i + 1).
- **pick(cards)** is the card at below(number of cards); **roll(sides)** is below(sides) + 1.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterable, Sequence
from typing import TypeVar

from quarterdeck_protocol.names import MatchId, Version

Card = TypeVar("Card")

_NUMBERS = 1 << 32
_words = struct.Struct(">8I").unpack


def key_of(seed: bytes, match: MatchId, entropy: Sequence[str]) -> bytes:
    """Return the key of a match: 32 bytes from the house's seed and what every seat has added."""
    shares = [share.encode() for share in entropy]
    message = match.encode() + b"".join(len(share).to_bytes(4, "big") + share for share in shares)
    return hmac.digest(seed, message, hashlib.sha256)


def key_after_a_loss(key: bytes) -> bytes:
    """Return the key of a match from the entry on that follows a loss of the store: what was thrown in the history that
    is lost is not thrown again."""
    return hashlib.sha256(key + b"rewound").digest()


class Dice:
    """Chance for one entry. The same key and version give the same draws in the same order."""

    __slots__ = ("_blocks", "_key", "_numbers", "_prefix")

    def __init__(self, key: bytes, version: Version) -> None:
        self._key = key
        self._prefix = version.to_bytes(8, "big")
        self._blocks = 0
        self._numbers: list[int] = []  # of the newest digest, the next one last

    def shuffled(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Return the cards in a random order, every order equally likely."""
        order = list(cards)
        below = self._below
        for i in range(len(order) - 1, 0, -1):
            j = below(i + 1)
            order[i], order[j] = order[j], order[i]
        return tuple(order)

    def pick(self, cards: Sequence[Card]) -> Card:
        """Return one of the cards, each equally likely. Raises `ValueError` if there are none."""
        return cards[self._below(len(cards))]

    def roll(self, sides: int) -> int:
        """Return a number from 1 to `sides`. Raises `ValueError` if there are no sides, or more than 2³²."""
        return self._below(sides) + 1

    def _below(self, bound: int) -> int:
        if not 1 <= bound <= _NUMBERS:
            raise ValueError(f"there is nothing to choose from {bound}")
        fair = _NUMBERS - _NUMBERS % bound
        numbers = self._numbers
        while True:
            if not numbers:
                message = self._prefix + self._blocks.to_bytes(8, "big")
                self._blocks += 1
                numbers.extend(reversed(_words(hmac.digest(self._key, message, hashlib.sha256))))
            number = numbers.pop()
            if number < fair:
                return number % bound
