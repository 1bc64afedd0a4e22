"""What measures the environments for researchers, run small."""

import sys

import pytest
from bench import environment_steps
from bench.environment_steps import main, measured, own_games, yardsticks
from quarterdeck_games import GAMES


def test_each_game_is_measured() -> None:
    speeds = measured(own_games(), rounds=1, seconds=0.001)
    assert [speed.game for speed in speeds] == list(GAMES)
    assert all(speed.steps_a_second > 0 and speed.seen == 2048 + 512 + 512 * 64 for speed in speeds)


def test_without_openspiel_there_is_no_yardstick(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert yardsticks() == {}
    monkeypatch.setattr(environment_steps, "own_games", lambda: {"tiny": own_games()["tiny"]})
    monkeypatch.setattr("sys.argv", ["environment_steps", "--rounds", "1", "--seconds", "0.001"])
    main()
    assert capsys.readouterr().out.startswith("tiny ")
