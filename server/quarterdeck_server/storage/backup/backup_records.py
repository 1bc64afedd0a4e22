"""Records of a backup: keys with their content, in a format of its own for every version of Redis and Valkey.

Matches stand by themselves, each as of one moment. Of each match, and of each other key, the last record counts.
"""

import msgspec
from quarterdeck_protocol.names import MatchId, Milliseconds

Pairs = list[tuple[bytes, bytes]]


class Text(msgspec.Struct, frozen=True, tag="string"):
    """A string."""

    value: bytes


class Hash(msgspec.Struct, frozen=True, tag="hash"):
    """A hash."""

    fields: Pairs


class Set(msgspec.Struct, frozen=True, tag="set"):
    """A set."""

    members: list[bytes]


class List(msgspec.Struct, frozen=True, tag="list"):
    """A list."""

    members: list[bytes]


class SortedSet(msgspec.Struct, frozen=True, tag="zset"):
    """A sorted set."""

    members: Pairs
    """Each with its number, as the store writes it."""


class Stream(msgspec.Struct, frozen=True, tag="stream"):
    """A stream."""

    entries: list[tuple[bytes, list[bytes]]]
    """Each an id, and its fields with their values in turn."""


Held = Text | Hash | Set | List | SortedSet | Stream


class StoredKey(msgspec.Struct, frozen=True):
    """A key with its content."""

    key: bytes
    held: Held
    until: Milliseconds | None = None
    """When it ends, by the store's clock; `None` if it does not."""


class KeyRecord(msgspec.Struct, frozen=True, tag="key"):
    """A key as it was; it replaces earlier records of the key."""

    kept: StoredKey


class GoneRecord(msgspec.Struct, frozen=True, tag="gone"):
    """A key of which something was said before, and which is not there any more."""

    key: bytes


class MatchRecord(msgspec.Struct, frozen=True, tag="match"):
    """A match as it was in one moment."""

    match: MatchId
    log: StoredKey
    head: StoredKey | None
    due: bytes | None
    """When it is due, as its shard's deadlines have it."""


Record = KeyRecord | GoneRecord | MatchRecord
