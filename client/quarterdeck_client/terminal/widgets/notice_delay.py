"""Delay after a change of the screen that no key caused, until the player can have noticed it.

A key pressed during the delay was meant for the earlier content.
"""

import time

from textual.app import App
from textual.widget import Widget

SECONDS = 0.3
"""The delay: the shortest time in which a person can read and press a key."""

TOO_SOON = "This has just changed: check, and press again."


class Noticed(App[None]):
    """Base class of the terminal apps in which a choice can be taken only after the player had time to notice it. In
    other apps it can be taken at once."""

    seconds_to_notice: float = SECONDS


class NoticeDelay:
    """The delay for a widget that has just appeared on the screen."""

    def __init__(self) -> None:
        self._since = time.monotonic()

    def is_over(self, of: Widget) -> bool:
        """True if the player can have noticed the widget by now."""
        app = of.app
        seconds = app.seconds_to_notice if isinstance(app, Noticed) else 0.0
        return time.monotonic() - self._since >= seconds
