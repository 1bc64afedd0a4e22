"""Bytes and replies of a connection that redis-py has made.

redis-py runs several coroutines for each reply. Here hiredis reads replies as they arrive, and a caller wakes once,
when all its replies have arrived.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, cast

import hiredis
from redis._parsers.base import BaseParser
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import InvalidResponse

from quarterdeck_server.storage.wire.connections import Connection


class Wire(asyncio.Protocol):
    """A connection that redis-py has made but no longer reads from."""

    def __init__(self, connection: Connection, patience: float) -> None:
        """The connection must be open and idle. `patience` is the longest time in seconds to wait for replies."""
        self._connection = connection
        self._patience = patience
        # Errors are told apart as redis-py does it; nothing public says how, nor has the transport that it has made.
        self._reader = hiredis.Reader(protocolError=InvalidResponse, replyError=BaseParser.parse_error)
        self._transport: asyncio.Transport = cast("Any", connection)._writer.transport  # noqa: SLF001 - see above
        self._replies: deque[Any] = deque()
        self._wanted = 0
        self._arrived: asyncio.Future[None] | None = None
        self._loop = asyncio.get_running_loop()
        self._waits_since = 0.0
        self._timer: asyncio.TimerHandle | None = None
        """A timer that checks from time to time for overdue replies. One timer for each batch would cost more than the
        batch."""

        self._failure: Exception | None = None
        self._failed, self._ended = asyncio.Event(), asyncio.Event()
        self._is_overdue = False
        self._take: Callable[[Any], None] | None = None
        self.received_at = self._loop.time()
        """Time of the last received data, by the event loop's clock."""

        self._transport.set_protocol(self)

    @property
    def is_spent(self) -> bool:
        """True if the connection is unusable: it has ended, or has an unexpected reply."""
        return self._failure is not None or bool(self._replies) or self._transport.is_closing()

    def write(self, packed: bytes) -> None:
        """Send encoded requests over the connection to Redis."""
        self._transport.write(packed)

    async def replies(self, number: int) -> list[Any]:
        """Return the next `number` replies. A reply that is an error is an exception in the list. Raises redis-py's
        `ConnectionError` if the connection ends first, `TimeoutError` if the replies take too long."""
        if len(self._replies) < number:
            if self._failure is not None:
                raise self._failure
            self._wanted, self._arrived, self._waits_since = number, self._loop.create_future(), self._loop.time()
            self._is_overdue = False
            if self._timer is None:
                self._timer = self._loop.call_later(self._patience, self._check)
            try:
                await self._arrived
            finally:
                self._arrived = None
        take = self._replies.popleft
        return [take() for _ in range(number)]

    async def reply(self) -> Any:
        """Return the next reply. If the reply is an error, raises it. Raises the errors of `replies` as well."""
        (reply,) = await self.replies(1)
        if isinstance(reply, Exception):
            raise reply
        return reply

    def pass_to(self, take: Callable[[Any], None]) -> None:
        """Pass all further replies to `take` as soon as they are read. An error in `take` ends the connection."""
        self._take = take
        self._give(take)

    async def wait(self, seconds: float) -> None:
        """Wait for this time. Raises the error that ends the connection."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._failed.wait()
        if self._failure is not None:
            raise self._failure

    async def until_silence(self, seconds: float) -> None:
        """Return after this time without a reply. Raises the error that ends the connection."""
        while (left := self.received_at + seconds - self._loop.time()) > 0:
            await self.wait(left)

    async def close(self, *, at_once: bool) -> None:
        """Close the connection, and wait until it has ended. Unless `at_once`, TLS is ended properly too."""
        if at_once:
            self._transport.abort()
        await self._connection.disconnect(nowait=True)  # which closes the transport
        await self._ended.wait()

    def _check(self) -> None:
        """Fail if replies are overdue. Otherwise check again at the next deadline, as long as a request waits."""
        self._timer = None
        if self._arrived is None:
            return
        left = self._waits_since + self._patience - self._loop.time()
        if left <= 0 and self._is_overdue:
            self._fail(TimeoutError(f"the store has not answered within {self._patience:g} s"))
            return
        self._is_overdue = left <= 0  # a process that was stopped may have them to read: once more, when it has looked
        self._timer = self._loop.call_later(max(left, 0.0), self._check)

    def data_received(self, data: bytes) -> None:
        reader, replies = self._reader, self._replies
        reader.feed(data)
        try:
            while (reply := reader.gets()) is not False:  # RESP2 has no `False` of its own
                replies.append(reply)
        except InvalidResponse as nonsense:
            self._fail(nonsense)
        if self._take is not None:
            self._give(self._take)
            return
        if self._arrived is not None and len(replies) >= self._wanted and not self._arrived.done():
            self._arrived.set_result(None)

    def _give(self, take: Callable[[Any], None]) -> None:
        self.received_at = self._loop.time()
        try:
            while self._replies:
                take(self._replies.popleft())
        except Exception as failure:
            self._fail(failure)

    def eof_received(self) -> None:
        self._fail(Disconnected("Connection closed by server."))

    def connection_lost(self, failure: Exception | None) -> None:
        self._fail(Disconnected(str(failure) if failure is not None else "Connection closed by server."))
        self._ended.set()
        if self._timer is not None:
            self._timer.cancel()

    def _fail(self, failure: Exception) -> None:
        self._failure = self._failure or failure
        self._failed.set()
        if self._arrived is not None and not self._arrived.done():
            self._arrived.set_exception(failure)
