"""Fail-overs in which something is lost, judged by what clients wrote down: what is gone was told, and afterwards there
is one history."""

import asyncio
import contextlib
import random
import time
from pathlib import Path
from typing import Any

from clusters import Cluster, Pair, Server, until
from faults.client_records import Fault
from faults.ordeal import Ordeal, judged
from faults.real_cluster import RealCluster
from faults.real_faults import GENEROUS
from faults.real_lines import Door
from quarterdeck_protocol.names import MatchId
from quarterdeck_server.storage import keys


def _judge(found: Ordeal) -> None:
    assert found.breaches == []
    assert found.errors == []
    assert found.acknowledged > 0
    assert found.rewinds > 0


async def test_a_node_of_a_cluster_dies_with_what_its_replica_had_not_heard(tmp_path: Path) -> None:
    nodes = Cluster(tmp_path, replicas=1)
    try:
        await asyncio.to_thread(nodes.start)
        async with RealCluster.on([nodes.url, nodes.url], 1) as cluster:
            await cluster.begin(["tiny"])
            await cluster.have_acted(3)
            key = keys.of_match(MatchId(cluster.records[0].name)).log
            dies = nodes.owner(keys.slot(key))
            takes_over = nodes.replica_of(dies)
            await asyncio.to_thread(dies.wait_for_replicas, f"{key}:caught-up")
            await asyncio.to_thread(takes_over.lose_its_primary)
            await cluster.have_acted(3)  # of which only the one that dies knows
            began = time.monotonic()
            dies.kill()
            await asyncio.to_thread(nodes.promote, takes_over)
            fault = Fault(kind="node lost, with a loss", began=began, ended=time.monotonic(), isolates=True)
            await cluster.have_acted(3)
            errors = await cluster.end()
            _judge(judged(1, cluster.records, [fault], errors, GENEROUS))
    finally:
        nodes.stop()


def _held(server: Server) -> dict[bytes, bytes]:
    """Return all that a server holds of matches."""
    return {key: server.client.dump(key) for key in server.client.keys("*") if b"{s" in key}


def _put_back(server: Server, held: dict[bytes, bytes]) -> None:
    """Let a server hold no more of matches than it did."""
    with server.client.pipeline(transaction=True) as together:
        for key, value in held.items():
            together.restore(key, 0, value, replace=True)
        together.execute()


async def _redis_door(stack: contextlib.AsyncExitStack, pair: Pair) -> Door:
    return await stack.enter_async_context(Door.before([pair.url], random.Random(1)))


def _address(door: Door) -> str:
    return door.url.replace("http", "redis")


async def test_a_primary_that_is_cut_off_with_one_process_counts_epochs_of_its_own(tmp_path: Path) -> None:
    """While one process still has the old primary, which forgets and raises the epoch, the other plays on with the
    replica that was promoted, and raises it too: the same number for two histories. When both have the same store again
    there is one, and whoever was told of the other hears that."""
    pair = Pair(tmp_path)
    try:
        await asyncio.to_thread(pair.start)
        async with contextlib.AsyncExitStack() as stack:
            doors = [await _redis_door(stack, pair) for _ in range(2)]
            cluster = await stack.enter_async_context(RealCluster.on([_address(door) for door in doors], 1))
            await cluster.begin(["tiny", "tiny"])
            await cluster.watch_everywhere()
            await cluster.have_acted(3)
            await asyncio.to_thread(pair.primary.wait_for_replicas, "caught-up")  # nobody arrived too late for it
            began = time.monotonic()
            await asyncio.to_thread(pair.cut_off)
            held = await asyncio.to_thread(_held, pair.primary)
            await cluster.have_acted(4)  # what the replica has not heard, of two who have one action under way each
            await cluster.know_what_was_acknowledged()  # else a process may hear of it only when it is gone
            doors[1].urls[:] = [f"redis://{pair.replica.place}"]
            doors[1].cut(1.0)  # from here on there are two histories
            await asyncio.to_thread(_put_back, pair.primary, held)
            for _ in range(6):
                cluster.door.cut(0.7)  # whoever comes back may come to the other side
                await cluster.has_news(time.monotonic())
            # Both sides raise it, to the same number or not: the old primary has forgotten, the replica was behind.
            await asyncio.to_thread(until, lambda: all(min(each) > 0 for each in _epochs(pair, cluster)))
            doors[0].urls[:] = [f"redis://{pair.replica.place}"]
            doors[0].cut(1.0)
            fault = Fault(kind="primary cut off", began=began, ended=time.monotonic(), isolates=True)
            await cluster.have_acted(3)
            errors = await cluster.end()
            _judge(judged(1, cluster.records, [fault], errors, GENEROUS))
    finally:
        pair.stop()


def _epochs(pair: Pair, cluster: RealCluster) -> list[tuple[int, ...]]:
    """Return the epochs of each match on both sides."""
    return [
        tuple(_epoch(server, keys.of_match(MatchId(records.name))) for server in (pair.primary, pair.replica))
        for records in cluster.records
    ]


def _epoch(server: Server, of_match: Any) -> int:
    return int(server.client.hget(of_match.head, "epoch") or 0)
