"""What really comes over a socket: a WebSocket and an HTTP client that keep every byte and hide nothing.

aiohttp's client tells what a message says. Here it is also how many frames it came in, in which order, how long each
was and which of them were compressed: whatever somebody could measure who listens on the line.
"""

import asyncio
import base64
import contextlib
import json
import zlib
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from quarterdeck_protocol.encoding.wire import SUBPROTOCOL
from servers import SOON, Message

DEFLATE = "permessage-deflate; client_max_window_bits"
TAIL = b"\x00\x00\xff\xff"
COMPRESSED, CODE = 0x40, 0x0F
TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
KEY = base64.b64encode(bytes(16)).decode()


class RawFrame(NamedTuple):
    """One frame as it came."""

    head: int
    """Its first byte: whether it is the last of its message, whether it is compressed, and of which kind it is."""

    size: int
    """How many bytes came over the line after its head."""

    text: bytes
    """What it says, inflated if need be."""


class RawLine:
    """One WebSocket."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        self._refs = 0
        self.handshake = b""
        self.frames: list[RawFrame] = []
        """All that came, but for pings: these come with the time."""

    async def shake_hands(self, host: str, *, deflate: bool) -> None:
        """Ask for the conversation, and keep how that is answered."""
        lines = [
            "GET /v1/socket HTTP/1.1",
            f"Host: {host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {KEY}",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Protocol: {SUBPROTOCOL}",
            *([f"Sec-WebSocket-Extensions: {DEFLATE}"] if deflate else []),
        ]
        self._writer.write("\r\n".join((*lines, "", "")).encode())
        async with asyncio.timeout(SOON):
            self.handshake = await self._reader.readuntil(b"\r\n\r\n")
        assert self.handshake.startswith(b"HTTP/1.1 101"), self.handshake
        assert (b"permessage-deflate" in self.handshake) == deflate

    def send(self, message: Message | bytes) -> None:
        """Say something."""
        payload = message if isinstance(message, bytes) else json.dumps(message).encode()
        length = bytes((0x80 | len(payload),)) if len(payload) < 126 else b"\xfe" + len(payload).to_bytes(2, "big")
        assert len(payload) < 1 << 16
        self._writer.write(bytes((0x81,)) + length + bytes(4) + payload)  # masked with nothing

    async def next(self) -> RawFrame:
        """Return the next frame that says something."""
        while True:
            async with asyncio.timeout(SOON):
                head, size = await self._reader.readexactly(2)
                if size == 126:
                    size = int.from_bytes(await self._reader.readexactly(2), "big")
                elif size == 127:
                    size = int.from_bytes(await self._reader.readexactly(8), "big")
                payload = await self._reader.readexactly(size)
            if head & CODE == PING:
                self._writer.write(bytes((0x80 | PONG, 0x80 | size)) + bytes(4) + payload)
            elif head & CODE != PONG:
                break
        if head & COMPRESSED:
            payload = self._inflate.decompress(payload + TAIL)
        frame = RawFrame(head, size, payload)
        self.frames.append(frame)
        assert head & CODE == TEXT, frame
        return frame

    async def until(self, says: Callable[[Message], bool]) -> Message:
        """Return the next message that is like this."""
        while True:
            message: Message = json.loads((await self.next()).text)
            if says(message):
                return message

    async def ask(self, message: Mapping[str, Any]) -> Message:
        """Say something under a `ref` of its own, and return the answer."""
        self._refs += 1
        ref = f"ref-{self._refs}"
        self.send({"ref": ref, **message})
        wanted = message.get("ref", ref)
        return await self.until(lambda heard: heard.get("ref") == wanted)

    async def close(self) -> None:
        self._writer.close()
        with contextlib.suppress(ConnectionError):
            await self._writer.wait_closed()


@contextlib.asynccontextmanager
async def raw_line(url: str, *, deflate: bool = False, patches: bool = False) -> AsyncIterator[RawLine]:
    """Return a fresh connection that has said how it wants to be told."""
    place = urlsplit(url)
    line = RawLine(*await asyncio.open_connection(place.hostname, place.port))
    try:
        await line.shake_hands(place.netloc, deflate=deflate)
        await line.ask({"type": "hello", "updates": "patch" if patches else "whole"})
        yield line
    finally:
        await line.close()


class RawStream:
    """What comes over HTTP for as long as it lasts."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self.heard = b""

    async def rest(self) -> bytes:
        """Return all that comes until the other side ends it."""
        async with asyncio.timeout(SOON):
            return await self._reader.read()

    async def until(self, words: bytes) -> None:
        """Read until these words have come."""
        async with asyncio.timeout(SOON):
            while words not in self.heard:
                more = await self._reader.read(65_536)
                assert more, self.heard[-500:]
                self.heard += more

    async def close(self) -> None:
        self._writer.close()
        with contextlib.suppress(ConnectionError):
            await self._writer.wait_closed()


async def raw_stream(url: str, path: str, **headers: str) -> RawStream:
    """Ask for something over HTTP; nothing of the answer is read."""
    place = urlsplit(url)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    lines = [f"GET {path} HTTP/1.1", "Host: server", *(f"{name}: {value}" for name, value in headers.items())]
    writer.write("\r\n".join((*lines, "", "")).encode())
    return RawStream(reader, writer)


async def raw_answer(url: str, path: str, **headers: str) -> bytes:
    """Return an answer over HTTP, from its first byte to its last."""
    stream = await raw_stream(url, path, Connection="close", **headers)
    try:
        return await stream.rest()
    finally:
        await stream.close()
