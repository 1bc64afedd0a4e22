"""Background tasks of the table service, for work that no client waits for."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import structlog

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.store_errors import Unavailable

_log = structlog.get_logger()


class BackgroundTasks:
    """The running tasks of this process. A failing task is logged and does not affect the others."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[object]] = set()

    @property
    def are_done(self) -> bool:
        """True if no background task of the tables is running."""
        return not self._tasks

    def start(self, work: Coroutine[Any, Any, object]) -> None:
        """Start a task that runs this coroutine."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    async def close(self) -> None:
        """Cancel all running background tasks of the tables."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _done(self, task: "asyncio.Task[object]") -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, (CommandRefused, Unavailable)):
            _log.info("a table could not be checked again", why=str(error))
        elif error is not None:
            _log.error("checking a table again failed", exc_info=error)
