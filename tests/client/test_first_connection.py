"""Bots try their first connection again, for as long as their patience lasts."""

import asyncio
import os
import socket
from contextlib import AsyncExitStack

import pytest
from forked_programs import forked
from quarterdeck_client.bots.first_connection import connected
from quarterdeck_client.errors import LostError, UsageError
from servers import SOON, live_server, served


@pytest.mark.parametrize("options", [(), ("--seek", "2")])
async def test_bots_wait_for_a_server_that_comes_and_say_so_once(options: tuple[str, ...]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    clean = {name: value for name, value in os.environ.items() if not name.startswith("QUARTERDECK_")}
    words = ("bots", "--game", "tiny", "--seats", "2", "--quiet", "--patience", "120", *options, "--url", url)
    async with forked(*words, environment=clean) as process, asyncio.timeout(3 * SOON):
        assert process.stderr is not None
        said = (await process.stderr.readline()).decode()
        assert said == f"quarterdeck: {url} cannot be reached: connection refused; trying again for 120 s\n"
        async with served("--store", "memory", "--port", str(port)):
            _, complaints = await process.communicate()
    assert (process.returncode, complaints) == (0, b"")


async def test_without_patience_it_is_tried_once() -> None:
    async with live_server() as gone:
        url = gone.url
    said: list[str] = []
    async with AsyncExitStack() as stack:
        with pytest.raises(LostError, match="cannot be reached: connection refused"):
            await connected(stack, url, 0.0, waits=said.append)
    assert said == []


async def test_anything_that_is_no_address_is_not_tried_again() -> None:
    async with AsyncExitStack() as stack:
        with pytest.raises(UsageError):
            await connected(stack, "ftp://127.0.0.1", 3_600.0)
