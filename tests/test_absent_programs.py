"""What is missing on a machine is named at the end of a run, and is an error where nothing may be missing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
CHECKS = """
import pytest
from absent_programs import compiler, needs_root, not_run, program

@pytest.mark.parametrize("number", range(3))
def test_of_a_proxy(number: int) -> None:
    program("no-such-proxy", "its-package")

def test_of_a_compiler() -> None:
    compiler()

def test_of_a_kernel() -> None:
    not_run("namespaces are forbidden", in_ci=False)

def test_of_what_is_there() -> None:
    assert program("sh", "dash").endswith("/sh")
"""


@pytest.fixture
def checks(tmp_path: Path) -> Path:
    file = tmp_path / "test_checks.py"
    file.write_text(CHECKS)
    return file


def run(checks: Path, *words: str, ci: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run such checks on a machine without a compiler."""
    bare = checks.parent / "bin"
    bare.mkdir(exist_ok=True)
    if not (bare / "sh").exists():
        (bare / "sh").symlink_to("/bin/sh")
    environment = {name: value for name, value in os.environ.items() if name != "CI" and "PYTEST" not in name}
    environment |= {"PATH": str(bare), "PYTHONPATH": str(TESTS)} | ({"CI": ci} if ci is not None else {})
    environment |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # those of others are most of what a start costs
    command = [sys.executable, "-m", "pytest", "-p", "absent_programs", "-p", "no:cacheprovider", *words, str(checks)]
    return subprocess.run(command, cwd=checks.parent, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("workers", [(), ("-p", "xdist", "-n", "2")], ids=["alone", "workers"])
def test_anything_that_was_not_run_is_named_at_the_end(checks: Path, workers: tuple[str, ...]) -> None:
    said = run(checks, *workers)
    assert said.returncode == 0, said.stdout
    end = said.stdout.partition("not run on this machine")[2].splitlines()
    assert "3 tests: there is no no-such-proxy: `apt-get install its-package`" in end
    assert "1 test: there is no C compiler: `apt-get install gcc libc6-dev`" in end
    assert "1 test: namespaces are forbidden" in end
    assert "1 passed, 5 skipped" in end[-1]
    assert len([line for line in end[1:] if line]) == 4, "nothing stands between it and the last line"


def test_in_ci_it_is_an_error_unless_it_cannot_be_cured(checks: Path) -> None:
    said = run(checks, ci="true")
    assert said.returncode == 1
    assert "4 failed, 1 passed, 1 skipped" in said.stdout
    assert "there is no no-such-proxy: `apt-get install its-package`. CI is set, so this is an error" in said.stdout
    assert "1 test: namespaces are forbidden" in said.stdout


def test_where_nothing_is_missing_nothing_is_named(checks: Path) -> None:
    said = run(checks, "-k", "is_there")
    assert "1 passed" in said.stdout
    assert "not run" not in said.stdout
