"""Amount of work on a long log before the event loop gets its turn."""

import asyncio
from time import perf_counter

MOST_ENTRIES = 64
"""How many entries are worked on in one turn of the loop."""

SECONDS = 0.002
"""For how long; the entry that is being worked on then is the last."""


class TurnOfTheLoop:
    """Budget of work before the loop must serve others."""

    __slots__ = ("_ends", "_left")

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self._left = MOST_ENTRIES
        self._ends = perf_counter() + SECONDS

    def is_used_up(self) -> bool:
        """True if the budget is spent after one more entry."""
        self._left -= 1
        return self._left <= 0 or perf_counter() >= self._ends

    async def next(self) -> None:
        """Let everybody else go on, and begin another one."""
        await asyncio.sleep(0)
        self._begin()
