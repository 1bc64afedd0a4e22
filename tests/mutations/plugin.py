"""A pytest plugin that runs the chosen tests once for each mutant and tells which of them noticed nothing.

`pytest -p mutations.plugin --mutate PATH --mutants N` collects once; then each mutant lives in a process of its own, a
fork of this one, which runs the tests up to the first that fails. Nothing is written to the tree.
"""

import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from mutations.mutants import Mutant, some_mutants

SEED = 12
PATIENCE = 20
"""How many times as long as without a mistake the tests may take; then they count as having noticed it."""

NOT_MADE = 77
"""How a process ends in which no function is found that the mistake is in: nobody could notice it."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("mutations")
    group.addoption("--mutate", action="append", default=[], type=Path, help="modules, or folders of them")
    group.addoption("--mutants", type=int, default=20, help="how many")
    group.addoption("--only", default="", help="the numbers of those to try, with commas between them")
    group.addoption("--verdict", type=Path, help="where to write what came of it, as JSON")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    config = session.config
    mutants = some_mutants(_modules(config.getoption("mutate")), config.getoption("mutants"), SEED)
    only = [int(number) for number in config.getoption("only").split(",") if number]
    begun = time.monotonic()
    if _notices(session, None, 3600.0):
        pytest.exit("the tests fail without any mistake", returncode=1)
    limit = max(60.0, PATIENCE * (time.monotonic() - begun))
    survived: dict[int, str] = {}
    for number, mutant in enumerate(mutants):
        if (not only or number in only) and not _notices(session, mutant, limit):
            survived[number] = mutant.made()[0]
    tried = len(only) or len(mutants)
    config.getoption("verdict").write_bytes(msgspec.json.encode({"tried": tried, "survived": survived}))
    return True


def _modules(paths: Sequence[Path]) -> list[Path]:
    every = [each for path in paths for each in (sorted(path.rglob("*.py")) if path.is_dir() else [path])]
    return [path.resolve() for path in every if not path.stem.startswith("__")]


def _notices(session: pytest.Session, mutant: Mutant | None, limit: float) -> bool:
    """Return whether a test fails with this mistake, or does not come to its end."""
    child = os.fork()
    if not child:
        _run(session, mutant)
    end = time.monotonic() + limit
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            code = os.waitstatus_to_exitcode(status)
            if code == NOT_MADE and mutant is not None:
                pytest.exit(f"this mistake could not be made: {mutant.made()[0]}", returncode=1)
            return code != 0
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return True
        time.sleep(0.02)


def _run(session: pytest.Session, mutant: Mutant | None) -> None:
    """Run the tests up to the first that fails, say nothing, and end this process."""
    failed = True
    try:
        reporter = session.config.pluginmanager.get_plugin("terminalreporter")
        assert reporter is not None
        reporter._tw._file = Path(os.devnull).open("w")  # noqa: SIM115 - it lives as long as this process
        if mutant is not None and not mutant.applied():
            os._exit(NOT_MADE)
        for item, following in zip(session.items, [*session.items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.testsfailed:
                break
        failed = bool(session.testsfailed)
        session._setupstate.teardown_exact(None)
    finally:
        os._exit(1 if failed else 0)
