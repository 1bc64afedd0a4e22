"""Players with a fixed script. A connection sends its next message as soon as all seats of its match have received the
updates before it. It looks at nothing in a frame but its beginning.

They run in a separate process, so that the usage of the server's process is the server's alone. They cost the same with
every form of updates. The parent process gives them orders in lines of JSON, and each has an answer.
"""

import asyncio
import itertools
import os
import sys
import zlib
from base64 import b64encode
from functools import partial
from typing import assert_never

import msgspec
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.lobby.accounts import SignIn
from quarterdeck_protocol.messages import Hello, UpdateForm, WatchMatch
from quarterdeck_protocol.names import MatchId, Ref

LARGEST_HEADER = 10
TEXT, FINAL, DEFLATED, MASKED = 0x1, 0x80, 0x40, 0x80
NO_MASK = bytes(4)
TOLD = b'{"type":"update'
TAIL = b"\x00\x00\xff\xff"
WINDOW_BITS = 12
MOST_BYTES_OF_A_LINE = 1 << 26


class Script(msgspec.Struct, frozen=True):
    """All that is done in one match."""

    match: MatchId
    seats: int
    frames: tuple[tuple[int, str], ...]
    """Seat by seat, the commands."""


class SitDown(msgspec.Struct, frozen=True, tag="sit_down"):
    """Connect to a server, one connection for each seat of each match. The answer is `Seated`."""

    group: str
    host: str
    port: int
    scripts: tuple[Script, ...]
    form: UpdateForm
    compressed: bool


class Watch(msgspec.Struct, frozen=True, tag="watch"):
    """Watch the matches, which have begun. The answer is `Done`."""

    group: str


class PlayOn(msgspec.Struct, frozen=True, tag="play_on"):
    """Do so much more in every match. The answer is `Done`."""

    group: str
    actions: int


Order = SitDown | Watch | PlayOn


class Seated(msgspec.Struct, frozen=True):
    """The server's answers to `sign_in`, match by match and seat by seat."""

    signed_in: tuple[tuple[msgspec.Raw, ...], ...]


class Done(msgspec.Struct, frozen=True):
    """Counts of sent actions and received updates."""

    actions: int
    updates: int
    bytes: int
    """With the headers of their frames."""


class ScriptError(Exception):
    """The server sent something that the script does not foresee."""


class _Line(asyncio.Protocol):
    """One connection."""

    def __init__(self, *, compressed: bool) -> None:
        self.updates = 0
        self.bytes = 0
        self.pit: _Pit | None = None
        self.answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._is_open = False
        self._unread = bytearray()
        self._compressed = compressed
        self._deflating = zlib.compressobj(1, wbits=-WINDOW_BITS, memLevel=5) if compressed else None
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        key = b64encode(os.urandom(16)).decode()
        extension = (
            "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n" if self._compressed else ""
        )
        transport.write(
            f"GET /v1/socket HTTP/1.1\r\nHost: bench\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n{extension}"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
            f"Sec-WebSocket-Protocol: {wire.SUBPROTOCOL}\r\n\r\n".encode()
        )

    def send(self, payload: bytes) -> None:
        first = FINAL | TEXT
        if self._deflating is not None:
            payload = (self._deflating.compress(payload) + self._deflating.flush(zlib.Z_SYNC_FLUSH))[:-4]
            first |= DEFLATED
        size = len(payload)
        header = bytes((first, MASKED | size)) if size < 126 else bytes((first, MASKED | 126, *size.to_bytes(2, "big")))
        assert self._transport is not None
        self._transport.write(header + NO_MASK + payload)

    async def ask(self, payload: bytes) -> bytes:
        """Send a message and return the server's next one."""
        self.answer = asyncio.get_running_loop().create_future()
        self.send(payload)
        return await self.answer

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def data_received(self, data: bytes) -> None:
        unread = self._unread
        unread += data
        if not self._is_open:
            end = unread.find(b"\r\n\r\n")
            if end < 0:
                return
            agreed = b"permessage-deflate" in unread[:end]
            if not unread.startswith(b"HTTP/1.1 101") or agreed != self._compressed:
                raise ScriptError(unread[:end].decode())
            self._is_open = True
            del unread[: end + 4]
            self.answer.set_result(b"")
        while (size := self._size_of_next()) is not None:
            self._take(bytes(unread[size[0] : size[0] + LARGEST_HEADER + 8]), size, unread[0])
            del unread[: size[0] + size[1]]

    def _size_of_next(self) -> tuple[int, int] | None:
        """Return the lengths of the header and the payload of the next frame, if it is there."""
        unread = self._unread
        if len(unread) < 2:
            return None
        header, payload = 2, unread[1]
        if payload == 126:
            header, payload = 4, int.from_bytes(unread[2:4], "big")
        elif payload == 127:
            header, payload = 10, int.from_bytes(unread[2:10], "big")
        return (header, payload) if len(unread) >= header + payload else None

    def _take(self, begin: bytes, size: tuple[int, int], first: int) -> None:
        if first & 0xF != TEXT:
            return
        if first & DEFLATED or begin.startswith(TOLD):
            self.updates += 1
            self.bytes += sum(size)
            if self.pit is not None:
                self.pit.heard()
        elif not self.answer.done():
            self.answer.set_result(bytes(self._unread[size[0] : sum(size)]))
        else:
            raise ScriptError(self._unread[size[0] : sum(size)].decode())


class _Pit:
    """One match."""

    def __init__(self, script: Script, lines: list[_Line]) -> None:
        self.lines = lines
        self.done = 0
        self._script = script
        self._until = 0
        self._owed = 0
        self._is_there: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        for line in lines:
            line.pit = self

    def heard(self) -> None:
        """Note that a seat has received the update, and continue if all seats have."""
        self._owed -= 1
        if self._owed:
            return
        if self.done == self._until:
            self._is_there.set_result(None)
        else:
            self._go_on()

    async def watch(self) -> None:
        """Let every seat watch."""
        self._is_there = asyncio.get_running_loop().create_future()
        self._owed = len(self.lines)
        for line in self.lines:
            line.send(wire.encode(WatchMatch(match=self._script.match, ref=Ref("watch"))))
        await self._is_there

    async def play_on(self, actions: int) -> None:
        """Do so much more, or all that is left."""
        self._until = min(self.done + actions, len(self._script.frames))
        if self.done < self._until:
            self._is_there = asyncio.get_running_loop().create_future()
            self._go_on()
            await self._is_there

    def _go_on(self) -> None:
        self._owed = len(self.lines)
        seat, command = self._script.frames[self.done]
        self.done += 1
        self.lines[seat].send(command.encode())


def _itself(line: _Line) -> _Line:
    return line


async def _seated(order: SitDown, script: Script) -> tuple[_Pit, tuple[msgspec.Raw, ...]]:
    lines, signed_in = [], []
    for _ in range(script.seats):
        line = _Line(compressed=order.compressed)
        await asyncio.get_running_loop().create_connection(partial(_itself, line), order.host, order.port)
        await line.answer
        await line.ask(wire.encode(Hello(updates=order.form, ref=Ref("hello"))))
        signed_in.append(msgspec.Raw(await line.ask(wire.encode(SignIn(name="Scripted", ref=Ref("sign-in"))))))
        lines.append(line)
    return _Pit(script, lines), tuple(signed_in)


def _done(pits: list[_Pit]) -> Done:
    lines = [line for pit in pits for line in pit.lines]
    return Done(sum(pit.done for pit in pits), sum(line.updates for line in lines), sum(line.bytes for line in lines))


async def _obey() -> None:
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(_end_at_once)
    reader = asyncio.StreamReader(limit=MOST_BYTES_OF_A_LINE)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    groups: dict[str, list[_Pit]] = {}
    while line := await reader.readline():
        match msgspec.json.decode(line, type=Order):
            case SitDown() as order:
                seated = [await _seated(order, script) for script in order.scripts]
                groups[order.group] = [pit for pit, _ in seated]
                _say(Seated(tuple(signed_in for _, signed_in in seated)))
            case Watch(group):
                await asyncio.gather(*(pit.watch() for pit in groups[group]))
                _say(_done(groups[group]))
            case PlayOn(group, actions):
                await asyncio.gather(*(pit.play_on(actions) for pit in groups[group]))
                _say(_done(groups[group]))
            case never:
                assert_never(never)
    for pit in itertools.chain.from_iterable(groups.values()):
        for each in pit.lines:
            each.close()


def _end_at_once(_: asyncio.AbstractEventLoop, what: dict[str, object]) -> None:
    """End this process, because the parent process waits for an answer."""
    print(what.get("message"), repr(what.get("exception")), file=sys.stderr, flush=True)
    os._exit(1)


def _say(what: Seated | Done) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(what) + b"\n")
    sys.stdout.buffer.flush()


def main() -> None:
    """Obey the orders on the input until its end."""
    asyncio.run(_obey())
