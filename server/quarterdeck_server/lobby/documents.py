"""The document store: all data of the lobby, as documents that change together or not at all.

A document is bytes under a key, with a revision: a writer that has not seen the newest revision changes nothing. An
index orders members by a number (a time, a rating). One `commit` changes any number of documents and indexes in one
piece, so a transition of the lobby (four tickets become one offer; a name moves from one account to another) is one
commit, and there is no state in between.

Only the owner of a document knows its meaning; `storage/` keeps these promises in memory and in Redis.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

import msgspec
from quarterdeck_protocol.names import Milliseconds


class Key(NamedTuple):
    """Key of a document: its kind (`account`) and its name. Neither holds spaces."""

    kind: str
    name: str


class Document(msgspec.Struct, frozen=True):
    """A document as it is stored."""

    key: Key
    revision: int
    """1 when it is first written, and one more with every change."""

    body: bytes


class Change(msgspec.Struct, frozen=True):
    """Change of one document."""

    key: Key
    seen: int
    """The revision that the document must have for the commit to be carried out; 0 if there must be none."""

    body: bytes | None = None
    """What it holds from now on; `None` to remove it. What is removed may be written again, from revision 1."""

    seconds: int | None = None
    """How long it is kept from now on; `None` for ever."""


class Unchanged(msgspec.Struct, frozen=True):
    """A document that has to be as it was seen for a commit to be carried out, and stays so."""

    key: Key
    seen: int


class IndexEntry(msgspec.Struct, frozen=True):
    """New place of a member in an index."""

    index: str
    member: str
    at: float | None
    """The number it is ordered by, exact for whole numbers up to 2^53; `None` to take it out."""


class IndexSweep(msgspec.Struct, frozen=True):
    """An index from which everything below a number is taken out."""

    index: str
    below: float


class IndexAddition(msgspec.Struct, frozen=True):
    """Addition to the number of a member of an index, from 0 if it is not in it: a total that many change at once,
    without having seen each other's changes."""

    index: str
    member: str
    by: int


IndexChange = IndexEntry | IndexSweep | IndexAddition


class DocumentStore(Protocol):
    """All documents and indexes."""

    async def read(self, keys: Sequence[Key]) -> list[Document | None]:
        """Return these documents, each as it stands, in one round trip; `None` for each that is not there. Raises
        `Unavailable`."""
        ...

    async def commit(
        self,
        changes: Sequence[Change | Unchanged],
        indexed: Sequence[IndexChange] = (),
        news: bytes | None = None,
    ) -> None:
        """Change all of these documents and indexes, if every document has the expected revision, and send every
        process, this one too, the `news`. Raises `Conflict`, and then nothing has changed; or `Unavailable`, and then
        nobody knows if it has."""
        ...

    async def listed(
        self, index: str, *, most: int, low: float = ..., high: float = ..., highest_first: bool = False, skip: int = 0
    ) -> list[tuple[str, float]]:
        """Return the members of an index from `low` to `high`, both included, in their order, and their numbers. Raises
        `Unavailable`."""
        ...

    async def count(self, index: str, *, low: float = ..., high: float = ...) -> int:
        """Return how many members of an index stand from `low` to `high`, both included. Raises `Unavailable`."""
        ...

    async def number_of(self, index: str, member: str) -> float | None:
        """Return the number by which a member of an index is ordered; `None` if it is not in it. Raises
        `Unavailable`."""
        ...

    async def now(self) -> Milliseconds:
        """Return the store's clock. Raises `Unavailable`."""
        ...

    def listen(self, heard: Callable[[bytes], None], missed: Callable[[], None]) -> None:
        """Pass every published message on in this process, in the order of the commits; `missed` when one may
        have gone by. Any number may listen."""
        ...
