"""What is on its way to one client, and the postman who takes all of it out once a turn of the event loop.

A frame is handed to the transport without waiting as long as the client keeps up. For one that does not, a task of its
own waits for a while; a client that falls too far behind is let go with a close code that says "come back", and loses
nothing by it: the next `update` stands alone.
"""

import asyncio
from collections import deque
from collections.abc import Coroutine
from typing import Any

import structlog
from aiohttp import ClientConnectionResetError, WSCloseCode, WSMsgType, web

MOST_FRAMES = 512
MOST_BYTES_UNSENT = 48 * 1024
"""Up to this the transport takes a frame without making anybody wait (it asks to pause at 64 KiB)."""

SECONDS_OF_PATIENCE = 2.0

_log = structlog.get_logger()


class Outbox:
    """What is on its way to one client."""

    def __init__(self, socket: "web.WebSocketResponse[bool]", protocol: web.RequestHandler, postman: "Postman") -> None:
        self._socket = socket
        self._protocol = protocol
        self._postman = postman
        self._frames: deque[bytes] = deque()
        self._is_waiting = False
        self._is_slow: asyncio.Task[None] | None = None
        self._is_closed = False

    def put(self, frame: bytes) -> None:
        """Send this as soon as it can go. Never waits, never raises."""
        if self._is_closed:
            return
        if len(self._frames) >= MOST_FRAMES:
            self._let_go()
            return
        self._frames.append(frame)
        if not self._is_waiting and self._is_slow is None:
            self._is_waiting = True
            self._postman.visit(self)

    async def deliver(self) -> None:
        """Hand over what there is; returns without waiting for the client."""
        self._is_waiting = False
        frames = self._frames
        try:
            while frames and not self._is_closed:
                if self._is_slow is not None:
                    return
                if self._would_wait(len(frames[0])):
                    self._is_slow = asyncio.ensure_future(self._deliver_slowly())
                    return
                await self._socket.send_frame(frames.popleft(), WSMsgType.TEXT)
        except (ClientConnectionResetError, ConnectionError, RuntimeError):
            self._drop()

    def _would_wait(self, size: int) -> bool:
        transport = self._protocol.transport
        if transport is None:
            return False  # the connection has ended, and sending says so
        return self._protocol.writing_paused or transport.get_write_buffer_size() + size > MOST_BYTES_UNSENT

    async def close(self, code: int, why: str) -> None:
        """Send what can go without waiting, then close the connection with this code."""
        if not self._is_closed:
            await self.deliver()
        self._drop()
        if self._is_slow is not None:
            self._is_slow.cancel()
        try:
            async with asyncio.timeout(SECONDS_OF_PATIENCE):
                await self._socket.close(code=code, message=why.encode())
        except (TimeoutError, ConnectionError, ClientConnectionResetError):
            if self._protocol.transport is not None:
                self._protocol.transport.abort()

    def end(self, code: int, why: str) -> None:
        """Close the connection with this code, without anybody waiting for it."""
        self._postman.say_goodbye(self.close(code, why))

    async def _deliver_slowly(self) -> None:
        try:
            while self._frames:
                async with asyncio.timeout(SECONDS_OF_PATIENCE):
                    await self._socket.send_frame(self._frames.popleft(), WSMsgType.TEXT)
        except TimeoutError:
            self._let_go()
        except (ClientConnectionResetError, ConnectionError, RuntimeError):
            self._drop()
        finally:
            self._is_slow = None

    def _let_go(self) -> None:
        self._drop()
        self._postman.let_go(self)

    def _drop(self) -> None:
        self._is_closed = True
        self._frames.clear()

    async def say_come_back(self) -> None:
        """Close the connection of a client that has fallen too far behind."""
        await self.close(WSCloseCode.TRY_AGAIN_LATER, "too slow: reconnect, nothing is lost")


class Postman:
    """Takes out what all outboxes hold, once a turn of the event loop: one wake-up for all of them."""

    def __init__(self) -> None:
        self._waiting: list[Outbox] = []
        self._is_called = asyncio.Event()
        self._round: asyncio.Task[None] | None = None
        self._goodbyes: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        self._round = asyncio.ensure_future(self._go_round_for_ever())

    async def close(self) -> None:
        """End the rounds."""
        tasks = [*self._goodbyes, *([] if self._round is None else [self._round])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def visit(self, outbox: Outbox) -> None:
        self._waiting.append(outbox)
        self._is_called.set()

    def let_go(self, outbox: Outbox) -> None:
        self.say_goodbye(outbox.say_come_back())

    def say_goodbye(self, closing: Coroutine[Any, Any, None]) -> None:
        """Own the closing of a connection."""
        goodbye = asyncio.ensure_future(closing)
        self._goodbyes.add(goodbye)
        goodbye.add_done_callback(self._goodbyes.discard)

    async def _go_round_for_ever(self) -> None:
        while True:
            await self._is_called.wait()
            self._is_called.clear()
            waiting, self._waiting = self._waiting, []
            for outbox in waiting:
                try:
                    await outbox.deliver()
                except Exception:  # one client's trouble must not silence all others
                    _log.exception("a frame could not be delivered")
