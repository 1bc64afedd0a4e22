"""The store in memory, for tests and trials. Its content is lost with the process.

A `Memory` replaces Redis: it is the part that several processes share. Each process has its own `MemoryStore` on it.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Mapping, Sequence

import msgspec
from quarterdeck_protocol.names import Epoch, MatchId, Milliseconds, Version

from quarterdeck_server.matches.log import (
    START,
    Deadline,
    EntryReceiver,
    Fields,
    Head,
    History,
    Remembered,
    Stamped,
    next_digest,
)
from quarterdeck_server.metrics import Confirmations
from quarterdeck_server.storage.lifetimes import LIFETIMES, Lifetimes, is_gone_by_right
from quarterdeck_server.storage.memory_documents import DocumentRows, MemoryDocuments
from quarterdeck_server.storage.packed_log import head_of, packed, unpacked
from quarterdeck_server.store_errors import Conflict, Unavailable

Clock = Callable[[], Milliseconds]


def the_time() -> Milliseconds:
    """Return the milliseconds since 1970, by this machine's clock."""
    return Milliseconds(time.time_ns() // 1_000_000)


class _Log(msgspec.Struct):
    entries: list[Stamped] = []
    packed: bytes | None = None
    """The whole log once the match has ended and was packed; then `entries` is empty."""

    epoch: Epoch = Epoch(0)
    due: Milliseconds | None = None
    kept_until: Milliseconds | None = None

    @property
    def whole(self) -> list[Stamped]:
        return self.entries if self.packed is None else list(unpacked(self.packed).entries)

    @property
    def head(self) -> Head:
        if self.packed is not None:
            return head_of(self.packed)
        if not self.entries:
            return START
        return Head(self.epoch, self.entries[-1].version, self.entries[-1].digest)

    def pack(self) -> None:
        self.packed, self.entries = packed(History(self.epoch, self.entries)), []

    def unpack(self) -> None:
        self.entries, self.packed = self.whole, None


class Memory:
    """The data of an in-memory store, which replaces Redis. Several simulated processes share it."""

    def __init__(self, clock: Clock = the_time, lifetimes: Lifetimes = LIFETIMES) -> None:
        self.clock = clock
        self.lifetimes = lifetimes
        self.logs: dict[MatchId, _Log] = {}
        self.snapshots: dict[MatchId, tuple[Fields, Milliseconds]] = {}
        """Snapshots by match, and the time at which each expires."""

        self.documents = DocumentRows()
        self.processes: list[MemoryStore] = []
        self._away = False

    def leave(self) -> None:
        """Simulate a dead Redis: from now on every request raises `Unavailable`."""
        self._away = True

    def come_back(self) -> None:
        """End the simulated failure, with all data kept. Listening processes are notified that they may have missed
        messages."""
        self._away = False
        for process in self.processes:
            process.log.rung_again()
            process.documents.rung_again()

    def publish(self, message: bytes) -> None:
        """Publish a notification to every process."""
        for process in self.processes:
            process.documents.receive(message)

    def now(self) -> Milliseconds:
        """Return the time. Raises `Unavailable` while the memory store is not available."""
        if self._away:
            raise Unavailable("the memory store is not available")
        return self.clock()

    def log(self, match: MatchId) -> _Log:
        """Return the log of a match, which is new and empty if the match does not exist."""
        log = self.logs.get(match)
        if log is None or _is_past(log.kept_until, self.now()):
            return _Log()
        return log


def _is_past(moment: Milliseconds | None, now: Milliseconds) -> bool:
    return moment is not None and moment <= now


def _earlier(deadline: Deadline, at: Milliseconds) -> Milliseconds | None:
    started = None if deadline.limit is None else Milliseconds(at + deadline.limit)
    return min((moment for moment in (deadline.until, started) if moment is not None), default=None)


class MemoryLog:
    """One process's access to the logs of all matches."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._subscribed: set[MatchId] = set()
        self._receive: EntryReceiver | None = None
        self._missed: Callable[[], None] | None = None

    def append(
        self, match: MatchId, head: Head, entry: bytes, deadline: Deadline, *, over: bool
    ) -> asyncio.Future[Milliseconds]:
        """Write an entry to the log of a match at once. The returned future is already done."""
        answer: asyncio.Future[Milliseconds] = asyncio.get_running_loop().create_future()
        try:
            answer.set_result(self._append(match, head, entry, deadline, over=over))
        except (Conflict, Unavailable) as refusal:
            answer.set_exception(refusal)
            answer.exception()  # whoever asked may have gone: then nobody has to look at it
        return answer

    def _append(self, match: MatchId, head: Head, entry: bytes, deadline: Deadline, *, over: bool) -> Milliseconds:
        log = self._memory.log(match)
        if (head.epoch, head.version) != (log.head.epoch, log.head.version):
            raise Conflict(f"{match} ends with entry {log.head.version}, not {head.version}")
        if head.digest and head.digest != log.head.digest:
            raise Conflict(f"{match} has another history")
        if log.packed is not None:
            raise Conflict(f"{match} has ended")
        now = Milliseconds(max(self._memory.now(), log.entries[-1].at if log.entries else 0))
        stamped = Stamped(Version(head.version + 1), entry, now, next_digest(log.head.digest, now, entry))
        log.entries.append(stamped)
        log.due = None if over else _earlier(deadline, now)
        log.kept_until = Milliseconds(now + self._memory.lifetimes.finished_match * 1000) if over else None
        self._memory.logs[match] = log
        for process in self._memory.processes:
            if process.log is not self:
                process.log.ring(match, log.epoch, stamped)
        return now

    def ring(self, match: MatchId, epoch: Epoch, stamped: Stamped) -> None:
        """Notify this process of an entry that another process has written, if it follows the match."""
        if self._receive is not None and match in self._subscribed:
            asyncio.get_running_loop().call_soon(self._receive, match, epoch, stamped)

    def rung_again(self) -> None:
        """Notify this process that it may have missed notifications of log entries."""
        if self._missed is not None:
            asyncio.get_running_loop().call_soon(self._missed)

    async def read(self, match: MatchId, after: Version = Version(0)) -> History:  # noqa: B008 - a number
        """Return the entries of a match's log after this version."""
        self._memory.now()
        log = self._memory.log(match)
        return History(log.epoch, log.whole[after:])

    async def rewind(self, match: MatchId, known: Head) -> None:
        """Increase the epoch of a match whose log has another history."""
        self._memory.now()
        log = self._memory.log(match)
        entries = log.whole
        there = entries[known.version - 1].digest if 0 < known.version <= len(entries) else None
        is_the_same = log.epoch == known.epoch and there == known.digest
        if not entries or log.epoch > known.epoch or is_the_same:
            return
        log.unpack()
        log.epoch = Epoch(known.epoch + 1)
        for process in self._memory.processes:
            process.log.ring(match, log.epoch, entries[-1])

    async def restore(self, match: MatchId, read: Head, remembered: Remembered) -> None:
        """Write back log entries that the store has lost."""
        now, log = self._memory.now(), self._memory.log(match)
        is_the_same = read.digest in ("", log.head.digest) or not log.head.digest
        if (log.head.epoch, log.head.version) != (read.epoch, read.version) or not is_the_same:
            raise Conflict(f"{match} does not end with entry {read.version} any more")
        if is_gone_by_right(self._memory.lifetimes, read, remembered, now):
            raise Conflict(f"{match} has left the store, as finished ones do")
        log.entries, log.packed = [*log.whole, *remembered.entries], None
        log.epoch, log.due = remembered.epoch, None if remembered.over else remembered.until
        log.kept_until = Milliseconds(now + self._memory.lifetimes.finished_match * 1000) if remembered.over else None
        self._memory.logs[match] = log
        for process in self._memory.processes:
            process.log.ring(match, log.epoch, log.entries[-1])

    async def pack(self, match: MatchId) -> bool:
        """Compress the log of a finished match into one value."""
        self._memory.now()
        log = self._memory.log(match)
        if log.kept_until is None:
            return False
        if log.packed is None:
            log.pack()
        self._memory.snapshots.pop(match, None)
        return True

    async def store_snapshot(self, match: MatchId, fields: Fields, *, replaces_all: bool) -> None:
        """Store these fields of a match's snapshot."""
        until = Milliseconds(self._memory.now() + self._memory.lifetimes.snapshot * 1000)
        there = {} if replaces_all else await self.snapshot(match)
        self._memory.snapshots[match] = {**there, **fields}, until

    async def snapshot(self, match: MatchId) -> Fields:
        """Return the stored snapshot of a match."""
        now = self._memory.now()
        fields, until = self._memory.snapshots.get(match, ({}, now))
        return {} if _is_past(until, now) else fields

    async def drop(self, match: MatchId, head: Head) -> bool:
        """Remove the log of a finished match."""
        self._memory.now()
        log = self._memory.log(match)
        if log.head == START:
            return True
        if log.kept_until is None:
            return False
        if (head.epoch, head.version) != (log.head.epoch, log.head.version) or head.digest not in ("", log.head.digest):
            raise Conflict(f"{match} does not end with entry {head.version} any more")
        del self._memory.logs[match]
        self._memory.snapshots.pop(match, None)
        return True

    def set_callbacks(self, received: EntryReceiver, missed: Callable[[], None]) -> None:
        """Set the callbacks for notifications of log entries."""
        self._receive, self._missed = received, missed

    async def subscribe(self, match: MatchId) -> None:
        """Subscribe to the log entries of this match."""
        self._memory.now()
        self._subscribed.add(match)

    async def unsubscribe(self, match: MatchId) -> None:
        """Unsubscribe from the log entries of this match."""
        self._memory.now()
        self._subscribed.discard(match)

    async def versions(self, matches: Sequence[MatchId]) -> Mapping[MatchId, Version]:
        """Return the version of each of these matches."""
        self._memory.now()
        return {match: self._memory.log(match).head.version for match in matches}

    async def heads(self, matches: Sequence[MatchId]) -> Mapping[MatchId, Head]:
        """Return the end of the log of each of these matches."""
        self._memory.now()
        return {match: self._memory.log(match).head for match in matches}

    async def due(self, most: int) -> Sequence[MatchId]:
        """Return the matches whose deadlines passed the longest ago."""
        now = self._memory.now()
        due = sorted((log.due, match) for match, log in self._memory.logs.items() if log.due is not None)
        return [match for moment, match in due if moment <= now][:most]

    async def due_after(self, at: Milliseconds) -> Sequence[MatchId]:
        """Return the running matches whose deadline is later than this."""
        self._memory.now()
        return [match for match, log in self._memory.logs.items() if log.due is not None and log.due > at]

    async def now(self) -> Milliseconds:
        """Return the time of the in-memory store."""
        return self._memory.now()


class MemoryStore:
    """One process's connection to a `Memory`."""

    def __init__(self, memory: Memory | None = None, *, process: str | None = None) -> None:
        self.memory = Memory() if memory is None else memory
        self.process = process or secrets.token_hex(8)
        self.confirmations = Confirmations()
        self.log = MemoryLog(self.memory)
        self.documents = MemoryDocuments(self.memory)

    async def start(self) -> None:
        """Start receiving notifications."""
        self.memory.processes.append(self)

    async def close(self) -> None:
        """Stop receiving notifications."""
        if self in self.memory.processes:
            self.memory.processes.remove(self)

    async def ping(self) -> None:
        """Return normally if the in-memory store is available."""
        self.memory.now()
