"""A whole evening on one server at a human pace: matches of all games, a full lobby, spectators and searching bots.

Half of the people sit at tables and think before each action. Three tenths follow the list of tables and the chat of
the lobby; some of them search for opponents, play for a moment and resign. The rest watch one of two matches, one with
a delay. The mixture is the same for every number of people, so the cost of a person can be compared.
"""

import asyncio
import itertools
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
from quarterdeck_client.transport.websocket import Socket, hang_up, opened
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.lobby.accounts import SignIn
from quarterdeck_protocol.lobby.chat import JoinChat, Say, Where
from quarterdeck_protocol.lobby.matchmaking import Accept, Seek
from quarterdeck_protocol.lobby.tables import OpenTable, SpectatorDelay, Stand, WatchLobby
from quarterdeck_protocol.messages import Resign, WatchMatch
from quarterdeck_protocol.names import GameName, MatchId, OfferId, Ref, Seat, TableId
from quarterdeck_protocol.sides import FromClient

SHARES = {"amfibido": 0.08, "amiibart": 0.08, "myacards": 0.04, "density-deck": 0.04}
"""Matches of each game for each person: 1,200 for 5,000 people."""

SEATS = {"density-deck": 3}
LOBBY = 0.3
WATCHING = 0.2
SEEKS = 0.006
"""Seeks a second for each person."""

CHAT_LINES = 0.0004
HTTP_READS = 0.004
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

LONGEST_SHOW = 3_600.0
"""Seconds after which the watched matches would end by themselves. They end with the evening."""

CONNECTING_AT_ONCE = 32
SECONDS_FOR_AN_ANSWER = 60.0
EXPECTED = frozenset({"not_shown_yet", "match_over", "match_running"})
"""Refusals that people at this pace get: of a delayed match, and of two that resign at the same moment."""

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
    `chat` until a follower has the line, `http` until the answer."""

    bytes_a_person: float
    """Bytes received by a person in a second, before compression and without headers."""

    lost: int
    """Updates of matches that a seat should have received and did not."""

    refusals: dict[str, int]


class _Received(msgspec.Struct):
    """The fields of a message that a person of the lobby reads."""

    type: str
    ref: str | None = None
    code: str = ""
    text: str = ""
    match: str | None = None
    table: dict[str, Any] | None = None
    tables: list[dict[str, Any]] = []
    offer: dict[str, Any] | None = None
    line: dict[str, Any] | None = None


_decoder = msgspec.json.Decoder(_Received)


class _Count:
    """What all people of an evening count together."""

    def __init__(self) -> None:
        self.is_on = False
        self.received = 0
        self.waits: dict[str, list[float]] = {kind: [] for kind in ("action", "seek", "list", "chat", "http")}
        self.opened: dict[str, float] = {}
        self.said: dict[str, float] = {}
        self.refusals: Counter[str] = Counter()

    def note(self, kind: str, since: float) -> None:
        if self.is_on:
            self.waits[kind].append(time.perf_counter() - since)


class _Person:
    """Somebody in the lobby or among the spectators."""

    def __init__(self, socket: Socket, count: _Count, *, is_sampled: bool) -> None:
        self.socket = socket
        self.count = count
        self.is_sampled = is_sampled
        self.is_busy = False
        self.answers: dict[str, asyncio.Future[_Received]] = {}
        self.offers: asyncio.Queue[_Received] = asyncio.Queue()
        self._sent = itertools.count()

    async def ask(self, command: FromClient) -> _Received:
        """Send a command and return its answer. A refusal is counted and returned."""
        ref = Ref(f"evening-{next(self._sent)}")
        answer = self.answers[ref] = asyncio.get_running_loop().create_future()
        frame = wire.encode_command(msgspec.structs.replace(command, ref=ref))
        await self.socket.send_frame(frame, aiohttp.WSMsgType.TEXT)
        try:
            async with asyncio.timeout(SECONDS_FOR_AN_ANSWER):
                received: _Received = await answer
        finally:
            del self.answers[ref]
        if received.type == "refused" and received.code not in EXPECTED:
            self.count.refusals[received.code] += 1
        return received

    async def listen(self) -> None:
        """Read all that the server sends."""
        count = self.count
        async for message in self.socket:
            data: bytes = message.data
            if count.is_on:
                count.received += len(data)
            if not self.is_sampled and not self.answers and not self.is_busy:
                continue
            received = _decoder.decode(data)
            if received.ref in self.answers and not self.answers[received.ref].done():
                self.answers[received.ref].set_result(received)
            elif received.type == "offer_changed":
                self.offers.put_nowait(received)
            elif received.type == "lobby_changed":
                for table in received.tables:
                    if (since := count.opened.get(table["id"])) is not None:
                        count.note("list", since)
            elif received.type == "said" and received.line is not None and received.line["text"] in count.said:
                count.note("chat", count.said[received.line["text"]])


class Evening:
    """An evening of so many people on a server that is running."""

    def __init__(self, url: str, people: int, compressed: bool, seed: int, progress: Callable[[str], None]) -> None:
        self._url = url
        self._compressed = compressed
        self._people = people
        self._chance = random.Random(f"evening {seed}")  # noqa: S311 - nobody's secret
        self._seed = seed
        self._progress = progress
        self._count = _Count()
        self._lobby: list[_Person] = []
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
        for person in (*self._lobby, *spectators):
            await hang_up(person.socket, at_once=True)
        return self._summed(figures, elapsed)

    def _loads(self) -> list[dict[str, Any]]:
        loads: list[dict[str, Any]] = [
            {"game": game, "matches": self._number(share), "seats": SEATS.get(game)} for game, share in SHARES.items()
        ]
        loads.append({"game": "amfibido", "matches": self._number(SEARCHING), "seats": 2, "bot": BOT})
        return loads

    async def _come(self, number: int) -> list[_Person]:
        gate = asyncio.Semaphore(CONNECTING_AT_ONCE)

        async def come(place: int) -> _Person:
            async with gate:
                socket = await opened(self._http, self._url, compressed=self._compressed)
                self._sockets.push_async_callback(hang_up, socket, at_once=True)
                person = _Person(socket, self._count, is_sampled=place < SAMPLED)
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

    async def _begin_shows(self, spectators: Sequence[_Person]) -> list[asyncio.Task[Figures]]:
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

    async def _watch(self, person: _Person, match: MatchId) -> None:
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
            self._often(people * HTTP_READS, self._read),
        )

    async def _often(self, a_second: float, errand: Callable[[], Any]) -> None:
        """Begin an errand so often a second, at random times."""
        while True:
            await asyncio.sleep(self._chance.expovariate(a_second))
            task = self._tasks.create_task(errand())
            self._running.add(task)
            task.add_done_callback(self._running.discard)

    def _idle(self) -> _Person | None:
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

    async def _quick_match(self, person: _Person) -> None:
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
