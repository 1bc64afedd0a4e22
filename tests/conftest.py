"""What holds for all tests: how much chance they try, and the option that records the golden playthroughs anew.

The usual profile tries the same matches every time. `HYPOTHESIS_PROFILE=long` tries more than five thousand, `soak` new
ones every time it runs.
"""

import os

import pytest
from hypothesis import HealthCheck, Phase, settings

_PHASES = (Phase.explicit, Phase.generate, Phase.shrink)


def _profile(name: str, examples: int, *, derandomize: bool) -> None:
    profile = settings(
        max_examples=examples,
        derandomize=derandomize,
        deadline=None,
        database=None,
        phases=_PHASES,
        suppress_health_check=list(HealthCheck),
    )
    settings.register_profile(name, profile)


_profile("usual", 60, derandomize=True)
_profile("long", 600, derandomize=True)
_profile("soak", 600, derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "usual"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--record", action="store_true", help="write the golden playthroughs anew instead of comparing")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if settings.get_current_profile_name() in ("long", "soak"):
        for item in items:
            item.add_marker(pytest.mark.timeout(3600))
