"""What holds for all tests: how much chance they try, and the option that records the golden playthroughs anew.

The usual profile tries the same matches every time. `HYPOTHESIS_PROFILE=long` tries more than five thousand, `soak` new
ones every time it runs.
"""

import os

import pytest
from hypothesis import HealthCheck, Phase, settings

_ALWAYS = {"deadline": None, "database": None, "suppress_health_check": list(HealthCheck)}
_ALWAYS["phases"] = (Phase.explicit, Phase.generate, Phase.shrink)

settings.register_profile("usual", settings(max_examples=60, derandomize=True, **_ALWAYS))  # type: ignore[arg-type]  # a dict of several types
settings.register_profile("long", settings(max_examples=600, derandomize=True, **_ALWAYS))  # type: ignore[arg-type]  # the same
settings.register_profile("soak", settings(max_examples=600, **_ALWAYS))  # type: ignore[arg-type]  # the same
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "usual"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--record", action="store_true", help="write the golden playthroughs anew instead of comparing")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if settings.get_current_profile_name() in ("long", "soak"):
        for item in items:
            item.add_marker(pytest.mark.timeout(3600))
