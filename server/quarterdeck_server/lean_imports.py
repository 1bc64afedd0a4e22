"""Imports without what libraries bring along only because it happens to be installed.

structlog takes rich for tracebacks with all local variables, which the log must not show; redis-py takes the metrics of
OpenTelemetry, which nobody turns on. They are a tenth of a start. Whoever does use them imports them as ever.
"""

import sys
from importlib import import_module

NOT_NEEDED = ("rich", "opentelemetry.sdk.metrics")


def import_lean(*modules: str) -> None:
    """Import modules, with all that they need, as if nothing else were installed."""
    hidden = [name for name in NOT_NEEDED if name not in sys.modules]
    for name in hidden:
        sys.modules[name] = None  # type: ignore[assignment]  # which is how Python is told that there is none
    try:
        for module in modules:
            import_module(module)
    finally:
        for name in hidden:
            del sys.modules[name]
