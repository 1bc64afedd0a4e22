"""What systemd would keep from a server, a server does without: it plays within the walls of its unit."""

import asyncio
import os
import random
import subprocess
import sys
from asyncio.subprocess import DEVNULL, PIPE
from pathlib import Path

import pytest
from absent_programs import program
from quarterdeck_client import Client
from servers import PASSWORD, Served, line_to

from deploy import sandbox

DEPLOY = Path(__file__).parents[2] / "deploy" / "systemd"


def walled_in(name: str, *words: str) -> list[str]:
    """Return what runs Python within the walls of a unit."""
    program("systemd-analyze", "systemd")
    return [sys.executable, sandbox.__file__, str(DEPLOY / name), sys.executable, *words]


@pytest.mark.parametrize(
    "forbidden",
    [
        "import socket; socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)",
        "import mmap; mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)",
        "import os; os.sched_setaffinity(0, os.sched_getaffinity(0))",
    ],
)
def test_the_walls_hold(forbidden: str) -> None:
    tried = subprocess.run(
        walled_in("quarterdeck.service", "-S", "-c", forbidden), capture_output=True, text=True, check=False
    )
    assert "PermissionError: [Errno 1]" in tried.stderr
    assert subprocess.run([sys.executable, "-S", "-c", forbidden], capture_output=True, check=False).returncode == 0


def test_a_host_who_searches_may_make_way_for_others_within_the_walls() -> None:
    nicer = walled_in("quarterdeck.service", "-S", "-c", "import os; os.nice(1)")
    assert subprocess.run(nicer, capture_output=True, check=False).returncode == 0


async def test_a_server_lives_within_its_walls(tmp_path: Path) -> None:
    """With workers and a store of its own: whatever it starts is within them, too."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("QUARTERDECK_")}
    options = ("--port", "0", "--workers", "2", "--data", str(tmp_path / "data"), "--bot-delay", "0", "--drain", "1")
    process = await asyncio.create_subprocess_exec(
        *walled_in("quarterdeck.service", "-m", "quarterdeck_server", "serve", *options),
        stdin=DEVNULL,
        stdout=PIPE,
        stderr=PIPE,
        env=clean,
    )
    server = Served(process)
    try:
        await server.greeted()
        assert server.url, server.greeting
        choice = random.Random(1)
        async with Client(server.url, name="Ada") as me:
            seat = await me.play("tiny", bots=1, options={"marks": 3})
            async for turn in seat.turns():
                await turn.act(choice.choice(turn.choices))
            assert seat.result is not None
        async with line_to(server.url) as line:
            await line.sign_in("Whoever")
            answer = await line.ask({"type": "register", "name": "Somebody", "password": PASSWORD})
            assert answer["type"] == "account", answer
        assert await server.terminated() == 0
        assert server.said == b""
    finally:
        if process.returncode is None:
            server.kill()
            await server.ended()
