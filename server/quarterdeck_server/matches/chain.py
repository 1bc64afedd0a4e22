"""The hash chain of a match's log. It proves that no entry was altered, swapped or left out.

Every viewer gets the newest link of the chain. A log entry contains hidden cards, and a plain hash of the entry could
be guessed card by card. So a link is a keyed hash, and its key is computed from the match's seed. Nobody knows the seed
before the end of the match, and its published hash fixed the seed before the cards were dealt:

- link key = HMAC-SHA256(seed, "quarterdeck links" ‖ match id)
- link(0) = 32 zero bytes
- link(n) = HMAC-SHA256(link key, link(n−1) ‖ at of entry n as 8 bytes big-endian ‖ entry n as stored)
"""

import hashlib
import hmac

from quarterdeck_games.keyed_hash import KeyedHash
from quarterdeck_protocol.names import MatchId, Milliseconds, Version

FIRST_LINK = bytes(32)
KEPT = 8
"""Number of bytes of each link that a `Trail` stores."""


def commitment_to(seed: bytes) -> str:
    """Return the commitment to a match's seed: the SHA-256 of the seed in hexadecimal. It is published before the cards
    are dealt."""
    return hashlib.sha256(seed).hexdigest()


def link_key_of(seed: bytes, match: MatchId) -> bytes:
    """Return the key with which the hash-chain links of a match are computed."""
    return hmac.digest(seed, b"quarterdeck links" + match.encode(), "sha256")


class Links(KeyedHash):
    """Computes hash-chain links with the key of one match. To reuse this object takes a quarter of the time."""

    __slots__ = ()

    def after(self, link: bytes, at: Milliseconds, entry: bytes) -> bytes:
        """Return the hash-chain link of an entry. `link` is the link of the entry before."""
        return self.of(b"%b%b%b" % (link, at.to_bytes(8, "big"), entry))


def next_link(key: bytes, link: bytes, at: Milliseconds, entry: bytes) -> bytes:
    """Return the hash-chain link of an entry, given the link of the entry before. For several entries, keep a `Links`
    object."""
    return Links(key).after(link, at, entry)


class Trail(bytearray):
    """The first bytes of all hash-chain links of a match. Two logs are equal up to the version at which these bytes
    differ."""

    __slots__ = ()

    def add(self, link: bytes) -> None:
        """Append the first bytes of the link of the next version."""
        self.extend(link[:KEPT])

    def has(self, version: Version, link: str) -> bool:
        """True if this version of the match has this hash-chain link, given in hexadecimal."""
        there = self[(version - 1) * KEPT : version * KEPT] if version > 0 else FIRST_LINK[:KEPT]
        return bool(there) and there.hex() == link[: 2 * KEPT].lower()

    def shared_with(self, other: "Trail") -> Version:
        """Return the newest version at which both logs have the same hash-chain link. All earlier links are then equal
        too."""
        least, most = 0, min(len(self), len(other)) // KEPT
        while least < most:
            middle = (least + most + 1) // 2
            place = slice((middle - 1) * KEPT, middle * KEPT)
            if self[place] == other[place]:
                least = middle
            else:
                most = middle - 1
        return Version(least)
