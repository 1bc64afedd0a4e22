"""Number of random matches in the tests of promises. The usual profile runs the same matches every time.

`HYPOTHESIS_PROFILE=wide` runs seven times as many, `long` seventy-five times, `soak` the same number but new ones in
every run, `short` only a few.
"""

import os
from collections.abc import Callable
from typing import TypeVar

from hypothesis import HealthCheck, Phase, settings

Test = TypeVar("Test", bound=Callable[..., None])


def _profile(examples: int, *, derandomize: bool = True) -> settings:
    return settings(
        max_examples=examples,
        derandomize=derandomize,
        deadline=None,
        database=None,
        phases=(Phase.explicit, Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )


PROFILES = {
    "short": _profile(5),
    "usual": _profile(8),
    "wide": _profile(60),
    "long": _profile(600),
    "soak": _profile(600, derandomize=False),
}
CHOSEN = os.environ.get("HYPOTHESIS_PROFILE", "usual")


def as_many(usual: int, *, at_length: int) -> int:
    """Return the number of runs for a test with its own random numbers: `at_length` in a long profile, otherwise
    `usual`."""
    return {"long": at_length, "soak": at_length}.get(CHOSEN, usual)


def runs_of_profile(test: Test) -> Test:
    """Run a test with the number of matches that the environment sets. The profile of other tests is not changed."""
    return PROFILES.get(CHOSEN, PROFILES["usual"])(test)
