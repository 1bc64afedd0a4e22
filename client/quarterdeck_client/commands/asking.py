"""What the client's commands share: where the server is, and how it ends when something goes wrong."""

import asyncio
import sys
from collections.abc import Coroutine
from typing import Any, TypeVar

import click

from quarterdeck_client.client import DEFAULT_URL
from quarterdeck_client.errors import ClientError

Answer = TypeVar("Answer")

url_option = click.option(
    "--url",
    default=DEFAULT_URL,
    envvar="QUARTERDECK_URL",
    show_default=True,
    show_envvar=True,
    help="Where the server is.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="For programs: one JSON object.")


def run(asking: Coroutine[Any, Any, Answer]) -> Answer:
    """Run this to its end. What goes wrong with the server is said in one sentence, with exit status 1."""
    try:
        return asyncio.run(asking)
    except ClientError as error:
        print(f"quarterdeck: {error}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(130)
