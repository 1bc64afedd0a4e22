"""The console program `quarterdeck`. Each command imports its modules only when it runs, so all of them start
quickly."""

import ast
import sys

try:
    import click
    from quarterdeck_client.commands.groups import WHOLE, WholeHelp
except ModuleNotFoundError:  # installed without an extra
    sys.exit("The program needs `pip install 'quarterdeck[terminal]'` to play, or `quarterdeck[server]` to serve.")

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

COMMANDS = {
    "serve": "quarterdeck_server.commands.serve:serve",
    "bench": "quarterdeck_server.commands.bench:bench",
    "arena": "quarterdeck_server.commands.arena:arena",
    "balance": "quarterdeck_server.commands.balance:balance",
    "verify": "quarterdeck_server.commands.verify:verify",
    "replay": "quarterdeck_server.commands.replay:replay",
    "cards": "quarterdeck_server.commands.cards:cards",
    "rules": "quarterdeck_server.commands.frozen_rules:rules",
    "deck": "quarterdeck_server.commands.deck:deck",
    "schema": "quarterdeck_server.commands.schema:schema",
    "play": "quarterdeck_client.commands.play:play",
    "watch": "quarterdeck_client.commands.watch:watch",
    "bots": "quarterdeck_client.commands.bots:bots",
    "account": "quarterdeck_client.commands.lobby.account:account",
    "admin": "quarterdeck_server.commands.admin:admin",
    "archive": "quarterdeck_server.commands.archive:archive",
    "doctor": "quarterdeck_server.commands.doctor:doctor",
    "backup": "quarterdeck_server.commands.backup:backup",
    "restore": "quarterdeck_server.commands.restore:restore",
    "keys": "quarterdeck_server.commands.server_keys:keys",
    "webhooks": "quarterdeck_server.commands.hosts.webhooks:webhooks",
    "discord": "quarterdeck_server.commands.hosts.discord:discord",
    "collection": "quarterdeck_server.commands.collection:collection",
    "packs": "quarterdeck_server.commands.packs:packs",
    "codes": "quarterdeck_client.commands.lobby.codes:codes",
    "games": "quarterdeck_client.commands.games:games",
    "card": "quarterdeck_client.commands.card_search:card",
    "conform": "quarterdeck_client.conformance.command:conform",
    "ladder": "quarterdeck_client.commands.lobby.standings:ladder",
    "profile": "quarterdeck_client.commands.lobby.standings:profile",
    "challenge": "quarterdeck_client.commands.lobby.challenges:challenge",
    "inbox": "quarterdeck_client.commands.lobby.challenges:inbox",
    "people": "quarterdeck_client.commands.lobby.people:people",
    "tournament": "quarterdeck_server.commands.hosts.tournament:tournament",
}
"""The module of each command: the server's own, and the client's, which need no server installed."""

DECLARED = {
    "admin": "quarterdeck_client.commands.admin:admin",
    "collection": "quarterdeck_client.commands.lobby.collection:collection",
    "packs": "quarterdeck_client.commands.lobby.packs:packs",
    "tournament": "quarterdeck_client.commands.lobby.tournaments:tournament",
}
"""The module that declares a command to which another module only adds."""


class _Commands(WholeHelp):
    """The list of commands. A command's module is imported only when it runs. For the list of commands the files are
    parsed and not imported, because nine tenths of a start are imports."""

    def summary(self, ctx: click.Context, name: str) -> str | None:
        module, _, function = DECLARED.get(name, COMMANDS[name]).partition(":")
        found = find_spec(module)
        if found is not None and found.origin is not None:
            for node in ast.parse(Path(found.origin).read_bytes()).body:
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == function:
                    return click.Command(name, help=ast.get_docstring(node)).get_short_help_str(WHOLE)
        return super().summary(ctx, name)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        try:
            command: Any = getattr(import_module(module), name)
        except ModuleNotFoundError as error:
            if (error.name or "").startswith("quarterdeck_"):  # a fault of ours
                raise
            extra = "terminal" if module.startswith("quarterdeck_client.") else "server"
            message = f"`{cmd_name}` needs `pip install 'quarterdeck[{extra}]'`: {error.name} is not installed."
            raise click.ClickException(message) from error
        except ValueError as error:
            if type(error).__name__ != "ExtensionError":  # whose module a client alone has not
                raise
            raise click.ClickException(str(error)) from error
        assert isinstance(command, click.Command)  # noqa: S101 - a slip in the table above, which a test would show
        return command


def _print_version(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    """Print the version and end the program, if the option was given."""
    if value:
        from quarterdeck_server.program import version_text

        click.echo(version_text())
        ctx.exit()


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and the revision of the source code, and exit.",
)
def main() -> None:
    """Quarterdeck: an authoritative match server for turn-based card games."""


if __name__ == "__main__":
    main(prog_name="quarterdeck")
