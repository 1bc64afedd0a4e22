"""The signals by which a server is told to begin no more matches (SIGUSR1), and to begin them again (SIGUSR2)."""

import asyncio
import signal
from asyncio.subprocess import Process
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import structlog

_log = structlog.get_logger()

Follower = Callable[[bool], None]


class PauseSignals:
    """Pause state of one server with all its workers: first from its settings, then from orders."""

    def __init__(self, *, is_on: bool) -> None:
        self.is_on = is_on
        self._followers: list[Follower] = []

    def listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let the signals say so from now on."""
        loop.add_signal_handler(signal.SIGUSR1, self.say, True)
        loop.add_signal_handler(signal.SIGUSR2, self.say, False)

    def say(self, is_on: bool) -> None:
        """Notify all subscribers."""
        self.is_on = is_on
        _log.warning(
            "new matches are paused here; running matches continue" if is_on else "new matches are allowed again"
        )
        for follower in list(self._followers):
            follower(is_on)

    def follow(self, follower: Follower) -> None:
        """Let this be told, how it stands now first."""
        self._followers.append(follower)
        follower(self.is_on)

    @contextmanager
    def passed_on(self, worker: Process, *, started_as: bool) -> Iterator[None]:
        """Pass it on to a worker, which was `started_as` it stood then. One that is still too young to hear ends by it,
        and the next one knows."""

        def tell(is_on: bool) -> None:
            with suppress(ProcessLookupError):
                worker.send_signal(signal.SIGUSR1 if is_on else signal.SIGUSR2)

        if self.is_on is not started_as:
            tell(self.is_on)
        self._followers.append(tell)
        try:
            yield
        finally:
            self._followers.remove(tell)
