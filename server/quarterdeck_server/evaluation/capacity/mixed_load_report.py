"""The report of an evening (`mixed_load.py`): waits of its people beside the processor time, memory and loop lag of the
server."""

import asyncio
import re
import socket
import time
from collections.abc import Callable, Iterator, Sequence

import aiohttp
import msgspec

from quarterdeck_server.evaluation.capacity.machines import LOOPBACK
from quarterdeck_server.evaluation.capacity.mixed_load import Evening, EveningFigures
from quarterdeck_server.evaluation.capacity.processes import Used, keep_apart, own_server, started_by, used_by

LAG = re.compile(rb'^quarterdeck_event_loop_lag_seconds_bucket\{.*le="([^"]+)"\} ([0-9.e+]+)$', re.MULTILINE)


class EveningReport(msgspec.Struct, frozen=True, kw_only=True):
    """What the people of an evening and its server have measured."""

    figures: EveningFigures
    workers: int
    cores: float
    """Processor time of all server processes in a second. Without the store, and with the processes of bots."""

    bytes_a_person: float
    """Memory that the server processes took for a person, from before anybody came to the end."""

    lag_p99_ms: float
    """The bucket in which 99 % of the delays of the event loop's timers are: its upper bound. 0 with several workers,
    whose metrics are apart."""


class _Sample(msgspec.Struct, frozen=True):
    at: float
    used: dict[int, Used]
    lag: asyncio.Task[dict[float, float]]


async def measured(
    people: int, seconds: float, workers: int, durability: str, seed: int, progress: Callable[[str], None]
) -> EveningReport:
    """Start a server, let an evening pass, and return the figures. Raises `ClientError`, `OSError`."""
    metrics = f"{LOOPBACK}:{_free_port()}"
    async with own_server("embedded", durability, workers=workers, metrics=metrics) as (url, process):
        store = [each for each in started_by(process) if _is_store(each)]
        before = _memory(_used(process), process, workers)
        servers = [process, *(each for each in started_by(process) if each not in store)]
        keep_apart(servers, store)
        samples: list[_Sample] = []

        def at_edge() -> None:
            samples.append(_Sample(time.perf_counter(), _used(process), asyncio.create_task(_lag_at(metrics))))

        figures = await Evening(url, people, seed, progress).measure(seconds, at_edge, at_edge)
        first, last = samples
        cpu = sum(used.cpu - first.used[each].cpu for each, used in last.used.items() if each in first.used)
        return EveningReport(
            figures=figures,
            workers=workers,
            cores=round(cpu / (last.at - first.at), 3),
            bytes_a_person=round((_memory(last.used, process, workers) - before) / figures.people),
            lag_p99_ms=1000 * p99_added(await first.lag, await last.lag) if workers == 1 else 0.0,
        )


def lines_of(report: EveningReport) -> Iterator[str]:
    """Yield the report as lines."""
    figures = report.figures
    yield f"{figures.people:,} people, {figures.matches:,} matches, {figures.seconds} s, {report.workers} workers"
    for kind, each in figures.waits.items():
        yield (
            f"  {kind:<7}{each.number:>8,} · p50 {each.p50_ms:,.0f} ms · p95 {each.p95_ms:,.0f} ms"
            f" · p99 {each.p99_ms:,.0f} ms"
        )
    yield f"  server {report.cores:.0%} of a core · {report.bytes_a_person / 1024:.1f} KB of memory a person"
    yield f"  people receive {figures.bytes_a_person:,.0f} bytes a second each; {figures.lost} updates lost"
    if report.lag_p99_ms:
        yield f"  event loop: 99 % of the delays at most {report.lag_p99_ms:.0f} ms"
    if figures.refusals:
        yield f"  refused: {', '.join(f'{number} {code}' for code, number in figures.refusals.items())}"


def _used(process: int) -> dict[int, Used]:
    """Return the resource usage of a server, its workers and its bots, without its store."""
    found = {each: used_by(each) for each in (process, *started_by(process)) if not _is_store(each)}
    return {each: used for each, used in found.items() if used is not None}


def _is_store(process: int) -> bool:
    try:
        with open(f"/proc/{process}/comm", encoding="utf-8") as name:
            return "redis" in name.read() or "valkey" in name.read()
    except OSError:
        return False


def _memory(used: dict[int, Used], server: int, workers: int) -> int:
    """Return the memory of the server, with several workers that of all its processes. Processes of searching bots take
    the same memory for any number of people, so they are left out where they can be told apart."""
    return used[server].rss if workers == 1 else sum(each.rss for each in used.values())


async def _lag_at(address: str) -> dict[float, float]:
    """Return the histogram of the delays of the event loop: number of delays up to each bound in seconds."""
    async with aiohttp.ClientSession() as http, http.get(f"http://{address}/metrics") as answer:
        return {float(bound): float(number) for bound, number in LAG.findall(await answer.read())}


def p99_added(before: dict[float, float], after: dict[float, float]) -> float:
    """Return the upper bound, in seconds, of the bucket that holds the 99th percentile."""
    counts: Sequence[tuple[float, float]] = sorted((bound, after[bound] - before.get(bound, 0)) for bound in after)
    total = counts[-1][1] if counts else 0
    return next((bound for bound, number in counts if total and number >= 0.99 * total), 0.0)


def _free_port() -> int:
    with socket.socket() as free:
        free.bind((LOOPBACK, 0))
        port: int = free.getsockname()[1]
        return port
