"""Marks of addresses: a known address is recognised by its mark, and never stored itself.

A mark is an HMAC of the address with a key that this server has drawn and keeps in its store. Without the key nobody
can find the address by trying all of them.
"""

import hashlib
import hmac
import ipaddress

import msgspec
from quarterdeck_protocol.names import Milliseconds

from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.collections import Collection, Commit, commit
from quarterdeck_server.lobby.documents import Document, DocumentStore

SECONDS = 30 * 24 * 60 * 60
"""How long it is known from where somebody came; addresses move on."""

MOST = 4
"""How many a player has at most; those who came from more lately keep the newest."""

BITS_OF_ONE_HOST = 64
"""So many bits of an IPv6 address are given to a household or a machine, which makes up the rest as it likes."""

NOTED_AGAIN = Milliseconds(24 * 60 * 60 * 1000)

LATELY = 2 * NOTED_AGAIN
"""So far back somebody counts as being where they came from: who plays every day is noted every day."""

LOCAL = "local-"
"""How the mark of an address begins that is nobody's own: this machine, a proxy, a container's gateway."""


class MarkKeyRecord(msgspec.Struct, frozen=True):
    """The key of the marks."""

    key: str


class AddressMarksRecord(msgspec.Struct, frozen=True):
    """From where a player came lately, newest last."""

    marks: tuple[tuple[str, Milliseconds], ...] = ()

    def knows(self, mark: str, now: Milliseconds) -> bool:
        """True if this was noted not long ago."""
        return dict(self.marks).get(mark, 0) > now - NOTED_AGAIN

    def lately(self, now: Milliseconds) -> frozenset[str]:
        """Return the marks of where this player was lately, but of addresses that are nobody's own."""
        return frozenset(mark for mark, at in self.marks if at > now - LATELY and not mark.startswith(LOCAL))

    def with_mark(self, mark: str, now: Milliseconds) -> "AddressMarksRecord":
        young = [(each, at) for each, at in self.marks if each != mark and at > now - 1000 * SECONDS]
        return AddressMarksRecord((*young, (mark, now))[-MOST:])


KEYS = Collection("address_key", MarkKeyRecord)
MARKS = Collection("addresses", AddressMarksRecord)


class AddressMarks:
    """Makes marks, with the one key of this server."""

    def __init__(self, documents: DocumentStore, chance: Chance) -> None:
        self._documents = documents
        self._chance = chance
        self._key: bytes | None = None

    async def of(self, address: str) -> str:
        """Return the mark of an address. Raises `Unavailable`."""
        network = network_of(address)
        digest = (await self.digest_of(network))[:32]
        return f"{LOCAL}{digest}" if _is_local(network) else digest

    async def digest_of(self, text: str) -> str:
        """Return 64 hexadecimal digits that need the key to compute: the same ones for the same text. Raises
        `Unavailable`."""
        if self._key is None:
            self._key = await self._stored_key()
        return hmac.digest(self._key, text.encode(), hashlib.sha256).hex()

    async def _stored_key(self) -> bytes:
        there = (await KEYS.read(self._documents, ["marks"]))[0]
        if there is not None:
            return bytes.fromhex(there.key)
        drawn = MarkKeyRecord(self._chance.token_hex(32))

        def decide(stored: list[Document | None]) -> Commit[MarkKeyRecord]:
            found = KEYS.of(stored[0])
            return Commit(drawn, [KEYS.put("marks", None, drawn)]) if found is None else Commit(found)

        return bytes.fromhex((await commit(self._documents, [KEYS.key("marks")], decide)).key)


def _is_local(network: str) -> bool:
    """True if an address says nothing about its user. An IPv6 address comes here as its network, which does not parse
    as an address."""
    try:
        return ipaddress.ip_address(network.partition("/")[0]).is_private
    except ValueError:
        return True


def network_of(address: str) -> str:
    """Return the part of an address that counts for marks, bans and quotas alike; other text is returned as it is."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((found, BITS_OF_ONE_HOST), strict=False))
