"""The whole server in one process without sockets and a store, for the bench that counts interpreter steps.

A connection is a transport that takes all written data at once, and passes the client's messages to the server. The
connection to the store ends in another transport, which acknowledges each entry at once. Everything between them is the
server's own code. Only handshakes are left out.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, cast

import msgspec
from aiohttp import web
from quarterdeck_protocol.names import MatchId, Milliseconds
from quarterdeck_server.app import build
from quarterdeck_server.matches.log import Deadline, Head
from quarterdeck_server.settings import Settings
from quarterdeck_server.storage.lifetimes import LIFETIMES
from quarterdeck_server.storage.memory import Memory, MemoryLog, MemoryStore
from quarterdeck_server.storage.redis.channels import of_one_server
from quarterdeck_server.storage.redis.match_logs import RedisLog
from quarterdeck_server.storage.wire.pipeline import Pipeline
from quarterdeck_server.web.frames.frame_socket import TEXT
from quarterdeck_server.web.heartbeat import Heartbeat
from quarterdeck_server.web.socket import CONVERSATIONS, Conversation

SECONDS_BETWEEN_PINGS = 100_000.0
"""No client here answers pings."""


class _Transport:
    """The other end of a connection: it takes all that is written, and at once."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.protocol: Any = None
        self._has_ended = False

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def writelines(self, data: Sequence[bytes]) -> None:
        self.written.extend(data)

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return self._has_ended

    def set_protocol(self, protocol: object) -> None:
        self.protocol = protocol

    def close(self) -> None:
        if not self._has_ended:
            self._has_ended = True
            asyncio.get_running_loop().call_soon(self.protocol.connection_lost, None)

    def abort(self) -> None:
        self.close()

    def get_extra_info(self, name: str) -> object:
        return ("127.0.0.1", 1) if name == "peername" else None


class _Store(_Transport):
    """A store that has written each entry as soon as it is asked to."""

    def __init__(self) -> None:
        super().__init__()
        self._loop = asyncio.get_running_loop()

    def write(self, data: bytes) -> None:
        answer = b":%d\r\n" % (time.time_ns() // 1_000_000)
        self._loop.call_soon(self.protocol.data_received, answer * data.count(b"\nEVALSHA\r\n"))


class _Connection:
    """A stand-in for a redis-py connection, as the server's connection to the store uses it."""

    def __init__(self) -> None:
        self._writer = SimpleNamespace(transport=_Store())

    async def connect(self) -> None: ...
    async def disconnect(self, nowait: bool = False) -> None:
        self._writer.transport.close()

    async def send_packed_command(self, command: bytes, check_health: bool = True) -> None: ...
    async def read_response(self, *, timeout: float | None = None, push_request: bool = False) -> Any: ...  # noqa: ASYNC109 - as redis-py has it


class Player:
    """A client on a connection of its own."""

    def __init__(self, app: web.Application) -> None:
        self._asked = 0
        self._transport = _Transport()
        protocol = SimpleNamespace(
            transport=self._transport, _message_tail=b"", _buffer_paused=False, connection_lost=lambda _: None
        )
        Conversation(app, "127.0.0.1", None).begin_on(cast("Any", SimpleNamespace(protocol=protocol)))
        self.hear: Callable[[bytes], None] = self._transport.protocol.data_received
        self.hang_up = self._transport.close

    @property
    def was_told(self) -> bool:
        """True if the server has written anything to this client."""
        return bool(self._transport.written)

    def taken(self) -> list[bytes]:
        """Return and clear the data written to this client."""
        written = list(self._transport.written)
        self._transport.written.clear()
        return written

    async def ask(self, kind: str, **fields: object) -> dict[str, Any]:
        """Say something, and return the answer."""
        self._asked += 1
        ref = f"asked {self._asked}"
        self.hear(masked(msgspec.json.encode({"type": kind, "ref": ref, **fields})))
        while True:
            for each in self.taken():
                for frame in unframed(each):
                    if frame.get("ref") == ref:
                        return frame
            await asyncio.sleep(0.001)


def masked(payload: bytes) -> bytes:
    """Return a frame as a client sends it."""
    size = len(payload)
    head = bytes((0x81, 0x80 | size)) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
    return head + bytes(4) + payload


def unframed(data: bytes) -> list[dict[str, Any]]:
    """Return the messages among the frames that a server has sent, one behind the other."""
    messages = []
    while data:
        size, at = data[1], 2
        if size > 125:
            at = 4 if size == 126 else 10
            size = int.from_bytes(data[2:at], "big")
        if data[0] == TEXT:
            messages.append(msgspec.json.decode(data[at : at + size]))
        data = data[at + size :]
    return messages


class _Table:
    """A match with both its players."""

    def __init__(self, match: str, seats: Sequence[Player], version: int) -> None:
        self._match = match
        self._version = version
        self.seats = seats
        """The player to act at version 0, and the other player."""

    def next(self) -> tuple[Callable[[bytes], None], bytes]:
        """Return the receiver and the frame of the next action."""
        version = self._version
        self._version += 1
        action = {"type": "mark", "cell": version % 100, "note": "xxxxxxxxxxxxxxxxxxxxxxxx"}
        said = {"type": "act", "match": self._match, "seen": version, "action": action, "ref": str(version)}
        return self.seats[version % 2].hear, masked(msgspec.json.encode(said))


async def seated_at(app: web.Application) -> _Table:
    host, guest = Player(app), Player(app)
    for player in (host, guest):
        await player.ask("sign_in", name="Load")
    opening = {"game": "tiny", "options": {"marks": 1_000_000_000}, "time_limit": 600_000, "sit": True}
    table = (await host.ask("open_table", **opening))["table"]["id"]
    await guest.ask("sit", table=table, seat=1)
    await host.ask("ready", table=table)
    match = (await guest.ask("ready", table=table))["table"]["match"]
    update = await host.ask("watch_match", match=match)
    await guest.ask("watch_match", match=match)
    version = update["version"]
    is_hosts = bool(update["choices"]) == (version % 2 == 0)
    return _Table(match, (host, guest) if is_hosts else (guest, host), version)


class Play:
    """Matches that are played side by side."""

    def __init__(self, tables: Sequence[_Table], close: Callable[[], Awaitable[None]]) -> None:
        self._tables = tables
        self._close = close

    async def close(self) -> None:
        """End all of it."""
        for table in self._tables:
            for player in table.seats:
                player.hang_up()
        await self._close()

    async def turn(
        self, watched: Callable[[], None] = lambda: None, unwatched: Callable[[], None] = lambda: None
    ) -> float:
        """Play an action of each match, and return its processor time in seconds. `watched` and `unwatched` are called
        before and after, so that a caller observes the server alone. Raises `OSError` if an action is refused."""
        frames = [table.next() for table in self._tables]
        waiting = [player for table in self._tables for player in table.seats]
        began = time.thread_time()
        watched()
        for hear, frame in frames:
            hear(frame)
        while not all([player.was_told for player in waiting]):  # noqa: ASYNC110, C419 - turns of the loop, timed
            await asyncio.sleep(0)
        unwatched()
        took = time.thread_time() - began
        for player in waiting:
            said = b"".join(player.taken())
            if b'"type":"update"' not in said:
                raise OSError(f"an action was not taken: {said[:300]!r}")
        return took


class _Entries(MemoryLog):
    """The logs, in memory; once the play has begun new entries go past that, through the line to the store."""

    def __init__(self, memory: Memory, line: RedisLog) -> None:
        super().__init__(memory)
        self._line = line
        self.has_begun = False

    def append(
        self, match: MatchId, head: Head, entry: bytes, deadline: Deadline, *, over: bool
    ) -> asyncio.Future[Milliseconds]:
        if self.has_begun:
            return self._line.append(match, head, entry, deadline, over=over)
        return super().append(match, head, entry, deadline, over=over)

    async def heads(self, matches: Sequence[MatchId]) -> Mapping[MatchId, Head]:
        return {}  # nobody is to find that they do not have what has gone past them


async def seated(matches: int) -> Play:
    """Begin so many matches of `tiny`. Must be called in an event loop that then runs for all of the play."""
    store = MemoryStore()
    line = Pipeline(_Connection)
    line.start()
    store.log = entries = _Entries(store.memory, RedisLog(line, of_one_server(store.process), LIFETIMES))
    free = {"tables_per_player": 0, "tables_per_address": 0, "connections_per_address": 0}
    settings = {"store": "memory", "port": 0, "quotas": "off", "messages_per_second": 1_000_000, **free}
    runner = web.AppRunner(build(msgspec.convert(settings, Settings), store))
    runner.app[CONVERSATIONS].heartbeat = Heartbeat(SECONDS_BETWEEN_PINGS)
    await runner.setup()
    tables = [await seated_at(runner.app) for _ in range(matches)]
    entries.has_begun = True

    async def close() -> None:
        await runner.cleanup()
        await line.close()

    return Play(tables, close)
