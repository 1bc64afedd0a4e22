"""The long form: 2,000 connections behind each proxy that mean no good, and one player who wants to be answered.

A quarter of them says a lot and never reads, a quarter stops in the middle of its headers, a quarter in the middle of
a frame, and a quarter says nothing more once it is in. What is noted is how long others wait for answers, and what
the servers' memory grows to.

Not part of the usual run: `make crowd`. `CROWD=2000`, `CROWD_SECONDS=30`, `DOORS=nginx,haproxy,caddy`.
"""

import asyncio
import contextlib
import os
import time
from pathlib import Path

import aiohttp
import pytest
from deploy.doors import doors
from deploy.proxies import PROXIES, Proxy
from servers import line_to
from web.test_slow_readers import COMMANDS, HANDSHAKE, HELLO, Deaf

MANY = int(os.environ.get("CROWD", "2000"))
SECONDS = float(os.environ.get("CROWD_SECONDS", "30"))
CHOSEN = os.environ.get("DOORS", "nginx,haproxy,caddy").split(",")
HALF_A_FRAME = bytes([0x81, 0x80 | 126]) + (60_000).to_bytes(2) + bytes(4) + b"x" * 30_000
MEBIBYTE = 1024 * 1024
LONGEST = 64
"""How many mebibytes a server may grow by, beside 64 KiB a connection."""

KINDS = ((HANDSHAKE, b""), (HANDSHAKE[:60], b""), (HANDSHAKE, HALF_A_FRAME), (HANDSHAKE, HELLO * COMMANDS))


class Crowd:
    """Connections that mean no good."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._clients: list[Deaf] = []
        self._begun: set[Deaf] = set()

    @property
    def cut(self) -> int:
        """How many the other side has closed."""
        return sum(client.is_cut for client in self._clients)

    async def come(self, many: int) -> None:
        """Connect so many more."""
        host = self._url.removeprefix("http://").encode()
        for number in range(many):
            handshake = KINDS[number % len(KINDS)][0].replace(b"Host: x", b"Host: " + host)
            self._clients.append(Deaf(self._url, handshake))
            if number % 50 == 0:
                await asyncio.sleep(0)

    async def speak(self) -> None:
        """Let each say as much as is taken of what it has to say."""
        for number, client in enumerate(self._clients):
            said = KINDS[number % len(KINDS)][1]
            if said is not HALF_A_FRAME or client not in self._begun:
                client.say(said)
                self._begun.add(client)
            if number % 100 == 0:
                await asyncio.sleep(0)

    def leave(self) -> None:
        for client in self._clients:
            client.socket.close()


def memory_of(process: int) -> float:
    """Return how many mebibytes a process has in memory."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / MEBIBYTE


@pytest.mark.parametrize("proxy", [each for each in PROXIES if each.program in CHOSEN], ids=lambda each: each.program)
async def test_a_crowd_keeps_nobody_from_being_answered(proxy: Proxy, tmp_path: Path) -> None:
    options = ("--tables-per-address", "0", "--connections-per-address", "0")
    async with doors(proxy, tmp_path, *options) as door:
        before = [memory_of(process) for process in door.processes]
        crowd = Crowd(door.url)
        waits: list[float] = []
        waits_within: list[float] = []
        asking = [asyncio.create_task(come(door.url, waits)), asyncio.create_task(stay(door.url, waits_within))]
        try:
            await crowd.come(MANY)
            until = time.monotonic() + SECONDS
            most = before
            while time.monotonic() < until:
                await crowd.speak()
                most = [max(each, memory_of(process)) for each, process in zip(most, door.processes, strict=True)]
                await asyncio.sleep(0.5)
        finally:
            cut = crowd.cut
            crowd.leave()
            for task in asking:
                task.cancel()
            ended = await asyncio.gather(*asking, return_exceptions=True)
        assert [each for each in ended if not isinstance(each, asyncio.CancelledError)] == [], (
            "everybody else is answered"
        )
        grown = [after - each for after, each in zip(most, before, strict=True)]
        assert max(grown) < LONGEST + MANY / 16
        print(
            f"\n{proxy.program}: {MANY} connections for {SECONDS:.0f} s, of which {cut} were cut;"
            f" who was in waited {_shown(waits_within)}; newcomers {_shown(waits)};"
            f" the servers grew by {', '.join(f'{each:.0f}' for each in grown)} MiB; load {os.getloadavg()[0]:.1f}",
            flush=True,
        )


def _shown(waits: list[float]) -> str:
    waits = sorted(waits)
    ninety_nine = waits[int(0.99 * len(waits))]
    return f"median {waits[len(waits) // 2]:.2f} s, p99 {ninety_nine:.2f} s, longest {waits[-1]:.2f} s"


async def stay(url: str, waits: list[float]) -> None:
    """Ask again and again as somebody who is in, and who comes back if the line ends."""
    began = time.monotonic()
    while True:
        with contextlib.suppress(ConnectionError, aiohttp.ClientError):
            async with line_to(url) as player:
                while True:
                    assert (await player.ask({"type": "hello"}))["type"] == "welcome"
                    waits.append(time.monotonic() - began)
                    await asyncio.sleep(0.1)
                    began = time.monotonic()
        await asyncio.sleep(0.1)


async def come(url: str, waits: list[float]) -> None:
    """Come in and ask, again and again, as a newcomer, who tries again when turned away."""
    async with aiohttp.ClientSession() as http:
        while True:
            began, is_answered = time.monotonic(), False
            while not is_answered:
                with contextlib.suppress(aiohttp.ClientError):
                    async with http.get(f"{url}/v1/games", headers={"Connection": "close"}) as answer:
                        await answer.read()
                        is_answered = answer.status == 200
                await asyncio.sleep(0.1)
            waits.append(time.monotonic() - began)
