"""Readiness of this process for more clients: not ready while it drains or while its store is away."""

from collections.abc import Awaitable, Callable
from enum import Enum

from aiohttp import web
from quarterdeck_protocol.http.responses import ArchiveState
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused


class State(Enum):
    """States of readiness of a process."""

    SERVING = "serving"
    DRAINING = "draining"
    """The process is about to stop, and all clients are to go to others."""


class Readiness:
    """Checks if this process can accept more clients."""

    def __init__(
        self, ping: Callable[[], Awaitable[None]], archive_state: Callable[[], ArchiveState | None] = lambda: None
    ) -> None:
        """Make the readiness check of a process. `ping` raises `Unavailable` if the store cannot be reached, and
        `Unfit` if it does not keep its data."""
        self.state = State.SERVING
        self.ping = ping
        self.archive_state = archive_state

    def check(self) -> None:
        """Raise `CommandRefused` if this process accepts no more connections."""
        if self.state is State.DRAINING:
            raise CommandRefused(RefusalCode.UNAVAILABLE, Text("This process is shutting down."))


READINESS: web.AppKey[Readiness] = web.AppKey("readiness", Readiness)
