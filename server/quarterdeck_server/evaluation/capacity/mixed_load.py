"""A whole evening on one server at a human pace: matches of all games, a full lobby, spectators and searching bots.

Half of the people sit at tables and think before each action. Three tenths follow the list of tables and the chat of
the lobby; some of them search for opponents, play for a moment and resign. A few trade cards and open packs. The rest
watch one of two matches, one with a delay. The mixture is the same for every number of people, so the cost of a person
can be compared. A few hundred people are in a process of their own (`mixed_load_crowd.py`). Only their waits are
measured, so they do not contain the work of the load for all others.
"""

import asyncio
import gc
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from typing import Any

import aiohttp
import msgspec
from quarterdeck_client.errors import ClientError
from quarterdeck_client.load import bear
from quarterdeck_client.load_figures import Figures
from quarterdeck_client.transport.websocket import hang_up, opened
from quarterdeck_protocol.lobby.accounts import SignIn
from quarterdeck_protocol.lobby.chat import JoinChat, Where
from quarterdeck_protocol.lobby.tables import SpectatorDelay, WatchLobby
from quarterdeck_protocol.messages import WatchMatch
from quarterdeck_protocol.names import MatchId

from quarterdeck_server.evaluation.capacity.mixed_load_errands import Errands
from quarterdeck_server.evaluation.capacity.mixed_load_people import SECONDS_FOR_AN_ANSWER, Count, Person
from quarterdeck_server.evaluation.capacity.mixed_load_traders import Traders
from quarterdeck_server.process.freed_memory import collect_in_pieces

SHARES = {"amfibido": 0.08, "amiibart": 0.08, "myacards": 0.04, "density-deck": 0.04}
"""Matches of each game for each person: 1,200 for 5,000 people."""

SEATS = {"density-deck": 3}
LOBBY = 0.3
WATCHING = 0.2
TRADING = 0.008
SEARCHING = 0.002
"""Matches against a searching bot, for each person."""

BOT = "club"
THINKING = 4.0
"""Seconds that a seat thinks, on average."""

SAMPLED = 50
"""Number of followers of the lobby whose messages are read and timed; of the others only the bytes are counted."""

LONGEST_SHOW = 3_600.0
"""Seconds after which the watched matches would end by themselves. They end with the evening."""

CONNECTING_AT_ONCE = 32
MOST_TIMED = 500
"""Number of people whose waits are measured."""


class Part(msgspec.Struct, frozen=True):
    """The people of an evening who are in one process."""

    of: int
    """Number of all people of the evening."""

    is_timed: bool
    """True for those who are measured. They trade, chat and open tables for all. The others watch for all, and play
    against the searching bots."""

    @property
    def people(self) -> int:
        timed = min(self.of // 2, MOST_TIMED)
        return timed if self.is_timed else self.of - timed


class Durations(msgspec.Struct, frozen=True, kw_only=True):
    """Percentiles of one kind of wait, in milliseconds."""

    number: int
    p50_ms: float
    p95_ms: float
    p99_ms: float


class EveningFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The figures that the clients of an evening have measured."""

    people: int
    matches: int
    seconds: float
    waits: dict[str, Durations]
    """By kind: `action` until all seats have it, `seek` until the offer, `list` until a follower has a new table,
    `chat` until a follower has the line, `trade` until the cards have moved after an offer, `pack` until its cards are
    there, `http` until the answer."""

    bytes_a_person: float
    """Bytes received by a person in a second, before compression and without headers."""

    lost: int
    """Updates of matches that a seat should have received and did not."""

    refusals: dict[str, int]


class Evening:
    """A part of an evening's people on a server that is running."""

    def __init__(self, url: str, part: Part, compressed: bool, seed: int, progress: Callable[[str], None]) -> None:
        self._url = url
        self._compressed = compressed
        self._part = part
        self._seed = seed if part.is_timed else -seed
        self._chance = random.Random(f"evening {self._seed}")  # noqa: S311 - nobody's secret
        self._progress = progress
        self._count = Count()
        self._lobby: list[Person] = []
        self._connected = 0

    def _number(self, share: float, *, of_all: bool = False) -> int:
        return max(1, round((self._part.of if of_all else self._part.people) * share))

    async def measure(
        self,
        seconds: float,
        counting: Callable[[], None],
        counted: Callable[[], None],
        all_begun: Callable[[], Awaitable[object]],
    ) -> EveningFigures:
        """Let people come, and count for so many seconds. `counting` and `counted` are called at both ends, and
        `all_begun` is awaited when all matches of this part have begun. Raises `ClientError`, `OSError`."""
        timeout = aiohttp.ClientTimeout(total=None)
        async with (
            aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), timeout=timeout) as http,
            AsyncExitStack() as sockets,
            asyncio.TaskGroup() as tasks,
        ):
            self._http, self._sockets, self._tasks = http, sockets, tasks
            self._lobby = await self._come(self._number(LOBBY))
            for each in self._lobby:
                await each.ask(WatchLobby())
                await each.ask(JoinChat(where=Where.LOBBY))
            return await self._measured(seconds, counting, counted, all_begun)

    async def _measured(
        self,
        seconds: float,
        counting: Callable[[], None],
        counted: Callable[[], None],
        all_begun: Callable[[], Awaitable[object]],
    ) -> EveningFigures:
        traders, spectators, shows = None, [], []
        if self._part.is_timed:
            traders = Traders(await self._come(max(2, self._number(TRADING, of_all=True))), self._count, self._chance)
            await traders.register()
        else:
            spectators = await self._come(self._number(WATCHING, of_all=True))
            shows = await self._begin_shows(spectators)
        loads, edges = self._loads(), [asyncio.Event(), asyncio.Event()]
        together, begun = asyncio.Barrier(len(loads)), asyncio.Event()

        async def wait_for_all() -> None:
            if await together.wait() == 0:
                await all_begun()
                begun.set()
            await begun.wait()

        plays = [
            self._tasks.create_task(
                self._play({"all_begun": wait_for_all, **load}, seconds, number, edges[0].set, edges[1].set)
            )
            for number, load in enumerate(loads)
        ]
        self._progress("waiting for all matches")
        await edges[0].wait()
        errands = Errands(self._http, self._url, self._lobby, self._count, self._chance, self._tasks)
        errands.begin(self._part.people, self._part.of, traders)
        self._progress("counting")
        gc.collect()
        collect_in_pieces()  # full collections among so many people held this process for half a second
        self._count.is_on = True
        counting()
        began = time.perf_counter()
        await edges[1].wait()
        self._count.is_on = False
        counted()
        elapsed = time.perf_counter() - began
        errands.end()
        for task in shows:
            task.cancel()
        figures = await asyncio.gather(*plays)
        for person in (*self._lobby, *spectators, *(() if traders is None else traders.people)):
            await hang_up(person.socket, at_once=True)
        return self._summed(figures, elapsed)

    def _loads(self) -> list[dict[str, Any]]:
        loads: list[dict[str, Any]] = [
            {"game": game, "matches": self._number(share), "seats": SEATS.get(game)} for game, share in SHARES.items()
        ]
        if not self._part.is_timed:
            searching = self._number(SEARCHING, of_all=True)
            loads.append({"game": "amfibido", "matches": searching, "seats": 2, "bot": BOT})
        return loads

    async def _come(self, number: int) -> list[Person]:
        gate = asyncio.Semaphore(CONNECTING_AT_ONCE)

        async def come(place: int) -> Person:
            async with gate:
                socket = await opened(self._http, self._url, compressed=self._compressed)
                self._sockets.push_async_callback(hang_up, socket, at_once=True)
                person = Person(socket, self._count, is_sampled=self._part.is_timed and place < SAMPLED)
                self._tasks.create_task(person.listen())
                received = await person.ask(SignIn(name="Evening"))
                if received.type == "refused":
                    raise ClientError(received.text)
                self._connected += 1
                self._progress(f"{self._connected} people are here")
                return person

        return list(await asyncio.gather(*(come(place) for place in range(number))))

    async def _play(
        self,
        load: dict[str, Any],
        seconds: float,
        number: int,
        counting: Callable[[], None],
        counted: Callable[[], None],
    ) -> Figures:
        return await bear(
            self._url,
            compressed=self._compressed,
            seed=self._seed + number,
            seconds=seconds,
            think=THINKING,
            connected=lambda _: None,
            counting=counting,
            counted=counted,
            **load,
        )

    async def _begin_shows(self, spectators: Sequence[Person]) -> list[asyncio.Task[Figures]]:
        """Begin the two matches that are watched, and let all spectators watch one of them."""
        begun: asyncio.Queue[MatchId] = asyncio.Queue()
        shows, watching = [], []
        for number, delay in enumerate((SpectatorDelay.NONE, SpectatorDelay.HALF_A_MINUTE)):
            load = {"game": "myacards", "matches": 1, "seats": 2, "delay": delay, "began": begun.put_nowait}
            shows.append(self._tasks.create_task(self._play(load, LONGEST_SHOW, number, lambda: None, lambda: None)))
            match = await begun.get()
            watching += [self._watch(person, match) for person in spectators[number::2]]
        await asyncio.gather(*watching)
        return shows

    async def _watch(self, person: Person, match: MatchId) -> None:
        """Watch a match, as soon as its delay lets spectators see it."""
        async with asyncio.timeout(SECONDS_FOR_AN_ANSWER):
            while (await person.ask(WatchMatch(match=match))).code == "not_shown_yet":  # noqa: ASYNC110 - asked again
                await asyncio.sleep(1)

    def _summed(self, loads: Sequence[Figures], elapsed: float) -> EveningFigures:
        waits = {**self._count.waits, "action": sorted(took for load in loads for took in load.took)}
        refusals = self._count.refusals + Counter()
        for load in loads:
            refusals.update(load.refusals)
        seated = sum(load.connections for load in loads)
        people = seated + self._connected
        received = self._count.received + sum(load.received for load in loads)
        return EveningFigures(
            people=people,
            matches=sum(load.matches for load in loads),
            seconds=round(elapsed, 2),
            waits={kind: _durations(sorted(each)) for kind, each in waits.items()},
            bytes_a_person=round(received / people / elapsed, 1),
            lost=sum(load.lost for load in loads),
            refusals=dict(refusals.most_common()),
        )


def _durations(took: Sequence[float]) -> Durations:
    def at(share: float) -> float:
        return round(1000 * took[min(len(took) - 1, int(len(took) * share))], 2) if took else 0.0

    return Durations(number=len(took), p50_ms=at(0.5), p95_ms=at(0.95), p99_ms=at(0.99))
