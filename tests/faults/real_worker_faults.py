"""The nemesis of one server's workers: whatever breaks while they hand connections over to each other."""

import asyncio
import contextlib
import os
import random
import resource
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import aiohttp
from faults.client_records import Fault
from faults.ordeal import Ordeal, judged
from faults.real_cluster import RealCluster
from faults.real_faults import GENEROUS
from faults.real_stores import ReplacedStore
from quarterdeck_server.web.handover import SECONDS_OF_PATIENCE, SECONDS_UNTIL_OFFERED, Outcome
from scrapes import scrape_of, series
from servers import Line, children_of, kill, line_to, soon

WORKERS = 2
FLOODING = 6
"""So many watch a match who mean no good."""

PROVOKED = "a worker has ended"
"""What a server logs of a worker that was killed."""

HALF_A_PING = b'\x81\x9c\x00\x00\x00\x00{"type":"pi'


class WorkerNemesis:
    """Breaks the workers of one server, always when connections are about to be handed over."""

    def __init__(self, cluster: RealCluster, store: ReplacedStore, seed: int) -> None:
        self.faults: list[Fault] = []
        self.handovers: Counter[str] = Counter()
        """What became of them, but for what workers that were killed have not told."""

        self._cluster = cluster
        self._store = store
        self._chance = random.Random(f"{seed} worker nemesis")
        self._told: dict[tuple[str, float], Counter[str]] = {}
        """What each worker has told last, by where it is asked and when it was started."""

    async def break_something(self, kind: str) -> None:
        """Send everybody to any of the workers, break something when some are about to go to another one, mend it, and
        wait until every match has gone on."""
        await soon(lambda: len(self._workers) == WORKERS)
        await self.take_note()
        self._cluster.door.cut(1.0)
        await self._for(0.6 * SECONDS_UNTIL_OFFERED[0], 1.6 * SECONDS_UNTIL_OFFERED[0])
        began = time.monotonic()
        isolates = await WORKER_WAYS[kind](self)
        ended = time.monotonic()
        self.faults.append(Fault(kind=kind, began=began, ended=ended, isolates=bool(isolates)))
        await self._cluster.has_news(ended)

    async def take_note(self) -> None:
        """Add up what the workers tell of handovers."""
        async with aiohttp.ClientSession() as http:
            for target in self._cluster.processes[0].metrics:
                async with http.get(target) as answer:
                    scrape = scrape_of(await answer.text())
                who = target, scrape[series("process_start_time_seconds")]
                now = Counter(
                    {
                        outcome.value: int(scrape[series("quarterdeck_handovers_total", outcome=outcome.value)])
                        for outcome in Outcome
                    }
                )
                self.handovers += now - self._told.get(who, Counter())
                self._told[who] = now

    @property
    def _workers(self) -> list[int]:
        return children_of(self._cluster.processes[0].pid)

    def _one(self) -> int:
        return self._chance.choice(self._workers)

    async def _for(self, least: float, most: float) -> None:
        await asyncio.sleep(self._chance.uniform(least, most))

    async def kill_worker(self) -> None:
        await self._end_one(signal.SIGKILL)

    async def terminate_worker(self) -> None:
        await self._end_one(signal.SIGTERM)

    async def _end_one(self, number: int) -> None:
        worker = self._one()
        os.kill(worker, number)
        await soon(lambda: worker not in self._workers and len(self._workers) == WORKERS)

    async def stop_worker(self) -> bool:
        return await self._stop_one(0.1, 1.5)

    async def stop_worker_for_longer_than_the_other_waits(self) -> bool:
        return await self._stop_one(SECONDS_OF_PATIENCE + 0.5, SECONDS_OF_PATIENCE + 2.0)

    async def _stop_one(self, least: float, most: float) -> bool:
        worker = self._one()
        os.kill(worker, signal.SIGSTOP)
        await self._for(least, most)
        os.kill(worker, signal.SIGCONT)
        return True

    async def stop_and_kill_worker(self) -> bool:
        """What it was given meanwhile is gone with it."""
        worker = self._one()
        os.kill(worker, signal.SIGSTOP)
        await self._for(0.1, 1.5)
        kill(worker)
        await soon(lambda: worker not in self._workers and len(self._workers) == WORKERS)
        return True

    async def leave_no_files(self) -> None:
        """Let a worker open no more files for a while."""
        worker = self._one()
        soft, hard = resource.prlimit(worker, resource.RLIMIT_NOFILE)
        used = max(map(int, os.listdir(f"/proc/{worker}/fd")))
        resource.prlimit(worker, resource.RLIMIT_NOFILE, (used + self._chance.choice((1, 2)), hard))
        await self._for(1.0, 3.0)
        resource.prlimit(worker, resource.RLIMIT_NOFILE, (soft, hard))

    async def cut_lines(self) -> None:
        self._cluster.door.cut(self._chance.choice((0.3, 1.0)))

    async def slow_lines(self) -> None:
        self._cluster.door.delay = self._chance.choice((0.05, 0.3))
        await self._for(0.5, 1.5)
        self._cluster.door.delay = 0.0

    async def stop_store(self) -> bool:
        number = self._store.process()
        os.kill(number, signal.SIGSTOP)
        await self._for(0.1, 3.0)
        os.kill(number, signal.SIGCONT)
        return True

    async def kill_store(self) -> bool:
        await self._store.kill()
        await self._for(0.0, 0.5)
        await self._store.begin_again()
        return True

    async def flood(self) -> None:
        """Have some watch the matches, and say more than they may while they are to be handed over."""
        async with contextlib.AsyncExitStack() as stack:
            flooding = [await stack.enter_async_context(self._watching(number)) for number in range(FLOODING)]
            until = time.monotonic() + 1.5 * SECONDS_UNTIL_OFFERED[0]
            while time.monotonic() < until:
                for number, line in enumerate(flooding):
                    with contextlib.suppress(ConnectionError):
                        await _speak_too_much(number, line)
                await asyncio.sleep(0.02)

    @contextlib.asynccontextmanager
    async def _watching(self, number: int) -> AsyncIterator[Line]:
        match = self._chance.choice(self._cluster.records).name
        async with line_to(self._cluster.processes[0].url, compress=self._chance.choice((0, 15))) as line:
            await line.sign_in(f"Flood {number}")
            await line.send({"type": "watch_match", "match": match})
            yield line


async def _speak_too_much(number: int, line: Line) -> None:
    """Ask small things, or large ones, or begin to ask, and read nothing."""
    match number % 3:
        case 0:
            for _ in range(20):
                await line.send({"type": "ping"})
        case 1:
            await line.send({"type": "list_tables"})
            await line.send({"type": "get_export"})
        case _:
            connection = line.socket._response.connection
            if connection is not None and connection.transport is not None:
                assert isinstance(connection.transport, asyncio.Transport)
                connection.transport.write(HALF_A_PING)


WORKER_WAYS: dict[str, Callable[[WorkerNemesis], Awaitable[bool | None]]] = {
    "worker killed": WorkerNemesis.kill_worker,
    "worker terminated": WorkerNemesis.terminate_worker,
    "worker stopped": WorkerNemesis.stop_worker,
    "worker stopped and killed": WorkerNemesis.stop_and_kill_worker,
    "worker without files": WorkerNemesis.leave_no_files,
    "flood": WorkerNemesis.flood,
    "lines cut (workers)": WorkerNemesis.cut_lines,
    "lines slow (workers)": WorkerNemesis.slow_lines,
    "store stopped (workers)": WorkerNemesis.stop_store,
    "store killed (workers)": WorkerNemesis.kill_store,
    "worker stopped for longer than the other waits": WorkerNemesis.stop_worker_for_longer_than_the_other_waits,
}
"""Each kind of fault, and how it is done; whether a process did not hear meanwhile what others wrote."""

SHORT = ("worker killed", "worker stopped", "flood")


async def workers_ordeal(seed: int, kinds: tuple[str, ...], folder: Path) -> Ordeal:
    """Run one server of two workers through these faults, one after the other, and judge what came of it."""
    store = ReplacedStore(folder / "store")
    await store.start()
    try:
        options = ("--workers", str(WORKERS), "--metrics", "127.0.0.1:0")
        async with RealCluster.on([store.url], seed, more=options) as cluster:
            nemesis = WorkerNemesis(cluster, store, seed)
            await nemesis.take_note()  # they serve by now
            await cluster.begin()
            await cluster.has_news(time.monotonic())
            for kind in kinds:
                await nemesis.break_something(kind)
            await nemesis.take_note()
            errors = [line for line in await cluster.end() if PROVOKED not in line]
            return judged(seed, cluster.records, nemesis.faults, errors, GENEROUS, handovers=nemesis.handovers)
    finally:
        await store.stop()
