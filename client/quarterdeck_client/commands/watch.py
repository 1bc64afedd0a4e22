"""The command `quarterdeck watch`: shows a match as a spectator sees it."""

import click
import msgspec
from quarterdeck_protocol.lobby.tables import Table, TableStage
from quarterdeck_protocol.names import MatchId, TableId, Version
from quarterdeck_protocol.refusals import RefusalCode

from quarterdeck_client.client import Client
from quarterdeck_client.commands.output import echo
from quarterdeck_client.commands.server_options import language_option, run, url_option
from quarterdeck_client.errors import GoneError, RefusedError
from quarterdeck_client.phrases import PhraseBook, Phrases, names_of, places_in_words, visible_from_in_words

MOST_TABLES = 20


@click.command()
@url_option
@click.argument("match", metavar="[MATCH|TABLE]", required=False)
@click.option("--screen", is_flag=True, help="Show the match on the terminal client's screen instead of in words.")
@language_option
def watch(url: str, match: str | None, screen: bool, language: str | None) -> None:
    """Watch a match as a spectator, in words. Without an argument, list the newest tables."""
    run(_watch(url, match, language, screen=screen))


async def _watch(url: str, wanted: str | None, language: str | None, *, screen: bool) -> None:
    async with Client(url, client="quarterdeck watch", language=language) as client:
        if wanted is None:
            _list(await client.tables.list())
            return
        match = await _match_of(client, wanted)
        if screen:
            from quarterdeck_client.terminal.app import Plan, Terminal

            terminal = Terminal(client, Plan(watch=match), None)
            await terminal.run_async()
            if terminal.error is not None:
                raise terminal.error
        else:
            await _print_event(client, match)


def _list(tables: tuple[Table, ...]) -> None:
    for table in tables[:MOST_TABLES]:
        echo(f"{table.id}  {table.game}  {table.stage:<9}  {places_in_words(table.places)}")
    if len(tables) > MOST_TABLES:
        echo(f"… and {len(tables) - MOST_TABLES} older ones")
    echo(
        *(["", "Watch one with `quarterdeck watch TABLE`."] if tables else ["Nobody is playing here right now."]),
        err=True,
    )


async def _match_of(client: Client, wanted: str) -> MatchId:
    """Return the match with the id `wanted`. If `wanted` is the id of a table, wait until its match has begun, and
    return that match."""
    try:
        table = await client.tables.watch(TableId(wanted))
    except RefusedError as refused:
        if refused.code is not RefusalCode.UNKNOWN_TABLE:
            raise
        return MatchId(wanted)
    if table.stage in (TableStage.GATHERING, TableStage.REVEALING):
        echo(f"Waiting for the match to begin: {places_in_words(table.places)}", err=True)
    async for newest in client.tables.changes(table.id):
        if newest.stage not in (TableStage.GATHERING, TableStage.REVEALING):
            return newest.match
    raise GoneError("the table was closed")


async def _print_start(seconds: float) -> None:
    echo(f"{visible_from_in_words(seconds)} It begins here by itself.", err=True)


async def _print_event(client: Client, match: MatchId) -> None:
    seated = await client.watch_match(match, Version(0), on_delay=_print_start)
    described = await client.game(seated.latest.game)
    phrasing = PhraseBook(msgspec.convert(described["phrases"], Phrases), names_of(seated.latest.players))
    async for update in seated.raw_updates():
        for event in update.events:
            echo(phrasing.event(event))
        if update.result is not None:
            echo(f"Result: {phrasing.result(update.result)}")
