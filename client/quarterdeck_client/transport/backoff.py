"""Trying again: with growing pauses, and not for ever."""

import asyncio
import random

from quarterdeck_client.errors import LostError

FIRST_PAUSE, LONGEST_PAUSE = 0.05, 5.0


class BackOff:
    """Pauses that grow, until patience runs out."""

    def __init__(self, patience: float) -> None:
        """`patience` is in seconds, from the first pause on."""
        self._patience = patience
        self._pause = FIRST_PAUSE
        self._until: float | None = None

    def skip(self) -> bool:
        """Return true if the next try may be made at once. Only the first try may, and this counts as one."""
        if self._until is not None:
            return False
        self._until = asyncio.get_running_loop().time() + self._patience
        self._pause *= 2
        return True

    async def pause(self, why: str, at_least: float = 0.0) -> None:
        """Wait before the next try, so many seconds at least. Raises `LostError`, saying why, when patience has run out
        or would run out before."""
        now = asyncio.get_running_loop().time()
        if self._until is None:
            self._until = now + self._patience
        if now >= self._until or now + at_least > self._until:
            raise LostError(why)
        # Not all come back at once; and the last try is made when patience ends, not long before.
        pause = self._pause * random.uniform(0.5, 1.0)  # noqa: S311 - nobody's secret
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        await asyncio.sleep(max(at_least, min(pause, self._until - now)))
