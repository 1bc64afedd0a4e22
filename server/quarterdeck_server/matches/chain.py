"""How the entries of a log are chained, so that none can be altered, swapped or left out afterwards.

Every viewer is told the newest link, but an entry holds cards that viewers may not see: a plain hash of it could be
guessed card by card. So a link is keyed with something that comes from the match's seed, which nobody knows before the
end and which was fixed, by its published hash, before the deal:

- link key = HMAC-SHA256(seed, "quarterdeck links" ‖ match id)
- link(0) = 32 zero bytes
- link(n) = HMAC-SHA256(link key, link(n−1) ‖ at of entry n as 8 bytes big-endian ‖ entry n as stored)
"""

import hashlib
import hmac

from quarterdeck_protocol.names import MatchId, Milliseconds

FIRST_LINK = bytes(32)


def commitment_to(seed: bytes) -> str:
    """Return what is published of a seed before the deal: its SHA-256 in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def link_key_of(seed: bytes, match: MatchId) -> bytes:
    """Return the key of a match's links."""
    return hmac.digest(seed, b"quarterdeck links" + match.encode(), hashlib.sha256)


def next_link(key: bytes, link: bytes, at: Milliseconds, entry: bytes) -> bytes:
    """Return the link of the entry that follows `link`."""
    return hmac.digest(key, link + at.to_bytes(8, "big") + entry, hashlib.sha256)
