"""Limits on the work for a long log before the event loop can serve others."""

import asyncio
from time import perf_counter

MOST_ENTRIES = 64
"""Most entries that are processed before control returns to the event loop."""

SECONDS = 0.002
"""Longest time in seconds before control returns to the event loop. The current entry is completed first."""


class TurnOfTheLoop:
    """Budget of work for one iteration of the event loop."""

    __slots__ = ("_ends", "_left")

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self._left = MOST_ENTRIES
        self._ends = perf_counter() + SECONDS

    def is_used_up(self) -> bool:
        """Count one more entry, and return true if the budget is spent."""
        self._left -= 1
        return self._left <= 0 or perf_counter() >= self._ends

    async def next(self) -> None:
        """Return control to the event loop once, then begin a new budget."""
        await asyncio.sleep(0)
        self._begin()
