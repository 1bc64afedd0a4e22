"""The interface of a match to the store of its log. `storage/` implements it in memory and in Redis.

Both implementations keep these promises, which `tests/storage/` tests:

- An entry is written whole or not at all, at the next version or not at all.
- An entry that `append` has acknowledged is kept, and all followers of the match are notified.
- The deadline moves with the entry, in the same atomic step.
- Time is the store's, the same for every process, and never runs backwards within a match.
- There is one history: an entry is only written after exactly the entries that its writer knows. A store may lose
  entries (a fail-over to a replica that was behind, a restored backup) and then grow another history with the same
  versions. So each entry is stored with the digest of all up to it, and each history has an
  `Epoch`. `rewind` raises it.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha1
from typing import Protocol

import msgspec
from quarterdeck_protocol.names import Epoch, MatchId, Milliseconds, Version


class Stamped(msgspec.Struct, frozen=True, gc=False):
    """A log entry in its stored form, with the store's time."""

    version: Version
    entry: bytes
    at: Milliseconds
    """Time at which the store wrote the entry, by the store's clock."""

    digest: str = ""
    """Digest of all entries up to this one; empty if the entry was written before digests existed."""


class Head(msgspec.Struct, frozen=True, gc=False):
    """The newest entry of a match's log: its epoch, version and digest."""

    epoch: Epoch = Epoch(0)
    version: Version = Version(0)
    digest: str = ""
    """The digest of the newest entry; empty if unknown, and then it is not compared."""


START = Head()
"""The end of a log without entries."""


class History(msgspec.Struct, frozen=True, gc=False):
    """Entries of a match's log, all read at the same time."""

    epoch: Epoch
    entries: Sequence[Stamped]


def end_of(history: History) -> Head:
    """Return the end of a log. The history must contain all entries to the end."""
    if not history.entries:
        return START
    return Head(history.epoch, history.entries[-1].version, history.entries[-1].digest)


class Remembered(msgspec.Struct, frozen=True, kw_only=True):
    """Log entries that a process has in memory although the store has lost them."""

    epoch: Epoch
    entries: Sequence[Stamped]
    """At least one entry, each with the time at which it was written."""

    until: Milliseconds | None
    """Time at which a process must look at the match again; `None` for never."""

    over: bool


def next_digest(digest: str, at: Milliseconds, entry: bytes) -> str:
    """Return the digest of a log after the next entry. The digest tells two histories of a match apart, but it does not
    protect against forgery: the keyed links of the hash chain do."""
    return sha1(b"%b %d %b" % (digest.encode(), at, entry), usedforsecurity=False).hexdigest()


Fields = Mapping[str, bytes]
"""A snapshot of a match in its stored form. `snapshots.py` defines the content."""


class Deadline(msgspec.Struct, frozen=True, gc=False):
    """The time at which a process must check a match again: the earlier of the two fields; never if both are `None`."""

    until: Milliseconds | None = None
    """A point in time, for a clock that is already running."""

    limit: Milliseconds | None = None
    """A duration from the moment at which the entry is written, for a clock that starts with the entry."""


NEVER = Deadline()

EntryReceiver = Callable[[MatchId, Epoch, Stamped], None]
"""Receives the newest entry of a match, and the epoch of its history."""


class MatchLog(Protocol):
    """Interface of the store for the logs of all matches."""

    def append(
        self, match: MatchId, head: Head, entry: bytes, deadline: Deadline, *, over: bool
    ) -> asyncio.Future[Milliseconds]:
        """Write the entry that follows `head`. The returned future has the store's time of the entry.

        All entries that are appended in one iteration of the event loop are sent together. `over` means that the match
        has ended: it has no deadline any more and a limited lifetime from now on. The future raises `Conflict` if the
        log does not end with `head`, or `Unavailable`. Call it in a running event loop.
        """
        ...

    async def read(self, match: MatchId, after: Version = Version(0)) -> History:  # noqa: B008 - a number
        """Return the log entries after this version, in order. The history is empty if the match does not exist. Raises
        `Unavailable`."""
        ...

    async def rewind(self, match: MatchId, known: Head) -> None:
        """Increase the epoch of a match whose log does not contain `known`. The new epoch is higher than the known and
        the stored one. Nothing changes if another process has already increased it. All followers are notified of the
        newest entry again. Raises `Unavailable`."""
        ...

    async def restore(self, match: MatchId, read: Head, remembered: Remembered) -> None:
        """Write back the entries that the store lost after `read`: all of them or none. All followers are notified of
        the newest entry. Raises `Conflict` if the log no longer ends with `read`, or `Unavailable`."""
        ...

    async def pack(self, match: MatchId) -> bool:
        """Compress the log of a finished match into one value, in one atomic step. It can be read as before, takes a
        fraction of the space, and is kept as long. Return true if it is compressed now; false while the match goes on,
        or if it does not exist. Raises `Conflict` if the log has changed meanwhile, or `Unavailable`."""
        ...

    async def store_snapshot(self, match: MatchId, fields: Fields, *, replaces_all: bool) -> None:
        """Store these fields of a snapshot of a match; with `replaces_all` remove all its other fields. They are kept
        for the lifetime of snapshots, or until the match's log is compressed. Subscribers are not notified. The reader
        checks that the snapshot fits the log. Raises `Unavailable`."""
        ...

    async def snapshot(self, match: MatchId) -> Fields:
        """Return the stored snapshot of a match, empty if there is none. Raises `Unavailable`."""
        ...

    async def drop(self, match: MatchId, head: Head) -> bool:
        """Remove the log of a finished match that is archived elsewhere. Return true if it is gone; the log of a
        running match is kept. Raises `Conflict` if the log does not end with `head`, or `Unavailable`."""
        ...

    def set_callbacks(self, received: EntryReceiver, missed: Callable[[], None]) -> None:
        """Set the callbacks: `received` for every entry that another process appends to a followed match, `missed` if
        notifications may have been lost and every followed match must be read again."""
        ...

    async def subscribe(self, match: MatchId) -> None:
        """Subscribe to this match: every entry appended after the return is notified. Raises `Unavailable`."""
        ...

    async def unsubscribe(self, match: MatchId) -> None:
        """Unsubscribe from the log entries of this match. Raises `Unavailable`."""
        ...

    async def versions(self, matches: Sequence[MatchId]) -> Mapping[MatchId, Version]:
        """Return the version of each of these matches, 0 for a match that does not exist. Raises `Unavailable`."""
        ...

    async def heads(self, matches: Sequence[MatchId]) -> Mapping[MatchId, Head]:
        """Return the end of each of these logs, `START` for a match that does not exist. Matches in an unreachable part
        of the store are omitted. Raises `Unavailable` if no part can be reached."""
        ...

    async def due(self, most: int) -> Sequence[MatchId]:
        """Return matches past their deadline by the store's clock, at most `most`, from all reachable parts of the
        store. Raises `Unavailable` if there is none."""
        ...

    async def due_after(self, at: Milliseconds) -> Sequence[MatchId]:
        """Return the running matches whose deadline is later than this, from all reachable parts of the store. Raises
        `Unavailable` if there is none."""
        ...

    async def now(self) -> Milliseconds:
        """Return the store's time. Raises `Unavailable`."""
        ...
