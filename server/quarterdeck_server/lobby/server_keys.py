"""The server's signing keys for finished matches: one document in the store, the same for all processes.

The end of a match determines its key, and Ed25519 is deterministic. So every process makes the same signature for a
match at any time, and no signature is stored. A process caches the keys for `SECONDS_BELIEVED`. A new key begins to
sign later than that, so no two processes disagree.
"""

import asyncio
from typing import Any

import msgspec
from msgspec import UNSET
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_protocol.transcripts.signatures import (
    MatchStatement,
    PublicKey,
    PublicKeys,
    TournamentStatement,
    base64url,
    signing_input,
    thumbprint,
)

from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.collections import Collection, Commit, commit
from quarterdeck_server.lobby.documents import Document, DocumentStore

SECONDS_BELIEVED = 60.0

OVERLAP = Milliseconds(60 * 60 * 1000)
"""Time for which a new key is published before it signs, so that clients that cache the keys have it by then."""

SHORTEST_OVERLAP = Milliseconds(2 * 60 * 1000)
SEED_BYTES = 32


class SigningKey(msgspec.Struct, frozen=True, kw_only=True):
    """A signing key of the server with its secret part."""

    seed: str
    """The 32 bytes of the private key (RFC 8032) in hexadecimal. Everybody who has them can sign as this server."""

    since: Milliseconds
    """The key signs matches that ended at this time or later."""

    def __repr__(self) -> str:
        return f"SigningKey(since={self.since})"

    @property
    def x(self) -> str:
        """The public part, in the form of a JSON Web Key."""
        return base64url(self.private().public_key().public_bytes_raw())

    def private(self) -> Any:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # here: few ask for it

        return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(self.seed))


class KeyRing(msgspec.Struct, frozen=True):
    """All signing keys of the server, the oldest first."""

    keys: tuple[SigningKey, ...]

    def published(self) -> PublicKeys:
        """Return the public parts of all signing keys."""
        ends = [key.since for key in self.keys[1:]] + [UNSET]
        return PublicKeys(
            keys=tuple(
                PublicKey(x=key.x, kid=thumbprint(key.x), since=key.since, until=until)
                for key, until in zip(self.keys, ends, strict=True)
            )
        )


_RING = Collection("server_keys", KeyRing)
_NAME = "server"


class ServerKeys:
    """The server's signing keys, cached in one process."""

    def __init__(self, documents: DocumentStore, chance: Chance) -> None:
        self._documents = documents
        self._chance = chance
        self._ring: KeyRing | None = None
        self._published = PublicKeys(keys=())
        self._private: list[Any] = []
        self._read_at = 0.0

    async def published(self) -> PublicKeys:
        """Return the public parts of all keys. Raises `Unavailable`, `CommandRefused`."""
        await self._read()
        return self._published

    async def sign(self, statement: MatchStatement | TournamentStatement) -> str:
        """Return the signature of a match or tournament by the key of the time at which it ended. It is the same in
        every process. Raises `Unavailable`, `CommandRefused`."""
        await self._read()
        for private, public in zip(self._private, self._published.keys, strict=True):
            if public.signed_then(statement.ended):
                signed = signing_input(public.kid, statement)
                return f"{signed.decode()}.{base64url(private.sign(signed))}"
        raise ValueError(f"no signing key applies to an end at {statement.ended}")

    async def rotate(self, overlap: Milliseconds = OVERLAP) -> PublicKeys:
        """Make a new key for matches that end at least `overlap` milliseconds from now, and return the public parts of
        all keys. The old keys stay published. Raises `ValueError` if that is too soon or the newest key does not sign
        yet; also `Unavailable` and `CommandRefused`."""
        if overlap < SHORTEST_OVERLAP:
            raise ValueError(f"the overlap is too short: it must be at least {SHORTEST_OVERLAP // 1000} seconds")
        await self._read()
        now = await self._documents.now()

        def decide(read: list[Document | None]) -> Commit[KeyRing]:
            ring = _RING.of(read[0]) or KeyRing((self._made(Milliseconds(0)),))
            if ring.keys[-1].since > now:
                raise ValueError("the newest signing key does not sign yet, so another one is not needed")
            larger = KeyRing((*ring.keys, self._made(Milliseconds(now + overlap))))
            return Commit(larger, [_RING.put(_NAME, read[0], larger)])

        self._take(await commit(self._documents, [_RING.key(_NAME)], decide))
        return self._published

    async def _read(self) -> None:
        """Read the server's secret keys from the store if the cached ones are too old. The first process that reads
        creates the first key."""
        if self._ring is not None and asyncio.get_running_loop().time() < self._read_at + SECONDS_BELIEVED:
            return

        def decide(read: list[Document | None]) -> Commit[KeyRing]:
            ring = _RING.of(read[0])
            if ring is not None:
                return Commit(ring)
            first = KeyRing((self._made(Milliseconds(0)),))
            return Commit(first, [_RING.put(_NAME, None, first)])

        self._take(await commit(self._documents, [_RING.key(_NAME)], decide))

    def _take(self, ring: KeyRing) -> None:
        self._read_at = asyncio.get_running_loop().time()
        if ring != self._ring:
            self._published = ring.published()
            self._private = [key.private() for key in ring.keys]
            self._ring = ring

    def _made(self, since: Milliseconds) -> SigningKey:
        return SigningKey(seed=self._chance.token_bytes(SEED_BYTES).hex(), since=since)
