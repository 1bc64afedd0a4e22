"""The rules of every game. They are pure: they import the protocol and the standard library, and never use a clock.

The list `GAMES` is written by hand. Games of third parties are found through the entry-point group `quarterdeck.games`,
as are extensions of other kinds. An installed package is used, and a broken one stops the start of a server.
The tests play matches with them in the package `quarterdeck_testing`.
"""

import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, TypeVar

from quarterdeck_games.amfibido.rules import Amfibido
from quarterdeck_games.amiibart.rules import Amiibart
from quarterdeck_games.density_deck.rules import DensityDeck
from quarterdeck_games.game import Game
from quarterdeck_games.myacards.rules import Myacards
from quarterdeck_games.tiny.rules import Tiny

AnyGame = Game[Any, Any, Any, Any]
Extension = TypeVar("Extension")

GAMES: Mapping[str, AnyGame] = {game.name: game for game in (DensityDeck(), Amfibido(), Amiibart(), Myacards(), Tiny())}
"""Every shipped game, by name."""


def installed_games() -> Mapping[str, AnyGame]:
    """Return the shipped games and the installed games of third parties, by name. Raises `ExtensionError`."""
    others: Mapping[str, AnyGame] = extensions_of("quarterdeck.games", Game)
    return {**GAMES, **{game.name: game for game in others.values() if game.name not in GAMES}}


class ExtensionError(ValueError):
    """An installed extension cannot be used."""


def extensions_of(group: str, kind: Callable[..., Extension]) -> Mapping[str, Extension]:
    """Return the extensions of a group of entry points, by name. Each entry point names a class, or a function without
    parameters, that makes one object of this `kind`: a protocol or a class. The objects are made once for each import
    path. Raises `ExtensionError`."""
    return _installed(group, kind, tuple(sys.path))


@cache
def _installed(group: str, kind: Any, path: tuple[str, ...]) -> Mapping[str, Any]:
    found: dict[str, Any] = {}
    for entry in entry_points(group=group):
        if entry.name in found:
            raise _broken(entry, "another installed package has an extension of this name")
        found[entry.name] = _made(entry, kind)
    return found


def _made(entry: EntryPoint, kind: Any) -> Any:
    try:
        made = entry.load()()
    except Exception as error:  # of somebody else's code
        raise _broken(entry, f"{type(error).__name__}: {error}") from error
    if getattr(kind, "_is_protocol", False):
        names = [name for name, each in vars(kind).items() if not name.startswith("_") and callable(each)]
        faults = [f"it has no `{name}`" for name in names if not callable(getattr(made, name, None))]
    else:
        faults = [] if isinstance(made, kind) else [f"it makes no {kind.__name__}"]
    if faults:
        raise _broken(entry, ", ".join(faults))
    return made


def _broken(entry: EntryPoint, why: str) -> ExtensionError:
    package = "" if entry.dist is None else f" of {entry.dist.name} {entry.dist.version}"
    return ExtensionError(
        f"The extension `{entry.name}`{package} ({entry.group}, {entry.value}) cannot be used: {why}. "
        "Mend it, or uninstall its package."
    )
