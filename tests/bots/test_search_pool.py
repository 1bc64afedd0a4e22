"""The processes in which bots search: bounded, ended in order, begun anew when they die."""

import asyncio
import contextlib
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from concurrent.futures import Future
from functools import partial
from math import inf
from random import Random

import msgspec
import pytest
from msgspec.structs import replace
from quarterdeck_games import GAMES, AnyGame
from quarterdeck_games.dice import Dice
from quarterdeck_games.game import Setup
from quarterdeck_games.state_codec import recall
from quarterdeck_protocol.names import PlayerId, Seat, Version
from quarterdeck_server.bots import search_pool
from quarterdeck_server.bots.search_methods import search_with
from quarterdeck_server.bots.search_pool import CPU_SECONDS_BESIDE_OTHERS, LEAST_ACTIONS, SECONDS_TO_ACT, SearchPool
from quarterdeck_server.bots.search_process import NICENESS, Thought, answer_to
from quarterdeck_server.cards.host_sets import games_with
from quarterdeck_server.metrics import SearchMetrics, SearchOutcome
from quarterdeck_server.search_position import SearchPosition, position_of
from servers import SOON, soon

BUDGET = 200
BUDGETS = {"club": BUDGET, "expert": 2 * LEAST_ACTIONS, "master": 1_000_000_000}
GAME = GAMES["density-deck"]
SETS = ("AB2",)


def position(game: str = "density-deck", key: bytes = b"key") -> SearchPosition:
    """Return what the first seat that is asked is asked at the beginning of a match."""
    rules = GAMES[game]
    return _position(rules, rules.setup(2, rules.options()), key)


def position_with_a_further_set() -> SearchPosition:
    """Return the same of a match in which decks of a set are played that a host switches on."""
    rules = games_with(None, SETS)["amiibart"]
    assert rules.decks is not None
    decks = [rules.decks.ready[name] for name in ("wild-hunt", "thunderfist")]
    return _position(rules, rules.setup(2, rules.options(), decks), b"key")


def _position(rules: AnyGame, setup: Setup, key: bytes) -> SearchPosition:
    state = rules.blank(setup)
    state = rules.fold(state, rules.start(state, Dice(b"deal", Version(1))))
    seat = next(Seat(seat) for seat in range(2) if rules.choices(state, Seat(seat)))
    found = position_of(rules, state, seat, 2, key)
    assert found is not None
    return found


@contextlib.asynccontextmanager
async def pool_of(processes: int = 1, most_waiting: int = 1) -> AsyncIterator[tuple[SearchPool, SearchMetrics]]:
    """Return a pool in which a club player thinks briefly, an expert a little longer, a master until it is stopped."""
    metrics = SearchMetrics()
    pool = SearchPool(processes, most_waiting, metrics, sets=SETS, budgets=BUDGETS)
    try:
        yield pool, metrics
    finally:
        await pool.close()


def searching() -> int:
    """Return the process in which bots search."""
    (process,) = multiprocessing.active_children()
    assert process.pid is not None
    return process.pid


def outcomes(metrics: SearchMetrics) -> dict[str, int]:
    return {outcome: number for outcome, number in metrics.outcomes.items() if number}


async def test_a_search_follows_from_its_position_and_others_have_their_share_of_it() -> None:
    async with pool_of(most_waiting=2) as (pool, metrics):
        assert await pool.think("club", replace(position(), game="chess"), SOON) is None
        assert outcomes(metrics) == {SearchOutcome.FAILED: 1}  # by itself: the process is as well as before
        asked = position()
        first, shared, again = await asyncio.gather(*(pool.think("club", asked, SOON) for _ in range(3)))
        # of so few actions nothing is taken away, though one more waited as the second began
        assert outcomes(metrics) == {SearchOutcome.FAILED: 1, SearchOutcome.WHOLE: 3}
        assert first == shared == again is not None
        assert pool.waiting == pool.searching == 0
        assert metrics.actions >= 3 * BUDGET
        own = os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getpriority(os.PRIO_PROCESS, searching()) == min(own + NICENESS, 19)
        state = recall(GAME, asked.state)
        search = search_with(GAME, GAME.simulator, 2, Random(asked.key + b"search"))  # type: ignore[arg-type]
        assert first is not None
        assert msgspec.json.decode(first, type=GAME.actions) == search.best(state, asked.seat, BUDGET)
        await asyncio.gather(*(pool.think("expert", asked, SOON) for _ in range(3)))
        assert metrics.outcomes[SearchOutcome.OWN_SHARE] == 1
        assert metrics.outcomes[SearchOutcome.WHOLE] == 5
        assert await pool.think("club", position_with_a_further_set(), SOON) is not None
    assert multiprocessing.active_children() == []
    assert metrics.started == 1


async def test_nobody_waits_longer_than_its_clock_and_no_more_wait_than_may() -> None:
    async with pool_of() as (pool, metrics):
        endless = asyncio.create_task(pool.think("master", position(), SOON))
        await soon(lambda: pool.searching == 1)
        waiting = asyncio.create_task(pool.think("club", position(), 0.5))
        await soon(lambda: pool.waiting == 1)
        assert await pool.think("club", position(), SOON) is None
        assert outcomes(metrics) == {SearchOutcome.FULL: 1}
        assert await waiting is None
        assert outcomes(metrics) == {SearchOutcome.FULL: 1, SearchOutcome.LATE: 1}
        assert pool.waiting == 0
        await pool.close()
        assert await endless is None
        assert await pool.think("club", position(), SOON) is None
        assert metrics.outcomes[SearchOutcome.OFF] == 1
    assert multiprocessing.active_children() == []


async def test_a_search_beside_those_of_others_has_its_time_of_the_processor_and_not_of_the_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a busy machine a search of half a second takes many by the clock, and is as good."""
    begun = list[tuple[tuple[float, ...], Future[Thought]]]()

    class Slow:
        def submit(self, _: object, position: bytes, *limits: float) -> Future[Thought]:
            begun.append((limits, found := Future[Thought]()))
            return found

        def shutdown(self, **_: object) -> None:
            """Nothing runs."""

    def is_begun(number: int) -> bool:
        return len(begun) > number

    monkeypatch.setattr(search_pool._SearchProcess, "_start", lambda _: Slow())
    async with pool_of(most_waiting=4) as (pool, _):
        players = ["ada", "bo", "bo", "cleo"]
        thinking = [asyncio.create_task(pool.think("expert", position(), SOON, [PlayerId(each)])) for each in players]
        clock = time.monotonic() + SOON
        limits = []
        for number in range(4):
            await soon(partial(is_begun, number))
            asked, found = begun[number]
            limits.append(asked)
            found.set_result(Thought(b"{}", 1, False, 0.0))
        await asyncio.gather(*thinking)
    (_, alone, _), (_, with_more, _), (_, others, seconds), (_, last, unbounded) = limits
    assert min(alone, others, last) > clock - 2 * SECONDS_TO_ACT
    assert with_more < clock - SOON / 2
    assert (seconds, unbounded) == (CPU_SECONDS_BESIDE_OTHERS, inf)


def test_a_search_ends_when_it_has_used_its_processor_time() -> None:
    sent = msgspec.msgpack.encode(position())
    assert not answer_to(GAMES, sent, BUDGET).is_cut
    assert answer_to(GAMES, sent, BUDGET, cpu_seconds=0.0).is_cut


async def test_another_process_takes_over_from_one_that_dies() -> None:
    async with pool_of() as (pool, metrics):
        endless = asyncio.create_task(pool.think("master", position(), SOON))
        waiting = asyncio.create_task(pool.think("club", position(), SOON))
        await soon(lambda: multiprocessing.active_children())
        dead = searching()
        os.kill(dead, signal.SIGKILL)
        await soon(lambda: metrics.deaths == 1 and multiprocessing.active_children())
        assert searching() != dead
        assert not endless.done()
        assert not waiting.done()
        await pool.close()
        assert [await endless, await waiting] == [None, None]
        assert metrics.started == 2


async def test_a_player_who_waits_for_a_process_that_is_ended_plays_without_a_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Ended:
        def submit(self, *_: object) -> Future[object]:
            dropped = Future[object]()
            dropped.cancel()
            return dropped

        def shutdown(self, **_: object) -> None:
            """Nothing is left to end."""

    monkeypatch.setattr(search_pool._SearchProcess, "_start", lambda _: Ended())
    async with pool_of() as (pool, metrics):
        assert await pool.think("club", position(), SOON) is None
        assert outcomes(metrics) == {SearchOutcome.FAILED: 1}


async def test_without_processes_nobody_searches_and_none_is_started() -> None:
    async with pool_of(processes=0) as (pool, metrics):
        pool.prepare()
        assert await pool.think("club", position(), SOON) is None
        assert outcomes(metrics) == {SearchOutcome.OFF: 1}
        assert multiprocessing.active_children() == []


def test_a_search_process_makes_way_before_it_imports_the_games() -> None:
    """What a process of its own imports first is the module of `begin`, with its package."""
    script = "import sys, quarterdeck_server.bots.search_process; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=600, check=True)
    assert "quarterdeck_games" not in done.stdout.split()
