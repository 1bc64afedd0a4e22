"""Reads the logs of a store and of an archive as one: matches missing in the store are read from the archive.

Nothing is written back to the store. If the archive cannot be reached, only requests for a match that the store lacks
fail.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence

import structlog
from quarterdeck_protocol.names import MatchId, Milliseconds, Version
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.matches.log import (
    START,
    Deadline,
    EntryReceiver,
    Fields,
    Head,
    History,
    MatchLog,
    Remembered,
    end_of,
)
from quarterdeck_server.metrics import RetentionMetrics, RetentionStep
from quarterdeck_server.storage.archive.archive import ArchiveAway
from quarterdeck_server.storage.archive.match_archive import MatchArchive
from quarterdeck_server.storage.packed_log import DamagedError

MOST_AT_ONCE = 8
MOST_WAITING = 64
"""Most reads that wait for the archive; further ones are refused."""

PATIENCE = 15.0
"""Longest time in seconds for a read from the archive."""

MOST_REMEMBERED = 10_000
"""Most archived matches whose log ends are cached. A match that this process holds is compared with this end every
second, so that it need not be read again."""

SECONDS_BETWEEN_LINES = 60.0
"""Seconds between two log messages that report an unreachable archive."""

_log = structlog.get_logger()


class ReadThroughLog:
    """The logs of a store, with an archive for matches that the store lacks. All writes go only to the store."""

    def __init__(self, log: MatchLog, archive: MatchArchive, metrics: RetentionMetrics) -> None:
        self._entries = log
        self._archive = archive
        self._metrics = metrics
        self._room = asyncio.Semaphore(MOST_AT_ONCE)
        self._waiting = 0
        self._silent_until = 0.0
        self._heads: OrderedDict[MatchId, Head] = OrderedDict()

    def append(
        self, match: MatchId, head: Head, entry: bytes, deadline: Deadline, *, over: bool
    ) -> asyncio.Future[Milliseconds]:
        return self._entries.append(match, head, entry, deadline, over=over)

    async def rewind(self, match: MatchId, known: Head) -> None:
        await self._entries.rewind(match, known)

    async def restore(self, match: MatchId, read: Head, remembered: Remembered) -> None:
        await self._entries.restore(match, read, remembered)

    async def pack(self, match: MatchId) -> bool:
        return await self._entries.pack(match)

    async def store_snapshot(self, match: MatchId, fields: Fields, *, replaces_all: bool) -> None:
        await self._entries.store_snapshot(match, fields, replaces_all=replaces_all)

    async def snapshot(self, match: MatchId) -> Fields:
        return await self._entries.snapshot(match)

    async def drop(self, match: MatchId, head: Head) -> bool:
        return await self._entries.drop(match, head)

    def set_callbacks(self, received: EntryReceiver, missed: Callable[[], None]) -> None:
        self._entries.set_callbacks(received, missed)

    async def subscribe(self, match: MatchId) -> None:
        await self._entries.subscribe(match)

    async def unsubscribe(self, match: MatchId) -> None:
        await self._entries.unsubscribe(match)

    async def versions(self, matches: Sequence[MatchId]) -> Mapping[MatchId, Version]:
        return await self._entries.versions(matches)

    async def due(self, most: int) -> Sequence[MatchId]:
        return await self._entries.due(most)

    async def due_after(self, at: Milliseconds) -> Sequence[MatchId]:
        return await self._entries.due_after(at)

    async def now(self) -> Milliseconds:
        return await self._entries.now()

    async def read(self, match: MatchId, after: Version = Version(0)) -> History:  # noqa: B008 - a number
        """Return the entries after this version, from the store or else from the archive. Raises `CommandRefused` if
        the archive cannot be reached, or `Unavailable`."""
        history = await self._entries.read(match, after)
        if history.entries or (after and (await self._entries.heads([match])).get(match, START) != START):
            return history
        found = await self._found(match)
        if found is None:
            return history
        self._heads[match] = end_of(found)
        self._heads.move_to_end(match)
        if len(self._heads) > MOST_REMEMBERED:
            self._heads.popitem(last=False)
        return History(found.epoch, found.entries[after:])

    async def heads(self, matches: Sequence[MatchId]) -> Mapping[MatchId, Head]:
        """Return the ends of these logs. For an archived match, the end is known once it has been read here."""
        heads = await self._entries.heads(matches)
        return {match: self._heads.get(match, START) if head == START else head for match, head in heads.items()}

    async def _found(self, match: MatchId) -> History | None:
        if self._waiting >= MOST_WAITING:
            raise _away()
        self._waiting += 1
        try:
            async with asyncio.timeout(PATIENCE), self._room:
                found = await self._archive.get(match)
        except (ArchiveAway, TimeoutError, DamagedError) as error:
            self._metrics.failures[RetentionStep.READ.value] += 1
            self._log_once(match, error)
            raise (_damaged() if isinstance(error, DamagedError) else _away()) from error
        finally:
            self._waiting -= 1
        self._metrics.read_back += found is not None
        return found

    def _log_once(self, match: MatchId, error: Exception) -> None:
        """Log that a match cannot be read. The message is not repeated for each match, because held matches are
        requested every second."""
        if isinstance(error, DamagedError) or time.monotonic() >= self._silent_until:
            self._silent_until = time.monotonic() + SECONDS_BETWEEN_LINES
            _log.error("a match cannot be read from the archive", match=match, why=str(error) or "it takes too long")


def with_archive(log: MatchLog, archive: MatchArchive, metrics: RetentionMetrics) -> MatchLog:
    """Return the logs of a store, with an archive for matches that the store lacks."""
    return ReadThroughLog(log, archive, metrics)


def _away() -> CommandRefused:
    text = Text("The store does not have this match, and the archive cannot be reached; ask again in a moment.")
    return CommandRefused(RefusalCode.UNAVAILABLE, text, "$.match")


def _damaged() -> CommandRefused:
    return CommandRefused(RefusalCode.INTERNAL, Text("This match cannot be read from the archive."), "$.match")
