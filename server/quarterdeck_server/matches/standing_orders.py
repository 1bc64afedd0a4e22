"""Delay of a standing order before it answers for its seat (MY-66, decision 18).

Nobody else may learn of an order, so it answers like a player who looks and passes: after a delay drawn again each time
from one distribution, whatever the question and the options. It is drawn from the match's seed, which nobody knows
before the end, so every process has the same delay and a transcript proves it:

- order key = HMAC-SHA256(seed, "quarterdeck standing orders" ‖ match id)
- delay = 400 ms + below(1,101), with the numbers of the order key and the version of the entry that asks (`dice.py`);
  the second seat that one entry asks takes the next number
"""

import hashlib
import hmac

from quarterdeck_games.dice import Dice
from quarterdeck_protocol.names import MatchId, Milliseconds, Version

SHORTEST = Milliseconds(400)
LONGEST = Milliseconds(1_500)


def order_key_of(seed: bytes, match: MatchId) -> bytes:
    """Return the key from which a match's delays are drawn."""
    return hmac.digest(seed, b"quarterdeck standing orders" + match.encode(), hashlib.sha256)


class Delays:
    """Draws the delays of the standing orders that answer one entry."""

    __slots__ = ("_dice",)

    def __init__(self, key: bytes, version: Version) -> None:
        self._dice = Dice(key, version)

    def drawn(self) -> Milliseconds:
        return Milliseconds(SHORTEST - 1 + self._dice.roll(LONGEST - SHORTEST + 1, "delay"))
