"""How many requests a match costs the store until it is settled, and how many of them go to the slot of the lobby."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from quarterdeck_server.lobby.documents import Change, Document, IndexChange, Key, Unchanged
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.storage.memory_documents import MemoryDocuments
from servers import Line, live_server, soon

OF_PROCESSES = frozenset(
    {"announcements", "attendance", "last_backup", "offers", "pause", "seeker", "tickets", "unarchived", "wave"}
)
"""Kinds and indexes that processes read periodically, and for many players at once."""


class CountedDocuments(MemoryDocuments):
    """A document store that notes the tags to which its reads and commits go."""

    def __init__(self, memory: Memory) -> None:
        super().__init__(memory)
        self.reads, self.commits = Counter[str](), Counter[str]()
        self.passing = OF_PROCESSES
        """The kinds whose reads are not counted."""

        self.committed = Counter[str]()
        """How often each kind was changed, and each index."""

    async def read(self, keys_: Sequence[Key]) -> list[Document | None]:
        there = [key for key in keys_ if key.kind not in self.passing]
        self.reads.update({tag_of(keys.document(key)) for key in there})  # a request for each tag, at the most
        return await super().read(keys_)

    async def commit(
        self, changes: Sequence[Change | Unchanged], indexed: Sequence[IndexChange] = (), news: bytes | None = None
    ) -> None:
        await super().commit(changes, indexed, news)
        touched = [(each.key.kind, keys.document(each.key)) for each in changes]
        touched += [(each.index, keys.index(each.index)) for each in indexed]
        if touched and touched[0][0] not in OF_PROCESSES:
            self.commits[tag_of(touched[0][1])] += 1
            self.committed.update({kind for kind, _ in touched})

    def taken(self) -> tuple[int, int, int]:
        """Return the numbers of commits and reads since the last call, and that of those in the lobby's slot."""
        commits, reads = self.commits.total(), self.reads.total()
        lobby = self.commits[keys.LOBBY] + self.reads[keys.LOBBY]
        self.commits.clear()
        self.reads.clear()
        return commits, reads, lobby


class CountedStore(MemoryStore):
    """One process's side of a memory, with such a document store."""

    def __init__(self) -> None:
        super().__init__(Memory())
        self.documents = self.counted = CountedDocuments(self.memory)


def tag_of(key: str) -> str:
    return key[key.index("{") : key.index("}") + 1]


async def test_a_match_of_two_guests_at_a_table_makes_as_few_requests_as_decision_136_says() -> None:
    store = CountedStore()
    of = store.counted
    async with live_server(store) as server, server.line() as warm, server.line() as ada, server.line() as bo:
        await soon(lambda: server.services.matches.clock.is_right)
        await warm.sign_in("Cy")  # the key of the marks is made
        await soon(lambda: of.reads.total() == 4)
        of.taken()

        await ada.sign_in("Ada")
        await bo.sign_in("Bo")
        await soon(lambda: of.reads.total() == 4)
        assert of.taken() == (2, 4, 6), "two guests arrive, and are checked again"

        async def ask(line: Line, kind: str, **what: Any) -> dict[str, Any]:
            answer = await line.ask({"type": kind, **what})
            table: dict[str, Any] = answer.get("table") or answer
            return table

        opened = await ask(ada, "open_table", game="tiny")
        assert of.taken() == (1, 3, 4), "open a table and sit"
        await ask(bo, "sit", table=opened["id"])
        assert of.taken() == (1, 4, 5), "another sits"
        await ask(ada, "ready", table=opened["id"])
        begun = await ask(bo, "ready", table=opened["id"])
        assert (begun["stage"], of.taken()) == ("playing", (4, 0, 4)), "both are ready, the match begins"
        of.passing |= {"table"}  # each process that has seen the ready table looks if it has begun, in two seconds

        for line in (ada, bo):
            await ask(line, "watch_match", match=begun["match"])
        await soon(lambda: of.committed["token"] == 5)
        assert of.taken() == (2, 2, 4), "guests who play are kept for longer"

        tables = of.committed["table"]
        await ask(ada, "resign", match=begun["match"])
        await soon(lambda: of.committed["table"] == tables + 1 and of.committed["played"])
        assert of.taken() == (2, 1, 3), "a resignation, and the end is settled"
