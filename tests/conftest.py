"""What holds for all tests: how much chance they try (`quarterdeck_games.testing.profiles`), that Ctrl-C is heard,
that garbage is looked for seldom, and that clients wait for a slow machine.

Who is started in the background of a shell ignores Ctrl-C, and so does whatever they start; some tests send it.
"""

import gc
import signal

import pytest
import quarterdeck_client.connection
from hypothesis import settings
from quarterdeck_games.testing.profiles import CHOSEN, PROFILES

settings.register_profile(CHOSEN, PROFILES[CHOSEN])
settings.load_profile(CHOSEN)
signal.signal(signal.SIGINT, signal.default_int_handler)
quarterdeck_client.connection.SECONDS_TO_CONNECT = 300.0  # a machine with much else to do answers, if late


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if CHOSEN in ("long", "soak"):
        for item in items:
            item.add_marker(pytest.mark.timeout(3600))


def pytest_collection_finish() -> None:
    """Never look for garbage in what stays to the end, and seldom in the rest: it was a fifth of what tests cost."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 10)
