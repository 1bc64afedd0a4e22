"""What each durability loses: the power is cut, or a primary dies that replicas had not caught up with."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

import clusters
import pytest
from clusters import Server, free_ports
from power_cuts import PoweredServer
from quarterdeck_protocol.names import MatchId, Milliseconds
from quarterdeck_server.matches.log import NEVER
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.durability import FAST, FSYNC, Durability, replica
from quarterdeck_server.storage.redis.redis_store import RedisStore
from quarterdeck_server.store_errors import Unavailable, Unconfirmed
from stores import SOON, before, until

MATCH = MatchId("match")


@pytest.fixture
def running() -> Iterator[ExitStack]:
    """Ends the servers of a test."""
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def powered(running: ExitStack, folder: Path, library: Path, appendfsync: str) -> PoweredServer:
    """Start a server whose power can be cut."""
    server = PoweredServer(folder / "powered", library, appendfsync=appendfsync)
    running.callback(server.stop)
    server.start()
    return server


def replica_of(running: ExitStack, folder: Path, primary: Server) -> Server:
    """Start a server that follows this one and has what it has."""
    (port,) = free_ports(1)
    server = Server(folder / "replica", port, appendonly="yes", repl_diskless_sync_delay="0")
    running.callback(server.stop)
    server.start()
    clusters.until(server.is_there)
    server.client.replicaof("127.0.0.1", primary.port)
    clusters.until(server.has_what_its_primary_has)
    primary.wait_for_replicas("caught-up")
    return server


@asynccontextmanager
async def process_on(url: str, durability: Durability, *, confirmed_within: float = SOON) -> AsyncIterator[RedisStore]:
    store = RedisStore(url, durability=durability, confirmed_within=confirmed_within, patience=SOON, silence=SOON)
    await store.start()
    try:
        yield store
    finally:
        await store.close()


def appended(store: RedisStore, version: int) -> "asyncio.Future[Milliseconds]":
    return store.log.append(MATCH, before(version), b"entry", NEVER, over=False)


def entries_on(server: Server) -> int:
    return int(server.client.xlen(keys.of_match(MATCH).log))


async def test_fsync_loses_nothing_when_the_power_is_cut(running: ExitStack, folder: Path, noted_syncs: Path) -> None:
    server = powered(running, folder, noted_syncs, "always")
    async with process_on(server.url, FSYNC) as store:
        for version in range(1, 31):
            await appended(store, version)
        server.cut_the_power()
    server.start()
    assert entries_on(server) == 30


async def test_fsync_acknowledges_nothing_that_the_disk_has_not(
    running: ExitStack, folder: Path, noted_syncs: Path
) -> None:
    server = powered(running, folder, noted_syncs, "always")
    async with process_on(server.url, FSYNC) as store:
        await appended(store, 1)
        server.hold_the_disk()
        answer = appended(store, 2)
        await asyncio.to_thread(server.wait_until_it_waits_for_the_disk)
        assert not answer.done()
        server.cut_the_power()
        with pytest.raises(Unavailable):
            await answer
    server.start()
    assert entries_on(server) == 1


async def test_fast_loses_what_the_disk_had_not_when_the_power_is_cut_and_nothing_else(
    running: ExitStack, folder: Path, noted_syncs: Path
) -> None:
    server = powered(running, folder, noted_syncs, "everysec")
    async with process_on(server.url, FAST) as store:
        for version in range(1, 21):
            await appended(store, version)
        await asyncio.to_thread(server.wait_for_the_disk)
        server.hold_the_disk()
        for version in range(21, 26):
            await appended(store, version)
        server.cut_the_power()
    server.start()
    assert entries_on(server) == 20, "of 25 that were acknowledged"


@pytest.mark.parametrize("durability", [FAST, FSYNC])
async def test_without_replicas_to_wait_for_a_promoted_one_may_lack_what_was_acknowledged(
    durability: Durability, running: ExitStack, folder: Path, noted_syncs: Path
) -> None:
    primary = powered(running, folder, noted_syncs, durability.appendfsync)
    stands_by = replica_of(running, folder, primary)
    async with process_on(primary.url, durability) as store:
        await appended(store, 1)
        primary.wait_for_replicas("caught-up")
        stands_by.client.replicaof("NO", "ONE")  # as a replica whose line is cut and that is promoted then
        await appended(store, 2)
        primary.cut_the_power()
    assert entries_on(stands_by) == 1, "of 2 that were acknowledged"


async def test_with_replicas_to_wait_for_a_promoted_one_has_all_that_was_acknowledged(
    running: ExitStack, folder: Path, noted_syncs: Path
) -> None:
    primary = powered(running, folder, noted_syncs, "everysec")
    stands_by = replica_of(running, folder, primary)
    async with process_on(primary.url, replica(1)) as store:
        primary.hold_the_disk()
        for version in range(1, 31):
            await appended(store, version)
        primary.cut_the_power()
        stands_by.client.replicaof("NO", "ONE")
    assert entries_on(stands_by) == 30, "though the primary's disk had nothing of it"


async def test_with_replicas_to_wait_for_what_the_promoted_one_lacks_was_not_acknowledged(
    running: ExitStack, folder: Path, noted_syncs: Path
) -> None:
    primary = powered(running, folder, noted_syncs, "always")
    stands_by = replica_of(running, folder, primary)
    async with process_on(primary.url, replica(1)) as patient:
        await appended(patient, 1)
    stands_by.client.replicaof("NO", "ONE")
    await until(lambda: primary.client.info("replication")["connected_slaves"] == 0)
    async with process_on(primary.url, replica(1), confirmed_within=0.05) as hasty:
        with pytest.raises(Unconfirmed):
            await appended(hasty, 2)
    primary.cut_the_power()
    assert entries_on(stands_by) == 1


@pytest.mark.parametrize(("appendfsync", "survived"), [("everysec", 1), ("always", 2)])
async def test_a_primary_that_comes_back_before_a_replica_is_promoted_makes_it_forget_what_its_own_disk_had_not(
    appendfsync: str, survived: int, running: ExitStack, folder: Path, noted_syncs: Path
) -> None:
    primary = powered(running, folder, noted_syncs, appendfsync)
    stands_by = replica_of(running, folder, primary)
    async with process_on(primary.url, replica(1)) as store:
        await appended(store, 1)
        await asyncio.to_thread(primary.wait_for_the_disk)
        if appendfsync == "everysec":  # with always, nothing would be acknowledged
            primary.hold_the_disk()
        await appended(store, 2)
        assert entries_on(stands_by) == 2
        primary.cut_the_power()
    primary.start()
    await until(stands_by.has_what_its_primary_has)
    primary.wait_for_replicas("caught-up")
    assert (entries_on(primary), entries_on(stands_by)) == (survived, survived)
