"""Several simulated machines on one. On Linux, as root and with the program `ip`, each is a network namespace with its
own link and address. Elsewhere they are processes on the loopback interface.

The namespaces are connected by a bridge in another namespace, so the machine's real network is not touched. They
disappear when the bench ends. The simulated machines share the processors and the disk in both cases.
"""

import asyncio
import contextlib
import ctypes
import os
import shutil
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import msgspec

LOOPBACK = "127.0.0.1"
CLONE_NEWNET = 0x40000000
NAMESPACES = Path("/run/netns")


class MachineError(OSError):
    """A machine could not be simulated; the message names the failed command."""


class Machine(msgspec.Struct, frozen=True):
    """A simulated machine on which processes run."""

    address: str
    namespace: str | None = None

    def command(self, words: Sequence[str]) -> list[str]:
        """Return the command line that runs a program on this simulated machine."""
        return list(words) if self.namespace is None else ["ip", "netns", "exec", self.namespace, *words]


class Link(msgspec.Struct, frozen=True):
    """Bytes sent and received so far over a simulated machine's network link."""

    received: int
    sent: int


def can_be_namespaces() -> bool:
    """Return true if this process may create network namespaces and has the tools for them."""
    return (
        hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("ip") is not None and Path("/proc/net").exists()
    )


@contextlib.asynccontextmanager
async def machines(number: int, *, apart: bool) -> AsyncIterator[list[Machine]]:
    """Simulate machines as long as this context is open. With `apart` they are network namespaces, and this process
    moves into a further one. Raises `MachineError`."""
    if not apart:
        yield [Machine(LOOPBACK)] * number
        return
    made: list[str] = []
    home = os.open("/proc/self/ns/net", os.O_RDONLY)
    try:
        switch = f"qd{os.getpid()}-switch"
        await _make(made, switch)
        await _ip("-n", switch, "link", "add", "name", "switch", "type", "bridge")
        await _ip("-n", switch, "link", "set", "switch", "up")
        names = [f"qd{os.getpid()}-{each}" for each in (*range(number), "load")]
        for port, name in enumerate(names, start=1):
            await _make(made, name)
            await _ip("-n", switch, "link", "add", "name", f"port{port}", "type", "veth", "peer", "eth0", "netns", name)
            await _ip("-n", switch, "link", "set", f"port{port}", "master", "switch", "up")
            await _ip("-n", name, "addr", "add", f"10.77.{port // 250}.{port % 250 + 1}/16", "dev", "eth0")
            await _ip("-n", name, "link", "set", "eth0", "up")
            await _ip("-n", name, "link", "set", "lo", "up")
        _enter(NAMESPACES / names[-1])
        yield [Machine(f"10.77.{port // 250}.{port % 250 + 1}", name) for port, name in enumerate(names[:-1], start=1)]
    finally:
        _enter_open(home)
        os.close(home)
        for name in made:
            await _ip("netns", "delete", name)


async def _make(made: list[str], name: str) -> None:
    await _ip("netns", "add", name)
    made.append(name)


async def _ip(*words: str) -> None:
    process = await asyncio.create_subprocess_exec("ip", *words, stderr=asyncio.subprocess.PIPE)
    _, complaint = await process.communicate()
    if process.returncode:
        raise MachineError(f"ip {' '.join(words)}: {complaint.decode().strip()}")


def _enter(namespace: Path) -> None:
    opened = os.open(namespace, os.O_RDONLY)
    try:
        _enter_open(opened)
    finally:
        os.close(opened)


def _enter_open(namespace: int) -> None:
    """Move this thread into a network namespace. Sockets and processes that it makes later belong to that namespace.
    (`os.setns` exists from Python 3.12 on.)"""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.setns(namespace, CLONE_NEWNET):
        raise MachineError(ctypes.get_errno(), "a thread could not enter the network namespace of a simulated machine")


def link_of(process: int) -> Link | None:
    """Return the traffic so far over the network link of a process's simulated machine; `None` on loopback."""
    for line in Path(f"/proc/{process}/net/dev").read_text().splitlines():
        name, _, counts = line.partition(":")
        if name.strip() == "eth0":
            fields = counts.split()
            return Link(received=int(fields[0]), sent=int(fields[8]))
    return None
