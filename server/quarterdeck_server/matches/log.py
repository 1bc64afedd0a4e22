"""What a match needs of a store: the log. `storage/` keeps these promises in memory and in Redis.

The promises, which `tests/storage/` holds both to:

- An entry is written whole or not at all, at the next version or not at all.
- What `append` has answered for is kept, and whoever `follow`s the match is rung.
- The deadline moves with the entry, in the same atomic step.
- Time is the store's, the same for every process, and never runs backwards within a match.
- A history is one: an entry is only written after the very entries that its writer knows. A store may forget (a
  fail-over to a replica that was behind, a backup put back), and then grow another history with the same versions. So
  each entry is stored with the digest of all up to it, and each history has an `Epoch`, which `rewind` raises.
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
    """Where a log ends."""

    epoch: Epoch = Epoch(0)
    version: Version = Version(0)
    digest: str = ""
    """The digest of its newest entry; empty if it is not known, and then it is not compared."""


START = Head()
"""Where a log ends that has not begun."""


class History(msgspec.Struct, frozen=True, gc=False):
    """What was read of a log in one moment."""

    epoch: Epoch
    entries: Sequence[Stamped]


def end_of(history: History) -> Head:
    """Return where a log ends of which this was read to its end."""
    if not history.entries:
        return START
    return Head(history.epoch, history.entries[-1].version, history.entries[-1].digest)


class Remembered(msgspec.Struct, frozen=True, kw_only=True):
    """What a process remembers of a match that the store has forgotten."""

    epoch: Epoch
    entries: Sequence[Stamped]
    """At least one, with the times at which they were written."""

    until: Milliseconds | None
    """When the match must be looked at again."""

    over: bool


def next_digest(digest: str, at: Milliseconds, entry: bytes) -> str:
    """Return the digest of an entry that follows the one with this digest. It tells one history from another and guards
    nothing: that is what the keyed links are for."""
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
        """Raise the epoch of a match whose log has another history than the one that ends with `known`, if nobody has
        done so yet: above the known epoch, and above the stored one. All who follow the match are rung for its newest
        entry once more. Raises `Unavailable`."""
        ...

    async def restore(self, match: MatchId, read: Head, remembered: Remembered) -> None:
        """Write back, all or nothing, what the store has forgotten of a match after `read`. All who follow it are rung
        for the newest entry. Raises `Conflict` if the log does not end like this any more, `Unavailable`."""
        ...

    async def pack(self, match: MatchId) -> bool:
        """Make one compressed value of the log of a match that has ended, in one step: it is read as before, takes a
        fraction, and is kept as long. Whether it is packed now: not while the match goes on, nor if there is none.
        Raises `Conflict` if it has become another meanwhile, or `Unavailable`."""
        ...

    async def keep_snapshot(self, match: MatchId, fields: Fields, *, anew: bool) -> None:
        """Keep these fields of a snapshot of a match, and with `anew` no others; for as long as snapshots are kept, or
        until the match is packed. Nobody is told, and whether it fits is for whoever reads it. Raises `Unavailable`."""
        ...

    async def snapshot(self, match: MatchId) -> Fields:
        """Return what is kept of a snapshot of a match; nothing if there is none. Raises `Unavailable`."""
        ...

    async def drop(self, match: MatchId, head: Head) -> bool:
        """Remove the log of a match that has ended and is kept elsewhere. Whether it is not there now: it stays while
        the match goes on. Raises `Conflict` if the log does not end with `head`, or `Unavailable`."""
        ...

    def listen(self, heard: Heard, missed: Callable[[], None]) -> None:
        """Say who is to be rung: `heard` for every entry that another process appends to a followed match, `missed`
        when entries may have gone by unheard and every followed match is to be read again."""
        ...

    async def follow(self, match: MatchId) -> None:
        """Be rung for this match from now on: what is appended after this has returned is heard. Raises
        `Unavailable`."""
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
        """Return matches whose deadline has passed by the store's clock, at most `most` of them, from all parts of the
        store that are there. Raises `Unavailable` if none is."""
        ...

    async def now(self) -> Milliseconds:
        """Return the store's time. Raises `Unavailable`."""
        ...
