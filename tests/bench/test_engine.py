"""The bench of the rules, short: what they count, not how long it takes."""

import asyncio
import sys
from importlib import import_module
from pathlib import Path

import msgspec
import pytest
import quarterdeck_games
from bench import engine, python_yardstick
from bench.older_commits import Clone, OlderNames
from bench.rounds_in_turn import HERE, in_turn
from quarterdeck_games import GAMES


def test_the_yardstick_is_what_it_was_when_ratios_to_it_were_written_down() -> None:
    assert python_yardstick.unit() == 1_517


def test_a_process_that_ends_before_its_round_is_an_error(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(OSError, match="before its round"):
        asyncio.run(in_turn("engine", ("whist", "2", "0.001"), 1, {HERE: None}))
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
