"""`quarterdeck balance`: how even a game's ready decks are."""

import os
from collections.abc import Sequence

import click
from quarterdeck_client.commands.output import echo
from quarterdeck_protocol.safe_text import safe
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from quarterdeck_server.bench.balance import BOTS, BOUNDS, Balance, Judged, Planned, Played, Share, plan, play
from quarterdeck_server.commands.parallel_work import in_processes

KEPT, BROKEN, BROKEN_OFF = 0, 1, 130
"""The exit codes; the last is what a shell gives to whatever Ctrl-C has ended."""

WIDTH = 120


@click.command()
@click.argument("game", type=click.Choice(sorted(BOUNDS)))
@click.option(
    "--matches",
    type=click.IntRange(1, 1_000_000),
    default=600,
    show_default=True,
    help="How many; rounded up until every deck has met every other as often from either seat.",
)
@click.option(
    "--processes",
    type=click.IntRange(1, 256),
    default=os.cpu_count() or 1,
    show_default="all cores",
    help="How many matches are played at once.",
)
@click.option("--bot", type=click.Choice(sorted(BOTS)), default="greedy", show_default=True, help="Who plays both.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same matches.")
@click.pass_context
def balance(ctx: click.Context, game: str, matches: int, processes: int, bot: str, seed: int) -> None:
    """Measure how even the ready decks of GAME are.

    A bot of the house plays each of them against each other, and the rule book's bounds are held against the outcome:
    how often a deck wins, how often whoever begins, how long a match takes, how it ends.

    Ends with 0 if every bound is kept, 1 if one is broken, 130 if Ctrl-C came first: then with what there is by then.
    """
    planned = plan(game, matches, seed, bot)
    played, is_whole = played_of(planned, min(processes, len(planned)))
    if not is_whole:
        echo(f"Ctrl-C came after {len(played)} of {len(planned)} matches; this is what they come to.")
    if not played:
        ctx.exit(BROKEN_OFF)
    console = Console() if Console().is_terminal else Console(width=WIDTH)
    found = Balance(game, played)
    judged = list(found.judged())
    for table in (_decks(found), _figures(found), _bounds(judged)):
        console.print(table)
    ctx.exit(BROKEN_OFF if not is_whole else KEPT if all(each.is_kept for each in judged) else BROKEN)


def played_of(planned: Sequence[Planned], processes: int) -> tuple[list[Played], bool]:
    """Play, and return whether all were played. What was played is in no order: nothing that is printed asks for
    one."""
    one = planned[0]
    announcement = f"{one.game}: {len(planned)} matches, both seats played by the {one.bot} bot, seed {one.seed}"
    played: list[Played] = []
    is_whole = in_processes(play, planned, processes, played.append, lambda: echo(announcement))
    return played, is_whole


def _decks(found: Balance) -> Table:
    table = Table(title="Share of the row's deck against the column's, with 95 % intervals", box=box.SIMPLE)
    table.add_column("")
    for column in ("all", *found.decks):
        table.add_column(_name(column), justify="right")
    for deck in found.decks:
        others = ["–" if other == deck else _share(found.against(deck, other)) for other in found.decks]
        table.add_row(_name(deck), _share(found.against(deck)), *others)
    return table


def _figures(found: Balance) -> Table:
    table = Table(box=None, show_header=False)
    reasons = ", ".join([f"{reason} {number / len(found.matches):.1%}" for reason, number in found.reasons.items()])
    for row in (
        ("whoever begins", _share(found.first)),
        ("turns", f"{found.median_turns:g} in the median, {found.long_turns} in nine of ten"),
        ("how they ended", reasons),
        ("draws", _share(found.draws)),
        ("empty decks", _share(found.empty)),
    ):
        table.add_row(*row)
    return table


def _bounds(judged: Sequence[Judged]) -> Table:
    table = Table(title="The rule book's bounds", box=box.SIMPLE)
    for column in ("", "measured", "from", "to", ""):
        table.add_column(column, justify="right" if column else "left")
    for each in judged:
        numbers = [_number(each, value) for value in (each.value, *each.bound)]
        table.add_row(each.what, *numbers, "kept" if each.is_kept else Text("broken", "bold red"))
    return table


def _name(deck: str) -> Text:
    """Return the name of a deck, which may be from a file, as a text without markup."""
    return Text(safe(deck))


def _number(judged: Judged, value: float) -> str:
    return f"{value:g}" if judged.bound[1] > 1 else f"{value:.1%}"


def _share(share: Share) -> str:
    low, high = share.interval
    return f"{share.share:.1%} ({low:.0%}…{high:.0%})"
