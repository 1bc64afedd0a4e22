"""A process is killed, with SIGKILL, between two steps of an offer: when the first has reached the store, and before it
hears of that. Both players go on elsewhere, and come into one match."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import redis
from failover_bots import Switch
from quarterdeck_client import Client, FollowedMatch, Search
from quarterdeck_server.storage.redis.embedded import EmbeddedStore
from servers import SOON, served

STEPS = {
    "the offer and that it is told": b'"stage":"open"',
    "the first accept and the last": b'"answer":"accepted"',
    "the last accept and the match": b'"stage":"accepted"',
    "the match and the end of the tickets": b":log",
}
"""What stands in the command by which the first of two steps reaches the store, and in none before it."""


class Wire:
    """What a process says to its store passes through here, until it says a certain thing: that is the last."""

    def __init__(self, store: str, last: bytes) -> None:
        self._path = urlsplit(store).path
        self._last = last
        self.url = ""
        self.kill: Callable[[], None] = lambda: None
        self.has_killed = asyncio.Event()
        self._carrying: set[asyncio.Task[None]] = set()

    @contextlib.asynccontextmanager
    async def laid(self, place: Path) -> AsyncIterator["Wire"]:
        server = await asyncio.start_unix_server(self._take, place)
        self.url = f"unix://{place}"
        try:
            yield self
        finally:
            server.close()
            for task in self._carrying:
                task.cancel()
            await asyncio.gather(*self._carrying, return_exceptions=True)

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._carrying.add(task)
        task.add_done_callback(self._carrying.discard)
        there, back = await asyncio.open_unix_connection(self._path)
        ways = [asyncio.ensure_future(self._ask(reader, back)), asyncio.ensure_future(self._answer(there, writer))]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            back.transport.abort()
            writer.transport.abort()
            await asyncio.gather(*ways, return_exceptions=True)

    async def _ask(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        said = b""
        while frame := await reader.read(1 << 16):
            said = said[-100:] + frame
            is_last = self._last in said and not self.has_killed.is_set()
            if is_last:
                self.has_killed.set()
                self.kill()
            if is_last or not self.has_killed.is_set():
                writer.write(frame)
                await writer.drain()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while frame := await reader.read(1 << 16):
            if not self.has_killed.is_set():
                writer.write(frame)
                await writer.drain()


async def played(search: Search) -> FollowedMatch:
    """Accept whatever is offered, until a match has begun."""
    async for _ in search:
        if search.offer is not None and search.offer.stage == "open" and not search.offer.has_accepted:
            await search.accept()
    return await search.begun()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[EmbeddedStore]:
    embedded = EmbeddedStore(tmp_path / "store")
    await embedded.start()
    yield embedded
    await embedded.stop()


@pytest.mark.parametrize("between", STEPS)
async def test_two_come_into_one_match(store: EmbeddedStore, tmp_path: Path, between: str) -> None:
    options = ("--quotas", "off", "--log-level", "error")
    async with contextlib.AsyncExitStack() as stack:
        enter = stack.enter_async_context
        wire = await enter(Wire(store.url, STEPS[between]).laid(tmp_path / "wire"))
        staying = await enter(served("--store", store.url, "--role", "match", *options))
        dying = await enter(served("--store", wire.url, *options))
        wire.kill = dying.kill
        switch = await enter(Switch.to([dying.url]))
        clients = [await enter(Client(switch.url, name=name, patience=60)) for name in ("Ada", "Bo")]
        playing = [asyncio.ensure_future(played(await client.seek(["tiny"]))) for client in clients]
        async with asyncio.timeout(SOON):
            await wire.has_killed.wait()
        assert await dying.ended() < 0
        switch.urls = [staying.url]
        await enter(served("--store", store.url, "--role", "lobby", *options))
        async with asyncio.timeout(SOON):
            seats = await asyncio.gather(*playing)
        assert seats[0].match == seats[1].match
        with redis.Redis.from_url(store.url) as client:
            assert len(list(client.scan_iter("qd:*:match:*:log"))) == 1
            assert client.zcard("qd:{lobby}:index:offers") == client.zcard("qd:{lobby}:index:tickets") == 0
