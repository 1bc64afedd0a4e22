"""Server processes started for measurements, and their resource usage."""

import asyncio
import contextlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import msgspec

from quarterdeck_server.bench.machines import LOOPBACK, Machine

SECONDS_TO_START = 60.0
ENOUGH_COMMANDS = 1_000_000

HERE = Path(__file__).parents[3]
"""The clone that this is in."""


THIS_MACHINE = Machine(LOOPBACK)


class Used(msgspec.Struct, frozen=True):
    """Resource usage of a process so far."""

    cpu: float
    """Seconds of processor time."""

    rss: int
    """Bytes of memory it holds."""


def used_by(process: int) -> Used | None:
    """Return the resource usage of a process on systems that report it as Linux does; `None` elsewhere."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        resident = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except OSError:
        return None
    return Used((int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), resident * os.sysconf("SC_PAGE_SIZE"))


class Clone(msgspec.Struct, frozen=True):
    """The programs of one commit, which run with the libraries that are installed for this one."""

    folder: Path

    def environment(self) -> dict[str, str]:
        """Return the environment in which Python finds the clone's modules first."""
        return {"PYTHONPATH": os.pathsep.join(str(self.folder / part) for part in ("protocol", "server", "client"))}

    def has_setting(self, name: str) -> bool:
        """Return true if its server has this setting. A server refuses unknown settings."""
        settings = (self.folder / "server/quarterdeck_server/settings.py").read_text()
        return re.search(rf"^    {name.lower()}: ", settings, re.MULTILINE) is not None

    def has_message(self, tag: str) -> bool:
        """Return true if its protocol has a message of this type."""
        return any(
            f'tag="{tag}"' in module.read_text()
            for module in (self.folder / "protocol/quarterdeck_protocol").glob("*.py")
        )


@contextlib.asynccontextmanager
async def clone_of(revision: str) -> AsyncIterator[Clone]:
    """Check out a commit beside this one as long as this lasts. Raises `OSError`."""
    with tempfile.TemporaryDirectory(prefix="quarterdeck-bench-") as parent:
        folder = Path(parent) / "clone"
        await _git("worktree", "add", "--quiet", "--detach", str(folder), revision)
        try:
            yield Clone(folder)
        finally:
            await _git("worktree", "remove", "--force", str(folder))


async def _git(*words: str) -> None:
    process = await asyncio.create_subprocess_exec("git", "-C", str(HERE), *words, stderr=asyncio.subprocess.PIPE)
    _, complaint = await process.communicate()
    if process.returncode:
        raise OSError(f"git {words[0]} {words[1]}: {complaint.decode().strip()}")


@contextlib.asynccontextmanager
async def own_server(
    store: str, durability: str = "", *, clone: Clone | None = None, machine: Machine = THIS_MACHINE, workers: int = 1
) -> AsyncIterator[tuple[str, int]]:
    """Run a server on a free port and a fresh folder as long as this lasts; return its address and process id."""
    folder = tempfile.mkdtemp(prefix="quarterdeck-bench-")
    settings = {
        "HOST": machine.address,
        "PORT": "0",
        "WORKERS": str(workers),
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
    if clone is not None:
        settings = {name: value for name, value in settings.items() if clone.has_setting(name)}
    environment = {f"QUARTERDECK_{name}": value for name, value in settings.items()}
    if clone is not None:
        environment |= clone.environment()
    try:
        async with running("quarterdeck_server", "serve", machine=machine, **environment) as server:
            yield server
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.asynccontextmanager
async def running(
    module: str, *words: str, machine: Machine = THIS_MACHINE, **environment: str
) -> AsyncIterator[tuple[str, int]]:
    """Run a program that prints its address first, as long as this lasts; return the address and its process id."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("QUARTERDECK_")}
    process = await asyncio.create_subprocess_exec(
        *machine.command((sys.executable, "-m", module, *words)),
        stdout=asyncio.subprocess.PIPE,
        env={**inherited, **environment},
    )
    try:
        yield await _address(process), process.pid
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


def started_by(process: int) -> list[int]:
    """Return the child processes of a process, and theirs, on systems that list them as Linux does."""
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(stat.parent.name))
    found = [process]
    for each in found:
        found.extend(children.get(each, []))
    return found[1:]


def share_the_cores(server: int) -> None:
    """Give the server a core of its own, where there are two and the system lets us; the store that it has started
    stays with the load."""
    keep_apart([server], started_by(server))


def keep_apart(servers: Iterable[int], others: Iterable[int]) -> None:
    """Pin servers to half of the cores, to one of two, on systems that allow it. The other processes, such as the nodes
    of a store, share the remaining cores with the load, which is this process. So other work of the measurement does
    not change the usage of a server."""
    if hasattr(os, "sched_setaffinity") and len(os.sched_getaffinity(0)) > 1:
        cores = sorted(os.sched_getaffinity(0))
        first, rest = set(cores[: len(cores) // 2]), set(cores[len(cores) // 2 :])
        for each in servers:
            _pin(each, first)
        for each in others:
            _pin(each, rest)
        os.sched_setaffinity(0, rest)


def _pin(process: int, cores: set[int]) -> None:
    for thread in Path(f"/proc/{process}/task").glob("*"):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            os.sched_setaffinity(int(thread.name), cores)


async def _address(process: asyncio.subprocess.Process) -> str:
    if process.stdout is None:
        raise RuntimeError("the server's greeting cannot be read")
    async with asyncio.timeout(SECONDS_TO_START):
        greeting = (await process.stdout.readline()).decode()
    found = re.search(r'http://[^\s"]+', greeting)
    if found is None:
        raise OSError("the server did not start; what it said is above")
    return found.group()
