"""`quarterdeck play`."""

import sys
from contextlib import AsyncExitStack
from pathlib import Path

import click
import msgspec
from click.core import ParameterSource
from quarterdeck_protocol.names import TableId, Token
from quarterdeck_protocol.refusals import RefusalCode

from quarterdeck_client.client import Client
from quarterdeck_client.commands.output import Failure, echo
from quarterdeck_client.commands.server_options import MOST_SEATS, SEATS, deck_option, language_option, run, url_option
from quarterdeck_client.errors import RefusedError
from quarterdeck_client.saved_tokens import SavedTokens, usual_path
from quarterdeck_client.terminal.app import Plan, Terminal
from quarterdeck_client.terminal.identity import SECONDS_OF_PATIENCE


@click.command()
@url_option
@click.option("--game", default="density-deck", show_default=True, help="Which game a new table is for.")
@click.option("--bots", type=click.IntRange(0, MOST_SEATS - 1), help="Open a table with so many bots of the house.")
@click.option("--bot", help="Which bot; `quarterdeck games` tells their names.  [default: the game's usual one]")
@click.option("--seats", type=SEATS, help="Open a table with so many seats.")
@click.option("--table", help="Sit down at this table.")
@click.option("--code", help="Sit down at the unlisted table that has this invite code.")
@click.option("--rated", is_flag=True, help="Matches at a new table count for ratings.")
@click.option("--private", is_flag=True, help="New tables are in no list: others come with an invite code.")
@click.option("--password", help="The password of the table; a new one is opened with it.")
@deck_option(text="What you play, in games that players bring decks to")
@click.option("--seek", multiple=True, metavar="GAME", help="Seek opponents for this game; several may be given.")
@click.option(
    "--bots-after",
    type=click.FloatRange(0, 86_400),
    default=60.0,
    show_default=True,
    help="After how many seconds of seeking bots of the house will do.",
)
@click.option("--people-only", is_flag=True, help="Seek people, however long it takes.")
@click.option("--name", help="What to be called.  [default: as last time, or a name that the server makes up]")
@click.option(
    "--time-limit",
    type=click.FloatRange(1, 86_400),
    help="How many seconds a seat has for a decision; where turns are timed, a turn has a few times as many."
    "  [default: 60 at a new table, 30 with `--seek`]",
)
@click.option("--new", is_flag=True, help="Do not come back to the match that was left.")
@click.option(
    "--token-file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where it is remembered who you are.  [default: in $XDG_STATE_HOME/quarterdeck]",
)
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

    Without `--bots`, `--seats`, `--table`, `--code` or `--seek` the first screen lists the tables. A match that was
    left is gone on with.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Failure("to play takes a terminal; `quarterdeck bots` and `quarterdeck watch` do without")
    if private and password is not None:
        raise click.UsageError("a new table is either --private or has a --password")
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
    )
    is_game_said = ctx.get_parameter_source("game") is not ParameterSource.DEFAULT
    notebook = SavedTokens(token_file or usual_path())
    run(_play(url.rstrip("/"), name, plan, notebook, language, new=new, is_game_said=is_game_said))


async def _play(
    url: str,
    name: str | None,
    plan: Plan,
    notebook: SavedTokens,
    language: str | None,
    *,
    new: bool,
    is_game_said: bool,
) -> None:
    known = notebook.find(url, name)
    async with AsyncExitStack() as stack:
        try:
            client = await stack.enter_async_context(
                _client(url, name, None if known is None else known.token, notebook, language)
            )
        except RefusedError as refused:
            if known is None or refused.code is not RefusalCode.UNKNOWN_TOKEN:
                raise
            client = await stack.enter_async_context(_client(url, known.name, None, notebook, language))
            known = None
        if known is not None and not new:
            plan = msgspec.structs.replace(plan, back_to=await seat_to_go_back_to(client, known.table))
        if plan.back_to is not None and is_game_said:
            echo(*await words_before_going_back(client, plan), err=True)
        terminal = Terminal(client, plan, notebook)
        await terminal.run_async()
        if terminal.error is not None:
            raise terminal.error


async def seat_to_go_back_to(client: Client, noted: TableId | None) -> TableId | None:
    """Return the table where the player goes on: the one that was noted here, or another one where they sit now, tables
    that wait for them first."""
    seats = sorted((await client.seats()).seats, key=lambda seat: (seat.table != noted, not seat.asked))
    return seats[0].table if seats else noted


async def words_before_going_back(client: Client, plan: Plan) -> tuple[str, ...]:
    """Return a notice for a player that named a game and goes on at a table of another one."""
    seat = next((seat for seat in (await client.seats()).seats if seat.table == plan.back_to), None)
    if seat is None or seat.game == plan.game:
        return ()
    where = f"You still sit at {seat.game}, match {seat.match}, and go on there, not at {plan.game}"
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
