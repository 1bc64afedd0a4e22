"""What only the store in memory can: its clock is the test's, and it goes away when told to."""

import asyncio
from collections.abc import Awaitable

import pytest
from quarterdeck_protocol.names import MatchId, Milliseconds
from quarterdeck_server.lobby.documents import Change, Document, Key
from quarterdeck_server.matches.log import NEVER, Deadline
from quarterdeck_server.storage.lifetimes import Lifetimes
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.storage.memory_documents import FEWEST_LOOKED_AT
from quarterdeck_server.store_errors import Unavailable
from stores import SOON, Ears, before

MATCH = MatchId("match")

KEY = Key("account", "one")


class Clock:
    def __init__(self) -> None:
        self.ms = 1_000_000

    def __call__(self) -> Milliseconds:
        return Milliseconds(self.ms)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(clock: Clock) -> MemoryStore:
    return MemoryStore(Memory(clock, Lifetimes(finished_match=10)))


async def test_a_deadline_passes_when_the_clock_says_so(store: MemoryStore, clock: Clock) -> None:
    at = await store.log.append(MATCH, before(1), b"", Deadline(limit=Milliseconds(500)), over=False)
    assert at == await store.log.now() == 1_000_000
    clock.ms += 499
    assert await store.log.due(9) == []
    clock.ms += 1
    assert await store.log.due(9) == [MATCH]


async def test_a_finished_match_is_kept_for_its_lifetime(store: MemoryStore, clock: Clock) -> None:
    await store.log.append(MATCH, before(1), b"", NEVER, over=True)
    clock.ms += 9_999
    assert (await store.log.versions([MATCH]))[MATCH] == 1
    clock.ms += 1
    assert (await store.log.versions([MATCH]))[MATCH] == 0


async def test_a_page_is_kept_for_as_long_as_its_commit_says(store: MemoryStore, clock: Clock) -> None:
    await store.documents.commit([Change(KEY, 0, b"kept", seconds=30)])
    clock.ms += 29_999
    assert await store.documents.read([KEY]) == [Document(KEY, 1, b"kept")]
    clock.ms += 1
    assert await store.documents.read([KEY]) == [None]


async def test_while_it_is_away_everything_is_unavailable_and_nothing_is_lost(store: MemoryStore) -> None:
    ears = Ears(store)
    await store.start()
    await store.log.append(MATCH, before(1), b"", NEVER, over=False)
    store.memory.leave()
    with pytest.raises(Unavailable):
        await store.log.append(MATCH, before(2), b"", NEVER, over=False)
    log, documents = store.log, store.documents
    asked: list[Awaitable[object]] = [store.ping(), log.now(), log.read(MATCH), log.due(1), log.subscribe(MATCH)]
    asked += [
        documents.read([]),
        documents.commit([]),
        documents.listed("", most=1),
        documents.count(""),
        documents.now(),
    ]
    for question in asked:
        with pytest.raises(Unavailable):
            await question
    store.memory.come_back()
    await asyncio.wait_for(ears.missed.wait(), SOON)
    assert (await store.log.versions([MATCH]))[MATCH] == 1


async def test_pages_that_have_ended_are_not_held_for_ever(clock: Clock) -> None:
    memory = Memory(clock)
    documents = MemoryStore(memory).documents
    for number in range(5 * FEWEST_LOOKED_AT):
        await documents.commit([Change(Key("attempts", str(number)), 0, b"{}", 60)])
        clock.ms += 1_000
    assert memory.documents.held <= 2 * FEWEST_LOOKED_AT
    assert await documents.read([Key("attempts", str(5 * FEWEST_LOOKED_AT - 1))]) != [None]
