"""`quarterdeck bench memory`: the memory of finished matches and players in the store."""

import asyncio
from functools import partial

import click
import msgspec
from quarterdeck_client.commands.output import echo, echo_json
from quarterdeck_games import GAMES
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from quarterdeck_server.evaluation.capacity.store_memory import (
    MatchMemory,
    PlayerMemory,
    lines_of,
    measure_matches,
    measure_players,
)
from quarterdeck_server.evaluation.matches import SHIPPED


@click.command("memory")
@click.argument("games", nargs=-1, type=click.Choice(sorted(GAMES)))
@click.option("--matches", type=click.IntRange(1, 10_000), default=20, show_default=True, help="Of each game.")
@click.option("--players", type=click.IntRange(1, 100_000), default=1000, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object as the last line.")
def bench_memory(games: tuple[str, ...], matches: int, players: int, seed: int, *, as_json: bool) -> None:
    """Print how many bytes a finished match of each of GAMES takes in the store (by default of each shipped game),
    in the median of matches of the house's strongest bots: as a stream, packed, and in an archive; and what a guest and
    an account take."""
    found, people = asyncio.run(_measured(games or SHIPPED, matches, players, seed))
    for line in lines_of(found, people):
        echo(line)
    if as_json:
        echo_json({"matches": msgspec.to_builtins(found), "players": msgspec.to_builtins(people)})


async def _measured(
    games: tuple[str, ...], matches: int, players: int, seed: int
) -> tuple[dict[str, MatchMemory], PlayerMemory]:
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    found: dict[str, MatchMemory] = {}
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        for name in games:
            task = progress.add_task(name, total=matches)
            found[name] = await measure_matches(GAMES[name], matches, seed, partial(progress.advance, task))
    return found, await measure_players(players)
