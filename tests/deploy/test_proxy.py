"""Debian's nginx, with the settings that are shipped, in front of two servers: who loses one has the other at once."""

import asyncio
import contextlib
import fcntl
import getpass
import os
import re
import shutil
import socket
import subprocess
import time
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path

import aiohttp
import pytest
from quarterdeck_server.storage.embedded import EmbeddedStore
from servers import Served, line_to, served, soon

PROXY = Path(__file__).parents[2] / "deploy" / "proxy"
SHIPPED = PROXY / "nginx-debian.conf"
CLIENTS = 40
ENOUGH = 25.0
"""How many seconds a player may be without a server while there is one: a generous wait, which ends when everybody has
one. It was 0.3 s in November 2026; with servers that nginx takes for dead it had been 30 to 41."""


def installed() -> str | None:
    """Return the nginx of this machine."""
    return shutil.which("nginx", path=f"{os.environ.get('PATH', os.defpath)}{os.pathsep}/usr/sbin")


def install() -> None:
    """Install Debian's, if that may be done here."""
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        return
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", "nginx-light"]):
        subprocess.run([apt, *words], env=quiet, check=False, capture_output=True)


@pytest.fixture(scope="session")
def nginx(tmp_path_factory: pytest.TempPathFactory) -> str:
    """An nginx, installed if need be; only one worker of the test run does so."""
    with (tmp_path_factory.getbasetemp().parent / "nginx.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if installed() is None:
            install()
    found = installed()
    if found is None:
        pytest.fail("there is no nginx here: `apt-get install nginx-light`, or `brew install nginx`")
    return found


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


class Door:
    """The proxy, with two servers behind it that can be ended and begun again."""

    def __init__(self, url: str, ports: list[int], store: str, stack: contextlib.AsyncExitStack) -> None:
        self.url = url
        self.ports = ports
        self._store = store
        self._stack = stack
        self._servers: dict[int, Served] = {}

    async def begin(self, number: int) -> None:
        """Begin a server, and wait until it serves."""
        options = ("--store", self._store, "--port", str(self.ports[number]), "--log-level", "error", "--quotas", "off")
        self._servers[number] = await self._stack.enter_async_context(served(*options))

    async def end(self, number: int) -> None:
        """End a server in good order."""
        assert await self._servers.pop(number).terminated() == 0

    async def kill(self, number: int) -> None:
        """End it as a crash does."""
        server = self._servers.pop(number)
        server.kill()
        await server.ended()


class Player:
    """Somebody who wants to be connected all the time."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.is_in = False
        self.gaps: list[float] = []

    async def stay(self) -> None:
        """Be connected; as soon as that ends, again."""
        lost_at = time.monotonic()
        while True:
            with contextlib.suppress(aiohttp.ClientError, OSError, TimeoutError):
                async with line_to(self._url) as line:
                    await line.ask({"type": "hello"})
                    self.is_in = True
                    self.gaps.append(time.monotonic() - lost_at)
                    async for _ in line.socket:
                        pass
            if self.is_in:
                self.is_in, lost_at = False, time.monotonic()
            await asyncio.sleep(0.05)


class Players:
    """All of them."""

    def __init__(self, url: str) -> None:
        self._each = [Player(url) for _ in range(CLIENTS)]
        self._tasks = [asyncio.create_task(player.stay()) for player in self._each]

    @property
    def _times(self) -> int:
        return sum(len(player.gaps) for player in self._each)

    async def come_in(self, lose_theirs: Awaitable[object] | None = None) -> None:
        """Wait until everybody is connected: after this, by which some lose their server, once more."""
        before = self._times
        if lose_theirs is not None:
            await lose_theirs
        async with asyncio.timeout(ENOUGH):
            while self._times == before or not all(player.is_in for player in self._each):  # noqa: ASYNC110 - what is waited for is many
                await asyncio.sleep(0.01)
        print(f"the longest gap so far: {max(gap for each in self._each for gap in each.gaps[1:] or [0]):.2f} s")

    async def leave(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@pytest.fixture
async def door(nginx: str, tmp_path: Path) -> AsyncIterator[Door]:
    """The shipped settings, with places of this test in them, in front of two servers on one store."""
    store = EmbeddedStore(tmp_path / "store")
    await store.start()
    here, *ports = [free_port() for _ in range(3)]
    settings = replaced(SHIPPED.read_text(), tmp_path, here, ports)
    (tmp_path / "nginx.conf").write_text(settings)
    proxy = await asyncio.create_subprocess_exec(
        nginx, "-c", str(tmp_path / "nginx.conf"), "-g", "daemon off;", stderr=DEVNULL
    )
    try:
        async with contextlib.AsyncExitStack() as stack:
            door = Door(f"http://127.0.0.1:{here}", ports, store.url, stack)
            await door.begin(0)
            await door.begin(1)
            yield door
    finally:
        proxy.terminate()
        await proxy.wait()
        await store.stop()


@pytest.fixture
async def players(door: Door) -> AsyncIterator[Players]:
    everybody = Players(door.url)
    await everybody.come_in()
    yield everybody
    await everybody.leave()


def replaced(settings: str, folder: Path, here: int, ports: list[int]) -> str:
    """Return the shipped settings with other places in them, and nothing else."""
    for shipped, instead in (
        ("pid /tmp/", f"user {getpass.getuser()};\npid /tmp/"),
        ("/tmp/", f"{folder}/"),  # noqa: S108 - that is what stands in them
        ("/dev/stderr", f"{folder}/errors"),
        ("/dev/stdout", f"{folder}/requests"),
        ("listen 8080;", f"listen 127.0.0.1:{here};"),
        ("127.0.0.1:8765", f"127.0.0.1:{ports[0]}"),
        ("127.0.0.1:8766", f"127.0.0.1:{ports[1]}"),
    ):
        assert settings.count(shipped) >= 1, shipped
        settings = settings.replace(shipped, instead)
    return settings


async def test_a_rolling_restart_locks_nobody_out(door: Door, players: Players) -> None:
    for number in (0, 1, 0, 1):
        await players.come_in(door.end(number))
        await door.begin(number)


async def test_servers_that_crash_one_after_the_other_lock_nobody_out(door: Door, players: Players) -> None:
    for number in (0, 1):
        await players.come_in(door.kill(number))
        await door.begin(number)


async def test_when_both_were_gone_everybody_is_back_as_soon_as_one_is(
    door: Door, players: Players, tmp_path: Path
) -> None:
    await door.kill(0)
    await door.kill(1)
    requests = tmp_path / "requests"
    await soon(lambda: requests.read_text().count(" 502 ") >= 2 * CLIENTS)  # all are turned away, again and again
    await players.come_in(door.begin(1))


async def test_what_went_wrong_with_which_server_is_in_the_log_without_what_was_sent(
    door: Door, tmp_path: Path
) -> None:
    await door.kill(0)
    async with aiohttp.ClientSession(headers={"Authorization": "Bearer 5ecret"}) as http:
        for _ in range(2):
            async with http.get(f"{door.url}/v1/games") as answer:
                assert answer.status == 200
    said = (tmp_path / "errors").read_text()
    assert "connect() failed" in said
    assert f"127.0.0.1:{door.ports[0]}" in said
    assert "5ecret" not in said + (tmp_path / "requests").read_text()


def test_the_two_files_differ_only_in_where_the_servers_are() -> None:
    def rest(settings: str) -> str:
        return re.sub(r"(?s)# The servers\..*?\n    }\n", "", settings.partition("\n\n")[2])

    files = [(PROXY / name).read_text() for name in ("nginx.conf", "nginx-debian.conf")]
    assert rest(files[0]) == rest(files[1])
    assert all(len(rest(each)) < len(each) for each in files)
    found = [re.findall(r"(?m)^ +server [\w.:-]+(?: resolve)?( .*);$", each) for each in files]
    assert found == [[" max_fails=0"] * 2] * 2
