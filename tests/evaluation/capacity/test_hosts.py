"""`quarterdeck bench --hosts`, short: several machines and one store, or as many namespaces as are allowed."""

import asyncio
import json
import os
import signal

import msgspec
import pytest
from forked_programs import ran
from quarterdeck_client.load_figures import Tally, figures_of
from quarterdeck_server.evaluation.capacity.hosts import HostFigures, ProcessFigures, lines_of
from quarterdeck_server.evaluation.capacity.machines import LOOPBACK, NAMESPACES, Machine, can_be_namespaces, machines
from quarterdeck_server.evaluation.capacity.processes import started_by
from quarterdeck_server.evaluation.capacity.simulated_store import store_on


async def test_two_machines_bear_matches_on_a_cluster_of_two() -> None:
    words = ("--hosts", "2", "--store-nodes", "2", "--matches", "4", "--seconds", "1", "--json")
    status, written, complaints = await ran("bench", "tiny", *words)
    assert (status, complaints) == (0, "")
    figures = json.loads(written.splitlines()[-1])
    assert [each["name"] for each in figures["servers"]] == ["server 1", "server 2"]
    assert [each["name"] for each in figures["nodes"]] == ["store 1", "store 2"]
    assert (figures["load"]["lost"], figures["load"]["refused"], figures["load"]["connections"]) == (0, 0, 8)
    assert figures["load"]["actions"] > 0
    assert all(each["microseconds"] > 0 for each in figures["servers"])
    assert sum(each["commands"] for each in figures["nodes"]) >= 1
    assert figures["are_apart"] == can_be_namespaces()
    assert all((each["sent"] is not None) == figures["are_apart"] for each in figures["servers"])


async def test_anything_that_a_process_has_started_is_found_with_what_that_has_started() -> None:
    words = ("sh", "-c", "sh -c 'sleep 1000 & echo; wait' & wait")
    process = await asyncio.create_subprocess_exec(*words, stdout=asyncio.subprocess.PIPE, start_new_session=True)
    try:
        assert process.stdout is not None
        await process.stdout.readline()
        assert len(started_by(process.pid)) == 2
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        await process.wait()


def test_each_process_is_told_with_what_it_used() -> None:
    load = figures_of("tiny", 1, 2, 1.0, [0.001], 0, Tally())
    server = ProcessFigures(
        name="server 1", core=0.5, microseconds=100.0, rss=2**26, grown=2**20, received=100.0, sent=300.0
    )
    node = msgspec.structs.replace(server, name="store 1", received=None, sent=None, commands=1.5, kept=200.0)
    lines = list(lines_of(HostFigures(load=load, hosts=1, workers=1, are_apart=True, servers=(server,), nodes=(node,))))
    used = "100.0 µs an action · 50% of a core · 64 MB, 1 of them since it was empty"
    assert lines[3:] == [
        "  CPU an action      100 µs of all servers · 100 µs of the store",
        f"  server 1             {used} · 100 bytes in and 300 out an action",
        f"  store 1              {used} · 1.50 commands and 200 bytes kept an action",
    ]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--workers", "2"), "use them together with --hosts"),
        (("--store-nodes", "3"), "use them together with --hosts"),
        (("--hosts", "2", "--url", "http://127.0.0.1:9"), "cannot be combined with --url"),
    ],
)
async def test_anything_that_does_not_go_together_is_said(words: tuple[str, ...], complaint: str) -> None:
    status, _, complaints = await ran("bench", "tiny", *words)
    assert status == 2
    assert complaint in complaints


async def test_machines_that_are_not_apart_are_processes_on_loopback() -> None:
    async with machines(2, apart=False) as simulated:
        assert simulated == [Machine(LOOPBACK), Machine(LOOPBACK)]
        assert simulated[0].command(["true"]) == ["true"]


async def test_a_store_on_loopback_is_one_server_or_a_cluster() -> None:
    async with machines(3, apart=False) as simulated:
        async with store_on(simulated[:1], fsync="always") as store:
            assert store.url.startswith("redis://127.0.0.1:")
            assert (await store.nodes[0].client.config_get("appendfsync"))["appendfsync"] == "always"
        async with store_on(simulated, fsync="everysec") as store:
            assert store.url.startswith("redis+cluster://127.0.0.1:")
            assert len(store.nodes) == 3
            assert all([await node.memory() > 0 for node in store.nodes])


async def test_nothing_is_left_of_the_machines() -> None:
    apart = can_be_namespaces()
    async with machines(2, apart=apart) as simulated:
        made = {each.namespace for each in simulated if each.namespace}
        assert len(made) == (2 if apart else 0)
        assert made <= _namespaces()
        assert len({each.address for each in simulated}) == (2 if apart else 1)
    assert not made & _namespaces()


def _namespaces() -> set[str]:
    return {namespace.name for namespace in NAMESPACES.glob("*")}
