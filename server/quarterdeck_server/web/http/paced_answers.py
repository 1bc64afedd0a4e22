"""Large answers over plain HTTP, sent piece by piece as the reader takes them.

aiohttp hands a whole body to the transport, which keeps a copy of what the reader has not taken: sixty readers of one
replay who took nothing held 280 MB. Here a connection holds one piece, all readers of the same body share it, and the
bodies that are still being sent have a bound for each address and for the process. A reader who takes nothing for
`SECONDS_OF_PATIENCE` is cut off.
"""

import asyncio
from collections.abc import Callable

from aiohttp import hdrs, web
from aiohttp.abc import AbstractStreamWriter
from aiohttp.payload import Payload
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.web.http.requests import Handler, note_progress, refused_over_http
from quarterdeck_server.web.listener import when_answered
from quarterdeck_server.web.rate_limit.addresses import ADDRESSES
from quarterdeck_server.web.transports import reset

PIECE = 32 * 1024
"""How many bytes are given to a connection at once. Smaller answers go as they are."""

SECONDS_OF_PATIENCE = 10.0
"""How long a reader may take for one piece: whoever takes less than 3 KB a second is cut off."""

MOST_FROM_ADDRESS = 8 * 1024 * 1024
MOST_OF_PROCESS = 128 * 1024 * 1024
MILLISECONDS_UNTIL_AGAIN = Milliseconds(5_000)


class UnsentBodies:
    """The bodies that are being sent, each counted once for all of its readers, and the bounds on their bytes."""

    def __init__(
        self,
        times: Callable[[str], int] = lambda _: 1,
        *,
        most_from_address: int = MOST_FROM_ADDRESS,
        most_of_process: int = MOST_OF_PROCESS,
    ) -> None:
        """`times` says how many times as much an address may hold as others."""
        self._times = times
        self._most_from_address = most_from_address
        self._most_of_process = most_of_process
        self._readers: dict[str, dict[int, int]] = {}
        self._held_from: dict[str, int] = {}
        self._held: dict[int, int] = {}
        self.size = 0
        """How many bytes are held by all bodies that are being sent."""

    def held_from(self, address: str) -> int:
        """Return how many bytes are held by the bodies that are being sent to an address."""
        return self._held_from.get(address, 0)

    def take(self, address: str, body: bytes) -> None:
        """Note that a body is being sent to one more reader at an address. A body beyond a bound is taken if nothing
        else is being sent there. Raises `CommandRefused`."""
        more_here = 0 if id(body) in self._readers.get(address, {}) else len(body)
        more = 0 if id(body) in self._held else len(body)
        held = self.held_from(address)
        if held and held + more_here > self._most_from_address * self._times(address):
            text = Text("Answers to your address of {held} bytes are still to be taken; take them first.", held=held)
            raise CommandRefused(RefusalCode.TOO_MANY, text, retry_in=MILLISECONDS_UNTIL_AGAIN)
        if self.size and self.size + more > self._most_of_process:
            text = Text(
                "This process holds as many answers as it may that nobody has taken yet; try again in a moment."
            )
            raise CommandRefused(RefusalCode.UNAVAILABLE, text, retry_in=MILLISECONDS_UNTIL_AGAIN)
        readers = self._readers.setdefault(address, {})
        readers[id(body)] = readers.get(id(body), 0) + 1
        self._held_from[address] = held + more_here
        self._held[id(body)] = self._held.get(id(body), 0) + 1
        self.size += more

    def give(self, address: str, body: bytes) -> None:
        """Note that a reader at an address has taken a body, or has gone."""
        readers = self._readers[address]
        readers[id(body)] -= 1
        if not readers[id(body)]:
            del readers[id(body)]
            self._held_from[address] -= len(body)
            if not readers:
                del self._readers[address], self._held_from[address]
        self._held[id(body)] -= 1
        if not self._held[id(body)]:
            del self._held[id(body)]
            self.size -= len(body)


UNSENT_BODIES: web.AppKey[UnsentBodies] = web.AppKey("unsent_bodies", UnsentBodies)


class PacedBody(Payload):
    """A body that is written piece by piece, each when the reader has taken the one before."""

    _autoclose = True

    def __init__(self, body: bytes, request: web.Request) -> None:
        super().__init__(body)
        self._size = len(body)
        self._request = request

    def decode(self, encoding: str = "utf-8", errors: str = "strict") -> str:
        """Return the body as text."""
        return bytes(self._value).decode(encoding, errors)

    async def write(self, writer: AbstractStreamWriter) -> None:
        """Write the whole body. Resets the connection of a reader who takes nothing."""
        await self.write_with_length(writer, None)

    async def write_with_length(self, writer: AbstractStreamWriter, content_length: int | None) -> None:
        """Write the body, at most so many bytes of it, as aiohttp asks for it."""
        body = memoryview(self._value)
        most = len(body) if content_length is None else min(content_length, len(body))
        for start in range(0, most, PIECE):
            await self._send(writer, body[start : min(start + PIECE, most)])
            note_progress(self._request)

    async def _send(self, writer: AbstractStreamWriter, piece: memoryview) -> None:
        transport = self._request.transport
        if transport is None or transport.is_closing():
            raise ConnectionResetError
        stalled = asyncio.get_running_loop().call_later(SECONDS_OF_PATIENCE, reset, transport)
        try:
            await writer.write(piece)
            await writer.drain()
        finally:
            stalled.cancel()


@web.middleware
async def paced(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Send a large answer piece by piece, if there is room for one more."""
    answer = await handler(request)
    if not isinstance(answer, web.Response) or answer.prepared or request.method == hdrs.METH_HEAD:
        return answer
    body = answer.body
    if not isinstance(body, bytes) or len(body) <= PIECE:
        return answer
    unsent, address = request.app[UNSENT_BODIES], request.app[ADDRESSES].of(request)
    try:
        unsent.take(address, body)
    except CommandRefused as refusing:
        return refused_over_http(request, refusing)
    answer.body = PacedBody(body, request)
    when_answered(request, lambda: unsent.give(address, body))
    return answer
