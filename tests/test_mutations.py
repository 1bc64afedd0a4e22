"""What makes small mistakes makes them: a suite that notices nothing is told apart from a mistake that was not made."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mutations.citations import cited_rules, drawn
from mutations.mutants import breaks

HERE = Path(__file__).parent
BARE = {**os.environ, "PYTHONPATH": str(HERE), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
"""The environment of a pytest that loads no plugins of others, which is most of what its start costs."""

MODULE = "def is_more(number):\n    return number > 1\n"
TEST = """
from measured import is_more

def test_it():
    assert is_more(2) is not is_more(1)
"""
CONFTEST = "import gc\n\ndef pytest_collection_finish():\n    gc.freeze()\n"


def _verdict_on(folder: Path, test: str) -> tuple[int, str]:
    """Return how the program ended, and what it wrote."""
    for name, text in (("measured.py", MODULE), ("test_measured.py", test), ("conftest.py", CONFTEST)):
        (folder / name).write_text(text)
    verdict = folder / "verdict"
    plugin = ("-p", "no:cacheprovider", "-p", "mutations.plugin", "--mutate", "measured.py", "--mutants", "9")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *plugin, "--verdict", str(verdict), "test_measured.py"],
        env=BARE,
        cwd=folder,
        capture_output=True,
        check=False,
    )
    return done.returncode, verdict.read_text() if verdict.exists() else done.stdout.decode()


def test_mistakes_are_found_also_where_tests_have_put_away_what_they_collected(tmp_path: Path) -> None:
    _, verdict = _verdict_on(tmp_path, TEST)
    assert verdict == '{"tried":2,"survived":{}}'


def test_anything_that_no_test_looks_at_survives(tmp_path: Path) -> None:
    _, verdict = _verdict_on(tmp_path, TEST.replace("is not is_more(1)", "in (True, False)"))
    assert '"tried":2' in verdict
    assert "number > 1 -> return number >= 1" in verdict


def test_a_mistake_that_could_not_be_made_is_no_verdict(tmp_path: Path) -> None:
    code, told = _verdict_on(tmp_path, "def test_it():\n    pass\n")
    assert code == 1
    assert "this mistake could not be made" in told


# By rule


def _watched(folder: Path, test: str) -> Any:
    """Return what is noted of a test of the module."""
    (folder / "measured.py").write_text(MODULE)
    (folder / "test_measured.py").write_text(test)
    watched = folder / "watched"
    plugin = ("-p", "no:cacheprovider", "-p", "mutations.watcher", f"--product={folder}/measured", "--note-lines")
    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *plugin, f"--watched={watched}", "test_measured.py"],
        env=BARE,
        cwd=folder,
        capture_output=True,
        check=False,
    )
    return json.loads(watched.read_bytes())


def _by_rule(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, "tests/mutations", "rules", *words],
        cwd=HERE.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


def test_the_lines_that_a_test_runs_are_noted(tmp_path: Path) -> None:
    found = _watched(tmp_path, TEST)
    assert (found["failed"], found["crashed"]) == ({}, {})
    assert found["ran"] == {"test_measured.py::test_it": {f"{tmp_path}/measured.py": [2]}}


def test_a_failed_assertion_is_told_apart_from_a_crash_of_the_product(tmp_path: Path) -> None:
    failing = _watched(tmp_path, TEST.replace("is not is_more(1)", "is is_more(1)"))
    assert list(failing["failed"]) == ["test_measured.py::test_it"]
    crashing = _watched(tmp_path, TEST.replace("is_more(1)", "is_more(None)"))
    assert crashing["failed"] == {}
    assert crashing["crashed"]["test_measured.py::test_it"].startswith("TypeError")


def test_values_outside_of_functions_are_broken_too(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text("MOST = 3\nNAMES = ('a', 'b')\n\n\ndef first():\n    return [n for n in NAMES if n]\n")
    made = [(each.is_value, *each.made()) for each in breaks(module)]
    assert [(is_value, words) for is_value, words, _ in made] == [
        (False, "module.py:6: for n in NAMES if n -> for n in NAMES if not n"),
        (True, "module.py:1: 3 -> 4"),
        (True, "module.py:2: ('a', 'b') -> ('b',)"),
        (True, "module.py:2: ('a', 'b') -> ('a',)"),
    ]
    assert made[2][2].startswith("MOST = 3\nNAMES = ('b',)\n")


def test_a_seed_draws_the_same_citations_of_each_game() -> None:
    first = drawn(2, 5)
    assert [one.game for one in first] == sorted((one.game for one in first), key=[one.game for one in first].index)
    assert [one.mark for one in first] == [one.mark for one in drawn(2, 5)] != [one.mark for one in drawn(2, 6)]
    assert len(first) == 8


def test_a_citation_knows_its_tests_and_where_the_rule_is_carried_out() -> None:
    (yellow,) = [one for one in cited_rules("density_deck") if one.mark == "S2:6"]
    in_table = "tests/games/density_deck/test_deals.py::test_each_kind_of_card_has_the_powers_of_the_deck_list"
    assert in_table in yellow.tests, "its table stands outside of it"
    (place,) = yellow.places()
    assert (place.path.name, "POWERS" in place.path.read_text().splitlines()[place.lines.start - 1]) == (
        "deck.py",
        True,
    )


@pytest.mark.parametrize(("now", "noticed"), [("(3, 4, 6)", "1 of 1"), ("(5, 4, 3)[::-1]", "0 of 1")])
def test_a_break_by_hand_is_noticed_if_it_breaks_the_rule(now: str, noticed: str) -> None:
    told = _by_rule("S2:6", "--break", "density_deck/deck.py", "YELLOW: (3, 4, 5)", f"YELLOW: {now}")
    assert f"S2:6: {noticed} noticed" in told
    assert ("for: S2:6." in told) is (noticed == "0 of 1")


def test_a_break_whose_text_is_not_there_is_refused() -> None:
    told = _by_rule("S2:6", "--break", "density_deck/deck.py", "YELLOW: (3, 4, 7)", "")
    assert "one module is to have this text, once" in told
