"""Typed documents for the lobby, and changes that are retried after a conflict."""

from collections.abc import Awaitable, Callable, Sequence
from functools import lru_cache
from typing import Generic, TypeVar

import msgspec
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.documents import Change, Document, DocumentStore, IndexChange, Key, Unchanged
from quarterdeck_server.store_errors import Conflict

TRIES = 16
MOST_IN_A_ROUND_TRIP = 100
"""Limit of documents read at once in `read_many`. To decode them takes about a millisecond."""

Held = TypeVar("Held")
Answer = TypeVar("Answer")

_encoder = msgspec.json.Encoder()


class Snapshot(Generic[Held]):
    """A document as it was read, passed on to a later step that decides about it. Its content is decoded on first
    access."""

    __slots__ = ("_collection", "_document", "_record", "name")

    def __init__(self, collection: "Collection[Held]", name: str, document: Document | None) -> None:
        self._collection = collection
        self._document = document
        self._record: Held | None = None
        self.name = name

    @property
    def revision(self) -> int:
        """The revision at which the document was read; 0 if it did not exist."""
        return seen(self._document)

    @property
    def record(self) -> Held | None:
        """The content of a document as it was read; `None` if it did not exist."""
        if self._record is None:
            self._record = self._collection.of(self._document)
        return self._record

    def becomes(self, record: Held | None, seconds: int | None = None) -> Change:
        """Return the change that stores this record in the document; `None` removes the document."""
        if record is None:
            return self._collection.drop(self.name, self._document)
        return self._collection.put(self.name, self._document, record, seconds)

    def stays(self) -> Unchanged:
        """Return the condition that the document is unchanged when the rest is committed."""
        return Unchanged(self._collection.key(self.name), self.revision)


class Collection(Generic[Held]):
    """All documents of one kind, with the type of their content."""

    def __init__(self, kind: str, holds: type[Held], *, remembers: int = 0) -> None:
        """Make the collection of a kind. The contents of the last `remembers` different documents are decoded only
        once. They are shared, so their type must be immutable, and all its fields too."""
        self._kind = kind
        decode: Callable[[bytes], Held] = msgspec.json.Decoder(holds).decode
        self._decode = lru_cache(remembers)(decode) if remembers else decode

    def key(self, name: str) -> Key:
        return Key(self._kind, name)

    def of(self, document: Document | None) -> Held | None:
        """Return the content of a document; `None` if it does not exist."""
        return None if document is None else self._decode(document.body)

    async def read(self, documents: DocumentStore, names: Sequence[str]) -> list[Held | None]:
        """Return the contents of these documents of one kind, in one round trip. Raises `Unavailable`."""
        return [self.of(document) for document in await documents.read([self.key(name) for name in names])]

    async def read_many(self, documents: DocumentStore, names: Sequence[str]) -> list[Held | None]:
        """Return the contents of any number of documents. Each round trip reads `MOST_IN_A_ROUND_TRIP`, so that other
        tasks can run in between. Raises `Unavailable`."""
        starts = range(0, len(names), MOST_IN_A_ROUND_TRIP)
        return [
            held for start in starts for held in await self.read(documents, names[start : start + MOST_IN_A_ROUND_TRIP])
        ]

    async def snapshots(self, documents: DocumentStore, names: Sequence[str]) -> list[Snapshot[Held]]:
        """Return these documents as they are read, in one round trip. Raises `Unavailable`."""
        read = await documents.read([self.key(name) for name in names])
        return [Snapshot(self, name, document) for name, document in zip(names, read, strict=True)]

    def put(self, name: str, document: Document | None, record: Held, seconds: int | None = None) -> Change:
        """Return the change that stores `record` in a document. `document` is the document as it was read."""
        return Change(self.key(name), seen(document), _encoder.encode(record), seconds)

    def drop(self, name: str, document: Document | None) -> Change:
        """Return the change that removes a document. `document` is the document as it was read."""
        return Change(self.key(name), seen(document))


def seen(document: Document | None) -> int:
    """Return the revision at which a document was read; 0 if it did not exist."""
    return 0 if document is None else document.revision


class Commit(msgspec.Struct, Generic[Answer], frozen=True):
    """Changes to commit, and the answer to return once they are committed."""

    answer: Answer
    changes: Sequence[Change | Unchanged] = ()
    indexed: Sequence[IndexChange] = ()
    news: bytes | None = None


class ExtraWrites(msgspec.Struct, frozen=True):
    """Further writes in the same commit as a change, such as its author and reason."""

    changes: tuple[Change | Unchanged, ...] = ()
    indexed: tuple[IndexChange, ...] = ()
    news: tuple[bytes, ...] = ()
    """Further notifications to all processes, sent when the commit has succeeded."""

    def plus(self, other: "ExtraWrites") -> "ExtraWrites":
        """Return the extra writes of this object and of the other one."""
        return ExtraWrites(self.changes + other.changes, self.indexed + other.indexed, self.news + other.news)


NOTHING = ExtraWrites()

Decide = Callable[[list[Document | None]], Commit[Answer]]


async def commit(documents: DocumentStore, keys: Sequence[Key], decide: Decide[Answer]) -> Answer:
    """Read these documents, decide on changes and commit them. After a conflict all of this is repeated. A decision
    without a change is answered without a commit. Raises the errors of `decide`, `CommandRefused` and `Unavailable`."""

    async def step() -> Answer:
        decided = decide(await documents.read(keys))
        if decided.changes or decided.indexed or decided.news is not None:
            await documents.commit(decided.changes, decided.indexed, decided.news)
        return decided.answer

    return await again(step)


async def again(step: Callable[[], Awaitable[Answer]]) -> Answer:
    """Take a step, and repeat all of it after a conflict, because the documents that it reads may depend on others'
    changes. Raises the errors of the step, and `CommandRefused`."""
    for _ in range(TRIES):
        try:
            return await step()
        except Conflict:
            continue
    raise CommandRefused(
        RefusalCode.UNAVAILABLE, Text("Too many others are changing this at the same time; send it again in a moment.")
    )
