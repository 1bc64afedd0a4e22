"""The two clocks of a process: the store's time, and the alarm for the next look at a match.

Neither is authoritative. Deadlines stand in the log and in the store; these clocks only wake code that looks there.
"""

import asyncio
import time
from collections.abc import Callable

from quarterdeck_protocol.names import Milliseconds

SECONDS_BETWEEN_FAILURES = 1.0

LONGEST_GUESS = 5_000_000_000
"""For how many nanoseconds after the store's last word its time is guessed; it tells it every second. Who has heard
nothing for longer was stopped, or cut off, and the store may be one by now whose clock is behind: what has run out is
said by its next word, not by a guess."""

SECONDS_BETWEEN_LOOKS = 0.01
"""The least between two looks at a clock that has not come as far as was thought: it may stand still."""


class StoreClock:
    """The store's time, guessed from this machine's and put right whenever the store tells it."""

    def __init__(self, machine: Callable[[], int] = time.monotonic_ns) -> None:
        """`machine` is a clock of this machine that nobody sets, in nanoseconds: when its date jumps between two words
        of the store, nobody is out of time by that."""
        self.is_right = False
        """Whether the store has told its time yet."""

        self._machine = machine
        self._told, self._told_at = time.time_ns(), machine()
        """In nanoseconds, what the store said last, and when by this machine's clock; until it has told its time, the
        date of this machine."""

    def now(self) -> Milliseconds:
        """Return the store's time, to within the time a message takes; it stands still when nothing has been heard of
        the store for a while."""
        since = self._machine() - self._told_at
        if since > LONGEST_GUESS and self.is_right:
            since = LONGEST_GUESS
        return Milliseconds((self._told + since) // 1_000_000)

    def correct(self, now: Milliseconds) -> None:
        """Set the clock by the store's latest time; never ahead of it, or a timeout could come early."""
        self._told, self._told_at = now * 1_000_000, self._machine()
        self.is_right = True


class Alarm:
    """Wakes a match when the next of its seats runs out of time."""

    __slots__ = ("_now", "_ring", "_rings_at", "_timer")

    def __init__(self, now: Callable[[], Milliseconds], ring: Callable[[], None]) -> None:
        self._now = now
        self._ring = ring
        self._timer: asyncio.TimerHandle | None = None
        self._rings_at = 0.0

    def set_for(self, until: Milliseconds, soonest: float = 0.0) -> None:
        """Ring at this time, but not within `soonest` seconds. An earlier alarm stays: its receiver looks and sets it
        again."""
        loop = asyncio.get_running_loop()
        when = loop.time() + max((until - self._now()) / 1000, soonest)
        if self._timer is not None:
            if self._rings_at <= when:
                return
            self._timer.cancel()
        self._timer, self._rings_at = loop.call_at(when, self._wake), when

    def cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wake(self) -> None:
        self._timer = None
        self._ring()
