"""Progress bar of a long task on stderr. It appears only on a terminal, and after two seconds."""

import asyncio
import sys
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

SECONDS_WITHOUT_A_BAR = 2.0


class Progress:
    """A progress bar that appears late and is erased at the end."""

    def __init__(self, total: int, what: str, *, hidden: bool = False) -> None:
        self._total = total
        self._what = what
        self._done = 0
        self._bar: Bar | None = None
        self._hidden = hidden or not sys.stderr.isatty()
        self._timer: asyncio.TimerHandle | None = None

    def __enter__(self) -> "Progress":
        if not self._hidden:
            self._timer = asyncio.get_running_loop().call_later(SECONDS_WITHOUT_A_BAR, self._show)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._bar is not None:
            self._bar.stop()

    def step(self) -> None:
        """Count one more finished part of the task."""
        self._done += 1
        if self._bar is not None:
            self._bar.advance(self._bar.task_ids[0])

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        columns = (BarColumn(), MofNCompleteColumn(), self._what, TimeRemainingColumn())
        self._bar = Bar(*columns, console=Console(stderr=True), transient=True, redirect_stdout=sys.stdout.isatty())
        self._bar.add_task(self._what, total=self._total, completed=self._done)
        self._bar.start()
