"""The document store in memory."""

import asyncio
import math
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec
from quarterdeck_protocol.names import Milliseconds

from quarterdeck_server.lobby.documents import Change, Document, IndexAddition, IndexChange, IndexSweep, Key, Unchanged
from quarterdeck_server.storage import keys
from quarterdeck_server.store_errors import Conflict

FEWEST_LOOKED_AT = 1_000


class _Stored(msgspec.Struct, frozen=True):
    document: Document
    until: Milliseconds | None


class DocumentRows:
    """The data of a document store that several processes share."""

    def __init__(self) -> None:
        self._documents: dict[Key, _Stored] = {}
        self._looked_at = FEWEST_LOOKED_AT
        """Number of documents that were left after the last removal of expired ones."""

        self._indexes: dict[str, dict[str, float]] = {}

    def document(self, key: Key, now: Milliseconds) -> Document | None:
        stored = self._documents.get(key)
        return None if stored is None or (stored.until is not None and stored.until <= now) else stored.document

    def commit(self, changes: Sequence[Change | Unchanged], indexed: Sequence[IndexChange], now: Milliseconds) -> None:
        """Apply all changes of documents and indexes, or none. Raises `Conflict`."""
        self._remove_expired(now)
        for change in changes:
            document = self.document(change.key, now)
            if change.seen != (0 if document is None else document.revision):
                raise Conflict(f"{change.key} is not as it was seen")
        for change in changes:
            if isinstance(change, Change):
                self._put(change, now)
        for each in indexed:
            members = self._indexes.setdefault(each.index, {})
            if isinstance(each, IndexSweep):
                self._indexes[each.index] = {member: at for member, at in members.items() if at >= each.below}
            elif isinstance(each, IndexAddition):
                members[each.member] = members.get(each.member, 0.0) + each.by
            elif each.at is None:
                members.pop(each.member, None)
            else:
                members[each.member] = each.at
            if not self._indexes[each.index]:
                del self._indexes[each.index]

    def _put(self, change: Change, now: Milliseconds) -> None:
        if change.body is None:
            self._documents.pop(change.key, None)
            return
        until = None if change.seconds is None else Milliseconds(now + change.seconds * 1000)
        self._documents[change.key] = _Stored(Document(change.key, change.seen + 1, change.body), until)

    def _remove_expired(self, now: Milliseconds) -> None:
        """Remove expired documents. This runs only when the number of documents has doubled since the last time, so
        that it costs little."""
        if len(self._documents) >= 2 * self._looked_at:
            still = {key: stored for key, stored in self._documents.items() if self.document(key, now) is not None}
            self._documents = still
            self._looked_at = max(len(self._documents), FEWEST_LOOKED_AT)

    @property
    def held(self) -> int:
        """Number of documents in the store, including expired ones."""
        return len(self._documents)

    def bodies(self, kind: str) -> dict[str, bytes]:
        """Return the contents of the documents of a kind, by their names."""
        return {key.name: stored.document.body for key, stored in self._documents.items() if key.kind == kind}

    def number_of(self, index: str, member: str) -> float | None:
        """Return the number by which a member of an index is ordered."""
        return self._indexes.get(index, {}).get(member)

    def members(self, index: str, low: float, high: float) -> list[tuple[str, float]]:
        """Return the members of an index of the store, in their order."""
        found = [(at, member) for member, at in self._indexes.get(index, {}).items() if low <= at <= high]
        return [(member, at) for at, member in sorted(found)]


class Shared(Protocol):
    """Interface of the data that all processes share: the documents, the time, and messages between processes."""

    documents: DocumentRows

    def now(self) -> Milliseconds:
        """Return the time of the store. Raises `Unavailable`."""
        ...

    def publish(self, message: bytes) -> None:
        """Publish a notification to every process."""
        ...


class MemoryDocuments:
    """One process's access to the document store."""

    def __init__(self, memory: Shared) -> None:
        self._memory = memory
        self._listeners: list[tuple[Callable[[bytes], None], Callable[[], None]]] = []

    async def read(self, keys_: Sequence[Key]) -> list[Document | None]:
        """Return these documents."""
        now = self._memory.now()
        return [self._memory.documents.document(key, now) for key in keys_]

    async def commit(
        self, changes: Sequence[Change | Unchanged], indexed: Sequence[IndexChange] = (), news: bytes | None = None
    ) -> None:
        """Apply all changes of documents and indexes, or none."""
        touched = [keys.document(change.key) for change in changes] + [keys.index(each.index) for each in indexed]
        keys.check_commit(touched, tells=news is not None)
        self._memory.documents.commit(changes, indexed, self._memory.now())
        if news is not None:
            self._memory.publish(news)

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
        """Return the members of an index of the store, in their order."""
        self._memory.now()
        members = self._memory.documents.members(index, low, high)
        return (members[::-1] if highest_first else members)[skip : skip + most]

    async def count(self, index: str, *, low: float = -math.inf, high: float = math.inf) -> int:
        """Return the number of members in a range of an index."""
        self._memory.now()
        return len(self._memory.documents.members(index, low, high))

    async def number_of(self, index: str, member: str) -> float | None:
        """Return the number by which a member of an index is ordered."""
        self._memory.now()
        return self._memory.documents.number_of(index, member)

    async def numbers_of(self, index: str, members: Sequence[str]) -> list[float | None]:
        """Return the numbers by which these members of an index are ordered."""
        self._memory.now()
        return [self._memory.documents.number_of(index, member) for member in members]

    async def now(self) -> Milliseconds:
        """Return the time of the in-memory store."""
        return self._memory.now()

    def set_callbacks(self, received: Callable[[bytes], None], missed: Callable[[], None]) -> None:
        """Call `received` for every published message, and `missed` if messages may have been lost."""
        self._listeners.append((received, missed))

    def receive(self, message: bytes) -> None:
        """Pass a published notification to the listeners."""
        for received, _ in self._listeners:
            asyncio.get_running_loop().call_soon(received, message)

    def rung_again(self) -> None:
        """Notify the listeners that notifications may have been missed."""
        for _, missed in self._listeners:
            asyncio.get_running_loop().call_soon(missed)
