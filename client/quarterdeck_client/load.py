"""A load test of a server with many matches: the closed loop that `quarterdeck bench` runs.

Every seat has a connection of its own. A seat that is asked for an action sends one at once. The next action of the
match is sent when the update has arrived. So with N matches, about N actions are in progress at any time. The load test
measures the number of acknowledged actions, and for each action the time from sending it until ALL seats of the match
have the update.
"""

import asyncio
import random
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

import aiohttp
import msgspec
from aiohttp.http_websocket import WSMessageTextBytes
from msgspec import Raw
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.lobby.accounts import SignIn
from quarterdeck_protocol.lobby.tables import AddBot, OpenTable, Ready, Rematch, Sit, SpectatorDelay, Table, WatchTable
from quarterdeck_protocol.messages import Act, Hello, Result, UpdateForm, WatchMatch
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, Ref, Seat, TableId, Version
from quarterdeck_protocol.open_choices import complete
from quarterdeck_protocol.patch import PatchError
from quarterdeck_protocol.sides import FromClient

from quarterdeck_client.errors import ClientError
from quarterdeck_client.load_figures import Figures, Tally, figures_of
from quarterdeck_client.transport.server_addresses import checked
from quarterdeck_client.transport.websocket import Socket, hang_up, opened
from quarterdeck_client.transport.whole_updates import WholeUpdates

SECONDS_FOR_STRAGGLERS = 5.0
SECONDS_FOR_AN_ANSWER = 30.0
CONNECTING_AT_ONCE = 32
NOTE = "x" * 24
"""Padding that makes a `mark` action of the game Tiny 80 bytes long."""

Connect = Callable[[random.Random], Awaitable[Socket]]


class _LoadMessage(msgspec.Struct):
    """The fields of a message that the load test reads."""

    type: str
    ref: str | None = None
    code: str = ""
    version: int = 0
    epoch: int = 0
    choices: list[Raw] = []
    result: Result | None = None
    table: Table | None = None
    text: str = ""


_message_decoder = msgspec.json.Decoder(_LoadMessage)


def _read(message: aiohttp.WSMessage | WSMessageTextBytes, updates: WholeUpdates) -> _LoadMessage:
    """Decode a message of the server; a patch is returned as the complete update. Raises `ClientError` if the server
    has closed the connection or sent something unreadable."""
    if message.type not in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY):
        raise ClientError("the connection broke")
    try:
        return _message_decoder.decode(updates.whole(message.data))
    except (msgspec.DecodeError, UnicodeDecodeError, PatchError) as unreadable:
        raise ClientError(f"the server sent a frame that cannot be read: {unreadable}") from unreadable


class _SeatedLoad:
    """The connection of one seat in a load test."""

    def __init__(self, socket: Socket, pit: "_Pit") -> None:
        self.socket = socket
        self.pit = pit
        self.version = 0
        self.epoch = 0
        self.acted_at = -1
        self.updates = WholeUpdates()
        self._sent = 0
        self._asked: _LoadMessage | None = None
        self._thinking: asyncio.Task[None] | None = None

    async def ask(self, command: FromClient) -> _LoadMessage:
        """Send a command before the match begins, and return its answer."""
        ref = Ref(f"load-{self._sent}")
        self._sent += 1
        await self.socket.send_frame(
            wire.encode_command(msgspec.structs.replace(command, ref=ref)), aiohttp.WSMsgType.TEXT
        )
        async with asyncio.timeout(SECONDS_FOR_AN_ANSWER):
            while True:
                received = _read(await self.socket.receive(), self.updates)
                if received.ref == ref:
                    if received.type == "refused":
                        raise ClientError(received.text)
                    return received

    async def act(self, received: _LoadMessage) -> None:
        """Answer an update that offers choices: at once, or after a time of thinking with the choices of then. Other
        updates are read meanwhile."""
        if not self.pit.think:
            await self._send_action(received)
            return
        self._asked = received
        if self._thinking is None or self._thinking.done():
            self._thinking = asyncio.create_task(self._think())

    async def _think(self) -> None:
        answered = None
        while self._asked is not None and self._asked is not answered:
            await asyncio.sleep(self.pit.chance.expovariate(1 / self.pit.think))
            answered = self._asked
            if answered.version == self.version:
                await self._send_action(answered)

    def stop_thinking(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()

    async def _send_action(self, received: _LoadMessage) -> None:
        if self.pit.tally.is_over or received.version <= self.acted_at:
            return
        self.acted_at = received.version
        self._sent += 1
        ref = Ref(str(self._sent))
        action = self.pit.action(received)
        self.pit.sent_at[self, ref] = time.perf_counter()
        frame = wire.encode_command(Act(match=self.pit.match, seen=Version(received.version), action=action, ref=ref))
        await self.socket.send_frame(frame, aiohttp.WSMsgType.TEXT)


class _Pit:
    """One match of the load test, with the connections of its seats."""

    def __init__(
        self,
        tally: Tally,
        chance: random.Random,
        game: str,
        form: UpdateForm,
        think: float,
        bot: str | None = None,
        delay: SpectatorDelay | None = None,
    ) -> None:
        self.bot = bot
        self.delay = delay
        self.think = think
        self.tally = tally
        self.form = form
        self.match = MatchId("")
        self.table = TableId("")
        self.seats: list[_SeatedLoad] = []
        self.sent_at: dict[tuple[_SeatedLoad, str], float] = {}
        self._under_way: dict[int, float] = {}
        self.stands_still = False
        """True if the last action was refused, so that the match does not continue."""

        self.chance = chance
        self.game = game

    def action(self, received: _LoadMessage) -> Raw:
        """Return a random choice as an action. For the game Tiny, return a `mark` with padding."""
        if self.game == "tiny":
            return Raw(msgspec.json.encode({"type": "mark", "cell": received.version % 256, "note": NOTE}))
        return self.chance.choice(complete(self.chance.choice(received.choices)))

    def take(self, seat: _SeatedLoad, received: _LoadMessage, size: int) -> None:
        """Record that a seat of the load test has received an update."""
        tally = self.tally
        tally.received += size if tally.is_counting else 0
        self.stands_still = False
        if received.epoch > seat.epoch:  # the store has lost entries: pending actions get no answer
            seat.epoch, seat.version, seat.acted_at = received.epoch, received.version, -1
        if received.version > seat.version + 1:
            tally.lost += received.version - seat.version - 1
        seat.version = max(seat.version, received.version)
        if received.ref is not None:
            sent = self.sent_at.pop((seat, received.ref), None)
            if sent is not None:
                self._under_way[received.version] = sent
        if tally.is_counting and not len(tally.took) % 64:
            tally.sizes.append(size)
        if self._under_way:
            reached = min(each.version for each in self.seats)
            for version in [version for version in self._under_way if version <= reached]:
                took = time.perf_counter() - self._under_way.pop(version)
                if tally.is_counting:
                    tally.took.append(took)

    def missing(self) -> int:
        """Number of updates that one seat of this match has received and another has not, plus unanswered actions."""
        newest = max(seat.version for seat in self.seats)
        return sum(newest - seat.version for seat in self.seats) + len(self.sent_at)

    async def begin(self) -> None:
        """Connect all seats of a match in the load test, and begin the match."""
        for seat in self.seats:
            await seat.ask(Ready(table=self.table))
        table = (await self.seats[0].ask(WatchTable(table=self.table))).table
        if table is None:
            raise ClientError("the server did not answer with a table")
        self.match = table.match
        self.sent_at.clear()
        self._under_way.clear()

    async def play(self) -> None:
        """Play matches one after the other until the measured time is over."""
        while True:
            first = [await seat.ask(WatchMatch(match=self.match)) for seat in self.seats]
            for seat, received in zip(self.seats, first, strict=True):
                seat.version, seat.acted_at = received.version, -1
            for seat, received in zip(self.seats, first, strict=True):
                if received.choices:
                    await seat.act(received)
            await asyncio.gather(*(self._listen(seat) for seat in self.seats))
            if self.tally.is_over:
                return
            await self.seats[0].ask(Rematch(table=self.table))
            await self.begin()

    async def _listen(self, seat: _SeatedLoad) -> None:
        try:
            await self._read_all(seat)
        finally:
            seat.stop_thinking()

    async def _read_all(self, seat: _SeatedLoad) -> None:
        async for message in seat.socket:
            received = _read(message, seat.updates)
            if received.type == "update":
                self.take(seat, received, len(message.data))
                if received.choices:
                    await seat.act(received)
                if received.result is not None:
                    return
            elif received.type == "refused":
                self.tally.refusals[received.code] += 1
                self.sent_at.pop((seat, received.ref or ""), None)
                self.stands_still = not self.sent_at
        raise ClientError(f"the server closed the connection of a seat with code {seat.socket.close_code}")


@asynccontextmanager
async def _sockets_to(urls: Sequence[str], *, compressed: bool) -> AsyncIterator[Connect]:
    """Yield a function that opens a connection to a random one of the servers. All connections are closed at the
    end."""
    anything = aiohttp.ClientTimeout(total=None)
    async with (
        aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), timeout=anything) as http,
        AsyncExitStack() as sockets,
    ):

        async def connect(chance: random.Random) -> Socket:
            socket = await opened(http, chance.choice(urls), compressed=compressed)
            sockets.push_async_callback(hang_up, socket)
            return socket

        yield connect


async def bear(
    url: str,
    *,
    game: str,
    matches: int,
    seats: int | None,
    seconds: float,
    seed: int,
    form: UpdateForm = UpdateForm.WHOLE,
    compressed: bool = False,
    others: Sequence[str] = (),
    think: float = 0.0,
    bot: str | None = None,
    delay: SpectatorDelay | None = None,
    began: Callable[[MatchId], None] = lambda _: None,
    all_begun: Callable[[], Awaitable[object]] | None = None,
    connected: Callable[[int], object],
    counting: Callable[[], None],
    counted: Callable[[], None] = lambda: None,
) -> Figures:
    """Run the closed loop and return the measured figures. `connected` is called with the number of matches begun,
    `counting` when the measured time begins, and `counted` when it ends. `others` are further servers with the same
    store: each seat connects to a random server. A seat waits for `think` seconds on average before it acts. `bot` is a
    bot of the server that takes all seats but the first. `delay` is that of the matches' spectators. `began` is called
    with each match that has begun first at its table. `all_begun` is awaited when all have begun, before anything is
    counted: several loads begin to count together by it. Raises `ClientError`, `OSError`."""
    tally = Tally()
    async with _sockets_to([checked(each) for each in (url, *others)], compressed=compressed) as connect:
        gate = asyncio.Semaphore(CONNECTING_AT_ONCE)
        pits: list[_Pit] = []
        playing: list[asyncio.Task[None]] = []

        def play(pit: _Pit) -> None:
            playing.append(asyncio.ensure_future(pit.play()))

        async def open_pit(number: int) -> None:
            async with gate:
                chance = random.Random(f"{seed} {number}")  # noqa: S311 - nobody's secret
                pit = await _opened(connect, seats, _Pit(tally, chance, game, form, think, bot, delay))
            pits.append(pit)
            began(pit.match)
            connected(len(pits))
            if think:  # at once: a seat that does not read answers no ping, and the server closes its connection
                play(pit)

        opening = [asyncio.ensure_future(open_pit(number)) for number in range(matches)]
        try:
            await asyncio.gather(*opening)
            if not think:  # all at the same time: the first matches would slow down how the others connect
                for pit in pits:
                    play(pit)
            if all_begun is not None:
                await all_begun()
            await asyncio.sleep(min(2.0, seconds / 4))
            counting()
            tally.is_counting = True
            counted_from = time.perf_counter()
            await asyncio.sleep(seconds)
            if not think:
                await _first_action(tally, pits)
            took, tally.is_counting, elapsed = tally.took, False, time.perf_counter() - counted_from
            counted()
            acknowledged = list(took)
            tally.is_over = True
            await _stragglers(pits)
            lost = tally.lost + sum(pit.missing() for pit in pits)
            for task in playing:
                if task.done() and not task.cancelled() and task.exception() is not None:
                    raise ClientError(f"a match failed: {task.exception()}")
        finally:
            for tasks in (opening, playing):
                for each in tasks:
                    each.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
    return figures_of(game, matches, sum(len(pit.seats) for pit in pits), elapsed, acknowledged, lost, tally)


async def _first_action(tally: Tally, pits: Sequence[_Pit]) -> None:
    """Wait, up to a limit, until a first action was acknowledged, because a busy machine can be slow. Stops early if
    refusals have ended all matches."""
    until = time.perf_counter() + SECONDS_FOR_AN_ANSWER
    while not tally.took and not all(pit.stands_still for pit in pits):
        if time.perf_counter() >= until:
            return
        await asyncio.sleep(0.02)


async def _opened(connect: Connect, seats: int | None, pit: _Pit) -> _Pit:
    game = pit.game
    options = Raw(b'{"marks": 1000000000}' if game == "tiny" else b"{}")
    first = await _seated(connect, pit)
    ref = Ref(secrets.token_hex(8))
    command = OpenTable(
        game=GameName(game),
        seats=seats,
        options=options,
        time_limit=Milliseconds(600_000),
        sit=True,
        spectator_delay=pit.delay,
        ref=ref,
    )
    table = (await first.ask(command)).table
    if table is None:
        raise ClientError("the server did not answer with a table")
    pit.table = table.id
    for number in range(1, len(table.places)):
        if pit.bot is not None:
            await first.ask(AddBot(table=table.id, bot=pit.bot, seat=Seat(number)))
            continue
        await (await _seated(connect, pit)).ask(Sit(table=table.id, seat=Seat(number)))
    await pit.begin()
    return pit


async def _seated(connect: Connect, pit: _Pit) -> _SeatedLoad:
    seat = _SeatedLoad(await connect(pit.chance), pit)
    await seat.ask(Hello(updates=pit.form))
    await seat.ask(SignIn(name="Load"))
    pit.seats.append(seat)
    return seat


async def _stragglers(pits: list[_Pit]) -> None:
    """Wait, up to a limit, until every seat has received the updates that other seats of its match have received."""
    until = time.perf_counter() + SECONDS_FOR_STRAGGLERS
    while time.perf_counter() < until and any(pit.missing() for pit in pits):  # noqa: ASYNC110 - of many, so no event
        await asyncio.sleep(0.02)
