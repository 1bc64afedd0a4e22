"""Server processes started for measurements, and their resource usage."""

import asyncio
import contextlib
import os
import re
import sys
import tempfile
from collections.abc import AsyncIterator, Iterable, Mapping
from pathlib import Path

import msgspec

from quarterdeck_server.evaluation.capacity.machines import LOOPBACK, Machine

SECONDS_TO_START = 60.0
ENOUGH_COMMANDS = 1_000_000

SERVE = ("-m", "quarterdeck_server", "serve")
"""The words after `python` that start a server."""

THIS_MACHINE = Machine(LOOPBACK)


class Used(msgspec.Struct, frozen=True):
    """Resource usage of a process so far."""

    cpu: float
    """Seconds of processor time."""

    rss: int
    """Bytes of memory it holds."""

    kernel: float = 0.0
    """Seconds of `cpu` in system calls."""


def used_by(process: int) -> Used | None:
    """Return the resource usage of a process; `None` on systems that do not report it as Linux does."""
    return _used_in(f"/proc/{process}")


def thread_used_by(process: int, thread: int) -> Used | None:
    """Return the resource usage of one thread. The main thread has the number of the process. `None` as above."""
    return _used_in(f"/proc/{process}/task/{thread}")


def _used_in(folder: str) -> Used | None:
    try:
        fields = Path(folder, "stat").read_text().rpartition(")")[2].split()
        resident = int(Path(folder, "statm").read_text().split()[1])
    except OSError:
        return None
    user, kernel = (int(each) / os.sysconf("SC_CLK_TCK") for each in fields[11:13])
    return Used(user + kernel, resident * os.sysconf("SC_PAGE_SIZE"), kernel)


def settings_of(
    store: str, folder: str, durability: str = "", *, host: str = LOOPBACK, workers: int = 1, metrics: str = ""
) -> dict[str, str]:
    """Return the settings of a measured server: a free port, and no limits that would end a measurement. `metrics` is
    the address of its metrics."""
    return {
        "HOST": host,
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
        **({"METRICS": metrics} if metrics else {}),
    }


@contextlib.asynccontextmanager
async def own_server(
    store: str,
    durability: str = "",
    *,
    machine: Machine = THIS_MACHINE,
    workers: int = 1,
    metrics: str = "",
    more: Mapping[str, str] | None = None,
) -> AsyncIterator[tuple[str, int]]:
    """Run a server on a free port with a new folder as long as this context is open. Yield its address and process
    id. `more` are settings of its own."""
    with tempfile.TemporaryDirectory(prefix="quarterdeck-bench-", ignore_cleanup_errors=True) as folder:
        settings = settings_of(store, folder, durability, host=machine.address, workers=workers, metrics=metrics)
        environment = {f"QUARTERDECK_{name}": value for name, value in {**settings, **(more or {})}.items()}
        async with running(*SERVE, machine=machine, environment=environment) as server:
            yield server


@contextlib.asynccontextmanager
async def running(
    *words: str, machine: Machine = THIS_MACHINE, environment: Mapping[str, str] | None = None
) -> AsyncIterator[tuple[str, int]]:
    """Run a Python program that first prints its address, as long as this context is open. Yield the address and the
    process id."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("QUARTERDECK_")}
    process = await asyncio.create_subprocess_exec(
        *machine.command((sys.executable, *words)),
        stdout=asyncio.subprocess.PIPE,
        env={**inherited, **(environment or {})},
    )
    try:
        yield await _address(process), process.pid
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


def started_by(process: int) -> list[int]:
    """Return the ids of the child processes of a process and of their children, on systems that list them as Linux
    does."""
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
    """Pin the server to one core if there are two and the system allows it. The store that the server has started
    shares the other core with the load."""
    keep_apart([server], started_by(server))


def keep_apart(servers: Iterable[int], others: Iterable[int]) -> None:
    """Pin the servers to half of the cores, where the system allows it. All other processes, such as store nodes and
    the load in this process, use the other half. So they do not influence the servers' measured usage."""
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
        raise RuntimeError("the start message of the server cannot be read")
    async with asyncio.timeout(SECONDS_TO_START):
        greeting = (await process.stdout.readline()).decode()
    found = re.search(r'http://[^\s"]+', greeting)
    if found is None:
        raise OSError("the server did not start; its output is above")
    return found.group()
