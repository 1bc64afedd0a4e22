"""A WebSocket that replaces most of aiohttp's: a frame is handled where it is parsed, and sent by writing it directly.

aiohttp does the handshake and parses frames. For the conversation it would keep the request, two tasks and a stack of
coroutines for the whole connection, put each frame into a queue and wake the task that waits there. Here aiohttp
releases the connection after its answer (`take_over`). What remains is the transport, the parser and the objects of
this module: half of the memory. The receiver gets a frame as soon as it is parsed (`listen`), and only work that must
wait goes through a queue. Sending creates no coroutine: a server's frame is its length and its bytes (RFC 6455, 5.2).

Only this module depends on aiohttp's internals. aiohttp has no public way to release a connection or to receive a
frame: decision 96 has a patch that adds one, and the comparison with picows.
"""

import asyncio
import socket
import struct
import zlib
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, Protocol

from aiohttp import ClientConnectionResetError, WSCloseCode, WSMessage, WSMsgType, web
from aiohttp._websocket.reader import WebSocketDataQueue
from aiohttp.base_protocol import BaseProtocol
from aiohttp.http import WebSocketError, WebSocketReader, WebSocketWriter
from aiohttp.web_request import BaseRequest

from quarterdeck_server.web.frames.deflate_windows import (
    EMPTY_MESSAGE,
    REPEATING,
    AgreedWindows,
    as_stored,
    inflating_alone,
)
from quarterdeck_server.web.frames.frame_heads import FrameHeads
from quarterdeck_server.web.frames.input_turns import InputTurns, UnparsedInput
from quarterdeck_server.web.frames.transports import reset

MOST_BYTES_UNREAD = 64 * 1024
"""Bytes of a client that may wait before no more is read from it, beside the last frame and the rest of the read it
came in. A frame counts for its bytes and 128 more."""

MOST_BYTES_PASSED_OVER = 4 * 1024 * 1024
"""Number of bytes that are still read from a client after a protocol error, so that the client can read the reason."""

TEXT: Final = 0x81
CLOSE: Final = 0x88
PING: Final = 0x89
PONG: Final = 0x8A
COMPRESSED: Final = 0x40
"""The bit of a frame's first byte that marks a compressed message (RFC 7692, 6)."""

MASKED: Final = 0x80
NO_MASK: Final = bytes(4)

_middling = struct.Struct(">BBH").pack
_large = struct.Struct(">BBQ").pack

MOST_CLOSE_CODE: Final = 4999
"""Highest code of a close frame (RFC 6455, 7.4.2)."""

Rest = Callable[[], Awaitable[None]]
"""The rest of the work for a frame, which must wait for something."""


def framed(payload: bytes, kind: int = TEXT) -> bytes:
    """Return a complete frame in the form that a server sends: its head and its payload."""
    size = len(payload)
    if size < 126:
        return bytes((kind, size)) + payload
    if size < 1 << 16:
        return _middling(kind, 126, size) + payload
    return _large(kind, 127, size) + payload


class FrameReceiver(Protocol):
    """Interface of the receiver of a WebSocket's frames."""

    def begin(self, frame: bytes) -> Rest | None:
        """Carry out the command in a frame. If it must wait for something, return the remaining work instead."""
        ...

    def pong(self, payload: bytes) -> None:
        """Answer a WebSocket ping with its payload."""
        ...

    async def part(self, code: int) -> None:
        """Send a close frame with this code, because the client has sent one or has violated the protocol."""
        ...

    def do(self, rest: Rest) -> None:
        """Do this work, which has to wait, and then the work that `next` of the socket returns until there is none."""
        ...

    def ended(self) -> None:
        """Handle the end of input: one side has sent a close frame, or the connection is lost."""
        ...


class Handshake(web.WebSocketResponse[bool]):
    """aiohttp's answer to a WebSocket request, without aiohttp's code for the conversation after it."""

    def _post_start(self, request: BaseRequest, protocol: str | None, writer: WebSocketWriter) -> None:
        """Override an aiohttp method to do nothing: aiohttp would make objects that a WebSocket conversation does not
        need."""
        self._writer = writer

    async def write_eof(self, data: bytes = b"") -> None:
        """Override an aiohttp method to do nothing: the conversation continues after the handshake has been
        answered."""
        self._eof_sent = True


class _Frames(WebSocketDataQueue):
    """The receiver of parsed frames, and the queue of those whose commands cannot be carried out yet."""

    __slots__ = ("has_parted", "is_busy", "passed_over", "receiver", "socket")

    def __init__(self, socket: "FrameSocket", loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(socket, MOST_BYTES_UNREAD // 2, loop=loop)
        self.socket = socket
        self.receiver: FrameReceiver | None = None
        self.is_busy = False
        """True if work that had to wait is running, and all further frames wait behind it."""

        self.has_parted = False
        """True if the client has sent a close frame, which must be its last frame."""

        self.passed_over: Any = b""
        """The last skipped message."""

    def feed_data(self, data: Any, size: int) -> None:
        """Receive a message that the parser has finished."""
        kind, receiver = data.type, self.receiver
        if receiver is None:
            self._pass_over(data)
            return
        if kind is not WSMsgType.TEXT:  # nearly all are
            if kind is WSMsgType.PONG:
                return
            if kind is WSMsgType.PING:
                if not self.has_parted:
                    receiver.pong(data.data)
                return
            if kind is WSMsgType.CLOSE:
                self.has_parted = True
        if self.is_busy:
            super().feed_data(data, size)
            return
        rest = self._rest_of(data)
        if rest is not None:
            self.is_busy = True
            receiver.do(rest)

    def set_exception(self, exc: BaseException, exc_cause: BaseException | None = None) -> None:
        """Record that the client has violated the protocol."""
        self.socket.is_deaf = True
        # input that cannot be inflated is the client's mistake, although zlib raises it
        other = WSCloseCode.INVALID_TEXT if isinstance(exc, zlib.error) else WSCloseCode.INTERNAL_ERROR
        code = getattr(exc, "code", other)
        self.feed_data(WSMessage(WSMsgType.ERROR, code, None), 0)

    def feed_eof(self) -> None:
        """Override an aiohttp method to do nothing: the socket itself notices that its connection is lost."""

    def _rest_of(self, message: Any) -> Rest | None:
        """Carry out the command in a message, or return the remaining work if it must wait."""
        kind, receiver = message.type, self.receiver
        if receiver is None:
            self._pass_over(message)
            return None
        if kind is WSMsgType.TEXT or kind is WSMsgType.BINARY:
            try:
                return receiver.begin(message.data)
            except Exception as error:  # it is the conversation's, and raised there
                return partial(_fail, error)
        return partial(receiver.part, message.data if kind is WSMsgType.ERROR else _answer_to(message.data))

    def _pass_over(self, message: Any) -> None:
        """Ignore a message. Only a close frame of the client still ends the connection."""
        self.passed_over = message.data
        if message.type is WSMsgType.CLOSE or message.type is WSMsgType.ERROR:
            self.socket.hang_up()

    async def next(self) -> Rest | None:
        """Return the work of the next waiting frame; `None` if no frame waits or the socket handles no more."""
        while self._buffer:
            rest = self._rest_of(await self.read())  # which waits for nothing
            if rest is not None:
                return rest
        self.is_busy = False
        return None

    async def empty(self) -> None:
        """Drop all waiting frames, and those that the parser has kept back because of them."""
        while self._buffer:
            self._pass_over(await self.read())  # which waits for nothing

    @property
    def size(self) -> int:
        """Number of bytes in the queue of waiting frames."""
        return self._size


async def _fail(error: Exception) -> None:
    raise error


def _answer_to(code: int) -> int:
    """Return the code with which the server answers a client's close frame. It replaces codes that aiohttp accepts
    although clients may not send them (RFC 6455, 7.4)."""
    is_known = code != WSCloseCode.ABNORMAL_CLOSURE and code <= MOST_CLOSE_CODE
    return WSCloseCode.OK if is_known else WSCloseCode.PROTOCOL_ERROR


class _Parser(UnparsedInput):
    """aiohttp's parser. It gets one slice of input in each iteration of the event loop, up to the first forbidden
    frame."""

    __slots__ = ("_frames", "_heads", "_reader", "_socket")

    def __init__(
        self, turns: InputTurns, frames: _Frames, reader: WebSocketReader, socket: "FrameSocket", *, is_compressed: bool
    ) -> None:
        super().__init__(turns, is_compressed=is_compressed)
        self._frames = frames
        self._heads = FrameHeads()
        self._reader = reader
        self._socket = socket

    @property
    def is_at_rest(self) -> bool:
        """True if all received input is parsed and complete."""
        return self.is_parsed and self._heads.are_between_messages

    def inflate(self, payload: bytes) -> bytes:
        """Return the message in a compressed payload, as if the client had sent it."""
        frames, receiver = self._frames, self._frames.receiver
        frames.receiver = None  # nothing follows from it
        self._reader.feed_data(_middling(TEXT | COMPRESSED, MASKED | 126, len(payload)) + NO_MASK + payload)
        said: bytes = frames.passed_over
        frames.passed_over = b""
        frames.receiver = receiver
        return said

    def parse(self, data: bytes) -> bool:
        allowed = self._heads.allowed(data)
        if allowed == len(data):
            return self._reader.feed_data(data)[0]
        if not self._reader.feed_data(data[:allowed])[0]:
            self._frames.set_exception(
                WebSocketError(WSCloseCode.PROTOCOL_ERROR, "the client sent a WebSocket frame that RFC 6455 forbids")
            )
        return True

    def is_to_wait(self) -> bool:
        return self._socket._reading_paused  # noqa: SLF001 - nothing public says that too much waits to be obeyed

    def hold(self) -> None:
        if not self._socket._buffer_paused:  # noqa: SLF001 - nothing public holds a connection for a second reason
            self._socket._pause_reading_for_buffer()  # noqa: SLF001 - see above

    def release(self) -> None:
        self._socket._resume_reading_for_buffer()  # noqa: SLF001 - nothing public holds a connection for a second reason

    def end(self) -> None:
        self._socket.is_deaf = True
        self.release()  # further input is skipped


class FrameSocket(BaseProtocol):
    """The server's end of a WebSocket connection, after the handshake."""

    __slots__ = (
        "_frames",
        "_has_window",
        "_lost",
        "_parser_of_frames",
        "_passed_over",
        "_receiver",
        "_released",
        "_unsent_close",
        "is_closing",
        "is_deaf",
        "owes_a_pong",
    )

    def __init__(self, turns: InputTurns, most_bytes: int, windows: AgreedWindows | None) -> None:
        """All sockets of an event loop share `turns`. A message has at most `most_bytes`. `windows` has the compression
        parameters, if frames are compressed."""
        loop = asyncio.get_running_loop()
        super().__init__(loop)
        self._upgraded = True  # the held bytes are no HTTP, which aiohttp would parse again
        self._frames = _Frames(self, loop)
        # aiohttp refuses a message that is exactly as long as its limit
        is_compressed = windows is not None
        reader = WebSocketReader(self._frames, most_bytes + 1, compress=is_compressed, decode_text=False)
        self._parser_of_frames = _Parser(turns, self._frames, reader, self, is_compressed=is_compressed)
        self._has_window = windows is not None and windows.client_bits is not None
        if windows is not None and not self._has_window:
            with inflating_alone():
                self._parser_of_frames.inflate(EMPTY_MESSAGE)
        self._receiver: FrameReceiver | None = None
        self._lost: asyncio.Future[None] | None = None
        self._released: Callable[[], None] | None = None
        self._passed_over = 0
        self._unsent_close = b""
        """The goodbye of this side, if there was no connection yet to say it on."""

        self.is_closing = False
        """True if this side has sent a close frame, and carries out no more commands."""

        self.is_deaf = False
        """True if further input of the client is ignored."""

        self.owes_a_pong = False
        """True if nothing was received since the last ping."""

    def take_over(self, request: web.Request, receiver: FrameReceiver, released: Callable[[], None] | None) -> bytes:
        """Take over the open connection of a request from aiohttp after its handshake. Return the bytes that the client
        has already sent; pass them to `data_received`. `released` is called when the connection has ended."""
        protocol = request.protocol
        transport = protocol.transport
        if transport is None:
            raise RuntimeError("the connection has ended")
        self._receiver = self._frames.receiver = receiver
        self._released, self.transport = released, transport
        transport.set_protocol(self)
        said, was_held = protocol._message_tail, protocol._buffer_paused  # noqa: SLF001 - bytes after the handshake
        protocol.transport = None
        protocol.connection_lost(None)
        if was_held:
            transport.resume_reading()
        return said

    @property
    def is_at_rest(self) -> bool:
        """True if no bytes are in transit in either direction, no message is incomplete, and neither side is
        closing."""
        transport, frames = self.transport, self._frames
        return (
            transport is not None
            and not (transport.is_closing() or transport.get_write_buffer_size() or self._paused)
            and not (self.is_closing or self.is_deaf or frames.has_parted or frames.is_busy or frames.size)
            and self._parser_of_frames.is_at_rest
        )

    @property
    def fileno(self) -> int:
        """The file descriptor of the connection in this process."""
        if self.transport is None:
            raise RuntimeError("the connection has ended")
        number: int = self.transport.get_extra_info("socket").fileno()
        return number

    @property
    def window(self) -> bytes:
        """The last bytes that the client has sent in compressed frames. The client compresses its next frames with them
        as dictionary."""
        return self._parser_of_frames.inflate(REPEATING).lstrip(b"\0") if self._has_window else b""

    def resume_with_window(self, window: bytes) -> None:
        """Decompress further frames as if the client had sent these bytes last."""
        if window:
            self._parser_of_frames.inflate(as_stored(window))

    @property
    def peer(self) -> str:
        """The network address of the client."""
        address: str = "unknown" if self.transport is None else self.transport.get_extra_info("peername")[0]
        return address

    def release(self) -> None:
        """Stop receiving and sending, because the connection continues in another process."""
        if self.transport is not None:
            self.transport.abort()  # this side of it alone: nothing waits to be sent
        self._ignore_input()

    async def take_up(
        self, own: socket.socket, receiver: FrameReceiver, released: Callable[[], None]
    ) -> asyncio.Transport:
        """Continue a connection that another process has given up. Raises `OSError`."""
        self._receiver = self._frames.receiver = receiver
        self._released = released
        transport, _ = await self._loop.connect_accepted_socket(lambda: self, own)
        return transport

    @property
    def unread(self) -> int:
        """Number of bytes received from the client that are not handled yet."""
        return self._frames.size

    async def next(self) -> Rest | None:
        """Return the work of the next waiting frame. After `None` no frame waits, and the next one is passed to `begin`
        again."""
        return await self._frames.next()

    @property
    def is_over(self) -> bool:
        """True if the socket accepts no more frames from the client."""
        return self.is_closing or self.transport is None

    def is_lost(self) -> bool:
        """True if the connection has ended."""
        return self.transport is None

    # What the event loop tells

    def data_received(self, data: bytes) -> None:
        self.owes_a_pong = False
        if not self.is_deaf:
            self._parser_of_frames.feed_data(data)
            return
        self._passed_over += len(data)
        if self._passed_over > MOST_BYTES_PASSED_OVER:
            self.abort()

    def resume_reading(self, resume_parser: bool = True) -> None:
        super().resume_reading(resume_parser)
        self._parser_of_frames.parse_rest()

    def connection_lost(self, exc: BaseException | None) -> None:
        super().connection_lost(exc)
        self._parser_of_frames.feed_eof()
        if self._released is not None:
            self._released()
        if self._lost is not None and not self._lost.done():
            self._lost.set_result(None)
        self._end_receiver()

    def _end_receiver(self) -> None:
        receiver, self._receiver = self._receiver, None
        if receiver is not None:
            receiver.ended()

    # What is sent

    def put(self, payload: bytes, kind: int = TEXT) -> None:
        """Pass a frame to the transport. Raises `ClientConnectionResetError` if the connection has ended."""
        transport = self.transport
        if transport is None or self.is_closing or transport.is_closing():
            raise ClientConnectionResetError("the connection has ended")
        transport.write(framed(payload, kind))

    def put_all(self, payloads: Sequence[bytes]) -> None:
        """Pass text frames to the transport in one piece. Raises as `put`."""
        transport = self.transport
        if transport is None or self.is_closing or transport.is_closing():
            raise ClientConnectionResetError("the connection has ended")
        transport.write(framed(payloads[0]) if len(payloads) == 1 else b"".join(map(framed, payloads)))

    def would_wait(self, size: int, most: int) -> bool:
        """True if the client is too slow: with `size` more bytes, more than `most` would wait for it."""
        transport = self.transport
        if transport is None:
            return False  # the connection has ended, and sending says so
        unsent = transport.get_write_buffer_size()
        return unsent + size > most or (unsent > 0 and self._paused)

    @property
    def buffered(self) -> int:
        """Number of sent bytes that still wait in the transport, without those in the kernel's buffer."""
        return 0 if self.transport is None else self.transport.get_write_buffer_size()

    @property
    def is_paused(self) -> bool:
        """True if the transport's buffer is so full that no more should be written."""
        return self._paused and self.buffered > 0

    async def has_taken_some(self) -> None:
        """Wait until the client has received some of the sent bytes. Raises `ClientConnectionResetError` if the
        connection ends."""
        await self._drain_helper()

    def ping(self) -> None:
        """Send a WebSocket ping."""
        with suppress(ClientConnectionResetError):  # it has ended, which is reported later, or is only being taken up
            self.put(b"", PING)
            self.owes_a_pong = True

    # How it ends

    def give_up(self) -> None:
        """Close the connection of a client that has not answered a ping."""
        if not self.is_closing:
            self._ignore_input()
            self.hang_up()

    def hang_up(self) -> None:
        """Close the connection once the client has received all sent bytes."""
        if self.transport is not None:
            self.transport.close()

    def abort(self) -> None:
        """Close the connection now, without sending the remaining bytes."""
        if self.transport is not None:
            reset(self.transport)

    async def answer_close(self, code: int) -> None:
        """Send a close frame, with this code, to a client that has sent one."""
        self._send_close(code, b"")
        self.hang_up()

    async def close(self, code: int, reason: bytes) -> None:
        """Send a close frame, and wait until the client has sent one too or the connection is lost. If the connection
        were closed at once, the kernel would discard all bytes that the client has not read yet, including the close
        code."""
        self._send_close(code, reason)
        await self._frames.empty()  # its goodbye may wait behind frames that are not obeyed any more
        if self.transport is not None:
            if self._lost is None:
                self._lost = self._loop.create_future()
            await asyncio.wait([self._lost])

    def send_late_close(self) -> None:
        """Close a connection with its close frame, because it was to be closed before this process took it over."""
        if self.transport is not None:
            self.transport.write(self._unsent_close)
            self.hang_up()

    def _send_close(self, code: int, reason: bytes) -> None:
        if not self.is_closing:
            transport = self.transport
            goodbye = framed(code.to_bytes(2, "big") + reason, CLOSE)
            if transport is None:
                self._unsent_close = goodbye
            elif not transport.is_closing():
                transport.write(goodbye)
                if self.is_deaf and transport.can_write_eof():
                    transport.write_eof()  # its own goodbye would not be understood: this side is done, and says so
            self._ignore_input()

    def _ignore_input(self) -> None:
        self.is_closing = True
        self._frames.receiver = None
        self._end_receiver()
