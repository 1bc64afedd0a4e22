"""Which event loop runs a server."""

import asyncio
from collections.abc import Callable


def fastest_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return how to make uvloop's event loop where it is installed, a quarter faster; `None` for Python's own."""
    try:
        import uvloop
    except ModuleNotFoundError:
        return None
    return uvloop.new_event_loop
