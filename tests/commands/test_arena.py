"""`quarterdeck arena`, run as a person does, and what a number of matches come to."""

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result
from quarterdeck_games import GAMES
from quarterdeck_server.cards.host_sets import CardChoice, games_of
from quarterdeck_server.commands.arena import arena
from quarterdeck_server.evaluation.arena import Contest, Crosstable, Outcome, bouts, contests, names_of_decks, play


def _arena(*arguments: str) -> Result:
    return CliRunner().invoke(arena, arguments)


def _crosstable(scores: list[float], seats: int = 2) -> Crosstable:
    contest = Contest(game="density-deck", seats=seats, bot="greedy", other="random", seed=1)
    planned = bouts([contest], len(scores))
    return Crosstable(
        [Outcome(bout=bout, score=score, actions=1, cpu=36) for bout, score in zip(planned, scores, strict=False)]
    )


def test_greedy_beats_random_and_what_was_played_is_not_played_again(tmp_path: Path) -> None:
    kept = tmp_path / "outcomes.jsonl"
    arguments = ("density-deck", "greedy", "random", "--processes", "1", "--into", str(kept))
    ran = _arena(*arguments, "--matches", "8")
    assert (ran.exit_code, ran.stderr) == (0, "")
    assert ran.stdout.splitlines()[0] == "density-deck, 2 seats: 8 matches, 0 of them played before, seed 1"
    assert "hours of processor time" in ran.stdout
    ran = _arena(*arguments, "--matches", "12", "--json")
    assert "12 matches, 8 of them played before" in ran.stderr
    told = msgspec.json.decode(ran.stdout)
    assert [each["bot"] for each in told["bots"]] == ["greedy", "random"]
    assert told["cpu_hours"] > 0
    (figures,) = told["pairs"]
    assert (figures["bot"], figures["other"], figures["matches"]) == ("greedy", "random", 12)
    assert figures["share"] > 0.8
    assert len(kept.read_text().splitlines()) == 12


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("density-deck", "greedy"), "Name at least two bots"),
        (("density-deck", "greedy", "oracle"), "oracle: no bot of density-deck"),
        (("density-deck", "greedy", "random", "--seats", "7"), "2 to 4 seats, not 7"),
        (("bridge", "greedy", "random"), "'bridge' is not one of"),
        (("density-deck", "greedy", "--external", "mine"), "mine must be NAME=TOKENFILE"),
        (("density-deck", "greedy", "--external", "greedy=token"), "greedy: this name is already used by another bot"),
        (("density-deck", "greedy", "--external", "mine=nowhere"), "nowhere cannot be read"),
        (("density-deck", "greedy", "--external", "mine=empty"), "empty is empty, and should have the token of mine"),
        (("density-deck", "greedy", "--external", "mine=token", "--seats", "3"), "with two seats, not 3"),
    ],
)
def test_anything_that_cannot_be_played_is_said(
    arguments: tuple[str, ...], complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "token").write_text("a token\n")
    (tmp_path / "empty").write_text("\n")
    ran = _arena(*arguments)
    assert ran.exit_code != 0
    assert complaint in ran.stderr


def test_a_file_of_something_else_is_left_as_it_is(tmp_path: Path) -> None:
    kept = tmp_path / "outcomes.jsonl"
    kept.write_text("a diary\n")
    ran = _arena("density-deck", "greedy", "random", "--into", str(kept))
    assert ran.exit_code == 1
    assert "is not a file of saved results" in ran.stderr
    assert kept.read_text() == "a diary\n"


def test_a_match_follows_from_its_seed_and_number() -> None:
    contest = Contest(game="density-deck", seats=2, bot="greedy", other="random", seed=3)
    first, again = [[play(bout) for bout in bouts([contest], 4)] for _ in range(2)]
    assert [(each.score, each.actions) for each in first] == [(each.score, each.actions) for each in again]


def test_every_deal_is_played_from_every_seat() -> None:
    planned = list(bouts(contests(GAMES["density-deck"], 3, ("random", "greedy"), 1), 4))
    assert [(each.contest.bot, each.seat, each.deal) for each in planned[::2]] == [
        ("random", seat, deal) for deal in range(2) for seat in range(3)
    ]
    assert len(planned) == 12


@pytest.mark.parametrize("seats", [2, 4])
def test_the_first_bot_may_be_measured_alone(seats: int) -> None:
    met = contests(GAMES["density-deck"], seats, ("club", "greedy", "random"), 1, is_first_alone=True)
    assert [(each.bot, each.other) for each in met] == [("club", "greedy"), ("club", "random")]


def test_decks_are_drawn_of_the_chosen_sets_too(tmp_path: Path) -> None:
    """What is kept says with which sets it was played, and is no answer for others."""
    kept = tmp_path / "outcomes.jsonl"
    arguments = ("amiibart", "random", "greedy", "--matches", "2", "--processes", "1", "--into", str(kept))
    for chosen in ("AB2", ""):
        ran = _arena(*arguments, "--sets", chosen)
        assert ran.exit_code == 0, ran.stderr
        assert "2 matches, 0 of them played before" in ran.stdout
    with_second, alone = [
        {mark.id for mark in msgspec.json.decode(line, type=Outcome).bout.contest.sets}
        for line in kept.read_text().splitlines()[::2]
    ]
    assert (with_second, alone) == ({"AB2"}, set())
    games = {chosen: games_of(CardChoice(sets=chosen))["amiibart"] for chosen in ((), ("AB2",))}
    drawn = {
        chosen: {
            name
            for bout in bouts(contests(game, 2, ("random", "greedy"), 1), 200)
            for name in names_of_decks(game, 2, bout)
        }
        for chosen, game in games.items()
    }
    assert drawn["AB2",] - drawn[()] == {deck.id for deck in games["AB2",].card_sets[1].decks}


def test_a_host_who_wins_ten_times_as_often_is_four_hundred_points_stronger() -> None:
    even, better = _crosstable([1.0, 0.0] * 50), _crosstable(([1.0] * 10 + [0.0]) * 20)
    assert even.elo(even.share("greedy", "random").share) == 0
    assert better.elo(better.share("greedy", "random").share) == pytest.approx(400)
    assert better.share("random", "greedy").share == pytest.approx(1 / 11)
    of_four = _crosstable([1.0, 0.0, 0.0, 0.0], seats=4)
    assert of_four.elo(0.25) == pytest.approx(0)
    assert of_four.elo(1.0) is None
    assert even.cpu_hours == pytest.approx(1)


def test_a_sequential_test_is_open_until_there_is_enough() -> None:
    def verdict(scores: list[float]) -> bool | None:
        return _crosstable(scores).verdict("greedy", "random", by=50).is_stronger

    assert verdict([1.0, 1.0, 0.0]) is None
    assert verdict([1.0, 1.0, 1.0, 0.0] * 40) is True
    assert verdict([1.0, 0.0] * 400) is False


def test_four_wins_of_four_are_no_answer() -> None:
    assert _crosstable([1.0] * 4).verdict("greedy", "random", by=100).is_stronger is None
    assert _crosstable([1.0] * 12).verdict("greedy", "random", by=100).is_stronger is True


def test_it_stops_when_it_is_sure(tmp_path: Path) -> None:
    kept = tmp_path / "outcomes.jsonl"
    arguments = ("density-deck", "greedy", "random", "--by", "100", "--until-sure", "--processes", "1")
    ran = _arena(*arguments, "--matches", "400", "--into", str(kept))
    assert ran.exit_code == 0, ran.stderr
    assert "yes (+" in ran.stdout
    played = len(kept.read_text().splitlines())
    assert played < 100
    ran = _arena(*arguments, "--matches", "400", "--into", str(kept))
    assert f"{played} of them played before" in ran.stdout
    assert len(kept.read_text().splitlines()) == played  # sure as it was


def test_several_bots_stand_in_a_crosstable() -> None:
    ran = _arena("density-deck", "random", "greedy", "lookahead", "--matches", "4", "--processes", "1")
    assert ran.exit_code == 0, ran.stderr
    rows = [row for row in ran.stdout.split("Each against each")[1].splitlines() if row.strip()]
    assert rows[0].split()[-1] == "all"
    assert rows[0].split()[:-1] == [row.split()[0] for row in rows[2:5]]
    shares = [float(row.split()[-2].rstrip("%")) for row in rows[2:5]]
    assert shares == sorted(shares, reverse=True)


def test_a_server_that_is_not_there_is_said_after_what_was_played_here(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("a token")
    arguments = ("density-deck", "greedy", "random", "--matches", "2", "--processes", "1")
    ran = _arena(*arguments, "--external", f"mine={tmp_path / 'token'}", "--url", "http://127.0.0.1:9")
    assert ran.exit_code == 1
    assert "quarterdeck: " in ran.stderr
