"""Limit on the work for a long log in one iteration of the event loop, so that other tasks run in between."""

import asyncio
from time import perf_counter

MOST_ENTRIES = 64
"""Most entries that are processed before control returns to the event loop."""

SECONDS = 0.002
"""Longest time in seconds before control returns to the event loop. The current entry is completed first."""


class TurnOfTheLoop:
    """The budget of work for one iteration of the event loop."""

    __slots__ = ("_ends", "_left")

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self._left = MOST_ENTRIES
        self._ends = perf_counter() + SECONDS

    def is_used_up(self) -> bool:
        """Count one more log entry as work, and return true if the budget of this iteration is used up."""
        self._left -= 1
        return self._left <= 0 or perf_counter() >= self._ends

    async def next(self) -> None:
        """Let the event loop run other tasks once, then begin a new budget."""
        await asyncio.sleep(0)
        self._begin()
