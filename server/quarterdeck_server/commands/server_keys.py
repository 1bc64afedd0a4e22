"""The command `quarterdeck keys`: lists and rotates the keys with which a server signs finished matches."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click
import msgspec
from msgspec import UNSET
from quarterdeck_client.commands.groups import WholeHelp
from quarterdeck_client.commands.output import echo, echo_json
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_protocol.transcripts.signatures import PublicKeys

from quarterdeck_server.commands.setting_options import store_options
from quarterdeck_server.commands.store_address import reached_store, store_failures
from quarterdeck_server.settings import settings_from

if TYPE_CHECKING:
    from quarterdeck_server.lobby.server_keys import ServerKeys

MINUTE = 60_000


@click.group(cls=WholeHelp)
def keys() -> None:
    """List and rotate the keys that sign finished matches.

    The server makes the first one by itself. Only public parts are shown.
    """


json_option = click.option("--json", "as_json", is_flag=True, help="Print a JSON Web Key Set.")


@keys.command("list")
@store_options
@json_option
def list_keys(*, as_json: bool, **given: Any) -> None:
    """List all keys, oldest first, and the matches that each signs."""
    _say(_run(given, lambda server_keys: server_keys.published()), as_json=as_json)


@keys.command("rotate")
@store_options
@json_option
@click.option(
    "--minutes",
    type=click.IntRange(min=2),
    default=60,
    show_default=True,
    help="Time from publishing the new key until it signs.",
)
def rotate_keys(*, minutes: int, as_json: bool, **given: Any) -> None:
    """Make a new signing key. It is published now, and signs the matches that end at least `--minutes` from now. The
    old keys stay published, and still verify the matches that they signed."""
    overlap = Milliseconds(minutes * MINUTE)
    _say(_run(given, lambda server_keys: server_keys.rotate(overlap)), as_json=as_json)


def _run(given: dict[str, Any], work: Callable[["ServerKeys"], Awaitable[PublicKeys]]) -> PublicKeys:
    async def run() -> PublicKeys:
        import secrets

        from quarterdeck_server.lobby.server_keys import ServerKeys

        async with reached_store(settings_from(os.environ, given)) as store:
            return await work(ServerKeys(store.documents, secrets))

    with store_failures():
        return asyncio.run(run())


def _say(published: PublicKeys, *, as_json: bool) -> None:
    if as_json:
        echo_json(msgspec.to_builtins(published))
        return
    for key in published.keys:
        since = f"from {_time(key.since)}" if key.since else "from the beginning"
        until = "" if key.until is UNSET else f" until {_time(key.until)}"
        echo(f"{key.kid}  signs matches that end {since}{until}")


def _time(at: Milliseconds) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"
