"""The command `quarterdeck play`: plays in the terminal."""

import sys
from contextlib import AsyncExitStack
from pathlib import Path

import click
import msgspec
from click.core import ParameterSource
from quarterdeck_protocol.lobby.matchmaking import Opponents
from quarterdeck_protocol.names import TableId, Token
from quarterdeck_protocol.refusals import RefusalCode

from quarterdeck_client.app_sign_in import current_token
from quarterdeck_client.client import Client
from quarterdeck_client.commands.output import Failure, echo
from quarterdeck_client.commands.server_options import (
    MOST_SEATS,
    SEATS,
    deck_option,
    language_option,
    run,
    token_file_option,
    url_option,
)
from quarterdeck_client.errors import RefusedError
from quarterdeck_client.saved_tokens import SavedTokens, usual_path
from quarterdeck_client.terminal.app import Plan, Terminal
from quarterdeck_client.terminal.identity import SECONDS_OF_PATIENCE


@click.command()
@url_option
@click.option("--game", default="density-deck", show_default=True, help="The game of a new table.")
@click.option("--bots", type=click.IntRange(0, MOST_SEATS - 1), help="Open a table with this many server bots.")
@click.option("--bot", help="The kind of bot; `quarterdeck games` lists them.  [default: the game's usual one]")
@click.option("--seats", type=SEATS, help="Open a table with this many seats.")
@click.option("--table", help="Take a seat at this table.")
@click.option("--code", help="Take a seat at the unlisted table with this invite code.")
@click.option("--rated", is_flag=True, help="Rated matches at the new table.")
@click.option("--private", is_flag=True, help="Do not list the new table: others need its invite code.")
@click.option("--password", help="The password of the table, or of the new table.")
@deck_option(text="Your deck, in games that players bring decks to")
@click.option("--seek", multiple=True, metavar="GAME", help="Look for opponents in this game; repeatable.")
@click.option(
    "--bots-after",
    type=click.FloatRange(0, 86_400),
    default=60.0,
    show_default=True,
    help="Seconds of searching before server bots may take seats.",
)
@click.option("--people-only", is_flag=True, help="Wait for people, without bots.")
@click.option("--name", help="Your name.  [default: the last one, or a name from the server]")
@click.option(
    "--time-limit",
    type=click.FloatRange(1, 86_400),
    help="Seconds for a decision; where turns are timed, a turn has several times as many.  [default: 60 at a new "
    "table, 30 with `--seek`]",
)
@click.option("--new", is_flag=True, help="Do not return to the match that you left.")
@token_file_option
@language_option
@click.pass_context
def play(
    ctx: click.Context,
    url: str,
    game: str,
    bots: int | None,
    bot: str | None,
    seats: int | None,
    table: str | None,
    code: str | None,
    rated: bool,
    private: bool,
    password: str | None,
    deck: str | None,
    seek: tuple[str, ...],
    bots_after: float,
    people_only: bool,
    name: str | None,
    time_limit: float | None,
    new: bool,
    token_file: Path | None,
    language: str | None,
) -> None:
    """Play in the terminal.

    Without `--bots`, `--seats`, `--table`, `--code` or `--seek` the first screen lists the tables. If you left a
    match, it continues.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Failure("`quarterdeck play` needs a terminal; `quarterdeck bots` and `quarterdeck watch` do not")
    if private and password is not None:
        raise click.UsageError("use either --private or --password for a new table, not both")
    plan = Plan(
        game=game,
        bots=bots,
        bot=bot,
        seats=seats,
        time_limit=time_limit,
        table=None if table is None else TableId(table),
        code=code,
        password=password,
        private=private,
        rated=rated,
        deck=deck,
        seek=seek,
        bots_after=None if people_only else bots_after,
        opponents=Opponents.PEOPLE if people_only else Opponents.ANYBODY,
    )
    is_game_given = ctx.get_parameter_source("game") is not ParameterSource.DEFAULT
    notebook = SavedTokens(token_file or usual_path())
    run(_play(url.rstrip("/"), name, plan, notebook, language, new=new, is_game_given=is_game_given))


async def _play(
    url: str,
    name: str | None,
    plan: Plan,
    notebook: SavedTokens,
    language: str | None,
    *,
    new: bool,
    is_game_given: bool,
) -> None:
    known = notebook.find(url, name)
    token = None if known is None else await current_token(known, notebook)
    async with AsyncExitStack() as stack:
        try:
            client = await stack.enter_async_context(_client(url, name, token, notebook, language))
        except RefusedError as refused:
            if known is None or refused.code is not RefusalCode.UNKNOWN_TOKEN:
                raise
            client = await stack.enter_async_context(_client(url, known.name, None, notebook, language))
            known = None
        if known is not None and not new:
            plan = msgspec.structs.replace(plan, back_to=await seat_to_go_back_to(client, known.table))
        if plan.back_to is not None and is_game_given:
            echo(*await words_before_going_back(client, plan), err=True)
        terminal = Terminal(client, plan, notebook)
        await terminal.run_async()
        if terminal.error is not None:
            raise terminal.error


async def seat_to_go_back_to(client: Client, noted: TableId | None) -> TableId | None:
    """Return the table to which a returning player goes: the one saved on this machine, or another one at which the
    player has a seat now. Tables that wait for the player come first."""
    seats = sorted((await client.seats()).seats, key=lambda seat: (seat.table != noted, not seat.asked))
    return seats[0].table if seats else noted


async def words_before_going_back(client: Client, plan: Plan) -> tuple[str, ...]:
    """Return a notice if the player has named a game, but the table to which they return plays another one."""
    seat = next((seat for seat in (await client.seats()).seats if seat.table == plan.back_to), None)
    if seat is None or seat.game == plan.game:
        return ()
    where = f"You still have a seat in {seat.game}, match {seat.match}, so that match continues, not {plan.game}"
    return (f"{where}: leave it with `q` and play with --new, or resign there.",)


def _client(url: str, name: str | None, token: Token | None, notebook: SavedTokens, language: str | None) -> Client:
    return Client(
        url,
        name=name,
        token=token,
        renewed=notebook.renewing,
        patience=SECONDS_OF_PATIENCE,
        client="quarterdeck play",
        language=language,
    )
