"""What makes small mistakes makes them: a suite that notices nothing is told apart from a mistake that was not made."""

import os
import subprocess
import sys
from pathlib import Path

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
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent)},
        cwd=folder,
        capture_output=True,
        check=False,
    )
    return done.returncode, verdict.read_text() if verdict.exists() else done.stdout.decode()


def test_mistakes_are_found_also_where_tests_have_put_away_what_they_collected(tmp_path: Path) -> None:
    _, verdict = _verdict_on(tmp_path, TEST)
    assert verdict == '{"tried":2,"survived":{}}'


def test_what_no_test_looks_at_survives(tmp_path: Path) -> None:
    _, verdict = _verdict_on(tmp_path, TEST.replace("is not is_more(1)", "in (True, False)"))
    assert '"tried":2' in verdict
    assert "number > 1 -> return number >= 1" in verdict


def test_a_mistake_that_could_not_be_made_is_no_verdict(tmp_path: Path) -> None:
    code, told = _verdict_on(tmp_path, "def test_it():\n    pass\n")
    assert code == 1
    assert "this mistake could not be made" in told
