"""The rules of every game, pure: they import the protocol and the standard library, and nothing that has a clock.

`GAMES` is written out by hand. Games of others are found through the entry-point group `quarterdeck.games`. Only
`testing`, which nothing but tests imports, plays matches as the server keeps them.
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
"""Every game that ships with the house, by name."""


def installed_games() -> Mapping[str, AnyGame]:
    """Return the shipped games and those of others that are installed beside them, by name."""
    others = [entry.load()() for entry in _games_of_others(tuple(sys.path))]
    return {**GAMES, **{game.name: game for game in others if game.name not in GAMES}}


@cache
def _games_of_others(path: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    """Look for them once for each path on which is looked: it reads a file of every package that is installed."""
    return tuple(entry_points(group="quarterdeck.games"))
