"""The clocks of a process: an estimate of the store's time, and an alarm that wakes a match.

Neither of the two decides a deadline. Deadlines are in the log and in the store, and these clocks only wake the code
that checks them.
"""

import asyncio
import time
from collections.abc import Callable

from quarterdeck_protocol.names import Milliseconds

SECONDS_BETWEEN_FAILURES = 1.0

LONGEST_GUESS = 5_000_000_000
"""Longest time, in nanoseconds, for which the store's time is estimated after its last message. The store sends its
time every second. A process without messages for longer was stopped or disconnected, and the store may meanwhile be
another one with an earlier clock. So the store's next message decides which deadlines have passed, not an estimate."""

SECONDS_BETWEEN_CHECKS = 0.01
"""Shortest time between two looks at a clock that is behind its expected time, as it may have stopped."""


class StoreClock:
    """The store's time, estimated with this machine's clock and corrected by every message of the store."""

    def __init__(self, machine: Callable[[], int] = time.monotonic_ns) -> None:
        """Make a clock that follows the store's time. `machine` is a monotonic clock of this machine, in nanoseconds.
        So a change of the machine's date between two messages of the store makes no seat lose time."""
        self.is_right = False
        """True once the store has sent its time."""

        self._machine = machine
        self._store_time, self._shown_at = time.time_ns(), machine()
        """The store's last time in nanoseconds, and this machine's clock at that moment. Until the store has sent its
        time, the first is the date of this machine."""

    def now(self) -> Milliseconds:
        """Return the store's time, exact to the delay of a message. The clock stops if no message has come from the
        store for a while."""
        since = self._machine() - self._shown_at
        if since > LONGEST_GUESS and self.is_right:
            since = LONGEST_GUESS
        return Milliseconds((self._store_time + since) // 1_000_000)

    def last_sent(self) -> Milliseconds:
        """Return the time that the store has sent last. It is never ahead of the store's."""
        return Milliseconds(self._store_time // 1_000_000)

    def correct(self, now: Milliseconds) -> None:
        """Set the clock to the store's latest time. The clock is never ahead of the store, or a timeout could come
        early."""
        self._store_time, self._shown_at = now * 1_000_000, self._machine()
        self.is_right = True


class Alarm:
    """Wakes a match when the time of one of its seats runs out."""

    __slots__ = ("_now", "_ring", "_rings_at", "_timer")

    def __init__(self, now: Callable[[], Milliseconds], ring: Callable[[], None]) -> None:
        self._now = now
        self._ring = ring
        self._timer: asyncio.TimerHandle | None = None
        self._rings_at = 0.0

    def set_for(self, until: Milliseconds, soonest: float = 0.0) -> None:
        """Set the alarm for this time, but not within `soonest` seconds. If an earlier alarm is set, it stays, and its
        receiver sets the next one."""
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
