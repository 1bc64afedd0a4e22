"""The report of an evening (`mixed_load.py`): waits of its people beside the processor time, memory and loop lag of the
server, and of the load itself."""

import asyncio
import re
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import aiohttp
import msgspec
from msgspec.structs import replace

from quarterdeck_server.evaluation.capacity.machines import LOOPBACK
from quarterdeck_server.evaluation.capacity.mixed_load import Evening, EveningFigures, Part
from quarterdeck_server.evaluation.capacity.mixed_load_crowd import Crowd, Wanted, crowd
from quarterdeck_server.evaluation.capacity.mixed_load_people import bytes_received
from quarterdeck_server.evaluation.capacity.mixed_load_traders import SETTINGS
from quarterdeck_server.evaluation.capacity.processes import (
    Used,
    keep_apart,
    own_server,
    started_by,
    thread_used_by,
    used_by,
)

BUSY = 0.9
"""Share of a core above which the load waits for its own processor time."""

SECONDS_BETWEEN_TIMERS = 0.05
MORE_CONNECTIONS = 1_000
"""Connections beside those of the people, who are some more than wanted, and who read over HTTP."""

LAG = re.compile(rb'^quarterdeck_event_loop_lag_seconds_bucket\{.*le="([^"]+)"\} ([0-9.e+]+)$', re.MULTILINE)


class EveningReport(msgspec.Struct, frozen=True, kw_only=True):
    """What the people of an evening and its server have measured."""

    figures: EveningFigures
    workers: int
    cores: float
    """Processor time of all server processes in a second. Without the store, and with the processes of bots."""

    cores_by_work: dict[str, float]
    """Processor time in a second by its kind: `loop` of the server's event loops, `kernel` as the part of it in system
    calls, `threads` of the server's other threads, `bots` of searching processes, `store`, `load` of the people, and
    `timed` of those whose waits are measured."""

    wire_bytes_a_person: float
    """Bytes that a person received in a second, compressed and with headers of HTTP and frames. 0 where the system does
    not count them."""

    bytes_a_person: float
    """Memory that the server processes took for a person, from before anybody came to the end."""

    lag_p99_ms: float
    """The bucket in which 99 % of the delays of the event loop's timers are: its upper bound. 0 with several workers,
    whose metrics are apart."""

    load_lag_p99_ms: float
    """The same of the event loop of the measured people, exactly. Their waits contain it."""


class _Sample(msgspec.Struct, frozen=True):
    at: float
    used: dict[int, Used]
    work: dict[str, float]
    received: int
    lag: asyncio.Task[dict[float, float]]


async def measured(
    people: int,
    seconds: float,
    workers: int,
    durability: str,
    seed: int,
    progress: Callable[[str], None],
    *,
    compressed: bool = False,
) -> EveningReport:
    """Start a server, let an evening pass, and return the figures. Raises `ClientError`, `OSError`."""
    metrics = f"{LOOPBACK}:{_free_port()}"
    more = {**SETTINGS, "CONNECTIONS": str(people + MORE_CONNECTIONS)}
    async with own_server("embedded", durability, workers=workers, metrics=metrics, more=more) as (url, process):
        store = [each for each in started_by(process) if _is_store(each)]
        before = _memory(_used(process), process, workers)
        servers = [process, *(each for each in started_by(process) if each not in store)]
        keep_apart(servers, store)
        wanted = Wanted(url=url, people=people, seconds=seconds, seed=seed, compressed=compressed)
        samples: list[_Sample] = []
        late: list[float] = []
        timers: list[asyncio.Task[None]] = []

        def at_edge() -> None:
            lag = asyncio.create_task(_lag_at(metrics))
            work = _work(process, others)
            samples.append(_Sample(time.perf_counter(), _used(process), work, bytes_received(), lag))
            if not late:
                timers.append(asyncio.create_task(_note_delays(late)))

        async with crowd(wanted) as others:
            evening = Evening(url, Part(people, is_timed=True), compressed, seed, progress)
            timed = await evening.measure(seconds, at_edge, at_edge, others.all_begun)
            beside = await others.figures()
        for each in timers:
            each.cancel()
        first, last = samples
        figures = _together(timed, beside.figures)
        elapsed = last.at - first.at
        by_work = {kind: round((last.work[kind] - spent) / elapsed, 3) for kind, spent in first.work.items()}
        # Each process counts for its own time, which is a little longer on a busy machine.
        wire_bytes = (last.received - first.received) / elapsed + beside.wire_bytes / beside.figures.seconds
        return EveningReport(
            figures=figures,
            workers=workers,
            cores=round(by_work["loop"] + by_work["threads"] + by_work["bots"], 3),
            cores_by_work=by_work,
            wire_bytes_a_person=round(wire_bytes / figures.people, 1),
            bytes_a_person=round((_memory(last.used, process, workers) - before) / figures.people),
            lag_p99_ms=1000 * p99_added(await first.lag, await last.lag) if workers == 1 else 0.0,
            load_lag_p99_ms=round(1000 * sorted(late)[int(0.99 * len(late))], 1) if late else 0.0,
        )


def _together(timed: EveningFigures, crowd: EveningFigures) -> EveningFigures:
    """Return the figures of all people, with the waits of those who are measured."""
    people = timed.people + crowd.people
    received = timed.people * timed.bytes_a_person + crowd.people * crowd.bytes_a_person
    return replace(
        timed,
        people=people,
        matches=timed.matches + crowd.matches,
        bytes_a_person=round(received / people, 1),
        lost=timed.lost + crowd.lost,
        refusals=dict(Counter(timed.refusals) + Counter(crowd.refusals)),
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
    work = report.cores_by_work
    yield f"  server {report.cores:.0%} of a core · {report.bytes_a_person / 1024:.1f} KB of memory a person"
    yield (
        f"    event loop {work['loop']:.0%} ({work['kernel']:.0%} in system calls) · threads {work['threads']:.0%}"
        f" · bots {work['bots']:.0%} · beside it the store {work['store']:.0%}"
    )
    yield (
        f"  people receive {figures.bytes_a_person:,.0f} bytes a second each, {report.wire_bytes_a_person:,.0f} on the"
        f" wire; {figures.lost} updates lost"
    )
    if report.lag_p99_ms:
        yield f"  event loop: 99 % of the delays at most {report.lag_p99_ms:.0f} ms"
    yield f"  load {work['load']:.0%} of a core, of it the people who are measured {work['timed']:.0%}"
    yield f"  99 % of the delays of those who are measured at most {report.load_lag_p99_ms:.0f} ms"
    if work["load"] + work["store"] > BUSY:
        yield "  The load filled its core, so people came slowly. Only the server's figures count."
    if figures.refusals:
        yield f"  refused: {', '.join(f'{number} {code}' for code, number in figures.refusals.items())}"


def _used(process: int) -> dict[int, Used]:
    """Return the resource usage of a server, its workers and its bots, without its store."""
    found = {each: used_by(each) for each in (process, *started_by(process)) if not _is_store(each)}
    return {each: used for each, used in found.items() if used is not None}


def _work(server: int, crowd: Crowd) -> dict[str, float]:
    """Return the seconds of processor time so far by kind, as `cores_by_work` names them."""
    spent = dict.fromkeys(("loop", "kernel", "threads", "bots", "store"), 0.0)
    for each in (server, *started_by(server)):
        used, loop = used_by(each), thread_used_by(each, each)
        if used is None or loop is None:
            continue
        if _is_store(each):
            spent["store"] += used.cpu
        elif _is_search(each):
            spent["bots"] += used.cpu
        else:
            spent["loop"] += loop.cpu
            spent["kernel"] += loop.kernel
            spent["threads"] += used.cpu - loop.cpu
    timed, others = time.process_time(), used_by(crowd.id)
    return {**spent, "load": timed + (0.0 if others is None else others.cpu), "timed": timed}


async def _note_delays(late: list[float]) -> None:
    """Note the delays of timers of this event loop, until cancelled."""
    while True:
        due = time.perf_counter() + SECONDS_BETWEEN_TIMERS
        await asyncio.sleep(SECONDS_BETWEEN_TIMERS)
        late.append(max(0.0, time.perf_counter() - due))


def _is_search(process: int) -> bool:
    """True if a process searches for bots, or belongs to those that do."""
    try:
        with open(f"/proc/{process}/cmdline", encoding="utf-8") as line:
            return "multiprocessing" in line.read()
    except OSError:
        return False


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
