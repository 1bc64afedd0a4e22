"""The command `quarterdeck rules`: lists and freezes versions of games' rules."""

from pathlib import Path

import click
from quarterdeck_client.commands.groups import WholeHelp
from quarterdeck_client.commands.output import Failure, echo
from quarterdeck_games import AnyGame, installed_games
from quarterdeck_games.rule_versions import held_versions, released_folder

from quarterdeck_server.cards.rule_archives import UnfitForAnArchive, freeze


@click.group(cls=WholeHelp)
def rules() -> None:
    """List the installed versions of each game's rules, or freeze the current ones for a release."""


@rules.command("list")
def list_() -> None:
    """List the versions of the rules of every installed game.

    New matches use the newest one. Running matches can use all of them.
    """
    for game in installed_games().values():
        echo(f"{game.name}: {', '.join(_in_words(game, version) for version in held_versions(game))}")


@rules.command("freeze")
@click.argument("games", nargs=-1)
@click.option(
    "--into",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the archives.  [default: `released`, beside the module of each game's class]",
)
def freeze_(games: tuple[str, ...], into: Path | None) -> None:
    """Freeze the current rules of each of GAMES (default: all installed games) into an archive.

    Matches that began under these rules then continue, and can be verified, after the code changes. Raise the game's
    `version` with the next change that affects an old match. Do this for every release. Running it twice changes
    nothing.
    """
    installed = installed_games()
    unknown = [name for name in games if name not in installed]
    if unknown:
        raise Failure(f"{', '.join(unknown)}: not installed here; there are {', '.join(installed)}")
    if into is not None and len(games) != 1:
        raise Failure("With --into, name one game: archives are named by version only.")
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
