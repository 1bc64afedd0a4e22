"""Several machines on one: each a network namespace with a link and an address of its own, where the system lets us
make them (Linux, as root, with `ip`), and processes on loopback elsewhere.

All of it hangs on a switch in a namespace of its own, so that nothing of the machine's own network is touched; when the
bench ends, so do the namespaces. The processors are shared either way, and so is the disk.
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
        """Return the command line that runs a program on this machine."""
        return list(words) if self.namespace is None else ["ip", "netns", "exec", self.namespace, *words]


class Link(msgspec.Struct, frozen=True):
    """Bytes sent and received over a machine's link so far."""

    received: int
    sent: int


def can_be_namespaces() -> bool:
    """Return true if this process may create network namespaces and has the tools for them."""
    return (
        hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("ip") is not None and Path("/proc/net").exists()
    )


@contextlib.asynccontextmanager
async def machines(number: int, *, apart: bool) -> AsyncIterator[list[Machine]]:
    """Simulate machines as long as this lasts; if they are to be apart, as namespaces, and this process moves into one
    of its own beside them. Raises `MachineError`."""
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
    """Move this thread to a network namespace. Its later sockets and processes are there. (`os.setns` is of Python
    3.12.)"""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.setns(namespace, CLONE_NEWNET):
        raise MachineError(ctypes.get_errno(), "this thread could not enter a network namespace")


def link_of(process: int) -> Link | None:
    """Return the traffic over the link of a process's machine so far; `None` on loopback."""
    for line in Path(f"/proc/{process}/net/dev").read_text().splitlines():
        name, _, counts = line.partition(":")
        if name.strip() == "eth0":
            fields = counts.split()
            return Link(received=int(fields[0]), sent=int(fields[8]))
    return None
