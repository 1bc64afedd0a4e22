"""The command line options that choose card sets."""

from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click
from quarterdeck_client.commands.output import Failure
from quarterdeck_games import AnyGame

from quarterdeck_server.cards.host_sets import CardChoice, games_with
from quarterdeck_server.settings import listed

Result = TypeVar("Result")


def card_options(command: Callable[..., Result]) -> Callable[..., Result]:
    """Add the options `--cards` and `--sets` to a command. The command receives both as one `CardChoice`."""

    @click.option(
        "--cards",
        type=click.Path(path_type=Path),
        envvar="QUARTERDECK_CARDS",
        help="Folder with further card sets, as for `quarterdeck serve`.",
    )
    @click.option(
        "--sets",
        envvar="QUARTERDECK_SETS",
        help="Shipped card sets to add, separated by commas, as for `quarterdeck serve`.",
    )
    @wraps(command)
    def with_cards(*arguments: Any, cards: Path | None, sets: str | None, **options: Any) -> Result:
        return command(*arguments, cards=CardChoice(cards, tuple(listed(sets or ""))), **options)

    return with_cards


def chosen_games(choice: CardChoice) -> Mapping[str, AnyGame]:
    """Return every installed game with the chosen card sets. Raises `Failure` with all faults of these sets."""
    try:
        return games_with(*choice)
    except (ValueError, OSError) as error:
        raise Failure(*str(error).split("\n")) from error
