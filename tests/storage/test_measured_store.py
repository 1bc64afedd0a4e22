"""A measured store does what the store does, and counts what was asked, what failed and what came too late."""

import pytest
from quarterdeck_protocol.names import MatchId, Version
from quarterdeck_server.lobby.documents import Change, IndexEntry, Key
from quarterdeck_server.matches.log import NEVER, START, Remembered, Stamped
from quarterdeck_server.metrics import Metrics
from quarterdeck_server.storage.measured_store import MeasuredStore
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.store_errors import Conflict, Unavailable

MATCH = MatchId("match")
KEY = Key("account", "one")


@pytest.fixture
def memory() -> Memory:
    return Memory()


async def test_every_request_is_counted_as_what_it_is(memory: Memory) -> None:
    metrics = Metrics()
    store = MeasuredStore(MemoryStore(memory), metrics)
    await store.start()
    await store.ping()
    await store.log.append(MATCH, START, b"{}", NEVER, over=False)
    await store.log.subscribe(MATCH)
    assert [stamped.entry for stamped in (await store.log.read(MATCH)).entries] == [b"{}"]
    assert await store.log.versions([MATCH]) == {MATCH: 1}
    head = (await store.log.heads([MATCH]))[MATCH]
    await store.log.rewind(MATCH, head)
    forgotten = Stamped(Version(head.version + 1), b"forgotten", await store.log.now())
    await store.log.restore(MATCH, head, Remembered(epoch=head.epoch, entries=[forgotten], until=None, over=False))
    assert await store.log.due(5) == []
    assert list(await store.log.due_after(await store.log.now())) == []
    assert not await store.log.pack(MATCH)
    await store.log.store_snapshot(MATCH, {}, replaces_all=True)
    assert await store.log.snapshot(MATCH) == {}
    assert not await store.log.drop(MATCH, head)
    await store.log.unsubscribe(MATCH)
    await store.documents.commit([Change(KEY, 0, b"{}")], [IndexEntry("all", "one", 1.0)])
    (found,) = await store.documents.read([KEY])
    assert found is not None
    assert await store.documents.listed("all", most=5) == [("one", 1.0)]
    assert await store.documents.count("all") == await store.documents.number_of("all", "one") == 1
    assert await store.log.now() <= await store.documents.now()
    await store.close()
    asked = {operation: each.begun for operation, each in metrics.store.items()}
    assert asked == {
        **dict.fromkeys(
            ("ping", "read", "rewind", "restore", "subscribe", "unsubscribe", "versions", "heads", "due", "due_after"),
            1,
        ),
        **dict.fromkeys(("pack", "drop", "store_snapshot", "snapshot"), 1),
        **dict.fromkeys(("read_documents", "commit", "list", "count", "look_up"), 1),
        "now": 4,
    }
    assert {operation: sum(each.seconds.counts) for operation, each in metrics.store.items()} == asked
    assert not any(each.errors or each.conflicts for each in metrics.store.values())


async def test_anything_that_fails_and_what_comes_too_late_are_two_things(memory: Memory) -> None:
    metrics = Metrics()
    store = MeasuredStore(MemoryStore(memory), metrics)
    await store.documents.commit([Change(KEY, 0, b"{}")])
    with pytest.raises(Conflict):
        await store.documents.commit([Change(KEY, 0, b"{}")])
    memory.leave()
    with pytest.raises(Unavailable):
        await store.documents.commit([Change(KEY, 1, b"{}")])
    with pytest.raises(Unavailable):
        await store.ping()
    counted = metrics.store["commit"]
    assert (counted.begun, counted.conflicts, counted.errors, sum(counted.seconds.counts)) == (3, 1, 1, 3)
    assert metrics.store["ping"].errors == 1
