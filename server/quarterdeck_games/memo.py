"""What is worked out from a state at most once, however many ask: for choices, the views of all, a decision.

It stays with the state and goes with it. It is no part of its value: two states are equal, and are written down, by
their fields alone. A state that is to have any is a struct with `dict=True`.
"""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

Of = TypeVar("Of")
Value = TypeVar("Value")

_MISSING = object()


def memoized(function: Callable[[Of], Value]) -> Callable[[Of], Value]:
    """Let a pure function of one frozen value be worked out once for it; `functools.cached_property` takes four times
    as long to do so, because it holds a lock meanwhile."""
    name = f"{function.__module__}.{function.__qualname__}"

    @wraps(function)
    def asked(value: Of) -> Value:
        known = value.__dict__
        found: Value = known.get(name, _MISSING)
        if found is _MISSING:
            found = known[name] = function(value)
        return found

    return asked
