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
@click.argument("games", nargs=-1)
def list_(games: tuple[str, ...]) -> None:
    """List the versions of the rules of each of GAMES (default: all games that the lobby shows).

    New matches use the newest one. Running matches can use all of them.
    """
    for game in _chosen(games):
        echo(f"{game.name}: {', '.join(_in_words(game, version) for version in held_versions(game))}")


@rules.command("freeze")
@click.argument("games", nargs=-1)
@click.option(
    "--into",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the archives.  [default: `released`, beside the module of each game's class]",
)
def freeze_(games: tuple[str, ...], into: Path | None) -> None:
    """Freeze the current rules of each of GAMES (default: all games that the lobby shows) into an archive.

    Matches that began under these rules then continue, and can be verified, after the code changes. Raise the game's
    `version` with the next change that affects an old match. Do this for every release. Running it twice changes
    nothing.
    """
    chosen = _chosen(games)
    if into is not None and len(games) != 1:
        raise Failure("With --into, name one game: archives are named by version only.")
    for game in chosen:
        try:
            archive = freeze(game, into)
        except (UnfitForAnArchive, OSError) as error:
            raise Failure(str(error)) from error
        echo(f"{archive} ({archive.stat().st_size:,} bytes)")


def _chosen(names: tuple[str, ...]) -> list[AnyGame]:
    """Return the named games, or all that the lobby shows. Raises `Failure` for a name that is not installed."""
    installed = installed_games()
    listed = [name for name, game in installed.items() if game.listed]
    unknown = [name for name in names if name not in installed]
    if unknown:
        raise Failure(f"{', '.join(unknown)}: not installed here; there are {', '.join(listed)}")
    return [installed[name] for name in names or listed]


def _in_words(game: AnyGame, version: int) -> str:
    archive = released_folder(game) / f"{version}.zip"
    size = f" ({archive.stat().st_size:,} bytes)" if archive.is_file() else ""
    return f"{version}{size}"
