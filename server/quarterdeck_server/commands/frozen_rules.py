"""`quarterdeck rules`."""

from pathlib import Path

import click
from quarterdeck_client.commands.groups import WholeHelp
from quarterdeck_client.commands.output import Failure, echo
from quarterdeck_games import AnyGame, installed_games
from quarterdeck_games.rule_versions import held_versions, released_folder

from quarterdeck_server.cards.rule_archives import UnfitForAnArchive, freeze


@click.group(cls=WholeHelp)
def rules() -> None:
    """Say which versions of each game's rules are held here, or freeze the present ones for a release."""


@rules.command("list")
def list_() -> None:
    """Print the versions of the rules of every installed game: matches begin under the last, and go on under all."""
    for game in installed_games().values():
        echo(f"{game.name}: {', '.join(_in_words(game, version) for version in held_versions(game))}")


@rules.command("freeze")
@click.argument("games", nargs=-1)
@click.option(
    "--into",
    type=click.Path(file_okay=False, path_type=Path),
    help="Into this folder.  [default: `released`, beside the module of each game's class]",
)
def freeze_(games: tuple[str, ...], into: Path | None) -> None:
    """Freeze the present rules of GAMES (by default of all that are installed) into an archive each.

    From then on matches that began under them go on and are judged, whatever becomes of the code; raise the game's
    `version` with the next change that an old match would notice. Part of every release; doing it twice does it once.
    """
    installed = installed_games()
    unknown = [name for name in games if name not in installed]
    if unknown:
        raise Failure(f"{', '.join(unknown)}: not installed here; there are {', '.join(installed)}")
    if into is not None and len(games) != 1:
        raise Failure("Into a folder goes one game: archives are named by their version alone.")
    for name in games or installed:
        try:
            archive = freeze(installed[name], into)
        except (UnfitForAnArchive, OSError) as error:
            raise Failure(str(error)) from error
        echo(f"{archive} ({archive.stat().st_size:,} bytes)")


def _in_words(game: AnyGame, version: int) -> str:
    archive = released_folder(game) / f"{version}.zip"
    size = f" ({archive.stat().st_size:,} bytes)" if archive.is_file() else ""
    return f"{version}{size}"
