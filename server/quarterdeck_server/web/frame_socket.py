"""aiohttp's WebSocket on a shorter way: a frame is taken where it is parsed, and one is sent by writing it.

aiohttp gives each frame to a queue, and wakes the task that waits there: a future, a turn of the event loop and a way
through all coroutines of the conversation, for each of them. Here whoever has the conversation is given the frame as it
is parsed (`listen`), and only what cannot be done without waiting goes through the queue. Sending makes no coroutine:
a server's frame is its length and its bytes (RFC 6455, 5.2).

This is the one place that knows what is inside aiohttp; nothing public of it is told of a frame, or wakes who waits.
"""

import asyncio
import struct
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, Final

from aiohttp import ClientConnectionResetError, WSMessage, WSMsgType, web
from aiohttp._websocket.reader import WebSocketDataQueue
from aiohttp.http import WebSocketReader, WebSocketWriter
from aiohttp.web_protocol import RequestHandler
from aiohttp.web_request import BaseRequest

from quarterdeck_server.web.input_turns import InputTurns, UnparsedInput

MOST_BYTES_UNREAD = 64 * 1024
"""So much of what a client says may wait until no more is read from it; the last frame, and what came in one read with
it, apart. A frame counts for as many bytes as it has, and 128 more."""

TEXT: Final = 0x81
PONG: Final = 0x8A
COMPRESSED: Final = 0x40
"""The bit of a frame's first byte that says so (RFC 7692, 6)."""

_middling = struct.Struct(">BBH").pack
_large = struct.Struct(">BBQ").pack

Rest = Callable[[], Awaitable[None]]
"""What is still to be done for a frame, and has to wait for something."""

_WAKE_UP = WSMessage(WSMsgType.PONG, b"", None)


def framed(payload: bytes, kind: int = TEXT) -> bytes:
    """Return a whole frame as a server sends it."""
    size = len(payload)
    if size < 126:
        return bytes((kind, size)) + payload
    if size < 1 << 16:
        return _middling(kind, 126, size) + payload
    return _large(kind, 127, size) + payload


class _Frames(WebSocketDataQueue):
    """The frames of one client that wait for the conversation's task."""

    begin: Callable[[bytes], Rest | None] | None = None
    pong: Callable[[bytes], None] | None = None
    under_way = 0
    """How many messages the task has been given, and has not done with."""

    def feed_data(self, data: Any, size: int) -> None:
        """Take a message from the parser."""
        kind = data.type
        if self.begin is not None:
            if kind is WSMsgType.PING and self.pong is not None:
                self.pong(data.data)
                return
            if kind is WSMsgType.PONG:
                return
            if not self.under_way and (kind is WSMsgType.TEXT or kind is WSMsgType.BINARY):
                try:
                    rest = self.begin(data.data)
                except Exception as error:  # it is the conversation's, and raised there
                    rest = partial(_fail, error)
                if rest is None:
                    return
                data = WSMessage(kind, rest, "")
        self.under_way += 1
        super().feed_data(data, size)

    @property
    def size(self) -> int:
        """How many bytes wait, as they are counted."""
        return self._size

    def wake_up(self) -> None:
        """Have the task look again whether the conversation goes on."""
        super().feed_data(_WAKE_UP, 0)


async def _fail(error: Exception) -> None:
    raise error


class _Parser(UnparsedInput):
    """aiohttp's parser, which is given what a client says a slice a turn."""

    __slots__ = ("_protocol", "_reader")

    def __init__(self, turns: InputTurns, reader: WebSocketReader, protocol: RequestHandler) -> None:
        super().__init__(turns)
        self._reader = reader
        self._protocol = protocol

    def parse(self, data: bytes) -> bool:
        return self._reader.feed_data(data)[0]

    def hold(self) -> None:
        if not self._protocol._buffer_paused:  # noqa: SLF001 - nothing public holds an upgraded connection
            self._protocol._pause_reading_for_buffer()  # noqa: SLF001 - nothing public holds an upgraded connection

    def release(self) -> None:
        self._protocol._resume_reading_for_buffer()  # noqa: SLF001 - nothing public holds an upgraded connection

    def end(self) -> None:
        self._protocol.close()

    def feed_eof(self) -> None:
        super().feed_eof()
        self._reader.feed_eof()


class FrameSocket(web.WebSocketResponse[bool]):
    """The server's end of a WebSocket."""

    _frames: _Frames

    def __init__(self, turns: InputTurns, **options: Any) -> None:
        """All sockets of an event loop share their `turns`; the options are aiohttp's."""
        super().__init__(**options)
        self._turns = turns

    def _post_start(self, request: BaseRequest, protocol: str | None, writer: WebSocketWriter) -> None:
        """Do as aiohttp does once the handshake is over, with a queue of ours."""
        self._ws_protocol = protocol
        self._writer = writer
        self._transport = writer.transport
        self._reset_heartbeat()
        self._reader = self._frames = _Frames(request.protocol, MOST_BYTES_UNREAD // 2, loop=asyncio.get_running_loop())
        reader = WebSocketReader(
            self._frames, self._max_msg_size, compress=bool(self._compress), decode_text=self._decode_text
        )
        parser: Any = _Parser(self._turns, reader, request.protocol)  # it stands for what it has
        self._parser = parser
        request.protocol.set_parser(parser, data_received_cb=self._heard)
        request.protocol.keep_alive(False)

    def _heard(self) -> None:
        """Note that the client is there, if it was asked. aiohttp puts the next ping off with whatever it reads, which
        costs a turn of the event loop each time; here everybody is pinged now and then."""
        if self._pong_response_cb is not None:
            self._on_data_received()

    def listen(self, begin: Callable[[bytes], Rest | None], pong: Callable[[bytes], None]) -> None:
        """From now on give each frame to `begin`, which gives back what has to wait for something, and what a client
        pings with to `pong`. As long as anything waits, all that comes waits behind it."""
        self._frames.begin, self._frames.pong = begin, pong

    def listen_no_more(self) -> None:
        """Leave whatever comes to whoever reads it."""
        self._frames.begin = self._frames.pong = None

    def has_done_one(self) -> None:
        """Note that the task has done with the message that it was given last."""
        self._frames.under_way -= 1

    @property
    def unread(self) -> int:
        """How many bytes of what the client has said wait for the task."""
        return self._frames.size

    @property
    def is_waited_on(self) -> bool:
        """Whether a task waits for the client's next message."""
        return self._waiting

    def wake_up(self) -> None:
        """Have that task look again whether the conversation goes on."""
        self._frames.wake_up()

    def put(self, payload: bytes, kind: int = TEXT) -> None:
        """Hand a frame to the transport. Raises `ClientConnectionResetError` if the connection has ended."""
        if self._closed or self._transport.is_closing():
            raise ClientConnectionResetError("the connection has ended")
        self._transport.write(framed(payload, kind))

    def put_all(self, payloads: Sequence[bytes]) -> None:
        """Hand frames of text to the transport, in one piece. Raises as `put`."""
        if self._closed or self._transport.is_closing():
            raise ClientConnectionResetError("the connection has ended")
        self._transport.write(framed(payloads[0]) if len(payloads) == 1 else b"".join(map(framed, payloads)))
