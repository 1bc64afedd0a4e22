"""The nemesis of a real cluster of stores: slots move under load, nodes die, with a loss and without one."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from clusters import Cluster, Server
from faults.client_records import Fault
from faults.ordeal import Ordeal, judged
from faults.real_cluster import RealCluster, RealProcess
from faults.real_faults import GENEROUS
from quarterdeck_protocol.names import MatchId
from quarterdeck_server.storage import keys


class ClusterNemesis:
    """Breaks a cluster of stores under real processes, in one way after the other."""

    def __init__(self, cluster: RealCluster, nodes: Cluster, seed: int) -> None:
        self.faults: list[Fault] = []
        self._cluster = cluster
        self._nodes = nodes
        self._chance = random.Random(f"{seed} cluster nemesis")

    async def break_something(self, kind: str) -> None:
        """Break something, mend it, and wait until every match has gone on."""
        began = time.monotonic()
        isolates = await CLUSTER_WAYS[kind](self)
        ended = time.monotonic()
        self.faults.append(Fault(kind=kind, began=began, ended=ended, isolates=bool(isolates)))
        await self._cluster.has_news(ended)

    def _key(self) -> str:
        """Return a key of what is to suffer: mostly a match, sometimes the lobby."""
        if self._chance.random() < 0.25:
            return keys.NOTIFICATIONS_CHANNEL
        return keys.of_match(MatchId(self._chance.choice(self._cluster.records).name)).log

    async def move_slot(self) -> bool:
        slot = keys.slot(self._key())
        others = [each for each in self._nodes.primaries() if each is not self._nodes.owner(slot)]
        await asyncio.to_thread(self._nodes.move, slot, self._chance.choice(others))
        return True

    async def lose_node(self) -> bool:
        """Let a node die whose replica was up to date a moment ago."""
        key = self._key()
        dies = self._nodes.owner(keys.slot(key))
        await asyncio.to_thread(dies.wait_for_replicas, f"{key}:caught-up")
        return await self._replaced(dies)

    async def lose_node_with_a_loss(self) -> bool:
        """Let a node die with some actions of which its replica has not heard."""
        dies = self._nodes.owner(keys.slot(keys.of_match(MatchId(self._cluster.records[0].name)).log))
        await asyncio.to_thread(self._nodes.replica_of(dies).lose_its_primary)
        await self._cluster.have_acted(self._chance.randint(1, 4))
        return await self._replaced(dies)

    async def _replaced(self, dies: Server) -> bool:
        replica = self._nodes.replica_of(dies)
        dies.kill()
        await asyncio.to_thread(self._nodes.promote, replica)
        await asyncio.to_thread(self._nodes.bring_back, dies)
        return True

    async def kill_process(self) -> None:
        number = self._chance.randrange(len(self._cluster.processes))
        process: RealProcess = self._cluster.processes[number]
        await process.kill()
        await process.start()
        self._cluster.door.urls[number] = process.url


CLUSTER_WAYS: dict[str, Callable[[ClusterNemesis], Awaitable[bool | None]]] = {
    "slot moved": ClusterNemesis.move_slot,
    "node lost": ClusterNemesis.lose_node,
    "node lost, with a loss": ClusterNemesis.lose_node_with_a_loss,
    "process killed (cluster)": ClusterNemesis.kill_process,
}
"""Each kind of fault, and how it is done; whether a process did not hear meanwhile what others wrote."""


async def cluster_ordeal(seed: int, kinds: tuple[str, ...], folder: Path) -> Ordeal:
    """Run two processes on a cluster of three nodes and their replicas through these faults, one after the other, and
    judge what came of it."""
    nodes = Cluster(folder, replicas=1)
    try:
        await asyncio.to_thread(nodes.start)
        async with RealCluster.on([nodes.url, nodes.url], seed) as cluster:
            nemesis = ClusterNemesis(cluster, nodes, seed)
            await cluster.begin()
            await cluster.has_news(time.monotonic())
            for kind in kinds:
                await nemesis.break_something(kind)
            errors = await cluster.end()
            return judged(seed, cluster.records, nemesis.faults, errors, GENEROUS)
    finally:
        nodes.stop()
