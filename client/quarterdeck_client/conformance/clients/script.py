"""Special behaviour of a scripted server for one point, beside that of every server."""

import asyncio
from collections.abc import Callable
from time import monotonic

from aiohttp import web

from quarterdeck_client.conformance.clients.scripted_connection import Message, ScriptedConnection
from quarterdeck_client.conformance.clients.scripted_match import TURNS, ScriptedMatch
from quarterdeck_client.conformance.clients.scripted_server import ScriptedServer
from quarterdeck_client.conformance.points import Point


class Patience:
    """Time limits of a check, in seconds."""

    __slots__ = ("clock", "quiet", "soon", "whole")

    def __init__(
        self, whole: float = 60.0, quiet: float = 3.0, soon: float = 5.0, clock: Callable[[], float] = monotonic
    ) -> None:
        """All times are in seconds.

        - `whole`: for the program to play to the end
        - `quiet`: during which a forbidden reaction must not come
        - `soon`: within which an expected reaction has to come
        - `clock`: measures a client's pauses between attempts to come back
        """
        self.whole = whole
        self.quiet = quiet
        self.soon = soon
        self.clock = clock


class Script:
    """A server that does nothing unusual. Subclasses add the behaviour that their point needs."""

    point: Point
    turns = TURNS
    """Number of turns of the client."""

    runs = 1
    """Number of starts of the client, one run after the other."""

    is_played_out = True
    """True if the client is to play its match to the end."""

    compresses = True
    """True if frames are compressed for clients that ask for it. Some clients take patches only without compression."""

    def __init__(self, patience: Patience) -> None:
        self.patience = patience
        self.server: ScriptedServer
        self.faults: list[str] = []
        self.not_asked: str | None = None
        """Why the point does not concern this client, if it does not."""

        self.over = asyncio.Event()
        """Set when there is nothing more to find out."""

        self.starts: list[int] = []
        """Number of received commands at the start of each run of the client."""

        self._timers: list[asyncio.TimerHandle] = []

    def later(self, seconds: float, look: Callable[[], None]) -> None:
        """Look at something after so many seconds, if the check goes on until then."""
        self._timers.append(asyncio.get_running_loop().call_later(seconds, look))

    def stop(self) -> None:
        """Look at nothing any more."""
        for timer in self._timers:
            timer.cancel()

    def fail(self, words: str) -> None:
        """Note a fault and end the check of this point."""
        self.faults.append(words)
        self.over.set()

    def handshake(self, request: web.Request) -> None:
        """Take note of a handshake."""

    def refusal_of_handshake(self) -> int | None:
        """Return the status with which a handshake is refused, if it is."""
        return None

    async def opened(self, connection: ScriptedConnection) -> None:
        """Do something as soon as a connection is there."""

    async def receives(self, connection: ScriptedConnection, command: Message) -> bool:
        """Handle a command, and return true if that was all; otherwise the server obeys it."""
        return False

    def gets_news(self, connection: ScriptedConnection, match: ScriptedMatch) -> bool:
        """True if a connection gets news of a match. A returned client gets them even if it has not asked for them:
        another point checks that."""
        return connection.is_signed_in and not connection.is_over

    async def sends(self, connection: ScriptedConnection, message: Message) -> None:
        """Send a message."""
        await connection.send(message)

    async def asked(self, connection: ScriptedConnection, match: ScriptedMatch) -> None:
        """Do something now that the client has been asked."""

    def gone(self, connection: ScriptedConnection) -> None:
        """Take note that a connection has ended."""

    async def concluded(self) -> None:
        """Note the faults that only show at the end: the client has gone, or it has played to the end."""
