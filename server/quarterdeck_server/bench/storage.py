"""Speed of storing entries: many matches at once, each appending as soon as its last entry is acknowledged.

    python -m quarterdeck_server.bench.storage --matches 500 --seconds 2 --rounds 5

    python -m quarterdeck_server.bench.storage --store redis://127.0.0.1:6379 --store redis+cluster://127.0.0.1:7000
    python -m quarterdeck_server.bench.storage --store redis://127.0.0.1:6379 --durability replica:1

The bench uses its own embedded store, or each of the named stores. It uses its own store once through the server's
connection, and for comparison through redis-py's pipelines, also one for each turn of the event loop. The rounds are
interleaved, so that other work on the machine affects all alike.
"""

import argparse
import asyncio
import secrets
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import zip_longest
from pathlib import Path
from statistics import median
from typing import Any, Literal, get_args

import msgspec
from quarterdeck_protocol.names import MatchId, Milliseconds, Version
from redis.asyncio import BlockingConnectionPool, Redis

from quarterdeck_server.matches.log import Deadline, Head
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.durability import durability_of
from quarterdeck_server.storage.lifetimes import LIFETIMES
from quarterdeck_server.storage.redis.embedded import EmbeddedStore
from quarterdeck_server.storage.redis.redis_store import RedisStore
from quarterdeck_server.storage.wire.question import Script

ENTRY = b"x" * 300
LIMIT = Milliseconds(30_000)

Fsync = Literal["always", "everysec"]
Append = Callable[[MatchId, Version], asyncio.Future[Any]]


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """Measured figures."""

    per_second: float
    """Entries acknowledged per second."""

    microseconds: float
    """This process's processor time for each entry."""

    p50: float
    p99: float
    """The 50th and the 99th percentile of the time until an entry is acknowledged, in milliseconds."""


class Pipelines:
    """The same group commit, through redis-py's pipelines."""

    def __init__(self, url: str) -> None:
        self._client = Redis.from_pool(BlockingConnectionPool.from_url(url))
        self._script = Script("append.lua")
        self._asked = asyncio.Event()
        self._waiting: list[tuple[asyncio.Future[Any], tuple[Any, ...]]] = []
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to carry appends."""
        self._task = asyncio.create_task(self._carry())

    async def close(self) -> None:
        """End."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        await self._client.aclose()

    def append(self, match: MatchId, version: Version) -> asyncio.Future[Any]:
        """Write an entry, together with all others of this turn of the event loop."""
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        deadline = ("", LIMIT, 0, "", LIFETIMES.finished_match, "PUBLISH")
        self._waiting.append((answer, (*keys.of_match(match), match, 0, version - 1, "", ENTRY, *deadline)))
        self._asked.set()
        return answer

    async def _carry(self) -> None:
        while True:
            await self._asked.wait()
            self._asked.clear()
            batch, self._waiting = self._waiting, []
            async with self._client.pipeline(transaction=False) as pipeline:
                for _, arguments in batch:
                    pipeline.evalsha(self._script.sha, 4, *arguments)
                for (answer, _), reply in zip(batch, await pipeline.execute(), strict=True):
                    answer.set_result(reply)


async def measure(append: Append, matches: int, seconds: float) -> Figures:
    """Play so many matches side by side for so many seconds."""
    name, until, took = secrets.token_hex(4), time.perf_counter() + seconds, []

    async def play(match: MatchId) -> None:
        version, now = 0, time.perf_counter()
        while now < until:
            version, before = version + 1, now
            await append(match, Version(version))
            now = time.perf_counter()
            took.append(now - before)

    began, worked = time.perf_counter(), time.process_time()
    await asyncio.gather(*(play(MatchId(f"{name}-{number}")) for number in range(matches)))
    elapsed, worked = time.perf_counter() - began, time.process_time() - worked
    took.sort()
    return Figures(
        per_second=len(took) / elapsed,
        microseconds=worked / len(took) * 1e6,
        p50=took[len(took) // 2] * 1e3,
        p99=took[len(took) * 99 // 100] * 1e3,
    )


async def compare(fsync: Fsync, matches: int, seconds: float, rounds: int) -> dict[str, list[Figures]]:
    """Measure both ways, in turns."""
    measured: dict[str, list[Figures]] = {"line": [], "redis-py pipelines": []}
    with tempfile.TemporaryDirectory() as folder:
        embedded = EmbeddedStore(Path(folder), fsync=fsync)
        await embedded.start()
        store, pipelines = RedisStore(embedded.url), Pipelines(embedded.url)
        append = _appending_to(store)
        await store.start()
        await pipelines.start()
        await measure(append, matches, 0.1)  # until everything is warm, and Redis knows the script
        for _ in range(rounds):
            measured["line"].append(await measure(append, matches, seconds))
            measured["redis-py pipelines"].append(await measure(pipelines.append, matches, seconds))
        await pipelines.close()
        await store.close()
        await embedded.stop()
    return measured


async def compare_stores(
    named: Sequence[tuple[str, str]], matches: int, seconds: float, rounds: int
) -> dict[str, list[Figures]]:
    """Measure the stores at these addresses, each with a durability, in turns."""
    names = [f"{durability} {url}".strip() for url, durability in named]
    measured: dict[str, list[Figures]] = {name: [] for name in names}
    stores = [
        RedisStore(url, durability=durability_of(url, durability), patience=60, silence=60) for url, durability in named
    ]
    for store in stores:
        await store.start()
        await measure(_appending_to(store), matches, 0.1)
    for _ in range(rounds):
        for name, store in zip(names, stores, strict=True):
            measured[name].append(await measure(_appending_to(store), matches, seconds))
    for store in stores:
        await store.close()
    return measured


def _appending_to(store: RedisStore) -> Append:
    def append(match: MatchId, version: Version) -> asyncio.Future[Milliseconds]:
        return store.log.append(match, Head(version=Version(version - 1)), ENTRY, Deadline(limit=LIMIT), over=False)

    return append


def main() -> None:
    """Run the measurement that the command line selects, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--store", action="append", default=[])
    parser.add_argument("--durability", action="append", default=[], help="of each store, in their order")
    arguments = parser.parse_args()
    loop_factory: Callable[[], asyncio.AbstractEventLoop]
    try:
        from uvloop import new_event_loop as loop_factory
    except ImportError:
        loop_factory = asyncio.new_event_loop
    size = (arguments.matches, arguments.seconds, arguments.rounds)
    print(f"{'fsync':10}{'through':22}{'per second':>12}{'µs each':>10}{'p50 ms':>10}{'p99 ms':>10}")
    if arguments.store:
        with asyncio.Runner(loop_factory=loop_factory) as runner:
            named = list(zip_longest(arguments.store, arguments.durability, fillvalue=""))
            _print("", runner.run(compare_stores(named, *size)))
        return
    for fsync in get_args(Fsync):
        with asyncio.Runner(loop_factory=loop_factory) as runner:
            _print(fsync, runner.run(compare(fsync, *size)))


def _print(fsync: str, measured: dict[str, list[Figures]]) -> None:
    for through, rounds in measured.items():
        figures = [msgspec.structs.astuple(figures) for figures in rounds]
        per_second, microseconds, p50, p99 = (median(column) for column in zip(*figures, strict=True))
        print(f"{fsync:10}{through:22}{per_second:12,.0f}{microseconds:10.1f}{p50:10.1f}{p99:10.1f}")


if __name__ == "__main__":
    main()
