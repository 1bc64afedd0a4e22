"""Shared parts of the client's commands: the address of the server, and the exit after an error."""

import asyncio
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import click
from quarterdeck_protocol.encoding.file_kinds import text_of
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.safe_text import safe

from quarterdeck_client.client import DEFAULT_URL
from quarterdeck_client.commands.output import echo
from quarterdeck_client.errors import ClientError, RefusedError

Answer = TypeVar("Answer")

PATIENCE = 5.0
"""Seconds for which a short command retries its connection, while the user waits."""

MOST_SEATS = 16
"""Upper limit of the option for seats, enough for every game. The server checks the limit of each game."""

SEATS = click.IntRange(1, MOST_SEATS)

url_option = click.option(
    "--url",
    default=DEFAULT_URL,
    envvar="QUARTERDECK_URL",
    show_default=True,
    show_envvar=True,
    help="Address of the server.",
)

name_option = click.option("--name", help="Which of the saved players to use.  [default: the one who played last]")

token_file_option = click.option(
    "--token-file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File with the saved players.  [default: in $XDG_STATE_HOME/quarterdeck]",
)

language_option = click.option(
    "--language",
    envvar="QUARTERDECK_LANGUAGE",
    show_envvar=True,
    help="Language of rules, cards and events, such as `de`.  [default: English]",
)


def read_deck(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
    """Return the deck as text: the content of the file with this name, or else the value itself."""
    if isinstance(value, tuple):
        return tuple(read_deck(ctx, param, each) for each in value)
    if value is None or not _is_file(value):
        return value
    try:
        return text_of(Path(value).read_bytes(), "a deck")
    except (OSError, ValueError) as error:  # `ForeignFile` is a `ValueError`
        raise click.BadParameter(safe(f"{value}: {error}"), ctx, param) from error


def _is_file(value: str) -> bool:
    try:
        return Path(value).is_file()
    except (OSError, ValueError):  # a text too long for a file name is a list
        return False


def deck_option(*, multiple: bool = False, text: str) -> Callable[[Any], Any]:
    """Return the command line option for a deck."""
    text = f"{text}: the name of a ready deck, a deck code, or a file with a deck list."
    names = ("--deck", "decks") if multiple else ("--deck",)
    return click.option(*names, multiple=multiple, callback=read_deck, help=text)


json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for programs.")


def run(asking: Coroutine[Any, Any, Answer], failed: Callable[[str], None] | None = None) -> Answer:
    """Run a coroutine and return its result. An error of the client or server is printed in one sentence, and the exit
    status is 1. `failed` is called with the sentence too, for JSON output."""
    try:
        return asyncio.run(asking)
    except ClientError as error:
        echo(f"quarterdeck: {error}{_place_of(error)}", err=True)
        if failed is not None:
            failed(str(error))
        sys.exit(1)
    except KeyboardInterrupt:
        echo("", err=True)
        if failed is not None:
            failed("interrupted")
        sys.exit(130)


def _place_of(error: ClientError) -> str:
    """Return the JSON path of a malformed value in brackets, because the error's sentence does not name the value;
    empty for other errors."""
    if isinstance(error, RefusedError) and error.code is RefusalCode.MALFORMED and error.where:
        return f" ({error.where})"
    return ""
