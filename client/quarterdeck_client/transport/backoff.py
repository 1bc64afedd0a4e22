"""Retries with growing pauses, up to a time limit."""

import asyncio
import random

from quarterdeck_client.errors import LostError

FIRST_PAUSE, LONGEST_PAUSE = 0.05, 5.0


class BackOff:
    """Growing pauses between retries, until `patience` is used up."""

    def __init__(self, patience: float) -> None:
        """Make a back-off for retries. `patience` is the time limit in seconds for all retries, counted from the first
        one."""
        self._patience = patience
        self._pause = FIRST_PAUSE
        self._until: float | None = None

    def skip(self) -> bool:
        """Return true if the next retry may be made without a pause. Only the first retry may be made so, and each
        call of this function counts as a retry."""
        if self._until is not None:
            return False
        self._until = asyncio.get_running_loop().time() + self._patience
        self._pause *= 2
        return True

    async def pause(self, why: str, at_least: float = 0.0) -> None:
        """Wait before the next retry, for at least `at_least` seconds. Raises `LostError` with the text `why` if the
        time limit has passed or would pass during the wait."""
        now = asyncio.get_running_loop().time()
        if self._until is None:
            self._until = now + self._patience
        if now >= self._until or now + at_least > self._until:
            raise LostError(why)
        # Not all come back at once; and the last try is made when patience ends, not long before.
        pause = self._pause * random.uniform(0.5, 1.0)  # noqa: S311 - nobody's secret
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        await asyncio.sleep(max(at_least, min(pause, self._until - now)))
