"""Receivers of webhooks for tests, with the faults that receivers have."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

import msgspec
from servers import SOON, Message, soon


@dataclass
class Received:
    """One request that a receiver got."""

    headers: dict[str, str]
    body: str

    @property
    def message(self) -> Message:
        message: Message = msgspec.json.decode(self.body)
        return message


@dataclass
class Receiver:
    """A receiver on a real socket, which answers with these bytes; `None` resets the connection."""

    answer: Callable[[int], bytes | None]
    requests: list[Received] = field(default_factory=list)
    url: str = ""

    async def until(self, number: int) -> list[Received]:
        """Return the requests, once there are so many."""
        async with asyncio.timeout(SOON):
            await soon(lambda: len(self.requests) >= number)
        return self.requests

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")[1:-2]
            headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head)}
            body = (await reader.readexactly(int(headers.get("content-length", "0")))).decode()
            self.requests.append(Received(headers, body))
            answer = self.answer(len(self.requests) - 1)
            if answer is None:
                writer.transport.abort()
                return
            writer.write(answer)
            await writer.drain()
            writer.close()


def status(code: int, *lines: str) -> bytes:
    """Return an answer with this status."""
    return "\r\n".join((f"HTTP/1.1 {code} X", *lines, "Content-Length: 0", "", "")).encode()


@contextlib.asynccontextmanager
async def receiver(answer: Callable[[int], bytes | None] = lambda _: status(204)) -> AsyncIterator[Receiver]:
    """Run a receiver that gives this answer to each request, by its number."""
    receiving = Receiver(answer)
    server = await asyncio.start_server(receiving.serve, "127.0.0.1", 0)
    receiving.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hook"
    async with server:
        yield receiving
