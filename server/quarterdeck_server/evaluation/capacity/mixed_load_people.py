"""The people of an evening (`mixed_load.py`) who do not play: what they read, and what they count together."""

import asyncio
import contextlib
import fcntl
import itertools
import os
import socket
import struct
import sys
import termios
import time
from collections import Counter
from typing import Any

import aiohttp
import msgspec
from quarterdeck_client.transport.websocket import Socket
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.names import Ref
from quarterdeck_protocol.sides import FromClient

KINDS = ("action", "seek", "list", "chat", "trade", "pack", "http")
SECONDS_FOR_AN_ANSWER = 60.0
TCP_BYTES_RECEIVED = struct.Struct("=128xQ")
"""The place of `tcpi_bytes_received` in `struct tcp_info` of Linux."""

UNREAD = struct.Struct("=i")
"""The answer of `FIONREAD`."""

EXPECTED = frozenset({"not_shown_yet", "match_over", "match_running"})
"""Refusals that people at this pace get: of a delayed match, and of two that resign at the same moment."""


class Received(msgspec.Struct):
    """The fields of a message that a person of the lobby reads."""

    type: str
    ref: str | None = None
    code: str = ""
    text: str = ""
    match: str | None = None
    table: dict[str, Any] | None = None
    tables: list[dict[str, Any]] = []
    offer: dict[str, Any] | None = None
    line: dict[str, Any] | None = None
    player: dict[str, Any] | None = None
    packs: list[dict[str, Any]] = []
    cards: list[dict[str, Any]] = []
    trade: dict[str, Any] | None = None


_decoder = msgspec.json.Decoder(Received)


class Count:
    """What all people of an evening count together."""

    def __init__(self) -> None:
        self.is_on = False
        self.received = 0
        self.waits: dict[str, list[float]] = {kind: [] for kind in KINDS}
        self.opened: dict[str, float] = {}
        self.said: dict[str, float] = {}
        self.refusals: Counter[str] = Counter()

    def note(self, kind: str, since: float) -> None:
        if self.is_on:
            self.waits[kind].append(time.perf_counter() - since)


class Person:
    """Somebody in the lobby or among the spectators."""

    def __init__(self, socket: Socket, count: Count, *, is_sampled: bool) -> None:
        self.socket = socket
        self.count = count
        self.is_sampled = is_sampled
        self.is_busy = False
        self.answers: dict[str, asyncio.Future[Received]] = {}
        self.offers: asyncio.Queue[Received] = asyncio.Queue()
        self._sent = itertools.count()

    async def ask(self, command: FromClient) -> Received:
        """Send a command and return its answer. A refusal is counted and returned."""
        ref = Ref(f"evening-{next(self._sent)}")
        answer = self.answers[ref] = asyncio.get_running_loop().create_future()
        frame = wire.encode_command(msgspec.structs.replace(command, ref=ref))
        await self.socket.send_frame(frame, aiohttp.WSMsgType.TEXT)
        try:
            async with asyncio.timeout(SECONDS_FOR_AN_ANSWER):
                received: Received = await answer
        finally:
            del self.answers[ref]
        if received.type == "refused" and received.code not in EXPECTED:
            self.count.refusals[received.code] += 1
        return received

    async def listen(self) -> None:
        """Read all that the server sends."""
        count = self.count
        async for message in self.socket:
            data: bytes = message.data
            if count.is_on:
                count.received += len(data)
            if not self.is_sampled and not self.answers and not self.is_busy:
                continue
            received = _decoder.decode(data)
            if received.ref in self.answers and not self.answers[received.ref].done():
                self.answers[received.ref].set_result(received)
            elif received.type == "offer_changed":
                self.offers.put_nowait(received)
            elif received.type == "lobby_changed":
                for table in received.tables:
                    if (since := count.opened.get(table["id"])) is not None:
                        count.note("list", since)
            elif received.type == "said" and received.line is not None and received.line["text"] in count.said:
                count.note("chat", count.said[received.line["text"]])


def bytes_received() -> int:
    """Return the bytes that this process has read from its open connections; 0 where the system does not say. Those
    that have come and wait are left out, as the messages in them are not counted yet."""
    received = 0
    if not sys.platform.startswith("linux"):
        return received
    for name in os.listdir("/proc/self/fd"):
        with contextlib.suppress(OSError):  # no connection, or closed meanwhile
            found = socket.socket(fileno=int(name))
            try:
                state = found.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 512)
                (unread,) = UNREAD.unpack(fcntl.ioctl(found, termios.FIONREAD, bytes(UNREAD.size)))
            finally:
                found.detach()  # it has an owner
            received += TCP_BYTES_RECEIVED.unpack_from(state)[0] - unread
    return received
