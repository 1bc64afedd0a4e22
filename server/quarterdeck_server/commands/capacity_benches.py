"""The commands `quarterdeck bench capacity`, `evening`, `growth`, `lobby` and `memory`: measurements for hosts apart
from the load of a game."""

import asyncio
import platform
import sys
from functools import partial

import click
import msgspec
from quarterdeck_client.commands.output import Failure, echo, echo_json
from quarterdeck_client.errors import ClientError
from quarterdeck_games import installed_games
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from quarterdeck_server.evaluation.capacity import estimate, lobby_hour, mixed_load_report, store_memory
from quarterdeck_server.evaluation.capacity.growth import Growth, lines_of, measured
from quarterdeck_server.evaluation.matches import SHIPPED
from quarterdeck_server.lobby.matchmaking.rating_bands import BOUND
from quarterdeck_server.process.loops import fastest_loop


@click.command("capacity")
@click.option("--matches", type=click.IntRange(1), default=1_000, show_default=True, help="At the same time.")
@click.option("--seats", type=click.IntRange(1, 8), default=2, show_default=True)
@click.option("--actions", type=click.FloatRange(0), default=0.2, show_default=True, help="Of a match, a second.")
@click.option("--minutes", type=click.FloatRange(0.1), default=10.0, show_default=True, help="Of a match.")
@click.option("--servers", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("--nodes", type=click.IntRange(1), default=1, show_default=True, help="Of the store.")
@click.option("--game", type=click.FloatRange(0), default=1.0, show_default=True, help="Times what `tiny` takes.")
def bench_capacity(**options: int | float) -> None:
    """Print the resources that a number of simultaneous matches needs."""
    load = msgspec.convert(options, estimate.Load)
    for line in estimate.lines_of(load, estimate.reckoned(load, estimate.Measured())):
        echo(line)


@click.command("growth")
@click.option("--entries", multiple=True, type=click.IntRange(2, 100_000), default=(5_000, 20_000), show_default=True)
@click.option("--index", multiple=True, type=click.IntRange(2, 50_000), default=(10, 1_000, 5_000), show_default=True)
@click.option("--matches", type=click.IntRange(1, 100_000), default=4_000, show_default=True)
@click.option("--rounds", type=click.IntRange(1, 100), default=5, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object as the last line.")
def bench_growth(entries: tuple[int, ...], index: tuple[int, ...], matches: int, rounds: int, *, as_json: bool) -> None:
    """Measure costs that grow with the amount of data.

    These are: an action from each --index of a match on; the opening of a match with this number of --entries; a
    transcript of 1 MB and its replay; and the export of a player with this number of --matches and as many opened
    packs. For each the longest time that the event loop is blocked is printed too. All are medians of --rounds, in
    processor time, with an embedded store.
    """
    console = Console(stderr=True)
    with console.status("…") as status:
        growth: Growth = asyncio.run(measured(index, entries, matches, rounds, status.update))
    for line in lines_of(growth):
        echo(line)
    if as_json:
        echo_json(msgspec.to_builtins(growth, str_keys=True))


@click.command("evening")
@click.option("--people", type=click.IntRange(20, 20_000), default=5_000, show_default=True)
@click.option("--seconds", type=click.FloatRange(1, 3600), default=60.0, show_default=True, help="How long to measure.")
@click.option("--workers", type=click.IntRange(1, 16), default=1, show_default=True)
@click.option("--durability", default="", help="As for `serve`.")
@click.option("--compressed", is_flag=True, help="Ask the server to compress frames, as browsers do.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object as the last line.")
def bench_evening(
    people: int, seconds: float, workers: int, durability: str, seed: int, *, compressed: bool, as_json: bool
) -> None:
    """Let so many people play, search, chat and watch at a human pace, and print how long they wait.

    The server is started with an embedded store on a core of its own. Half of the people sit at tables of the shipped
    games and think for 4 seconds on average, and a quarter of a percent plays against a searching bot. Three tenths
    follow the list of tables and the chat, and search for opponents. The rest watch two matches, one of them delayed.
    """
    console = Console(stderr=True)
    try:
        with console.status("…") as status, asyncio.Runner(loop_factory=fastest_loop()) as runner:
            measured = runner.run(
                mixed_load_report.measured(
                    people, seconds, workers, durability, seed, status.update, compressed=compressed
                )
            )
    except (ClientError, OSError, TimeoutError) as error:
        raise Failure(f"the bench broke off: {error}") from error
    except ExceptionGroup as group:  # of the people, who are tasks
        raise Failure(f"the bench broke off: {group.exceptions[0]}") from group
    for line in mixed_load_report.lines_of(measured):
        echo(line)
    if as_json:
        echo_json(msgspec.to_builtins(measured))


SHARE = click.FloatRange(0, 1)


@click.command("lobby")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--spread", type=click.FloatRange(0), default=200.0, show_default=True, help="Of ratings, in points.")
@click.option("--no-shows", type=SHARE, default=0.05, show_default=True, help="How many do not answer an offer.")
@click.option("--welcome-bots", type=SHARE, default=0.5, show_default=True, help="How many play with bots too.")
@click.option("--parties", type=SHARE, default=0.05, show_default=True, help="How many come with friends.")
@click.option("--tickets", type=click.IntRange(1, 100_000), default=10_000, show_default=True, help="In the crowd.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object as the last line.")
def bench_lobby(
    seed: int, spread: float, no_shows: float, welcome_bots: float, parties: float, tickets: int, as_json: bool
) -> None:
    """Simulate quick match for a quiet, a normal and a busy hour, in virtual time, and pair a crowd in one round.

    Exit status 1 if a ticket waited longer than allowed although suitable opponents were there.
    """
    habits = lobby_hour.Habits(spread=spread, no_shows=no_shows, welcome_bots=welcome_bots, parties=parties)
    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal, transient=True) as progress:
        passing = progress.add_task("hours", total=len(lobby_hour.HOURS) * lobby_hour.waves_of_an_hour())
        hours = [
            lobby_hour.simulate(hour, habits, seed, lambda: progress.advance(passing)) for hour in lobby_hour.HOURS
        ]
    rounds = [lobby_hour.speed(tickets, seed, crowd=crowd) for crowd in lobby_hour.CROWDS]
    if as_json:
        echo_json({"hours": hours, "rounds": rounds, "bound_s": BOUND / 1000})
    else:
        _print(hours, rounds, seed)
    sys.exit(1 if any(hour.over_the_bound for hour in hours) else 0)


def _print(hours: list[lobby_hour.HourFigures], rounds: list[lobby_hour.Speed], seed: int) -> None:
    echo(f"quick match, simulated; the bound is {BOUND / 1000:.0f} s; --seed {seed}")
    for hour in hours:
        echo(f"  {hour.name} hour: {hour.tickets} tickets, {hour.begun} found a match, {hour.with_bots} with bots")
        echo(f"    waiting          p50 {hour.wait_p50:.0f} s · p95 {hour.wait_p95:.0f} s · max {hour.wait_max:.0f} s")
        echo(f"    ratings apart    p50 {hour.difference_p50:.0f} · p95 {hour.difference_p95:.0f} points at a table")
        echo(f"    came to nothing  {hour.offers_failed} offers, {hour.absent} tickets of those who were absent")
        echo(f"    unmatched        {hour.unmatched} at the end of the hour")
        echo(f"    met again        {hour.met_again} matches with somebody whom one had just met")
        echo(f"    over the bound   {hour.over_the_bound} though there was company")
    machine = f"{platform.machine()}, Python {platform.python_version()}, {sys.platform}"
    echo(f"  one round of {rounds[0].tickets} tickets, in milliseconds of one core ({machine}):")
    for each in rounds:
        echo(f"    {each.crowd:<16} {each.round_ms:.0f} ms, {each.pairings} pairings")


@click.command("memory")
@click.argument("games", nargs=-1, type=click.Choice(sorted(installed_games())))
@click.option("--matches", type=click.IntRange(1, 10_000), default=20, show_default=True, help="Of each game.")
@click.option("--players", type=click.IntRange(1, 100_000), default=1000, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object as the last line.")
def bench_memory(games: tuple[str, ...], matches: int, players: int, seed: int, *, as_json: bool) -> None:
    """Print how many bytes a finished match of each of GAMES takes in the store (default: each shipped game): as a
    stream, compressed, and in an archive. Also print what a guest and an account take.

    The figures are medians of matches played by the server's strongest bots.
    """
    found, people = asyncio.run(_measured(games or SHIPPED, matches, players, seed))
    for line in store_memory.lines_of(found, people):
        echo(line)
    if as_json:
        echo_json({"matches": msgspec.to_builtins(found), "players": msgspec.to_builtins(people)})


async def _measured(
    games: tuple[str, ...], matches: int, players: int, seed: int
) -> tuple[dict[str, store_memory.MatchMemory], store_memory.PlayerMemory]:
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    found: dict[str, store_memory.MatchMemory] = {}
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        for name in games:
            task = progress.add_task(name, total=matches)
            found[name] = await store_memory.measure_matches(
                installed_games()[name], matches, seed, partial(progress.advance, task)
            )
    return found, await store_memory.measure_players(players)
