"""The command `quarterdeck discord`: what a host sets up at Discord for the app of the server."""

import json
import os
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import click
from quarterdeck_client.commands.groups import WholeHelp
from quarterdeck_client.commands.output import Failure, echo, echo_json

from quarterdeck_server.commands.setting_options import setting_option
from quarterdeck_server.settings import settings_from

API = "https://discord.com/api/v10"
TOKEN = "DISCORD_TOKEN"  # noqa: S105 - the name of a variable
SECONDS = 30


@click.group(cls=WholeHelp)
def discord() -> None:
    """Set up the app for Discord: register its commands."""


@discord.command("commands")
@setting_option("discord")
@setting_option("cards")
@setting_option("sets")
@click.option("--register", is_flag=True, help="Send them to Discord, instead of printing them.")
@click.option(
    "--token-file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help=f"File with the bot token of the application.  [default: the variable {TOKEN}]",
)
@click.option("--api", default=API, show_default=True, help="Address of Discord's API.")
def commands(*, register: bool, token_file: Path | None, api: str, **given: Any) -> None:
    """Print the commands of the app as JSON, or register them.

    Only registering needs the bot token. It is sent to Discord alone, and is never printed. The server itself never
    needs it.
    """
    from quarterdeck_server.bots.roster import bots_for
    from quarterdeck_server.cards.host_sets import games_with
    from quarterdeck_server.services.game_offers import offers_in
    from quarterdeck_server.web.discord.slash_commands import definitions

    settings = settings_from(os.environ, given)
    games = games_with(settings.cards_directory, settings.sets)
    body = definitions(offers_in("en", games, bots_for(games, are_searching=False)))
    if not register:
        echo_json(body, indent=2)
        return
    application = settings.discord.partition(":")[0]
    if not application:
        raise Failure("There is no application. Name it with --discord, as for the server.")
    token = token_file.read_text() if token_file is not None else os.environ.get(TOKEN, "")
    if not token.strip():
        raise Failure(f"There is no bot token. Set {TOKEN}, or name a file with --token-file.")
    _register(f"{api}/applications/{application}/commands", body, token.strip())
    echo(f"{len(body)} commands are registered.")


def _register(address: str, body: list[dict[str, Any]], token: str) -> None:
    """Replace all commands of the application. Raises `Failure`, whose text never has the token."""
    headers = {"Authorization": f"Bot {token}", "Content-Type": "application/json", "User-Agent": "Quarterdeck"}
    request = urllib.request.Request(address, json.dumps(body).encode(), headers, method="PUT")  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=SECONDS):  # noqa: S310 - the operator has named it
            pass
    except urllib.error.HTTPError as error:
        error.close()
        raise Failure(f"Discord refused the commands with status {error.code}.") from None
    except (OSError, ValueError):
        raise Failure("Discord could not be reached.") from None
