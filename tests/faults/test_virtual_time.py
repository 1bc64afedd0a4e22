"""Time that jumps, and processes of which one is frozen or dead while the others go on."""

import asyncio

import pytest
from faults.virtual_time import Owner, Standstill, VirtualLoop, context_of, run


async def _ticks(noted: list[float]) -> None:
    while True:
        await asyncio.sleep(1)
        noted.append(round(asyncio.get_running_loop().time()))


def test_an_hour_is_over_at_once() -> None:
    async def wait() -> float:
        await asyncio.sleep(3_600)
        return asyncio.get_running_loop().time()

    assert run(wait()) == pytest.approx(3_600)


def test_a_player_who_waits_for_what_never_happens_is_told_so() -> None:
    async def wait() -> None:
        await asyncio.get_running_loop().create_future()

    with pytest.raises(Standstill):
        run(wait())


def test_a_frozen_process_does_late_what_it_would_have_done_and_the_others_do_not_wait() -> None:
    async def freeze() -> tuple[list[float], list[float]]:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        frozen, other = Owner("frozen"), Owner("other")
        noted: dict[str, list[float]] = {owner.name: [] for owner in (frozen, other)}
        tasks = [loop.create_task(_ticks(noted[owner.name]), context=context_of(owner)) for owner in (frozen, other)]
        await asyncio.sleep(2.5)
        frozen.is_frozen = True
        await asyncio.sleep(10)
        loop.thaw(frozen)
        await asyncio.sleep(2)
        for task in tasks:
            task.cancel()
        return noted["frozen"], noted["other"]

    frozen, other = run(freeze())
    assert frozen == [1, 2, 12, 14]
    assert other == list(range(1, 15))


def test_of_a_frozen_process_what_was_called_off_meanwhile_is_not_done() -> None:
    async def freeze() -> list[str]:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        owner, done = Owner("process"), list[str]()
        context = context_of(owner)
        called_off = loop.call_later(1, done.append, "called off", context=context)
        loop.call_later(1, done.append, "done", context=context)
        owner.is_frozen = True
        await asyncio.sleep(2)
        called_off.cancel()
        loop.thaw(owner)
        await asyncio.sleep(0)
        return done

    assert run(freeze()) == ["done"]


def test_a_dead_process_does_nothing_any_more() -> None:
    async def die() -> list[float]:
        owner, noted = Owner("process"), list[float]()
        task = asyncio.get_running_loop().create_task(_ticks(noted), context=context_of(owner))
        await asyncio.sleep(2.5)
        owner.is_dead = True
        await asyncio.sleep(5)
        assert not task.done()
        owner.is_dead = False
        return noted

    assert run(die()) == [1, 2]
