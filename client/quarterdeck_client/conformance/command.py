"""The command `quarterdeck conform`: checks a client or a server against the protocol."""

import asyncio
import shutil
import sys
from pathlib import Path

import click

from quarterdeck_client.commands.groups import WholeHelp
from quarterdeck_client.commands.output import Failure, echo
from quarterdeck_client.conformance.clients import client_check
from quarterdeck_client.conformance.clients.client_check import check_client
from quarterdeck_client.conformance.clients.client_program import Play, program, started_by_hand
from quarterdeck_client.conformance.clients.script import Patience
from quarterdeck_client.conformance.points import Point, Report
from quarterdeck_client.conformance.report_formats import ReportFormat, written
from quarterdeck_client.conformance.servers import server_check
from quarterdeck_client.conformance.servers.server_check import check_server
from quarterdeck_client.errors import ClientError
from quarterdeck_client.transport.server_addresses import checked

format_option = click.option(
    "--format",
    "form",
    type=click.Choice([form.value for form in ReportFormat]),
    default=ReportFormat.TEXT.value,
    show_default=True,
    help="Format of the report.",
)
output_option = click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write the report to this file instead."
)
only_option = click.option("--point", "only", multiple=True, metavar="POINT", help="Check only this point; repeatable.")


@click.group(cls=WholeHelp)
def conform() -> None:
    """Check a client or a server against the protocol."""


@conform.command()
@click.argument("command", nargs=-1, type=click.UNPROCESSED, metavar="[-- COMMAND...]")
@only_option
@click.option("--game", default=client_check.DEFAULT_GAME, show_default=True, help="Name of the game.")
@click.option(
    "--seconds",
    type=click.FloatRange(1, 3600),
    default=60.0,
    show_default=True,
    help="Seconds that the client has for each point.",
)
@click.option(
    "--at-once", type=click.IntRange(1, 64), default=4, show_default=True, help="Number of clients at the same time."
)
@format_option
@output_option
def client(
    command: tuple[str, ...],
    only: tuple[str, ...],
    game: str,
    seconds: float,
    at_once: int,
    form: str,
    output: Path | None,
) -> None:
    """Check a client: a program that plays its matches to the end with any choices.

    COMMAND is started once for each point. The address of a scripted server replaces {url}, or is added as the last
    word. Without COMMAND, the addresses are printed one after the other, to start a client by hand.
    """
    _known(only, client_check.POINTS)
    if command and shutil.which(command[0]) is None:
        raise Failure(f"There is no program {command[0]}.")
    play: Play = program(command) if command else started_by_hand(_print_address)
    at_once = at_once if command else 1
    checking = check_client(play, only=only, game=game, patience=Patience(whole=seconds), at_once=at_once)
    _end(asyncio.run(checking), form, output)


@conform.command()
@click.argument("url")
@only_option
@click.option(
    "--seconds",
    type=click.FloatRange(0.1, 600),
    default=10.0,
    show_default=True,
    help="Seconds that the server has to answer.",
)
@format_option
@output_option
def server(url: str, only: tuple[str, ...], seconds: float, form: str, output: Path | None) -> None:
    """Check the server at this address. This creates a few guests and plays one match."""
    _known(only, server_check.POINTS)
    try:
        address = checked(url)
    except ClientError as error:
        raise Failure(str(error)) from error
    _end(asyncio.run(check_server(address, only=only, patience=seconds)), form, output)


def _print_address(url: str) -> None:
    echo(f"Start the client at {url}", err=True)


def _known(only: tuple[str, ...], points: tuple[Point, ...]) -> None:
    names = [point.name for point in points]
    for name in only:
        if name not in names:
            raise Failure(f"There is no point {name}. There are: {', '.join(names)}.")


def _end(report: Report, form: str, output: Path | None) -> None:
    text = written(report, ReportFormat(form))
    if output is None:
        echo(*text.split("\n"))
    else:
        try:
            output.write_text(text + "\n", encoding="utf-8")
        except OSError as error:
            raise Failure(f"{output}: {error.strerror}") from error
    sys.exit(0 if report.passed else 1)
