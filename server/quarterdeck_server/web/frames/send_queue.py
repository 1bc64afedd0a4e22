"""The waiting frames of one client, and the flusher that writes the frames of all clients once in each iteration of the
event loop.

If the client is fast enough, a frame goes to the transport without waiting. For a slow client a separate task waits for
a while. A client that falls too far behind is disconnected with a code that means "come back". It loses nothing,
because its next `update` is complete.

In aiohttp all writers that wait for one client wait on the same future, and cancelling one of them cancels all. So
nothing here is ever cancelled while it waits. A wait ends because the client has received something, or because a timer
has aborted the connection. Answers to pings go through this queue as well. A frame that need not wait is written
without a coroutine.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Sequence
from itertools import chain
from typing import Any

import structlog
from aiohttp import ClientConnectionResetError, WSCloseCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.translations import ENGLISH, said
from quarterdeck_server.web.frames.deflate_windows import OF_MATCHES, FrameCompressor
from quarterdeck_server.web.frames.frame_socket import COMPRESSED, PONG, TEXT, FrameSocket, framed
from quarterdeck_server.web.frames.unsent_frames import UnsentFrames

MOST_BYTES_OF_A_REASON = 120
"""Most bytes of the reason in a close frame, which has no room for more."""

MOST_FRAMES = 512
MOST_BYTES = 24 * 1024 * 1024
"""Bytes that may wait for one client, beside the newest frame: some are a few hundred kilobytes, as lists of large
decks."""

MOST_FRAMES_BEHIND = 256
MOST_BYTES_BEHIND = 128 * 1024
"""Number of unsent bytes above which the server executes no further command of a client until it has read some. A
client that sends requests and does not read costs no more than this and one answer.
"""

MOST_BYTES_UNSENT = 48 * 1024
"""Number of bytes that the transport accepts without waiting (it asks to pause at 64 KiB)."""

SECONDS_OF_PATIENCE = 2.0
"""Time for which a client may take nothing, and within which it must answer a goodbye."""

SECONDS_FOR_THE_DEAF = 0.5
"""Time that a client which has taken nothing for so long still has to read the reason for its closing."""

MOST_VISITS = 100
"""Send queues flushed in one turn of the event loop: about a millisecond."""

_log = structlog.get_logger()


class SendQueue:
    """The waiting frames of one client. There are many queues, and most are empty. So a queue has slots, and creates
    objects that it rarely needs only on demand, which saves 1.5 KB for each connection."""

    __slots__ = (
        "_bytes",
        "_caught_up",
        "_compressor",
        "_flusher",
        "_is_closed",
        "_is_slow",
        "_is_waiting",
        "_language",
        "_pong",
        "_socket",
        "_watching",
        "address",
        "waiting",
    )

    def __init__(
        self, socket: FrameSocket, flusher: "Flusher", compressor: FrameCompressor | None = None, address: str = ""
    ) -> None:
        """Make the send queue of a connection. `compressor` compresses the frames of matches; without it, frames are
        sent uncompressed."""
        self.address = address
        """The client's address."""

        self._socket = socket
        self._flusher = flusher
        self._compressor = compressor
        self.waiting: list[bytes] = []  # an empty deque has a room of 600 bytes, and it is never long
        """The frames that wait for this client, the next one first."""

        self._bytes = 0
        self._pong: bytes | None = None
        self._is_waiting = False
        self._is_slow: asyncio.Task[None] | None = None
        self._watching: asyncio.TimerHandle
        self._is_closed = False
        self._caught_up: asyncio.Future[None] | None = None
        self._language = ENGLISH

    @property
    def frames(self) -> int:
        """Number of frames that wait to be sent to this client."""
        return len(self.waiting)

    @property
    def size(self) -> int:
        """Total size of the frames that wait to be sent to this client, in bytes."""
        return self._bytes

    @property
    def unread(self) -> int:
        """Number of received bytes of this client that are not handled yet."""
        return self._socket.unread

    @property
    def is_behind(self) -> bool:
        """True if so many bytes wait for this client that it must receive some before its next command is handled."""
        return self._bytes > MOST_BYTES_BEHIND or len(self.waiting) > MOST_FRAMES_BEHIND

    async def caught_up(self) -> None:
        """Wait until the client has received enough of its frames, or is disconnected. Only one task waits here: the
        one that handles the client's commands."""
        while self.is_behind:
            self._caught_up = asyncio.get_running_loop().create_future()
            await self._caught_up

    def _count_sent(self) -> None:
        if self._caught_up is not None and not self.is_behind:
            if not self._caught_up.done():
                self._caught_up.set_result(None)
            self._caught_up = None

    def put(self, frame: bytes) -> None:
        """Send a frame as soon as possible. It never waits and never raises."""
        if self._takes(frame):
            self._flusher.visit(self)

    def put_first(self, frame: bytes) -> None:
        """Send a frame before the frames of all other clients. This is for the players of a match; spectators come
        later."""
        if self._takes(frame):
            self._flusher.visit_first(self)

    def put_to_all(self, frame: bytes, outlets: Sequence["SendQueue"]) -> None:
        """Send this frame to many clients, including this one, as `put` does for each. For most of them no other frame
        waits."""
        size = len(frame)
        idle: list[SendQueue] = []
        for each in outlets:
            if each.takes_alone(frame, size):
                idle.append(each)
            else:
                each.put(frame)
        self._flusher.visit_all(idle)

    def takes_alone(self, frame: bytes, size: int) -> bool:
        """Add a frame of `size` bytes if no other frame waits. Return true if it was added; the caller must then call
        the flusher."""
        if self.waiting or self._is_waiting or self._is_closed:
            return False
        self.waiting.append(frame)
        self._bytes = size
        self._is_waiting = True
        return True

    def _takes(self, frame: bytes) -> bool:
        """Add a frame to the queue unless the connection has ended. Return true if the caller must call the flusher for
        it."""
        if self._is_closed:
            return False
        frames = self.waiting
        if frames and (len(frames) >= MOST_FRAMES or self._bytes >= MOST_BYTES):
            self.close_slow(SECONDS_OF_PATIENCE)
            return False
        frames.append(frame)
        self._bytes += len(frame)
        if self._is_slow is not None:
            self._flusher.unsent.add(self, frame)
            return False
        if self._is_waiting:
            return False
        self._is_waiting = True
        return True

    def pong(self, payload: bytes) -> None:
        """Answer a ping as soon as possible. If several answers have to wait, only the last one is sent (RFC 6455,
        5.5.3)."""
        if not self._is_closed:
            self._pong = payload
            if not self._is_waiting and self._is_slow is None:
                self._is_waiting = True
                self._flusher.visit(self)

    def deliver_alone(self, wire: bytes) -> bool:
        """Write the only waiting frame, given in its wire form, to the transport. Return true if nothing prevented
        it."""
        transport = self._socket.transport
        if (
            transport is None
            or self._pong is not None
            or self._compressor is not None
            or self._is_slow is not None
            or self._caught_up is not None
            or self._socket.is_closing
            or transport.is_closing()
            or transport.get_write_buffer_size()
        ):
            return False
        transport.write(wire)
        self._is_waiting = False
        self.waiting.clear()
        self._bytes = 0
        return True

    def deliver(self) -> None:
        """Write all waiting frames to the transport, without waiting for the client. If no waiting frame has to be
        compressed, all of them are joined and written together, which saves a third of the cost of each frame."""
        self._is_waiting = False
        frames = self.waiting
        is_plain = self._pong is None and self._compressor is None and self._is_slow is None
        try:
            if is_plain and frames and not self._socket.would_wait(self._bytes, MOST_BYTES_UNSENT):
                self._socket.put_all(frames)
                frames.clear()
                self._bytes = 0
                if self._caught_up is not None:
                    self._count_sent()
                return
            while self._is_slow is None and (size := self._size_of_next()) is not None:
                if self._socket.would_wait(size, MOST_BYTES_UNSENT):
                    self._is_slow = asyncio.ensure_future(self._deliver_slowly())
                    self._flusher.unsent.enter(self, frames)
                else:
                    self._send_next()
        except (ClientConnectionResetError, ConnectionError, RuntimeError):
            self._drop()

    async def _deliver_slowly(self) -> None:
        try:
            while self._size_of_next() is not None or self._socket.is_paused:
                self._watch()
                try:
                    await self._socket.has_taken_some()
                finally:
                    self._watching.cancel()
                self._send_next()
        except (ClientConnectionResetError, ConnectionError, RuntimeError):
            self._drop()
        finally:
            self._flusher.unsent.leave(self, self.waiting)
            self._is_slow = None

    def _watch(self) -> None:
        """Disconnect the client if it receives nothing although a frame waits for it. A large frame that the transport
        already has is not subject to this time limit, but its bytes are counted until the client has received them."""
        keeps_waiting = self._size_of_next() is not None
        self._watching = asyncio.get_running_loop().call_later(
            SECONDS_OF_PATIENCE, lambda: self.close_slow(SECONDS_FOR_THE_DEAF) if keeps_waiting else self._watch()
        )

    def _size_of_next(self) -> int | None:
        if self._pong is not None:
            return len(self._pong)
        return len(self.waiting[0]) if self.waiting else None

    def _send_next(self) -> None:
        pong, self._pong = self._pong, None
        if pong is not None:
            self._socket.put(pong, PONG)
        elif self.waiting:
            frame = self.waiting.pop(0)
            self._bytes -= len(frame)
            self._count_sent()
            self._write(frame)
            if self._is_slow is not None:
                self._flusher.unsent.hand_over(self, frame, self._socket.buffered)

    def _write(self, frame: bytes) -> None:
        if self._compressor is not None and frame.startswith(OF_MATCHES):
            self._socket.put(self._compressor.compressed(frame), TEXT | COMPRESSED)
        else:
            self._socket.put(frame)

    @property
    def is_at_rest(self) -> bool:
        """True if no frame waits for this client, and no task waits for the client."""
        is_waiting = self._is_waiting or self._is_slow is not None or self._caught_up is not None
        return not (self.waiting or is_waiting or self._is_closed or self._pong is not None)

    def hold(self) -> None:
        """Keep all frames until `release` is called, because another process still sends to this client."""
        self._is_waiting = True

    def pass_over(self, frames: Iterable[bytes]) -> None:
        """Drop those kept frames that the other process has already sent to this client."""
        for frame in frames:
            if frame in self.waiting:
                self.waiting.remove(frame)
                self._bytes -= len(frame)

    def release(self) -> None:
        """Send the frames that were kept during a move of the connection."""
        self._is_waiting = False
        if self.waiting or self._pong is not None:
            self._is_waiting = True
            self._flusher.visit(self)

    def set_language(self, language: str) -> None:
        """Set the language in which the reason for closing the connection is given."""
        self._language = language

    async def finish(self, code: int, why: str) -> None:
        """Send all waiting frames if the client receives them, then close the connection with this code."""
        if not self._is_closed:
            self.deliver()
        if self._is_slow is not None:
            await asyncio.wait([self._is_slow], timeout=SECONDS_OF_PATIENCE)  # which leaves it to itself
        await self.close(code, why)

    async def close(self, code: int, why: str, patience: float = SECONDS_OF_PATIENCE) -> None:
        """Send all frames that need not wait, then close the connection with this code. The connection ends when the
        client has sent its close frame too, or when `patience` runs out."""
        if not self._is_closed:
            self.deliver()
        self.abort_in(patience)
        await self._socket.close(code, _reason(why, self._language))

    @property
    def is_being_closed(self) -> bool:
        """True if the connection is being closed."""
        return self._socket.is_closing

    def abort_in(self, seconds: float) -> None:
        """Drop all frames now, and end the connection after `seconds` at the latest."""
        self._drop()
        if self._socket.transport is not None:
            asyncio.get_running_loop().call_later(seconds, self._socket.abort)

    def end(self, code: int, why: str) -> None:
        """Close the client's connection with this code, in the background."""
        self._flusher.own_closing(self.close(code, why))

    def close_slow(self, patience: float = SECONDS_FOR_THE_DEAF) -> None:
        """Disconnect a client that has fallen too far behind, and drop its frames."""
        if self._is_closed:
            return
        self._drop()
        self._flusher.slow_clients += 1
        why = Text("too slow: reconnect, nothing is lost")
        self._flusher.own_closing(self.close(WSCloseCode.TRY_AGAIN_LATER, why, patience))

    def _drop(self) -> None:
        self._is_closed = True
        if self._is_slow is not None:
            self._flusher.unsent.leave(self, self.waiting)
        self.waiting.clear()
        self._bytes = 0
        self._pong = None
        self._count_sent()


def _reason(why: str, language: str) -> bytes:
    """Return the reason for closing a connection, cut to the length that a close frame allows, without splitting a
    character."""
    return said(why, language).encode()[:MOST_BYTES_OF_A_REASON].decode(errors="ignore").encode()


class Flusher:
    """Flushes the send queues of all clients once in each iteration of the event loop, with one wake-up. One iteration
    flushes a limited number, so that players do not wait for a crowd of spectators."""

    def __init__(self, flushed: Callable[[], None] = lambda: None, unsent: UnsentFrames | None = None) -> None:
        """Make a flusher. `flushed` is called whenever all waiting frames have been handed over. `unsent` counts the
        frames that wait for slow clients."""
        self.unsent = UnsentFrames() if unsent is None else unsent
        self.slow_clients = 0
        """Number of connections closed because they did not take their frames."""

        self._flushed = flushed
        self._first: list[SendQueue] = []
        self._waiting: deque[SendQueue] = deque()
        self._is_called = False
        self._closings: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Cancel the tasks that wait for clients to send their close frames."""
        for task in self._closings:
            task.cancel()
        await asyncio.gather(*self._closings, return_exceptions=True)

    def visit(self, send_queue: SendQueue) -> None:
        """Add a send queue to those that will be flushed."""
        self._waiting.append(send_queue)
        if not self._is_called:
            self._call()

    def visit_all(self, send_queues: Iterable[SendQueue]) -> None:
        """Add these send queues to those that will be flushed."""
        self._waiting.extend(send_queues)
        if not self._is_called:
            self._call()

    def visit_first(self, send_queue: SendQueue) -> None:
        """Put a send queue before all others that will be flushed."""
        self._first.append(send_queue)
        if not self._is_called:
            self._call()

    def _call(self) -> None:
        self._is_called = True
        asyncio.get_running_loop().call_soon(self._go_round)

    def own_closing(self, closing: Coroutine[Any, Any, None]) -> None:
        """Keep the task that closes a connection until it has ended."""
        goodbye = asyncio.ensure_future(closing)
        self._closings.add(goodbye)
        goodbye.add_done_callback(self._closings.discard)

    def _go_round(self) -> None:
        self._is_called = False
        first, self._first = self._first, []
        waiting = self._waiting
        self._deliver(chain(first, [waiting.popleft() for _ in range(min(len(waiting), MOST_VISITS))]))
        if not waiting:
            self._flushed()
        elif not self._is_called:
            self._call()

    @staticmethod
    def _deliver(send_queues: Iterable[SendQueue]) -> None:
        """Flush these send queues. A frame for many clients is brought into its wire form only once. A frame that is
        alone in its queue takes a third of the steps."""
        frame = wire = b""
        for send_queue in send_queues:
            try:
                frames = send_queue.waiting
                if len(frames) == 1:
                    if frames[0] is not frame:
                        frame = frames[0]
                        wire = framed(frame) if len(frame) <= MOST_BYTES_UNSENT else b""
                    if wire and send_queue.deliver_alone(wire):
                        continue
                send_queue.deliver()
            except Exception:  # one client's trouble must not silence all others
                _log.exception("a frame could not be delivered")
