"""Comparison of a server with the limit of its own parts in one run, as ratios that hold on a shared machine.

All servers share a core. Their stores share another one with the load, a closed loop of matches on each of them
(`closed_loop.c`). Each round plays on one server after the other, while the others rest. The bench compares up to four
servers. The relay keeps nothing (`relay_yardstick.py`). The yardstick is the cheapest server with durable actions
(`append_yardstick.py`). This server runs with its embedded store, which has each action on the disk before the server
sends it (`appendfsync always`, as in the yardstick). The fourth, if asked for, is the same server at an older commit.
The result that transfers to other machines is the server's processor time for an action.
"""

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

import aiohttp
import click
import msgspec
from bench import append_yardstick, relay_yardstick
from bench.client_lines import lines_to
from bench.closed_loop import ClosedLoop, LoadError, LoadFigures, Script, Seated, closed_loop, compiled
from bench.older_commits import Clone, clone_of, server_of
from bench.programs import words_of
from quarterdeck_client.commands.output import Failure, echo, echo_json
from quarterdeck_server.evaluation.capacity.processes import Used, running, share_the_cores, used_by

TICK = 0.01
"""In which steps the system tells processor time."""

ALL_MARKS = 1_000_000_000
SEATING_AT_ONCE = 32
STOLEN = 0.05
"""From which part of the cores' time on, taken by other machines on the same host, a round is marked."""


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """Figures of one server in one round."""

    load: LoadFigures
    microseconds: float
    """Of the server's processor time for an action."""

    rss: int
    stolen: float

    @property
    def per_second(self) -> float:
        return self.load.actions / self.load.seconds


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """One server over all rounds: medians, and medians of each round's ratios."""

    per_second: float
    slowest: float
    fastest: float
    microseconds: float
    p50_ms: float
    p99_ms: float
    rss: int
    cpu_ratios: dict[str, float]
    """Processor time for an action, to that of each other server."""

    rate_ratios: dict[str, float]
    """Actions a second, to those of each other server."""


class _Running(msgspec.Struct, frozen=True):
    url: str
    process: int
    script: Script
    matches: Sequence[Seated]


def _script_of(clone: Clone | None) -> Script:
    watch = "watch_match" if clone is None or clone.has_message("watch_match") else "watch"
    return Script(
        path="/v1/socket",
        steps=(
            ("", '{"type":"sign_in","ref":"in","token":"{token}"}'),
            ('"type":"signed_in"', f'{{"type":"{watch}","ref":"watch","match":"{{match}}"}}'),
            ('"type":"update"', ""),
        ),
        action=(
            '{"type":"act","match":"{match}","seen":{number},"action":'
            '{"type":"mark","cell":{cell},"note":"xxxxxxxxxxxxxxxxxxxxxxxx"},"ref":"{number}"}'
        ),
        event='"type":"update"',
        version='"version":',
        first=2,
        refusal='"type":"refused"',
    )


async def _seated(url: str, matches: int, watch: str) -> list[Seated]:
    """Begin matches of `tiny`. In each, the first seat is the one to act."""
    turns = asyncio.Semaphore(SEATING_AT_ONCE)
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as http:

        async def begin() -> Seated:
            async with turns, lines_to(http, url, 2) as (host, guest):
                tokens = [(await line.ask({"type": "sign_in", "name": "Load"}))["token"] for line in (host, guest)]
                opening = {"type": "open_table", "game": "tiny", "options": {"marks": ALL_MARKS}, "time_limit": 600_000}
                table = (await host.ask({**opening, "sit": True}))["table"]["id"]
                await guest.ask({"type": "sit", "table": table, "seat": 1})
                readiness = {"type": "ready", "table": table}
                await host.ask(dict(readiness))
                match = (await guest.ask(readiness))["table"]["match"]
                update = await host.ask({"type": watch, "match": match})
                first, second = tokens if update["choices"] else reversed(tokens)
                return Seated(match, (first, second))

        return list(await asyncio.gather(*(begin() for _ in range(matches))))


@asynccontextmanager
async def _house(matches: int, clone: Clone | None) -> AsyncIterator[_Running]:
    watch = "watch_match" if clone is None or clone.has_message("watch_match") else "watch"
    async with server_of(clone) as (url, process):
        share_the_cores(process)
        yield _Running(url, process, _script_of(clone), await _seated(url, matches, watch))


@asynccontextmanager
async def _yardstick(name: str, matches: int) -> AsyncIterator[_Running]:
    named = [Seated(f"m{number}") for number in range(matches)]
    if name == "relay":
        async with running(*words_of("relay_yardstick")) as (url, process):
            share_the_cores(process)
            yield _Running(url, process, relay_yardstick.SCRIPT, named)
        return
    with tempfile.TemporaryDirectory(prefix="quarterdeck-bench-") as folder:
        async with running(*words_of("append_yardstick"), "--data", folder) as (url, process):
            share_the_cores(process)
            yield _Running(url, process, append_yardstick.SCRIPT, named)


YARDSTICKS = ("relay", "raw")
NOW = "now"


async def compare(
    matches: int, *, rounds: int, seconds: float, baseline: str | None, told: Callable[[str], None]
) -> dict[str, list[Round]]:
    """Return the figures of each server in each round, and report each round to `told`. Raises `LoadError`,
    `OSError`."""
    everything = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    names = [*YARDSTICKS, NOW, *([baseline] if baseline else [])]
    measured: dict[str, list[Round]] = {name: [] for name in names}
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="quarterdeck-bench-")))
        clone = await stack.enter_async_context(clone_of(baseline)) if baseline else None
        program = await compiled(folder)
        loops: dict[str, tuple[ClosedLoop, int]] = {}
        for name in names:
            if everything:
                os.sched_setaffinity(0, everything)  # a server is given its core of those that we have
            starting = (
                _yardstick(name, matches) if name in YARDSTICKS else _house(matches, None if name == NOW else clone)
            )
            server = await stack.enter_async_context(starting)
            port = urlsplit(server.url).port or 80
            loop = await stack.enter_async_context(closed_loop(program, server.script, port, server.matches))
            loops[name] = loop, server.process
        for number in range(rounds):
            for name in names[:: -1 if number % 2 else 1]:
                measured[name].append(await _measured(*loops[name], seconds))
            told(
                f"{matches} matches, round {number + 1}: "
                + " · ".join(_said(name, measured[name][-1]) for name in names)
            )
    if everything:
        os.sched_setaffinity(0, everything)
    return measured


def _said(name: str, last: Round) -> str:
    marked = " (the machine was taken away)" if last.stolen > STOLEN else ""
    return f"{name} {last.per_second:,.0f}/s {last.microseconds:.0f} µs{marked}"


async def _measured(loop: ClosedLoop, server: int, seconds: float) -> Round:
    edges: list[tuple[Used | None, float]] = []

    def at_edge() -> None:
        edges.append((used_by(server), _stolen()))

    load = await loop.play(seconds, at_edge)
    (before, stolen_before), (after, stolen_after) = edges
    if before is None or after is None:
        raise OSError("this system does not say what a process uses")
    return Round(
        load=load,
        microseconds=max(after.cpu - before.cpu, TICK) / load.actions * 1e6,
        rss=after.rss,
        stolen=(stolen_after - stolen_before) / load.seconds / (os.cpu_count() or 1),
    )


def _stolen() -> float:
    """Return the seconds of all cores together that other machines on the same host have taken so far."""
    try:
        fields = Path("/proc/stat").read_text().split(maxsplit=9)
    except OSError:
        return 0.0
    return int(fields[8]) / os.sysconf("SC_CLK_TCK")


def reckoned(measured: dict[str, list[Round]]) -> dict[str, Comparison]:
    """Return each server's medians and ratios."""

    def ratios(mine: list[Round], of: Callable[[Round], float]) -> dict[str, float]:
        return {
            name: median(of(one) / of(other) for one, other in zip(mine, others, strict=True))
            for name, others in measured.items()
            if others is not mine
        }

    return {
        name: Comparison(
            per_second=median(each.per_second for each in mine),
            slowest=min(each.per_second for each in mine),
            fastest=max(each.per_second for each in mine),
            microseconds=median(each.microseconds for each in mine),
            p50_ms=median(each.load.p50_ms for each in mine),
            p99_ms=median(each.load.p99_ms for each in mine),
            rss=round(median(each.rss for each in mine)),
            cpu_ratios=ratios(mine, lambda each: each.microseconds),
            rate_ratios=ratios(mine, lambda each: each.per_second),
        )
        for name, mine in measured.items()
    }


@click.command()
@click.option("--matches", "sizes", type=click.IntRange(1, 5_000), multiple=True, default=(50, 500), show_default=True)
@click.option("--rounds", type=click.IntRange(1, 100), default=10, show_default=True, help="Interleaved.")
@click.option("--seconds", type=click.FloatRange(0.5, 600), default=2.0, show_default=True, help="Of each, a round.")
@click.option("--baseline", metavar="REV", help="A commit of this repository that runs beside this one.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object as the last line.")
def main(sizes: tuple[int, ...], rounds: int, seconds: float, baseline: str | None, *, as_json: bool) -> None:
    """Play `tiny` on a relay that keeps nothing, on the cheapest server that appends each action to a durable log
    (raw), on this server, and on the one of an older commit, in turn, round after round; print medians, and the
    medians of each round's ratios. It needs a C compiler, for the load.
    """
    found: dict[int, dict[str, Comparison]] = {}
    for matches in sizes:
        try:
            measured = asyncio.run(
                compare(matches, rounds=rounds, seconds=seconds, baseline=baseline, told=lambda line: echo(line))
            )
        except (LoadError, OSError, TimeoutError) as error:
            raise Failure(f"the bench broke off: {error}") from error
        found[matches] = reckoned(measured)
        _print_comparison(matches, found[matches])
    if as_json:
        echo_json({str(matches): msgspec.to_builtins(compared) for matches, compared in found.items()})


def _print_comparison(matches: int, compared: dict[str, Comparison]) -> None:
    echo(f"{matches} matches: medians (slowest to fastest round); CPU of the server an action; ratios to the others")
    for name, each in compared.items():
        rates = f"{each.per_second:,.0f}/s ({each.slowest:,.0f} to {each.fastest:,.0f})"
        took = f"p50 {each.p50_ms:.1f} · p99 {each.p99_ms:.1f} ms"
        echo(f"  {name:<9} {rates:<28} {each.microseconds:>4.0f} µs  {took:<28} {each.rss / 2**20:.0f} MB")
        for other, ratio in each.cpu_ratios.items():
            echo(f"    to {other:<9} CPU {ratio:.2f} · rate {each.rate_ratios[other]:.2f}")
