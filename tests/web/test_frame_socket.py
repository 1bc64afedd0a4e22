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
from aiohttp.web_protocol import RequestHandler
from quarterdeck_server.web import send_queue as send_queue_module
from quarterdeck_server.web.frame_socket import COMPRESSED, PONG, TEXT, FrameSocket, framed
from quarterdeck_server.web.ping_wheel import SLOTS
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
    async def test_who_answers_a_ping_stays(self, server: LiveServer) -> None:
        async with server.line(autoping=False) as line:
            await line.ask({"type": "hello"})
            (send_queue,) = server.app[SEND_QUEUES]
            socket = send_queue._socket
            wheel = server.app[CONVERSATIONS].pings
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

    async def test_who_answers_none_is_gone(self, server: LiveServer) -> None:
        async with server.line(autoping=False) as line:
            await line.ask({"type": "hello"})
            for _ in range(SLOTS + SLOTS // 2):
                server.app[CONVERSATIONS].pings.turn()
            async with asyncio.timeout(SOON):
                heard = [await line.socket.receive(), await line.socket.receive()]
            assert heard[0].type is aiohttp.WSMsgType.PING
            assert heard[-1].type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED)
            await soon(lambda: not server.app[SEND_QUEUES])


class TestCrowds:
    async def test_who_plays_waits_for_no_crowd(self, server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
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

    async def test_what_is_sent_first_overtakes_nothing_of_its_own_line(self, server: LiveServer) -> None:
        async with server.line() as line:
            await line.ask({"type": "hello"})
            (send_queue,) = _send_queues(server)
            send_queue.put(b'{"type":"pong","ref":"first"}')
            send_queue.put_first(b'{"type":"pong","ref":"second"}')
            assert [(await line.next())["ref"] for _ in range(2)] == ["first", "second"]

    async def test_what_waits_for_a_client_leaves_in_one_piece(
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
    return list(server.app[SEND_QUEUES])


INSIDE_AIOHTTP = {
    web.WebSocketResponse._post_start: "5537cb3f2eca",
    web.WebSocketResponse._on_data_received: "77fa350bce1a",
    web.WebSocketResponse._send_heartbeat: "6967ea5ed945",
    web.WebSocketResponse._handle_ping_pong_exception: "4db1c18fde95",
    web.WebSocketResponse.close: "2d0acd02fdef",
    web.WebSocketResponse.receive: "7ba90b3668b0",
    WebSocketDataQueue: "526af2531df7",
    WebSocketReader.feed_data: "e27242a8f094",
    RequestHandler.data_received: "1ee57ebe052e",
    RequestHandler.set_parser: "bb548eb2b85d",
    RequestHandler._pause_reading_for_buffer: "8a07d84ad8d4",
    RequestHandler._resume_reading_for_buffer: "61aa4b49c6e1",
}
"""What `frame_socket.py` stands for, or relies on, with a digest of its text."""


@pytest.mark.parametrize("part", INSIDE_AIOHTTP, ids=lambda part: part.__qualname__)
def test_what_is_relied_on_inside_aiohttp_is_as_it_was_read(part: Any) -> None:
    """Its public interface promises nothing of this, and a version that fits the range may have changed it."""
    found = hashlib.sha256(inspect.getsource(part).encode()).hexdigest()[:12]
    assert found == INSIDE_AIOHTTP[part], (
        f"aiohttp {aiohttp.__version__} has another `{part.__qualname__}` than `frame_socket.py` was written for:"
        f" read what has changed, then note {found} here"
    )
