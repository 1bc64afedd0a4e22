"""The command line options that choose card sets."""

import os
from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click
from quarterdeck_client.commands.output import Failure
from quarterdeck_games import AnyGame

from quarterdeck_server.cards.host_sets import CardChoice, games_with
from quarterdeck_server.settings import DECLARATIONS, listed

Result = TypeVar("Result")

SETS = DECLARATIONS["sets"]


def sets_option(command: Callable[..., Result]) -> Callable[..., Result]:
    """Add the option `--sets` to a command. The command receives the ids of the sets, by default those of a server."""

    @click.option("--sets", help=f"{SETS.help.text}  [default: {SETS.default}]".replace("`", ""))
    @wraps(command)
    def with_sets(*arguments: Any, sets: str | None, **options: Any) -> Result:
        named = os.environ.get(SETS.variable) if sets is None else sets  # click ignores an empty variable
        return command(*arguments, sets=SETS.value if named is None else tuple(listed(named)), **options)

    return with_sets


def card_options(command: Callable[..., Result]) -> Callable[..., Result]:
    """Add the options `--cards` and `--sets` to a command. The command receives both as one `CardChoice`."""

    @click.option(
        "--cards",
        type=click.Path(path_type=Path),
        envvar="QUARTERDECK_CARDS",
        help="Folder with further card sets, as for `quarterdeck serve`.",
    )
    @sets_option
    @wraps(command)
    def with_cards(*arguments: Any, cards: Path | None, sets: tuple[str, ...], **options: Any) -> Result:
        return command(*arguments, cards=CardChoice(cards, sets), **options)

    return with_cards


def chosen_games(choice: CardChoice) -> Mapping[str, AnyGame]:
    """Return every installed game with the chosen card sets. Raises `Failure` with all faults of these sets."""
    try:
        return games_with(*choice)
    except (ValueError, OSError) as error:
        raise Failure(*str(error).split("\n")) from error
