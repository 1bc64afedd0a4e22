"""The benches of the rules and of an action's stages, short: what they count, not how long it takes."""

import asyncio
import sys
from importlib import import_module
from pathlib import Path

import msgspec
import pytest
import quarterdeck_games
from bench import engine, match_stages, python_yardstick, stages
from bench.match_stages import CHOICES, STAGES, Round
from bench.older_commits import Clone, OlderNames
from bench.rounds_in_turn import HERE, in_turn
from quarterdeck_games import GAMES


def _round(yardstick: float, **microseconds: float) -> Round:
    each = {**dict.fromkeys((*STAGES, CHOICES), 10.0), **microseconds}
    return Round(actions=8, frames=16, matches=1, microseconds=each, yardstick=yardstick)


def test_the_yardstick_is_what_it_was_when_ratios_to_it_were_written_down() -> None:
    assert python_yardstick.unit() == 1_517


@pytest.mark.parametrize(("name", "seats"), [("tiny", 2), ("density-deck", 4)])
def test_a_round_plays_whole_matches_the_same_each_time_and_measures_every_stage(name: str, seats: int) -> None:
    one, again = (match_stages.played(name, seats, 2) for _ in range(2))
    assert (one.actions, one.frames, one.matches) == (again.actions, again.frames, again.matches)
    assert (one.frames, one.matches) == (one.actions * seats, 2)
    assert one.actions >= 20
    assert set(one.microseconds) == {*STAGES, CHOICES}
    assert all(took > 0 for took in (*one.microseconds.values(), one.yardstick))


def test_a_choice_that_leaves_something_open_is_completed() -> None:
    assert match_stages.played("myacards", 2, 1).actions > 1


def test_a_stage_is_compared_in_yardsticks_so_that_a_slower_machine_is_no_slower_server() -> None:
    now = [_round(100.0, views=20.0), _round(200.0, views=40.0), _round(400.0, views=80.0)]
    before = [_round(100.0, views=40.0), _round(100.0, views=40.0), _round(100.0, views=80.0)]
    figures = stages.reckoned(now, before)
    assert figures["views"] == stages.Stage(microseconds=40.0, yardsticks=0.2, before=40.0, ratio=0.5)
    assert figures[stages.ALL].microseconds == 100.0
    assert stages.reckoned(now, ())["views"].ratio is None
    older = [msgspec.structs.replace(each, microseconds={"views": 40.0}) for each in before]
    assert stages.reckoned(now, older)["outlooks"].before is None


def test_rounds_are_played_in_processes_of_their_own_and_printed() -> None:
    measured = stages.compare("tiny", 2, matches=1, rounds=2, baseline=None)
    assert [each.actions for each in measured[HERE]] == [10, 10]
    headline, *lines = stages.lines_of("tiny", 2, measured)
    assert "2 rounds of 1 matches (10 actions)" in headline
    assert [line.split()[0] for line in lines] == [*STAGES, "all", CHOICES]


def test_a_process_that_ends_before_its_round_is_an_error(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(OSError, match="before its round"):
        asyncio.run(in_turn("match_stages", ("whist", "2", "1"), 1, {HERE: None}))
    assert "whist" in capfd.readouterr().err


def test_an_older_commit_is_measured_by_this_ones_bench(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    older, rules = tmp_path / "server/quarterdeck_games", Path(quarterdeck_games.__file__)
    (tmp_path / "tests/bench").mkdir(parents=True)
    (tmp_path / "tests/bench/engine.py").write_text("raise AssertionError('its own bench')\n")
    older.mkdir(parents=True)
    said = "import sys\nprint('the older commit', file=sys.stderr)\n"
    (older / "__init__.py").write_text(f"{said}__path__ = [{str(rules.parent)!r}]\n{rules.read_text()}")
    lines = asyncio.run(in_turn("engine", ("tiny", "2", "0.001"), 1, {"older": Clone(tmp_path)}))
    assert msgspec.json.decode(lines["older"][0], type=engine.Figures).game == "tiny"
    assert capfd.readouterr().err == "the older commit\n"


def test_the_engine_counts_in_yardsticks_too() -> None:
    game = GAMES["tiny"]
    figures = engine.measure(game, 2, 0.01)
    assert figures.actions >= engine.SLICES * engine.STRIDE
    assert figures.matches > 0
    assert figures.per_yardstick > 0
    lines = engine.lines_beside({HERE: [figures], "older": [msgspec.structs.replace(figures, per_yardstick=1.0)]})
    assert lines[0].endswith("ratio of now to it 1.00")
    assert "older" in lines[1]


def test_a_module_that_has_moved_is_found_under_its_former_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "oldhouse").mkdir()
    (tmp_path / "oldhouse/__init__.py").touch()
    (tmp_path / "oldhouse/wire.py").write_text("WORD = 'then'\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    names = OlderNames({"oldhouse.encoding.wire": "oldhouse.wire"})
    monkeypatch.setattr("sys.meta_path", [*sys.meta_path, names])
    found = import_module("oldhouse.encoding.wire")
    assert (found.WORD, found is import_module("oldhouse.wire")) == ("then", True)
    with pytest.raises(ModuleNotFoundError):
        import_module("oldhouse.nowhere")
