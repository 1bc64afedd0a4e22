"""The command `quarterdeck bots`: plays matches with bots."""

import asyncio
import secrets
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack

import click
import msgspec
from quarterdeck_protocol.translatable_text import filled

from quarterdeck_client.bots.first_connection import connected
from quarterdeck_client.bots.quick_match_bot import Sought, seek_and_play
from quarterdeck_client.bots.whole_match import Orders, Played, play_whole_match
from quarterdeck_client.commands.output import echo, echo_json
from quarterdeck_client.commands.progress import Progress
from quarterdeck_client.commands.server_options import SEATS, deck_option, json_option, run, url_option
from quarterdeck_client.phrases import PhraseBook, Phrases

MOST_AT_ONCE = 64
MOST_SEEKING = 500


@click.command()
@url_option
@click.option("--game", default="density-deck", show_default=True, help="Which game.")
@click.option("--seats", type=SEATS, help="Number of players.  [default: the game's own]")
@click.option("--matches", type=click.IntRange(1), default=1, show_default=True, help="Number of matches.")
@click.option(
    "--concurrency",
    type=click.IntRange(1, MOST_AT_ONCE),
    default=4,
    show_default=True,
    help="Number of matches at the same time.",
)
@deck_option(multiple=True, text="Decks of the bots, one for each seat, then from the start again")
@click.option("--seek", type=click.IntRange(1, MOST_SEEKING), help="Let this many bots use quick match instead.")
@click.option(
    "--bots-after",
    type=click.FloatRange(0, 86_400),
    default=10.0,
    show_default=True,
    help="Seconds of searching before server bots take free seats.",
)
@click.option(
    "--time-limit",
    type=click.FloatRange(1, 86_400),
    default=30.0,
    show_default=True,
    help="Seconds for a decision in quick match. Only players with the same value are matched.",
)
@click.option("--rated/--unrated", default=True, show_default=True, help="Which matches to look for.")
@click.option("--seed", help="Seed of the bots' choices. The server still shuffles at random.")
@click.option("--narrate/--quiet", default=None, help="Print what happens in words.  [default: for a single match]")
@click.option(
    "--patience",
    type=click.FloatRange(0),
    default=15.0,
    show_default=True,
    help="Seconds to keep retrying a lost or refused connection.",
)
@json_option
def bots(
    url: str,
    game: str,
    seats: int | None,
    matches: int,
    concurrency: int,
    decks: tuple[str, ...],
    seek: int | None,
    bots_after: float,
    time_limit: float,
    rated: bool,
    seed: str | None,
    narrate: bool | None,
    patience: float,
    as_json: bool,
) -> None:
    """Play whole matches with bots, each with its own connection.

    With `--seek` the bots use quick match: each looks for opponents, accepts and plays, until `--matches` is
    reached. Exit status 1 if a match did not end correctly. With `--json`, `error` says why no match could start or
    continue; errors of one match are listed with that match.
    """
    is_narrating = (matches == 1 if narrate is None else narrate) and not as_json
    orders = Orders(url=url, game=game, seats=seats, seed=seed or secrets.token_hex(4), patience=patience, decks=decks)
    sought = Sought(time_limit=time_limit, rated=rated, bots_after=bots_after)
    played: dict[int, Played] = {}

    def print_json(error: str | None) -> None:
        in_order = [played[number] for number in sorted(played)]
        echo_json({"matches": in_order, "error": error})

    if seek is not None:
        playing = _seek(orders, sought, seek, matches, played, as_json=as_json)
    else:
        playing = _play(orders, matches, concurrency, played, is_narrating=is_narrating, as_json=as_json)
    run(playing, print_json if as_json else None)
    failed = [each for each in played.values() if each.error is not None]
    if as_json:
        print_json(None)
    else:
        echo(_summary(list(played.values()), len(failed), orders))
    sys.exit(1 if failed else 0)


async def _play(
    orders: Orders, matches: int, concurrency: int, played: dict[int, Played], *, is_narrating: bool, as_json: bool
) -> None:
    """Play the matches. The outcome of each one is added to `played`, by its number, as soon as the match is over."""
    async with AsyncExitStack() as stack:
        client = await connected(stack, orders.url, orders.patience, waits=_print_waiting(orders))
        offer = next((offer for offer in client.welcome.games if offer.name == orders.game), None)
        described = await client.game(orders.game)
    phrases = msgspec.convert(described["phrases"], Phrases)
    default = 2 if offer is None else offer.default_seats
    orders = msgspec.structs.replace(orders, seats=orders.seats or default)
    live = (is_narrating and concurrency == 1) or matches == 1
    with Progress(matches, "matches", hidden=is_narrating and live) as progress:
        turn = asyncio.Semaphore(concurrency)

        async def one(number: int) -> None:
            async with turn:
                lines: list[str] = []
                narrate = None if not is_narrating else echo if live else lines.append
                became = played[number] = await play_whole_match(orders, number, phrases, narrate)
            progress.step()
            if not as_json:
                echo(*lines, _line(became))

        async with asyncio.TaskGroup() as group:
            for number in range(1, matches + 1):
                group.create_task(one(number))


def _print_waiting(orders: Orders) -> Callable[[str], None]:
    def say(why: str) -> None:
        echo(f"quarterdeck: {why}; trying again for {orders.patience:g} s", err=True)

    return say


async def _seek(
    orders: Orders, sought: Sought, bots: int, matches: int, played: dict[int, Played], *, as_json: bool
) -> None:
    """Let the bots search in quick match. The outcome of each match is added to `played`."""
    async with AsyncExitStack() as stack:
        client = await connected(stack, orders.url, orders.patience, waits=_print_waiting(orders))
        await client.game(orders.game)  # is there such a server, and such a game?
    with Progress(bots * matches, "matches sought") as progress:

        def became(one: Played) -> None:
            progress.step()
            known = next((at for at, each in played.items() if one.id is not None and each.id == one.id), None)
            if known is None:
                played[len(played) + 1] = one
                if not as_json:
                    echo(_line(one))
            elif played[known].result != one.result:
                played[known] = msgspec.structs.replace(one, error="the bots saw different ends of the match")

        async with asyncio.TaskGroup() as group:
            for number in range(1, bots + 1):
                group.create_task(seek_and_play(orders, sought, number, matches, became))


def _line(played: Played) -> str:
    if played.id is None:
        return f"A match could not begin: {played.error}"
    if played.error is not None or played.result is None:
        return f"Match {played.id}: FAILED: {played.error}"
    places = PhraseBook(Phrases(), played.players).result(played.result)
    return f"Match {played.id}: {places} · {played.actions} actions in {played.seconds:.1f} s"


def _summary(played: list[Played], failed: int, orders: Orders) -> str:
    ended = len(played) - failed
    actions = sum(each.actions for each in played)
    agree = "" if failed else ", and all bots agree"
    return filled(
        "{ended} of {all|# match|# matches} ended correctly{agree}; {actions|# action|# actions}; --seed {seed}",
        {"ended": ended, "all": len(played), "agree": agree, "actions": actions, "seed": orders.seed},
    )
