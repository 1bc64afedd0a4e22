"""Records in a backup: keys of the store with their content, in a format that does not depend on the version of Redis
or Valkey.

Matches are separate records, each with the state of one moment. If a match or a key has several records, the last one
counts.
"""

import msgspec
from quarterdeck_protocol.names import MatchId, Milliseconds

Pairs = list[tuple[bytes, bytes]]


class Text(msgspec.Struct, frozen=True, tag="string"):
    """Content of a key in a backup: a Redis string."""

    value: bytes


class Hash(msgspec.Struct, frozen=True, tag="hash"):
    """Content of a key in a backup: a Redis hash."""

    fields: Pairs


class Set(msgspec.Struct, frozen=True, tag="set"):
    """Content of a key in a backup: a Redis set."""

    members: list[bytes]


class List(msgspec.Struct, frozen=True, tag="list"):
    """Content of a key in a backup: a Redis list."""

    members: list[bytes]


class SortedSet(msgspec.Struct, frozen=True, tag="zset"):
    """Content of a key in a backup: a Redis sorted set."""

    members: Pairs
    """The members with their scores, in the store's form."""


class Stream(msgspec.Struct, frozen=True, tag="stream"):
    """Content of a key in a backup: a Redis stream."""

    entries: list[tuple[bytes, list[bytes]]]
    """The entries: an id, and the alternating names and values of its fields."""


Held = Text | Hash | Set | List | SortedSet | Stream


class StoredKey(msgspec.Struct, frozen=True):
    """A key of the store with its content."""

    key: bytes
    held: Held
    until: Milliseconds | None = None
    """Time at which the key expires, by the store's clock; `None` if never."""


class KeyRecord(msgspec.Struct, frozen=True, tag="key"):
    """Backup record: the content of a key at one moment. It replaces earlier records of the key."""

    kept: StoredKey


class GoneRecord(msgspec.Struct, frozen=True, tag="gone"):
    """Backup record: a key with an earlier record that no longer exists."""

    key: bytes


class MatchRecord(msgspec.Struct, frozen=True, tag="match"):
    """Backup record: the state of a match at one moment."""

    match: MatchId
    log: StoredKey
    head: StoredKey | None
    due: bytes | None
    """The deadline of the match, from the deadlines of its shard."""


Record = KeyRecord | GoneRecord | MatchRecord
