"""`quarterdeck rules`."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from quarterdeck_games.rule_versions import loaded, released_folder
from quarterdeck_server.commands import frozen_rules as command
from quarterdeck_server.commands.frozen_rules import rules
from rule_archives import Newer, newer  # noqa: F401 - a fixture

# ruff: noqa: F811 - a fixture


def test_the_present_rules_of_a_game_are_frozen_into_a_folder(tmp_path: Path) -> None:
    done = CliRunner().invoke(rules, ["freeze", "tiny", "--into", str(tmp_path)])
    archive = tmp_path / "1.zip"
    assert (done.exit_code, done.output) == (0, f"{archive} ({archive.stat().st_size:,} bytes)\n")
    archive.write_bytes(b"")
    done = CliRunner().invoke(rules, ["freeze", "tiny", "--into", str(tmp_path)])
    assert (done.exit_code, "released rules cannot change" in done.output) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess"], "chess: not installed here; there are density-deck, amfibido"),
        (["tiny", "amiibart", "--into", "x"], "With --into, name one game"),
    ],
)
def test_anything_that_cannot_be_frozen_is_said_in_a_sentence(arguments: list[str], words: str) -> None:
    done = CliRunner().invoke(rules, ["freeze", *arguments])
    assert (done.exit_code, words in done.output) == (1, True)


def test_games_for_tests_are_listed_only_if_they_are_named() -> None:
    listed = CliRunner().invoke(rules, ["list"]).output
    assert "density-deck: " in listed
    assert "tiny" not in listed
    assert CliRunner().invoke(rules, ["list", "tiny"]).output.startswith("tiny: ")


def test_anything_that_is_held_of_each_game_is_listed_the_newest_last(
    newer: Newer, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = newer("tiny")
    monkeypatch.setattr(command, "installed_games", lambda: {"tiny": game})
    done = CliRunner().invoke(rules, ["list"])
    assert done.output == ""
    done = CliRunner().invoke(rules, ["list", "tiny"])
    assert (done.output.startswith("tiny: 1 ("), done.output.endswith(" bytes), 2\n")) == (True, True)
    assert CliRunner().invoke(rules, ["freeze", "tiny"]).exit_code == 0
    frozen = loaded(released_folder(game) / "2.zip")
    assert (frozen.name, frozen.version, frozen.title) == ("tiny", 2, "Newer Tiny")
