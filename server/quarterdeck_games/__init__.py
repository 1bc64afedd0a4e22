"""The rules of every game. They are pure: they import the protocol and the standard library, and never use a clock.

The list `GAMES` is written by hand. Games of third parties are found through the entry-point group `quarterdeck.games`.
The tests play matches with them in the package `quarterdeck_testing`.
"""

import sys
from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from quarterdeck_games.amfibido.rules import Amfibido
from quarterdeck_games.amiibart.rules import Amiibart
from quarterdeck_games.density_deck.rules import DensityDeck
from quarterdeck_games.game import Game
from quarterdeck_games.myacards.rules import Myacards
from quarterdeck_games.tiny.rules import Tiny

AnyGame = Game[Any, Any, Any, Any]

GAMES: Mapping[str, AnyGame] = {game.name: game for game in (DensityDeck(), Amfibido(), Amiibart(), Myacards(), Tiny())}
"""Every shipped game, by name."""


def installed_games() -> Mapping[str, AnyGame]:
    """Return the shipped games and the installed games of third parties, by name."""
    others = [entry.load()() for entry in _games_of_others(tuple(sys.path))]
    return {**GAMES, **{game.name: game for game in others if game.name not in GAMES}}


@cache
def _games_of_others(path: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    """Return the entry points of third-party games. The result is cached for each import path, because the search reads
    a file of every installed package."""
    return tuple(entry_points(group="quarterdeck.games"))
