"""Capacity of several machines together: servers run on some, and the nodes of one store on others. The load connects
each seat to a random server, as a proxy would.

    quarterdeck bench tiny --hosts 3 --store-nodes 3

The machines are simulated (`machines.py`), so they share the processors. The result is therefore the processor time of
each process for an action, not the number of actions in a second.
"""

import asyncio
import time
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import AsyncExitStack

import msgspec
from quarterdeck_client.load import bear
from quarterdeck_client.load_figures import Figures

from quarterdeck_server.evaluation.capacity.machines import Link, can_be_namespaces, link_of, machines
from quarterdeck_server.evaluation.capacity.processes import (
    SECONDS_TO_START,
    Used,
    keep_apart,
    own_server,
    started_by,
    used_by,
)
from quarterdeck_server.evaluation.capacity.simulated_store import StoreNode, store_on


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The plan of a measurement with several machines."""

    game: str
    matches: int
    seats: int | None
    seconds: float
    seed: int
    durability: str
    hosts: int
    workers: int
    nodes: int
    think: float


class ProcessFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The measured resource usage of one process."""

    name: str
    core: float
    """Share of one core during the measurement."""

    microseconds: float
    """Microseconds of CPU time for each action of all matches together."""

    rss: int
    grown: int
    """Growth in bytes from before the first connection to the end. Workers had hardly begun then."""

    received: float | None
    sent: float | None
    """Bytes over its machine's link for each action, headers and all; `None` on loopback."""

    commands: float | None = None
    """Commands a node was sent for each action; `None` for a server."""

    kept: float | None = None
    """Bytes by which a node's memory grew for each action."""


class HostFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The measured resource usage of all processes together."""

    load: Figures
    hosts: int
    workers: int
    are_apart: bool
    servers: tuple[ProcessFigures, ...]
    nodes: tuple[ProcessFigures, ...]

    @property
    def server_microseconds(self) -> float:
        """Processor time of all servers together for an action, in microseconds."""
        return sum(each.microseconds for each in self.servers)

    @property
    def store_microseconds(self) -> float:
        """Processor time of all store nodes together for an action, in microseconds."""
        return sum(each.microseconds for each in self.nodes)


class _Sample(msgspec.Struct, frozen=True):
    at: float
    used: dict[int, Used]
    links: dict[int, Link | None]
    memory: asyncio.Task[list[int]]
    commands: asyncio.Task[list[int]]


async def measure(plan: Plan) -> HostFigures:
    """Simulate the machines, run the load, and return the figures of the processes. Raises `ClientError`, `OSError`."""
    apart = can_be_namespaces()
    async with machines(plan.hosts + plan.nodes, apart=apart) as simulated, AsyncExitStack() as stack:
        fsync = "always" if plan.durability == "fsync" else "everysec"
        store = await stack.enter_async_context(store_on(simulated[plan.hosts :], fsync=fsync))
        servers = []
        for machine in simulated[: plan.hosts]:
            server = own_server(store.url, plan.durability, machine=machine, workers=plan.workers)
            servers.append(await stack.enter_async_context(server))
        return await _measured(plan, servers, store.nodes, apart=apart)


async def _measured(
    plan: Plan, servers: Sequence[tuple[str, int]], nodes: Sequence[StoreNode], *, apart: bool
) -> HostFigures:
    processes = {
        name: process
        for number, (_, first) in enumerate(servers, start=1)
        for name, process in (await _processes_of(f"server {number}", first, plan.workers)).items()
    }
    watched = [*processes.values(), *(node.process for node in nodes)]
    keep_apart(processes.values(), [node.process for node in nodes])
    samples = [_sample(watched, nodes)]

    def at_edge() -> None:
        samples.append(_sample(watched, nodes))

    url, *others = [url for url, _ in servers]
    load = await bear(
        url,
        others=others,
        game=plan.game,
        matches=plan.matches,
        seats=plan.seats,
        seconds=plan.seconds,
        seed=plan.seed,
        think=plan.think,
        connected=lambda _: None,
        counting=at_edge,
        counted=at_edge,
    )
    for sample in samples:
        await asyncio.wait((sample.memory, sample.commands))
    _, begun, ended = samples
    actions = max(load.actions, 1)
    return HostFigures(
        load=load,
        hosts=plan.hosts,
        workers=plan.workers,
        are_apart=apart,
        servers=tuple(_figures(name, process, actions, samples) for name, process in processes.items()),
        nodes=tuple(
            msgspec.structs.replace(
                _figures(f"store {number + 1}", node.process, actions, samples),
                commands=(ended.commands.result()[number] - begun.commands.result()[number]) / actions,
                kept=(ended.memory.result()[number] - begun.memory.result()[number]) / actions,
            )
            for number, node in enumerate(nodes)
        ),
    )


async def _processes_of(name: str, server: int, workers: int) -> dict[str, int]:
    """Return the processes of a server. The server has printed its address and is starting its workers."""
    until = time.monotonic() + SECONDS_TO_START
    while len(started := started_by(server)) < workers > 1:
        if time.monotonic() > until:
            raise OSError("a measured server did not start its workers")
        await asyncio.sleep(0.05)
    return {name: server, **{f"{name}, worker {number}": each for number, each in enumerate(started, start=1)}}


def _sample(processes: Sequence[int], nodes: Sequence[StoreNode]) -> _Sample:
    used = {process: found for process in processes if (found := used_by(process)) is not None}
    if len(used) < len(processes):
        raise OSError("a measured process has ended, or this system does not report the resource usage of processes")
    return _Sample(
        at=time.perf_counter(),
        used=used,
        links={process: link_of(process) for process in processes},
        memory=asyncio.create_task(_of_all([node.memory() for node in nodes])),
        commands=asyncio.create_task(_of_all([node.commands() for node in nodes])),
    )


async def _of_all(asked: Sequence[Coroutine[None, None, int]]) -> list[int]:
    return list(await asyncio.gather(*asked))


def _figures(name: str, process: int, actions: int, samples: Sequence[_Sample]) -> ProcessFigures:
    empty, begun, ended = samples
    cpu = ended.used[process].cpu - begun.used[process].cpu
    before, after = begun.links[process], ended.links[process]
    return ProcessFigures(
        name=name,
        core=cpu / (ended.at - begun.at),
        microseconds=cpu / actions * 1e6,
        rss=ended.used[process].rss,
        grown=ended.used[process].rss - empty.used[process].rss,
        received=(after.received - before.received) / actions if before and after else None,
        sent=(after.sent - before.sent) / actions if before and after else None,
    )


def lines_of(figures: HostFigures) -> Iterator[str]:
    """Yield the figures as lines of a table."""
    load = figures.load
    how = "a network namespace each" if figures.are_apart else "processes of one machine"
    yield (
        f"{load.game}: {load.matches} matches, {load.connections} connections, {load.seconds} s;"
        f" {figures.hosts} machines for servers and {len(figures.nodes)} for the store, {how}"
    )
    yield f"  actions per second {load.actions_per_second:,.0f} acknowledged to all seats, {load.lost} lost"
    yield f"  latency            p50 {load.p50_ms} ms · p95 {load.p95_ms} ms · p99 {load.p99_ms} ms"
    took = f"{figures.server_microseconds:.0f} µs of all servers · {figures.store_microseconds:.0f} µs of the store"
    yield f"  CPU an action      {took}"
    for each in (*figures.servers, *figures.nodes):
        told = f"{each.microseconds:.1f} µs an action · {each.core:.0%} of a core · {each.rss / 2**20:.0f} MB"
        told += f", {each.grown / 2**20:.0f} of them since it was empty"
        if each.received is not None and each.sent is not None:
            told += f" · {each.received:.0f} bytes in and {each.sent:.0f} out an action"
        if each.commands is not None and each.kept is not None:
            told += f" · {each.commands:.2f} commands and {each.kept:.0f} bytes kept an action"
        yield f"  {each.name:<20} {told}"
