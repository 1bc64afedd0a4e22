"""The promises that every game keeps, tried on random matches of every game there is.

A game comes under them by being in `GAMES`; what the tests must know of it stands in `worlds.py`.
"""

from games.worlds import WORLDS
from quarterdeck_games import GAMES
from quarterdeck_testing.promises import *  # noqa: F403 - every promise is a test

KEPT_BY = [WORLDS[name] for name in sorted(GAMES)]


def test_no_game_escapes() -> None:
    assert set(WORLDS) == set(GAMES)
    assert [name for name, world in WORLDS.items() if world.game is not GAMES[name]] == []
