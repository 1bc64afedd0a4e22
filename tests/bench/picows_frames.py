"""Cost of a frame each way with our WebSocket and with picows: `python tests/bench picows_frames`.

picows is in no extra: `pip install picows`. Each server decodes an `act` of its client and answers with the next of
some recorded updates of Density Deck, and neither does anything else. One process serves each, and both are measured in
turn. With `permessage-deflate`, both compress by `FrameCompressor` (ISA-L), and inflate by zlib.
"""

import asyncio
import importlib
import os
import random
import struct
import zlib
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from functools import partial
from itertools import cycle
from statistics import median
from typing import Any

import click
import msgspec
from aiohttp import hdrs, web
from bench.programs import words_of
from bench.spectators import processor_time
from quarterdeck_games import GAMES
from quarterdeck_games.complete_actions import complete
from quarterdeck_games.dice import Dice, key_of
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.messages import Act
from quarterdeck_protocol.names import MatchId, Seat, Version
from quarterdeck_server.evaluation.capacity.processes import running, share_the_cores
from quarterdeck_server.evaluation.matches import update_for
from quarterdeck_server.process.loops import fastest_loop
from quarterdeck_server.web.frames.deflate_windows import (
    TAIL,
    WINDOWS,
    FrameCompressor,
    narrowed,
    negotiate_client_window,
    use_small_windows,
    windows_for,
)
from quarterdeck_server.web.frames.frame_socket import COMPRESSED, TEXT, FrameSocket, Handshake, Rest
from quarterdeck_server.web.frames.input_turns import InputTurns
from quarterdeck_server.web.socket import LARGEST_FRAME

UPDATES = 40
BURST = 200_000
OFFER = "permessage-deflate; client_max_window_bits=12"
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
MASK = b"\x11\x22\x33\x44"

_ask = msgspec.json.Decoder(Act).decode


def updates() -> list[bytes]:
    """Return whole updates of a random match of Density Deck, as a seat gets them."""
    game, seats, chance = GAMES["density-deck"], 4, random.Random(1)
    key = key_of(bytes(32), MatchId("frames"), ())
    state = game.blank(game.setup(seats, game.options()))
    state = game.fold(state, game.start(state, Dice(key, Version(1))))
    found: list[bytes] = []
    while len(found) < UPDATES:
        version = Version(len(found) + 2)
        seat = next(Seat(one) for one in range(seats) if game.choices(state, Seat(one)))
        update: Any = update_for(game, state, seat, seats, version)
        found.append(wire.encode(update))
        action = chance.choice(complete(game.choices(state, seat)))
        state = game.fold(state, game.decide(state, seat, action, Dice(key, version)))
    return found


Answer = Callable[[bytes], bytes | None]
"""Takes a message of a client, and returns the answer if there is one."""


class _Ours:
    """A conversation on our WebSocket."""

    def __init__(self, socket: FrameSocket, answer: Answer, compressor: FrameCompressor | None) -> None:
        self._socket, self._answer, self._compressor = socket, answer, compressor

    def begin(self, frame: bytes) -> Rest | None:
        answer = self._answer(frame)
        if answer is None:
            return None
        if self._compressor is None:
            self._socket.put(answer)
        else:
            self._socket.put(self._compressor.compressed(answer), TEXT | COMPRESSED)
        return None

    def pong(self, payload: bytes) -> None: ...

    async def part(self, code: int) -> None: ...

    def do(self, rest: Rest) -> None: ...

    def ended(self) -> None: ...


@asynccontextmanager
async def _serve_ours(conversation: Callable[[], Answer]) -> AsyncIterator[int]:
    turns = InputTurns()
    use_small_windows()

    async def sit(request: web.Request) -> web.StreamResponse:
        windows = windows_for(request.headers.get(hdrs.SEC_WEBSOCKET_EXTENSIONS, ""))
        asked = request if windows is None else narrowed(request, windows)
        if windows is not None:
            asked[WINDOWS] = windows
        handshake = Handshake(compress=windows is not None)
        await handshake.prepare(asked)
        socket = FrameSocket(turns, LARGEST_FRAME, windows)
        compressor = None if windows is None else FrameCompressor(windows.bits)
        socket.data_received(socket.take_over(request, _Ours(socket, conversation(), compressor), None))
        return handshake

    app = web.Application()
    app.router.add_get("/", sit)
    app.on_response_prepare.append(negotiate_client_window)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0, backlog=4096).start()
    try:
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


@asynccontextmanager
async def _serve_picows(conversation: Callable[[], Answer], *, has_own_transports: bool) -> AsyncIterator[int]:
    picows: Any = importlib.import_module("picows")
    text = picows.WSMsgType.TEXT

    def on_ws_frame(listener: Any, transport: Any, frame: Any) -> None:
        payload = frame.get_payload_as_bytes()
        if frame.rsv1:
            payload = listener.inflater.decompress(payload + TAIL, LARGEST_FRAME + 1)
        answer = listener.answer(payload)
        if answer is None:
            return
        if listener.compressor is None:
            transport.send(text, answer)
        else:
            transport.send(text, listener.compressor.compressed(answer), True, True)

    listener_class: Any = type("Listener", (picows.WSListener,), {"on_ws_frame": on_ws_frame})

    def sit(request: Any) -> Any:
        windows = windows_for(request.headers.get(hdrs.SEC_WEBSOCKET_EXTENSIONS, ""))
        listener = listener_class()
        listener.answer = conversation()
        listener.compressor = None if windows is None else FrameCompressor(windows.bits)
        listener.inflater = zlib.decompressobj(wbits=-14)
        headers = {} if windows is None else {hdrs.SEC_WEBSOCKET_EXTENSIONS: windows.offer + windows.client}
        return picows.WSUpgradeResponseWithListener(picows.WSUpgradeResponse.create_101_response(headers), listener)

    server = await picows.ws_create_server(
        sit, "127.0.0.1", 0, max_frame_size=LARGEST_FRAME, use_aiofastnet=has_own_transports, backlog=4096
    )
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


SERVERS: dict[str, Callable[[Callable[[], Answer]], AbstractAsyncContextManager[int]]] = {
    "ours": _serve_ours,
    "picows": partial(_serve_picows, has_own_transports=True),
    "picows-on-uvloop": partial(_serve_picows, has_own_transports=False),
}


async def _serve(name: str) -> None:
    recorded = updates()

    def conversation() -> Answer:
        answers = cycle(recorded)

        def answer(frame: bytes) -> bytes:
            _ask(frame)
            return next(answers)

        return answer

    async with SERVERS[name](conversation) as port:
        print(f"http://127.0.0.1:{port}", flush=True)
        await asyncio.Event().wait()


async def most_in_one_turn(name: str) -> int:
    """Return how many messages a server takes in one turn of its loop from a client that sends as fast as it can."""
    loop = asyncio.get_running_loop()
    taken, now, most = 0, 0, 0
    all_taken = asyncio.Event()

    def end() -> None:
        nonlocal now
        now = 0

    def count(frame: bytes) -> None:
        nonlocal taken, now, most
        if not now:
            loop.call_soon(end)
        taken, now = taken + 1, now + 1
        most = max(most, now)
        if taken == BURST:
            all_taken.set()

    async with SERVERS[name](lambda: count) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(_Client.request(""))
        await reader.readuntil(b"\r\n\r\n")
        writer.write((bytes((TEXT, 0x81)) + MASK + b"x") * BURST)
        await all_taken.wait()
        writer.close()
        await writer.wait_closed()
    return most


class _Client(asyncio.Protocol):
    """A client that sends its next action when it has the whole answer to the last one."""

    def __init__(self, load: "_Load", *, compressed: bool) -> None:
        self._load, self._number = load, 0
        self._deflater = zlib.compressobj(1, zlib.DEFLATED, -12) if compressed else None
        self._received, self._is_open = b"", False
        self._transport: Any = None
        self.idle = asyncio.Event()
        """Set while no answer is awaited."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        self._transport.write(self.request("" if self._deflater is None else f"Sec-WebSocket-Extensions: {OFFER}\r\n"))

    @staticmethod
    def request(offer: str) -> bytes:
        """Return the request for a WebSocket, with this further header."""
        return (
            f"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{offer}"
            f"Sec-WebSocket-Key: {KEY}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self._received += data
        if not self._is_open:
            head, ended, rest = self._received.partition(b"\r\n\r\n")
            if not ended:
                return
            answered = b"permessage-deflate" in head.lower()
            if not head.startswith(b"HTTP/1.1 101") or answered != (self._deflater is not None):
                raise RuntimeError(head.decode())
            self._is_open, self._received = True, rest
            self._load.opened()
        size = self._size()
        if size and len(self._received) >= size:
            self._received = self._received[size:]
            self._load.answers += 1
            self._load.bytes += size
            self.idle.set()
            if self._load.goes_on:
                self.send()

    def _size(self) -> int:
        """Return the size of the frame that is being received, as far as it is known."""
        got = self._received
        if len(got) < 4:
            return 0
        if got[1] < 126:
            return 2 + got[1]
        return 4 + int.from_bytes(got[2:4], "big")

    def send(self) -> None:
        """Send the next action."""
        self._number += 1
        self.idle.clear()
        payload = (
            f'{{"type":"act","match":"0123456789abcdef01234567","seen":{self._number},"action":'
            f'{{"type":"mark","cell":{self._number % 256},"note":"xxxxxxxxxxxxxxxxxxxxxxxx"}},"ref":"{self._number}"}}'
        ).encode()
        first = TEXT
        if self._deflater is not None:
            payload = (self._deflater.compress(payload) + self._deflater.flush(zlib.Z_SYNC_FLUSH)).removesuffix(TAIL)
            first |= COMPRESSED
        size = len(payload)
        head = bytes((first, 0x80 | size)) if size < 126 else struct.pack(">BBH", first, 0x80 | 126, size)
        key = int.from_bytes((MASK * (size // 4 + 1))[:size], "big")
        self._transport.write(head + MASK + (int.from_bytes(payload, "big") ^ key).to_bytes(size, "big"))


class _Load:
    """Clients of one server."""

    def __init__(self, process: int, many: int) -> None:
        self.process, self.goes_on = process, False
        self.answers = self.bytes = 0
        self._unopened = many
        self._are_open = asyncio.get_running_loop().create_future()
        self.clients: list[_Client] = []

    def opened(self) -> None:
        """Note that a handshake is done."""
        self._unopened -= 1
        if not self._unopened:
            self._are_open.set_result(None)

    async def connect(self, port: int, many: int, *, compressed: bool) -> None:
        """Connect all clients."""
        connect: Callable[..., Any] = asyncio.get_running_loop().create_connection
        for _ in range(many):
            _, client = await connect(lambda: _Client(self, compressed=compressed), "127.0.0.1", port)
            self.clients.append(client)
        await self._are_open

    async def play(self, seconds: float) -> float:
        """Return the microseconds of the server for a frame in and one out."""
        self.goes_on = True
        before, answers = processor_time(self.process), self.answers
        for client in self.clients:
            client.send()
        await asyncio.sleep(seconds)
        self.goes_on = False
        await asyncio.gather(*(client.idle.wait() for client in self.clients))
        return (processor_time(self.process) - before) / (self.answers - answers) * 1e6


@asynccontextmanager
async def _loaded(name: str, clients: int, *, compressed: bool) -> AsyncIterator[_Load]:
    async with running(*words_of("picows_frames"), "--serve", name) as (url, process):
        share_the_cores(process)
        load = _Load(process, clients)
        await load.connect(int(url.rpartition(":")[2]), clients, compressed=compressed)
        yield load


class Figures(msgspec.Struct, frozen=True):
    """Figures of one server."""

    microseconds: list[float]
    """Processor time for a frame in and one out, in each round."""

    size: float
    """Bytes of an answer."""


async def measured(
    names: Sequence[str], clients: int, rounds: int, seconds: float, *, compressed: bool
) -> dict[str, Figures]:
    """Return the figures of servers that were measured in turn. Raises `OSError`."""
    everything = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    async with AsyncExitStack() as stack:
        if everything:
            stack.callback(os.sched_setaffinity, 0, everything)
        loads = {name: await stack.enter_async_context(_loaded(name, clients, compressed=compressed)) for name in names}
        took: dict[str, list[float]] = {name: [] for name in loads}
        for number in range(-1, rounds):
            for name in list(loads)[:: -1 if number % 2 else 1]:
                figure = await loads[name].play(seconds)
                if number >= 0:  # the first round warms up
                    took[name].append(figure)
        return {name: Figures(took[name], load.bytes / load.answers) for name, load in loads.items()}


def _lines_of(found: dict[str, Figures]) -> Iterator[str]:
    for name, figures in found.items():
        took, ours = figures.microseconds, found["ours"].microseconds
        ratio = median(theirs / mine for mine, theirs in zip(ours, took, strict=True))
        spread = f"{min(took):.1f} to {max(took):.1f}"
        yield f"  {name:<17} {median(took):5.1f} µs ({spread}), {ratio:.2f} of ours, {figures.size:.0f} bytes"


@click.command()
@click.option("--clients", type=click.IntRange(1, 1_000), default=50, show_default=True)
@click.option("--rounds", type=click.IntRange(1, 100), default=15, show_default=True)
@click.option("--seconds", type=click.FloatRange(0.05, 60), default=1.0, show_default=True, help="Of each, a round.")
@click.option("--serve", type=click.Choice(list(SERVERS)), hidden=True, help="Be one of the servers.")
def main(clients: int, rounds: int, seconds: float, serve: str | None) -> None:
    """Send the same messages to our WebSocket and to picows, in turn, plain and compressed."""
    with asyncio.Runner(loop_factory=fastest_loop()) as runner:
        if serve is not None:
            runner.run(_serve(serve))
        try:
            importlib.import_module("picows")
        except ImportError as error:
            raise click.ClickException("picows is not installed: `pip install picows`") from error
        for compressed in (False, True):
            click.echo(f"{'compressed' if compressed else 'plain'}: CPU of the server for a frame in and one out")
            found = runner.run(measured(list(SERVERS), clients, rounds, seconds, compressed=compressed))
            for line in _lines_of(found):
                click.echo(line)
        for name in SERVERS:
            most = runner.run(most_in_one_turn(name))
            click.echo(f"{name}: {most:,} of {BURST:,} small messages in one turn of the event loop")
