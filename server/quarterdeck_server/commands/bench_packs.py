"""`quarterdeck bench packs`: the cost of opening packs, and the time to load a large collection."""

import asyncio
from functools import partial

import click
import msgspec
from quarterdeck_client.commands.output import echo, echo_json
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from quarterdeck_server.bench.pack_openings import PackFigures, measure_openings


@click.command("packs")
@click.option("--openings", type=click.IntRange(100, 1_000_000), default=2000, show_default=True)
@click.option("--copies", type=click.IntRange(1, 1_000_000), default=10_000, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object as the last line.")
def bench_packs(openings: int, copies: int, *, as_json: bool) -> None:
    """Print what opening a pack costs in processor time and round trips to a real store, and how long an account that
    owns so many copies takes to load."""
    found = asyncio.run(_measured(openings, copies))
    echo(
        f"{found.openings:,} packs: {found.cpu_ms:.2f} ms of processor time each, {found.per_second:,.0f} a second on"
        f" one core, {found.round_trips:.1f} round trips"
    )
    echo(f"an account with {found.copies:,} copies loads in {found.load_ms:.1f} ms")
    if as_json:
        echo_json(msgspec.to_builtins(found))


async def _measured(openings: int, copies: int) -> PackFigures:
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task("packs opened", total=openings)
        return await measure_openings(openings, copies, partial(progress.advance, task))
