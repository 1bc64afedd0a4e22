"""Where Prometheus asks: a port of its own for every process, for those who bring the token if there is one."""

import socket
import subprocess
from pathlib import Path

import aiohttp
from prometheus_client import CollectorRegistry
from quarterdeck_server.telemetry.endpoint import MetricsServer
from scrapes import scrape_of, series
from servers import Served, kill, live_server, served, soon


async def asked(url: str, **headers: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as http, http.get(url, headers=headers) as response:
        return response.status, await response.text()


def listening() -> tuple[socket.socket, str]:
    """Return a socket that listens, and where it does."""
    own = socket.create_server(("127.0.0.1", 0))
    own.setblocking(False)
    return own, f"http://127.0.0.1:{own.getsockname()[1]}/metrics"


async def test_nothing_is_told_on_the_port_of_those_who_play() -> None:
    async with live_server() as server:
        assert (await asked(f"{server.url}/metrics"))[0] == 404


async def test_with_a_token_only_those_are_answered_who_bring_it() -> None:
    metrics_server, (own, url) = MetricsServer(CollectorRegistry(), token="open sesame"), listening()
    await metrics_server.start(own)
    try:
        assert (await asked(url))[0] == 401
        assert (await asked(url, Authorization="Bearer open sesam"))[0] == 401
        assert (await asked(url, Authorization="Bearer open sesame"))[0] == 200
    finally:
        await metrics_server.close()


async def test_without_one_whoever_reaches_the_port_is_answered() -> None:
    metrics_server, (own, url) = MetricsServer(CollectorRegistry()), listening()
    await metrics_server.start(own)
    try:
        assert (await asked(url))[0] == 200
        assert (await asked(url.removesuffix("metrics")))[0] == 404
    finally:
        await metrics_server.close()


def targets_of(server: Served) -> list[str]:
    """Return where a server says that its processes tell of themselves."""
    return server.metrics


async def started_at(target: str) -> float:
    """Return when a process was started, by its own metrics."""
    status, text = await asked(target)
    assert status == 200
    return scrape_of(text)[series("process_start_time_seconds")]


async def test_every_worker_is_a_target_of_its_own_and_is_one_again_when_it_was_killed(tmp_path: Path) -> None:
    metrics = ("--metrics", "127.0.0.1:0", "--metrics-token", "")
    async with served("--data", str(tmp_path), "--workers", "2", *metrics) as server:
        targets = targets_of(server)
        assert len(set(targets)) == 2
        for target in targets:
            _, text = await asked(target)
            assert scrape_of(text)[series("quarterdeck_serving")] == 1
        before = [await started_at(target) for target in targets]
        workers = workers_of(server)
        kill(workers[0])
        await soon(lambda: len(set(workers_of(server)) - set(workers)) == 1)
        after = [await started_at(target) for target in targets]
        assert len(set(before) & set(after)) == 1, "the other one goes on as it was"
        assert await server.terminated() == 0


def workers_of(server: Served) -> list[int]:
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
    found = (line.split(maxsplit=2) for line in listed.splitlines())
    return [int(pid) for pid, by, what in found if int(by) == server.process.pid and "quarterdeck_server" in what]


async def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    own, url = listening()
    place = url.removeprefix("http://").removesuffix("/metrics")
    with own:
        async with served("--store", "memory", "--metrics", place, folder=tmp_path) as server:
            assert await server.ended() != 0
            assert f"Metrics cannot be served at {place}".encode() in server.said
