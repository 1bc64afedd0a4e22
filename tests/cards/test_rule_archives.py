"""How rules are frozen: what is in an archive, that it is the game, and what cannot be frozen."""

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from zipfile import ZipFile

import pytest
from golden.test_recorded_rules import HERE, transcripts_in
from quarterdeck_games import GAMES, AnyGame
from quarterdeck_games.rule_versions import SUMS, loaded
from quarterdeck_protocol.schema import game_schema
from quarterdeck_server.cards.rule_archives import UnfitForAnArchive, archive_of, digest_of, freeze, sources_of
from quarterdeck_server.verification.transcript_check import verify
from rule_archives import Newer, newer  # noqa: F401 - a fixture

# ruff: noqa: F811 - a fixture


@pytest.mark.parametrize("name", GAMES)
def test_a_game_from_its_archive_is_the_game(name: str, newer: Newer, tmp_path: Path) -> None:
    """Every recorded match of the present version follows under it, and it is described in the same words."""
    shipped = GAMES[name]
    archive = freeze(shipped, tmp_path / "released")
    frozen = loaded(archive)
    for transcript in transcripts_in(HERE / name / str(shipped.version)):
        verify(transcript, {name: frozen})
    own = {
        module for module in sys.modules if module.startswith(type(frozen).__module__.split(".quarterdeck_games")[0])
    }
    assert len(own) >= len(sources_of(shipped))
    described = [
        game_schema(game.options, game.actions, game.published_events, game.views, name) for game in (shipped, frozen)
    ]
    assert described[0] == described[1]
    assert archive.read_bytes() == archive_of(shipped), "the same sources are the same bytes"


def test_anything_that_the_house_and_the_rules_speak_in_is_in_no_archive() -> None:
    names = set(sources_of(GAMES["amiibart"]))
    assert {"quarterdeck_games.agenda", "quarterdeck_games.amiibart.cards.magic"} <= names
    assert "quarterdeck_protocol.games.amiibart" in names
    assert names.isdisjoint({"quarterdeck_games.game", "quarterdeck_games.dice", "quarterdeck_protocol.messages"})
    assert not [name for name in names if name.startswith(("quarterdeck_games.myacards", "quarterdeck_testing"))]


def test_anything_that_was_frozen_stays_as_it_is(tmp_path: Path) -> None:
    archive = freeze(GAMES["tiny"], tmp_path)
    noted = (tmp_path / SUMS).read_text()
    assert freeze(GAMES["tiny"], tmp_path) == archive
    assert (tmp_path / SUMS).read_text() == noted
    archive.write_bytes(b"another one")
    with pytest.raises(FileExistsError, match="released rules cannot change"):
        freeze(GAMES["tiny"], tmp_path)


Package = Callable[[str, str], AnyGame]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Package:
    """Returns Tiny from a package of its own, whose rules begin with these lines, beside a module with others."""

    def made(rules: str, words: str = "") -> AnyGame:
        folder = tmp_path / "elsewhere"
        folder.mkdir()
        (folder / "__init__.py").write_text("")
        (folder / "RULES.md").write_text("# Rules\n")
        (folder / "words.py").write_text(words)
        (folder / "rules.py").write_text(
            f"{rules}\nfrom quarterdeck_games.tiny.rules import Tiny\n\n\nclass Elsewhere(Tiny):\n    title = WORD\n"
        )
        game: AnyGame = import_module("elsewhere.rules").Elsewhere()
        return game

    monkeypatch.syspath_prepend(str(tmp_path))
    for module in [each for each in sys.modules if each.partition(".")[0] == "elsewhere"]:
        monkeypatch.delitem(sys.modules, module)
    return made


@pytest.mark.parametrize(
    "line",
    [
        "from elsewhere.words import WORD",
        "from elsewhere import words\nWORD = words.WORD",
        "import elsewhere.words as words\nWORD = words.WORD",
        "from .words import WORD",
        "from . import words\nWORD = words.WORD",
    ],
)
def test_modules_find_each_other_in_an_archive_however_they_import(line: str, package: Package, tmp_path: Path) -> None:
    game = package(line, "WORD = 'Then'\n")
    archive = freeze(game, tmp_path / "released")
    (tmp_path / "elsewhere" / "words.py").write_text("WORD = 'Now'\n")
    for module in [each for each in sys.modules if each.partition(".")[0] == "elsewhere"]:
        del sys.modules[module]
    try:
        assert (loaded(archive).title, import_module("elsewhere.words").WORD) == ("Then", "Now")
    finally:
        for module in [each for each in sys.modules if each.startswith(("elsewhere", "quarterdeck_released.tiny_1"))]:
            del sys.modules[module]
    with ZipFile(archive) as files:
        assert "elsewhere/RULES.md" in files.namelist()


@pytest.mark.parametrize(
    "line",
    ["import elsewhere.words\nWORD = elsewhere.words.WORD", "from quarterdeck_games import game, piles\nWORD = ''"],
)
def test_anything_that_would_import_both_worlds_in_one_statement_is_refused_with_its_place(
    line: str, package: Package
) -> None:
    with pytest.raises(UnfitForAnArchive, match=r"rules\.py, line 1: one statement"):
        archive_of(package(line, "WORD = 'Then'\n"))


def test_the_digest_is_of_code_and_not_of_texts(package: Package, tmp_path: Path) -> None:
    game = package("from elsewhere.words import WORD", "WORD = 'Then'\n")
    before = digest_of(game)
    (tmp_path / "elsewhere" / "RULES.md").write_text("# Better rules\n")
    assert digest_of(game) == before
    (tmp_path / "elsewhere" / "words.py").write_text("WORD = 'Now'\n")
    assert digest_of(game) != before
