"""The one source of chance, specified so that another language can repeat it.

The specification, repeated in `protocol/FAIRNESS.md` for verifiers in another language:

- The **key** of a match is HMAC-SHA256(seed, message) where the message is the match id, then for every seat in order
  the number of bytes of its entropy as 4 bytes big-endian and the entropy itself; all text as UTF-8. A seat that gave
  none has the empty entropy.
- After each entry with the cause `history_lost` the key is SHA-256 of the key before ‖ `rewound`.
- The **numbers** of an entry: number k (k = 0, 1, 2 …) of the entry with version v is a word of a digest, 4 bytes read
  as an unsigned big-endian integer: word k mod 8 of HMAC-SHA256(key, v as 8 bytes big-endian ‖ k div 8 as 8 bytes
  big-endian).
- **below(n)**, for n up to 2³²: take the next number x. If x ≥ 2³² − (2³² mod n), take the next one instead. The answer
  is x mod n.
- **shuffled(cards)**: for i from the last index down to 1, swap card i with card below(i + 1).
- **pick(cards)** is the card at below(number of cards); **roll(sides)** is below(sides) + 1.

Dice note every draw, with the count of its numbers: the entry that they are thrown for lists its draws
(`protocol/FAIRNESS.md`).
"""

import hashlib
import hmac
import struct
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from quarterdeck_protocol.fairness.draws import DrawKind
from quarterdeck_protocol.names import MatchId, Version

from quarterdeck_games.keyed_hash import keyed_hash

Card = TypeVar("Card")

WORDS = 8
"""Number of numbers in a digest."""

_NUMBERS = 1 << 32
_message = struct.Struct(">QQ").pack


def key_of(seed: bytes, match: MatchId, entropy: Sequence[str]) -> bytes:
    """Return the key of a match: 32 bytes from the server's seed and the entropy of every seat."""
    shares = [share.encode() for share in entropy]
    message = match.encode() + b"".join(len(share).to_bytes(4, "big") + share for share in shares)
    return hmac.digest(seed, message, hashlib.sha256)


def key_after_a_loss(key: bytes) -> bytes:
    """Return the key of a match after the store has lost entries: random draws of the lost entries are not repeated."""
    return hashlib.sha256(key + b"rewound").digest()


class Drawn(NamedTuple):
    """The record of one random draw: its choices, its result, and how many random numbers it used."""

    kind: DrawKind
    purpose: str
    of: Any
    """The cards in the order in which they were given; the number of sides of a roll."""

    outcome: Any
    words: int


class Dice:
    """The random numbers for one log entry. The same key and version give the same draws in the same order.

    Every draw has a purpose: the type of the event that shows its result, a dot, and the field with the result
    (`shuffled.decks`). The field is missing if the whole event shows the result.
    """

    __slots__ = ("_blocks", "_key", "_numbers", "_version", "draws")

    def __init__(self, key: bytes, version: Version) -> None:
        self._key = key
        self._version = version
        self._blocks = 0
        self._numbers: list[int] = []  # of the newest digest, the next one last
        self.draws: list[Drawn] = []
        """The draws so far."""

    def shuffled(self, cards: Iterable[Card], purpose: str) -> tuple[Card, ...]:
        """Return the cards in a random order, every order equally likely."""
        given = tuple(cards)
        order, before = list(given), self._used
        i = len(order)
        for number in self._fair_down_from(i):
            j = number % i
            i -= 1
            card = order[j]
            order[j] = order[i]
            order[i] = card
        shuffled = tuple(order)
        self.draws.append(Drawn(DrawKind.SHUFFLE, purpose, given, shuffled, self._used - before))
        return shuffled

    def pick(self, cards: Sequence[Card], purpose: str) -> Card:
        """Return one of the cards, each equally likely. Raises `ValueError` if there are none."""
        before = self._used
        picked = cards[self._below(len(cards))]
        self.draws.append(Drawn(DrawKind.PICK, purpose, tuple(cards), picked, self._used - before))
        return picked

    def roll(self, sides: int, purpose: str) -> int:
        """Return a number from 1 to `sides`. Raises `ValueError` if there are no sides, or more than 2³²."""
        before = self._used
        rolled = self._below(sides) + 1
        self.draws.append(Drawn(DrawKind.ROLL, purpose, sides, rolled, self._used - before))
        return rolled

    @property
    def _used(self) -> int:
        """Number of random numbers used for this log entry so far."""
        return self._blocks * WORDS - len(self._numbers)

    def _below(self, bound: int) -> int:
        if not 1 <= bound <= _NUMBERS:
            raise ValueError(f"a random draw has 1 to {_NUMBERS:,} possibilities, not {bound:,}")
        return self._fair(bound) % bound

    def _fair(self, bound: int) -> int:
        """Return the next random number that makes every remainder equally likely. Others are skipped."""
        fair = _NUMBERS - _NUMBERS % bound
        while (number := self._next()) >= fair:
            pass
        return number

    def _fair_down_from(self, bound: int) -> list[int]:
        """Return a fair random number for this bound and each smaller one down to 2. They are drawn and checked
        together, because only one in a million is unfair. One by one they would take as long as the digests."""
        count = max(0, bound - 1)
        if len(self._numbers) < count:
            self._buffer_words(count)
        at_once = self._numbers[: -count - 1 : -1]
        if count and max(at_once) >= _NUMBERS - bound:
            return [self._fair(each) for each in range(bound, 1, -1)]
        del self._numbers[len(self._numbers) - count :]
        return at_once

    def _next(self) -> int:
        """Return the next random number of this log entry."""
        if not self._numbers:
            self._buffer_words(1)
        return self._numbers.pop()

    def _buffer_words(self, count: int) -> None:
        """Compute this many of the next random numbers in advance: all numbers of a shuffle at once."""
        more = -(-(count - len(self._numbers)) // WORDS)
        digest_of, version = keyed_hash(self._key).of, self._version
        blocks = range(self._blocks, self._blocks + more)
        digests = b"".join([digest_of(_message(version, block)) for block in blocks])
        self._numbers[:0] = struct.unpack(f">{more * WORDS}I", digests)[::-1]
        self._blocks = blocks.stop
