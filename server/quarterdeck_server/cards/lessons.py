"""Lessons of games: the guided first match that the server offers to new players.

A lesson is the file `lesson.json` next to the module of the game's class, also in third-party packages. It is a
recording of a match by the real rules (`quarterdeck_testing.lessons`). The words of the coach are translated like other
texts of the game: section `lessons` of `languages/<tag>.toml`.
"""

from functools import cache
from importlib.resources import files

import msgspec
from quarterdeck_games import AnyGame
from quarterdeck_protocol.http.lessons import Lesson

from quarterdeck_server.translations import ENGLISH, lesson_in

FILE = "lesson.json"


def has_lesson(game: AnyGame) -> bool:
    """True if there is a lesson next to the game's class."""
    return _read(_package(game)) is not None


def lesson_of(game: AnyGame, language: str = ENGLISH) -> Lesson | None:
    """Return the lesson of a game in a language; `None` if it has none."""
    written = _read(_package(game))
    return None if written is None else lesson_in(language, game, msgspec.json.decode(written, type=Lesson))


def _package(game: AnyGame) -> str:
    return type(game).__module__.rpartition(".")[0]


@cache
def _read(package: str) -> bytes | None:
    """Return the file of a package. It is read once, because it is part of the installation."""
    file = files(package) / FILE if package else None
    return file.read_bytes() if file is not None and file.is_file() else None
