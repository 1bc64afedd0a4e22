"""All installed versions of a game's rules: the present one is the code, each earlier one an archive.

A match continues under the rules with which it began, and its transcript is verified under them. A release freezes a
game's rules into `released/<version>.zip` next to the module of the game's class, and records its SHA-256 in
`SHA256SUMS`. The modules in an archive have their own root package, so that all versions can be loaded in one process.
All versions use the present interface between server and rules: `game.py` with its imports, and the protocol.
"""

import hashlib
import sys
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from threading import Lock
from types import ModuleType
from typing import Any
from zipfile import BadZipFile, ZipFile

import msgspec
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_games.game import Game
from quarterdeck_games.set_rules import SetRules, SetsRefused, Source, read_sets, source_of

AnyGame = Game[Any, Any, Any, Any]

ROOT = "quarterdeck_released"
"""The package in which the modules of all archives are, each archive's in a package of its own."""

FOLDER = "released"
SUMS = "SHA256SUMS"
RELEASE = "release.json"
"""The file in an archive with its description."""

MOST_AT_HAND = 64
"""Most former versions that a process keeps in memory, with the cards of each."""


class UnknownRules(Exception):  # noqa: N818 - a state of affairs
    """Error: a version of a game's rules is not installed. The text names the installed versions, and where to find the
    missing one."""

    def __init__(self, text: str, held_here: str | None = None) -> None:
        super().__init__(text)
        self.text = text
        self.held_here = text if held_here is None else held_here
        """The second half of it alone."""


class Release(msgspec.Struct, frozen=True, kw_only=True):
    """The description of an archive of rules, which the archive contains."""

    game: str
    rules: int
    """The version of the game's rules."""

    class_: str = msgspec.field(name="class")
    """The game's class, `quarterdeck_games.amiibart.rules:Amiibart`."""

    digest: str
    """The digest of the sources from which it was made."""


def released_folder(game: AnyGame) -> Path:
    """Return the folder for the archives of a game, which may be empty or missing."""
    file = sys.modules[type(game).__module__].__file__ or ""
    return Path(file).parent / FOLDER


def held_versions(game: AnyGame) -> tuple[int, ...]:
    """Return the installed versions of a game's rules, the oldest first."""
    return tuple(sorted({game.version, *_released(released_folder(game))}))


def rules_of(games: Mapping[str, AnyGame], name: str, version: int) -> AnyGame:
    """Return a game under a version of its rules, with those of its present card sets that this version can read.
    Loading an archive takes a fraction of a second, once. Raises `UnknownRules`, `KeyError`."""
    present = games[name]
    return present if present.version == version else _former(present, version)


def is_at_hand(game: AnyGame, version: int) -> bool:
    """True if a version of a game's rules is loaded already."""
    return game.version == version or root_of(game.name, version) in sys.modules


def module_of(kind: type) -> str:
    """Return the name of the module of a class, which is the same for a class loaded from an archive."""
    name = kind.__module__
    return name.split(".", 2)[2] if name.startswith(f"{ROOT}.") else name


def _released(folder: Path) -> Mapping[int, Path]:
    """Return the archives of rules in a folder by their versions."""
    return {int(file.stem): file for file in folder.glob("*.zip") if file.stem.isdecimal()}


@lru_cache(maxsize=MOST_AT_HAND)
def _former(present: AnyGame, version: int) -> AnyGame:
    archive = _released(released_folder(present)).get(version)
    if archive is None:
        raise _unknown(present, version)
    game = loaded(archive)
    if (game.name, game.version) != (present.name, version):
        raise UnknownRules(f"{archive.name} holds version {game.version} of the rules of {game.name}")
    catalogue = present.catalogue
    return game if catalogue is None or not catalogue.further else _with_sets(game, _sources_then(present, game))


def _sources_then(present: AnyGame, former: AnyGame) -> tuple[Source, ...]:
    """Return the further card sets for an earlier version of a game. A set that is shipped with the rules is used as it
    was shipped with that version, because all its matches were played so (decision 67)."""
    now, then = _shipped(present), _shipped(former)
    sources: tuple[Source, ...] = () if present.catalogue is None else present.catalogue.sources
    return tuple([_then(source, now, then) for source in sources])


def _then(source: Source, now: Mapping[str, Source], then: Mapping[str, Source]) -> Source:
    name = str(source.value.get("id"))
    is_shipped = name in now and now[name].value == source.value  # a host may have an older one in a file
    return then.get(name, source) if is_shipped else source


def _shipped(game: AnyGame) -> Mapping[str, Source]:
    return {} if game.set_rules is None else {one.id: source_of(one) for one in game.set_rules.optional}


def _with_sets(game: AnyGame, sources: tuple[Source, ...]) -> AnyGame:
    """Return an earlier version of a game with those of the card sets that its rules can read; its matches were played
    with no others."""
    rules: SetRules[Any] | None = game.set_rules
    if rules is None:
        return game
    while True:
        try:
            return game.with_catalogue(read_sets(rules, sources))
        except SetsRefused as refused:
            unfit = {fault.file for fault in refused.faults}
            sources = tuple([source for source in sources if source.file not in unfit])


@cache
def loaded(archive: Path) -> AnyGame:
    """Return the game as an archive of its earlier rules defines it. Raises `UnknownRules` if the archive is damaged,
    or depends on something that this release no longer has. Another process may be able to continue the match, so it
    must not be voided (decision 27)."""
    _check(archive)
    try:
        with ZipFile(archive) as files:
            release = msgspec.json.decode(files.read(RELEASE), type=Release)
    except (BadZipFile, KeyError, msgspec.DecodeError) as error:
        raise UnknownRules(f"{archive.name} is no archive of rules: {error}") from error
    root = root_of(release.game, release.rules)
    with _LOADING:
        _packages_for(root, archive)
        module, _, name = release.class_.partition(":")
        try:
            game: AnyGame = getattr(import_module(f"{root}.{module}"), name)()
        except Exception as error:
            for loaded_module in [each for each in sys.modules if each == root or each.startswith(f"{root}.")]:
                del sys.modules[loaded_module]
            raise UnknownRules(f"{archive.name} cannot be loaded by this release: {error}") from error
    return game


_LOADING = Lock()


def _check(archive: Path) -> None:
    sums = archive.parent / SUMS
    noted = dict(line.split()[::-1] for line in sums.read_text("utf-8").splitlines()) if sums.is_file() else {}
    if noted.get(archive.name) != hashlib.sha256(archive.read_bytes()).hexdigest():
        raise UnknownRules(f"{archive.name} is not the archive whose SHA-256 stands in {SUMS}")


def _packages_for(root: str, archive: Path) -> None:
    """Create the package in which an archive's modules are found. It replaces the path of an archive that was loaded
    before."""
    for name, path in ((ROOT, []), (root, [str(archive)])):
        package = sys.modules.setdefault(name, ModuleType(name))
        package.__path__ = path


def root_of(game: str, version: int) -> str:
    """Return the name of the package that contains the modules of an archive."""
    return f"{ROOT}.{game.replace('-', '_')}_{version}"


def _unknown(present: AnyGame, version: int) -> UnknownRules:
    held = held_versions(present)
    who = (
        Text("a newer release of the server holds it")
        if version > held[-1]
        else Text(
            "its archive `{file}` belongs into the folder `released` beside the game's module", file=f"{version}.zip"
        )
    )
    there = Text("version {held} is installed here", held=held[0])
    if len(held) > 1:
        there = Text("versions {held} are installed here", held=", ".join(map(str, held)))
    played = Text("it was played by version {version} of the rules of {title}", version=version, title=present.title)
    held_here = Text("{there}: {who}", there=there, who=who)
    return UnknownRules(Text("{played}; {held_here}", played=played, held_here=held_here), held_here)
