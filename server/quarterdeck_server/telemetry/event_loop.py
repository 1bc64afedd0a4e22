"""Lag of the event loop: the delay of a timer behind its due time."""

import asyncio

from quarterdeck_server.metrics import Histogram

SECONDS_BETWEEN_RINGS = 0.25


class LoopLag:
    """Measures the lag of the event loop in which it was started, until the loop ends."""

    def __init__(self, lag: Histogram) -> None:
        self._lag = lag
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Start the measurement."""
        loop = asyncio.get_running_loop()
        self._set(loop, loop.time() + SECONDS_BETWEEN_RINGS)

    def close(self) -> None:
        """End the measurement."""
        if self._timer is not None:
            self._timer.cancel()

    def _set(self, loop: asyncio.AbstractEventLoop, due: float) -> None:
        self._timer = loop.call_at(due, self._ring, loop, due)

    def _ring(self, loop: asyncio.AbstractEventLoop, due: float) -> None:
        now = loop.time()
        self._lag.observe(max(0.0, now - due))
        self._set(loop, now + SECONDS_BETWEEN_RINGS)
