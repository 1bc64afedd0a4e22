"""Number of matches that the promises try. The usual profile tries the same ones every time.

`HYPOTHESIS_PROFILE=wide` tries seven times as many, `long` seventy-five times, `soak` as many and new ones every time
it runs, `short` only a few.
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
    """Return how many runs a test makes that draws its own chances: the second number if the profile is a long one."""
    return {"long": at_length, "soak": at_length}.get(CHOSEN, usual)


def as_often_as_the_profile_says(test: Test) -> Test:
    """Try a test on so many matches as the environment says; the profile that is loaded elsewhere is left alone."""
    return PROFILES.get(CHOSEN, PROFILES["usual"])(test)
