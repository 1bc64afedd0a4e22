"""Lines to real processes: WebSockets of clients, and the door through which they go, where lines are broken."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlsplit

import aiohttp
from faults.recording_clients import LineLost
from quarterdeck_client.transport.websocket import hang_up
from quarterdeck_protocol.encoding.wire import SUBPROTOCOL


class RealLine:
    """A client's end of a WebSocket, which is opened while the first frames wait."""

    def __init__(
        self, http: aiohttp.ClientSession, url: str, keep: set["asyncio.Task[None]"], compress: int = 0
    ) -> None:
        self._compress = compress
        self._frames: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._unsent: asyncio.Queue[bytes] = asyncio.Queue()
        self._task = asyncio.create_task(self._hold(http, url))
        keep.add(self._task)
        self._task.add_done_callback(keep.discard)

    def send(self, frame: bytes) -> None:
        self._unsent.put_nowait(frame)

    async def receive(self) -> bytes:
        frame = await self._frames.get()
        if frame is None:
            self._frames.put_nowait(None)
            raise LineLost
        return frame

    def hang_up(self) -> None:
        self._task.cancel()

    async def _hold(self, http: aiohttp.ClientSession, url: str) -> None:
        try:
            with contextlib.suppress(aiohttp.ClientError, ConnectionError, TimeoutError):
                options: dict[str, Any] = {"protocols": (SUBPROTOCOL,), "max_msg_size": 0, "compress": self._compress}
                socket = await http.ws_connect(f"{url}/v1/socket", **options)
                sending = asyncio.create_task(self._send(socket))
                try:
                    async for message in socket:
                        self._frames.put_nowait(message.data.encode())
                finally:
                    sending.cancel()
                    await asyncio.gather(sending, return_exceptions=True)
                    await hang_up(socket)
        finally:
            self._frames.put_nowait(None)

    async def _send(self, socket: "aiohttp.ClientWebSocketResponse[bool]") -> None:
        with contextlib.suppress(ConnectionError, aiohttp.ClientError):
            while True:
                await socket.send_str((await self._unsent.get()).decode())


class Door:
    """Leads every connection to one of the servers, at random, and breaks lines when asked to."""

    def __init__(self, urls: list[str], chance: random.Random) -> None:
        self.urls = urls
        self.url = ""
        self.delay = 0.0
        """By how many seconds everything comes later."""

        self._chance = chance
        self._cuts = 0
        self._cuts_next = 0
        self._carried: dict[asyncio.Task[None], tuple[asyncio.StreamWriter, asyncio.StreamWriter]] = {}
        self._silent: set[asyncio.StreamWriter] = set()

    @classmethod
    @contextlib.asynccontextmanager
    async def before(cls, urls: list[str], chance: random.Random) -> AsyncIterator["Door"]:
        """Open a door before these servers."""
        door = cls(urls, chance)
        server = await asyncio.start_server(door._take, "127.0.0.1", 0)
        door.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        try:
            yield door
        finally:
            server.close()
            tasks = list(door._carried)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def cut(self, part: float) -> None:
        """Break about this part of all lines, and those that are being opened."""
        self._cuts += 1
        for sides in list(self._carried.values()):
            if self._chance.random() < part:
                for side in sides:
                    side.transport.abort()

    def cut_in_mid_reply(self, number: int) -> None:
        """Break so many lines, each in the middle of the next that is said on it."""
        self._cuts_next += number

    def silence(self, part: float) -> None:
        """Let nothing come through any more on this part of the lines, and nobody notice."""
        for sides in self._carried.values():
            if self._chance.random() < part:
                self._silent.update(sides)

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        place, cuts = urlsplit(self._chance.choice(self.urls)), self._cuts
        try:
            reader_behind, writer_behind = await asyncio.open_connection(place.hostname, place.port)
        except OSError:
            writer.transport.abort()
            return
        if cuts != self._cuts:  # whatever was on its way while lines were cut is cut, too
            for side in (writer, writer_behind):
                side.transport.abort()
            return
        task = asyncio.current_task()
        assert task is not None
        self._carried[task] = writer, writer_behind
        there = asyncio.create_task(self._pour(reader, writer_behind, is_reply=False))
        back = asyncio.create_task(self._pour(reader_behind, writer, is_reply=True))
        try:
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.wait((there, back), return_when=asyncio.FIRST_COMPLETED)
        finally:
            del self._carried[task]
            self._silent -= {writer, writer_behind}
            for pouring in (there, back):
                pouring.cancel()
            for side in (writer, writer_behind):
                side.transport.abort()
            await asyncio.gather(there, back, return_exceptions=True)

    async def _pour(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, is_reply: bool) -> None:
        with contextlib.suppress(ConnectionError):
            while some := await reader.read(65_536):
                if self.delay:
                    await asyncio.sleep(self.delay)
                if writer in self._silent:
                    continue
                if is_reply and self._cuts_next and len(some) > 1:
                    self._cuts_next -= 1
                    writer.write(some[: len(some) // 2])
                    await writer.drain()
                    return
                writer.write(some)
                await writer.drain()
