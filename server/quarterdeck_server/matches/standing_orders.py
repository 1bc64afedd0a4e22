"""Delay of a standing order (an instruction that a player left in advance) before it answers for the player's seat
(MY-66, decision 18).

Other players must not learn of an order. So it answers like a player who looks and passes: after a random delay, always
from the same distribution, whatever the decision and the choices. The delay is drawn from the match's seed, which
nobody knows before the end. So every process computes the same delay, and a transcript proves it:

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
    """Return the key from which the delays of a match's standing orders are drawn."""
    return hmac.digest(seed, b"quarterdeck standing orders" + match.encode(), hashlib.sha256)


class Delays:
    """Draws the delays of the standing orders that answer after one log entry."""

    __slots__ = ("_dice",)

    def __init__(self, key: bytes, version: Version) -> None:
        self._dice = Dice(key, version)

    def drawn(self) -> Milliseconds:
        return Milliseconds(SHORTEST - 1 + self._dice.roll(LONGEST - SHORTEST + 1, "delay"))
