"""The lag of an event loop: measured while it runs, and not any more when it is closed."""

import time

from quarterdeck_server.metrics import LAG_SECONDS, Histogram
from quarterdeck_server.telemetry.event_loop import SECONDS_BETWEEN_RINGS, LoopLag
from servers import soon

HELD_UP = 2 * SECONDS_BETWEEN_RINGS


async def test_anything_that_holds_the_loop_up_is_seen_as_its_lag() -> None:
    seen = Histogram(LAG_SECONDS)
    lag = LoopLag(seen)
    lag.start()
    until = time.perf_counter() + HELD_UP
    while time.perf_counter() < until:
        pass
    await soon(lambda: sum(seen.counts) > 0)
    lag.close()
    assert seen.sum >= HELD_UP - SECONDS_BETWEEN_RINGS - 0.01


async def test_it_may_be_closed_before_it_was_started_and_then_measures_nothing() -> None:
    seen = Histogram(LAG_SECONDS)
    LoopLag(seen).close()
    assert sum(seen.counts) == 0
