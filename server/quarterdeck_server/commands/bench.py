"""The command `quarterdeck bench`: measures the load that a server can handle."""

import asyncio
import os
import platform
import sys
import time
from typing import Any

import click
import msgspec
from quarterdeck_client.commands.output import Failure, echo, echo_json
from quarterdeck_client.commands.server_options import SEATS
from quarterdeck_client.errors import ClientError
from quarterdeck_client.load import bear
from quarterdeck_client.load_figures import Figures
from quarterdeck_protocol.messages import UpdateForm
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from quarterdeck_server.commands.capacity_benches import (
    bench_capacity,
    bench_evening,
    bench_growth,
    bench_lobby,
    bench_memory,
)
from quarterdeck_server.evaluation.capacity.hosts import Plan, lines_of, measure
from quarterdeck_server.evaluation.capacity.processes import Used, own_server, share_the_cores, used_by
from quarterdeck_server.process.loops import fastest_loop


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The output of a bench: the measured figures of the load and the resources that the server used."""

    figures: Figures
    server_cpu: float | None
    """CPU use of the server during the measurement: 1.0 is one whole core. `None` for a server on another machine."""

    server_rss: int | None
    """Bytes, at the end."""

    bytes_per_idle_connection: int | None
    """Memory added by connecting, before any match was played, over the number of connections."""


OTHERS = {each.name: each for each in (bench_capacity, bench_evening, bench_growth, bench_lobby, bench_memory)}
"""Benches that measure something other than a game."""


class _Bench(click.Command):
    """The `bench` command with a special first argument: a game, or one of the subcommands in `OTHERS`, which have
    their own options."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        if args and args[0] in OTHERS:
            return OTHERS[args[0]].make_context(f"{info_name} {args[0]}", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


@click.command(cls=_Bench)
@click.argument("game", default="tiny")
@click.option("--matches", type=click.IntRange(1, 20_000), default=500, show_default=True)
@click.option("--seats", type=SEATS, help="Seats of each match.  [default: the game's own]")
@click.option(
    "--seconds", type=click.FloatRange(0.5, 3600), default=10.0, show_default=True, help="How long to measure."
)
@click.option("--store", default="embedded", show_default=True, help="The store of the server that is started.")
@click.option("--durability", default="", help="As for `serve`.  [default: fsync if the store is embedded, else fast]")
@click.option("--hosts", type=click.IntRange(1, 16), help="Simulate so many machines with a server each.")
@click.option("--workers", type=click.IntRange(1, 16), default=1, show_default=True, help="Of each of these servers.")
@click.option("--store-nodes", type=click.IntRange(1, 16), default=1, help="More than one, with --hosts: a cluster.")
@click.option("--think", type=click.FloatRange(0, 3600), default=0.0, help="Seconds a seat thinks, on average.")
@click.option("--url", help="Measure this server instead of starting one.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option(
    "--updates",
    "form",
    type=click.Choice([each.value for each in UpdateForm]),
    default="whole",
    show_default=True,
    help="How the clients of the load are told how matches stand.",
)
@click.option("--compressed", is_flag=True, help="The clients of the load ask for compressed frames.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object as the last line.")
def bench(**options: Any) -> None:
    """Run a closed loop of matches of GAME and print the load that the server has handled.

    `tiny` measures the server itself: two seats alternate an action of 80 bytes over a state of 2 KB. Any other game is
    played by bots that take random choices.

    Five others have options of their own. `quarterdeck bench capacity` computes the machines for a number of matches,
    `quarterdeck bench memory` measures the store's memory for a finished match and a player, `quarterdeck bench growth`
    the cost of long matches, and `quarterdeck bench lobby` simulates the waiting times of quick match. `quarterdeck
    bench evening` lets thousands of people play, search, chat and watch at a human pace.

    `--hosts` simulates several machines, as network namespaces where that is allowed and as processes elsewhere, each
    with a server, beside others for the nodes of their store, and prints what each process used for an action.
    """
    if options["hosts"]:
        if options["url"]:
            raise click.UsageError("--hosts starts its own servers, so it cannot be combined with --url.")
        _bench_hosts(options)
        return
    if options["workers"] > 1 or options["store_nodes"] > 1:
        raise click.UsageError(
            "--workers and --store-nodes apply to simulated machines only: use them together with --hosts."
        )
    try:
        with asyncio.Runner(loop_factory=fastest_loop()) as runner:
            report = runner.run(_bench(msgspec.convert(options, _Options, strict=False)))
    except (ClientError, OSError, TimeoutError) as error:
        raise Failure(f"the bench broke off: {error}") from error
    if options["as_json"]:
        figures = {name: each for name, each in msgspec.structs.asdict(report.figures).items() if name != "took"}
        used = {
            "server_cpu": report.server_cpu,
            "server_rss": report.server_rss,
            "bytes_per_idle_connection": report.bytes_per_idle_connection,
        }
        echo_json({**figures, **used})
    else:
        _print(report)


def _bench_hosts(options: dict[str, Any]) -> None:
    plan = msgspec.convert({**options, "nodes": options["store_nodes"]}, Plan, strict=False)
    try:
        with asyncio.Runner(loop_factory=fastest_loop()) as runner:
            figures = runner.run(measure(plan))
    except (ClientError, OSError, TimeoutError) as error:
        raise Failure(f"the bench broke off: {error}") from error
    if options["as_json"]:
        echo_json(msgspec.to_builtins(figures))
    else:
        for line in lines_of(figures):
            echo(line)


class _Options(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    matches: int
    seats: int | None
    seconds: float
    store: str
    durability: str
    url: str | None
    seed: int
    form: UpdateForm
    compressed: bool
    think: float
    as_json: bool


async def _bench(options: _Options) -> Report:
    if options.url is not None:
        return await _measure(options, options.url, None)
    async with own_server(options.store, options.durability) as (url, process):
        share_the_cores(process)
        return await _measure(options, url, process)


async def _measure(options: _Options, url: str, process: int | None) -> Report:
    before = _used(process)
    idle: list[Used | None] = [None, None]
    began = [0.0]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        connecting = progress.add_task("matches begun", total=options.matches)

        def connected(begun: int) -> None:
            progress.update(connecting, completed=begun)
            if begun == options.matches:
                idle[0] = _used(process)

        def counting() -> None:
            progress.update(connecting, description="playing")
            idle[1] = _used(process)
            began[0] = time.perf_counter()

        figures = await bear(
            url,
            game=options.game,
            matches=options.matches,
            seats=options.seats,
            seconds=options.seconds,
            seed=options.seed,
            form=options.form,
            compressed=options.compressed,
            think=options.think,
            connected=connected,
            counting=counting,
        )
    after = _used(process)
    elapsed = time.perf_counter() - began[0]
    if before is None or after is None or idle[0] is None or idle[1] is None:
        return Report(figures=figures, server_cpu=None, server_rss=None, bytes_per_idle_connection=None)
    return Report(
        figures=figures,
        server_cpu=round((after.cpu - idle[1].cpu) / elapsed, 2),
        server_rss=after.rss,
        bytes_per_idle_connection=(idle[0].rss - before.rss) // figures.connections,
    )


def _used(process: int | None) -> Used | None:
    return None if process is None else used_by(process)


def _print(report: Report) -> None:
    figures = report.figures
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, {sys.platform}"
    echo(f"{figures.game}: {figures.matches} matches, {figures.connections} connections, {figures.seconds} s")
    echo(f"  machine            {machine}")
    echo(f"  actions per second {figures.actions_per_second:,.0f} acknowledged to all seats")
    echo(f"  latency            p50 {figures.p50_ms} ms · p95 {figures.p95_ms} ms · p99 {figures.p99_ms} ms")
    echo(f"  updates            {figures.lost} lost · {figures.refused} refused · {figures.update_bytes:.0f} bytes")
    if figures.refusals:
        echo(f"  refused            {', '.join(f'{count} {code}' for code, count in figures.refusals.items())}")
    if "too_many" in figures.refusals:
        echo("  This is the server's limit for one connection, not what it bears: see --messages-per-second.")
    if report.server_cpu is not None and report.server_rss is not None:
        idle = (report.bytes_per_idle_connection or 0) / 1024
        echo(
            f"  server             {report.server_cpu:.0%} of a core · {report.server_rss / 2**20:.0f} MB"
            f" · {idle:.1f} KB per idle connection with its match"
        )
