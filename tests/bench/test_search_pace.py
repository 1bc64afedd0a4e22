"""What measures how fast bots search, run small."""

import pytest
from bench.search_pace import main, pace
from quarterdeck_server.bots.search_bot import LEVELS


def test_anything_that_is_told_is_of_so_many_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.search_pace.LEVELS", {**LEVELS, "club": 60})
    found = pace("density-deck", "club", 3, seed=1, apart=2)
    assert (found.game, found.decisions) == ("density-deck", 3)
    assert found.actions_a_second > 0
    assert 0 < found.median <= found.longest


def test_a_game_that_cannot_be_played_ahead_is_not_measured() -> None:
    with pytest.raises(ValueError, match="tiny cannot be played ahead"):
        pace("tiny", "club", 1, seed=1)


def test_the_command_tells_a_line_for_each_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bench.search_pace.LEVELS", {**LEVELS, "club": 60})
    main(["amfibido", "density-deck", "--decisions", "1"])
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("amfibido: ")
    assert second.endswith("s at most, of 1")
