"""Marks of IP addresses. The server recognises a known address by its mark and never stores the address itself.

A mark is an HMAC of the address. The server draws the key once and keeps it in its store. Without the key, nobody can
find the address by trying all addresses.
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
"""Seconds for which the server remembers that a player used an address. Addresses are reassigned after a while."""

MOST = 4
"""Limit of marks for each player. The newest ones are kept."""

BITS_OF_ONE_HOST = 64
"""Number of bits of an IPv6 address that identify a household or a machine. The owner chooses the other bits freely."""

NOTED_AGAIN = Milliseconds(24 * 60 * 60 * 1000)

LATELY = 2 * NOTED_AGAIN
"""Milliseconds for which an address counts as recently used. A mark is renewed at most once a day, so two days cover a
player who plays every day."""

LOCAL = "local-"
"""Prefix of the marks of addresses that identify nobody: this machine, a proxy or a container's gateway."""


class MarkKeyRecord(msgspec.Struct, frozen=True):
    """The record of the key with which marks of IP addresses are computed."""

    key: str


class AddressMarksRecord(msgspec.Struct, frozen=True):
    """The record of the addresses that a player used recently, newest last."""

    marks: tuple[tuple[str, Milliseconds], ...] = ()

    def knows(self, mark: str, now: Milliseconds) -> bool:
        """True if the player used the address with this mark recently."""
        return dict(self.marks).get(mark, 0) > now - NOTED_AGAIN

    def lately(self, now: Milliseconds) -> frozenset[str]:
        """Return the marks of the addresses that the player used recently, without those that identify nobody."""
        return frozenset(mark for mark, at in self.marks if at > now - LATELY and not mark.startswith(LOCAL))

    def with_mark(self, mark: str, now: Milliseconds) -> "AddressMarksRecord":
        young = [(each, at) for each, at in self.marks if each != mark and at > now - 1000 * SECONDS]
        return AddressMarksRecord((*young, (mark, now))[-MOST:])


KEYS = Collection("address_key", MarkKeyRecord)
MARKS = Collection("addresses", AddressMarksRecord)


class AddressMarks:
    """Computes marks of IP addresses with this server's key."""

    def __init__(self, documents: DocumentStore, chance: Chance) -> None:
        self._documents = documents
        self._chance = chance
        self._key: bytes | None = None

    async def of(self, address: str) -> str:
        """Return the mark of an IP address: a keyed hash by which the server recognises it. Raises `Unavailable`."""
        network = network_of(address)
        digest = (await self.digest_of(network))[:32]
        return f"{LOCAL}{digest}" if _is_local(network) else digest

    async def digest_of(self, text: str) -> str:
        """Return a keyed digest of a text as 64 hexadecimal digits. Equal texts have equal digests. Raises
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
    """True if an address says nothing about its user. An IPv6 address is given as its network, which does not parse as
    an address."""
    try:
        return ipaddress.ip_address(network.partition("/")[0]).is_private
    except ValueError:
        return True


def network_of(address: str) -> str:
    """Return the part of an IP address to which marks, bans and quotas apply: an IPv4 address, or the first 64 bits
    of an IPv6 address. A text that is not an IP address is returned unchanged."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((found, BITS_OF_ONE_HOST), strict=False))
