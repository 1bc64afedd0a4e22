"""The hash chain of a log: no entry can be altered, swapped or left out afterwards.

Every viewer gets the newest link, but an entry holds hidden cards, and a plain hash of it could be guessed card by
card. So a link is keyed with a value that follows from the match's seed. Nobody knows the seed before the end, and its
published hash fixed it before the deal:

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
    """Return the commitment to a seed, which is published before the deal: its SHA-256 in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def link_key_of(seed: bytes, match: MatchId) -> bytes:
    """Return the key with which the links of a match are computed."""
    return hmac.digest(seed, b"quarterdeck links" + match.encode(), "sha256")


class Links(KeyedHash):
    """Computes links with the key of one match. Reusing this object makes each link take a quarter of the time."""

    __slots__ = ()

    def after(self, link: bytes, at: Milliseconds, entry: bytes) -> bytes:
        """Return the link of the entry that follows `link`."""
        return self.of(b"%b%b%b" % (link, at.to_bytes(8, "big"), entry))


def next_link(key: bytes, link: bytes, at: Milliseconds, entry: bytes) -> bytes:
    """Return the link of the entry after `link`. For several entries, keep the `Links` of the key."""
    return Links(key).after(link, at, entry)


class Trail(bytearray):
    """The first bytes of all links of a match. Two histories are the same up to the version where these bytes
    differ."""

    __slots__ = ()

    def add(self, link: bytes) -> None:
        """Store the first bytes of the link of the next version."""
        self.extend(link[:KEPT])

    def has(self, version: Version, link: str) -> bool:
        """True if this version has this link, given in hexadecimal."""
        there = self[(version - 1) * KEPT : version * KEPT] if version > 0 else FIRST_LINK[:KEPT]
        return bool(there) and there.hex() == link[: 2 * KEPT].lower()

    def shared_with(self, other: "Trail") -> Version:
        """Return the newest version at which both trails have the same link. All earlier links are then the same as
        well."""
        least, most = 0, min(len(self), len(other)) // KEPT
        while least < most:
            middle = (least + most + 1) // 2
            place = slice((middle - 1) * KEPT, middle * KEPT)
            if self[place] == other[place]:
                least = middle
            else:
                most = middle - 1
        return Version(least)
