"""Floods of the smallest frames: so many are parsed in a turn of the event loop, and no more is read meanwhile."""

import asyncio
import zlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.web.frames.deflate_windows import TAIL
from quarterdeck_server.web.frames.frame_socket import _Frames, _Parser
from quarterdeck_server.web.frames.input_turns import MOST_BYTES_AT_ONCE, MOST_SLICES, SLICE, InputTurns, UnparsedInput
from quarterdeck_server.web.socket import LARGEST_FRAME, SEND_QUEUES, Conversation
from servers import SOON, LiveServer, live_server, soon
from web.test_back_pressure import HeldDocuments
from yarl import URL

MOST_BYTES = SLICE * MOST_SLICES
FLOOD = 250_000
FEW = 5_000
HANDSHAKE = (
    b"GET /v1/socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class Turns:
    """How often something happened in one turn of the event loop, at most."""

    def __init__(self) -> None:
        self.all = self.most = self._now = 0
        self._goes_on = True
        asyncio.get_running_loop().call_soon(self._next)

    def count(self, number: int = 1) -> None:
        self.all += number
        self._now += number
        self.most = max(self.most, self._now)

    def _next(self) -> None:
        self._now = 0
        if self._goes_on:
            asyncio.get_running_loop().call_soon(self._next)

    def end(self) -> None:
        self._goes_on = False


@pytest.fixture
async def turns() -> AsyncIterator[Turns]:
    counted = Turns()
    yield counted
    counted.end()


class Said(UnparsedInput):
    """What one client has said, written down as it is parsed."""

    def __init__(self, waiting: InputTurns, turns: Turns, order: list["Said"] | None = None) -> None:
        super().__init__(waiting)
        self.parsed = b""
        self.is_held = self.is_ended = False
        self.ends_with = b"\xff"
        self.has_enough = False
        self._counted = turns
        self._order = order

    def parse(self, data: bytes) -> bool:
        self._counted.count(len(data))
        self.parsed += data
        if self._order is not None:
            self._order.append(self)
        return self.ends_with in data

    def is_to_wait(self) -> bool:
        return self.has_enough

    def hold(self) -> None:
        self.is_held = True

    def release(self) -> None:
        self.is_held = False

    def end(self) -> None:
        self.is_ended = True


class TestTurns:
    async def test_anything_that_players_say_is_parsed_at_once(self, turns: Turns) -> None:
        said = Said(InputTurns(), turns)
        assert said.feed_data(bytes(MOST_BYTES_AT_ONCE)) == (False, b"")
        assert (len(said.parsed), said.is_held) == (MOST_BYTES_AT_ONCE, False)

    async def test_anything_that_is_longer_is_parsed_over_many_turns_and_no_more_is_read_until_then(
        self, turns: Turns
    ) -> None:
        said = Said(InputTurns(), turns)
        long = bytes(number % 251 for number in range(100_000))
        said.feed_data(long)
        assert (said.parsed, said.is_held) == (b"", True)
        said.feed_data(b"and this")  # it was on its way already
        await soon(lambda: len(said.parsed) == 100_008)
        assert said.parsed == long + b"and this"
        assert not said.is_held
        assert turns.most == MOST_BYTES

    async def test_all_clients_together_have_no_more_of_a_turn_and_each_has_its_own(self, turns: Turns) -> None:
        waiting, order = InputTurns(), list[Said]()
        crowd = [Said(waiting, turns, order) for _ in range(10)]
        for said in crowd:
            said.feed_data(bytes(20 * SLICE))
        await soon(lambda: all(len(said.parsed) == 20 * SLICE for said in crowd))
        assert order == crowd * 20
        assert turns.most == MOST_BYTES

    async def test_a_conversation_that_has_ended_is_parsed_no_further(self, turns: Turns) -> None:
        waiting = InputTurns()
        said, gone, other = (Said(waiting, turns) for _ in range(3))
        said.feed_data(bytes(SLICE) + b"\xff" + bytes(5 * SLICE))
        gone.feed_data(bytes(5 * SLICE))
        gone.feed_eof()
        other.feed_data(bytes(5 * SLICE))
        await soon(lambda: len(other.parsed) == 5 * SLICE)
        assert (len(said.parsed), said.is_ended) == (2 * SLICE, True)
        assert (gone.parsed, gone.is_ended) == (b"", False)

    async def test_of_whom_enough_is_parsed_already_no_more_is_until_some_of_it_is_taken(self, turns: Turns) -> None:
        waiting = InputTurns()
        said, other = Said(waiting, turns), Said(waiting, turns)
        said.has_enough = True
        said.feed_data(bytes(3 * SLICE))
        other.feed_data(bytes(9 * SLICE))
        await soon(lambda: len(other.parsed) == 9 * SLICE)
        assert (said.parsed, said.is_held) == (b"", True)
        said.has_enough = False
        for _ in range(3):  # it is given one turn, however often it is said
            said.parse_rest()
        await soon(lambda: len(said.parsed) == 3 * SLICE)
        assert not said.is_held
        said.parse_rest()
        assert len(waiting._waiting) == 0

    async def test_one_that_ends_at_once_is_told_so(self, turns: Turns) -> None:
        assert Said(InputTurns(), turns).feed_data(b"\xff") == (True, b"")


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with live_server() as running:
        yield running


MASK = bytes(4)
SMALLEST = [bytes((0x89, 0x80)) + MASK, bytes((0x8A, 0x80)) + MASK, bytes((0x00, 0x80)) + MASK]
"""A ping, a pong, and a piece of a message: the smallest frames that are taken."""


@pytest.mark.parametrize("frame", SMALLEST, ids=["pings", "pongs", "pieces without a byte"])
async def test_a_flood_is_parsed_in_many_turns_and_then_the_conversation_goes_on(
    server: LiveServer, turns: Turns, frame: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    parse = _Parser.parse

    def counted(parser: _Parser, data: bytes) -> bool:
        turns.count(len(data))
        return parse(parser, data)

    monkeypatch.setattr(_Parser, "parse", counted)
    address = URL(server.url)
    reader, writer = await asyncio.open_connection(address.host, address.port)
    try:
        writer.write(HANDSHAKE)
        await reader.readuntil(b"\r\n\r\n")
        begun = b'{"type":"hello",'
        writer.write(bytes((0x01, 0x80 | len(begun))) + MASK + begun)
        writer.write(frame * (FLOOD // len(frame)))
        writer.write(bytes((0x80, 0x80 | 10)) + MASK + b'"ref":"7"}')
        async with asyncio.timeout(SOON):
            await reader.readuntil(b'"ref":"7"')
    finally:
        writer.transport.abort()
    assert turns.all >= FLOOD
    assert turns.most <= MOST_BYTES + MOST_BYTES_AT_ONCE


COMPRESSED_HANDSHAKE = HANDSHAKE.replace(
    b"\r\n\r\n", b"\r\nSec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n"
)


async def test_of_what_becomes_large_when_it_is_inflated_little_is_parsed_in_a_turn(
    server: LiveServer, turns: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hundred and fifty bytes may become as many as a message may have: a slice as usual would be a mebibyte."""
    becomes = _Frames.feed_data

    def counted(frames: _Frames, data: Any, size: int) -> None:
        turns.count(size)
        becomes(frames, data, size)

    monkeypatch.setattr(_Frames, "feed_data", counted)
    compressor = zlib.compressobj(level=9, wbits=-12)
    large = (compressor.compress(bytes(LARGEST_FRAME)) + compressor.flush(zlib.Z_SYNC_FLUSH)).removesuffix(TAIL)
    address = URL(server.url)
    reader, writer = await asyncio.open_connection(address.host, address.port)
    try:
        writer.write(COMPRESSED_HANDSHAKE)
        await reader.readuntil(b"\r\n\r\n")
        writer.write((bytes((0xC1, 0xFE)) + len(large).to_bytes(2, "big") + MASK + large) * 40)
        async with asyncio.timeout(SOON):
            await soon(lambda: turns.all >= 40 * LARGEST_FRAME)
    finally:
        writer.transport.abort()
    assert turns.most <= 5 * LARGEST_FRAME


async def turns_pass() -> None:
    """Let pass what is not waited for: many more turns of the event loop than all of it takes."""
    for _ in range(500):
        await asyncio.sleep(0)


async def test_a_flood_behind_what_waits_is_parsed_in_many_turns_too(
    turns: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = Memory()
    store = MemoryStore(memory)
    store.documents = documents = HeldDocuments(memory)
    pong = Conversation.pong

    def counted(conversation: Conversation, payload: bytes) -> None:
        turns.count()
        pong(conversation, payload)

    monkeypatch.setattr(Conversation, "pong", counted)
    async with live_server(store) as server:
        address = URL(server.url)
        reader, writer = await asyncio.open_connection(address.host, address.port)
        try:
            writer.write(HANDSHAKE)
            await reader.readuntil(b"\r\n\r\n")
            sign_in = b'{"type":"sign_in"}'
            writer.write(bytes((0x81, 0x80 | len(sign_in))) + MASK + sign_in)
            (send_queue,) = server.app[SEND_QUEUES]
            await soon(lambda: send_queue._socket._frames.is_busy)
            much = bytes((0x81, 0xFF)) + (100_000).to_bytes(8, "big") + MASK + bytes(100_000)
            writer.write(much[:-1])
            await turns_pass()
            writer.write(much[-1:] + SMALLEST[0] * FEW)  # in one read with its end
            await soon(lambda: send_queue.unread)
            await turns_pass()
            documents.may_write.set()
            await soon(lambda: turns.all == FEW)
        finally:
            writer.transport.abort()
    assert turns.most <= (MOST_BYTES + MOST_BYTES_AT_ONCE) / len(SMALLEST[0]) + 1
