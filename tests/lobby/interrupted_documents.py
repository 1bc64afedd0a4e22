"""A document store on which somebody else is faster, or whose answer is lost, once and at a place that a test chooses.
That somebody tries a password is counted as always: it is what comes of it that is interrupted."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from quarterdeck_server.lobby.documents import Change, DocumentStore, IndexChange, Unchanged
from quarterdeck_server.store_errors import Unavailable


class Interrupted:
    """Another document store, with something in between."""

    def __init__(self, documents: DocumentStore) -> None:
        self._documents = documents
        self.before_the_next_commit: Callable[[], Awaitable[Any]] | None = None
        """What others do when everything has been read and nothing written."""

        self.before_the_next_commit_of: tuple[bytes, Callable[[], Awaitable[Any]]] | None = None
        """What others do before the next commit that writes a document with these bytes in it; `no account` stands for
        one that removes an account."""

        self.was_interrupted = False
        """Whether that has happened."""

        self.loses_the_next_answer = False
        """Whether the next commit is carried out without anybody hearing of it."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._documents, name)

    async def commit(
        self, changes: Sequence[Change | Unchanged], indexed: Sequence[IndexChange] = (), news: bytes | None = None
    ) -> None:
        """Commit, with what is to happen around it."""
        if changes and all(change.key.kind == "attempts" for change in changes):
            await self._documents.commit(changes, indexed, news)
            return
        meanwhile, self.before_the_next_commit = self.before_the_next_commit, None
        if meanwhile is not None:
            await meanwhile()
        if self.before_the_next_commit_of is not None:
            words, between = self.before_the_next_commit_of
            written = [each.body or b"no " + each.key.kind.encode() for each in changes if isinstance(each, Change)]
            if any(words in each for each in written):
                self.before_the_next_commit_of, self.was_interrupted = None, True
                await between()
        await self._documents.commit(changes, indexed, news)
        if self.loses_the_next_answer:
            self.loses_the_next_answer = False
            raise Unavailable("the answer was lost")
