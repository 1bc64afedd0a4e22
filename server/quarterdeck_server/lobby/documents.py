"""The document store: all data of the lobby, as documents that are changed together in commits.

A document is bytes under a key, with a revision: a writer that has not read the newest revision changes nothing. An
index orders members by a number (a time, a rating). One `commit` changes any number of documents and indexes
atomically. So a transition of the lobby (four tickets become one offer; a name moves from one account to another) is
one commit, and there is no state in between.

Only the owner of a document knows its meaning; `storage/` implements this interface in memory and in Redis.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple, Protocol

import msgspec
from quarterdeck_protocol.names import Milliseconds

Now = Callable[[], Awaitable[Milliseconds]]
"""Returns the store's time, or an estimate of it. Raises `Unavailable`."""


class Key(NamedTuple):
    """The key of a document: its kind (such as `account`) and its name. Neither contains spaces."""

    kind: str
    name: str


class Document(msgspec.Struct, frozen=True):
    """A document in its stored form."""

    key: Key
    revision: int
    """The revision: 1 after the first write, and one more with every change."""

    body: bytes


class Change(msgspec.Struct, frozen=True):
    """A change of one document in a commit."""

    key: Key
    seen: int
    """The revision that the document must have for the commit to be carried out; 0 if there must be none."""

    body: bytes | None = None
    """The new content; `None` removes the document. A removed document may be written again, from revision 1."""

    seconds: int | None = None
    """Seconds until the document expires; `None` for never."""


class Unchanged(msgspec.Struct, frozen=True):
    """A condition of a commit: the document still has the revision that was read. The commit does not change it."""

    key: Key
    seen: int


class IndexEntry(msgspec.Struct, frozen=True):
    """A change of an index: the new place of one member."""

    index: str
    member: str
    at: float | None
    """The number by which the member is ordered, exact for integers up to 2^53. `None` removes the member."""


class IndexSweep(msgspec.Struct, frozen=True):
    """A change of an index: all members below a number are removed."""

    index: str
    below: float


class IndexAddition(msgspec.Struct, frozen=True):
    """A change of an index: a number is added to the number of a member, or to 0 if the index does not contain the
    member. Many writers can change such a total at once without having read each other's changes."""

    index: str
    member: str
    by: int


IndexChange = IndexEntry | IndexSweep | IndexAddition


class DocumentStore(Protocol):
    """Interface of the store for all documents and indexes of the lobby."""

    async def read(self, keys: Sequence[Key]) -> list[Document | None]:
        """Return the current state of these documents, in one round trip; `None` for each that does not exist. Raises
        `Unavailable`."""
        ...

    async def commit(
        self, changes: Sequence[Change | Unchanged], indexed: Sequence[IndexChange] = (), news: bytes | None = None
    ) -> None:
        """Change all of these documents and indexes, if every document has the expected revision, and send the `news`
        to all processes including this one. Raises `Conflict` if nothing was changed. Raises `Unavailable` if it is
        unknown whether the commit succeeded."""
        ...

    async def listed(
        self, index: str, *, most: int, low: float = ..., high: float = ..., highest_first: bool = False, skip: int = 0
    ) -> list[tuple[str, float]]:
        """Return the members of an index from `low` to `high`, both included, in their order, and their numbers. Raises
        `Unavailable`."""
        ...

    async def count(self, index: str, *, low: float = ..., high: float = ...) -> int:
        """Return the number of members of an index from `low` to `high`, both included. Raises `Unavailable`."""
        ...

    async def number_of(self, index: str, member: str) -> float | None:
        """Return the number by which a member of an index is ordered; `None` if the index does not contain the member.
        Raises `Unavailable`."""
        ...

    async def numbers_of(self, index: str, members: Sequence[str]) -> list[float | None]:
        """Return the numbers by which these members of an index are ordered, in one round trip. Raises
        `Unavailable`."""
        ...

    async def now(self) -> Milliseconds:
        """Return the time of the store's clock. Raises `Unavailable`."""
        ...

    def set_callbacks(self, received: Callable[[bytes], None], missed: Callable[[], None]) -> None:
        """Call `received` in this process for every published message, in the order of the commits. Call `missed` when
        a
        message may have been lost. Any number of listeners may be added."""
        ...
