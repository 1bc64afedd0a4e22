"""The promises that every game keeps, tried on random matches of every game there is.

A game comes under them by being in `GAMES`; what the tests must know of it stands in `worlds.py`.
"""

import ast
from pathlib import Path

import quarterdeck_testing.promises
from games.worlds import WORLDS
from quarterdeck_games import GAMES
from quarterdeck_testing.promises import *  # noqa: F403 - every promise is a test

KEPT_BY = [WORLDS[name] for name in sorted(GAMES)]


def test_no_game_escapes() -> None:
    assert set(WORLDS) == set(GAMES)
    assert [name for name, world in WORLDS.items() if world.game is not GAMES[name]] == []


def test_every_assertion_of_a_promise_says_what_was_expected() -> None:
    """A failure is read by the author of a game, who has not written the test."""
    folder = Path(quarterdeck_testing.promises.__file__).parent
    found = [
        (f"{file.name}:{node.lineno}", node.msg)
        for file in sorted(folder.glob("*.py"))
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Assert)
    ]
    assert len(found) > 60
    assert [place for place, message in found if message is None] == []
