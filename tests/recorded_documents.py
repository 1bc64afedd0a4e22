"""A store in memory that notes what is committed to its document store, and can be hard of hearing."""

from collections.abc import Sequence
from typing import Any

from quarterdeck_server.lobby.documents import Change, Document, DocumentStore, IndexChange, Key, Unchanged
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.storage.memory_documents import MemoryDocuments


class NotingDocuments(MemoryDocuments):
    """The document store of one process, and what it has committed."""

    def __init__(self, memory: Memory) -> None:
        super().__init__(memory)
        self.commits: list[list[Change | Unchanged]] = []
        self.is_deaf = False
        """Whether this process receives nothing of what is published."""

    @property
    def written(self) -> bytes:
        """Everything that was ever written, the names of the pages too."""
        changes = [change for commit in self.commits for change in commit if isinstance(change, Change)]
        return b" ".join(" ".join(change.key).encode() + b" " + (change.body or b"") for change in changes)

    async def commit(
        self, changes: Sequence[Change | Unchanged], indexed: Sequence[IndexChange] = (), news: bytes | None = None
    ) -> None:
        await super().commit(changes, indexed, news)
        self.commits.append(list(changes))

    def receive(self, message: bytes) -> None:
        if not self.is_deaf:
            super().receive(message)


class NotingStore(MemoryStore):
    """One process's side of a memory, with such a document store."""

    def __init__(self, memory: Memory | None = None) -> None:
        super().__init__(memory)
        self.documents = self.noting = NotingDocuments(self.memory)


class CountedDocuments:
    """Another document store, which notes each of its calls that go to the store."""

    def __init__(self, documents: DocumentStore) -> None:
        self._documents = documents
        self.calls: list[str] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._documents, name)

    async def read(self, keys: Sequence[Key]) -> list[Document | None]:
        self.calls.append("read")
        return await self._documents.read(keys)

    async def commit(self, *what: Any) -> None:
        self.calls.append("commit")
        await self._documents.commit(*what)
