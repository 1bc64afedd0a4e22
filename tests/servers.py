"""Whole servers for tests, and a bare client that says exactly what a test wants said.

`live_server()` runs a server inside the test, on a real socket; `served()` runs `quarterdeck serve` as a process of
its own.
"""

import asyncio
import contextlib
import dataclasses
import os
import re
import secrets
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
from aiohttp import web
from forked_programs import ForkedProcess, forked
from luck import Repeated, repeated_bots
from quarterdeck_client.transport.websocket import hang_up
from quarterdeck_games import GAMES as SHIPPED
from quarterdeck_games import AnyGame
from quarterdeck_protocol.encoding.wire import SUBPROTOCOL
from quarterdeck_protocol.lobby.tables import Perspectives, SpectatorDelay
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.transcripts.transcript import Opened
from quarterdeck_server import docs_build
from quarterdeck_server.app import build
from quarterdeck_server.bots.search_bot import LEVELS
from quarterdeck_server.cards.host_sets import games_with
from quarterdeck_server.process.supervisor import listening_socket
from quarterdeck_server.settings import Settings
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.storage.store import Store
from quarterdeck_server.web.connection_limits import CONNECTIONS
from quarterdeck_server.web.connection_services import SERVICES, Services
from quarterdeck_server.web.heartbeat import Heartbeat
from quarterdeck_server.web.http.routes.game_routes import GAMES
from quarterdeck_server.web.listener import Listener
from quarterdeck_server.web.rate_limit.quotas import Quotas
from quarterdeck_server.web.socket import CONVERSATIONS
from quick_passwords import quick_passwords


@cache
def games_here(sets: tuple[str, ...], path: tuple[str, ...]) -> Mapping[str, AnyGame]:
    """Return the games with these sets, read once in a process; with another `sys.path` other packages are there."""
    return games_with(None, sets)


SERVED = games_here(Settings().sets, tuple(sys.path))
"""The games of a server of which nobody has set anything, with their card sets."""

AN_HOUR = 3_600.0
"""Seconds between two pings of a connection to a server in a test. A `Line` answers a ping only while it is read, and
the test may be busy with a browser meanwhile."""

SOON = 120.0
"""How many seconds a test waits for what must happen: it ends by what happens, but others may have the cores."""

PASSWORD = "a long walk by the sea"

SEED = "5eed" * 16
"""The seed of every match that a test opens by itself."""

NO_SEARCHES = {"bot_processes": 0}
"""No process is started for bots that search, and the usual bot is the greedy one, but where a test is about them."""

WITH_WEBHOOKS = str(Path(docs_build.__file__).with_name("recorded_webhooks.toml"))
"""The file of a host whose players have webhooks."""

NO_LIMITS = {"tables_per_player": 0, "tables_per_address": 0, "connections_per_address": 0, "silence": 0}
UNHURRIED = {"QUARTERDECK_SILENCE": "0", "QUARTERDECK_BOT_PROCESSES": "0"}
"""Nobody takes a server for dead that waits for a core, and no bot searches, but where a test is about that."""


Message = dict[str, Any]


class Watch:
    """A clock that stands still until it is set."""

    at = 1_000.0

    def __call__(self) -> float:
        return self.at


class Line:
    """One WebSocket, and all that was ever heard on it."""

    def __init__(self, socket: "aiohttp.ClientWebSocketResponse[bool]") -> None:
        self.socket = socket
        self.heard: list[Message] = []
        self._refs = 0

    async def send(self, frame: bytes | str | Message) -> None:
        """Say something, well-formed or not."""
        if isinstance(frame, bytes):
            await self.socket.send_frame(frame, aiohttp.WSMsgType.TEXT)
        else:
            await self.socket.send_str(frame if isinstance(frame, str) else msgspec.json.encode(frame).decode())

    async def next(self) -> Message:
        """Return what is said next; raises `ConnectionResetError` with the close code if nothing is."""
        async with asyncio.timeout(SOON):
            message = await self.socket.receive()
        if message.type is not aiohttp.WSMsgType.TEXT:
            # what the server said, although it may be too late for this side to say goodbye as well
            code = message.data if message.type is aiohttp.WSMsgType.CLOSE else self.socket.close_code
            raise ConnectionResetError(code, message.extra)
        heard: Message = msgspec.json.decode(message.data)
        self.heard.append(heard)
        return heard

    async def answer(self, ref: str) -> Message:
        """Return the answer to a command, passing over what else is said before it."""
        while True:
            heard = await self.next()
            if heard.get("ref") == ref:
                return heard

    async def ask(self, command: Message) -> Message:
        """Say something under a fresh `ref` and give its answer."""
        self._refs += 1
        ref = command.setdefault("ref", f"ref-{self._refs}")
        await self.send(command)
        return await self.answer(ref)

    async def until(self, matches: Callable[[Message], bool]) -> Message:
        """Return the next message that is like this."""
        while True:
            heard = await self.next()
            if matches(heard):
                return heard

    async def quiet(self) -> list[Message]:
        """Return all that was said up to the answer of a question that changes nothing."""
        before = len(self.heard)
        answer = await self.ask({"type": "hello"})
        assert answer["type"] == "welcome"
        return [heard for heard in self.heard[before:] if heard is not answer]

    async def closed(self) -> int:
        """Return the code with which the other side closes, passing over what it says before."""
        while True:
            try:
                await self.next()
            except ConnectionResetError as error:
                code: int = error.args[0]
                return code

    async def sign_in(self, name: str = "Ada", token: str | None = None) -> Message:
        """Become a player; gives the answer."""
        who = {"name": name} if token is None else {"token": token}
        answer = await self.ask({"type": "sign_in", **who})
        assert answer["type"] == "signed_in", answer
        return answer


class LiveServer:
    """A server in this process, on a real socket."""

    def __init__(self, app: web.Application, url: str, stop: Callable[[], Any]) -> None:
        self.app = app
        self.url = url
        self.stop = stop
        """End it as SIGTERM does, sooner than the test's end."""

    @property
    def services(self) -> Services:
        return self.app[SERVICES]

    @contextlib.asynccontextmanager
    async def line(self, **options: Any) -> AsyncIterator[Line]:
        """Return a fresh connection."""
        async with line_to(self.url, **options) as line:
            yield line

    @contextlib.asynccontextmanager
    async def player(self, name: str = "Ada") -> AsyncIterator[Line]:
        """Return a fresh connection that has signed in."""
        async with self.line() as line:
            await line.sign_in(name)
            yield line

    @contextlib.asynccontextmanager
    async def person(self, name: str = "Ada") -> AsyncIterator[Line]:
        """Return a fresh connection of somebody with an account of their own."""
        async with self.line() as line:
            await line.sign_in("Whoever")
            answer = await line.ask({"type": "register", "name": name, "password": PASSWORD})
            assert answer["type"] == "account", answer
            yield line

    async def get(self, path: str, token: str | None = None) -> tuple[int, Message]:
        """Ask over plain HTTP, for the player of this token; gives the status and the JSON."""
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        async with aiohttp.ClientSession() as http, http.get(self.url + path, headers=headers) as response:
            return response.status, msgspec.json.decode(await response.read())

    async def begin(
        self,
        match: str,
        players: Sequence[Message],
        *,
        game: str = "tiny",
        time_limit: int = 60_000,
        bot_delay: int = 0,
        rated: bool = False,
        **options: Any,
    ) -> None:
        """Begin a match of these players (as `signed_in` gives them), past any table."""
        opened = opening(match, players, game=game, time_limit=time_limit, bot_delay=bot_delay, rated=rated, **options)
        await self.services.matches.begin(opened)


def opening(
    match: str,
    players: Sequence[Message],
    *,
    game: str = "tiny",
    time_limit: int = 60_000,
    bot_delay: int = 0,
    table: Any = None,
    rated: bool = False,
    spectator_delay: str | None = None,
    perspectives: str | None = None,
    **options: Any,
) -> Opened:
    """Return what opens a match of these players, with the ready decks where there are decks."""
    shipped = SHIPPED.get(game)
    return Opened(
        match=MatchId(match),
        game=GameName(game),
        rules=1 if shipped is None else shipped.version,
        players=tuple(msgspec.convert(player, Player) for player in players),
        options=msgspec.Raw(msgspec.json.encode(options)),
        time_limit=Milliseconds(time_limit),
        seed=SEED,
        entropy=tuple("" for _ in players),
        bot_delay=Milliseconds(bot_delay),
        table=table,
        rated=rated,
        spectator_delay=msgspec.UNSET if spectator_delay is None else SpectatorDelay(spectator_delay),
        perspectives=msgspec.UNSET if perspectives is None else Perspectives(perspectives),
        decks=() if shipped is None else shipped.setup(len(players), shipped.options()).decks,
    )


def bot(number: int = 1) -> Message:
    """Return a bot of the house, as a match knows it."""
    return {"id": PlayerId(f"bot-{number}"), "name": f"Random {number}", "bot": "random"}


@contextlib.asynccontextmanager
async def line_to(url: str, **options: Any) -> AsyncIterator[Line]:
    """Return a fresh connection to a server's socket."""
    settings: dict[str, Any] = {"protocols": (SUBPROTOCOL,), "max_msg_size": 0, "decode_text": False, **options}
    async with aiohttp.ClientSession() as http:
        socket = await http.ws_connect(f"{url}/v1/socket", **settings)
        try:
            yield Line(socket)
        finally:
            await hang_up(socket)


@contextlib.asynccontextmanager
async def live_server(
    store: Store | None = None,
    *,
    games: Mapping[str, AnyGame] | None = None,
    routes: Sequence[web.RouteDef] = (),
    clock: Callable[[], float] | None = None,
    luck: int | None = None,
    budgets: Mapping[str, int] = LEVELS,
    **settings: Any,
) -> AsyncIterator[LiveServer]:
    """Run a server on a store, memory if none is given, with further games and routes, and a clock for its quotas, if
    wished; bots think no time, and with `bot_processes` those that search have these `budgets`. With the same `luck`
    cards and bots are the same in every run."""
    given = msgspec.convert(
        {"store": "memory", "bot_delay": 0, "quotas": "off", **NO_LIMITS, **NO_SEARCHES, **settings}, Settings
    )
    folder, sets = given.cards_directory, given.sets
    there = games_here(sets, tuple(sys.path)) if folder is None else games_with(folder, sets)
    app = build(
        given,
        MemoryStore(Memory()) if store is None else store,
        games=there,
        chance=secrets if luck is None else Repeated(luck),
        bots=None if luck is None else repeated_bots(luck, there),
        passwords=quick_passwords(),
        budgets=budgets,
    )
    app[GAMES].update(games or {})
    app[CONVERSATIONS].heartbeat = Heartbeat(AN_HOUR)
    if clock is not None:
        app[SERVICES] = dataclasses.replace(app[SERVICES], quotas=Quotas(app[SERVICES].quotas.quotas, clock))
    app.add_routes(routes)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=SOON)
    await runner.setup()
    assert runner.server is not None
    listening = listening_socket(Settings(port=0))
    host, port = listening.getsockname()[:2]
    listener = Listener(runner.server, listening, app[CONNECTIONS])
    listener.start()

    async def stop() -> None:
        listener.close()
        await runner.cleanup()

    try:
        yield LiveServer(app, f"http://{host}:{port}", stop)
    finally:
        await stop()


GREETED = b'"event": "listening"'
"""In the line that a server greets with where no terminal reads it."""


class Served:
    """`quarterdeck serve` as a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process | ForkedProcess) -> None:
        self.process = process
        self.greeting = ""
        self.said = b""
        """What it wrote to standard error, once it has ended."""

    @property
    def url(self) -> str:
        found = re.search(r'http://[^\s"]+', self.greeting)
        assert found, self.greeting
        return found.group()

    @property
    def metrics(self) -> list[str]:
        """Where its processes tell of themselves."""
        return re.findall(r'http://[^\s"]+/metrics', self.greeting)

    async def greeted(self, last: bytes = GREETED) -> None:
        """Wait for the line of the greeting with these words, or the end of the process."""
        assert self.process.stdout is not None
        async with asyncio.timeout(3 * SOON):
            while last not in (line := await self.process.stdout.readline()) and line:
                self.greeting += line.decode()
                if b"Ctrl-C" in line:  # of a server of before 29 November 2026
                    return
            self.greeting += line.decode()

    def kill(self) -> None:
        """End it as a crash does."""
        self.process.kill()

    def say_pause(self, *, is_on: bool) -> None:
        """Tell it to begin no more matches, or to begin them again."""
        self.process.send_signal(signal.SIGUSR1 if is_on else signal.SIGUSR2)

    async def ended(self) -> int:
        """Wait until it has ended, and give its exit code."""
        assert self.process.stderr is not None
        async with asyncio.timeout(3 * SOON):
            self.said += await self.process.stderr.read()
            return await self.process.wait()

    async def terminated(self) -> int:
        """Ask it to end, and give its exit code."""
        self.process.terminate()
        return await self.ended()


@contextlib.asynccontextmanager
async def served(
    *options: str,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
    files: int | None = None,
    greeting_ends: bytes = GREETED,
    anew: bool = False,
    usual: Mapping[str, str] = UNHURRIED,
) -> AsyncIterator[Served]:
    """Run `quarterdeck serve` with these options on a free port, with so many files that it may open; given when its
    greeting has ended, and killed at the end if it still runs. `anew`: it does its imports itself, as it does where
    it is really run; `usual`: the settings of all servers of the tests, which an older one may not know."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("QUARTERDECK_")}
    wanted = {**clean, "QUARTERDECK_PORT": "0", **usual, **(environment or {})}
    start = started if anew else forked
    async with start("serve", *options, environment=wanted, folder=folder, files=files) as process:
        server = Served(process)
        try:
            await server.greeted(greeting_ends)
            yield server
        finally:
            if process.returncode is None:
                process.kill()
                await server.ended()


@contextlib.asynccontextmanager
async def started(
    *arguments: str, environment: Mapping[str, str], folder: Path | None = None, files: int | None = None
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Start `python -m quarterdeck_server` as it is really run; as `forked` does, but with its imports."""
    assert files is None, "this is for what is forked"
    yield await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "quarterdeck_server",
        *arguments,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=environment,
        cwd=folder,
    )


def is_running(process: int) -> bool:
    """Whether there is a process of this number that has not ended."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    if not Path("/proc/self/stat").exists():
        return True
    try:
        state = Path(f"/proc/{process}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):  # it has ended since
        return False
    return state.rpartition(")")[2].split()[0] != "Z"


def children_of(process: int) -> list[int]:
    """Return the servers that this process has started."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
    found = (line.split(maxsplit=2) for line in listed.splitlines())
    return [int(pid) for pid, parent, command in found if int(parent) == process and "quarterdeck_server" in command]


async def soon(happens: Callable[[], Any]) -> None:
    """Ask again and again until it is true; for what another process does, where there is nothing to wait on."""
    async with asyncio.timeout(SOON):
        while not happens():  # noqa: ASYNC110 - see above
            await asyncio.sleep(0.01)


def kill(process: int) -> None:
    """End a process as a crash does."""
    os.kill(process, signal.SIGKILL)
