"""Matches on a real cluster: they are opened, played and ended through two processes, whatever becomes of its nodes."""

import asyncio
from pathlib import Path

from clusters import Cluster
from end_to_end.two_processes import played_through_two_processes
from quarterdeck_server.storage import keys
from stores import cluster_of_our_own, cluster_url

__all__ = ["cluster_of_our_own", "cluster_url"]


async def test_a_match_is_opened_played_and_ended(cluster_url: str) -> None:
    async with played_through_two_processes(cluster_url):
        pass


async def test_a_match_goes_on_while_its_slot_and_the_lobbys_are_moved(
    cluster_url: str, cluster_of_our_own: Cluster
) -> None:
    async with played_through_two_processes(cluster_url) as (match, played):
        for number, key in enumerate([keys.of_match(match).log, keys.NOTIFICATIONS_CHANNEL] * 2):
            await played.have_been(4 * (number + 1))
            slot = keys.slot(key)
            await asyncio.to_thread(cluster_of_our_own.move, slot, cluster_of_our_own.another_than(slot))


async def test_a_match_goes_on_when_its_node_and_the_lobbys_have_died(tmp_path: Path) -> None:
    cluster = Cluster(tmp_path, replicas=1)
    try:
        await asyncio.to_thread(cluster.start)
        async with played_through_two_processes(cluster.url) as (match, played):
            for key in (keys.of_match(match).log, keys.NOTIFICATIONS_CHANNEL):
                await played.have_been(len(played.acknowledged) + 5)
                dies = cluster.owner(keys.slot(key))
                if dies not in cluster.nodes[:3]:
                    break  # the lobby lived on the same node
                replica = cluster.replica_of(dies)
                async with played.interval():  # what a replica has not got is lost with the node
                    await asyncio.to_thread(dies.wait_for_replicas, f"{key}:caught-up")
                dies.kill()
                await asyncio.to_thread(cluster.promote, replica)
    finally:
        cluster.stop()
