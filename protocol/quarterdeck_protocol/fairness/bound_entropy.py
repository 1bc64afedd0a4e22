"""Hashes that bind all inputs of a deal before any of them is shown:

- entropy hash = SHA-256(entropy)
- decks commitment = HMAC-SHA256(seed, "quarterdeck decks" ‖ match id ‖ each seat's deck, in order). A deck is the
  number of its lines; of each line the card, and how many of it; the number of cards that come beside them; and each
  of those. A number is 4 bytes big-endian; a name is the number of its bytes and the name itself.

Text is UTF-8. Decks are bound under the seed, for a plain hash could be guessed deck by deck (`protocol/FAIRNESS.md`).
"""

import hashlib
import hmac
from collections.abc import Sequence

from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.names import MatchId


def entropy_hash(entropy: str) -> str:
    """Return the hash that a seat publishes of its share of entropy before it reveals it: SHA-256 of the share as
    UTF-8."""
    return hashlib.sha256(entropy.encode()).hexdigest()


def decks_commitment(seed: str, match: MatchId, decks: Sequence[Deck]) -> str:
    """Return the commitment to all seats' decks. It is published while the shares of entropy are revealed. `seed` is in
    hexadecimal."""
    message = [b"quarterdeck decks", match.encode()]
    for deck in decks:
        message.append(_number(len(deck.cards)))
        for card, count in deck.cards:
            message += [_name(card), _number(count)]
        message.append(_number(len(deck.beside)))
        message += [_name(each) for each in deck.beside]
    return hmac.digest(bytes.fromhex(seed), b"".join(message), "sha256").hex()


def _number(number: int) -> bytes:
    return number.to_bytes(4, "big")


def _name(name: str) -> bytes:
    return _number(len(name.encode())) + name.encode()
