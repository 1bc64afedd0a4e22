"""A yardstick: the cheapest server on the same libraries that makes each action durable before it sends it to anybody.

    python tests/bench append_yardstick --data FOLDER

For each action, it parses the JSON once and changes a state of 1.7 KB. One script appends the event and writes the
state. All appends of one turn of the event loop leave in one write, and the store answers when the disk has them. Then
one frame goes to both seats. The server has no accounts, views, clocks, links or second process, and no recovery.
"""

import argparse
import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from hashlib import sha1
from pathlib import Path
from typing import Any

import hiredis
import msgspec
from aiohttp import WSMsgType, web
from bench.closed_loop import Script
from bench.relay_yardstick import serve
from quarterdeck_server.process.loops import fastest_loop
from quarterdeck_server.storage.redis.embedded import EmbeddedStore
from quarterdeck_server.storage.wire.question import pack

SCRIPT = Script(
    path="/?match={match}&seat={seat}",
    action=(
        '{"type":"act","match":"{match}","seat":{seat},"number":{number},"cell":{cell},"note":"xxxxxxxxxxxxxxxxxxxxxx"}'
    ),
    event='"type":"event"',
    version='"number":',
    first=1,
    refusal='"type":"refused"',
)

APPEND = b"""
local newest = redis.call('HGET', KEYS[1], 'number') or '0'
if newest ~= ARGV[1] then return redis.error_reply('CONFLICT ' .. newest) end
redis.call('HSET', KEYS[1], 'number', ARGV[2], 'state', ARGV[3])
redis.call('XADD', KEYS[2], 'MAXLEN', '~', 100, ARGV[2] .. '-0', 'event', ARGV[4])
return 1
"""
SHA = sha1(APPEND, usedforsecurity=False).hexdigest()

TEXT = (
    "marked a cell of the board for as long as the match is played, and passed the turn on to the seat that comes next"
)


class Act(msgspec.Struct, tag="act", gc=False):
    """An action that a seat sends."""

    match: str
    seat: int
    number: int
    cell: int
    note: str


class Event(msgspec.Struct, tag="event", gc=False):
    """An event of a match."""

    match: str
    number: int
    seat: int
    turn: int
    cell: int
    note: str
    marks: list[int]
    text: str


class Cell(msgspec.Struct, gc=False):
    """A cell of the board."""

    seat: int
    number: int


class State(msgspec.Struct, gc=False):
    """A match: 1.7 KB of JSON."""

    match: str
    number: int
    turn: int
    cells: list[Cell]
    marks: list[int]


class Table:
    """A match and the sockets of its seats."""

    def __init__(self, match: str) -> None:
        cells = [Cell(seat=number % 2, number=number) for number in range(70)]
        self.state = State(match=match, number=0, turn=0, cells=cells, marks=[0, 0])
        self.sockets: dict[int, web.WebSocketResponse] = {}


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Act).decode


def decided(state: State, act: Act, seat: int) -> Event:
    """Change the state, and return the event. Raises `ValueError` for an action against the rules."""
    if act.seat != seat or state.turn != seat or act.number != state.number + 1:
        raise ValueError("it is not its turn")
    cell = state.cells[act.cell % len(state.cells)]
    cell.seat, cell.number = seat, act.number
    state.marks[seat] += 1
    state.number, state.turn = act.number, 1 - seat
    return Event(state.match, act.number, seat, state.turn, act.cell, act.note, state.marks, TEXT)


class Appends(asyncio.Protocol):
    """A line to the store: everything of one turn of the event loop in one write."""

    def __init__(self) -> None:
        self._reader = hiredis.Reader()
        self._waiting: deque[Callable[[], None]] = deque()
        self._packed: list[bytes] = []
        self._transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        transport.write(pack(("SCRIPT", "LOAD", APPEND)))  # type: ignore[attr-defined] # of a socket
        self._waiting.append(lambda: None)

    def data_received(self, data: bytes) -> None:
        self._reader.feed(data)
        while (reply := self._reader.gets()) is not False:
            if isinstance(reply, Exception):
                raise reply
            self._waiting.popleft()()

    def append(self, state: State, event: bytes, then: Callable[[], None]) -> None:
        """Write the event and the new state, and call `then` when they are written."""
        keys = (f"match:{state.match}", f"log:{state.match}")
        arguments = (str(state.number - 1), str(state.number), encode(state), event)
        self._packed.append(pack(("EVALSHA", SHA, "2", *keys, *arguments)))
        self._waiting.append(then)
        if len(self._packed) == 1:
            asyncio.get_running_loop().call_soon(self._leave)

    def _leave(self) -> None:
        self._transport.write(b"".join(self._packed))
        self._packed.clear()


def tell(table: Table, event: bytes) -> None:
    """Write one frame to both seats, past aiohttp's writer."""
    size = len(event)
    header = bytes((0x81, size)) if size < 126 else bytes((0x81, 126, size >> 8, size & 255))
    frame = header + event
    for socket in table.sockets.values():
        transport = socket._writer.transport if socket._writer else None
        if transport is not None and not socket.closed:
            transport.write(frame)


TABLES = web.AppKey("TABLES", dict[str, Table])
APPENDS = web.AppKey("APPENDS", Appends)


async def sit(request: web.Request) -> web.WebSocketResponse:
    """Play a seat of a match."""
    socket = web.WebSocketResponse(decode_text=False)
    await socket.prepare(request)
    match, seat = request.query["match"], int(request.query["seat"])
    table, appends = request.app[TABLES].setdefault(match, Table(match)), request.app[APPENDS]
    table.sockets[seat] = socket
    async for message in socket:
        if message.type is WSMsgType.TEXT:
            try:
                event = encode(decided(table.state, decode(message.data), seat))
            except ValueError as refusal:  # what cannot be read is one too
                await socket.send_str(f'{{"type":"refused","text":"{refusal}"}}')
                continue
            appends.append(table.state, event, partial(tell, table, event))
    table.sockets.pop(seat, None)
    return socket


async def _main(folder: Path) -> None:
    store = EmbeddedStore(folder, fsync="always")
    await store.start()
    path = store.url.removeprefix("unix://")
    _, appends = await asyncio.get_running_loop().create_unix_connection(Appends, path)
    app = web.Application()
    app.router.add_get("/", sit)
    app[TABLES], app[APPENDS] = {}, appends
    try:
        await serve(app)
    finally:
        await store.stop()


def main() -> None:
    """Serve until this process is ended."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    with asyncio.Runner(loop_factory=fastest_loop()) as runner:
        runner.run(_main(parser.parse_args().data))
