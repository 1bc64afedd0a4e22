"""Commands that have commands below them."""

import click

WHOLE = 10_000
"""So long a sentence may be; the formatter breaks it into lines."""


class WholeHelp(click.Group):
    """Commands below one name, each with its whole first sentence: click's own group cuts it at the end of the line."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands and what they do."""
        found = ((name, self.summary(ctx, name)) for name in self.list_commands(ctx))
        rows = [(name, text) for name, text in found if text is not None]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def summary(self, ctx: click.Context, name: str) -> str | None:
        """Return the first sentence of a command's help; `None` if there is no such command."""
        command = self.get_command(ctx, name)
        return None if command is None else command.get_short_help_str(WHOLE)
