"""What becomes of the logs of finished matches: they are packed, and leave the store for the archive if there is one.

Nobody owns this work. Every process that does the lobby's looks for matches that are due, a bounded number at a time;
first it puts them off by a while, so that others look at others, and then does what can be done twice without harm. A
match is listed until it is done, so one that a process has died over comes again
(`decisions/0048-what-becomes-of-finished-matches.md`).
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import structlog
from quarterdeck_protocol.names import MatchId, Milliseconds

from quarterdeck_server.lobby.documents import DocumentStore, IndexEntry
from quarterdeck_server.lobby.ratings.documents import SETTLED, UNARCHIVED, UNPACKED
from quarterdeck_server.matches.faults import frames_of
from quarterdeck_server.matches.log import MatchLog
from quarterdeck_server.metrics import RetentionMetrics, RetentionStep
from quarterdeck_server.periodic_work import repeat
from quarterdeck_server.store_errors import Conflict, Unavailable

SECONDS_BETWEEN_ROUNDS = 5.0
MOST_IN_A_ROUND = 100
AT_ONCE = 4
"""How many matches of a round are under way at the same time."""

NEXT_TRY = 10 * 60 * 1000
"""After how many milliseconds a match comes again that was not done."""

_log = structlog.get_logger()


class Retention:
    """What one process does for finished matches."""

    def __init__(self, log: MatchLog, documents: DocumentStore, metrics: RetentionMetrics) -> None:
        self._entries = log
        self._documents = documents
        self._metrics = metrics
        self._rounds: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look for matches that are due, with every other process that does the same."""
        rounds = repeat(self.run_round, SECONDS_BETWEEN_ROUNDS, meanwhile="finished matches stay as they are")
        self._rounds = asyncio.ensure_future(rounds)

    async def close(self) -> None:
        """End that."""
        if self._rounds is not None:
            self._rounds.cancel()
            await asyncio.gather(self._rounds, return_exceptions=True)

    async def run_round(self) -> None:
        """Do for each match that is due what is due, for so many of them at most. Raises `Unavailable`."""
        now = await self._documents.now()
        await self._each(RetentionStep.PACK, UNPACKED, now, self._pack)

    async def _each(
        self,
        step: RetentionStep,
        index: str,
        due: Milliseconds,
        do: Callable[[MatchId], Awaitable[Sequence[IndexEntry]]],
    ) -> None:
        """Take a step for the matches of an index that are due, and write down where each is listed then."""
        found = await self._documents.listed(index, most=MOST_IN_A_ROUND, high=due)
        self._metrics.waiting[step.value] = await self._documents.count(index, high=due) if found else 0
        if not found:
            return
        # First this: should it be one of them that ends this process, the others do not all follow at once.
        await self._documents.commit([], [IndexEntry(index, match, due + NEXT_TRY) for match, _ in found])
        room = asyncio.Semaphore(AT_ONCE)

        async def taken(match: MatchId) -> Sequence[IndexEntry]:
            async with room:
                try:
                    return await do(match)
                except (Conflict, Unavailable):
                    raise
                except Exception as error:
                    self._metrics.failures[step.value] += 1
                    _log.error(f"the step {step.value} has failed", match=match, traceback=frames_of(error))
                    return ()

        results = await asyncio.gather(*(taken(MatchId(match)) for match, _ in found), return_exceptions=True)
        listed = [entry for entries in results if not isinstance(entries, BaseException) for entry in entries]
        if listed:
            await self._documents.commit([], listed)
        for failed in results:
            if isinstance(failed, BaseException) and not isinstance(failed, Conflict):
                raise failed  # the store is away; one whose log has become another meanwhile comes again

    async def _pack(self, match: MatchId) -> Sequence[IndexEntry]:
        """Pack the log of a match. One that goes on, or is gone, is listed no longer."""
        if not await self._entries.pack(match):
            return (IndexEntry(UNPACKED, match, None),)
        self._metrics.packed += 1
        ended = await self._documents.number_of(SETTLED, match)
        return (IndexEntry(UNPACKED, match, None), IndexEntry(UNARCHIVED, match, ended))
