"""The short form of `make crowd`: 200 connections that mean no good, at one process and without a proxy."""

import asyncio
import os

from deploy.crowd import LONGEST, Crowd, come, memory_of, stay
from servers import SOON, served

MANY = 200
ANSWERS = 30
"""How many answers whoever is in has while the crowd speaks."""

NEWCOMERS = 5
OPTIONS = ("--log-level", "error", "--quotas", "off", "--connections-per-address", "0")


async def test_a_crowd_that_means_no_good_keeps_nobody_from_being_answered() -> None:
    async with served("--store", "memory", *OPTIONS) as server:
        process = server.process.pid
        assert process is not None
        before, most = memory_of(process), 0.0
        crowd = Crowd(server.url)
        newcomers: list[float] = []
        within: list[float] = []
        asking = [asyncio.create_task(come(server.url, newcomers)), asyncio.create_task(stay(server.url, within))]
        try:
            async with asyncio.timeout(SOON):
                await crowd.come(MANY)
                await crowd.speak()
                begun = len(within) + ANSWERS, len(newcomers) + NEWCOMERS
                while len(within) < begun[0] or len(newcomers) < begun[1]:
                    await asyncio.sleep(0.1)
                    await crowd.speak()
                    most = max(most, memory_of(process))
        finally:
            crowd.leave()
            for task in asking:
                task.cancel()
            ended = await asyncio.gather(*asking, return_exceptions=True)
        assert [each for each in ended if not isinstance(each, asyncio.CancelledError)] == []
        assert most - before < LONGEST + MANY / 16
        os.kill(process, 0)
        assert await server.terminated() == 0
        assert server.said == b""
