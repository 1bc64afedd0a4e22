"""The command `quarterdeck cards`: writes and checks card sets."""

from pathlib import Path

import click
import msgspec
from quarterdeck_client.commands.groups import WholeHelp
from quarterdeck_client.commands.output import Failure, echo, echo_json
from quarterdeck_games import installed_games
from quarterdeck_games.card_sets import written

from quarterdeck_server.cards.host_sets import games_with, set_rules_of
from quarterdeck_server.commands.card_options import sets_option

SET_RULES = set_rules_of(installed_games())
GAMES = click.Choice(list(SET_RULES))


@click.group(cls=WholeHelp)
def cards() -> None:
    """Write the shipped cards as JSON, or check your own card sets."""


@cards.command()
@click.argument("game", type=GAMES)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), required=False)
@click.option(
    "--set", "name", help="Another shipped set of the game, by its id, such as AB2.  [default: the first one]"
)
def write(game: str, folder: Path | None, name: str | None) -> None:
    """Write the shipped set of GAME as JSON: into FOLDER, or to standard output.

    `quarterdeck serve --cards` reads other sets in this form. The shipped set is always loaded and needs no file.
    """
    first = SET_RULES[game].catalogue(()).shipped
    there = {each.id: each for each in (first, *SET_RULES[game].optional)}
    if name is not None and name not in there:
        raise Failure(f"There is no shipped set {name!r} of this game; there are: {', '.join(there)}.")
    shipped = first if name is None else there[name]
    shipped_json = msgspec.Raw(written(shipped))
    if folder is None:
        echo_json(shipped_json, indent=2)
        return
    path = folder / game / f"{shipped.id}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(msgspec.json.format(written(shipped), indent=2).decode() + "\n", encoding="utf-8")
    echo(str(path))


@cards.command()
@click.argument("folder", type=click.Path(path_type=Path))
@sets_option
def check(folder: Path, sets: tuple[str, ...]) -> None:
    """Check the card sets in FOLDER beside the shipped ones: print all faults, or the names of the sets."""
    try:
        games = games_with(folder, sets)
    except (ValueError, OSError) as error:
        raise Failure(*str(error).split("\n")) from error
    found = [
        (name, card_set, mark)
        for name in SET_RULES
        if (catalogue := games[name].catalogue) is not None
        for card_set, mark in zip(catalogue.further, catalogue.marks, strict=True)
        if mark.id not in sets
    ]
    for name, card_set, mark in found:
        echo(f"{name} {mark.id} “{card_set.name}”: {len(card_set.cards)} cards, SHA-256 {mark.sha256}")
    if not found:
        echo(f"There are no card sets in {folder}.")
