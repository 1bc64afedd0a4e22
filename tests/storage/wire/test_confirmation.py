"""What replicas have to have before anything is told: the answers of a line, and what others hear."""

import asyncio
from pathlib import Path

import clusters
import pytest
from clusters import Pair, Server
from quarterdeck_protocol.names import MatchId
from quarterdeck_server.matches.log import NEVER
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.redis.redis_store import RedisStore
from quarterdeck_server.store_errors import Unconfirmed
from replica_pairs import MATCH, hasty_process_on, process_on, write
from stores import Ears, before, until


def entries_on(server: Server) -> int:
    return int(server.client.xlen(keys.of_match(MATCH).log))


async def test_anything_that_is_acknowledged_a_replica_has(pair: Pair) -> None:
    async with process_on(pair.url) as store:
        await write(store, 1)
        pair.cut_off()
    assert entries_on(pair.replica) == 1


async def test_anything_that_no_replica_has_is_not_acknowledged_though_it_was_written(pair: Pair) -> None:
    async with hasty_process_on(pair.url) as store:
        pair.cut_off()
        with pytest.raises(Unconfirmed, match="0 of 1 replicas"):
            await write(store, 1)
        assert (entries_on(pair.primary), entries_on(pair.replica)) == (1, 0)
        assert store.confirmations.failures == 1


async def test_anything_that_no_replica_has_is_read_by_no_process_until_one_has_it(pair: Pair) -> None:
    async with hasty_process_on(pair.url) as one, hasty_process_on(pair.url) as two, process_on(pair.url) as three:
        pair.cut_off()
        with pytest.raises(Unconfirmed):
            await write(one, 1)
        for store in (one, two):
            with pytest.raises(Unconfirmed):
                await store.log.read(MATCH)
        pair.follow()
        assert [stamped.entry for stamped in (await three.log.read(MATCH)).entries] == [b"1"]


async def test_a_batch_is_one_round_trip_and_one_wait(pair: Pair) -> None:
    async with process_on(pair.url) as store:
        await write(store, 1)
        sent, held = store.pipeline.batches, sum(store.confirmations.waits.counts)
        matches = [MatchId(f"match-{number}") for number in range(100)]
        await asyncio.gather(*(store.log.append(match, before(1), b"", NEVER, over=False) for match in matches))
        assert (store.pipeline.batches, sum(store.confirmations.waits.counts)) == (sent + 1, held + 1)


async def test_the_clock_is_told_whatever_replicas_have(pair: Pair) -> None:
    async with process_on(pair.url) as store:
        pair.cut_off()
        assert await store.log.now() > 0


async def test_slots_of_a_cluster_may_move_while_its_replicas_confirm(tmp_path: Path) -> None:
    cluster = clusters.Cluster(tmp_path, primaries=2, replicas=1)
    slot = keys.slot(keys.of_match(MATCH).log)
    written = 0
    moved = asyncio.Event()

    async def play(store: RedisStore) -> None:
        nonlocal written
        while not moved.is_set():
            await write(store, written + 1)
            written += 1

    try:
        await asyncio.to_thread(cluster.start)
        async with process_on(cluster.url) as one, process_on(cluster.url) as two:
            ears = Ears(two)
            await two.log.subscribe(MATCH)
            playing = asyncio.create_task(play(one))
            for _ in range(2):
                enough = written + 20
                await until(lambda: written >= enough or playing.done())  # noqa: B023 - it is waited for here
                await asyncio.to_thread(cluster.move, slot, cluster.another_than(slot))
            moved.set()
            await playing  # nothing was refused
            owner = cluster.owner(slot)
            clusters.until(lambda: ears.entries.qsize() or ears.missed.is_set())
            stored = [stamped.entry for stamped in (await two.log.read(MATCH)).entries]
        assert stored == [b"%d" % version for version in range(1, written + 1)]
        owner.wait_for_replicas(keys.confirmation(keys.tag_in(slot)))
        with cluster.replica_of(owner).client as reading:
            reading.readonly()
            assert reading.xlen(keys.of_match(MATCH).log) == written
    finally:
        cluster.stop()
