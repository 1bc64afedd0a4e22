"""Imports without the optional packages that libraries load only because they are installed.

structlog loads rich for tracebacks with local variables, which the log must not show. redis-py loads the metrics of
OpenTelemetry, which nobody turns on. Together they take a tenth of a start. Modules that use them import them as usual.
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
