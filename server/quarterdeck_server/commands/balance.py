"""The command `quarterdeck balance`: measures how evenly a game's ready decks win against each other."""

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
    help="Number of matches, rounded up so that each deck plays each other equally often from both seats.",
)
@click.option(
    "--processes",
    type=click.IntRange(1, 256),
    default=os.cpu_count() or 1,
    show_default="all cores",
    help="Number of matches at the same time.",
)
@click.option(
    "--bot",
    type=click.Choice(["random", "greedy", LOOKAHEAD, *LEVELS]),
    default="greedy",
    show_default=True,
    help="The bot that plays both decks.",
)
@click.option(
    "--simulated", type=click.IntRange(1), help="Play both decks with a search of this many simulated actions."
)
@click.option("--deck", "decks", multiple=True, help="Measure only this deck; repeatable.  [default: all]")
@click.option("--against-all", is_flag=True, help="Let the decks of `--deck` play all decks, not only each other.")
@card_options
@click.option(
    "--seed", type=int, default=1, show_default=True, help="Seed of the matches: the same seed gives the same matches."
)
@click.option(
    "--into", type=click.Path(dir_okay=False, path_type=Path), help="Save matches in this file, and continue from it."
)
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), help="Draw the win rates as SVG.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
@click.pass_context
def balance(
    ctx: click.Context,
    game: str,
    matches: int,
    processes: int,
    bot: str,
    simulated: int | None,
    decks: tuple[str, ...],
    against_all: bool,
    cards: CardChoice,
    seed: int,
    into: Path | None,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Measure the balance of the ready decks of GAME and of the chosen card sets.

    A server bot plays each deck against each other. The results are compared with the game's bounds: how often a
    deck, a card and the starting player win, how long a match takes and how it ends. A bound is broken if the
    measured interval lies beyond it. `--into` saves the matches: the same command continues where it stopped, and
    only repeats matches with changed cards. Exit status 0 if no bound is broken, 1 if one is, 130 after Ctrl-C, with
    the results so far.
    """
    rules = chosen_games(cards)[game]
    if bot not in names_of(rules):
        raise Failure(f"{bot}: no bot of {game}; there are {', '.join(names_of(rules))}.")
    unknown = [deck for deck in decks if deck not in decks_of(rules)]
    if unknown or (len(set(decks)) == 1 and not against_all):
        raise Failure(f"Name two decks or more of these: {', '.join(decks_of(rules))}.")
    named = tuple(dict.fromkeys(decks))
    planned = plan(rules, matches, seed, bot, simulated, named, against_all=against_all)
    played, is_whole = played_of(planned, min(processes, len(planned)), into, cards, quiet=as_json)
    if not is_whole:
        echo(f"Stopped by Ctrl-C after {len(played)} of {len(planned)} matches. Results so far:", err=as_json)
    if not played:
        ctx.exit(BROKEN_OFF)
    found = Balance(rules, played, () if against_all else named)
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
    """Play the planned matches that are not in the file yet. Return the results of all planned matches in no particular
    order, and true if the plan is complete."""
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
