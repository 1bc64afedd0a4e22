"""A pause of one server, by its setting and by signals, which its workers follow."""

import asyncio
from pathlib import Path

import aiohttp
from servers import SOON, Served, served


async def begins(server: Served) -> bool:
    """Whether matches begin at the worker that answers a new connection."""
    async with aiohttp.ClientSession() as http, http.get(f"{server.url}/readyz") as answer:
        return bool((await answer.json())["new_matches"])


async def test_by_setting_and_signal_one_server_begins_none_with_all_of_its_workers(tmp_path: Path) -> None:
    options = ("--data", str(tmp_path), "--workers", "2", "--new-matches", "off", "--log-level", "error")
    async with served(*options) as server:
        for is_on in (True, False, True):
            server.say_pause(is_on=is_on)
            async with asyncio.timeout(SOON):
                for _ in range(8):  # whichever worker answers
                    while await begins(server) is is_on:  # noqa: ASYNC110 - it is passed on to another process
                        await asyncio.sleep(0.05)
        assert await server.terminated() == 0
