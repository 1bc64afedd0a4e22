"""What replicas have to have before anything is told: the answers of a line, and what others hear."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import clusters
import pytest
from clusters import Pair, Server
from quarterdeck_protocol.names import MatchId
from quarterdeck_server.durability import replica
from quarterdeck_server.matches.log import NEVER
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.redis_store import RedisStore
from quarterdeck_server.store_errors import Unconfirmed
from stores import SOON, Ears, before, next_of, until

MATCH = MatchId("match")


@pytest.fixture(scope="module")
def pair_of_our_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    pair = Pair(tmp_path_factory.mktemp("pair"))
    try:
        pair.start()
        yield pair
    finally:
        pair.stop()


@pytest.fixture
def pair(pair_of_our_own: Pair) -> Pair:
    """A primary with nothing in it, and a replica that has what it has."""
    pair_of_our_own.primary.client.flushall()
    pair_of_our_own.follow()
    return pair_of_our_own


@asynccontextmanager
async def process_on(url: str, *, confirmed_within: float = SOON) -> AsyncIterator[RedisStore]:
    """Start a process that tells nothing which one replica has not got."""
    store = RedisStore(url, durability=replica(1), confirmed_within=confirmed_within, patience=SOON, silence=SOON)
    await store.start()
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def hasty_process_on(url: str) -> AsyncIterator[RedisStore]:
    """Start one that soon gives up on replicas, for what they are never to confirm."""
    async with process_on(url, confirmed_within=0.05) as store:
        yield store


async def write(store: RedisStore, version: int) -> None:
    await store.log.append(MATCH, before(version), b"%d" % version, NEVER, over=False)


def entries_on(server: Server) -> int:
    return int(server.client.xlen(keys.of_match(MATCH).log))


async def test_what_is_acknowledged_a_replica_has(pair: Pair) -> None:
    async with process_on(pair.url) as store:
        await write(store, 1)
        pair.cut_off()
    assert entries_on(pair.replica) == 1


async def test_what_no_replica_has_is_not_acknowledged_though_it_was_written(pair: Pair) -> None:
    async with hasty_process_on(pair.url) as store:
        pair.cut_off()
        with pytest.raises(Unconfirmed, match="0 of 1 replicas"):
            await write(store, 1)
        assert (entries_on(pair.primary), entries_on(pair.replica)) == (1, 0)
        assert store.confirmations.failures == 1


async def test_what_no_replica_has_is_read_by_no_process_until_one_has_it(pair: Pair) -> None:
    async with hasty_process_on(pair.url) as one, hasty_process_on(pair.url) as two, process_on(pair.url) as three:
        pair.cut_off()
        with pytest.raises(Unconfirmed):
            await write(one, 1)
        for store in (one, two):
            with pytest.raises(Unconfirmed):
                await store.log.read(MATCH)
        pair.follow()
        assert [stamped.entry for stamped in (await three.log.read(MATCH)).entries] == [b"1"]


async def test_others_hear_of_what_a_replica_has(pair: Pair) -> None:
    async with process_on(pair.url) as one, process_on(pair.url) as two:
        ears = Ears(two)
        await two.log.follow(MATCH)
        for version in range(1, 50):
            await write(one, version)
        heard = [await next_of(ears.entries) for _ in range(1, 50)]
        assert [stamped.version for _, stamped in heard] == list(range(1, 50))
        await one.documents.commit((), (), b"told")
        assert await next_of(ears.told) == b"told"


async def test_others_do_not_hear_of_what_was_not_confirmed_but_are_told_to_read_when_it_can_be(pair: Pair) -> None:
    async with hasty_process_on(pair.url) as one, hasty_process_on(pair.url) as two:
        ears = Ears(two)
        with suppress(Unconfirmed):  # the store knows, however long that took
            await two.log.follow(MATCH)
        pair.cut_off()
        ears.missed.clear()
        failed = two.confirmations.failures
        with pytest.raises(Unconfirmed):
            await write(one, 1)
        await until(lambda: two.confirmations.failures > failed)
        assert not ears.missed.is_set()
        pair.follow()
        await asyncio.wait_for(ears.missed.wait(), SOON)
        assert ears.entries.empty()


async def test_a_batch_is_one_round_trip_and_one_wait(pair: Pair) -> None:
    async with process_on(pair.url) as store:
        await write(store, 1)
        sent, held = store.line.batches, sum(store.confirmations.waits.counts)
        matches = [MatchId(f"match-{number}") for number in range(100)]
        await asyncio.gather(*(store.log.append(match, before(1), b"", NEVER, over=False) for match in matches))
        assert (store.line.batches, sum(store.confirmations.waits.counts)) == (sent + 1, held + 1)


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
            await two.log.follow(MATCH)
            playing = asyncio.create_task(play(one))
            for _ in range(2):
                seen = written
                await until(lambda seen=seen: written >= seen + 20 or playing.done())
                await asyncio.to_thread(cluster.move, slot, cluster.another_than(slot))
            moved.set()
            await playing  # nothing was refused
            owner = cluster.owner(slot)
            clusters.until(lambda: ears.entries.qsize() or ears.missed.is_set())
            kept = [stamped.entry for stamped in (await two.log.read(MATCH)).entries]
        assert kept == [b"%d" % version for version in range(1, written + 1)]
        owner.wait_for_replicas(keys.confirmation(keys.tag_in(slot)))
        with cluster.replica_of(owner).client as reading:
            reading.readonly()
            assert reading.xlen(keys.of_match(MATCH).log) == written
    finally:
        cluster.stop()
