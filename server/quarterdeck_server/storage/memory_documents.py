"""The document store in memory."""

import asyncio
import math
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec
from quarterdeck_protocol.names import Milliseconds

from quarterdeck_server.lobby.documents import Change, Document, IndexEntry, Key, SweepResult, Unchanged
from quarterdeck_server.store_errors import Conflict

FEWEST_LOOKED_AT = 1_000


class _Stored(msgspec.Struct, frozen=True):
    page: Document
    until: Milliseconds | None


class DocumentRows:
    """What several processes share of a document store."""

    def __init__(self) -> None:
        self._pages: dict[Key, _Stored] = {}
        self._looked_at = FEWEST_LOOKED_AT
        """How many documents were left when it was last looked which have ended."""

        self._indexes: dict[str, dict[str, float]] = {}

    def page(self, key: Key, now: Milliseconds) -> Document | None:
        stored = self._pages.get(key)
        return None if stored is None or (stored.until is not None and stored.until <= now) else stored.page

    def commit(
        self, changes: Sequence[Change | Unchanged], indexed: Sequence[IndexEntry | SweepResult], now: Milliseconds
    ) -> None:
        """Change all of this, or nothing. Raises `Conflict`."""
        self._let_go(now)
        for change in changes:
            page = self.page(change.key, now)
            if change.seen != (0 if page is None else page.revision):
                raise Conflict(f"{change.key} is not as it was seen")
        for change in changes:
            if isinstance(change, Change):
                self._put(change, now)
        for each in indexed:
            members = self._indexes.setdefault(each.index, {})
            if isinstance(each, SweepResult):
                self._indexes[each.index] = {member: at for member, at in members.items() if at >= each.below}
            elif each.at is None:
                members.pop(each.member, None)
            else:
                members[each.member] = each.at
            if not self._indexes[each.index]:
                del self._indexes[each.index]

    def _put(self, change: Change, now: Milliseconds) -> None:
        if change.kept is None:
            self._pages.pop(change.key, None)
            return
        until = None if change.seconds is None else Milliseconds(now + change.seconds * 1000)
        self._pages[change.key] = _Stored(Document(change.key, change.seen + 1, change.kept), until)

    def _let_go(self, now: Milliseconds) -> None:
        """Forget the documents that have ended; once there are twice as many as were left the last time, so that it
        costs little."""
        if len(self._pages) >= 2 * self._looked_at:
            self._pages = {key: stored for key, stored in self._pages.items() if self.page(key, now) is not None}
            self._looked_at = max(len(self._pages), FEWEST_LOOKED_AT)

    @property
    def held(self) -> int:
        """How many documents are held, ended or not."""
        return len(self._pages)

    def kept(self, kind: str) -> dict[str, bytes]:
        """Return what the documents of a kind hold, by their names."""
        return {key.name: stored.page.kept for key, stored in self._pages.items() if key.kind == kind}

    def number_of(self, index: str, member: str) -> float | None:
        """Return the number of a member of an index."""
        return self._indexes.get(index, {}).get(member)

    def members(self, index: str, low: float, high: float) -> list[tuple[str, float]]:
        """Return the members of an index, in their order."""
        found = [(at, member) for member, at in self._indexes.get(index, {}).items() if low <= at <= high]
        return [(member, at) for at, member in sorted(found)]


class Shared(Protocol):
    """What all processes share: the documents, the time, and each other."""

    pages: DocumentRows

    def now(self) -> Milliseconds:
        """Return the time. Raises `Unavailable`."""
        ...

    def tell(self, told: bytes) -> None:
        """Tell every process."""
        ...


class MemoryDocuments:
    """The document store as one process reaches it."""

    def __init__(self, memory: Shared) -> None:
        self._memory = memory
        self._listeners: list[tuple[Callable[[bytes], None], Callable[[], None]]] = []

    async def read(self, keys: Sequence[Key]) -> list[Document | None]:
        """Return these documents."""
        now = self._memory.now()
        return [self._memory.pages.page(key, now) for key in keys]

    async def commit(
        self,
        changes: Sequence[Change | Unchanged],
        indexed: Sequence[IndexEntry | SweepResult] = (),
        told: bytes | None = None,
    ) -> None:
        """Change all of this, or nothing."""
        self._memory.pages.commit(changes, indexed, self._memory.now())
        if told is not None:
            self._memory.tell(told)

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
        self._memory.now()
        members = self._memory.pages.members(index, low, high)
        return (members[::-1] if highest_first else members)[skip : skip + most]

    async def count(self, index: str, *, low: float = -math.inf, high: float = math.inf) -> int:
        """Return how many members of an index stand there."""
        self._memory.now()
        return len(self._memory.pages.members(index, low, high))

    async def number_of(self, index: str, member: str) -> float | None:
        """Return the number of a member of an index."""
        self._memory.now()
        return self._memory.pages.number_of(index, member)

    async def now(self) -> Milliseconds:
        """Return the memory's time."""
        return self._memory.now()

    def listen(self, heard: Callable[[bytes], None], missed: Callable[[], None]) -> None:
        """Let this process hear everything that is told."""
        self._listeners.append((heard, missed))

    def hear(self, told: bytes) -> None:
        """Pass on what was told."""
        for heard, _ in self._listeners:
            asyncio.get_running_loop().call_soon(heard, told)

    def rung_again(self) -> None:
        """Say that something may have gone by unheard."""
        for _, missed in self._listeners:
            asyncio.get_running_loop().call_soon(missed)
