"""What only a cluster brings with it: slots that move while they are written to, nodes that die, keys that must stand
together."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from clusters import Cluster
from quarterdeck_protocol.names import MatchId, Milliseconds
from quarterdeck_server.lobby.documents import Key
from quarterdeck_server.matches.log import NEVER, Deadline
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.redis.redis_store import RedisStore
from quarterdeck_server.storage.wire.question import Script
from quarterdeck_server.store_errors import Conflict, Unavailable
from stores import Ears, before, next_of, patient_store, until_it_answers

MATCH = MatchId("match")
SLOT = keys.slot(keys.of_match(MATCH).log)


AnotherProcess = Callable[[], Awaitable[RedisStore]]


@pytest.mark.parametrize("how", ["key by key", "at once"])
async def test_nothing_is_refused_lost_or_doubled_while_the_slot_of_a_match_moves(
    another_process_of_it: AnotherProcess, cluster_of_our_own: Cluster, how: str
) -> None:
    stores = [await another_process_of_it() for _ in range(2)]
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
            to = cluster_of_our_own.another_than(SLOT)
            move = cluster_of_our_own.move if how == "key by key" else cluster_of_our_own.move_at_once
            await asyncio.to_thread(move, SLOT, to)
    finally:
        moved.set()
        await asyncio.gather(*playing)
    read = [(stamped.version, stamped.entry) for stamped in (await stores[0].log.read(MATCH)).entries]
    assert read == sorted(won)
    assert [version for version, _ in read] == list(range(1, len(won) + 1))


async def test_anything_that_is_asked_of_a_slot_on_its_way_is_answered_where_its_keys_are(
    another_process_of_it: AnotherProcess, cluster_of_our_own: Cluster
) -> None:
    store = await another_process_of_it()
    await store.log.append(MATCH, before(1), b"entry", NEVER, over=False)
    await store.log.subscribe(MATCH)
    to = cluster_of_our_own.another_than(SLOT)
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


async def test_a_script_whose_keys_are_in_two_slots_is_not_sent(another_process_of_it: AnotherProcess) -> None:
    store = await another_process_of_it()
    with pytest.raises(ValueError, match="not in one slot"):
        store.pipeline.run(Script("head.lua"), (keys.deadlines(1), keys.deadlines(2)), meaning=lambda reply: reply)


async def test_anything_that_is_appended_in_one_turn_is_one_round_trip_to_each_node(
    another_process_of_it: AnotherProcess,
) -> None:
    store = await another_process_of_it()
    await store.ping()
    sent = store.pipeline.batches
    matches = [MatchId(f"match-{number}") for number in range(300)]
    await asyncio.gather(*(store.log.append(match, before(1), b"", NEVER, over=False) for match in matches))
    assert store.pipeline.batches == sent + 3


async def test_a_cluster_that_is_not_there_is_unavailable() -> None:
    store = RedisStore("redis+cluster://127.0.0.1:1,127.0.0.1:2", patience=0.5)
    await store.start()
    for asked in (store.ping(), store.log.read(MATCH), store.log.due(1), store.documents.read([Key("a", "b")])):
        with pytest.raises(Unavailable):
            await asked
    await store.close()
    with pytest.raises(Unavailable):
        await store.log.read(MATCH)


async def test_matches_of_other_nodes_go_on_while_one_is_away(tmp_path: Path) -> None:
    cluster = Cluster(tmp_path)
    try:
        await asyncio.to_thread(cluster.start)
        lobby = cluster.owner(keys.slot(keys.LOBBY))
        away = next(node for node in cluster.nodes if node is not lobby)
        matches = [MatchId(f"match-{number}") for number in range(30)]
        there = [match for match in matches if cluster.owner(keys.slot(keys.of_match(match).log)) is not away]
        gone = sorted(set(matches) - set(there))
        assert gone
        assert there
        store = patient_store(cluster.url)
        await store.start()
        at_once = Deadline(limit=Milliseconds(0))
        await asyncio.gather(*(store.log.append(match, before(1), b"", at_once, over=False) for match in matches))
        away.kill()
        with pytest.raises(Unavailable):
            await store.log.append(gone[0], before(2), b"", at_once, over=False)
        await asyncio.gather(*(store.log.append(match, before(2), b"", at_once, over=False) for match in there))
        assert sorted(await store.log.due(100)) == sorted(there), "their clocks do not stand still"
        assert set(await store.log.heads(matches)) == set(there)
        with pytest.raises(Unavailable):
            await store.log.heads(gone)
        with pytest.raises(Unavailable):
            await store.ping()
        await store.close()
    finally:
        cluster.stop()


async def test_a_node_that_joins_is_found_when_slots_come_to_it(tmp_path: Path) -> None:
    cluster = Cluster(tmp_path, primaries=1)
    try:
        await asyncio.to_thread(cluster.start)
        writer, follower = patient_store(cluster.url), patient_store(cluster.url)
        await writer.start()
        await follower.start()
        ears = Ears(follower)
        await follower.log.subscribe(MATCH)
        await writer.log.append(MATCH, before(1), b"before", NEVER, over=False)
        assert (await next_of(ears.entries))[1].entry == b"before"
        ears.missed.clear()
        joined = await asyncio.to_thread(cluster.add)
        source = cluster.begin_move(SLOT, joined)
        assert cluster.carry(SLOT, source, joined) == 3
        assert (await writer.log.versions([MATCH]))[MATCH] == 1, "ASK names a node that is on no map"
        cluster.end_move(SLOT, source, joined)
        await ears.missed.wait()
        await until_it_answers(follower)
        await writer.log.append(MATCH, before(2), b"after", NEVER, over=False)
        assert (await next_of(ears.entries))[1].entry == b"after"
        assert {server.name for server in writer.pipeline.servers()} == {node.place for node in cluster.nodes}
        await writer.close()
        await follower.close()
    finally:
        cluster.stop()
