"""Work that is repeated as long as a process runs, even after failures of the work or the store."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import structlog

from quarterdeck_server.store_errors import Unavailable

MOST_IN_A_TURN = 200
"""Most matches, tables or players that periodic work looks at before control returns to the event loop: about 1 ms."""

Each = TypeVar("Each")

_log = structlog.get_logger()


async def in_turns(several: Sequence[Each]) -> AsyncIterator[Sequence[Each]]:
    """Yield these items in groups of `MOST_IN_A_TURN`. Between two groups, other tasks run, which may remove some."""
    for start in range(0, len(several), MOST_IN_A_TURN):
        if start:
            await asyncio.sleep(0)
        yield several[start : start + MOST_IN_A_TURN]


async def repeat(
    work: Callable[[], Awaitable[object]],
    seconds: float,
    *,
    meanwhile: str,
    at_once: bool = False,
    wake: asyncio.Event | None = None,
) -> None:
    """Repeat work every `seconds`, or sooner when woken, until cancelled. The first run is immediate with `at_once`.
    While the store cannot be reached, the work is still tried, and `meanwhile`, the effect on players, is logged
    once."""
    wake = asyncio.Event() if wake is None else wake
    is_away = False
    while True:
        if at_once:
            wake.clear()
            try:
                await work()
                if is_away:
                    _log.warning("the store is back", no_more=meanwhile)
                is_away = False
            except Unavailable:
                if not is_away:
                    _log.warning(f"the store cannot be reached; {meanwhile}")
                is_away = True
            except Exception:
                _log.exception("periodic work failed and will be retried", meanwhile=meanwhile)
        at_once = True
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await wake.wait()


class PeriodicTask:
    """The task of a service that repeats its work from `start` until `stop`."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None

    def start(self, repeating: Coroutine[Any, Any, None]) -> None:
        """Run what `repeat` returns, as a task that is owned here."""
        self._task = asyncio.create_task(repeating)

    async def stop(self) -> None:
        """Cancel the task and wait for its end. Nothing happens if it was never started."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
