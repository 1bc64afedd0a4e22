"""Real processes on a real store, with clients who write everything down."""

import asyncio
import contextlib
import os
import random
import subprocess
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp
from absent_programs import compiler
from faults.client_records import Acknowledged, MatchRecords, Notified, log_of
from faults.real_lines import Door, RealLine
from faults.recording_clients import RecordingClient
from quarterdeck_client import Client
from quarterdeck_protocol.names import MatchId
from quarterdeck_server.verification.transcript_check import verify
from servers import SERVED, SOON, Served, served

CLOCK = Path(__file__).with_name("moved_clock.c")
PATIENCE = 20.0
"""How many seconds a client waits for an answer: the machine may have much else to do."""

GAMES_PLAYED = ("tiny", "density-deck")
OPTIONS: dict[str, dict[str, Any]] = {"tiny": {"marks": 1_000_000}, "density-deck": {"lives": 40, "round_cap": 50}}
LIMIT = 60_000
COMPRESSED = 15
"""With which window a client offers to compress; half of all lines are compressed."""


def moved_clock(folder: Path) -> dict[str, str]:
    """Return the environment of a program whose date jumps as a file says, which lies in this folder."""
    library, ahead = folder / "moved_clock.so", folder / "ahead"
    flags = ["-shared", "-fPIC", "-O1", "-Wall", "-Werror"]
    subprocess.run([compiler(), *flags, "-o", str(library), str(CLOCK), "-ldl"], check=True)
    ahead.write_text("0")
    return {"LD_PRELOAD": str(library), "MOVED_CLOCK": str(ahead)}


class RealProcess:
    """One process that is started again whenever it has ended."""

    def __init__(self, stack: contextlib.AsyncExitStack, options: Sequence[str], clock: dict[str, str] | None) -> None:
        self._stack = stack
        self._options = options
        self.clock = clock
        """The environment in which its date jumps; `None` if it does not."""

        self.served: Served | None = None
        self.gone: list[Served] = []

    @property
    def url(self) -> str:
        assert self.served is not None
        return self.served.url

    @property
    def metrics(self) -> list[str]:
        assert self.served is not None
        return self.served.metrics

    @property
    def pid(self) -> int:
        assert self.served is not None
        return int(self.served.process.pid)

    async def start(self) -> None:
        self.served = await self._stack.enter_async_context(
            served(*self._options, environment=self.clock, anew=self.clock is not None)
        )

    async def kill(self) -> None:
        """End it as a crash does."""
        assert self.served is not None
        self.served.kill()
        await self.served.ended()
        self.gone.append(self.served)

    async def terminate(self) -> None:
        """End it as SIGTERM does."""
        assert self.served is not None
        assert await self.served.terminated() == 0
        self.gone.append(self.served)

    def signal(self, number: int) -> None:
        assert self.served is not None
        os.kill(self.pid, number)

    def move_clock(self, seconds: int) -> None:
        assert self.clock is not None
        Path(self.clock["MOVED_CLOCK"]).write_text(str(seconds))


class RealCluster:
    """Processes on one store, a door before them, and who plays and watches."""

    def __init__(self, door: Door, processes: list[RealProcess], seed: int, http: aiohttp.ClientSession) -> None:
        self.door = door
        self.processes = processes
        self.records: list[MatchRecords] = []
        self.clients: list[RecordingClient] = []
        self.playing: list[asyncio.Task[None]] = []
        self._seed = seed
        self._http = http
        self._lines: set[asyncio.Task[None]] = set()

    @classmethod
    @contextlib.asynccontextmanager
    async def on(
        cls, stores: Sequence[str], seed: int, *, clock: dict[str, str] | None = None, more: Sequence[str] = ()
    ) -> AsyncIterator["RealCluster"]:
        """Run a process at each of these addresses of the store, with `more` options, the last of them with this clock;
        they are ended at the end."""
        options = ("--log-level", "error", "--quotas", "off", "--tables-per-address", "0", *more)
        async with contextlib.AsyncExitStack() as stack:
            started = [
                RealProcess(stack, ("--store", store, *options), clock if number == len(stores) - 1 else None)
                for number, store in enumerate(stores)
            ]
            for process in started:
                await process.start()
            door = await stack.enter_async_context(
                Door.before([process.url for process in started], random.Random(f"{seed} door"))
            )
            http = await stack.enter_async_context(aiohttp.ClientSession())
            cluster = cls(door, started, seed, http)
            try:
                yield cluster
            finally:
                await cluster._close()

    def _dial(self, chance: random.Random) -> RealLine:
        return RealLine(self._http, self.door.url, self._lines, compress=chance.choice((0, COMPRESSED)))

    def _client(self, name: str, dial: Callable[[random.Random], RealLine], records: MatchRecords) -> RecordingClient:
        return RecordingClient(name, random.Random(f"{self._seed} {name}"), dial, records, patience=PATIENCE)

    async def begin(self, games: Sequence[str] = GAMES_PLAYED) -> None:
        """Begin a match of two in each of these games, with one who watches beside each."""
        for number, game in enumerate(games):
            records = MatchRecords(name=f"{game} {number}")
            ada, bo, cy, di = [
                self._client(f"{number}-{who}", self._dial, records) for who in ("ada", "bo", "cy", "di")
            ]
            match = await ada.gather([bo], game, {"options": OPTIONS[game], "time_limit": LIMIT})
            for watcher in (cy, di):
                await watcher.arrive()
            records.name = match
            self.records.append(records)
            self.clients += [ada, bo, cy, di]
            self.playing += [asyncio.create_task(client.play(MatchId(match))) for client in (ada, bo, cy, di)]

    async def watch_everywhere(self) -> None:
        """Have somebody watch each match at each process, past the door: so every process holds all of them, wherever
        the door leads the others."""
        for records in self.records:
            for number, process in enumerate(self.processes):
                watcher = self._client(f"{records.name}-at-{number}", self._dial_to(process), records)
                await watcher.arrive()
                self.clients.append(watcher)
                self.playing.append(asyncio.create_task(watcher.play(MatchId(records.name))))

    def _dial_to(self, process: RealProcess) -> Callable[[random.Random], RealLine]:
        return lambda _: RealLine(self._http, process.url, self._lines)

    async def know_what_was_acknowledged(self) -> None:
        """Wait until everybody was told of all that was acknowledged to anybody until now, while no history is lost."""
        for records in self.records:
            newest = max(note.version for note in records.notes if isinstance(note, Acknowledged))
            names = {client.name for client in self.clients if client.records is records}
            await self._until(partial(_know, records, names, newest))

    async def have_acted(self, times: int) -> None:
        """Wait until so many more actions were acknowledged in every match."""
        for records in self.records:
            wanted = times + _acknowledged(records)
            await self._until(lambda records=records, wanted=wanted: _acknowledged(records) >= wanted)  # type: ignore[misc]  # as they are now

    async def has_news(self, since: float) -> None:
        """Wait until something new was told of every match after this moment."""
        for records in self.records:
            await self._until(
                lambda records=records: any(note.at > since and isinstance(note, Notified) for note in records.notes)  # type: ignore[misc]  # as it is now
            )

    async def _until(self, happens: Callable[[], bool]) -> None:
        """Wait for something that clients write down."""
        async with asyncio.timeout(2 * SOON):
            while not happens():
                for task in self.playing:
                    if task.done():
                        task.result()
                await asyncio.sleep(0.02)

    async def end(self) -> list[str]:
        """Let every match come to its end, read all logs, and end all processes; give what these complained of."""
        for client in self.clients:
            client.is_leaving = True
        async with asyncio.timeout(3 * SOON):
            await asyncio.gather(*self.playing)
        for records in self.records:
            for process in self.processes:
                async with Client(process.url) as reader:
                    transcript = await reader.transcript(MatchId(records.name))
                verify(transcript, SERVED)
                records.logs.append(log_of(transcript))
        for process in self.processes:
            await process.terminate()
        return [line for process in self.processes for gone in process.gone for line in gone.said.decode().splitlines()]

    async def _close(self) -> None:
        tasks = [*self.playing, *self._lines]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _know(records: MatchRecords, names: set[str], version: int) -> bool:
    return names <= {note.client for note in records.notes if isinstance(note, Notified) and note.version >= version}


def _acknowledged(records: MatchRecords) -> int:
    return sum(isinstance(note, Acknowledged) for note in records.notes)
