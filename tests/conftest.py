"""What holds for all tests: how much chance they try (`quarterdeck_testing.profiles`), that Ctrl-C is heard,
that garbage is looked for seldom, that clients wait for a slow machine, that a fresh clone is built and rewritten once,
and that what could not run is named at the end.

Who is started in the background of a shell ignores Ctrl-C, and so does whatever they start; some tests send it.
"""

import gc
import signal
import sys
from typing import Any

import pytest
import quarterdeck_client.transport.connection
import rewritten_tests
from absent_programs import pytest_terminal_summary
from built_files import build
from hypothesis import settings
from hypothesis.internal.conjecture import providers
from quarterdeck_testing.profiles import CHOSEN, PROFILES

__all__ = ["pytest_terminal_summary"]

settings.register_profile(CHOSEN, PROFILES[CHOSEN])
settings.load_profile(CHOSEN)
signal.signal(signal.SIGINT, signal.default_int_handler)
quarterdeck_client.transport.connection.SECONDS_TO_CONNECT = 300.0  # a machine with much else to do answers, if late

if CHOSEN not in ("long", "soak"):
    # Hypothesis reads every module that is imported by now for constants to try. So what is tried would depend on which
    # tests ran before in this process, and the reading costs each worker of a fresh clone two seconds and a half.
    providers._get_local_constants = lambda: providers._local_constants


def pytest_configure(config: pytest.Config) -> None:
    """Build what git does not keep, before the workers start. If that fails, the tests that need it fail too."""
    if not hasattr(config, "workerinput"):
        print(build(), end="", file=sys.stderr)


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    worker: dict[str, Any] | None = getattr(session.config, "workerinput", None)
    if worker is not None:
        gc.disable()  # until everything is collected: nearly all that is made meanwhile stays to the end
        rewritten_tests.share_out(session.config, int(worker["workerid"].removeprefix("gw")), worker["workercount"])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if CHOSEN in ("long", "soak"):
        for item in items:
            item.add_marker(pytest.mark.timeout(3600))


def pytest_collection_finish() -> None:
    """Never look for garbage in what stays to the end, and seldom in the rest: it was a fifth of what tests cost."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 10)
    gc.enable()
