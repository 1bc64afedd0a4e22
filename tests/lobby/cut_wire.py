"""What lies between a process and its store, and is cut at one step of what the process does."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

from quarterdeck_server.storage.redis.redis_store import RedisStore
from stores import SOON


class CutWire:
    """All that a process says to its store passes through here until it says a certain thing; then nothing does, either
    way, as if the process had been killed: it hangs up, and nobody is let through any more."""

    def __init__(self, store: str, last: bytes, *, reaches: bool) -> None:
        """`store` is the address of a server with a Unix socket; `reaches` says whether the last thing gets there, of
        which no answer comes."""
        self._path = urlsplit(store).path
        self._last = last
        self._reaches = reaches
        self.is_cut = False
        self._carrying: set[asyncio.Task[None]] = set()

    @contextlib.asynccontextmanager
    async def laid(self, place: Path) -> AsyncIterator[RedisStore]:
        """Return the store of a process that reaches it through here."""
        server = await asyncio.start_unix_server(self._take, place)
        store = RedisStore(f"unix://{place}", patience=SOON)  # what is cut hangs up, so nothing has to wait for it
        await store.start()
        try:
            yield store
        finally:
            self.is_cut = True
            server.close()
            for task in self._carrying:
                task.cancel()
            await asyncio.gather(*self._carrying, return_exceptions=True)
            await store.close()
            await asyncio.sleep(0)  # a connection that was accepted just now begins, and is aborted

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._carrying.add(task)
        task.add_done_callback(self._carrying.discard)
        try:
            if not self.is_cut:
                await self._carry(reader, writer)
        finally:
            writer.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_unix_connection(self._path)
        ways = [asyncio.ensure_future(self._ask(reader, back)), asyncio.ensure_future(self._answer(there, writer))]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            back.close()  # what was said before arrives

    async def _ask(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        said = b""
        while not self.is_cut and (frame := await reader.read(1 << 16)):
            said = said[-100:] + frame
            self.is_cut = self._last in said
            if not self.is_cut or self._reaches:
                writer.write(frame)
                await writer.drain()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while (frame := await reader.read(1 << 16)) and not self.is_cut:
            writer.write(frame)
            await writer.drain()
