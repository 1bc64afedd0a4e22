"""Output of commands on the terminal. All of it goes through here, so that the terminal never obeys a stranger's
text."""

from collections.abc import Sequence
from typing import Any

import click
import msgspec
from quarterdeck_protocol.safe_text import safe, safe_json


def echo(*lines: str, err: bool = False) -> None:
    """Print lines. Each stays one line, even if a text in it has line breaks."""
    for line in lines:
        click.echo(safe(line), err=err)


def echo_json(said: Any, *, indent: int = 0) -> None:
    """Print this for programs as JSON, in one line unless it is set in."""
    written = msgspec.json.encode(said)
    click.echo(safe_json(msgspec.json.format(written, indent=indent) if indent else written))


def echo_table(rows: Sequence[Sequence[str]]) -> None:
    """Print rows in columns, the first row being their heads."""
    cells = [[safe(cell) for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    echo(*("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells))


class Failure(click.ClickException):
    """A command cannot do its work: it prints the reason and ends with 1."""

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join(map(safe, lines)))
