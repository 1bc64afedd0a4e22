"""Pool of processes in which bots search, with a limit of processes and of waiting decisions.

Each process is an executor of its own, so a crash ends only one search, and the next search starts a new process. The
pool queues decisions, not matches. If a seat cannot be served within its clock, its bot plays without a search. Signals
do not reach the search processes. Each holds a pipe from this process and ends when that pipe is closed: at shutdown,
or when this process dies.
"""

import asyncio
import multiprocessing
import signal
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from math import inf
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

import msgspec
import structlog
from msgspec import Raw
from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.bots.search_bot import LEVELS
from quarterdeck_server.bots.search_process import Thought, begin, is_ready, search
from quarterdeck_server.fair_queue import FairTurns, Sharer
from quarterdeck_server.metrics import SearchMetrics, SearchOutcome
from quarterdeck_server.search_position import SearchPosition

SECONDS_TO_ACT = 0.25
"""Seconds before the time limit at which a bot must stop thinking: its action has to get into the log."""

SHARERS_SPARED = 6
"""Number of other players, or addresses, for which a process has time. With more of them, searches are shorter. A
player's searches at several tables always shorten each other.
"""

CPU_SECONDS_BESIDE_OTHERS = 3.0
"""Processor time for the search of one decision while decisions of other players wait. It is not time by the clock, so
that searches are as long on a busy machine."""

SECONDS_BESIDE_OWN = 1.0
"""Time limit for the search of one decision while further decisions of the same player wait."""

LEAST_SECONDS = 0.02
LEAST_ACTIONS = 500
"""Minimum number of simulated actions for a decision, regardless of the number of waiting decisions."""

SECONDS_TO_END = 5.0

_log = structlog.get_logger()


class SearchPool:
    """The processes in which this server process lets its bots search. Use `think`, `prepare` and `close`."""

    def __init__(
        self,
        processes: int,
        most_waiting: int,
        metrics: SearchMetrics,
        cards: Path | None = None,
        sets: Collection[str] = (),
        budgets: Mapping[str, int] = LEVELS,
    ) -> None:
        """Create the pool. It starts no process before a bot needs one. `budgets` is the number of actions that each
        bot level simulates."""
        self.processes = processes
        self.most_waiting = most_waiting
        self.address_of: Callable[[PlayerId], str | None] = lambda _: None
        """Says from which address a player is connected here, if that is known."""

        self._metrics = metrics
        self._budgets = budgets
        self._idle = [_SearchProcess(cards, sets, metrics) for _ in range(processes)]
        self._all = tuple(self._idle)
        self._turns = FairTurns(processes, most_waiting)
        self._queue = self._turns.queue
        self._under_way: set[asyncio.Task[Thought | None]] = set()
        self._closed = asyncio.Event()

    @property
    def waiting(self) -> int:
        """Number of bot decisions that wait for a search process."""
        return len(self._queue)

    @property
    def searching(self) -> int:
        """Number of search processes that are searching now."""
        return len(self._all) - len(self._idle)

    def prepare(self) -> None:
        """Start a search process if none is running. Called when a bot that will need one is seated."""
        if self._idle and not self._closed.is_set() and not any(each.is_started for each in self._all):
            self._idle[-1].prepare()

    async def think(
        self, level: str, position: SearchPosition, seconds: float, people: Sequence[PlayerId] = ()
    ) -> Raw | None:
        """Return the action that a bot of this level takes within `seconds`; `None` if no search was possible in that
        time. `people` are the human opponents. For a fair queue, the decision counts for the first of them."""
        began = time.monotonic()
        until = began + seconds - SECONDS_TO_ACT
        outcome, answer = SearchOutcome.OFF, None
        if self.processes and not self._closed.is_set():
            outcome, answer = await self._answer(level, msgspec.msgpack.encode(position), until, self._sharer(people))
        self._metrics.outcomes[outcome.value] += 1
        if answer is not None:
            self._metrics.seconds.observe(time.monotonic() - began)
        return answer

    def _sharer(self, people: Sequence[PlayerId]) -> Sharer:
        player = people[0] if people else PlayerId("")
        return Sharer(self.address_of(player) or player, player)

    async def _answer(
        self, level: str, position: bytes, until: float, sharer: Sharer
    ) -> tuple[SearchOutcome, Raw | None]:
        refused = await self._wait(sharer, until)
        if refused is not None:
            return refused, None
        if until - time.monotonic() < LEAST_SECONDS or self._closed.is_set():
            self._turns.release(sharer, 0.0)
            return SearchOutcome.LATE, None
        whole, spared = self._budgets[level], SHARERS_SPARED * self.processes
        crowd = max(0, self._queue.other_addresses(sharer) - spared)
        own = self._queue.waiting_of(sharer) + max(0, self._queue.others_at(sharer) - spared)
        budget = max(min(whole, LEAST_ACTIONS), whole * self.processes // (self.processes + crowd + own))
        has_more = self._queue.waiting_of(sharer) > 0
        limits = _Limits(
            budget,
            min(until, time.monotonic() + SECONDS_BESIDE_OWN) if has_more else until,
            CPU_SECONDS_BESIDE_OTHERS if len(self._queue) > 0 else inf,
        )
        searching = asyncio.create_task(self._search(self._idle.pop(), position, limits, sharer))
        self._under_way.add(searching)
        searching.add_done_callback(self._under_way.discard)
        try:  # it is not given up: its process is free when it has ended
            async with asyncio.timeout(until + SECONDS_TO_ACT - time.monotonic()):
                thought = await asyncio.shield(searching)
        except TimeoutError:
            return SearchOutcome.LATE, None
        if thought is None:
            return SearchOutcome.FAILED, None
        self._metrics.actions += thought.actions
        if thought.is_cut:
            return SearchOutcome.CUT, Raw(thought.action)
        if budget == whole or not thought.actions:
            return SearchOutcome.WHOLE, Raw(thought.action)
        return SearchOutcome.SHARED if crowd > own else SearchOutcome.OWN_SHARE, Raw(thought.action)

    async def _wait(self, sharer: Sharer, until: float) -> SearchOutcome | None:
        """Wait for a free search process, which is then reserved for this decision. If there is none, return the
        reason."""
        try:
            async with asyncio.timeout(until - time.monotonic()):
                return None if await self._turns.take(sharer) else SearchOutcome.FULL
        except TimeoutError:
            return SearchOutcome.LATE

    async def _search(
        self, process: "_SearchProcess", position: bytes, limits: "_Limits", sharer: Sharer
    ) -> Thought | None:
        """Return the result of a search; `None` if no process could compute it. If the process dies, another one takes
        over."""
        began = time.monotonic()
        try:
            for _ in range(2):
                if self._closed.is_set():
                    break
                try:
                    thought = await process.search(position, limits)
                except (BrokenProcessPool, OSError):  # it has died, or did so before it had begun
                    if self._closed.is_set():
                        break
                    await process.close()
                    self._metrics.deaths += 1
                    _log.warning("a search process of the bots died and was replaced")
                else:
                    self._metrics.cpu_seconds += thought.cpu_seconds
                    return thought
        except Exception as error:
            _log.error("a bot's search has failed", why=type(error).__name__)
        finally:
            self._idle.append(process)
            self._turns.release(sharer, time.monotonic() - began)
        return None

    async def close(self) -> None:
        """End all search processes at once. Bots that wait for a decision play without a search."""
        self._closed.set()
        await asyncio.gather(*[each.close() for each in self._all])
        await asyncio.gather(*self._under_way)


class _Limits(NamedTuple):
    """Limits of one search."""

    budget: int
    """Number of simulated actions."""

    until: float
    cpu_seconds: float


class _SearchProcess:
    """One search process, which is started at its first use."""

    def __init__(self, cards: Path | None, sets: Collection[str], metrics: SearchMetrics) -> None:
        self._cards, self._sets = cards, sets
        self._metrics = metrics
        self._starting: asyncio.Task[ProcessPoolExecutor] | None = None
        self._lifeline: Connection | None = None

    @property
    def is_started(self) -> bool:
        return self._starting is not None

    def prepare(self) -> "asyncio.Task[ProcessPoolExecutor]":
        """Start the search process if it is not running. This runs in a thread, because the start would block the event
        loop."""
        if self._starting is None:
            self._starting = asyncio.create_task(asyncio.to_thread(self._start))
            self._metrics.started += 1
        return self._starting

    async def search(self, position: bytes, limits: "_Limits") -> Thought:
        """Return the result of a search. Raises `BrokenProcessPool` if the search process is dead or dies."""
        executor = await asyncio.shield(self.prepare())
        found = executor.submit(search, position, *limits)
        try:
            return await asyncio.wrap_future(found)
        except asyncio.CancelledError:
            own = asyncio.current_task()
            if found.cancelled() and not (own and own.cancelling()):
                raise BrokenProcessPool("the process was stopped before it began to search") from None
            raise

    def _start(self) -> ProcessPoolExecutor:
        """Start the search process. It is spawned, not forked, because this process has threads. It ignores signals to
        the whole process group, such as Ctrl-C and the stop of a service."""
        context = multiprocessing.get_context("spawn")
        theirs, ours = context.Pipe(duplex=False)
        executor = ProcessPoolExecutor(
            1, mp_context=context, initializer=begin, initargs=(theirs, self._cards, self._sets)
        )
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
        try:
            executor.submit(is_ready)
        except OSError:
            ours.close()
            raise
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            theirs.close()
        self._lifeline = ours
        return executor

    async def close(self) -> None:
        """End the search process. The next search starts a new one."""
        starting, self._starting = self._starting, None
        if starting is None:
            return
        with suppress(OSError, TimeoutError):
            executor = await starting
            if self._lifeline is not None:
                self._lifeline.close()
                self._lifeline = None
            async with asyncio.timeout(SECONDS_TO_END):
                await asyncio.to_thread(executor.shutdown, wait=True, cancel_futures=True)
