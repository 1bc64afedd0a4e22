"""A whole evening on one server at a human pace: matches of all games, a full lobby, spectators and searching bots.

Half of the people sit at tables and think before each action. Three tenths follow the list of tables and the chat of
the lobby; some of them search for opponents, play for a moment and resign. A few trade cards and open packs. The rest
watch one of two matches, one with a delay. The mixture is the same for every number of people, so the cost of a person
can be compared.
"""

import asyncio
import gc
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from typing import Any

import aiohttp
import msgspec
from quarterdeck_client.errors import ClientError
from quarterdeck_client.load import bear
from quarterdeck_client.load_figures import Figures
from quarterdeck_client.transport.websocket import hang_up, opened
from quarterdeck_protocol.lobby.accounts import SignIn
from quarterdeck_protocol.lobby.chat import JoinChat, Say, Where
from quarterdeck_protocol.lobby.matchmaking import Accept, Seek
from quarterdeck_protocol.lobby.tables import OpenTable, SpectatorDelay, Stand, WatchLobby
from quarterdeck_protocol.messages import Resign, WatchMatch
from quarterdeck_protocol.names import GameName, MatchId, OfferId, Seat, TableId

from quarterdeck_server.evaluation.capacity.mixed_load_people import SECONDS_FOR_AN_ANSWER, Count, Person
from quarterdeck_server.evaluation.capacity.mixed_load_traders import Traders
from quarterdeck_server.process.freed_memory import collect_rarely

SHARES = {"amfibido": 0.08, "amiibart": 0.08, "myacards": 0.04, "density-deck": 0.04}
"""Matches of each game for each person: 1,200 for 5,000 people."""

SEATS = {"density-deck": 3}
LOBBY = 0.3
WATCHING = 0.2
TRADING = 0.008
SEEKS = 0.006
"""Seeks a second for each person."""

CHAT_LINES = 0.0004
HTTP_READS = 0.004
TRADES = PACKS = 0.001
OPENINGS = 0.0004
"""Tables a second that are opened and closed again, for each person."""

SEARCHING = 0.002
"""Matches against a searching bot, for each person."""

BOT = "club"
THINKING = 4.0
"""Seconds that a seat thinks, on average."""

MOMENT = 8.0
"""Seconds that a pair from quick match plays, on average, before one of the two resigns."""

SAMPLED = 50
"""Number of followers of the lobby whose messages are read and timed; of the others only the bytes are counted."""

LONGEST_UNTIL_THE_FIRST = 1.0
"""Seconds until the first of each kind of errand at the latest, so that a short evening has all kinds."""

LONGEST_SHOW = 3_600.0
"""Seconds after which the watched matches would end by themselves. They end with the evening."""

CONNECTING_AT_ONCE = 32
PATHS = ("/v1/tables", "/v1/games", "/v1/tournaments", "/v1/transcripts", "/")


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
    """An evening of so many people on a server that is running."""

    def __init__(self, url: str, people: int, compressed: bool, seed: int, progress: Callable[[str], None]) -> None:
        self._url = url
        self._compressed = compressed
        self._people = people
        self._chance = random.Random(f"evening {seed}")  # noqa: S311 - nobody's secret
        self._seed = seed
        self._progress = progress
        self._count = Count()
        self._lobby: list[Person] = []
        self._running: set[asyncio.Task[None]] = set()
        self._connected = 0

    def _number(self, share: float) -> int:
        return max(1, round(self._people * share))

    async def measure(
        self, seconds: float, counting: Callable[[], None], counted: Callable[[], None]
    ) -> EveningFigures:
        """Let people come, and count for so many seconds. `counting` and `counted` are called at both ends. Raises
        `ClientError`, `OSError`."""
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
            self._traders = Traders(await self._come(max(2, self._number(TRADING))), self._count, self._chance)
            await self._traders.register()
            return await self._measured(seconds, counting, counted)

    async def _measured(
        self, seconds: float, counting: Callable[[], None], counted: Callable[[], None]
    ) -> EveningFigures:
        spectators = await self._come(self._number(WATCHING))
        shows = await self._begin_shows(spectators)
        loads, edges = self._loads(), [asyncio.Event(), asyncio.Event()]
        together = asyncio.Barrier(len(loads))
        plays = [
            self._tasks.create_task(
                self._play({"all_begun": together.wait, **load}, seconds, number, edges[0].set, edges[1].set)
            )
            for number, load in enumerate(loads)
        ]
        self._progress("waiting for all matches")
        await edges[0].wait()
        work = [self._tasks.create_task(each) for each in self._errands()]
        self._progress("counting")
        gc.collect()
        collect_rarely()  # full collections among so many people held this process for half a second
        self._count.is_on = True
        counting()
        began = time.perf_counter()
        await edges[1].wait()
        self._count.is_on = False
        counted()
        elapsed = time.perf_counter() - began
        for task in (*work, *shows, *self._running):
            task.cancel()
        figures = await asyncio.gather(*plays)
        for person in (*self._lobby, *spectators, *self._traders.people):
            await hang_up(person.socket, at_once=True)
        return self._summed(figures, elapsed)

    def _loads(self) -> list[dict[str, Any]]:
        loads: list[dict[str, Any]] = [
            {"game": game, "matches": self._number(share), "seats": SEATS.get(game)} for game, share in SHARES.items()
        ]
        loads.append({"game": "amfibido", "matches": self._number(SEARCHING), "seats": 2, "bot": BOT})
        return loads

    async def _come(self, number: int) -> list[Person]:
        gate = asyncio.Semaphore(CONNECTING_AT_ONCE)

        async def come(place: int) -> Person:
            async with gate:
                socket = await opened(self._http, self._url, compressed=self._compressed)
                self._sockets.push_async_callback(hang_up, socket, at_once=True)
                person = Person(socket, self._count, is_sampled=place < SAMPLED)
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

    def _errands(self) -> Sequence[Any]:
        people = self._people
        return (
            self._often(people * SEEKS, self._seek),
            self._often(people * CHAT_LINES, self._say),
            self._often(people * OPENINGS, self._open),
            self._often(people * TRADES, self._traders.trade),
            self._often(people * PACKS, self._traders.open_pack),
            self._often(people * HTTP_READS, self._read),
        )

    async def _often(self, a_second: float, errand: Callable[[], Any]) -> None:
        """Begin an errand so often a second, at random times, and the first one soon."""
        longest = LONGEST_UNTIL_THE_FIRST
        while True:
            await asyncio.sleep(min(self._chance.expovariate(a_second), longest))
            longest = float("inf")
            task = self._tasks.create_task(errand())
            self._running.add(task)
            task.add_done_callback(self._running.discard)

    def _idle(self) -> Person | None:
        idle = [each for each in self._lobby if not each.is_busy]
        return self._chance.choice(idle) if idle else None

    async def _seek(self) -> None:
        person = self._idle()
        if person is None:
            self._count.refusals["nobody_idle"] += 1
            return
        person.is_busy = True
        try:
            await self._quick_match(person)
        except TimeoutError:
            self._count.refusals["no_answer"] += 1
        finally:
            person.is_busy = False

    async def _quick_match(self, person: Person) -> None:
        game = self._chance.choice(("amfibido", "amiibart", "myacards"))
        since = time.perf_counter()
        if (await person.ask(Seek(games=(GameName(game),), rated=False))).type == "refused":
            return
        is_first, offer = True, None
        async with asyncio.timeout(SECONDS_FOR_AN_ANSWER):
            while offer is None or offer["stage"] not in ("begun", "failed", "broken"):
                offer = (await person.offers.get()).offer
                if is_first and offer is not None:
                    is_first = False
                    self._count.note("seek", since)
                    await person.ask(Accept(offer=OfferId(offer["id"])))
        if offer["stage"] == "begun":
            await asyncio.sleep(self._chance.expovariate(1 / MOMENT))
            await person.ask(Resign(match=MatchId(offer["match"])))
            await person.ask(Stand(table=TableId(offer["table"])))

    async def _say(self) -> None:
        person = self._idle()
        if person is not None:
            person.is_busy = True
            text = f"Good evening, {len(self._count.said)}"
            self._count.said[text] = time.perf_counter()
            await person.ask(Say(where=Where.LOBBY, text=text))
            person.is_busy = False

    async def _open(self) -> None:
        person = self._idle()
        if person is not None:
            person.is_busy = True
            since = time.perf_counter()
            received = await person.ask(OpenTable(game=GameName("amiibart")))
            if received.table is not None:
                self._count.opened[received.table["id"]] = since
                await asyncio.sleep(MOMENT)
                del self._count.opened[received.table["id"]]
                await person.ask(Stand(table=TableId(received.table["id"]), seat=Seat(0)))
            person.is_busy = False

    async def _read(self) -> None:
        since = time.perf_counter()
        async with self._http.get(self._url + self._chance.choice(PATHS)) as answer:
            await answer.read()
            if answer.status != 200:
                self._count.refusals[f"http {answer.status}"] += 1
        self._count.note("http", since)

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
