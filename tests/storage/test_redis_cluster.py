"""What only a cluster brings with it: slots that move while they are written to, nodes that die, keys that must stand
together."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from clusters import Cluster, Server
from quarterdeck_protocol.names import MatchId
from quarterdeck_server.lobby.documents import Change, Key
from quarterdeck_server.matches.log import NEVER
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.redis_pipeline import Script
from quarterdeck_server.storage.redis_store import RedisStore
from quarterdeck_server.store_errors import Conflict, Unavailable
from stores import Ears, before, next_of, patient_store, until_it_answers

MATCH = MatchId("match")
SLOT = keys.slot(keys.of_match(MATCH).log)
LOBBY_SLOT = keys.slot(keys.NOTIFICATIONS_CHANNEL)


@pytest.fixture
async def another_process(cluster_url: str) -> AsyncIterator[Callable[[], Awaitable[RedisStore]]]:
    started: list[RedisStore] = []

    async def start() -> RedisStore:
        started.append(patient_store(cluster_url))
        await started[-1].start()
        return started[-1]

    yield start
    for store in started:
        await store.close()


def another_than(cluster: Cluster, slot: int) -> Server:
    """Return the node after the one that has a slot."""
    return cluster.nodes[(cluster.nodes.index(cluster.owner(slot)) + 1) % len(cluster.nodes)]


async def in_a_thread(work: Callable[[], object]) -> None:
    await asyncio.to_thread(work)


AnotherProcess = Callable[[], Awaitable[RedisStore]]


@pytest.mark.parametrize("how", ["key by key", "at once"])
async def test_nothing_is_refused_lost_or_doubled_while_the_slot_of_a_match_moves(
    another_process: AnotherProcess, cluster_of_our_own: Cluster, how: str
) -> None:
    stores = [await another_process() for _ in range(2)]
    won: list[tuple[int, bytes]] = []
    moved = asyncio.Event()

    async def play(store: RedisStore, name: bytes) -> None:
        while not moved.is_set():
            version = (await store.log.versions([MATCH]))[MATCH] + 1
            try:
                await store.log.append(MATCH, before(version), name, NEVER, over=False)
            except Conflict:
                continue
            won.append((version, name))

    playing = [asyncio.create_task(play(store, b"%d" % number)) for number, store in enumerate(stores)]
    try:
        for _ in range(4):
            seen = len(won)
            while len(won) < seen + 20:
                await asyncio.wait(playing, timeout=0.01, return_when=asyncio.FIRST_COMPLETED)
                assert not any(task.done() for task in playing), "somebody was refused"
            to = another_than(cluster_of_our_own, SLOT)
            move = cluster_of_our_own.move if how == "key by key" else cluster_of_our_own.move_at_once
            await asyncio.to_thread(move, SLOT, to)
    finally:
        moved.set()
        await asyncio.gather(*playing)
    read = [(stamped.version, stamped.entry) for stamped in (await stores[0].log.read(MATCH)).entries]
    assert read == sorted(won)
    assert [version for version, _ in read] == list(range(1, len(won) + 1))


async def test_what_is_asked_of_a_slot_on_its_way_is_answered_where_its_keys_are(
    another_process: AnotherProcess, cluster_of_our_own: Cluster
) -> None:
    store = await another_process()
    await store.log.append(MATCH, before(1), b"entry", NEVER, over=False)
    await store.log.follow(MATCH)
    to = another_than(cluster_of_our_own, SLOT)
    source = cluster_of_our_own.begin_move(SLOT, to)
    assert (await store.log.versions([MATCH]))[MATCH] == 1, "it has not left"
    assert cluster_of_our_own.carry(SLOT, source, to) == 3
    assert (await store.log.versions([MATCH]))[MATCH] == 1, "ASK says where it is"
    [written] = (await store.log.read(MATCH)).entries
    waiting = store.log.append(MATCH, before(2), b"entry", NEVER, over=False)  # its deadlines are nowhere
    assert (await store.log.versions([MATCH]))[MATCH] == 1
    cluster_of_our_own.end_move(SLOT, source, to)
    assert await waiting >= written.at
    assert (await store.log.versions([MATCH]))[MATCH] == 2


async def test_whoever_follows_a_match_hears_of_it_after_its_slot_has_moved(
    another_process: AnotherProcess, cluster_of_our_own: Cluster
) -> None:
    writer, follower = await another_process(), await another_process()
    ears = Ears(follower)
    await follower.log.follow(MATCH)
    await writer.log.append(MATCH, before(1), b"before", NEVER, over=False)
    assert (await next_of(ears.entries))[1].entry == b"before"
    ears.missed.clear()
    cluster_of_our_own.move(SLOT, another_than(cluster_of_our_own, SLOT))
    await writer.log.append(MATCH, before(2), b"while nobody may hear", NEVER, over=False)
    await ears.missed.wait()
    await until_it_answers(follower)  # it is subscribed to everything again
    await writer.log.append(MATCH, before(3), b"after", NEVER, over=False)
    while (await next_of(ears.entries))[1].entry != b"after":
        pass


async def test_everybody_is_told_what_a_commit_tells_after_the_lobby_has_moved(
    another_process: AnotherProcess, cluster_of_our_own: Cluster
) -> None:
    writer, other = await another_process(), await another_process()
    ears = Ears(other)
    key = Key("account", "one")
    await writer.documents.commit([Change(key, 0, b"1")])
    cluster_of_our_own.move(LOBBY_SLOT, another_than(cluster_of_our_own, LOBBY_SLOT))
    await writer.documents.commit([Change(key, 1, b"2")], told=b"while nobody may hear")
    await writer.documents.commit([], told=b"without any document")
    await ears.missed.wait()
    await until_it_answers(other)
    await writer.documents.commit([Change(key, 2, b"3")], told=b"after")
    while await next_of(ears.told) != b"after":
        pass
    [document] = await other.documents.read([key])
    assert document is not None
    assert (document.revision, document.body) == (3, b"3")


async def test_a_script_whose_keys_are_in_two_slots_is_not_sent(another_process: AnotherProcess) -> None:
    store = await another_process()
    with pytest.raises(ValueError, match="not in one slot"):
        store.line.run(Script("head.lua"), (keys.deadlines(1), keys.deadlines(2)), meaning=lambda reply: reply)


async def test_all_that_is_appended_in_one_turn_is_one_round_trip_to_each_node(another_process: AnotherProcess) -> None:
    store = await another_process()
    await store.ping()
    sent = store.line.batches
    matches = [MatchId(f"match-{number}") for number in range(300)]
    await asyncio.gather(*(store.log.append(match, before(1), b"", NEVER, over=False) for match in matches))
    assert store.line.batches == sent + 3


async def test_a_cluster_that_is_not_there_is_unavailable() -> None:
    store = RedisStore("redis+cluster://127.0.0.1:1,127.0.0.1:2", patience=0.5)
    await store.start()
    for asked in (store.ping(), store.log.read(MATCH), store.log.due(1), store.documents.read([Key("a", "b")])):
        with pytest.raises(Unavailable):
            await asked
    await store.close()
    with pytest.raises(Unavailable):
        await store.log.read(MATCH)
