"""Automatic playback of a replay, timed by an injected clock."""

import time
from collections.abc import Callable

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Possible speeds, in replay frames a second."""

SLOWEST, FASTEST = SPEEDS[0], SPEEDS[-1]


class Playback:
    """Playback state: playing or paused, the speed, and the time of the next frame. No frame is skipped, even after a
    long time without a poll."""

    def __init__(self, speed: float = 1.0, clock: Callable[[], float] = time.monotonic) -> None:
        """Make a playback of a replay. `speed` is in replay frames a second; `clock` returns seconds."""
        self.speed = speed
        self.is_on = False
        self._clock = clock
        self._since = 0.0

    def start(self) -> None:
        """Start or continue the playback."""
        self.is_on = True
        self._since = self._clock()

    def stop(self) -> None:
        self.is_on = False

    def faster(self) -> None:
        self.speed = next((speed for speed in SPEEDS if speed > self.speed), FASTEST)

    def slower(self) -> None:
        self.speed = next((speed for speed in reversed(SPEEDS) if speed < self.speed), SLOWEST)

    def is_due(self) -> bool:
        """True if the next frame of the replay is due. The call schedules the frame after it a full interval from
        now."""
        now = self._clock()
        if not self.is_on or now - self._since < 1 / self.speed:
            return False
        self._since = now
        return True

    @property
    def in_words(self) -> str:
        """Return a text with the state and speed of the playback."""
        fast = f"{self.speed:g} a second" if self.speed >= 1 else f"one every {1 / self.speed:g} s"
        return f"plays, {fast}" if self.is_on else f"paused ({fast})"
