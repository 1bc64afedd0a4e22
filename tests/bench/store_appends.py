"""Speed of storing entries: many matches at once, each appending as soon as its last entry is acknowledged.

    python tests/bench store_appends --matches 500 --seconds 2 --rounds 5

    python tests/bench store_appends --store redis://127.0.0.1:6379 --store redis+cluster://127.0.0.1:7000
    python tests/bench store_appends --store redis://127.0.0.1:6379 --durability replica:1

Without `--store`, the bench uses an embedded store of its own, with each way of flushing to the disk. The rounds of
several stores are interleaved, so that other work on the machine affects all alike. Decision 4 has the comparison with
redis-py's pipelines.
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
from quarterdeck_server.matches.log import Deadline, Head
from quarterdeck_server.storage.durability import durability_of
from quarterdeck_server.storage.redis.embedded import EmbeddedStore
from quarterdeck_server.storage.redis.redis_store import RedisStore

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


async def own_store(fsync: Fsync, matches: int, seconds: float, rounds: int) -> dict[str, list[Figures]]:
    """Measure an embedded store."""
    with tempfile.TemporaryDirectory() as folder:
        embedded = EmbeddedStore(Path(folder), fsync=fsync)
        await embedded.start()
        try:
            return await compare_stores([(embedded.url, "")], matches, seconds, rounds, name="embedded")
        finally:
            await embedded.stop()


async def compare_stores(
    named: Sequence[tuple[str, str]], matches: int, seconds: float, rounds: int, *, name: str = ""
) -> dict[str, list[Figures]]:
    """Measure the stores at these addresses, each with a durability, in turns."""
    names = [name or f"{durability} {url}".strip() for url, durability in named]
    measured: dict[str, list[Figures]] = {each: [] for each in names}
    stores = [
        RedisStore(url, durability=durability_of(url, durability), patience=60, silence=60) for url, durability in named
    ]
    for store in stores:
        await store.start()
        await measure(_appending_to(store), matches, 0.1)
    for _ in range(rounds):
        for each, store in zip(names, stores, strict=True):
            measured[each].append(await measure(_appending_to(store), matches, seconds))
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
            _print(fsync, runner.run(own_store(fsync, *size)))


def _print(fsync: str, measured: dict[str, list[Figures]]) -> None:
    for through, rounds in measured.items():
        figures = [msgspec.structs.astuple(figures) for figures in rounds]
        per_second, microseconds, p50, p99 = (median(column) for column in zip(*figures, strict=True))
        print(f"{fsync:10}{through:22}{per_second:12,.0f}{microseconds:10.1f}{p50:10.1f}{p99:10.1f}")
