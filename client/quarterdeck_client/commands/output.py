"""Output of commands on the terminal. All output passes through this module, which removes control sequences from other
players' texts."""

from collections.abc import Sequence
from typing import Any

import click
import msgspec
from quarterdeck_protocol.safe_text import safe, safe_json


def echo(*lines: str, err: bool = False) -> None:
    """Print lines to the terminal. Line breaks inside a text are replaced, so that each line stays one line."""
    for line in lines:
        click.echo(safe(line), err=err)


def echo_json(said: Any, *, indent: int = 0) -> None:
    """Print a value as JSON for programs, in one line unless `indent` is set."""
    written = msgspec.json.encode(said)
    click.echo(safe_json(msgspec.json.format(written, indent=indent) if indent else written))


def echo_table(rows: Sequence[Sequence[str]]) -> None:
    """Print rows in columns; the first row has the headings."""
    cells = [[safe(cell) for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    echo(*("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells))


class Failure(click.ClickException):
    """Error: a command cannot do its work. Click prints the reason and exits with status 1."""

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join(map(safe, lines)))
