"""A server started to be measured, and what it uses."""

import asyncio
import contextlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec

SECONDS_TO_START = 60.0
ENOUGH_COMMANDS = 1_000_000


class Used(msgspec.Struct, frozen=True):
    """What a process has used so far."""

    cpu: float
    """Seconds of processor time."""

    rss: int
    """Bytes of memory it holds."""


def used_by(process: int) -> Used | None:
    """Return what a process uses, where the system says so as Linux does; `None` elsewhere."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        resident = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except OSError:
        return None
    return Used((int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), resident * os.sysconf("SC_PAGE_SIZE"))


@contextlib.asynccontextmanager
async def own_server(store: str, durability: str = "") -> AsyncIterator[tuple[str, int]]:
    """Run a server on a free port and a fresh folder as long as this lasts; give its address and process id."""
    folder = tempfile.mkdtemp(prefix="quarterdeck-bench-")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("QUARTERDECK_")}
    settings = {
        "PORT": "0",
        "STORE": store,
        "DATA": folder,
        "DURABILITY": durability,
        "BOT_DELAY": "0",
        "MESSAGES_PER_SECOND": str(ENOUGH_COMMANDS),
        "QUOTAS": "off",
        "TABLES_PER_PLAYER": "0",
        "TABLES_PER_ADDRESS": "0",
        "CONNECTIONS_PER_ADDRESS": "0",
        "LOG_LEVEL": "warning",
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "quarterdeck_server",
        "serve",
        stdout=asyncio.subprocess.PIPE,
        env={**environment, **{f"QUARTERDECK_{name}": value for name, value in settings.items()}},
    )
    try:
        yield await _address(process), process.pid
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def share_the_cores(server: int) -> None:
    """Return the server a core of its own, where there are two and the system lets us; the store stays with the
    load."""
    if hasattr(os, "sched_setaffinity") and len(os.sched_getaffinity(0)) > 1:
        first, *others = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(server, {first})
        os.sched_setaffinity(0, set(others))


async def _address(process: asyncio.subprocess.Process) -> str:
    if process.stdout is None:
        raise RuntimeError("the server's greeting cannot be read")
    async with asyncio.timeout(SECONDS_TO_START):
        greeting = (await process.stdout.readline()).decode()
    found = re.search(r"http://\S+", greeting)
    if found is None:
        raise OSError("the server did not start; what it said is above")
    return found.group()
