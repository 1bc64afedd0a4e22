"""Cost of searching bots for other matches: `python tests/bench search_load [--bot LEVEL]`.

One server runs on this machine with its one search process, and neither has its own core. The bench plays a match of
`tiny` action by action, each after both seats have received the last one. Some rounds have no other players. They
alternate with rounds in which matches against searching bots go on, so that the process searches without a break. The
bench reports the time from an action to its receipt at both seats and the server's own processor time, with the ratio
of each pair of rounds. It also reports the time that bots took for a decision.
"""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from statistics import median, quantiles

import aiohttp
import click
import msgspec
from bench.client_lines import Line, lines_to
from bench.side_by_side import ALL_MARKS
from quarterdeck_client import Client
from quarterdeck_server.evaluation.capacity.processes import own_server, used_by
from quarterdeck_server.process.loops import fastest_loop

LONG = 600.0


class Round(msgspec.Struct, frozen=True):
    """Figures of one round."""

    seconds: tuple[float, ...]
    """Of each action."""

    cpu: float
    """Of the server, for an action."""

    @property
    def p50(self) -> float:
        return median(self.seconds)

    @property
    def p99(self) -> float:
        return quantiles(self.seconds, n=100)[-1]


class _Measured:
    """A match of `tiny` with both seats played by the bench."""

    def __init__(self, process: int, seats: Sequence[Line], match: str, version: int) -> None:
        self._process = process
        self._seats = seats
        self._match = match
        self._version = version

    async def play(self, actions: int) -> Round:
        before, took = used_by(self._process), list[float]()
        for _ in range(actions):
            began = time.perf_counter()
            await self._act()
            took.append(time.perf_counter() - began)
        after = used_by(self._process)
        return Round(tuple(took), 0.0 if before is None or after is None else (after.cpu - before.cpu) / actions)

    async def _act(self) -> None:
        seat, other = self._seats[self._version % 2], self._seats[1 - self._version % 2]
        action = {"type": "mark", "cell": self._version % 100, "note": ""}
        await asyncio.gather(
            seat.ask({"type": "act", "match": self._match, "seen": self._version, "action": action}), other.hear()
        )
        self._version += 1


class _Player:
    """A player that makes random choices against a bot until it is stopped."""

    def __init__(self, client: Client, game: str, bot: str, seed: int) -> None:
        self._client = client
        self._game = game
        self._bot = bot
        self._chance = random.Random(seed)
        self._may = asyncio.Event()
        self._rests = asyncio.Event()
        self._rests.set()
        self.decisions: list[float] = []
        """The seconds that the bot took for each decision."""

    def begin(self) -> None:
        """Play on."""
        self._rests.clear()
        self._may.set()

    async def rest(self) -> None:
        """Play no more, when the bot has answered."""
        self._may.clear()
        await self._rests.wait()

    async def play(self) -> None:
        """Play match after match."""
        while True:
            await self._wait()
            seat = await self._client.play(self._game, bots=1, bot=self._bot, time_limit=LONG)
            acted: tuple[float, int] | None = None
            async for turn in seat.turns():
                if acted is not None and (entries := seat.latest.version - acted[1]):
                    self.decisions.append((time.perf_counter() - acted[0]) / entries)
                await self._wait()
                acted = None
                await turn.act(self._chance.choice(turn.choices))
                acted = time.perf_counter(), seat.latest.version

    async def _wait(self) -> None:
        if not self._may.is_set():
            self._rests.set()
            await self._may.wait()


@asynccontextmanager
async def _measured(http: aiohttp.ClientSession, url: str, process: int) -> AsyncIterator[_Measured]:
    async with lines_to(http, url, 2) as (host, guest):
        for line in (host, guest):
            await line.ask({"type": "sign_in", "name": "Load"})
        opening = {"type": "open_table", "game": "tiny", "options": {"marks": ALL_MARKS}, "time_limit": 600_000}
        table = (await host.ask({**opening, "sit": True}))["table"]["id"]
        await guest.ask({"type": "sit", "table": table, "seat": 1})
        await host.ask({"type": "ready", "table": table})
        match = (await guest.ask({"type": "ready", "table": table}))["table"]["match"]
        updates = [await line.ask({"type": "watch_match", "match": match}) for line in (host, guest)]
        version = updates[0]["version"]
        first = 0 if updates[0]["choices"] else 1
        yield _Measured(process, [host, guest] if first == version % 2 else [guest, host], match, version)


class Figures(msgspec.Struct, frozen=True):
    """Measured figures."""

    quiet: tuple[Round, ...]
    searching: tuple[Round, ...]
    """Of each kind as many, in turn."""

    decisions: tuple[float, ...]
    """The seconds that bots took for each decision, the fastest first."""

    @property
    def ratios(self) -> tuple[float, float, float]:
        """The medians over all pairs: of an action's median, of its 99th percentile, of processor time."""
        pairs = list(zip(self.quiet, self.searching, strict=True))
        return (
            median([with_it.p50 / without.p50 for without, with_it in pairs]),
            median([with_it.p99 / without.p99 for without, with_it in pairs]),
            median([with_it.cpu / without.cpu if without.cpu else 1.0 for without, with_it in pairs]),
        )


async def measure(url: str, process: int, game: str, bot: str, players: int, rounds: int, actions: int) -> Figures:
    """Measure a server, which is this process, alone and beside matches against bots."""
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(aiohttp.ClientSession())
        measured = await stack.enter_async_context(_measured(http, url, process))
        others = [
            _Player(await stack.enter_async_context(Client(url, name=f"Player {number}")), game, bot, number)
            for number in range(players)
        ]
        playing = [asyncio.create_task(each.play()) for each in others]
        await measured.play(actions)
        quiet, searching = list[Round](), list[Round]()
        try:
            for _ in range(rounds):
                quiet.append(await measured.play(actions))
                for each in others:
                    each.begin()
                before = sum([len(each.decisions) for each in others])
                while sum([len(each.decisions) for each in others]) == before:  # until the processes are there
                    await measured.play(1)
                searching.append(await measured.play(actions))
                await asyncio.gather(*[each.rest() for each in others])
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
        decisions = sorted([took for each in others for took in each.decisions])
        return Figures(tuple(quiet), tuple(searching), tuple(decisions))


async def _run(game: str, bot: str, players: int, rounds: int, actions: int) -> None:
    async with own_server("memory") as (url, process):
        found = await measure(url, process, game, bot, players, rounds, actions)
    for name, each in (("nobody searches", found.quiet), ("searching", found.searching)):
        whole = Round(tuple([seconds for one in each for seconds in one.seconds]), median([one.cpu for one in each]))
        click.echo(
            f"{name}: p50 {whole.p50 * 1e3:.2f} ms, p99 {whole.p99 * 1e3:.2f} ms,"
            f" {whole.cpu * 1e6:.0f} µs of the server for an action"
        )
    p50, p99, cpu = found.ratios
    click.echo(f"ratio, median of {rounds} pairs: p50 {p50:.2f}, p99 {p99:.2f}, processor time {cpu:.2f}")
    took = found.decisions
    click.echo(
        f"{len(took)} decisions of {bot} in {game}, {players} matches at once: median {median(took):.2f} s,"
        f" nine in ten within {took[len(took) * 9 // 10]:.2f} s"
    )


@click.command()
@click.option("--game", default="density-deck", show_default=True)
@click.option("--bot", default="club", show_default=True)
@click.option("--players", type=click.IntRange(1, 100), default=2, show_default=True, help="Who play against bots.")
@click.option("--rounds", type=click.IntRange(1, 1_000), default=10, show_default=True, help="Of each kind.")
@click.option("--actions", type=click.IntRange(2, 100_000), default=1_000, show_default=True, help="Of a round.")
def main(game: str, bot: str, players: int, rounds: int, actions: int) -> None:
    """Measure others beside bots that search."""
    with asyncio.Runner(loop_factory=fastest_loop()) as runner:
        runner.run(_run(game, bot, players, rounds, actions))
