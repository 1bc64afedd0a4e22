"""Work that is done for ever outlives whatever happens to it, and the log says so without saying it each time."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager

import pytest
from quarterdeck_server.periodic_work import MOST_IN_A_TURN, PeriodicTask, in_turns, repeat
from quarterdeck_server.store_errors import Unavailable
from stores import SOON
from structlog.testing import capture_logs

AN_HOUR = 3600.0


class Work:
    """Something to do that ends as a test says: one outcome after the other, and the last one for ever."""

    def __init__(self, *outcomes: Exception | None) -> None:
        self._outcomes = list(outcomes)
        self.times = 0
        self._done = asyncio.Condition()

    async def __call__(self) -> None:
        async with self._done:
            outcome = self._outcomes[min(self.times, len(self._outcomes) - 1)]
            self.times += 1
            self._done.notify_all()
        if outcome is not None:
            raise outcome

    async def was_done(self, times: int) -> None:
        async with asyncio.timeout(SOON), self._done:
            await self._done.wait_for(lambda: self.times >= times)


@asynccontextmanager
async def running(repeating: Coroutine[None, None, None]) -> AsyncIterator[None]:
    task = asyncio.ensure_future(repeating)
    yield
    assert not task.done()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_it_is_done_again_and_again() -> None:
    work = Work(None)
    async with running(repeat(work, 0.0, meanwhile="nothing is done")):
        await work.was_done(5)


@pytest.mark.parametrize(("at_once", "times"), [(True, 1), (False, 0)])
async def test_it_begins_at_once_or_after_the_first_pause(at_once: bool, times: int) -> None:
    work = Work(None)
    async with running(repeat(work, AN_HOUR, meanwhile="nothing is done", at_once=at_once)):
        for _ in range(5):
            await asyncio.sleep(0)
        assert work.times == times


async def test_a_player_who_wakes_it_need_not_wait() -> None:
    work, wake = Work(None), asyncio.Event()
    async with running(repeat(work, AN_HOUR, meanwhile="nothing is done", wake=wake)):
        for times in (1, 2, 3):
            wake.set()
            await work.was_done(times)
            await until_idle(wake)


async def test_a_store_that_is_away_and_work_that_fails_are_outlived() -> None:
    away = Unavailable("the store is away")
    work = Work(away, away, ValueError("seven"), away, None)
    with capture_logs() as logs:
        async with running(repeat(work, 0.0, meanwhile="clocks are stopped")):
            await work.was_done(7)
    assert [(line["log_level"], line["event"]) for line in logs] == [
        ("warning", "the store cannot be reached; clocks are stopped"),
        ("error", "periodic work failed and will be retried"),
        ("warning", "the store is back"),
    ]


async def until_idle(wake: asyncio.Event) -> None:
    """Wait until what was woken waits again."""
    async with asyncio.timeout(SOON):
        while wake.is_set():  # noqa: ASYNC110 - it is not told otherwise
            await asyncio.sleep(0)


async def test_a_stopped_task_repeats_no_more_and_one_that_never_began_is_stopped_at_once() -> None:
    task, work = PeriodicTask(), Work(None)
    await task.stop()
    task.start(repeat(work, 0.0, meanwhile="nothing is done", at_once=True))
    await work.was_done(3)
    await task.stop()
    times = work.times
    await asyncio.sleep(0)
    assert work.times == times


async def test_periodic_work_lets_others_run_between_groups() -> None:
    turns = 0

    def count() -> None:
        nonlocal turns
        turns += 1
        asyncio.get_running_loop().call_soon(count)

    count()
    sizes = [(turns, len(some)) async for some in in_turns(range(3 * MOST_IN_A_TURN))]
    assert [size for _, size in sizes] == [MOST_IN_A_TURN] * 3
    assert [turn for turn, _ in sizes] == sorted({turn for turn, _ in sizes})
