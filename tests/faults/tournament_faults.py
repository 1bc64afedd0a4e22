"""Tournaments of real processes on real stores: a worker is killed, or the store fails over, at commits of an event.

A door before the store reads the requests of the processes. At some commits of a tournament, before they arrive or
after they are carried out, the worker that sent one is killed, or the store dies and its replica takes its place.
"""

import asyncio
import contextlib
import itertools
import os
import signal
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import aiohttp
from clusters import Pair, until
from faults.real_cluster import moved_clock
from quarterdeck_server.lobby.tournaments.tournament_rounds import LEASE_SECONDS
from quarterdeck_server.storage.redis.documents import COMMIT
from servers import PASSWORD, SOON, Message, Served, children_of, line_to, served, soon
from web.commands.test_tournaments import Program

ROUNDS, PLAYERS = 3, 4
WORKERS = 2
NAMES = ("Ada", "Bo", "Cy", "Dee")
EVERY = 6
COUNTED = frozenset({b"tournament", b"table", b"inbox", b"settled"})
"""The kinds of documents whose commits are points: those of leases and of presence change no event."""


class Points(NamedTuple):
    """Moments of an event: one commit of so many, and whether the fault comes before it or after it."""

    first: int
    every: int
    is_after: bool
    turn: int
    """The way of the first fault. The ways take turns."""


class CommitDoor:
    """The way of all processes to a store. It counts the commits that name a tournament."""

    def __init__(self, pair: Pair) -> None:
        self.url = ""
        self.seen = 0
        self._pair = pair
        self._wanted = b""
        self._points: Points | None = None
        self._broken: Callable[[int], Awaitable[None]] = _nothing
        self._lines: dict[asyncio.Task[None], asyncio.StreamWriter] = {}

    @classmethod
    @contextlib.asynccontextmanager
    async def before(cls, pair: Pair) -> AsyncIterator["CommitDoor"]:
        """Open a door before the primary of two servers."""
        door = cls(pair)
        server = await asyncio.start_server(door._take, "127.0.0.1", 0, limit=2**26)
        door.url = f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        try:
            yield door
        finally:
            server.close()
            await door.cut()

    def watch(self, tournament: str, points: Points, broken: Callable[[int], Awaitable[None]]) -> None:
        """Count the commits of a tournament from now on, and call `broken` at some, with the port of the process."""
        self.seen, self._wanted, self._points, self._broken = 0, tournament.encode(), points, broken

    def forget(self) -> None:
        """Break nothing any more."""
        self._points = None

    def _is_counted(self, raw: bytes, words: list[bytes]) -> bool:
        """True for a commit of a tournament, its tables, matches or notices."""
        if not self._wanted or words[:2] != [b"EVALSHA", COMMIT.sha.encode()] or self._wanted not in raw:
            return False
        kinds = {each.split(b":document:")[1].split(b":")[0] for each in words[3:] if b":document:" in each}
        return not kinds.isdisjoint(COUNTED)

    async def cut(self) -> None:
        """Break all connections but that of the task that asks for it."""
        tasks = [each for each in self._lines if each is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._lines[task] = writer
        back: asyncio.Task[None] | None = None
        behind: asyncio.StreamWriter | None = None
        try:
            answers, behind = await asyncio.open_connection("127.0.0.1", self._pair.primary.port)
            back = asyncio.create_task(_pour(answers, writer))
            while True:
                raw, words = await _request(reader)
                if self._is_counted(raw, words):
                    self.seen += 1
                    if self._points is not None and self.seen % self._points.every == self._points.first:
                        await self._break(raw, words, behind, back)
                        await self._broken(writer.get_extra_info("peername")[1])
                        return
                behind.write(raw)
                await behind.drain()
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            del self._lines[task]
            if back is not None:
                back.cancel()
            for side in (writer, behind):
                if side is not None:
                    side.transport.abort()

    async def _break(
        self, raw: bytes, words: list[bytes], behind: asyncio.StreamWriter, back: "asyncio.Task[None]"
    ) -> None:
        """Let a commit be carried out, of which the process hears nothing, if the point is after it."""
        assert self._points is not None
        if not self._points.is_after:
            return
        back.cancel()
        touched = words[3 : 3 + int(words[2])]
        client = self._pair.primary.client
        before = await asyncio.to_thread(_held, client, touched)
        behind.write(raw)
        await behind.drain()
        with contextlib.suppress(TimeoutError):  # a commit that is refused changes nothing
            async with asyncio.timeout(2.0):
                while await asyncio.to_thread(_held, client, touched) == before:  # noqa: ASYNC110 - another process
                    await asyncio.sleep(0.01)
                await asyncio.to_thread(client.wait, 1, 1_000)


async def _nothing(_: int) -> None:
    pass


def _held(client: Any, names: list[bytes]) -> list[Any]:
    return [client.dump(name) for name in names]


async def _request(reader: asyncio.StreamReader) -> tuple[bytes, list[bytes]]:
    """Return the next request to a store, and its words."""
    head = await reader.readuntil(b"\r\n")
    raw, words = [head], []
    for _ in range(int(head[1:])):
        length = await reader.readuntil(b"\r\n")
        word = await reader.readexactly(int(length[1:]) + 2)
        raw += [length, word]
        words.append(word[:-2])
    return b"".join(raw), words


async def _pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(ConnectionError):
        while some := await reader.read(65_536):
            writer.write(some)
            await writer.drain()
    writer.transport.abort()


def _owner(processes: list[int], port: int) -> int | None:
    """Return the process that has a connection from this port."""
    sockets = {
        f"socket:[{fields[9]}]"
        for fields in map(str.split, Path("/proc/net/tcp").read_text().splitlines()[1:])
        if int(fields[1].rpartition(":")[2], 16) == port
    }
    for process in processes:
        folder = Path(f"/proc/{process}/fd")
        with contextlib.suppress(FileNotFoundError):
            for each in folder.iterdir():
                with contextlib.suppress(FileNotFoundError):
                    if str(each.readlink()) in sockets:
                        return process
    return None


class StubbornProgram(Program):
    """A program that asks again while nobody answers, and while a match cannot be watched."""

    async def _sent(self, method: str, path: str, body: Message | None) -> Message:
        while True:
            with contextlib.suppress(aiohttp.ClientError, ConnectionError, TimeoutError):
                said = await super()._sent(method, path, body)
                if said.get("code") not in ("unavailable", "shutting_down", "conflict"):
                    return said
            await asyncio.sleep(0.1)

    async def _finish(self, match: str) -> None:
        while True:
            update = await self.say("watch_match", match=match)
            if update.get("result") is not None:
                return
            if update.get("choices"):
                action = self._chance.choice(update["choices"])
                await self.say("act", match=match, seen=update["version"], action=action)
            else:
                await asyncio.sleep(0.1)


class TournamentNemesis:
    """A server of two workers, its store with a replica, and programs that play tournaments there."""

    def __init__(self, server: Served, door: CommitDoor, pair: Pair, clock: Path) -> None:
        self._server, self._door, self._pair, self._clock = server, door, pair, clock
        self._programs: list[StubbornProgram] = []
        self._ahead = 0
        self.faults: Counter[str] = Counter()
        self.commits = 0
        """The most commits of an event."""

    @classmethod
    @contextlib.asynccontextmanager
    async def on(cls, folder: Path) -> AsyncIterator["TournamentNemesis"]:
        """Start everything."""
        pair = Pair(folder / "stores")
        (folder / "clock").mkdir()
        try:
            await asyncio.to_thread(pair.start)
            clock = moved_clock(folder / "clock")
            async with CommitDoor.before(pair) as door:
                # A fail-over loses what only the primary has, and no program plays again a match that it has ended.
                options = ["--store", door.url, "--durability", "replica", "--workers", str(WORKERS)]
                options += ["--log-level", "error", "--quotas", "off"]
                async with served(*options, environment=clock, anew=True) as server:
                    nemesis = cls(server, door, pair, Path(clock["MOVED_CLOCK"]))
                    async with aiohttp.ClientSession(server.url) as http:
                        await nemesis._sign_up(http)
                        yield nemesis
        finally:
            pair.stop()

    async def _sign_up(self, http: aiohttp.ClientSession) -> None:
        for number, name in enumerate(("Dee Rector", *(f"Program {each}" for each in NAMES))):
            async with line_to(self._server.url) as line:
                await line.sign_in(name)
                assert (await line.ask({"type": "register", "name": name, "password": PASSWORD}))["type"] == "account"
                scopes = ["tournament:direct", "play"]
                made = await line.ask({"type": "make_token", "scopes": scopes, "label": "the program"})
                self._programs.append(StubbornProgram(http, made["token"], number))

    async def play(self, points: Points) -> list[str]:
        """Play an event of three rounds that is broken at some points. Return the broken promises."""
        director, *players = self._programs
        fields = {"name": "Cup", "game": "tiny", "rounds": ROUNDS, "time_limit": 600_000}
        fields |= {"when_ready": True, "between_rounds": 5_000}
        id_ = (await director.say("create_tournament", **fields))["tournament"]["summary"]["id"]
        for player in players:
            await player.say("join_tournament", tournament=id_)
        turn = itertools.cycle((self._kill_worker, self._fail_over))
        for _ in range(points.turn):
            next(turn)

        one_at_a_time = asyncio.Lock()  # a replica that still follows the new primary cannot take its place

        async def broken(port: int) -> None:
            async with one_at_a_time:
                way = next(turn)
                await way(port)
                self.faults[way.__name__] += 1

        self._door.watch(id_, points, broken)
        async with asyncio.timeout(6 * SOON):
            await director.say("begin_tournament_round", tournament=id_, round=1)
            try:
                told = await asyncio.gather(*(player.play(id_) for player in players))
            except asyncio.CancelledError:
                self._door.forget()
                raise AssertionError(
                    f"the event stands still: {await director.get(f'/v1/tournaments/{id_}?as=log')}"
                ) from None
            self._door.forget()
            told = [[kind for kind in each if kind != "round_over"] for each in told]
            faults = [f"notices {each}" for each in told if each != ["round_paired"] * ROUNDS + ["tournament_ended"]]
            whole = await director.get(f"/v1/tournaments/{id_}?as=log")
            await soon(lambda: len(children_of(self._server.process.pid)) == WORKERS)
        self.commits = max(self.commits, self._door.seen)
        return faults + self._judged(id_, whole)

    def _judged(self, id_: str, whole: Message) -> list[str]:
        """Return the promises that an event has broken."""
        kinds = Counter(each["type"] for each in whole["log"])
        scored = Counter(each["match"] for each in whole["log"] if each["type"] == "scored")
        asked = Counter(
            (each["round"], who) for each in whole["log"] if each["type"] == "asked" for who in each["players"]
        )
        rounds = whole["tournament"]["rounds"]
        paired = [each["match"] for of in rounds for each in of["pairings"]]
        meetings = {frozenset(each["players"]) for of in rounds for each in of["pairings"]}
        held = {
            name.decode().partition(id_)[2] for name in self._pair.primary.client.scan_iter(f"*{id_}-*", count=1000)
        }
        orphans = {each for each in held if not any(each.startswith(match.removeprefix(id_)) for match in paired)}
        promises = {
            f"rounds: {kinds}": kinds["round_paired"] == kinds["field_closed"] == ROUNDS,
            f"results: {scored}": scored == Counter(paired) and len(paired) == ROUNDS * PLAYERS // 2,
            "a pair met twice": len(meetings) == len(paired),
            f"orphans {orphans}": not orphans,
            f"asked {asked}": set(asked.values()) <= {1},
            "other points": sum(each["points"] for each in whole["tournament"]["entrants"]) == 100 * len(paired),
        }
        return [text for text, is_kept in promises.items() if not is_kept]

    async def _kill_worker(self, port: int) -> None:
        worker = _owner(children_of(self._server.process.pid), port)
        if worker is not None:  # it may have died with the commit before
            os.kill(worker, signal.SIGKILL)
        self._pass_leases()

    async def _fail_over(self, port: int) -> None:
        """Let the store die, and its replica take its place. Then the old one follows it."""
        pair = self._pair
        await asyncio.to_thread(pair.replica.client.replicaof, "NO", "ONE")
        await asyncio.to_thread(pair.primary.kill)
        pair.primary, pair.replica = pair.replica, pair.primary
        await self._door.cut()
        self._pass_leases()
        await asyncio.to_thread(pair.replica.start)
        await asyncio.to_thread(until, pair.replica.is_there)
        await asyncio.to_thread(pair.follow)

    def _pass_leases(self) -> None:
        """Let the clock of the server jump beyond all leases, for which others would wait."""
        self._ahead += LEASE_SECONDS + 1
        whole = self._clock.with_suffix(".new")  # a file that is half written would set the clock back
        whole.write_text(str(self._ahead))
        whole.replace(self._clock)


async def broken_events(
    folder: Path, events: Sequence[Points], report: Callable[[int, list[str]], None]
) -> tuple[Counter[str], int]:
    """Play events that are broken at these points, and report the number of them with the broken promises of each.
    Return the faults, and the most commits of an event."""
    async with TournamentNemesis.on(folder) as nemesis:
        for number, points in enumerate(events, 1):
            report(number, [f"{points}: {each}" for each in await nemesis.play(points)])
        return nemesis.faults, nemesis.commits


def all_points(every: int = EVERY) -> list[Points]:
    """Return the events that are broken at each commit, before and after it, in both ways."""
    return [
        Points(first, every, is_after, turn) for first in range(every) for is_after in (False, True) for turn in (0, 1)
    ]
