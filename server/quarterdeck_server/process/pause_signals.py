"""Signals to a server: SIGUSR1 pauses new matches, SIGUSR2 allows them again."""

import asyncio
import signal
from asyncio.subprocess import Process
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import structlog

_log = structlog.get_logger()

Subscriber = Callable[[bool], None]


class PauseSignals:
    """The pause of new matches for one server with all its workers. It begins with the value in the settings; later,
    signals change it."""

    def __init__(self, *, is_on: bool) -> None:
        self.is_on = is_on
        self._subscribers: list[Subscriber] = []

    def listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """Handle the signals that pause new matches from now on."""
        loop.add_signal_handler(signal.SIGUSR1, self.say, True)
        loop.add_signal_handler(signal.SIGUSR2, self.say, False)

    def say(self, is_on: bool) -> None:
        """Set the pause of new matches, log it, and notify all subscribers."""
        self.is_on = is_on
        _log.warning(
            "new matches are paused here; running matches continue" if is_on else "new matches are allowed again"
        )
        for subscriber in list(self._subscribers):
            subscriber(is_on)

    def subscribe(self, subscriber: Subscriber) -> None:
        """Add a subscriber. It is called at once with the current state, and then with each change."""
        self._subscribers.append(subscriber)
        subscriber(self.is_on)

    @contextmanager
    def passed_on(self, worker: Process, *, started_as: bool) -> Iterator[None]:
        """Forward the pause to a worker process while this context is open. `started_as` is the state with which the
        worker was started. A worker that is too young to handle the signal is ended by it; its replacement starts with
        the new state."""

        def notify(is_on: bool) -> None:
            with suppress(ProcessLookupError):
                worker.send_signal(signal.SIGUSR1 if is_on else signal.SIGUSR2)

        if self.is_on is not started_as:
            notify(self.is_on)
        self._subscribers.append(notify)
        try:
            yield
        finally:
            self._subscribers.remove(notify)
