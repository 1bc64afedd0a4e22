"""Delay until a player can have noticed a change of the screen that came by itself.

A key pressed sooner was meant for the earlier content.
"""

import time

from textual.app import App
from textual.widget import Widget

SECONDS = 0.3
"""The shortest time in which a person reads and presses a key."""

TOO_SOON = "This has just changed: check, and press again."


class Noticed(App[None]):
    """An app that sets this delay. In other apps there is none."""

    seconds_to_notice: float = SECONDS


class NoticeDelay:
    """The delay of something that has just appeared on the screen."""

    def __init__(self) -> None:
        self._since = time.monotonic()

    def is_over(self, of: Widget) -> bool:
        """True if the player can have noticed it by now."""
        app = of.app
        seconds = app.seconds_to_notice if isinstance(app, Noticed) else 0.0
        return time.monotonic() - self._since >= seconds
