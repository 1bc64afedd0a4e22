"""The command `quarterdeck arena`: measures how strong bots are against each other."""

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click
from quarterdeck_client.commands.output import Failure, echo, echo_json
from quarterdeck_client.commands.progress import Progress
from quarterdeck_client.commands.server_options import run, url_option
from quarterdeck_games import AnyGame, installed_games
from quarterdeck_protocol.encoding.file_kinds import text_of
from rich import box
from rich.console import Console
from rich.table import Table

from quarterdeck_server.cards.host_sets import CardChoice
from quarterdeck_server.commands.card_options import card_options, chosen_games
from quarterdeck_server.commands.kept_results import KeptResults
from quarterdeck_server.commands.parallel_work import in_processes
from quarterdeck_server.evaluation.arena import Bout, Crosstable, Outcome, bouts, contests, play
from quarterdeck_server.evaluation.external_bots import external_arena, play_all
from quarterdeck_server.evaluation.policies import names_of
from quarterdeck_server.evaluation.shares import Share, in_words

BROKEN_OFF = 130
LIMIT_HELP = "Seconds for a decision of an external program and of the server bots that it plays."
WIDTH = 120


@click.command()
@click.argument("game", type=click.Choice([name for name, game in installed_games().items() if game.listed]))
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT…")
@click.option(
    "--matches",
    type=click.IntRange(1, 1_000_000),
    default=100,
    show_default=True,
    help="Number of matches of each pair.",
)
@click.option("--seats", type=int, help="Number of seats.  [default: the smallest that the game allows]")
@click.option("--first", "is_first_alone", is_flag=True, help="Only measure the first bot against each other bot.")
@click.option(
    "--seed", type=int, default=1, show_default=True, help="Seed of the matches: the same seed gives the same matches."
)
@card_options
@click.option(
    "--by", type=float, default=20, show_default=True, help="Elo points by which the first bot must be stronger."
)
@click.option(
    "--processes",
    type=click.IntRange(1, 256),
    default=os.cpu_count() or 1,
    show_default="all cores",
    help="Number of matches at the same time.",
)
@click.option("--until-sure", is_flag=True, help="Stop when the test has an answer for each pair.")
@click.option(
    "--into", type=click.Path(dir_okay=False, path_type=Path), help="Save results in this file, and continue from it."
)
@click.option(
    "--external",
    multiple=True,
    metavar="NAME=TOKENFILE",
    help="An external program: its name, and a file with the token of its bot at --url; repeatable.",
)
@click.option("--time-limit", type=click.FloatRange(1, 3600), default=10.0, show_default=True, help=LIMIT_HELP)
@url_option
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
@click.pass_context
def arena(
    ctx: click.Context,
    game: str,
    bots: tuple[str, ...],
    matches: int,
    seats: int | None,
    is_first_alone: bool,
    seed: int,
    cards: CardChoice,
    by: float,
    processes: int,
    until_sure: bool,
    into: Path | None,
    external: tuple[str, ...],
    time_limit: float,
    url: str,
    as_json: bool,
) -> None:
    """Compare the strength of bots at GAME, each against each: server bots, and external programs.

    Every deal is played from every seat. Prints the share of matches that each bot won, and its Elo, with intervals
    of 95 %, and a sequential test of whether the first bot is stronger. `--into` saves the matches: the same command
    continues where it stopped, and adds matches to the saved ones. A program named by `--external` plays in matches
    of two seats. Its token needs the scopes `play`, `lobby:read` and `lobby:host`. The arena opens the tables, and
    server bots play against it.
    """
    rules = chosen_games(cards)[game]
    entrants = _entrants(rules, bots, seats, external)
    tokens = entrants.tokens
    met = contests(rules, entrants.seats, entrants.bots, seed, is_first_alone=is_first_alone)
    planned = list(bouts(met, matches))
    kept = KeptResults(into, Outcome, lambda outcome: outcome.bout)
    played, to_play = kept.split(planned)
    announcement = (
        f"{game}, {entrants.seats} seats: {len(planned)} matches, {len(played)} of them played before, seed {seed}"
    )

    def is_enough() -> bool:
        return until_sure and _is_sure(played, len(met), by)

    here, there = _split(to_play, tokens)
    take = kept.into(played)
    is_whole = in_processes(
        partial(play, cards=cards),
        [] if is_enough() else here,
        processes,
        take,
        lambda: echo(announcement, err=as_json),
        is_enough,
    )
    if is_whole and there and not is_enough():
        house = sorted({bot for bout in there for bot in (bout.contest.bot, bout.contest.other)} - set(tokens))
        run(_play_there(url, tokens, house, rules, time_limit, there, processes, take, is_enough))
    if played:
        _print(Crosstable(played), by, as_json=as_json, was_elsewhere=bool(tokens))
    if not (played and is_whole):
        ctx.exit(BROKEN_OFF)


@dataclass(frozen=True, slots=True)
class _Entrants:
    """The bots that an arena measures, and the number of seats of their matches."""

    bots: tuple[str, ...]
    seats: int
    tokens: dict[str, str]
    """The tokens of the programs among the bots, by name."""


def _entrants(game: AnyGame, bots: tuple[str, ...], seats: int | None, external: Sequence[str]) -> _Entrants:
    """Return the named bots. Raises `Failure` if they cannot be measured against each other."""
    known = names_of(game)
    tokens = _tokens(external, known)
    bots = (*bots, *[name for name in tokens if name not in bots])
    unknown = [bot for bot in bots if bot not in known and bot not in tokens]
    if unknown:
        raise Failure(f"{', '.join(unknown)}: no bot of {game.name}; there are {', '.join(known)}.")
    if len(set(bots)) < len("ab"):
        raise Failure("Name at least two bots, each once.")
    seats = game.seats[0] if seats is None else seats
    if seats not in game.seats:
        raise Failure(f"{game.name} is played by {game.seats[0]} to {game.seats[-1]} seats, not {seats}.")
    if tokens and seats != len("ab"):
        raise Failure(f"External programs are measured with two seats, not {seats}.")
    return _Entrants(bots, seats, tokens)


def _split(planned: Sequence[Bout], programs: Collection[str]) -> tuple[list[Bout], list[Bout]]:
    """Split the planned matches into those between the server's own bots, which are played in this process, and those
    with external programs, which are played on the server."""
    here: list[Bout] = []
    there: list[Bout] = []
    for bout in planned:
        (there if bout.contest.bot in programs or bout.contest.other in programs else here).append(bout)
    return here, there


async def _play_there(
    url: str,
    tokens: Mapping[str, str],
    house: Sequence[str],
    game: AnyGame,
    time_limit: float,
    planned: Sequence[Bout],
    at_once: int,
    take: Callable[[Outcome], None],
    is_enough: Callable[[], bool],
) -> None:
    """Play the matches with external programs on the server, with a progress bar."""
    async with external_arena(url, tokens, house, game, time_limit) as there:
        with Progress(len(planned), "matches on the server") as progress:

            def taken(outcome: Outcome) -> None:
                take(outcome)
                progress.step()

            await play_all(there, planned, at_once, taken, is_enough)


def _tokens(external: Sequence[str], known: Sequence[str]) -> dict[str, str]:
    """Return the token of each external program, by the program's name."""
    tokens: dict[str, str] = {}
    for each in external:
        name, sign, file = each.partition("=")
        if not (name and sign and file):
            raise Failure(f"{each} must be NAME=TOKENFILE.")
        if name in known or name in tokens:
            raise Failure(f"{name}: this name is already used by another bot.")
        try:
            tokens[name] = text_of(Path(file).read_bytes(), "a token").strip()
        except (OSError, ValueError) as error:  # `ForeignFile` is a `ValueError`
            raise Failure(f"{file} cannot be read: {error}") from error
        if not tokens[name]:
            raise Failure(f"{file} is empty, and should have the token of {name}.")
    return tokens


def _is_sure(played: list[Outcome], pairs: int, by: float) -> bool:
    """Return true if the sequential test has a result for each of these pairs of bots."""
    if not played:
        return False
    found = Crosstable(played)
    verdicts = [found.verdict(bot, other, by) for bot, other in found.pairs]
    return len(verdicts) == pairs and all(verdict.is_stronger is not None for verdict in verdicts)


def _print(found: Crosstable, by: float, *, as_json: bool, was_elsewhere: bool) -> None:
    if as_json:
        echo_json(_figures(found, by))
        return
    console = Console() if Console().is_terminal else Console(width=WIDTH)
    console.print(_table(found, by))
    if len(found.bots) > len("ab"):
        console.print(_crosstable(found))
    echo(
        f"{found.cpu_hours:.2f} hours of processor time{', and what was played on the server' if was_elsewhere else ''}"
    )


def _figures(found: Crosstable, by: float) -> dict[str, object]:
    return {
        "cpu_hours": found.cpu_hours,
        "bots": [
            {"bot": bot, "matches": share.of, "share": share.share, "interval": share.interval}
            for bot, share in found.standings
        ],
        "pairs": _pairs(found, by),
    }


def _pairs(found: Crosstable, by: float) -> Sequence[dict[str, object]]:
    figures: list[dict[str, object]] = []
    for (bot, other), scores in found.pairs.items():
        share, verdict = found.share(bot, other), found.verdict(bot, other, by)
        figures.append(
            {
                "bot": bot,
                "other": other,
                "matches": len(scores),
                "share": share.share,
                "interval": share.interval,
                "elo": found.elo(share.share),
                "elo_interval": [found.elo(each) for each in share.interval],
                "log_likelihood_ratio": verdict.ratio,
                "is_stronger": verdict.is_stronger,
            }
        )
    return figures


def _table(found: Crosstable, by: float) -> Table:
    table = Table(box=box.SIMPLE, title=f"Shares of the first place; {1 / found.seats:.0%} is even")
    for column in ("bot", "against", "matches", "share", "Elo", f"stronger by {by:g}?"):
        table.add_column(column, justify="left" if column in ("bot", "against") else "right")
    for (bot, other), scores in found.pairs.items():
        share, verdict = found.share(bot, other), found.verdict(bot, other, by)
        answer = {True: "yes", False: "no", None: "open"}[verdict.is_stronger]
        table.add_row(
            bot, other, str(len(scores)), in_words(share), _elo(found, share), f"{answer} ({verdict.ratio:+.1f})"
        )
    return table


def _crosstable(found: Crosstable) -> Table:
    """Return a table of win rates: each row is a bot, each column an opponent, the strongest first."""
    order = [bot for bot, _ in found.standings]
    table = Table("", *order, "all", box=box.SIMPLE, title="Each against each")
    for bot, share in found.standings:
        met = [found.share(bot, other) for other in order]
        table.add_row(bot, *[f"{each.share:.0%}" if each.of else "–" for each in met], in_words(share))
    return table


def _elo(found: Crosstable, share: Share) -> str:
    middle, low, high = (found.elo(each) for each in (share.share, *share.interval))
    return " ".join(("–" if middle is None else f"{middle:+.0f}", f"({_bound(low)}…{_bound(high)})"))


def _bound(elo: float | None) -> str:
    return "?" if elo is None else f"{elo:+.0f}"
