"""What a match needs of a store: the log. `storage/` keeps these promises in memory and in Redis.

The promises, which `tests/storage/` holds both to:

- An entry is written whole or not at all, at the next version or not at all.
- What `append` has answered for is kept, and whoever `follow`s the match is rung.
- The deadline moves with the entry, in the same atomic step.
- Time is the store's, the same for every process.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import msgspec
from quarterdeck_protocol.names import MatchId, Milliseconds, Version


class Stamped(msgspec.Struct, frozen=True, gc=False):
    """An entry as it is stored."""

    version: Version
    entry: bytes
    at: Milliseconds
    """When the store wrote it, by its own clock."""


class Deadline(msgspec.Struct, frozen=True, gc=False):
    """When a match must be looked at again, at the earlier of the two; never if both are `None`."""

    until: Milliseconds | None = None
    """A point in time: a clock that runs on."""

    limit: Milliseconds | None = None
    """A span from when the entry is written: a clock that starts with it."""


NEVER = Deadline()

Heard = Callable[[MatchId, Stamped], None]


class MatchLog(Protocol):
    """The logs of all matches."""

    def append(
        self, match: MatchId, version: Version, entry: bytes, deadline: Deadline, *, over: bool
    ) -> asyncio.Future[Milliseconds]:
        """Write an entry, the `version`-th of the match; the future has the store's time of it.

        All that is appended in one turn of the event loop leaves together. With `over` the match is at its end: no
        deadline, and from now on a limited lifetime. The future raises `Conflict` or `Unavailable`. Must be called in
        a running event loop.
        """
        ...

    async def read(self, match: MatchId, after: Version = Version(0)) -> Sequence[Stamped]:  # noqa: B008 - a number
        """Give the entries after this version, in order; none if there is no such match. Raises `Unavailable`."""
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
        """Give the version of each of these matches, 0 for one that is not there. Raises `Unavailable`."""
        ...

    async def due(self, most: int) -> Sequence[MatchId]:
        """Give matches whose deadline has passed by the store's clock, at most `most` of them. Raises `Unavailable`."""
        ...

    async def now(self) -> Milliseconds:
        """Give the store's time. Raises `Unavailable`."""
        ...
