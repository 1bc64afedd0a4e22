"""How fast a replay goes on by itself, by a clock that is given."""

import time
from collections.abc import Callable

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Moments a second."""

SLOWEST, FASTEST = SPEEDS[0], SPEEDS[-1]


class Playback:
    """Whether a replay goes on by itself, and when the next moment is due. None is passed over, however long nobody has
    asked."""

    def __init__(self, speed: float = 1.0, clock: Callable[[], float] = time.monotonic) -> None:
        """`speed` is how many moments a second are shown; `clock` tells seconds."""
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
        """Whether the next moment is due; if so, the one after it is due as long after this."""
        now = self._clock()
        if not self.is_on or now - self._since < 1 / self.speed:
            return False
        self._since = now
        return True

    @property
    def in_words(self) -> str:
        """Return whether it goes on, and how fast it does."""
        fast = f"{self.speed:g} a second" if self.speed >= 1 else f"one every {1 / self.speed:g} s"
        return f"plays, {fast}" if self.is_on else f"stands still ({fast})"
