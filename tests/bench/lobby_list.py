"""Capacity for followers of the list of tables: `python tests/bench lobby_list`.

The bench runs its own server on this machine. Followers have their own sockets in a separate process, and tables change
steadily. It times each change for each follower, from the sending of the command to the receipt of the change. If the
server fell behind, the last changes would take longer than the first, or the server would close followers.
"""

import asyncio
import statistics
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import aiohttp
import click
import msgspec
from quarterdeck_protocol.encoding.wire import SUBPROTOCOL
from quarterdeck_protocol.lobby.tables import LobbyChanged
from quarterdeck_server.evaluation.capacity.processes import own_server, share_the_cores, used_by
from quarterdeck_server.process.loops import fastest_loop

GAME = "density-deck"
TABLES = 40
SECONDS_TO_ARRIVE = 5.0
CONNECTING_AT_ONCE = 50

Change = tuple[str, int]
"""A table, and which change of it."""


class Load:
    """Sent commands and received changes."""

    def __init__(self) -> None:
        self.sent: dict[Change, float] = {}
        self.heard: list[tuple[float, float]] = []
        """The time at which each change was sent, and the seconds until each follower received it."""

        self.frames = self.octets = self.let_go = 0
        self.is_counting = False
        self._decoded: dict[bytes, list[Change]] = {}

    def take(self, frame: bytes) -> None:
        """Process a frame for one follower. All followers with the same filter get the same bytes, so they are parsed
        once."""
        if not self.is_counting:
            return
        now = time.perf_counter()
        self.frames += 1
        self.octets += len(frame)
        if frame not in self._decoded:
            changed = msgspec.json.decode(frame, type=LobbyChanged)
            self._decoded[frame] = [(table.id, table.changed) for table in changed.tables]
        for change in self._decoded[frame]:
            if change in self.sent:
                self.heard.append((self.sent[change], now - self.sent[change]))


class Line:
    """One connection."""

    def __init__(self, socket: "aiohttp.ClientWebSocketResponse[bool]") -> None:
        self._socket = socket
        self._refs = 0

    async def ask(self, command: dict[str, Any]) -> dict[str, Any]:
        """Send a command and return its answer, skipping other messages. Raises `LookupError` if it is refused."""
        self._refs += 1
        ref = str(self._refs)
        await self._socket.send_frame(msgspec.json.encode({**command, "ref": ref}), aiohttp.WSMsgType.TEXT)
        while True:
            answer: dict[str, Any] = msgspec.json.decode((await self._socket.receive()).data)
            if answer["type"] == "refused":
                raise LookupError(answer["text"])
            if answer["ref"] == ref:
                return answer

    async def hear(self) -> None:
        """Take in the next frame."""
        await self._socket.receive()

    async def listen(self, load: Load) -> None:
        """Take in everything until the connection ends."""
        async for message in self._socket:
            load.take(message.data)
        load.let_go += 1


@asynccontextmanager
async def lines_to(http: aiohttp.ClientSession, url: str, many: int) -> AsyncIterator[list[Line]]:
    async with AsyncExitStack() as stack:
        turns = asyncio.Semaphore(CONNECTING_AT_ONCE)

        async def connect() -> Line:
            async with turns:
                connecting = http.ws_connect(
                    f"{url}/v1/socket", protocols=(SUBPROTOCOL,), decode_text=False, autoping=True
                )
                return Line(await stack.enter_async_context(connecting))

        yield list(await asyncio.gather(*(connect() for _ in range(many))))


async def _change(host: Line, tables: list[str], load: Load, rate: float, seconds: float) -> None:
    """Let the host move from seat to seat, at one table after the other."""
    began = time.perf_counter()
    changed: dict[str, int] = {}
    for number in range(round(rate * seconds)):
        await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
        table = tables[number % len(tables)]
        seat = 1 - (number // len(tables)) % 2
        load.sent[table, changed.get(table, 1) + 1] = time.perf_counter()
        answer = await host.ask({"type": "sit", "table": table, "seat": seat})
        changed[table] = answer["table"]["changed"]


async def _measure(
    url: str, process: int, followers: int, audiences: int, rate: float, seconds: float
) -> tuple[Load, float]:
    load = Load()
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector) as http, lines_to(http, url, followers + 1) as lines:
        host, *following = lines
        await host.ask({"type": "sign_in", "name": "Ada"})
        opening = {"type": "open_table", "game": GAME}
        tables = [(await host.ask(opening))["table"]["id"] for _ in range(TABLES)]
        for number, line in enumerate(following):  # filters that differ and let the same tables pass
            await line.ask({"type": "watch_lobby", "least_time_limit": 1_000 + number % audiences})
        listening = [asyncio.create_task(line.listen(load)) for line in following]
        await asyncio.sleep(1.0)  # what was opened has been told
        load.is_counting = True
        before = used_by(process)
        began = time.perf_counter()
        await _change(host, tables, load, rate, seconds)
        after, elapsed = used_by(process), time.perf_counter() - began
        until = time.perf_counter() + SECONDS_TO_ARRIVE
        while len(load.heard) < followers * len(load.sent) and time.perf_counter() < until:  # noqa: ASYNC110 - it polls
            await asyncio.sleep(0.05)
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
    cpu = (after.cpu - before.cpu) / elapsed if before and after else 0.0
    return load, cpu


async def _bench(followers: int, audiences: int, rate: float, seconds: float, store: str) -> None:
    async with own_server(store) as (url, process):
        share_the_cores(process)
        load, cpu = await _measure(url, process, followers, audiences, rate, seconds)
    took = [late for _, late in sorted(load.heard)]
    quarter = len(took) // 4 or 1
    lost = followers * len(load.sent) - len(took)
    click.echo(f"{followers} followers with {audiences} filters, {rate:g} changes a second for {seconds:g} s")
    click.echo(f"  heard   {len(took):,} of {followers * len(load.sent):,} · {lost:,} lost · {load.let_go} let go")
    click.echo(f"  frames  {load.frames / seconds:,.0f} a second, {load.octets / max(1, load.frames):,.0f} bytes each")
    click.echo(f"  latency p50 {_ms(took, 50)} · p95 {_ms(took, 95)} · p99 {_ms(took, 99)} ms, news every 250 ms")
    click.echo(f"  median of the first quarter {_ms(took[:quarter], 50)} ms, of the last {_ms(took[-quarter:], 50)} ms")
    click.echo(f"  server  {cpu:.0%} of a core")
    if lost or load.let_go:
        sys.exit(1)


def _ms(seconds: list[float], percent: int) -> float:
    return round(1000 * statistics.quantiles(seconds, n=100)[percent - 1], 1) if len(seconds) > 1 else 0.0


@click.command()
@click.option("--followers", type=click.IntRange(1, 20_000), default=2_000, show_default=True)
@click.option("--audiences", type=click.IntRange(1, 20_000), default=1, show_default=True, help="Different filters.")
@click.option("--rate", type=click.FloatRange(0.1, 1_000), default=20.0, show_default=True, help="Changes a second.")
@click.option("--seconds", type=click.FloatRange(1, 600), default=15.0, show_default=True)
@click.option("--store", default="embedded", show_default=True)
def main(followers: int, audiences: int, rate: float, seconds: float, store: str) -> None:
    """Let many follow the list of tables while these change."""
    with asyncio.Runner(loop_factory=fastest_loop()) as runner:
        runner.run(_bench(followers, audiences, rate, seconds, store))
