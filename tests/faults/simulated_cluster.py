"""A cluster that lives in one thread and in virtual time: whole services, their store in memory, clients on lines that
are queues. Everything that is left to chance comes from one seed."""

import asyncio
import random
from collections import deque
from collections.abc import Sequence
from contextvars import Context
from functools import cache, partial
from typing import Any

import msgspec
from faults.client_records import MatchRecords, log_of
from faults.recording_clients import LineLost, RecordingClient
from faults.store_link import IN_ORDER, LinkedStore, StoreLink
from faults.virtual_time import Owner, VirtualLoop, context_of
from luck import Repeated, repeated_bots
from quarterdeck_games import GAMES, AnyGame
from quarterdeck_protocol.names import MatchId, Milliseconds
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.transcripts.transcript import Transcript
from quarterdeck_server.matches.clock import StoreClock
from quarterdeck_server.services.foundation import Randomness
from quarterdeck_server.services.server_parts import ServerParts, wired
from quarterdeck_server.settings import Settings, Switch
from quarterdeck_server.storage.memory import Memory
from quarterdeck_server.web.caller import FrameOutput
from quarterdeck_server.web.connection import Connection
from quick_passwords import quick_passwords
from servers import opening

LIMIT = Milliseconds(15_000)
BANK = Milliseconds(20_000)
BEGINNING = 1_700_000_000_000
PINGS = 20.0
"""How often a server looks whether a line is alive, in seconds."""

SETTINGS = Settings(
    store="memory",
    quotas=Switch.OFF,
    bot_delay=0,
    tables_per_player=0,
    tables_per_address=0,
    messages_per_second=1_000_000,
)


@cache
def games() -> dict[str, AnyGame]:
    """Return the games that are played."""
    return {name: GAMES[name] for name in ("tiny", "density-deck")}


class SimulatedLine:
    """A line between a client and a process: frames take their time, and can vanish."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self.delay = 0.01
        self.is_half_open = False
        self._arrived: deque[bytes | None] = deque()
        self._news = asyncio.Event()
        self.to_server: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._last = {False: 0.0, True: 0.0}
        self.is_down = False

    # The client's end

    def send(self, frame: bytes) -> None:
        self._carry(True, partial(self.to_server.put_nowait, frame))

    async def receive(self) -> bytes:
        while not self._arrived:
            self._news.clear()
            await self._news.wait()
        frame = self._arrived.popleft()
        if frame is None:
            self._arrived.append(None)
            raise LineLost
        return frame

    def hang_up(self) -> None:
        self._end(to_client=False)

    # The server's end

    def say(self, frame: bytes) -> None:
        self._carry(False, partial(self._arrive, frame))

    def close(self, code: int, reason: str) -> None:
        self._carry(False, partial(self._arrive, None))
        self._carry(True, partial(self.to_server.put_nowait, None))

    # What becomes of it

    def cut(self) -> None:
        """Break it under both ends: what is on its way is lost."""
        self._end(to_client=True)

    def _end(self, *, to_client: bool) -> None:
        if self.is_down:
            return
        self.is_down = True
        if self.is_half_open:  # the server hears of it when it looks whether the line is alive
            context_of(None).run(asyncio.get_running_loop().call_later, PINGS, self.to_server.put_nowait, None)
        else:
            self.to_server.put_nowait(None)
        if to_client:
            self._arrive(None)

    def _carry(self, is_to_server: bool, arrive: "partial[None]") -> None:
        if self.is_half_open or self.is_down:
            return
        loop = asyncio.get_running_loop()
        when = max(self._last[is_to_server] + IN_ORDER, loop.time() + self.delay * self._chance.uniform(0.3, 1.7))
        self._last[is_to_server] = when
        context_of(None).run(loop.call_at, when, self._deliver, arrive)

    def _deliver(self, arrive: "partial[None]") -> None:
        if not (self.is_down or self.is_half_open):
            arrive()

    def _arrive(self, frame: bytes | None) -> None:
        self._arrived.append(frame)
        self._news.set()


class SimulatedProcess:
    """One process: whole services on a link to the store, and the lines of its clients."""

    def __init__(self, cluster: "SimulatedCluster", name: str) -> None:
        self.name = name
        self.lines: dict[SimulatedLine, None] = {}
        self.is_up = False
        self._cluster = cluster
        self._lives = 0
        self.owner = Owner(name)

    async def start(self) -> None:
        """Begin a new life: nothing is left of the one before."""
        self._lives += 1
        name = f"{self.name}.{self._lives}"
        self.owner = Owner(name, self._cluster.processes.index(self) * 1e-5)
        self._context: Context = context_of(self.owner)
        self.link = StoreLink(self._cluster.chance_for(f"link {name}"))
        self.clock = StoreClock(self._cluster.machine_clock_of(self))
        chance = Repeated(self._cluster.number_for(name))
        self.store = LinkedStore(name, self.link, self._cluster.matches, self._cluster.lobby, self._context)
        self.parts: ServerParts = self._context.run(
            partial(
                wired,
                SETTINGS,
                self.store,
                games=games(),
                bots=repeated_bots(self._cluster.number_for(f"bots {name}")),
                clock=self.clock,
                passwords=quick_passwords(),
                randomness=Randomness(matches=chance, players=chance, moderation=chance),
            )
        )
        # What names only the process itself is drawn from nobody's seed; here it has to be the same every time.
        self.parts.services.attendance._process = self.parts.services.tables.repository._process = name
        await self._inside(self.parts.start(does_the_lobbys_work=True))
        self.is_up = True

    async def _inside(self, coroutine: object) -> None:
        """Do something as this process."""
        loop = asyncio.get_running_loop()
        await loop.create_task(coroutine, context=self._context.copy())  # type: ignore[arg-type]  # a coroutine

    def take(self, line: SimulatedLine) -> None:
        """Hold the conversation of a line."""
        self.lines[line] = None
        asyncio.get_running_loop().create_task(self._converse(line), context=self._context.copy())

    async def _converse(self, line: SimulatedLine) -> None:
        output = FrameOutput(line.say, line.say)
        connection = Connection(self.parts.services, output, line.close, "192.0.2.1", is_gone=lambda: line.is_down)
        try:
            while (frame := await line.to_server.get()) is not None:
                await connection.receive(frame)
        finally:
            self.lines.pop(line, None)
            await connection.end()

    async def begin(self, match: str, players: Sequence[Player], game: str) -> None:
        """Begin a match of these players."""
        opened = opening(
            match, [msgspec.to_builtins(player) for player in players], game=game, time_limit=LIMIT, **OPTIONS[game]
        )
        await self._inside(self.parts.services.matches.begin(msgspec.structs.replace(opened, time_bank=BANK)))

    async def transcript(self, match: str) -> Transcript:
        found: list[Transcript] = []

        async def read() -> None:
            found.append(await self.parts.services.matches.transcript(MatchId(match)))

        await self._inside(read())
        return found[0]

    async def kill(self) -> None:
        """End it as a crash does: nothing of it reaches anybody any more."""
        self.is_up = False
        self.thaw()
        self.link.cut()
        self.store.leave()
        for line in list(self.lines):
            line.cut()
        self.lines.clear()
        while self.owner.tasks:
            for task in list(self.owner.tasks):
                task.cancel()
            await asyncio.sleep(0)
        self.owner.is_dead = True

    async def terminate(self) -> None:
        """End it as SIGTERM does: its clients are told to go elsewhere first."""
        self.is_up = False
        self.thaw()
        for line in list(self.lines):
            line.close(1012, "restarting: reconnect")
        try:
            async with asyncio.timeout(10):
                await self._inside(self.parts.close())
        except TimeoutError:
            pass
        await self.kill()

    def freeze(self) -> None:
        """Stop it as SIGSTOP does."""
        self.owner.is_frozen = True

    def thaw(self) -> None:
        """Let it go on."""
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        if self.owner.is_frozen:
            loop.thaw(self.owner)


OPTIONS: dict[str, dict[str, Any]] = {"tiny": {"marks": 1_000_000}, "density-deck": {"lives": 40, "round_cap": 50}}


class SimulatedCluster:
    """Processes, a store, and clients who play and watch."""

    def __init__(self, seed: int, *, processes: int = 3) -> None:
        self.seed = seed
        self.store_ahead = 0
        """By how many milliseconds the clock of the store is ahead of what it was at the beginning."""

        self.matches = Memory(self.store_time)
        self.lobby = Memory(self._true_time)
        self.processes = [SimulatedProcess(self, f"process-{number}") for number in range(processes)]
        self.clients: list[RecordingClient] = []
        self.records: list[MatchRecords] = []
        self.playing: list[asyncio.Task[None]] = []
        self._clocks: dict[str, int] = {}

    def chance_for(self, what: str) -> random.Random:
        """Return chance of its own for a part of the cluster: what one draws changes nothing for the others."""
        return random.Random(f"{self.seed} {what}")

    def number_for(self, what: str) -> int:
        return self.chance_for(what).randrange(1 << 30)

    def _true_time(self) -> Milliseconds:
        return Milliseconds(BEGINNING + round(asyncio.get_running_loop().time() * 1000))

    def store_time(self) -> Milliseconds:
        return Milliseconds(self._true_time() + self.store_ahead)

    def machine_clock_of(self, process: SimulatedProcess) -> "partial[int]":
        """Return the clock of a process's machine, in nanoseconds: each began at another time."""
        began = self.chance_for(f"clock {process.name}").randrange(10**15)
        return partial(self._machine_time, began)

    @staticmethod
    def _machine_time(began: int) -> int:
        return began + round(asyncio.get_running_loop().time() * 1e9)

    def dial(self, chance: random.Random) -> SimulatedLine:
        """Return a line to one of the processes that are there; one that is frozen takes it and does not answer."""
        line = SimulatedLine(random.Random(chance.random()))
        there = [process for process in self.processes if process.is_up]
        if there:
            chance.choice(there).take(line)
        else:
            line.cut()
        return line

    @property
    def lines(self) -> list[SimulatedLine]:
        return [line for process in self.processes for line in process.lines if not line.is_down]

    async def begin(self, games_played: Sequence[str] = ("tiny", "density-deck")) -> None:
        """Start everything, and begin a match of two in each of these games, with two who watch."""
        for process in self.processes:
            await process.start()
        for number, game in enumerate(games_played):
            match = f"match-{number}"
            records = MatchRecords(name=match)
            self.records.append(records)
            seated = [
                RecordingClient(f"{match}-{who}", self.chance_for(f"{match} {who}"), self.dial, records)
                for who in ("ada", "bo")
            ]
            watching = [
                RecordingClient(f"{match}-{who}", self.chance_for(f"{match} {who}"), self.dial, records)
                for who in ("cy", "di")
            ]
            for client in (*seated, *watching):
                await client.arrive()
            await self.processes[0].begin(match, [client.player for client in seated], game)
            self.clients += (*seated, *watching)
            self.playing += [asyncio.ensure_future(client.play(MatchId(match))) for client in (*seated, *watching)]

    async def end(self, within: float) -> None:
        """Let every match come to its end by one who leaves, and read all logs."""
        for client in self.clients:
            client.is_leaving = True
        await asyncio.wait(self.playing, timeout=within)
        for task in self.playing:
            if task.done():
                task.result()
        for records in self.records:
            for process in self.processes:
                if all(task.done() for task in self.playing):
                    records.logs.append(log_of(await process.transcript(records.name)))

    async def close(self) -> None:
        """End everything."""
        for task in self.playing:
            task.cancel()
        await asyncio.gather(*self.playing, return_exceptions=True)
        for process in self.processes:
            if process.is_up:
                await process.kill()
