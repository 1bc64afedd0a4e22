"""Documents of a kind are read and changed by those who have seen the newest of them."""

import msgspec
import pytest
from msgspec import Raw
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.collections import TRIES, Collection, Commit, Snapshot, commit
from quarterdeck_server.lobby.documents import Change, Document, DocumentStore, Unchanged
from quarterdeck_server.lobby.tables.documents import TABLES
from quarterdeck_server.lobby.tables.model import TableRecord
from quarterdeck_server.storage.memory import MemoryStore
from quarterdeck_server.store_errors import Conflict


class Visit(msgspec.Struct, frozen=True):
    """How often somebody was here."""

    times: int


VISITS = Collection("visit", Visit)


@pytest.fixture
def documents() -> DocumentStore:
    return MemoryStore().documents


async def snapshot(documents: DocumentStore) -> Snapshot[Visit]:
    (seen,) = await VISITS.snapshots(documents, ["ada"])
    return seen


async def test_a_snapshot_knows_what_it_holds_and_becomes_the_next_one(documents: DocumentStore) -> None:
    nothing = await snapshot(documents)
    assert (nothing.record, nothing.revision) == (None, 0)
    await documents.commit([nothing.becomes(Visit(1))])
    first = await snapshot(documents)
    await documents.commit([first.becomes(Visit(2))])
    second = await snapshot(documents)
    assert [(seen.record, seen.revision) for seen in (first, second)] == [(Visit(1), 1), (Visit(2), 2)]
    await documents.commit([second.becomes(None)])
    assert (await snapshot(documents)).record is None


async def test_a_snapshot_that_is_not_the_newest_changes_nothing_and_lets_nothing_else_change(
    documents: DocumentStore,
) -> None:
    old = await snapshot(documents)
    await documents.commit([old.becomes(Visit(1))])
    other = VISITS.put("bo", None, Visit(1))
    late: list[list[Change | Unchanged]] = [[old.becomes(Visit(9))], [old.becomes(None)], [old.stays(), other]]
    for changes in late:
        with pytest.raises(Conflict):
            await documents.commit(changes)
    await documents.commit([(await snapshot(documents)).stays(), other])
    assert await VISITS.read(documents, ["ada", "bo"]) == [Visit(1), Visit(1)]


def test_anything_that_a_snapshot_holds_is_not_decoded_before_somebody_asks() -> None:
    broken = Snapshot(VISITS, "ada", Document(VISITS.key("ada"), 3, b"not JSON"))
    assert (broken.revision, broken.stays()) == (3, Unchanged(VISITS.key("ada"), 3))
    with pytest.raises(msgspec.DecodeError):
        _ = broken.record


async def test_anything_that_is_decided_is_decided_again_when_somebody_was_faster(documents: DocumentStore) -> None:
    looks = 0

    def decide(stored: list[Document | None]) -> Commit[int]:
        nonlocal looks
        looks += 1
        if looks == 1:  # as another process would, that has read the same
            return Commit(0, [VISITS.drop("ada", Document(VISITS.key("ada"), 7, b""))])
        before = VISITS.of(stored[0])
        return Commit(looks, [VISITS.put("ada", stored[0], Visit(1 if before is None else before.times + 1))])

    assert await commit(documents, [VISITS.key("ada")], decide) == 2
    assert await VISITS.read(documents, ["ada"]) == [Visit(1)]


async def test_a_player_who_is_never_the_fastest_is_told_so(documents: DocumentStore) -> None:
    looks = 0

    def decide(_: list[Document | None]) -> Commit[None]:
        nonlocal looks
        looks += 1
        return Commit(None, [VISITS.put("ada", Document(VISITS.key("ada"), 7, b""), Visit(1))])

    with pytest.raises(CommandRefused) as refused:
        await commit(documents, [VISITS.key("ada")], decide)
    assert (refused.value.code, looks) == (RefusalCode.UNAVAILABLE, TRIES)


def test_a_collection_that_remembers_decodes_equal_documents_once() -> None:
    remembering = Collection("visit", Visit, remembers=2)
    found = [remembering.of(Document(VISITS.key("ada"), 1, b'{"times": %d}' % each)) for each in (1, 1, 2, 3, 1)]
    assert found == [Visit(1), Visit(1), Visit(2), Visit(3), Visit(1)]
    assert found[0] is found[1]
    assert found[0] is not found[4]  # two others were read meanwhile


def test_a_table_that_was_not_changed_is_not_decoded_again() -> None:
    record = TableRecord(
        id=TableId("t"),
        game=GameName("tiny"),
        options=Raw(b"{}"),
        time_limit=Milliseconds(1_000),
        places=(),
        match=MatchId("m"),
        seed="",
        commitment="",
        opened_at=Milliseconds(1),
    )
    body = msgspec.json.encode(record)
    first, again = (TABLES.of(Document(TABLES.key("t"), 1, bytes(bytearray(body)))) for _ in range(2))
    assert first is again
