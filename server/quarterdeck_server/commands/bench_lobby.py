"""`quarterdeck bench lobby`: how long people wait for each other."""

import platform
import sys

import click
from quarterdeck_client.commands.output import echo, echo_json
from rich.console import Console
from rich.progress import Progress

from quarterdeck_server.evaluation.capacity.lobby_hour import (
    CROWDS,
    HOURS,
    Habits,
    HourFigures,
    Speed,
    simulate,
    speed,
    waves_of_an_hour,
)
from quarterdeck_server.lobby.matchmaking.rating_bands import BOUND

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
    """Simulate quick match through a quiet, a normal and a busy hour, in virtual time; and pair a crowd in one round.

    Exit status 1 if anybody waited beyond the bound though there was company.
    """
    habits = Habits(spread=spread, no_shows=no_shows, welcome_bots=welcome_bots, parties=parties)
    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal, transient=True) as progress:
        passing = progress.add_task("hours", total=len(HOURS) * waves_of_an_hour())
        hours = [simulate(hour, habits, seed, lambda: progress.advance(passing)) for hour in HOURS]
    rounds = [speed(tickets, seed, crowd=crowd) for crowd in CROWDS]
    if as_json:
        echo_json({"hours": hours, "rounds": rounds, "bound_s": BOUND / 1000})
    else:
        _print(hours, rounds, seed)
    sys.exit(1 if any(hour.over_the_bound for hour in hours) else 0)


def _print(hours: list[HourFigures], rounds: list[Speed], seed: int) -> None:
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
