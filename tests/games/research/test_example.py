"""The example plays what it says, and greedy beats random with it."""

import pytest
from quarterdeck_games import GAMES
from quarterdeck_games.research import env
from quarterdeck_games.research.example import at_random, greedy, main, play


@pytest.mark.parametrize("game", ["density-deck", "amfibido", "amiibart", "myacards"])
def test_greedy_beats_random_and_the_same_seed_plays_the_same(game: str) -> None:
    table = env(game, seats=2)
    won = [play(table, {"seat_0": greedy, "seat_1": at_random}, seed)["seat_0"] for seed in range(3)]
    assert sum(won) > 0
    assert won[-1] == play(table, {"seat_0": greedy, "seat_1": at_random}, 2)["seat_0"]


def test_a_game_that_judges_nothing_is_played_at_random() -> None:
    table = env("tiny")
    assert GAMES["tiny"].evaluator is None
    assert set(play(table, {"seat_0": greedy, "seat_1": at_random}, 1).values()) == {1.0, -1.0}


def test_it_is_run_as_a_program(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["example", "density-deck", "--seats", "2", "--matches", "2"])
    main()
    assert "density-deck: greedy has +" in capsys.readouterr().out
