"""Retention of finished matches: their logs are compressed and then moved from the store to the archive, if there is
one.

No process owns this work. Every process with the lobby's background work reads a bounded number of due matches. It
first postpones them in the index, so that other processes take others. Then it takes steps that can be repeated without
harm. A match stays in the index until it is done. So if a process dies, its matches become due again (decision 48).
"""

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import msgspec
import structlog
from quarterdeck_protocol.http.responses import ArchiveState
from quarterdeck_protocol.names import MatchId, Milliseconds, PlayerId

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.documents import DocumentStore, IndexEntry, IndexSweep
from quarterdeck_server.lobby.ratings.documents import (
    DAY,
    FORGOTTEN,
    HISTORY_SECONDS,
    MATCH_RESULT_SECONDS,
    MATCH_RESULTS,
    PARTED,
    SETTLED,
    TO_ERASE,
    UNARCHIVED,
    UNPACKED,
    history,
)
from quarterdeck_server.lobby.ratings.match_results import MatchResultRecord
from quarterdeck_server.matches.faults import frames_of
from quarterdeck_server.matches.log import MatchLog, end_of
from quarterdeck_server.metrics import RetentionMetrics, RetentionStep
from quarterdeck_server.periodic_work import repeat
from quarterdeck_server.storage.archive.archive import ArchiveAway
from quarterdeck_server.storage.archive.match_archive import MatchArchive
from quarterdeck_server.storage.lifetimes import lifetimes_of
from quarterdeck_server.store_errors import Conflict, Unavailable

SECONDS_BETWEEN_ROUNDS = 5.0
MOST_IN_A_ROUND = 100
AT_ONCE = 4
"""Number of matches of a round that are processed at the same time."""

NEXT_TRY = 10 * 60 * 1000
"""Milliseconds after which a failed match is tried again."""

TRIAL_EVERY = 10 * 60 * 1000
"""Milliseconds between two trials of the archive; a failed trial is repeated sooner."""

FAILED_TRIAL_EVERY = 60 * 1000

SWEEP_EVERY = 60 * 60 * 1000
"""Milliseconds between two deletions of old data."""

_log = structlog.get_logger()


class Retention:
    """The background work of one process on finished matches."""

    def __init__(
        self,
        log: MatchLog,
        documents: DocumentStore,
        metrics: RetentionMetrics,
        *,
        keep_days: int,
        archive: MatchArchive | None = None,
    ) -> None:
        """Create the worker. `log` reads and writes only the store, not the archive. If there is an archive, a match is
        moved into it `keep_days` after its end."""
        self._entries = log
        self._documents = documents
        self.metrics = metrics
        self._keep_days = keep_days
        self._archive = archive
        self._swept_at = -SWEEP_EVERY
        self._trial_due = 0
        self.archive_state: ArchiveState | None = None
        """The result of the last trial of the archive; `None` without an archive, and before the first trial."""

        self._rounds: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the background task that looks for due matches. Other processes do the same at the same time."""
        rounds = repeat(self.run_round, SECONDS_BETWEEN_ROUNDS, meanwhile="finished matches are not packed or archived")
        self._rounds = asyncio.ensure_future(rounds)

    async def close(self) -> None:
        """End the background task that compresses and archives matches."""
        if self._rounds is not None:
            self._rounds.cancel()
            await asyncio.gather(self._rounds, return_exceptions=True)

    async def pack(self, match: MatchId) -> None:
        """Compress the log of a match now, if the match has ended. Raises `Unavailable`, `Conflict`."""
        await self._documents.commit([], await self._pack(match))

    async def move(self, match: MatchId) -> None:
        """Move a finished match into the archive now. Idempotent: a second call changes nothing. Raises `Unavailable`,
        `Conflict`, `ArchiveAway`, or `ValueError` if the archive cannot accept the match."""
        assert self._archive is not None  # noqa: S101 - who calls this has given one
        await self._documents.commit([], await self._move(self._archive, match))

    async def run_round(self) -> None:
        """Compress or archive a bounded number of due matches. Raises `Unavailable`."""
        now = await self._documents.now()
        await self._each(RetentionStep.PACK, UNPACKED, now, self._pack)
        if self._archive is not None:
            archive = self._archive
            await self._try(archive, now)
            await self._each(RetentionStep.ERASE, TO_ERASE, now, partial(self._erase, archive))
            await self._each(RetentionStep.ERASE, FORGOTTEN, now, partial(self._remove, archive))
            await self._each(
                RetentionStep.ARCHIVE,
                UNARCHIVED,
                Milliseconds(now - self._keep_days * DAY * 1000),
                partial(self._move, archive),
            )
        await self._sweep(now)

    async def _each(
        self, step: RetentionStep, index: str, due: Milliseconds, do: Callable[[str], Awaitable[Sequence[IndexEntry]]]
    ) -> None:
        """Do one kind of step for the due entries of an index, and store the next due time of each."""
        found = await self._documents.listed(index, most=MOST_IN_A_ROUND, high=due)
        if step.value in self.metrics.waiting:
            self.metrics.waiting[step.value] = await self._documents.count(index, high=due) if found else 0
        if not found:
            return
        # First this: should it be one of them that ends this process, the others do not all follow at once.
        await self._documents.commit([], [IndexEntry(index, name, due + NEXT_TRY) for name, _ in found])
        room = asyncio.Semaphore(AT_ONCE)

        async def taken(name: str) -> Sequence[IndexEntry]:
            async with room:
                return await self._tried(step, name, do)

        results = await asyncio.gather(*(taken(name) for name, _ in found), return_exceptions=True)
        listed = [entry for entries in results if not isinstance(entries, BaseException) for entry in entries]
        if listed:
            await self._documents.commit([], listed)
        for failed in results:
            if isinstance(failed, BaseException):
                raise failed

    async def _tried(
        self, step: RetentionStep, name: str, do: Callable[[str], Awaitable[Sequence[IndexEntry]]]
    ) -> Sequence[IndexEntry]:
        """Do a step for one entry, and return the changes of the indexes. After an error the indexes stay unchanged, so
        the entry becomes due again. Raises `Unavailable`."""
        try:
            return await do(name)
        except Unavailable:
            raise
        except (Conflict, CommandRefused) as refusing:  # somebody else was at it
            _log.info(f"the step {step.value} works again", match=name, why=str(refusing))
        except ArchiveAway as away:
            self.metrics.failures[step.value] += 1
            _log.error("the archive cannot be reached", match=name, why=str(away))
        except Exception as error:
            self.metrics.failures[step.value] += 1
            _log.error(f"the step {step.value} has failed", match=name, traceback=frames_of(error))
        return ()

    async def _pack(self, name: str) -> Sequence[IndexEntry]:
        """Compress the log of a match, and return the changes of the indexes. A match that no longer exists is removed
        from the index. A match stays in it if it is running again because the store has lost its end."""
        match = MatchId(name)
        if not await self._entries.pack(match):
            goes_on = (await self._entries.versions([match]))[match] > 0
            return () if goes_on else (IndexEntry(UNPACKED, name, None),)
        self.metrics.packed += 1
        ended = await self._documents.number_of(SETTLED, name)
        return (IndexEntry(UNPACKED, name, None), IndexEntry(UNARCHIVED, name, ended))

    async def _move(self, archive: MatchArchive, name: str) -> Sequence[IndexEntry]:
        """Move the log of a match into the archive, and return the changes of the indexes. The log is removed from the
        store after its copy was read back from the archive."""
        match, done = MatchId(name), (IndexEntry(UNARCHIVED, name, None),)
        history = await self._entries.read(match)
        if not history.entries:
            if await archive.get(match) is not None:  # the store is that of a backup from before it was moved
                await self._note(archive, match)
            return done
        if not await self._entries.pack(match):  # the store has forgotten its end, and it goes on
            return ()
        size = await archive.put(match, history)
        if await self._note(archive, match):
            self.metrics.archived += 1
            self.metrics.archived_bytes += size
        await self._entries.drop(match, end_of(history))
        return done

    async def _note(self, archive: MatchArchive, match: MatchId) -> bool:
        """Record that a match is in the archive, and return true if it stays there. If a player has deleted their
        account, the match is removed again. Raises `Conflict`, `Unavailable`, `ArchiveAway`."""
        noted = await self._noted(match, archived=True)
        if noted is None:
            return True
        # Only now: whoever deletes their account from here on finds the match by what has been noted.
        people = [seat.player for seat in noted.seats if seat.bot is None]
        gone = [await self._documents.number_of(PARTED, player) for player in people]
        if all(number is None for number in gone):
            return True
        await archive.remove(match)
        self.metrics.erased += 1
        await self._noted(match, archived=False)
        return False

    async def _noted(self, match: MatchId, *, archived: bool) -> MatchResultRecord | None:
        """Record if a match is in the archive, and return the record of its result; `None` if that is no longer
        stored."""
        (verdict,) = await MATCH_RESULTS.snapshots(self._documents, [match])
        if verdict.record is None or verdict.record.archived == archived:
            return verdict.record
        now = await self._documents.now()
        seconds = max(1, MATCH_RESULT_SECONDS - (now - verdict.record.ended) // 1000)
        noted = msgspec.structs.replace(verdict.record, archived=archived)
        await self._documents.commit([verdict.becomes(noted, seconds)])
        return noted

    async def _erase(self, archive: MatchArchive, name: str) -> Sequence[IndexEntry]:
        """Remove a bounded number of matches of a deleted account from the archive, and return the changes of the
        indexes."""
        player, erased = PlayerId(name), 0
        for skip in itertools.count(0, MOST_IN_A_ROUND):
            page = await self._documents.listed(history(player), most=MOST_IN_A_ROUND, skip=skip)
            matches = [match for match, _ in page]
            for match, verdict in zip(matches, await MATCH_RESULTS.read(self._documents, matches), strict=True):
                if verdict is not None and verdict.archived:
                    await self._note(archive, MatchId(match))
                    erased += 1
            if len(page) < MOST_IN_A_ROUND:
                break
            if erased >= MOST_IN_A_ROUND:
                return ()
        return (IndexEntry(TO_ERASE, name, None),)

    async def _remove(self, archive: MatchArchive, name: str) -> Sequence[IndexEntry]:
        """Remove a match from the archive that is in no player's history any more."""
        await archive.remove(MatchId(name))
        return (IndexEntry(FORGOTTEN, name, None),)

    async def _try(self, archive: MatchArchive, now: Milliseconds) -> None:
        """Check from time to time that the archive accepts matches."""
        if now < self._trial_due:
            return
        try:
            await archive.tried()
        except ArchiveAway as away:
            self.metrics.failures[RetentionStep.TRIAL.value] += 1
            if self.archive_state is not ArchiveState.AWAY:
                _log.error("the archive accepts no matches; they stay in the store", why=str(away))
            self.archive_state, self._trial_due = ArchiveState.AWAY, now + FAILED_TRIAL_EVERY
        else:
            if self.archive_state is ArchiveState.AWAY:
                _log.warning("the archive accepts matches again")
            self.archive_state, self._trial_due = ArchiveState.REACHED, now + TRIAL_EVERY

    async def _sweep(self, now: Milliseconds) -> None:
        """Remove entries from the indexes, from time to time, that are so old that no work is left for them."""
        if now < self._swept_at + SWEEP_EVERY:
            return
        kept = lifetimes_of(self._keep_days, has_archive=self._archive is not None).finished_match
        too_old = now - 1000 * HISTORY_SECONDS
        sweeps = [IndexSweep(UNARCHIVED, now - 1000 * kept), IndexSweep(PARTED, too_old), IndexSweep(TO_ERASE, too_old)]
        await self._documents.commit([], sweeps)
        self._swept_at = now
