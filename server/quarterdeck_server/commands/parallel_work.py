"""Work done in several processes at once, with a progress bar."""

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

Work = TypeVar("Work")
Result = TypeVar("Result")


def in_processes(
    do: Callable[[Work], Result],
    work: Sequence[Work],
    processes: int,
    take: Callable[[Result], None],
    announce: Callable[[], None],
    is_enough: Callable[[], bool] = lambda: False,
) -> bool:
    """Announce this work and do it in several processes. `take` receives each result as soon as it is ready, in no
    fixed order. Return true if all work or enough of it is done, and false if Ctrl-C has ended it. Ctrl-C is handled
    from the announcement on."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    try:
        announce()
        with (
            _workers(do, min(processes, len(work))) as results,
            Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress,
        ):
            for result in progress.track(results(work), total=len(work), description="matches"):
                take(result)
                if is_enough():
                    break
    except KeyboardInterrupt:
        return False
    return True


@contextmanager
def _workers(do: Callable[[Work], Result], processes: int) -> Iterator[Callable[[Sequence[Work]], Iterator[Result]]]:
    """Yield a function that does work, in worker processes if there are several."""
    if processes <= 1:
        yield lambda work: map(do, work)
        return
    # Ctrl-C is for the parent, which ends them; a signal meanwhile waits. Not forked: a bar has a thread of its own.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        with multiprocessing.get_context("spawn").Pool(processes) as pool:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)  # not before, or nothing would end a pool that has begun
            yield lambda work: pool.imap_unordered(do, work, chunksize=1)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
