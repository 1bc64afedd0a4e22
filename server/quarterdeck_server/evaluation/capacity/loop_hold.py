"""Measurement of the time for which an operation blocks the event loop, in processor time of the loop's thread. So
other work on the machine has little influence."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from statistics import median

import msgspec


class Held(msgspec.Struct, frozen=True):
    """Duration of an operation, in milliseconds of the loop's thread."""

    total: float
    longest: float
    """The longest time without a turn for other tasks."""


async def held(rounds: int, prepare: Callable[[], Awaitable[Awaitable[object]]]) -> Held:
    """Measure an operation several times alone, and several times beside a task that runs in every turn of the event
    loop. Return the medians."""
    totals, longest = list[float](), list[float]()
    for _ in range(rounds):
        work = await prepare()
        began = time.thread_time()
        await work
        totals.append(time.thread_time() - began)
        longest.append(await _longest(await prepare()))
    return Held(median(totals) * 1000, median(longest) * 1000)


async def _longest(work: Awaitable[object]) -> float:
    longest = 0.0

    async def tick() -> None:
        nonlocal longest
        left = time.thread_time()
        while True:
            await asyncio.sleep(0)
            now = time.thread_time()
            longest, left = max(longest, now - left), now

    looking = asyncio.ensure_future(tick())
    await work
    await asyncio.sleep(0)
    looking.cancel()
    return longest
