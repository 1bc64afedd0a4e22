"""A store whose requests are timed and counted, whatever the store is."""

import asyncio
import math
from collections.abc import Callable, Mapping, Sequence

from quarterdeck_protocol.names import MatchId, Milliseconds, Version

from quarterdeck_server.lobby.documents import Change, Document, DocumentStore, IndexEntry, IndexSweep, Key, Unchanged
from quarterdeck_server.matches.log import Deadline, Head, Heard, History, MatchLog, Remembered
from quarterdeck_server.metrics import Metrics
from quarterdeck_server.storage.store import Store


class MeasuredLog:
    """The logs of all matches."""

    def __init__(self, log: MatchLog, metrics: Metrics) -> None:
        self._log = log
        self._read, self._rewind, self._restore = (metrics.of_store(each) for each in ("read", "rewind", "restore"))
        self._follow, self._unfollow = (metrics.of_store(each) for each in ("follow", "unfollow"))
        self._versions, self._heads, self._due, self._now = (
            metrics.of_store(each) for each in ("versions", "heads", "due", "now")
        )

    def append(
        self, match: MatchId, head: Head, entry: bytes, deadline: Deadline, *, over: bool
    ) -> "asyncio.Future[Milliseconds]":
        """Write the entry that follows `head`. Whoever waits for the answer counts it: one more callback for each entry
        would be most of what all counting costs (`Match`, `Matches`)."""
        return self._log.append(match, head, entry, deadline, over=over)

    async def read(self, match: MatchId, after: Version = Version(0)) -> History:  # noqa: B008 - a number
        """Return the entries after this version."""
        return await self._read.timed(self._log.read(match, after))

    async def rewind(self, match: MatchId, known: Head) -> None:
        """Raise the epoch of a match whose log has another history."""
        await self._rewind.timed(self._log.rewind(match, known))

    async def restore(self, match: MatchId, read: Head, remembered: Remembered) -> None:
        """Write back entries that the store has forgotten."""
        await self._restore.timed(self._log.restore(match, read, remembered))

    def listen(self, heard: Heard, missed: Callable[[], None]) -> None:
        """Say who is to be rung."""
        self._log.listen(heard, missed)

    async def follow(self, match: MatchId) -> None:
        """Be rung for this match from now on."""
        await self._follow.timed(self._log.follow(match))

    async def unfollow(self, match: MatchId) -> None:
        """Be rung for it no longer."""
        await self._unfollow.timed(self._log.unfollow(match))

    async def versions(self, matches: Sequence[MatchId]) -> Mapping[MatchId, Version]:
        """Return the version of each of these matches."""
        return await self._versions.timed(self._log.versions(matches))

    async def heads(self, matches: Sequence[MatchId]) -> Mapping[MatchId, Head]:
        """Return where the log of each of these matches ends."""
        return await self._heads.timed(self._log.heads(matches))

    async def due(self, most: int) -> Sequence[MatchId]:
        """Return matches whose deadline has passed."""
        return await self._due.timed(self._log.due(most))

    async def now(self) -> Milliseconds:
        """Return the store's time."""
        return await self._now.timed(self._log.now())


class MeasuredDocuments:
    """Everything that the lobby keeps."""

    def __init__(self, documents: DocumentStore, metrics: Metrics) -> None:
        self._documents = documents
        self._read, self._commit, self._listed, self._count, self._number, self._now = (
            metrics.of_store(each) for each in ("read_documents", "commit", "list", "count", "look_up", "now")
        )

    async def read(self, keys: Sequence[Key]) -> list[Document | None]:
        """Return these documents."""
        return await self._read.timed(self._documents.read(keys))

    async def commit(
        self,
        changes: Sequence[Change | Unchanged],
        indexed: Sequence[IndexEntry | IndexSweep] = (),
        told: bytes | None = None,
    ) -> None:
        """Change all of this, or nothing."""
        await self._commit.timed(self._documents.commit(changes, indexed, told))

    async def listed(
        self,
        index: str,
        *,
        most: int,
        low: float = -math.inf,
        high: float = math.inf,
        highest_first: bool = False,
        skip: int = 0,
    ) -> list[tuple[str, float]]:
        """Return the members of an index, in their order."""
        asked = self._documents.listed(index, most=most, low=low, high=high, highest_first=highest_first, skip=skip)
        return await self._listed.timed(asked)

    async def count(self, index: str, *, low: float = -math.inf, high: float = math.inf) -> int:
        """Return how many members of an index stand there."""
        return await self._count.timed(self._documents.count(index, low=low, high=high))

    async def number_of(self, index: str, member: str) -> float | None:
        """Return the number of a member of an index."""
        return await self._number.timed(self._documents.number_of(index, member))

    async def now(self) -> Milliseconds:
        """Return the store's clock."""
        return await self._now.timed(self._documents.now())

    def listen(self, heard: Callable[[bytes], None], missed: Callable[[], None]) -> None:
        """Pass on every message that is published."""
        self._documents.listen(heard, missed)


class MeasuredStore:
    """One process's side of a store."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store = store
        self._ping = metrics.of_store("ping")
        self.log = MeasuredLog(store.log, metrics)
        self.documents = MeasuredDocuments(store.documents, metrics)

    @property
    def process(self) -> str:
        """This process's id."""
        return self._store.process

    async def start(self) -> None:
        """Begin to listen."""
        await self._store.start()

    async def close(self) -> None:
        """Answer what has been asked, and end."""
        await self._store.close()

    async def ping(self) -> None:
        """Return if the store answers and can keep matches."""
        await self._ping.timed(self._store.ping())
