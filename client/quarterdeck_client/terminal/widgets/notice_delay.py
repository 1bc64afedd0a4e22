"""How long it takes until somebody can have noticed what has come to the screen by itself.

Whoever presses a key sooner means what stood there before.
"""

import time

from textual.app import App
from textual.widget import Widget

SECONDS = 0.3
"""Faster than this nobody reads and presses."""

TOO_SOON = "That has just changed: look, and press again."


class Noticed(App[None]):
    """An app that says how long it takes; in others what is drawn counts at once."""

    seconds_to_notice: float = SECONDS


class NoticeDelay:
    """What has just come to the screen."""

    def __init__(self) -> None:
        self._since = time.monotonic()

    def is_over(self, of: Widget) -> bool:
        """Whether it can have been noticed by now."""
        app = of.app
        seconds = app.seconds_to_notice if isinstance(app, Noticed) else 0.0
        return time.monotonic() - self._since >= seconds
