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

from quarterdeck_protocol.names import MatchId, Milliseconds, Version

FIRST_LINK = bytes(32)
KEPT = 8
"""How many bytes of each link are remembered."""

_BLOCK = 64
"""Bytes that SHA-256 takes in at once; keys are filled up to it (RFC 2104)."""


def commitment_to(seed: bytes) -> str:
    """Return what is published of a seed before the deal: its SHA-256 in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def link_key_of(seed: bytes, match: MatchId) -> bytes:
    """Return the key of a match's links."""
    return hmac.digest(seed, b"quarterdeck links" + match.encode(), "sha256")


class Links:
    """The links under one key. In both of its hashes HMAC begins with the key (RFC 2104), so that is hashed once for a
    match and not for each entry: a link costs a quarter."""

    __slots__ = ("_inner", "_key", "_outer")

    def __init__(self, key: bytes) -> None:
        """The key has 32 bytes, as `link_key_of` gives it."""
        self._key = key
        block = key.ljust(_BLOCK, b"\0")
        self._inner = hashlib.sha256(bytes([each ^ 0x36 for each in block]))
        self._outer = hashlib.sha256(bytes([each ^ 0x5C for each in block]))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Links) and other._key == self._key

    def __hash__(self) -> int:
        return hash(self._key)

    def after(self, link: bytes, at: Milliseconds, entry: bytes) -> bytes:
        """Return the link of the entry that follows `link`."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(b"%b%b%b" % (link, at.to_bytes(8, "big"), entry))
        outer.update(inner.digest())
        return outer.digest()


def next_link(key: bytes, link: bytes, at: Milliseconds, entry: bytes) -> bytes:
    """Return the link of the entry that follows `link`; whoever wants several keeps the `Links` of the key."""
    return Links(key).after(link, at, entry)


class Trail(bytearray):
    """The beginnings of all links of a match: two histories are one up to where these differ."""

    __slots__ = ()

    def add(self, link: bytes) -> None:
        """Remember the link of the next version."""
        self.extend(link[:KEPT])

    def has(self, version: Version, link: str) -> bool:
        """Whether this version has this link, in hexadecimal."""
        there = self[(version - 1) * KEPT : version * KEPT] if version > 0 else FIRST_LINK[:KEPT]
        return bool(there) and there.hex() == link[: 2 * KEPT].lower()

    def shared_with(self, other: "Trail") -> Version:
        """Return the newest version at which both have the same link; all before it are the same as well."""
        least, most = 0, min(len(self), len(other)) // KEPT
        while least < most:
            middle = (least + most + 1) // 2
            place = slice((middle - 1) * KEPT, middle * KEPT)
            if self[place] == other[place]:
                least = middle
            else:
                most = middle - 1
        return Version(least)
