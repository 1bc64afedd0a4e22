"""Speed of a replay that plays by itself, by an injected clock."""

import time
from collections.abc import Callable

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Moments a second."""

SLOWEST, FASTEST = SPEEDS[0], SPEEDS[-1]


class Playback:
    """State of a replay that plays by itself or stands still, and the time of the next moment. No moment is skipped,
    even if nothing polled for long."""

    def __init__(self, speed: float = 1.0, clock: Callable[[], float] = time.monotonic) -> None:
        """`speed` is in moments a second; `clock` returns seconds."""
        self.speed = speed
        self.is_on = False
        self._clock = clock
        self._since = 0.0

    def start(self) -> None:
        """Go on from now."""
        self.is_on = True
        self._since = self._clock()

    def stop(self) -> None:
        self.is_on = False

    def faster(self) -> None:
        self.speed = next((speed for speed in SPEEDS if speed > self.speed), FASTEST)

    def slower(self) -> None:
        self.speed = next((speed for speed in reversed(SPEEDS) if speed < self.speed), SLOWEST)

    def is_due(self) -> bool:
        """True if the next moment is due. The one after it is then due a full interval from now."""
        now = self._clock()
        if not self.is_on or now - self._since < 1 / self.speed:
            return False
        self._since = now
        return True

    @property
    def in_words(self) -> str:
        """Return the state and the speed in words."""
        fast = f"{self.speed:g} a second" if self.speed >= 1 else f"one every {1 / self.speed:g} s"
        return f"plays, {fast}" if self.is_on else f"paused ({fast})"
