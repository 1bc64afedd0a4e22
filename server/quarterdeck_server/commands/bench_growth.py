"""`quarterdeck bench growth`: the cost of long matches, and of players with many matches."""

import asyncio

import click
import msgspec
from quarterdeck_client.commands.output import echo, echo_json
from rich.console import Console

from quarterdeck_server.evaluation.capacity.growth import Growth, lines_of, measured


@click.command("growth")
@click.option("--entries", multiple=True, type=click.IntRange(2, 100_000), default=(5_000, 20_000), show_default=True)
@click.option("--index", multiple=True, type=click.IntRange(2, 50_000), default=(10, 1_000, 5_000), show_default=True)
@click.option("--matches", type=click.IntRange(1, 100_000), default=4_000, show_default=True)
@click.option("--rounds", type=click.IntRange(1, 100), default=5, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object as the last line.")
def bench_growth(entries: tuple[int, ...], index: tuple[int, ...], matches: int, rounds: int, *, as_json: bool) -> None:
    """Print what an action costs from each --index of a match on, what it costs to open a match of so many --entries,
    a transcript of 1 MB and its replay, and the export of somebody who has played so many --matches and opened as many
    packs, with how long each holds the event loop in one piece: medians of --rounds, in processor time, on an embedded
    store."""
    console = Console(stderr=True)
    with console.status("…") as status:
        growth: Growth = asyncio.run(measured(index, entries, matches, rounds, status.update))
    for line in lines_of(growth):
        echo(line)
    if as_json:
        echo_json(msgspec.to_builtins(growth, str_keys=True))
