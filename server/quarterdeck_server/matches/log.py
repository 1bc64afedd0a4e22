"""The log: a match's interface to a store. `storage/` keeps these promises in memory and in Redis.

The promises, to which `tests/storage/` holds both:

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
    """An entry as it is stored."""

    version: Version
    entry: bytes
    at: Milliseconds
    """When the store wrote it, by its own clock."""

    digest: str = ""
    """Of all entries up to this one; empty if it was written before there were digests."""


class Head(msgspec.Struct, frozen=True, gc=False):
    """The end of a log."""

    epoch: Epoch = Epoch(0)
    version: Version = Version(0)
    digest: str = ""
    """The digest of its newest entry; empty if it is not known, and then it is not compared."""


START = Head()
"""Where a log ends that has not begun."""


class History(msgspec.Struct, frozen=True, gc=False):
    """The entries of a log read in one moment."""

    epoch: Epoch
    entries: Sequence[Stamped]


def end_of(history: History) -> Head:
    """Return where a log ends of which this was read to its end."""
    if not history.entries:
        return START
    return Head(history.epoch, history.entries[-1].version, history.entries[-1].digest)


class Remembered(msgspec.Struct, frozen=True, kw_only=True):
    """Entries that a process remembers and the store has lost."""

    epoch: Epoch
    entries: Sequence[Stamped]
    """At least one, with the times at which they were written."""

    until: Milliseconds | None
    """When the match must be looked at again."""

    over: bool


def next_digest(digest: str, at: Milliseconds, entry: bytes) -> str:
    """Return the digest of an entry after the one with this digest. It tells one history from another and protects
    nothing: the keyed links do that."""
    return sha1(b"%b %d %b" % (digest.encode(), at, entry), usedforsecurity=False).hexdigest()


Fields = Mapping[str, bytes]
"""A snapshot of a match as a store keeps it: `snapshots.py` knows what is in it."""


class Deadline(msgspec.Struct, frozen=True, gc=False):
    """When a match must be looked at again, at the earlier of the two; never if both are `None`."""

    until: Milliseconds | None = None
    """A point in time: a clock that runs on."""

    limit: Milliseconds | None = None
    """A span from when the entry is written: a clock that starts with it."""


NEVER = Deadline()

Heard = Callable[[MatchId, Epoch, Stamped], None]
"""Takes the newest entry of a match, and the epoch of the history in which it stands."""


class MatchLog(Protocol):
    """The logs of all matches."""

    def append(
        self, match: MatchId, head: Head, entry: bytes, deadline: Deadline, *, over: bool
    ) -> asyncio.Future[Milliseconds]:
        """Write the entry that follows `head`; the future has the store's time of it.

        All that is appended in one turn of the event loop leaves together. With `over` the match is at its end: no
        deadline, and from now on a limited lifetime. The future raises `Conflict` if the log does not end with `head`,
        or `Unavailable`. Must be called in a running event loop.
        """
        ...

    async def read(self, match: MatchId, after: Version = Version(0)) -> History:  # noqa: B008 - a number
        """Return the entries after this version, in order; none if there is no such match. Raises `Unavailable`."""
        ...

    async def rewind(self, match: MatchId, known: Head) -> None:
        """Raise the epoch of a match whose log does not contain `known`, unless it was raised already: above the known
        epoch and above the stored one. All followers are notified of the newest entry again. Raises `Unavailable`."""
        ...

    async def restore(self, match: MatchId, read: Head, remembered: Remembered) -> None:
        """Write back, all or nothing, the entries that the store lost after `read`. All followers are notified of the
        newest entry. Raises `Conflict` if the log does not end like this any more, `Unavailable`."""
        ...

    async def pack(self, match: MatchId) -> bool:
        """Compress the log of a finished match into one value, in one step: it reads as before, takes a fraction, and
        is kept as long. Return true if it is packed now: not while the match goes on, nor if there is none. Raises
        `Conflict` if it has changed meanwhile, or `Unavailable`."""
        ...

    async def keep_snapshot(self, match: MatchId, fields: Fields, *, anew: bool) -> None:
        """Keep these fields of a snapshot of a match, and with `anew` no others; for as long as snapshots are kept, or
        until the match is packed. Nobody is notified, and the reader checks that it fits. Raises `Unavailable`."""
        ...

    async def snapshot(self, match: MatchId) -> Fields:
        """Return the stored snapshot of a match, empty if there is none. Raises `Unavailable`."""
        ...

    async def drop(self, match: MatchId, head: Head) -> bool:
        """Remove the log of a finished match that is kept elsewhere. Return true if it is gone: it stays while the
        match goes on. Raises `Conflict` if the log does not end with `head`, or `Unavailable`."""
        ...

    def listen(self, heard: Heard, missed: Callable[[], None]) -> None:
        """Set the callbacks: `heard` for every entry that another process appends to a followed match, `missed` if
        notifications may have been lost and every followed match must be read again."""
        ...

    async def follow(self, match: MatchId) -> None:
        """Subscribe to this match: every entry appended after the return is notified. Raises `Unavailable`."""
        ...

    async def unfollow(self, match: MatchId) -> None:
        """Be rung for it no longer. Raises `Unavailable`."""
        ...

    async def versions(self, matches: Sequence[MatchId]) -> Mapping[MatchId, Version]:
        """Return the version of each of these matches, 0 for one that is not there. Raises `Unavailable`."""
        ...

    async def heads(self, matches: Sequence[MatchId]) -> Mapping[MatchId, Head]:
        """Return where the log of each of these matches ends, `START` for one that is not there. Those of a part of the
        store that is away are left out. Raises `Unavailable` if all of it is."""
        ...

    async def due(self, most: int) -> Sequence[MatchId]:
        """Return matches past their deadline by the store's clock, at most `most`, from all reachable parts of the
        store. Raises `Unavailable` if there is none."""
        ...

    async def now(self) -> Milliseconds:
        """Return the store's time. Raises `Unavailable`."""
        ...
