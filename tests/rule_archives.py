"""A game under newer rules than the shipped ones, beside which the shipped ones lie as an archive."""

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest
from quarterdeck_games import GAMES, AnyGame
from quarterdeck_games.rule_versions import ROOT, loaded
from quarterdeck_server.cards.rule_archives import freeze

Newer = Callable[[str], AnyGame]


@pytest.fixture
def newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Newer]:
    """Returns a shipped game whose version is one higher, and beside which its present rules are frozen."""
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)

    def made(name: str) -> AnyGame:
        shipped = GAMES[name]
        kind = type(shipped)
        folder = tmp_path / f"newer_{kind.__name__.lower()}"
        folder.mkdir()
        (folder / "__init__.py").touch()
        (folder / "rules.py").write_text(
            f"from {kind.__module__} import {kind.__name__}\n\n\n"
            f"class Newer({kind.__name__}):\n    version = {shipped.version + 1}\n    title = 'Newer {shipped.title}'\n"
        )
        freeze(shipped, folder / "released")
        game: AnyGame = import_module(f"{folder.name}.rules").Newer()
        return game

    yield made
    loaded.cache_clear()
    for module in [each for each in set(sys.modules) - before if each.startswith(("newer_", ROOT))]:
        del sys.modules[module]
