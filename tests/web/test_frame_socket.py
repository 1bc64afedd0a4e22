"""Frames on their short way: obeyed where they are parsed, in their order, and written as RFC 6455 has it."""

import asyncio
import hashlib
import inspect
from collections.abc import AsyncIterator, Sequence
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp._websocket.reader_py import WebSocketDataQueue, WebSocketReader
from aiohttp.base_protocol import BaseProtocol
from aiohttp.web_protocol import RequestHandler
from quarterdeck_server.web.frames import send_queue as send_queue_module
from quarterdeck_server.web.frames.frame_socket import COMPRESSED, PONG, TEXT, FrameSocket, framed
from quarterdeck_server.web.heartbeat import SLOTS
from quarterdeck_server.web.socket import CONVERSATIONS, SEND_QUEUES
from servers import SOON, LiveServer, live_server, soon


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with live_server(messages_per_second=100_000) as running:
        yield running


@pytest.mark.parametrize(
    ("size", "header"),
    [
        (0, b"\x81\x00"),
        (125, b"\x81\x7d"),
        (126, b"\x81\x7e\x00\x7e"),
        (65_535, b"\x81\x7e\xff\xff"),
        (65_536, b"\x81\x7f" + (65_536).to_bytes(8)),
    ],
)
def test_a_frame_says_how_long_it_is(size: int, header: bytes) -> None:
    assert framed(b"x" * size) == header + b"x" * size


def test_a_frame_says_what_it_is() -> None:
    assert [framed(b"", kind)[0] for kind in (TEXT, PONG, TEXT | COMPRESSED)] == [0x81, 0x8A, 0xC1]


async def test_commands_said_in_one_breath_are_answered_in_their_order(server: LiveServer) -> None:
    """Those that wait for the store too, and those behind them that would not have to."""
    async with server.line() as line:
        commands = [{"type": "sign_in", "name": "Ada"}, {"type": "hello"}, {"type": "list_tables"}, {"type": "act"}]
        refs = [str(number) for number in range(20)]
        for ref in refs:
            await line.send({**commands[int(ref) % len(commands)], "ref": ref})
        while len(line.heard) < len(refs):
            await line.next()
        assert [heard["ref"] for heard in line.heard] == refs


class TestLiveness:
    async def test_a_caller_who_answers_a_ping_stays(self, server: LiveServer) -> None:
        async with server.line(autoping=False) as line:
            await line.ask({"type": "hello"})
            (send_queue,) = server.app[SEND_QUEUES]
            socket = send_queue._socket
            wheel = server.app[CONVERSATIONS].heartbeat
            for _ in range(SLOTS):
                wheel.turn()
            assert socket.owes_a_pong
            async with asyncio.timeout(SOON):
                ping = await line.socket.receive()
            assert ping.type is aiohttp.WSMsgType.PING
            await line.socket.pong(ping.data)
            await soon(lambda: not socket.owes_a_pong)
            for _ in range(SLOTS - 1):
                wheel.turn()
            assert (await line.ask({"type": "hello"}))["type"] == "welcome"

    async def test_a_caller_who_answers_none_is_gone(self, server: LiveServer) -> None:
        async with server.line(autoping=False) as line:
            await line.ask({"type": "hello"})
            for _ in range(SLOTS + SLOTS // 2):
                server.app[CONVERSATIONS].heartbeat.turn()
            async with asyncio.timeout(SOON):
                heard = [await line.socket.receive(), await line.socket.receive()]
            assert heard[0].type is aiohttp.WSMsgType.PING
            assert heard[-1].type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED)
            await soon(lambda: not server.app[SEND_QUEUES])


class TestCrowds:
    async def test_a_caller_who_plays_waits_for_no_crowd(
        self, server: LiveServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(send_queue_module, "MOST_VISITS", 2)
        async with server.line() as one, server.line() as two, server.line() as three, server.line() as plays:
            for line in (one, two, three, plays):
                await line.ask({"type": "hello"})
            *crowd, player = _send_queues(server)
            for send_queue in crowd:
                send_queue.put(b'{"type":"pong"}')
            player.put_first(b'{"type":"pong"}')
            await asyncio.sleep(0)
            assert [send_queue.frames for send_queue in (*crowd, player)] == [0, 0, 1, 0]
            for line in (one, two, three, plays):
                assert (await line.next())["type"] == "pong"

    async def test_anything_that_is_sent_first_overtakes_nothing_of_its_own_line(self, server: LiveServer) -> None:
        async with server.line() as line:
            await line.ask({"type": "hello"})
            (send_queue,) = _send_queues(server)
            send_queue.put(b'{"type":"pong","ref":"first"}')
            send_queue.put_first(b'{"type":"pong","ref":"second"}')
            assert [(await line.next())["ref"] for _ in range(2)] == ["first", "second"]

    async def test_anything_that_many_are_sent_together_overtakes_nothing_of_their_own_lines(
        self, server: LiveServer
    ) -> None:
        async with server.line() as one, server.line() as two, server.line() as three:
            for line in (one, two, three):
                await line.ask({"type": "hello"})
            send_queues = _send_queues(server)
            waiting = send_queues[0]
            waiting.put(b'{"type":"pong","ref":"before"}')
            waiting.put_to_all(b'{"type":"pong","ref":"to all"}', send_queues)
            for send_queue in send_queues:
                send_queue.put(b'{"type":"pong","ref":"after"}')
            told = [[(await line.next())["ref"] for _ in range(2)] for line in (one, two, three)]
            late = [line for line, refs in zip((one, two, three), told, strict=True) if refs[0] == "before"]
            assert sorted(told) == [["before", "to all"], ["to all", "after"], ["to all", "after"]]
            assert [(await line.next())["ref"] for line in late] == ["after"]

    async def test_anything_that_many_are_sent_together_is_not_kept_for_who_is_let_go(self, server: LiveServer) -> None:
        async with server.line() as stays, server.line() as goes:
            for line in (stays, goes):
                await line.ask({"type": "hello"})
            send_queues = _send_queues(server)
            send_queues[0].abort_in(SOON)
            send_queues[0].put_to_all(b'{"type":"pong","ref":"to all"}', send_queues)
            assert [send_queue.frames for send_queue in send_queues] == [0, 1]
            await soon(lambda: not send_queues[1].frames)

    async def test_anything_that_waits_for_a_client_leaves_in_one_piece(
        self, server: LiveServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pieces: list[list[bytes]] = []
        put_all = FrameSocket.put_all

        def noted(socket: FrameSocket, payloads: Sequence[bytes]) -> None:
            pieces.append(list(payloads))
            put_all(socket, payloads)

        async with server.line() as line:
            await line.ask({"type": "hello"})
            (send_queue,) = _send_queues(server)
            monkeypatch.setattr(FrameSocket, "put_all", noted)
            frames = [b'{"type":"pong","ref":"%d"}' % number for number in range(5)]
            for frame in frames:
                send_queue.put(frame)
            assert [(await line.next())["ref"] for _ in frames] == ["0", "1", "2", "3", "4"]
        assert pieces == [frames]


def _send_queues(server: LiveServer) -> list[send_queue_module.SendQueue]:
    send_queues = server.app[SEND_QUEUES]
    return list(send_queues)


INSIDE_AIOHTTP = {
    web.WebSocketResponse._pre_start: "da55c0d7d844",
    web.WebSocketResponse._post_start: "5537cb3f2eca",
    web.WebSocketResponse.prepare: "bd6bf6c6d410",
    WebSocketDataQueue: "526af2531df7",
    WebSocketReader.feed_data: "e27242a8f094",
    BaseProtocol: "b8cbe831e85f",
    RequestHandler.connection_lost: "df2fe6e95fd0",
    RequestHandler.start: "2e565fd40c8e",
    RequestHandler.finish_response: "b7eb53db8f4b",
}
"""What `frame_socket.py` stands for, or relies on, with a digest of its text."""


@pytest.mark.parametrize("part", INSIDE_AIOHTTP, ids=lambda part: part.__qualname__)
def test_anything_that_is_relied_on_inside_aiohttp_is_as_it_was_read(part: Any) -> None:
    """Its public interface promises nothing of this, and a version that fits the range may have changed it."""
    found = hashlib.sha256(inspect.getsource(part).encode()).hexdigest()[:12]
    assert found == INSIDE_AIOHTTP[part], (
        f"aiohttp {aiohttp.__version__} has another `{part.__qualname__}` than `frame_socket.py` was written for:"
        f" read what has changed, then note {found} here"
    )
