"""Large HTTP answers, sent piece by piece as the reader receives them.

aiohttp passes a whole body to the transport, which keeps a copy of all bytes that the reader has not received. Sixty
idle readers of one replay once held 280 MB. Here a connection holds one piece, and all readers of the same body share
it. The unsent bodies have a limit for each address and for the process. A reader that receives nothing for
`SECONDS_OF_PATIENCE` is disconnected. Bytes count as received when the kernel of the other side has acknowledged them.
A slow phone may keep the server's own kernel buffer full for many seconds while it receives bytes all the time.
"""

import asyncio
import time
from collections.abc import Callable, Iterable

from aiohttp import hdrs, web
from aiohttp.abc import AbstractStreamWriter
from aiohttp.payload import Payload
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.web.frames.shared_bytes import SharedBytes
from quarterdeck_server.web.frames.transports import bound_kernel_queue, reset, untaken
from quarterdeck_server.web.http.requests import Handler, progress_of, refused_over_http
from quarterdeck_server.web.listener import when_answered
from quarterdeck_server.web.rate_limit.addresses import ADDRESSES

PIECE = 32 * 1024
"""Bytes given to a connection at once. Smaller answers go as they are."""

SECONDS_BETWEEN_CHECKS = 1.0
SECONDS_OF_PATIENCE = 10.0
"""Time for which a reader may take nothing at all."""

SECONDS_OF_GRACE = 30.0
LEAST_PACE = 3 * 1024
"""Bytes a second that a reader must take on average, once so many seconds have passed."""

SAFE_PACE = 32 * 1024
"""A reader that takes so many bytes a second is never cut off. If there is no room for another answer, the slowest
of the other readers makes room for it."""

MOST_FROM_ADDRESS = 8 * 1024 * 1024
MOST_OF_PROCESS = 128 * 1024 * 1024
MILLISECONDS_UNTIL_AGAIN = Milliseconds(5_000)


class Reader:
    """A reader (an HTTP client) of one response body, with the speed at which it receives the body."""

    def __init__(
        self,
        address: str,
        body: bytes,
        transport: asyncio.Transport | None,
        progressed: Callable[[], None] = lambda: None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Watch how fast a reader receives an answer. `progressed` is called when the reader has received more
        bytes."""
        self.address = address
        self.body = body
        self.handed = 0
        """Bytes of the body given to the connection."""

        self.taken = 0
        """Number of bytes of the body that the reader's system has acknowledged."""

        self._transport = transport
        self._progressed = progressed
        self._now = now
        self._began = self._moved = now()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def transport(self) -> asyncio.Transport:
        """The transport of the reader's connection. Raises `ConnectionResetError` if it has ended."""
        if self._transport is None or self._transport.is_closing():
            raise ConnectionResetError
        return self._transport

    @property
    def pace(self) -> float:
        """Bytes a second that this reader has received; infinite until enough time has passed to measure it."""
        seconds = self._now() - self._began
        return self.taken / seconds if seconds >= SECONDS_OF_PATIENCE else float("inf")

    def note(self, untaken_bytes: int) -> bool:
        """Record the number of bytes that the reader has not received yet, and return true if the reader is still fast
        enough."""
        taken, now = self.handed - untaken_bytes, self._now()
        if taken > self.taken:
            self.taken, self._moved = taken, now
            self._progressed()
        if now - self._moved >= SECONDS_OF_PATIENCE:
            return False
        return now - self._began < SECONDS_OF_GRACE or self.pace >= LEAST_PACE

    def watch(self) -> None:
        """Disconnect this reader as soon as it is too slow, until `leave` is called."""
        self._timer = asyncio.get_running_loop().call_later(SECONDS_BETWEEN_CHECKS, self._check)

    def leave(self) -> None:
        """Stop watching how fast this reader receives."""
        if self._timer is not None:
            self._timer.cancel()

    def cut(self) -> None:
        """Reset the connection of a slow reader."""
        if self._transport is not None:
            reset(self._transport)

    def _check(self) -> None:
        if self._transport is not None and self.note(untaken(self._transport)):
            self.watch()
        else:
            self.cut()


class UnsentBodies:
    """The HTTP response bodies that are being sent, with their readers, and the limits on their bytes."""

    def __init__(
        self,
        times: Callable[[str], int] = lambda _: 1,
        *,
        most_from_address: int = MOST_FROM_ADDRESS,
        most_of_process: int = MOST_OF_PROCESS,
    ) -> None:
        """Make the count of bytes that wait for slow readers. `times` returns a factor by which the usual limit is
        multiplied for an address."""
        self._times = times
        self._most_from_address = most_from_address
        self.most = most_of_process
        """Bound on all bytes, unless one body alone has more."""

        self._readers: dict[Reader, None] = {}
        self._all = SharedBytes()
        self._from: dict[str, SharedBytes] = {}

    @property
    def size(self) -> int:
        """Number of bytes of all HTTP bodies that are not sent completely."""
        return self._all.size

    @property
    def readers(self) -> int:
        """Number of readers to whom HTTP bodies are being sent."""
        return len(self._readers)

    def held_from(self, address: str) -> int:
        """Return the number of bytes of HTTP bodies that are being sent to an address."""
        return self._from[address].size if address in self._from else 0

    def take(self, reader: Reader) -> None:
        """Count a body that is sent to one more reader. If necessary, slow readers are disconnected. A body beyond the
        limit is accepted if it is the only one. Raises `CommandRefused`."""
        address, most_here = reader.address, self._most_from_address * self._times(reader.address)
        if not self._made_room(reader, lambda: self._from.get(address), most_here, address):
            text = Text(
                "Your address has not yet read {held} bytes of earlier answers; read them first.",
                held=self.held_from(address),
            )
            raise CommandRefused(RefusalCode.TOO_MANY, text, retry_in=MILLISECONDS_UNTIL_AGAIN)
        if not self._made_room(reader, lambda: self._all, self.most, None):
            text = Text("Too many answers of this process are still unread; try again in a moment.")
            raise CommandRefused(RefusalCode.UNAVAILABLE, text, retry_in=MILLISECONDS_UNTIL_AGAIN)
        self._readers[reader] = None
        self._all.add(reader.body)
        self._from.setdefault(address, SharedBytes()).add(reader.body)

    def give(self, reader: Reader) -> None:
        """Stop counting a reader that has received its body or disconnected."""
        if reader not in self._readers:
            return  # it has made room for another one
        del self._readers[reader]
        self._all.remove(reader.body)
        here = self._from[reader.address]
        here.remove(reader.body)
        if not here.size:
            del self._from[reader.address]

    def _made_room(
        self, reader: Reader, held: Callable[[], SharedBytes | None], most: int, address: str | None
    ) -> bool:
        """Disconnect slow readers of one address, or of all, until there is room for a body. Return true if there
        is."""
        while (bodies := held()) is not None and bodies.size and bodies.size + bodies.more_with(reader.body) > most:
            slowest = _slowest(each for each in self._readers if address in (None, each.address))
            if slowest is None:
                return False
            self.give(slowest)
            slowest.cut()
        return True


def _slowest(readers: Iterable[Reader]) -> Reader | None:
    """Return the slowest reader that may be disconnected for others."""
    slowest = min(readers, key=lambda each: each.pace, default=None)
    return slowest if slowest is not None and slowest.pace < SAFE_PACE else None


UNSENT_BODIES: web.AppKey[UnsentBodies] = web.AppKey("unsent_bodies", UnsentBodies)


class PacedBody(Payload):
    """An HTTP body that is sent in pieces; each piece is sent when the reader has received most of the one before."""

    _autoclose = True

    def __init__(self, reader: Reader) -> None:
        super().__init__(reader.body)
        self._size = len(reader.body)
        self._reader = reader

    def decode(self, encoding: str = "utf-8", errors: str = "strict") -> str:
        """Return the HTTP body as text."""
        return bytes(self._value).decode(encoding, errors)

    async def write(self, writer: AbstractStreamWriter) -> None:
        """Send the whole body. If the reader is too slow, its connection is reset."""
        await self.write_with_length(writer, None)

    async def write_with_length(self, writer: AbstractStreamWriter, content_length: int | None) -> None:
        """Send at most `content_length` bytes of the body, as aiohttp requires."""
        body, reader = memoryview(self._value), self._reader
        most = len(body) if content_length is None else min(content_length, len(body))
        with bound_kernel_queue(reader.transport):
            reader.watch()
            try:
                for start in range(0, most, PIECE):
                    piece = body[start : min(start + PIECE, most)]
                    reader.handed += len(piece)
                    await writer.write(piece)
                    await writer.drain()
            finally:
                reader.leave()


@web.middleware
async def paced(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Middleware: send a large answer piece by piece, if the limits allow one more."""
    answer = await handler(request)
    if not isinstance(answer, web.Response) or answer.prepared or request.method == hdrs.METH_HEAD:
        return answer
    body = answer.body
    if not isinstance(body, bytes) or len(body) <= PIECE:
        return answer
    unsent, address = request.app[UNSENT_BODIES], request.app[ADDRESSES].of(request)
    reader = Reader(address, body, request.transport, progress_of(request))
    try:
        unsent.take(reader)
    except CommandRefused as refusing:
        return refused_over_http(request, refusing)
    answer.body = PacedBody(reader)
    when_answered(request, lambda: unsent.give(reader))
    return answer
