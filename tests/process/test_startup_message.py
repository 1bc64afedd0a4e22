"""Greeting of a server that no terminal reads: one line of JSON, which costs nobody the start.

What people on a terminal see, `tests/commands/test_help.py` reads from one.
"""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest
from servers import served
from stores import SOON


async def test_all_that_a_server_writes_where_no_terminal_reads_is_json(tmp_path: Path) -> None:
    store = f"unix://{tmp_path}/nowhere"
    options = ("--store", store, "--log-level", "debug")
    async with served(*options, folder=tmp_path, greeting_ends=b"nobody can play yet") as server:
        assert await server.terminated() == 0
        said = server.greeting.encode() + server.said
        lines: list[dict[str, Any]] = [msgspec.json.decode(line) for line in said.splitlines()]
    assert {line["level"] for line in lines} >= {"warning"}
    assert lines[0]["url"] == server.url
    async with served("--store", "memory", "--metrics", "127.0.0.1:0", folder=tmp_path) as server:
        (greeting,) = server.greeting.splitlines()
        told = msgspec.json.decode(greeting)
        assert (told["event"], told["level"], told["store"], told["metrics"]) == (
            "listening",
            "info",
            "memory",
            server.metrics,
        )
        async with aiohttp.ClientSession() as http, http.get(f"{told['url']}/healthz") as answer:
            assert answer.status == 200


@pytest.mark.parametrize("workers", ["1", "2"])
async def test_a_server_whose_standard_output_is_full_serves(tmp_path: Path, workers: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    clean = {name: value for name, value in os.environ.items() if not name.startswith("QUARTERDECK_")}
    words = ["serve", "--data", str(tmp_path / "data"), "--port", port, "--workers", workers]
    full = os.open("/dev/full", os.O_WRONLY)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "quarterdeck_server", *words, stdout=full, stderr=subprocess.DEVNULL, env=clean
    )
    os.close(full)
    try:
        async with asyncio.timeout(3 * SOON), aiohttp.ClientSession() as http:
            while not await is_ready(http, port):
                await asyncio.sleep(0.05)
                assert process.returncode is None
        process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(3 * SOON):
            assert await process.wait() == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def is_ready(http: aiohttp.ClientSession, port: str) -> bool:
    try:
        async with http.get(f"http://127.0.0.1:{port}/readyz") as answer:
            return answer.status == 200
    except aiohttp.ClientError:
        return False
