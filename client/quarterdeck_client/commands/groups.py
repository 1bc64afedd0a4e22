"""Click groups: commands with subcommands."""

import os
import sys
from typing import Any, Protocol

import click
from click import termui

WHOLE = 10_000
"""Maximum length of a summary, so large that click never cuts a sentence; the formatter wraps it."""


NOBODY_ANSWERS = (
    "nobody can answer this question, because standard input has ended. Give the answer as an option; see --help."
)
"""Error message in place of click's `Aborted!`, which does not say what to do."""


class Declined(click.ClickException):
    """Error: the user answered a question with no. Click prints the message and exits with status 1."""

    def __init__(self) -> None:
        super().__init__("you did not confirm it, so nothing has changed.")


class WholeHelp(click.Group):
    """Click group whose help shows the complete first sentence of each subcommand. Click's own group cuts it at the end
    of the line."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command. If the command prompts for input and standard input has ended, or the user answers no to its
        question, raise an error with an explanation."""
        if not _has_terminal():
            # The library for hidden input would warn that a password from a pipe is visible.
            termui.hidden_prompt_func = termui.visible_prompt_func  # type: ignore[assignment]  # both take a prompt
        try:
            return super().invoke(ctx)
        except click.Abort as error:
            if error.__context__ is None:  # click itself raises it after an answer
                raise Declined from error
            if sys.stdin.isatty():  # the user aborted
                raise
            raise click.UsageError(NOBODY_ANSWERS) from error

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that was typed. Raises `click.NoSuchCommand` with similar ones."""
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as unknown:
            name = unknown.command_name
            raise click.NoSuchCommand(name, possibilities=self.list_commands(ctx), ctx=ctx) from unknown

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands and their summaries."""
        found = ((name, self.summary(ctx, name)) for name in self.list_commands(ctx))
        rows = [(name, text) for name, text in found if text is not None]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def summary(self, ctx: click.Context, name: str) -> str | None:
        """Return the first sentence of a command's help; `None` if there is no such command."""
        command = self.get_command(ctx, name)
        return None if command is None else command.get_short_help_str(WHOLE)


def _has_terminal() -> bool:
    """True if a person can type at a terminal of this process."""
    try:
        os.close(os.open(os.ctermid(), os.O_RDWR))
    except OSError:
        return sys.stdin.isatty()
    return True


class OfServer(Protocol):
    """Interface of the server to which the commands of a group connect."""

    url: str


def _take_url(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    if value is not None:
        here: OfServer = ctx.obj
        here.url = str(value).rstrip("/")


class ServerGroup(WholeHelp):
    """Click group of commands that connect to a server. Each subcommand also has the option `--url`; if it is given
    twice, the last one is used."""

    def add_local_command(self, cmd: click.Command) -> None:
        """Register a command that does not connect to a server."""
        super().add_command(cmd)

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Register a command, and add the option `--url` to it."""
        super().add_command(cmd, name)
        if isinstance(cmd, click.Group):
            for each in cmd.commands.values():
                _with_url(each)
        else:
            _with_url(cmd)


def _with_url(cmd: click.Command) -> None:
    text = "Address of the server, if not given before the command."
    cmd.params.append(click.Option(["--url"], expose_value=False, callback=_take_url, help=text))
