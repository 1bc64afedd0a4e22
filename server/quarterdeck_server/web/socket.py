"""WebSocket connections: receiving and sending frames, and the beginning and end of a connection."""

import asyncio
import socket as socket_module
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
import structlog
from aiohttp import WSCloseCode, hdrs, web
from quarterdeck_protocol.encoding.wire import SUBPROTOCOL
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.web.caller import FrameOutput
from quarterdeck_server.web.connection import Connection, ExportedConnection, LastSent
from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.frames.deflate_windows import WINDOWS, AgreedWindows, FrameCompressor, narrowed, windows_for
from quarterdeck_server.web.frames.frame_decoder import AbuseError
from quarterdeck_server.web.frames.frame_socket import FrameSocket, Handshake, Rest
from quarterdeck_server.web.frames.input_turns import InputTurns
from quarterdeck_server.web.frames.send_queue import SECONDS_OF_PATIENCE, Flusher, SendQueue
from quarterdeck_server.web.heartbeat import Heartbeat
from quarterdeck_server.web.listener import ServerProtocol
from quarterdeck_server.web.rate_limit.addresses import ADDRESSES, counted_as
from quarterdeck_server.web.readiness import READINESS

LARGEST_FRAME = 128 * 1024
"""A larger frame ends the connection with 1009; one above the published limit is only refused. So much is kept of an
unfinished frame, for each connection."""

SECONDS_BETWEEN_PINGS = 20.0

RESTARTING = Text("restarting: reconnect")

FLUSHER: web.AppKey[Flusher] = web.AppKey("flusher", Flusher)
SEND_QUEUES: web.AppKey[set[SendQueue]] = web.AppKey("send_queues", set)
INPUT_TURNS: web.AppKey[InputTurns] = web.AppKey("input_turns", InputTurns)
ORIGINS: web.AppKey[frozenset[str]] = web.AppKey("origins", frozenset)

_log = structlog.get_logger()


class Conversations:
    """The WebSocket conversations of one process, and the tasks that they own."""

    def __init__(self) -> None:
        self.heartbeat = Heartbeat(SECONDS_BETWEEN_PINGS)
        self.began_watching: Callable[[Conversation], None] | None = None
        """Called with a conversation that begins to follow one more match; `None` if this process cannot hand
        connections over to another process."""

        self._work: set[asyncio.Task[None]] = set()

    def own(self, work: Coroutine[Any, Any, None]) -> None:
        """Run work of a conversation that has to wait, as a task that is owned here."""
        task = asyncio.ensure_future(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def close(self, seconds: float) -> None:
        """Wait until all running tasks have ended, but no longer than `seconds`."""
        if self._work:
            _, late = await asyncio.wait(self._work, timeout=seconds)
            for task in late:
                task.cancel()
            if late:
                await asyncio.wait(late, timeout=seconds)


class ExportedConversation(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a conversation that another worker needs before the conversation moves there."""

    connection: ExportedConnection
    windows: AgreedWindows | None
    """Compression parameters, if frames are compressed."""


class LastBytes(msgspec.Struct, frozen=True, kw_only=True):
    """The last bytes that the former worker of a conversation has sent. Compressed bytes may contain anything that
    either side has sent, so they go only to the other worker and into no log."""

    last_sent: LastSent
    sent: bytes
    """The last bytes sent compressed, which the next frame depends on."""

    received: bytes
    """The same of the client's frames."""


CONVERSATIONS: web.AppKey[Conversations] = web.AppKey("conversations", Conversations)


def check_origin(request: web.Request) -> None:
    """Raise `HTTPForbidden` if a page of an origin that the host does not allow gives commands."""
    origin = request.headers.get("Origin")
    allowed = request.app[ORIGINS]
    if origin is not None and allowed and origin not in allowed:
        raise web.HTTPForbidden(text="Pages of this origin may not connect here.")


async def socket(request: web.Request) -> web.StreamResponse:
    """Do the WebSocket handshake. The conversation continues after this has returned."""
    request.app[READINESS].check()
    check_origin(request)
    windows = windows_for(",".join(request.headers.getall(hdrs.SEC_WEBSOCKET_EXTENSIONS, ())))
    asked = request if windows is None else narrowed(request, windows)
    if windows is not None:
        asked[WINDOWS] = windows
    handshake = Handshake(protocols=(SUBPROTOCOL,), compress=windows is not None)
    try:
        await handshake.prepare(asked)
    except ConnectionResetError:  # the client has hung up before the answer, which is no error
        return web.Response()
    if request.transport is not None:
        Conversation(request.app, request.app[ADDRESSES].of(request), windows).begin_on(request)
    return handshake


class Conversation:
    """A conversation with a client over one connection, until the connection ends. There are many and most are idle, so
    none has a waiting task."""

    __slots__ = (
        "_all",
        "_compressor",
        "_connection",
        "_is_at_work",
        "_send_queue",
        "_send_queues",
        "_slot",
        "_socket",
        "_windows",
    )

    def __init__(self, app: web.Application, address: str, windows: AgreedWindows | None) -> None:
        """Make a conversation for a client from this address; `begin_on` or `resume_with` begins it. `windows` has the
        compression parameters, if frames are compressed."""
        self._all = app[CONVERSATIONS]
        self._windows = windows
        self._compressor = compressor = (
            None if windows is None else FrameCompressor(windows.bits, forgets=windows.forgets)
        )
        self._is_at_work = False
        self._socket = socket = FrameSocket(app[INPUT_TURNS], LARGEST_FRAME, windows)
        self._send_queue = send_queue = SendQueue(socket, app[FLUSHER], compressor, address)
        self._send_queues = app[SEND_QUEUES]
        self._connection = Connection(
            app[SERVICES],
            FrameOutput(send_queue.put, send_queue.put_first, send_queue),
            send_queue.end,
            address,
            send_queue.set_language,
            is_gone=socket.is_lost,
            began_watching=self._began_watching,
        )
        self._slot: int | None = None

    def begin_on(self, request: web.Request) -> None:
        """Begin on an open connection with a handshake that was just answered."""
        protocol = request.protocol
        released = protocol.hand_over() if isinstance(protocol, ServerProtocol) else None
        self._begin()
        last_bytes = self._socket.take_over(request, self, released)
        if last_bytes:
            self._socket.data_received(last_bytes)

    def _begin(self) -> None:
        self._slot = self._all.heartbeat.add(self._socket)
        self._send_queues.add(self._send_queue)

    def _began_watching(self) -> None:
        if self._all.began_watching is not None:
            self._all.began_watching(self)

    # How it goes on at another process

    @property
    def peer(self) -> str:
        """The connection's address, which may be a proxy's."""
        return counted_as(self._socket.peer)

    @property
    def has_ended(self) -> bool:
        """True if the conversation has ended."""
        return self._socket.is_over or self._slot is None

    def export(self) -> ExportedConversation | None:
        """Return the state that another worker needs to continue the conversation; `None` if it cannot move."""
        connection = self._connection.export()
        if connection is None:
            return None
        return ExportedConversation(connection=connection, windows=self._windows)

    def hand_over(self, exported: ExportedConversation, give: Callable[[LastBytes, int], None]) -> bool:
        """Give up the conversation if no data is in transit and its state is still the carried one, and return true if
        so. `give` sends the last bytes and the connection's file descriptor to the other worker. Raises `OSError` if
        that fails; then the conversation stays here."""
        if self._is_at_work or not (self._socket.is_at_rest and self._send_queue.is_at_rest):
            return False
        told = self._connection.last_sent(exported.connection)
        if told is None:
            return False
        compressor = self._compressor
        last_bytes = LastBytes(
            last_sent=told, sent=b"" if compressor is None else compressor.history, received=self._socket.window
        )
        give(last_bytes, self._socket.fileno)
        self._connection.release()
        self._socket.release()
        return True

    def cancel_export(self) -> None:
        """Continue the conversation at this worker after a failed handover."""
        self._connection.cancel_export()

    async def resume_as(self, exported: ExportedConversation) -> None:
        """Send the client's notifications here too, while the other worker still holds the conversation. Raises
        `CommandRefused`, `Unavailable`."""
        self._send_queue.hold()
        await self._connection.resume_as(exported.connection)

    async def resume_with(
        self,
        exported: ExportedConversation,
        last_bytes: LastBytes,
        own: socket_module.socket,
        released: Callable[[], None],
    ) -> asyncio.Transport:
        """Begin on a connection that another process has given up. Raises `OSError` if it has ended, and
        `CommandRefused`, `Unavailable`."""
        if self._compressor is not None:
            self._compressor.history = last_bytes.sent
            self._socket.resume_with_window(last_bytes.received)
        if not self._socket.is_closing:
            await self._connection.resume_after(exported.connection, last_bytes.last_sent)
        # before any input is read: its answer may be the same frame
        self._send_queue.pass_over(last_bytes.last_sent.messages)
        self._begin()
        transport = await self._socket.take_up(own, self, released)
        if self.has_ended:
            self._socket.send_late_close()
            raise ConnectionResetError("the connection was closed before it could continue in this process")
        self._send_queue.release()
        self._connection.check_again()
        return transport

    def forget(self) -> None:
        """Drop the state taken over, because the conversation stays with the other worker or has ended."""
        self._connection.release()
        self._send_queues.discard(self._send_queue)
        if self._slot is not None:
            self._all.heartbeat.remove(self._socket, self._slot)

    def close(self, code: int, why: str) -> None:
        """Close the conversation with this code, in the background."""
        self._send_queue.end(code, why)

    def begin(self, frame: bytes) -> Rest | None:
        """Carry out the command in a frame. If it must wait for something, return the remaining work. Raises
        `AbuseError`."""
        if self._send_queue.is_behind:
            return partial(self._receive_when_it_has_caught_up, frame)
        return self._connection.begin(frame)

    async def _receive_when_it_has_caught_up(self, frame: bytes) -> None:
        await self._send_queue.caught_up()
        if not self._socket.is_closing:
            await self._connection.receive(frame)

    def pong(self, payload: bytes) -> None:
        """Answer a ping."""
        self._send_queue.pong(payload)

    async def part(self, code: int) -> None:
        """Send a close frame with this code, because the client has sent one or has violated the protocol."""
        await self._settle()
        if self._socket.is_deaf:
            await self._send_queue.finish(code, "")
        else:
            self._send_queue.deliver()
            await self._socket.answer_close(code)

    def do(self, rest: Rest) -> None:
        """Do work that has to wait, and then handle the frames that came after it."""
        self._is_at_work = True
        self._all.own(self._do(rest))

    def ended(self) -> None:
        """End the conversation as soon as its running work is done."""
        if not self._is_at_work:
            self._is_at_work = True
            self._all.own(self._end())

    async def _do(self, rest: Rest | None) -> None:
        send_queue = self._send_queue
        try:
            while rest is not None and not self._socket.is_closing:
                await rest()
                rest = await self._socket.next()
        except AbuseError:
            await self._settle()
            await send_queue.finish(WSCloseCode.POLICY_VIOLATION, Text("too many commands"))
        except Exception:
            _log.exception("a connection failed")
            await send_queue.close(WSCloseCode.INTERNAL_ERROR, Text("internal server error"))
        finally:
            if self._socket.is_over:
                await self._end()
            else:
                self._is_at_work = False

    async def _settle(self) -> None:
        """Wait until all accepted commands have been answered, before the close frame is sent."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._connection.settle(), SECONDS_OF_PATIENCE)

    async def _end(self) -> None:
        if self._slot is not None:
            self._all.heartbeat.remove(self._socket, self._slot)
        self._send_queue.abort_in(SECONDS_OF_PATIENCE)
        try:
            await self._connection.end()
        finally:
            self._send_queues.discard(self._send_queue)
