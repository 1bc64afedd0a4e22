"""The listening socket, and the protocol of each connection that it accepts.

aiohttp accepts all waiting connections before any can be counted, until no file descriptors are left. This listener
accepts a few at a time and counts each before it is created.
"""

import asyncio
import errno
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import structlog
from aiohttp import web
from quarterdeck_protocol.encoding import wire

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.web.connection_limits import Connections, Held
from quarterdeck_server.web.http.responses import SAFE, harden, problem_of
from quarterdeck_server.web.rate_limit.addresses import counted_as

MOST_AT_ONCE = 64
"""Connections accepted in one turn of the event loop, so that present clients get theirs."""

SECONDS_BETWEEN_SWEEPS = 1.0
SECONDS_WITHOUT_FILES = 0.2
"""Time without accepting when there are no files, although there should be."""

SILENCE = 30_000
"""Milliseconds without any acknowledgement after which the kernel gives up a connection, also one that has been
closed here."""

_NO_FILES = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})

_log = structlog.get_logger()


_WHEN_ANSWERED: web.RequestKey[list[Callable[[], None]]] = web.RequestKey("when_answered", list)


def when_answered(request: web.Request, done: Callable[[], None]) -> None:
    """Call a function when the client has received the answer to a request, or has disconnected."""
    request.setdefault(_WHEN_ANSWERED, []).append(done)


class ServerProtocol(web.RequestHandler):
    """aiohttp's protocol of a connection, extended to report the stage of the connection."""

    __slots__ = ("_connections", "_is_handed_over", "held")

    def __init__(self, server: web.Server, connections: Connections, held: Held) -> None:
        super().__init__(
            server,
            loop=asyncio.get_running_loop(),
            access_log=None,  # type: ignore[arg-type]  # as aiohttp's own runner does
            auto_decompress=False,  # a mebibyte from any client becomes a gibibyte: five seconds for all clients
        )
        self._connections = connections
        self._is_handed_over = False
        self.held = held

    def hand_over(self) -> Callable[[], None]:
        """Transfer the duty to report the end of the connection to another object, and return the function that the
        object must then call."""
        self._is_handed_over = True
        return partial(self._connections.gone, self.held)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.held.transport = self.transport
        if self.held.is_over:  # another connection took its place before it was made
            self.held.end()

    def connection_lost(self, exc: BaseException | None) -> None:
        super().connection_lost(exc)
        if not self._is_handed_over:
            self._connections.gone(self.held)

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        """Send an answer; afterwards the connection is idle."""
        try:
            return await super().finish_response(request, resp, start_time)
        finally:
            for done in request.pop(_WHEN_ANSWERED, ()):  # a request that is kept must not keep its answer
                done()
            if not self._is_handed_over:
                self._connections.rest(self.held)

    def handle_error(
        self, request: web.BaseRequest, status: int = 500, exc: BaseException | None = None, message: str | None = None
    ) -> web.StreamResponse:
        """Return the answer to input that is not HTTP. No middleware handles such input."""
        answer = super().handle_error(request, status, exc, message)
        harden(answer)
        return answer


class Listener:
    """Accepts connections from a listening socket for a server, as long as there is room for them."""

    def __init__(self, server: web.Server, listening: socket.socket, connections: Connections) -> None:
        self._server = server
        self._listening = listening
        self._connections = connections
        self._making: set[asyncio.Task[object]] = set()
        self._sweeping: asyncio.TimerHandle | None = None
        self._resuming: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Accept client connections from now on."""
        self._listening.setblocking(False)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            self._listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENCE)
        self._listen()
        self._sweep()

    def close(self) -> None:
        """Accept no more client connections, and close the listening socket."""
        if self._listening.fileno() < 0:
            return
        for timer in (self._sweeping, self._resuming):
            if timer is not None:
                timer.cancel()
        asyncio.get_running_loop().remove_reader(self._listening)
        self._listening.close()

    def _listen(self) -> None:
        asyncio.get_running_loop().add_reader(self._listening, self._accept)

    def _sweep(self) -> None:
        self._connections.sweep()
        self._sweeping = asyncio.get_running_loop().call_later(SECONDS_BETWEEN_SWEEPS, self._sweep)

    def _accept(self) -> None:
        for _ in range(MOST_AT_ONCE):
            try:
                own, address = self._listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionError):
                return
            except OSError as error:
                if error.errno not in _NO_FILES:
                    raise
                self._wait_for_files(error)
                return
            self._take(own, counted_as(address[0]))

    def _take(self, own: socket.socket, address: str) -> None:
        try:
            held = self._connections.admit(address)
        except CommandRefused as refusing:
            with own, suppress(OSError):
                own.setblocking(False)
                own.send(_in_a_word(refusing))
            return
        making = asyncio.ensure_future(self._make(own, held))
        self._making.add(making)
        making.add_done_callback(self._making.discard)

    async def _make(self, own: socket.socket, held: Held) -> None:
        own.setblocking(False)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(
                lambda: ServerProtocol(self._server, self._connections, held), own
            )
        except OSError:  # it has gone already
            own.close()
            self._connections.gone(held)

    def _wait_for_files(self, error: OSError) -> None:
        self._connections.warn("too many open files for more connections", why=error.strerror)
        self._connections.end_longest_idle()
        loop = asyncio.get_running_loop()
        loop.remove_reader(self._listening)
        self._resuming = loop.call_later(SECONDS_WITHOUT_FILES, self._listen)


def _in_a_word(refusing: CommandRefused) -> bytes:
    """Return a short HTTP answer for a client that is refused because the limits are reached."""
    problem = problem_of(refusing)
    body = wire.encode(problem)
    headers = {
        "Content-Type": "application/problem+json",
        "Content-Length": str(len(body)),
        "Connection": "close",
        "Access-Control-Allow-Origin": "*",  # it says nothing that a page of any origin may not know
        **SAFE,
    }
    lines = (f"HTTP/1.1 {problem.status} {problem.title}", *(f"{name}: {value}" for name, value in headers.items()))
    return "".join(f"{line}\r\n" for line in (*lines, "")).encode() + body
