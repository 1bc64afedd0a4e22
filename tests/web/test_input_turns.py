"""Floods of the smallest frames: so many are parsed in a turn of the event loop, and no more is read meanwhile."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from quarterdeck_server.web.frame_socket import _Parser
from quarterdeck_server.web.input_turns import MOST_BYTES_AT_ONCE, MOST_SLICES, SLICE, InputTurns, UnparsedInput
from servers import SOON, LiveServer, live_server, soon
from yarl import URL

MOST_BYTES = SLICE * MOST_SLICES
FLOOD = 250_000
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
        self._counted = turns
        self._order = order

    def parse(self, data: bytes) -> bool:
        self._counted.count(len(data))
        self.parsed += data
        if self._order is not None:
            self._order.append(self)
        return self.ends_with in data

    def hold(self) -> None:
        self.is_held = True

    def release(self) -> None:
        self.is_held = False

    def end(self) -> None:
        self.is_ended = True


class TestTurns:
    async def test_what_players_say_is_parsed_at_once(self, turns: Turns) -> None:
        said = Said(InputTurns(), turns)
        assert said.feed_data(bytes(MOST_BYTES_AT_ONCE)) == (False, b"")
        assert (len(said.parsed), said.is_held) == (MOST_BYTES_AT_ONCE, False)

    async def test_what_is_longer_is_parsed_over_many_turns_and_no_more_is_read_until_then(self, turns: Turns) -> None:
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
