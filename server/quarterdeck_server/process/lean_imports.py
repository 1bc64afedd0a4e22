"""Imports of libraries without those optional packages that they load only because these are installed.

structlog loads rich for tracebacks with local variables, which the log must not show. redis-py loads OpenTelemetry's
metrics, which are never enabled. Together they would take a tenth of the server's start. Modules that use these
packages themselves import them as usual.
"""

import sys
from importlib import import_module

NOT_NEEDED = ("rich", "opentelemetry.sdk.metrics")


def import_lean(*modules: str) -> None:
    """Import modules and their dependencies as if the optional packages were not installed."""
    hidden = [name for name in NOT_NEEDED if name not in sys.modules]
    for name in hidden:
        sys.modules[name] = None  # type: ignore[assignment]  # which is how Python is told that there is none
    try:
        for module in modules:
            import_module(module)
    finally:
        for name in hidden:
            del sys.modules[name]
