"""Clients that never read: each is gone soon with all that was kept for it, and none holds up the server's end."""

import asyncio
import contextlib
import gc
import os
import select
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web
from quarterdeck_server.web.connection_limits import CONNECTIONS
from quarterdeck_server.web.frames.send_queue import MOST_BYTES
from quarterdeck_server.web.http.paced_answers import UNSENT_BODIES
from quarterdeck_server.web.http.requests import Handler
from quarterdeck_server.web.socket import CONVERSATIONS, FLUSHER, SEND_QUEUES, Conversations
from servers import SOON, LiveServer, Served, live_server, served, soon
from yarl import URL

MANY = 40
COMMANDS = 100
"""How many are said at once: fewer than answers are kept, so that only who does not read falls behind."""

HANDSHAKE = (
    b"GET /v1/socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
SAID = b'{"type":"hello"}'
HELLO = bytes([0x81, 0x80 | len(SAID), 0, 0, 0, 0]) + SAID
PING = bytes([0x89, 0x80 | 125, 0, 0, 0, 0]) + bytes(125)
LARGE = bytes(2 * 1024 * 1024)
"""An answer that no kernel takes as a whole for somebody who does not read."""

ASKED_FOR_LARGE = b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n" * 20
NO_PACE = ("--messages-per-second", "1000000", "--quotas", "off")


class Deaf:
    """A client that says a lot and reads nothing."""

    def __init__(self, url: str, asked: bytes = HANDSHAKE) -> None:
        address = URL(url)
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
        self.socket.connect((address.host, address.port))
        self.socket.sendall(asked)
        self.socket.setblocking(False)
        self._left = b""

    def say(self, frames: bytes) -> None:
        """Say so much of this as goes now, and the rest when `go_on` is asked."""
        self._left += frames
        self.go_on()

    def go_on(self) -> None:
        with contextlib.suppress(BlockingIOError, ConnectionError):
            while self._left:
                self._left = self._left[self.socket.send(self._left) :]

    @property
    def has_said_all(self) -> bool:
        self.go_on()
        return not self._left

    @property
    def is_cut(self) -> bool:
        """Whether the other side has ended the connection for good, with what was never read still in it."""
        self.go_on()
        polled = select.poll()
        polled.register(self.socket, 0)
        return any(what & (select.POLLHUP | select.POLLERR) for _, what in polled.poll(0))


@contextlib.contextmanager
def deaf_clients(url: str, many: int = MANY, asked: bytes = HANDSHAKE) -> Iterator[list[Deaf]]:
    clients = [Deaf(url, asked) for _ in range(many)]
    try:
        yield clients
    finally:
        for client in clients:
            client.socket.close()


async def said_until(clients: list[Deaf], happens: Callable[[], bool]) -> None:
    """Let each say more and more until something is true."""
    async with asyncio.timeout(2 * SOON):
        while not happens():
            for client in clients:
                client.say(HELLO * COMMANDS)
            await asyncio.sleep(0.02)


def buffered(server: LiveServer) -> list[int]:
    """Return how many bytes are kept for each client that has not taken them."""
    transports = [send_queue._socket.transport for send_queue in server.app[SEND_QUEUES]]
    return [0 if each is None else each.get_write_buffer_size() for each in transports]


async def nothing_is_kept(server: LiveServer) -> None:
    """Wait until all send queues are gone; looking for garbage takes long at the end of a long test run."""
    async with asyncio.timeout(SOON):
        while len(server.app[SEND_QUEUES]) > 0:
            await asyncio.sleep(0.2)
            gc.collect()


async def give_large(_: web.Request) -> web.Response:
    return web.Response(body=LARGE)


def given_when(ready: asyncio.Event) -> Handler:
    """Return a route that answers when it may."""

    async def give(request: web.Request) -> web.StreamResponse:
        await ready.wait()
        return await give_large(request)

    return give


async def begun_to_stop(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> asyncio.Future[None]:
    """Begin to stop a server, and return when it has said goodbye to every conversation and cut what it could see."""
    conversations = server.app[CONVERSATIONS]
    closed = asyncio.Event()

    async def close(seconds: float) -> None:
        await Conversations.close(conversations, seconds)
        closed.set()

    monkeypatch.setattr(conversations, "close", close)
    stopping: asyncio.Future[None] = asyncio.ensure_future(server.stop())
    async with asyncio.timeout(SOON):
        await closed.wait()
    return stopping


async def is_well(url: str) -> bool:
    async with aiohttp.ClientSession() as http, http.get(f"{url}/healthz") as answer:
        return answer.status == 200


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with live_server(messages_per_second=1_000_000) as running:
        yield running


async def test_a_caller_who_never_reads_is_cut_and_nothing_is_kept_for_them(server: LiveServer) -> None:
    with deaf_clients(server.url) as clients:
        await soon(lambda: len(server.app[SEND_QUEUES]) == MANY)
        await said_until(clients, lambda: all(client.is_cut for client in clients))
        await nothing_is_kept(server)
        assert await is_well(server.url)


async def test_large_answers_wait_up_to_a_bound_in_bytes(server: LiveServer) -> None:
    large = b"x" * (MOST_BYTES // 4)
    with deaf_clients(server.url, many=1):
        await soon(lambda: len(server.app[SEND_QUEUES]) == 1)
        (queue,) = server.app[SEND_QUEUES]
        for waiting in range(1, 5):
            queue.put(large)
            assert queue.frames == waiting
        queue.put(large)
        assert (queue.frames, server.app[FLUSHER].slow_clients) == (0, 1)
        del queue
        await nothing_is_kept(server)


async def test_a_caller_who_asks_for_pongs_and_never_reads_fills_no_memory(server: LiveServer) -> None:
    with deaf_clients(server.url, many=1) as (client,):
        await soon(lambda: len(server.app[SEND_QUEUES]) == 1)
        client.say(PING * 40_000)
        await soon(lambda: client.has_said_all)
        async with server.line() as line:  # the pings have been read when a later command is answered
            await line.ask({"type": "hello"})
        assert max(buffered(server)) < 200_000


async def test_a_frame_that_is_never_finished_fills_no_memory(server: LiveServer) -> None:
    """It may come in parts, and pings be answered in between, for as long as somebody likes."""
    part = bytes([0x01, 0x80 | 127]) + (256 * 1024).to_bytes(8) + bytes(4 + 256 * 1024)
    with deaf_clients(server.url, many=1) as (client,):
        await soon(lambda: len(server.app[SEND_QUEUES]) == 1)
        client.say(part)
        await soon(lambda: server.app[CONNECTIONS].busy == 0)
        assert await is_well(server.url)


async def test_the_server_ends_in_good_order_though_nobody_reads(server: LiveServer) -> None:
    with deaf_clients(server.url) as clients:
        await soon(lambda: len(server.app[SEND_QUEUES]) == MANY)
        await said_until(clients, lambda: all(each > 1_000 for each in buffered(server)))
        async with asyncio.timeout(SOON / 2):
            await server.stop()
        await soon(lambda: all(client.is_cut for client in clients))


async def test_the_server_ends_in_good_order_though_nobody_takes_its_answers() -> None:
    async with live_server(routes=[web.get("/large", give_large)]) as server:
        with deaf_clients(server.url, asked=ASKED_FOR_LARGE) as clients:
            await soon(lambda: server.app[UNSENT_BODIES].readers == MANY)
            async with asyncio.timeout(SOON / 2):
                await server.stop()
            await soon(lambda: all(client.is_cut for client in clients))


async def test_answers_that_are_ready_only_after_the_end_began_are_cut_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    ready = asyncio.Event()
    async with live_server(routes=[web.get("/large", given_when(ready))]) as server:
        with deaf_clients(server.url, asked=ASKED_FOR_LARGE) as clients:
            await soon(lambda: server.app[CONNECTIONS].busy == MANY)
            stopping = await begun_to_stop(server, monkeypatch)
            assert server.app[UNSENT_BODIES].readers == 0
            ready.set()
            async with asyncio.timeout(SOON / 2):
                await stopping
            await soon(lambda: all(client.is_cut for client in clients))


async def test_a_caller_who_reads_gets_the_whole_answer_though_it_is_ready_only_after_the_end_began(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ready = asyncio.Event()
    routes = [web.get("/large", given_when(ready))]
    async with live_server(routes=routes) as server, aiohttp.ClientSession() as http:
        asking = asyncio.ensure_future(http.get(f"{server.url}/large"))
        await soon(lambda: server.app[CONNECTIONS].busy == 1)
        stopping = await begun_to_stop(server, monkeypatch)
        ready.set()
        async with asyncio.timeout(SOON), await asking as answer:
            assert await answer.read() == LARGE
        await stopping


async def test_a_process_of_its_own_cuts_them_and_ends_when_it_is_told_to(tmp_path: Path) -> None:
    async with served("--store", "memory", *NO_PACE, folder=tmp_path) as server:
        before = open_files(server)
        with deaf_clients(server.url) as clients:
            await soon(lambda: open_files(server) >= before + MANY)
            await said_until(clients, lambda: all(client.is_cut for client in clients))
            await soon(lambda: open_files(server) < before + MANY // 10)
            with deaf_clients(server.url) as others:
                await soon(lambda: open_files(server) >= before + MANY)
                for client in others:
                    client.say(HELLO * COMMANDS)
                assert await is_well(server.url)
                server.process.terminate()
                async with asyncio.timeout(SOON / 2):
                    assert await server.process.wait() == 0


async def test_a_process_ends_when_it_is_told_to_whatever_its_clients_are_in_the_middle_of(tmp_path: Path) -> None:
    """Those who are deaf, whose line is dead, and who are in the middle of headers, of a body, of a frame."""
    large = bytes([0x81, 0x80 | 126]) + (60_000).to_bytes(2) + bytes(4) + b"x" * 30_000
    body = b"POST /v1/games/myacards/deck HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n" + b"x" * 1_000
    async with served("--store", "memory", "--drain", "1", *NO_PACE, folder=tmp_path) as server:
        before = open_files(server)
        each = [(b"", b""), (HANDSHAKE[:60], b""), (body, b""), (HANDSHAKE, large), (HANDSHAKE, HELLO * COMMANDS)]
        clients = [Deaf(server.url, asked) for asked, _ in each for _ in range(10)]
        await soon(lambda: open_files(server) >= before + len(clients))
        for number, client in enumerate(clients):
            client.say(each[number // 10][1])
        assert await is_well(server.url)
        server.process.terminate()
        async with asyncio.timeout(SOON / 2):
            assert await server.process.wait() == 0
        for client in clients:
            client.socket.close()


def open_files(server: Served) -> int:
    """Return how many files a process has open."""
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))
