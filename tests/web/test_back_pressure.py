"""Who says more than is obeyed, or takes no answers: no more is read from them, and what has been read is bounded."""

import asyncio
import contextlib
import re
import socket
from collections.abc import Sequence

import pytest
from quarterdeck_server.lobby.documents import Change, IndexChange, Unchanged
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.storage.memory_documents import MemoryDocuments, Shared
from quarterdeck_server.telemetry.queues import MOST_UNREAD
from quarterdeck_server.web.frames import send_queue as send_queue_module
from quarterdeck_server.web.frames.frame_socket import MOST_BYTES_UNREAD
from quarterdeck_server.web.frames.send_queue import MOST_BYTES_BEHIND, SendQueue
from quarterdeck_server.web.socket import SEND_QUEUES
from scrapes import scraped, series
from servers import SOON, LiveServer, live_server, soon
from web.test_slow_readers import Deaf, deaf_clients

LARGEST_WELCOME = 8 * 1024
A_BREATH = 200
MORE_THAN_ANYBODY_READS = 100_000
"""So many commands are more than the server and its kernel hold."""

TOLD = re.compile(rb'"ref":"(\d+)"')


class HeldDocuments(MemoryDocuments):
    """Documents of which none is written until it may be."""

    def __init__(self, memory: Shared) -> None:
        super().__init__(memory)
        self.may_write = asyncio.Event()

    async def commit(
        self, changes: Sequence[Change | Unchanged], indexed: Sequence[IndexChange] = (), news: bytes | None = None
    ) -> None:
        await self.may_write.wait()
        await super().commit(changes, indexed, news)


def framed(said: bytes) -> bytes:
    """Return a client's frame, masked with nothing."""
    assert len(said) < 126
    return bytes([0x81, 0x80 | len(said), 0, 0, 0, 0]) + said


def commands(kind: str, refs: Sequence[int]) -> bytes:
    return b"".join(framed(b'{"type":"%s","ref":"%d"}' % (kind.encode(), ref)) for ref in refs)


async def send_queue_of(server: LiveServer) -> SendQueue:
    await soon(lambda: len(server.app[SEND_QUEUES]) == 1)
    (send_queue,) = server.app[SEND_QUEUES]
    return send_queue


def is_read_no_more(send_queue: SendQueue) -> bool:
    return bool(send_queue._socket._reading_paused)


async def said_until_nothing_is_read(client: Deaf, send_queue: SendQueue, kind: str) -> int:
    """Let a client say one command after the other until it is not read from any more, and then as many again; give
    how many it has said."""
    said = 0
    async with asyncio.timeout(SOON):
        while not is_read_no_more(send_queue):
            assert said < MORE_THAN_ANYBODY_READS, "whatever is said is read"
            client.say(commands(kind, range(said, said + A_BREATH)))
            said += A_BREATH
            await asyncio.sleep(0)
    unread = send_queue.unread
    client.say(commands(kind, range(said, 2 * said)))
    for _ in range(100):
        await asyncio.sleep(0)
    assert is_read_no_more(send_queue)
    assert send_queue.unread <= unread
    return 2 * said


async def refs_told(client: Deaf, many: int) -> list[int]:
    """Take what comes until so many commands have their answer."""
    heard = bytearray()
    refs: list[int] = []
    async with asyncio.timeout(SOON):
        while len(refs) < many:
            client.go_on()
            with contextlib.suppress(BlockingIOError):
                heard += client.socket.recv(1 << 20)
            end = 0
            for told in TOLD.finditer(heard):
                refs.append(int(told[1]))
                end = told.end()
            del heard[:end]
            await asyncio.sleep(0)
    return refs


async def test_a_caller_who_does_not_take_its_answers_is_not_obeyed_any_further(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(send_queue_module, "SECONDS_OF_PATIENCE", SOON)
    async with live_server(messages_per_second=1_000_000) as server:
        with deaf_clients(server.url, many=1) as (client,):
            send_queue = await send_queue_of(server)
            said = await said_until_nothing_is_read(client, send_queue, "hello")
            assert MOST_BYTES_BEHIND < send_queue.size < MOST_BYTES_BEHIND + LARGEST_WELCOME
            assert MOST_BYTES_UNREAD // 2 < send_queue.unread < MOST_UNREAD
            client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
            assert await refs_told(client, said) == list(range(said)), "each has its answer, once it is taken"
            assert not is_read_no_more(send_queue)


async def test_a_caller_who_says_more_than_is_obeyed_is_not_read_from_any_further() -> None:
    memory = Memory()
    store = MemoryStore(memory)
    store.documents = documents = HeldDocuments(memory)
    async with live_server(store, messages_per_second=1_000_000) as server:
        with deaf_clients(server.url, many=1) as (client,):
            send_queue = await send_queue_of(server)
            client.say(framed(b'{"type":"sign_in","name":"Ada","ref":"0"}'))
            said = await said_until_nothing_is_read(client, send_queue, "ping")
            assert MOST_BYTES_UNREAD // 2 < send_queue.unread < MOST_UNREAD
            told = scraped(server)
            assert told[series("quarterdeck_queue_length", queue="unread_bytes")] == send_queue.unread
            async with server.line() as other:
                assert (await other.ask({"type": "hello"}))["type"] == "welcome", "nobody else waits"
            documents.may_write.set()
            client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
            assert await refs_told(client, 1 + said) == [0, *range(said)], "all of it was done, in its order"
            assert not is_read_no_more(send_queue)


async def test_a_caller_who_is_let_go_while_it_is_waited_for_hears_why_and_keeps_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(send_queue_module, "SECONDS_OF_PATIENCE", 0.2)
    async with live_server(messages_per_second=1_000_000) as server:
        with deaf_clients(server.url, many=1) as (client,):
            send_queue = await send_queue_of(server)
            client.say(commands("hello", range(A_BREATH)))
            await soon(lambda: client.is_cut)
            assert (send_queue.frames, send_queue.size, send_queue.is_behind) == (0, 0, False)
            await soon(lambda: not server.app[SEND_QUEUES])
