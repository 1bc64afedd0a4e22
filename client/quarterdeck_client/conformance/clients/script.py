"""Base class of the scripts: the hooks with which a scripted server changes its behaviour for one requirement."""

import asyncio
from collections.abc import Callable
from time import monotonic

from aiohttp import web

from quarterdeck_client.conformance.clients.scripted_connection import Message, ScriptedConnection
from quarterdeck_client.conformance.clients.scripted_match import TURNS, ScriptedMatch
from quarterdeck_client.conformance.clients.scripted_server import ScriptedServer
from quarterdeck_client.conformance.points import Point


class Patience:
    """Time limits of a conformance check, in seconds."""

    __slots__ = ("clock", "quiet", "soon", "whole")

    def __init__(
        self, whole: float = 60.0, quiet: float = 3.0, soon: float = 5.0, clock: Callable[[], float] = monotonic
    ) -> None:
        """All times are in seconds.

        - `whole`: time for the program to play to the end
        - `quiet`: time during which a forbidden reaction must not come
        - `soon`: time within which an expected reaction has to come
        - `clock`: the clock that measures the client's pauses between reconnects
        """
        self.whole = whole
        self.quiet = quiet
        self.soon = soon
        self.clock = clock


class Script:
    """Base class of the scripts of a server. Without changes the server does nothing unusual; a subclass adds the
    behaviour that one requirement needs."""

    point: Point
    turns = TURNS
    """Number of the client's turns in the match."""

    runs = 1
    """Number of times that the client is started, one run after the other."""

    is_played_out = True
    """True if the client is to play its match to the end."""

    compresses = True
    """True if frames are compressed for clients that ask for it. Some clients take patches only without compression."""

    def __init__(self, patience: Patience) -> None:
        self.patience = patience
        self.server: ScriptedServer
        self.faults: list[str] = []
        self.not_asked: str | None = None
        """The reason why the point does not apply to this client; `None` if it applies."""

        self.over = asyncio.Event()
        """Set when the check of this point is finished."""

        self.starts: list[int] = []
        """Number of received commands at the start of each run of the client."""

        self._timers: list[asyncio.TimerHandle] = []

    def later(self, seconds: float, check: Callable[[], None]) -> None:
        """Call `check` after `seconds`, unless the check has stopped by then."""
        self._timers.append(asyncio.get_running_loop().call_later(seconds, check))

    def stop(self) -> None:
        """Cancel all delayed calls of the script."""
        for timer in self._timers:
            timer.cancel()

    def fail(self, words: str) -> None:
        """Record a fault of the client, and end the check of this requirement."""
        self.faults.append(words)
        self.over.set()

    def handshake(self, request: web.Request) -> None:
        """Hook: handle the HTTP request of a WebSocket handshake."""

    def refusal_of_handshake(self) -> int | None:
        """Hook: return the HTTP status to refuse a handshake with; `None` to accept it."""
        return None

    async def opened(self, connection: ScriptedConnection) -> None:
        """Hook: called when a connection has opened."""

    async def receives(self, connection: ScriptedConnection, command: Message) -> bool:
        """Hook: handle a command, and return true if the server must not carry it out as usual."""
        return False

    def gets_news(self, connection: ScriptedConnection, match: ScriptedMatch) -> bool:
        """True if a connection gets notifications of a match. A client that came back gets them even without a
        subscription: another point checks the subscription."""
        return connection.is_signed_in and not connection.is_over

    async def sends(self, connection: ScriptedConnection, message: Message) -> None:
        """Hook: send a message of the server."""
        await connection.send(message)

    async def asked(self, connection: ScriptedConnection, match: ScriptedMatch) -> None:
        """Hook: called when the client has received choices."""

    def gone(self, connection: ScriptedConnection) -> None:
        """Hook: called when a connection has ended."""

    async def concluded(self) -> None:
        """Hook: record the faults that only show at the end, when the client has exited or has played to the end."""
