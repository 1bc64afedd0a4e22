"""What people of an evening (`mixed_load.py`) do beside playing: search for opponents, chat, open tables and trade."""

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

import aiohttp
from quarterdeck_protocol.lobby.chat import Say, Where
from quarterdeck_protocol.lobby.matchmaking import Accept, Seek
from quarterdeck_protocol.lobby.tables import OpenTable, Stand
from quarterdeck_protocol.messages import Resign
from quarterdeck_protocol.names import GameName, MatchId, OfferId, Seat, TableId

from quarterdeck_server.evaluation.capacity.mixed_load_people import SECONDS_FOR_AN_ANSWER, Count, Person
from quarterdeck_server.evaluation.capacity.mixed_load_traders import Traders

SEEKS = 0.006
"""Seeks a second for each person."""

CHAT_LINES = 0.0004
HTTP_READS = 0.004
TRADES = PACKS = 0.001
OPENINGS = 0.0004
"""Tables a second that are opened and closed again, for each person."""

MOMENT = 8.0
"""Seconds that a pair from quick match plays, on average, before one of the two resigns."""

LONGEST_UNTIL_THE_FIRST = 1.0
"""Seconds until the first of each kind of errand at the latest, so that a short evening has all kinds."""

PATHS = ("/v1/tables", "/v1/games", "/v1/tournaments", "/v1/transcripts", "/")


class Errands:
    """The errands of some people of the lobby, at random times."""

    def __init__(
        self,
        http: aiohttp.ClientSession,
        url: str,
        lobby: Sequence[Person],
        count: Count,
        chance: random.Random,
        tasks: asyncio.TaskGroup,
    ) -> None:
        self._http = http
        self._url = url
        self._lobby = lobby
        self._count = count
        self._chance = chance
        self._tasks = tasks
        self._running: set[asyncio.Task[None]] = set()

    def begin(self, seeking: int, others: int, traders: Traders | None) -> None:
        """Let people seek as often as so many people do, and do all else as often as `others` people do; without
        traders they only seek."""
        rates: dict[Callable[[], Any], float] = {self._seek: seeking * SEEKS}
        if traders is not None:
            rates |= {
                self._say: others * CHAT_LINES,
                self._open: others * OPENINGS,
                traders.trade: others * TRADES,
                traders.open_pack: others * PACKS,
                self._read: others * HTTP_READS,
            }
        for errand, a_second in rates.items():
            self._run(self._often(a_second, errand))

    def end(self) -> None:
        """Break all errands off."""
        for task in tuple(self._running):
            task.cancel()

    def _run(self, work: Any) -> None:
        task = self._tasks.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _often(self, a_second: float, errand: Callable[[], Any]) -> None:
        """Begin an errand so often a second, at random times, and the first one soon."""
        longest = LONGEST_UNTIL_THE_FIRST
        while True:
            await asyncio.sleep(min(self._chance.expovariate(a_second), longest))
            longest = float("inf")
            self._run(errand())

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
