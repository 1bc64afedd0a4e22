"""The nemesis of real processes: on one store, behind Sentinels, and in a cluster."""

import asyncio
import os
import random
import signal
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from faults.checker import Bounds
from faults.client_records import Fault
from faults.ordeal import Ordeal, judged
from faults.real_cluster import RealCluster, RealProcess, moved_clock
from faults.real_stores import ReplacedStore, on_a_disk_that_fills

GENEROUS = Bounds(until_it_goes_on=240.0, until_it_is_known=240.0)
"""What is asked of real processes: that it happens. How soon is a figure."""

AN_HOUR = 3_600


class RealNemesis:
    """Breaks real processes and their one store, in one way after the other."""

    def __init__(self, cluster: RealCluster, store: ReplacedStore, folder: Path, seed: int) -> None:
        self.faults: list[Fault] = []
        self._cluster = cluster
        self._store = store
        self._folder = folder
        self._chance = random.Random(f"{seed} nemesis")
        self._copies = 0

    async def break_something(self, kind: str) -> None:
        """Break something, mend it, and wait until every match has gone on."""
        began = time.monotonic()
        isolates = await WAYS[kind](self)
        ended = time.monotonic()
        self.faults.append(Fault(kind=kind, began=began, ended=ended, isolates=bool(isolates)))
        await self._cluster.has_news(ended)

    def _one(self) -> tuple[int, RealProcess]:
        number = self._chance.randrange(len(self._cluster.processes))
        return number, self._cluster.processes[number]

    async def _for(self, least: float, most: float) -> None:
        await asyncio.sleep(self._chance.uniform(least, most))

    async def _again(self, number: int, process: RealProcess) -> None:
        await process.start()
        self._cluster.door.urls[number] = process.url

    async def kill_process(self) -> None:
        number, process = self._one()
        await process.kill()
        await self._again(number, process)

    async def terminate_process(self) -> None:
        number, process = self._one()
        await process.terminate()
        await self._again(number, process)

    async def stop_process(self) -> bool:
        _, process = self._one()
        process.signal(signal.SIGSTOP)
        await self._for(0.1, 1.5)
        process.signal(signal.SIGCONT)
        return True

    async def stop_process_for_long(self) -> bool:
        _, process = self._one()
        process.signal(signal.SIGSTOP)
        await self._for(20.0, 40.0)
        process.signal(signal.SIGCONT)
        return True

    async def kill_store(self) -> bool:
        await self._store.kill()
        await self._for(0.0, 0.5)
        await self._store.begin_again()
        return True

    async def stop_store(self) -> bool:
        number = self._store.process()
        os.kill(number, signal.SIGSTOP)
        await self._for(0.1, 3.0)
        os.kill(number, signal.SIGCONT)
        return True

    async def fill_store(self) -> bool:
        await self._store.fill(self._chance.uniform(0.2, 1.5))
        return True

    async def fill_disk(self) -> bool:
        """Leave room for no entry, or for a part of one; with each write on the disk at once, or within a second."""
        room, every = self._chance.choice((0, 100, 1_000)), self._chance.random() < 0.5
        await self._store.be_out_of_room(self._folder / "full", room, self._chance.uniform(0.2, 1.0), every=every)
        return True

    async def forget(self) -> bool:
        self._copies += 1
        copy = self._folder / f"copy-{self._copies}"
        self._store.take(copy)
        await self._for(0.5, 2.0)
        await self._store.put_back(copy)
        return True

    async def cut_lines(self) -> None:
        self._cluster.door.cut(self._chance.choice((0.3, 1.0)))

    async def cut_in_mid_reply(self) -> None:
        self._cluster.door.cut_in_mid_reply(2)
        await self._for(0.2, 0.5)

    async def silence_lines(self) -> None:
        self._cluster.door.silence(0.4)
        await self._for(0.1, 0.5)

    async def slow_lines(self) -> None:
        self._cluster.door.delay = self._chance.choice((0.05, 0.3))
        await self._for(0.5, 1.5)
        self._cluster.door.delay = 0.0

    async def move_clock(self) -> None:
        self._cluster.processes[-1].move_clock(self._chance.choice((-AN_HOUR, 0, AN_HOUR)))
        await self._for(0.2, 0.5)


WAYS: dict[str, Callable[[RealNemesis], Awaitable[bool | None]]] = {
    "process stopped": RealNemesis.stop_process,
    "lines cut": RealNemesis.cut_lines,
    "line cut in mid-reply": RealNemesis.cut_in_mid_reply,
    "lines slow": RealNemesis.slow_lines,
    "store stopped": RealNemesis.stop_store,
    "store out of memory": RealNemesis.fill_store,
    "disk full": RealNemesis.fill_disk,
    "store killed": RealNemesis.kill_store,
    "store forgets": RealNemesis.forget,
    "date of a process jumps": RealNemesis.move_clock,
    "process killed": RealNemesis.kill_process,
    "process terminated": RealNemesis.terminate_process,
    "lines half-open": RealNemesis.silence_lines,
    "process stopped for 20 to 40 s": RealNemesis.stop_process_for_long,
}
"""Each kind of fault, and how it is done; whether a process did not hear meanwhile what others wrote."""

CHEAP = tuple(WAYS)[:-2]
"""Those after which nobody has to wait for long."""


async def real_ordeal(seed: int, kinds: tuple[str, ...], folder: Path) -> Ordeal:
    """Run two processes on one store through these faults, one after the other, and judge what came of it."""
    fills = "disk full" in kinds
    store = ReplacedStore(folder / "store", server=on_a_disk_that_fills(folder) if fills else None)
    await store.start()
    try:
        clock = moved_clock(folder) if "date of a process jumps" in kinds else None
        async with RealCluster.on([store.url, store.url], seed, clock=clock) as cluster:
            nemesis = RealNemesis(cluster, store, folder, seed)
            await cluster.begin()
            await cluster.has_news(time.monotonic())
            for kind in kinds:
                await nemesis.break_something(kind)
            errors = await cluster.end()
            return judged(seed, cluster.records, nemesis.faults, errors, GENEROUS)
    finally:
        await store.stop()
