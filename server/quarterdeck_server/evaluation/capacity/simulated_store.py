"""A store for benches: one store server, or a cluster of primaries on one simulated machine each."""

import asyncio
import contextlib
import socket
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import msgspec
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as Unreachable

from quarterdeck_server.evaluation.capacity.machines import LOOPBACK, Machine
from quarterdeck_server.storage.redis.embedded import find_server

SLOTS = 16_384
SECONDS_TO_START = 60.0
PORT, BUS = 6379, 16379
"""The ports of a node that has a machine of its own."""


class StoreNode(msgspec.Struct, frozen=True):
    """A node of a store that runs for a bench."""

    process: int
    client: Any

    async def memory(self) -> int:
        """Return the number of bytes of the node's data, without buffers and the memory of the program itself."""
        return int((await self.client.info("memory"))["used_memory_dataset"])

    async def commands(self) -> int:
        """Return the number of commands that the node has received, without those that its scripts call."""
        return int((await self.client.info("stats"))["total_commands_processed"])


class Nodes(msgspec.Struct, frozen=True):
    """All nodes of a store that runs for a bench."""

    url: str
    nodes: tuple[StoreNode, ...]


@asynccontextmanager
async def store_on(machines: Sequence[Machine], *, fsync: str) -> AsyncIterator[Nodes]:
    """Run a store on these machines as long as this context is open. On several machines the store is a cluster."""
    async with AsyncExitStack() as stack:
        places = [_place(machine) for machine in machines]
        nodes = []
        for machine, (port, bus) in zip(machines, places, strict=True):
            cluster = [f"--cluster-enabled yes --cluster-port {bus} --cluster-node-timeout 60000"] * (len(machines) > 1)
            nodes.append(await stack.enter_async_context(_node(machine, port, fsync, " ".join(cluster).split())))
        hosts = ",".join(f"{machine.address}:{port}" for machine, (port, _) in zip(machines, places, strict=True))
        if len(machines) == 1:
            yield Nodes(f"redis://{hosts}", tuple(nodes))
            return
        for number, node in enumerate(nodes):
            edges = [SLOTS * edge // len(nodes) for edge in (number, number + 1)]
            await node.client.execute_command("CLUSTER", "ADDSLOTSRANGE", edges[0], edges[1] - 1)
            await node.client.execute_command("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
        for machine, (port, bus) in zip(machines[1:], places[1:], strict=True):
            await nodes[0].client.execute_command("CLUSTER", "MEET", machine.address, port, bus)
        until = time.monotonic() + SECONDS_TO_START
        while not all([await _agrees(node, len(nodes)) for node in nodes]):
            if time.monotonic() > until:
                raise OSError("the nodes of the store did not form a cluster")
            await asyncio.sleep(0.05)
        yield Nodes(f"redis+cluster://{hosts}", tuple(nodes))


def _place(machine: Machine) -> tuple[int, int]:
    if machine.address != LOOPBACK:
        return PORT, BUS
    with socket.create_server((LOOPBACK, 0)) as one, socket.create_server((LOOPBACK, 0)) as other:
        return one.getsockname()[1], other.getsockname()[1]


@asynccontextmanager
async def _node(machine: Machine, port: int, fsync: str, more: Sequence[str]) -> AsyncIterator[StoreNode]:
    with tempfile.TemporaryDirectory(prefix="quarterdeck-bench-") as folder:
        words = [str(find_server()), "--port", str(port), "--bind", machine.address, "--dir", folder, "--save", ""]
        words += ["--appendonly", "yes", "--appendfsync", fsync, "--protected-mode", "no", *more]
        process = await asyncio.create_subprocess_exec(
            *machine.command(words), stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL
        )
        client = Redis(host=machine.address, port=port, protocol=2)
        try:
            await _started(client, process)
            yield StoreNode(process.pid, client)
        finally:
            await client.aclose()
            if process.returncode is None:
                process.terminate()
            await process.wait()


async def _started(client: Any, process: asyncio.subprocess.Process) -> None:
    until = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < until:
        with contextlib.suppress(Unreachable):
            await client.ping()
            return
        if process.returncode is not None:
            break
        await asyncio.sleep(0.02)
    raise OSError("a node of the store's cluster did not start")


async def _agrees(node: StoreNode, number: int) -> bool:
    said = await node.client.execute_command("CLUSTER", "INFO")
    words = said.split() if isinstance(said, bytes) else [f"{name}:{value}".encode() for name, value in said.items()]
    return b"cluster_state:ok" in words and b"cluster_known_nodes:%d" % number in words
