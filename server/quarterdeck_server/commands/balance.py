"""`quarterdeck balance`: how even a game's ready decks are."""

import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click
from quarterdeck_client.commands.output import Failure, echo, echo_json
from rich.console import Console

from quarterdeck_server.bots.search_bot import LEVELS
from quarterdeck_server.cards.host_sets import FIRST_SETS, CardChoice
from quarterdeck_server.commands.balance_tables import figures, tables
from quarterdeck_server.commands.card_options import card_options, chosen_games
from quarterdeck_server.commands.kept_results import KeptResults
from quarterdeck_server.commands.parallel_work import in_processes
from quarterdeck_server.evaluation.balance import Planned, Played, decks_of, plan, play
from quarterdeck_server.evaluation.balance_bounds import BOUNDS
from quarterdeck_server.evaluation.balance_figures import Balance
from quarterdeck_server.evaluation.balance_plot import picture
from quarterdeck_server.evaluation.policies import LOOKAHEAD, names_of

KEPT, BROKEN, BROKEN_OFF = 0, 1, 130
"""The exit codes; the last is the one that a shell gives to a command ended by Ctrl-C."""

WIDTH = 160


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
@click.option(
    "--bot",
    type=click.Choice(["random", "greedy", LOOKAHEAD, *LEVELS]),
    default="greedy",
    show_default=True,
    help="Who plays both.",
)
@click.option("--simulated", type=click.IntRange(1), help="A search that simulates so many actions plays both instead.")
@click.option("--deck", "decks", multiple=True, help="Measure only this deck and others named so.  [default: all]")
@card_options
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same matches.")
@click.option("--into", type=click.Path(dir_okay=False, path_type=Path), help="Keep matches in this file, and go on.")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), help="Draw who wins how much of whom, as SVG.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@click.pass_context
def balance(
    ctx: click.Context,
    game: str,
    matches: int,
    processes: int,
    bot: str,
    simulated: int | None,
    decks: tuple[str, ...],
    cards: CardChoice,
    seed: int,
    into: Path | None,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Measure how even the ready decks of GAME are, those of the chosen card sets too.

    A bot of the house plays each of them against each other, and what is asked of the game is held against the outcome:
    how often a deck wins and a card, how often whoever begins, how long a match takes, how it ends. A bound is broken
    if the interval of what was measured lies beyond it. `--into` keeps what was played: the same command goes on where
    it was broken off, and plays again only what other cards have changed.

    Ends with 0 if no bound is broken, 1 if one is, 130 if Ctrl-C came first: then with what there is by then.
    """
    rules = chosen_games(cards)[game]
    if bot not in names_of(rules):
        raise Failure(f"{bot}: no bot of {game}; there are {', '.join(names_of(rules))}.")
    unknown = [deck for deck in decks if deck not in decks_of(rules)]
    if unknown or len(set(decks)) == 1:
        raise Failure(f"Name two decks or more of these: {', '.join(decks_of(rules))}.")
    planned = plan(rules, matches, seed, bot, simulated, tuple(dict.fromkeys(decks)))
    played, is_whole = played_of(planned, min(processes, len(planned)), into, cards, quiet=as_json)
    if not is_whole:
        echo(f"Ctrl-C came after {len(played)} of {len(planned)} matches; this is what they come to.", err=as_json)
    if not played:
        ctx.exit(BROKEN_OFF)
    found = Balance(rules, played, tuple(dict.fromkeys(decks)))
    if plot is not None:
        plot.write_bytes(picture(found, f"{rules.title}: ready decks, played by {_who(planned[0])}"))
    if as_json:
        echo_json(figures(found))
    else:
        console = Console() if Console().is_terminal else Console(width=WIDTH)
        for table in tables(found):
            console.print(table)
        echo(f"{found.cpu_hours:.2f} hours of processor time")
    is_kept = all(each.is_kept for each in found.judged())
    ctx.exit(BROKEN_OFF if not is_whole else KEPT if is_kept else BROKEN)


def played_of(
    planned: Sequence[Planned],
    processes: int,
    into: Path | None = None,
    cards: CardChoice = FIRST_SETS,
    *,
    quiet: bool = False,
) -> tuple[list[Played], bool]:
    """Play the planned matches that are not in the file yet. Return all results, and True if the plan is complete. The
    results are in no order, since no printed figure needs one."""
    kept = KeptResults(into, Played, lambda match: match.planned)
    played, to_play = kept.split(planned) if into is not None else ([], planned)
    before = f", {len(played)} of them played before" if into is not None else ""
    one = planned[0]
    announcement = f"{one.game}: {len(planned)} matches{before}, both seats played by {_who(one)}, seed {one.seed}"
    is_whole = in_processes(
        partial(play, cards=cards), to_play, processes, kept.into(played), lambda: echo(announcement, err=quiet)
    )
    return played, is_whole


def _who(planned: Planned) -> str:
    if planned.simulated is None:
        return f"the {planned.bot} bot"
    return f"a search of {planned.simulated:,} actions"
