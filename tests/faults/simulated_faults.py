"""The nemesis of a simulated cluster: faults of every kind, one after the other, all drawn from its seed."""

import asyncio
import copy
import random
from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from faults.checker import Bounds
from faults.client_records import Fault
from faults.ordeal import Ordeal, judged
from faults.simulated_cluster import SimulatedCluster, SimulatedProcess
from faults.virtual_time import run
from quarterdeck_protocol.names import MatchId
from quarterdeck_server.storage.memory import Memory
from structlog.testing import capture_logs

AN_HOUR = 3_600_000

SECONDS_ON_THE_WAY = 0.1
"""After so long all has arrived at a store that was sent to it before it died."""

SECONDS_UNTIL_THE_END = 120.0
"""How long the last players may take to leave, when nothing is broken any more."""


class Nemesis:
    """Breaks a cluster in one way after the other: `break_something`."""

    def __init__(self, cluster: SimulatedCluster) -> None:
        self.faults: list[Fault] = []
        self._cluster = cluster
        self._chance = cluster.chance_for("nemesis")
        self._copies: list[Any] = []

    async def break_something(self, kind: str | None = None) -> None:
        """Break something, of this kind or any, and mend it."""
        kind = self._chance.choice(KINDS) if kind is None else kind
        began = asyncio.get_running_loop().time()
        isolates = await WAYS[kind](self)
        ended = asyncio.get_running_loop().time()
        self.faults.append(Fault(kind=kind, began=began, ended=ended, isolates=bool(isolates)))

    def _one(self) -> SimulatedProcess:
        return self._chance.choice(self._cluster.processes)

    async def _for(self, least: float, most: float) -> None:
        await asyncio.sleep(self._chance.uniform(least, most))

    async def _kill(self) -> None:
        process = self._one()
        await process.kill()
        await self._for(0.0, 5.0)
        await process.start()

    async def _kill_all(self) -> None:
        for process in self._cluster.processes:
            await process.kill()
        await self._for(0.0, 3.0)
        for process in self._cluster.processes:
            await process.start()

    async def _freeze(self) -> bool:
        process = self._one()
        process.freeze()
        await self._for(0.1, self._chance.choice((3.0, 40.0)))
        process.thaw()
        return True

    async def _terminate(self) -> None:
        process = self._one()
        await process.terminate()
        await self._for(0.0, 2.0)
        await process.start()

    async def _lose_store(self) -> bool:
        self._cluster.matches.leave()
        if self._chance.random() < 0.5:
            self._cluster.lobby.leave()
        await self._for(0.05, 8.0)
        self._cluster.matches.come_back()
        self._cluster.lobby.come_back()
        return True

    async def _slow_store(self) -> bool:
        for process in self._cluster.processes:
            process.link.delay = self._chance.choice((0.1, 0.5, 3.0))
        await self._for(1.0, 8.0)
        for process in self._cluster.processes:
            process.link.delay = 0.001
        return True

    async def _fill_store(self) -> None:
        for process in self._cluster.processes:
            process.link.refuses_writes = True
        await self._for(0.2, 6.0)
        for process in self._cluster.processes:
            process.link.refuses_writes = False

    async def _copied(self) -> Any:
        """Return what the store held a while ago."""
        held = copy.deepcopy(self._cluster.matches.logs)
        await self._for(0.3, 8.0)
        return held

    async def _cut_links(self) -> None:
        for process in self._cluster.processes:
            process.link.cut()
        await self._for(0.0, 2.0)

    def _mend_links(self) -> None:
        for process in self._cluster.processes:
            process.store.mend()

    async def _forget(self) -> bool:
        held = await self._copied()
        await self._cut_links()
        self._cluster.matches.logs = held
        self._mend_links()
        return True

    async def _forget_twice(self) -> bool:
        """Before all have found out about the first loss there is a second one."""
        held = await self._copied()
        for _ in range(2):
            self._cluster.matches.logs = copy.deepcopy(held)
            await self._for(0.05, 3.0)
        await self._cut_links()
        self._mend_links()
        return True

    async def _forget_unseen(self) -> bool:
        held = await self._copied()
        for process in self._cluster.processes:
            await process.kill()
        self._cluster.matches.logs = held
        for process in self._cluster.processes:
            await process.start()
        return True

    async def _cut_link(self) -> bool:
        process = self._one()
        process.link.cut()
        await self._for(0.0, 8.0)
        process.store.mend()
        return True

    async def _flap_link(self) -> bool:
        process = self._one()
        for _ in range(8):
            process.link.cut()
            await self._for(0.0, 0.2)
            process.store.mend()
            await self._for(0.0, 0.4)
        return True

    async def _lose_news(self) -> bool:
        for process in self._cluster.processes:
            process.link.loses = self._chance.choice((0.2, 1.0))
        await self._for(1.0, 8.0)
        for process in self._cluster.processes:
            process.link.loses = 0.0
        return True

    async def _split(self) -> bool:
        """A primary that is cut off goes on to serve one process, while the others have a replica that was promoted,
        which may have been behind; both sides may forget by themselves, so that both raise their epochs."""
        cluster, alone = self._cluster, self._one()
        old = cluster.matches
        held = await self._copied() if self._chance.random() < 0.5 else copy.deepcopy(old.logs)
        promoted = Memory(cluster.store_time)
        promoted.logs = held
        cluster.matches = promoted
        for process in cluster.processes:
            if process is not alone:
                process.link.cut()
                process.store.log.reach(promoted)
                process.store.mend()
        await self._for(0.5, 10.0)
        if self._chance.random() < 0.5:  # a false epoch: the side that does not count has counted on
            for log in old.logs.values():
                del log.entries[max(1, len(log.entries) - 2) :]
            await self._for(1.0, 6.0)
        alone.link.cut()
        alone.store.log.reach(promoted)
        await self._for(0.0, 1.0)
        alone.store.mend()
        return True

    async def _fail_over(self) -> bool:
        """The primary dies, and a replica that had all of it is promoted."""
        return await self._promote(None)

    async def _fail_over_with_a_loss(self) -> bool:
        """The primary dies with what its replica had not heard yet."""
        return await self._promote(await self._copied())

    async def _promote(self, held: Any) -> bool:
        """Let a store that holds this, or all that there was, take the place of the one there is; processes find it one
        after the other, in any order."""
        cluster = self._cluster
        for process in cluster.processes:
            process.link.cut()
        await asyncio.sleep(SECONDS_ON_THE_WAY)
        promoted = Memory(cluster.store_time)
        promoted.logs = copy.deepcopy(cluster.matches.logs) if held is None else held
        cluster.matches = promoted
        for process in self._chance.sample(cluster.processes, len(cluster.processes)):
            await self._for(0.0, 3.0)
            process.store.log.reach(promoted)
            process.store.mend()
        return True

    async def _move_slot(self) -> bool:
        """The log of a match goes to another server: whoever asks is told where, and whoever listens hears nothing of
        it until they listen there."""
        cluster = self._cluster
        match = MatchId(self._chance.choice(cluster.records).name)
        for process in cluster.processes:
            process.store.log.lose_news_of(match)
        for process in self._chance.sample(cluster.processes, len(cluster.processes)):
            await self._for(0.0, 1.5)
            process.store.log.hear_again_of(match)
        return True

    async def _cut_line(self) -> None:
        if lines := self._cluster.lines:
            self._chance.choice(lines).cut()
        await self._for(0.0, 1.0)

    async def _cut_lines(self) -> None:
        for line in self._cluster.lines:
            line.cut()
        await self._for(0.0, 1.0)

    async def _half_open(self) -> None:
        for line in self._cluster.lines:
            line.is_half_open = line.is_half_open or self._chance.random() < 0.5
        await self._for(0.1, 6.0)

    async def _slow_lines(self) -> None:
        lines = self._cluster.lines
        for line in lines:
            line.delay = self._chance.choice((0.1, 0.5, 1.2))
        await self._for(1.0, 8.0)
        for line in lines:
            line.delay = 0.01

    async def _move_store_clock(self) -> None:
        self._cluster.store_ahead += self._chance.choice((-AN_HOUR, -5_000, 5_000, AN_HOUR))
        await self._for(0.0, 3.0)


WAYS: dict[str, Callable[[Nemesis], Awaitable[bool | None]]] = {
    "process killed": Nemesis._kill,
    "process frozen": Nemesis._freeze,
    "process terminated": Nemesis._terminate,
    "all processes killed": Nemesis._kill_all,
    "store away": Nemesis._lose_store,
    "store slow": Nemesis._slow_store,
    "store full": Nemesis._fill_store,
    "store forgets": Nemesis._forget,
    "store forgets while nobody runs": Nemesis._forget_unseen,
    "store forgets twice": Nemesis._forget_twice,
    "link to the store cut": Nemesis._cut_link,
    "link to the store flaps": Nemesis._flap_link,
    "news lost": Nemesis._lose_news,
    "primary cut off with one process": Nemesis._split,
    "fail-over without a loss": Nemesis._fail_over,
    "fail-over with a loss": Nemesis._fail_over_with_a_loss,
    "slot moved": Nemesis._move_slot,
    "line cut": Nemesis._cut_line,
    "all lines cut": Nemesis._cut_lines,
    "line half-open": Nemesis._half_open,
    "lines slow": Nemesis._slow_lines,
    "store's clock jumps": Nemesis._move_store_clock,
}
"""Each kind of fault, and how it is done; whether a process did not hear meanwhile what others wrote."""

KINDS = tuple(WAYS)


async def _through(seed: int, number: int, kinds: tuple[str, ...]) -> tuple[SimulatedCluster, Nemesis, list[str]]:
    cluster = SimulatedCluster(seed)
    nemesis = Nemesis(cluster)
    chance = random.Random(f"{seed} intervals")
    with capture_logs() as logged:
        await cluster.begin()
        await asyncio.sleep(2)
        for count in range(number):
            await nemesis.break_something(kinds[count % len(kinds)] if kinds else None)
            await asyncio.sleep(chance.choice((0.0, 0.3, 2.0, Bounds().until_it_goes_on + 0.1)))
        await asyncio.sleep(Bounds().until_it_goes_on)
        await cluster.end(SECONDS_UNTIL_THE_END)
        await cluster.close()
    return cluster, nemesis, [str(line) for line in logged if line["log_level"] in ("error", "critical")]


def ordeal(seed: int, number: int = 10, kinds: tuple[str, ...] = ()) -> Ordeal:
    """Run a cluster through so many faults, of these kinds one after the other or of any, and judge what came of it."""
    structlog.reset_defaults()
    cluster, nemesis, errors = run(_through(seed, number, kinds))
    return judged(seed, cluster.records, nemesis.faults, errors, Bounds())
