"""Cost of spectators: `python tests/bench spectators [--delay] [--baseline REV]`.

The bench runs one match of `tiny` on its own server, action by action, with so many spectators, each on a socket. The
next action comes when all have received the last one. The bench reports the server's processor time for each spectator
of an action, less the cost of a match without spectators. With a commit to compare with, both servers play in turn.
With `--delay`, one more server plays in turn, and sends to its spectators half a minute later. There, the bench
measures the moments of play and the moments of delivery.
"""

import asyncio
from asyncio import ensure_future
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from statistics import median

import aiohttp
import click
from bench.client_lines import Line, lines_to
from bench.older_commits import Clone, clone_of, server_of
from bench.side_by_side import ALL_MARKS
from quarterdeck_server.evaluation.capacity.processes import share_the_cores
from quarterdeck_server.process.loops import fastest_loop

NOW = "now"
LATER = "later"
ACTIONS = 20
"""The number of actions in a round."""

DELAY = 30.0
SECONDS_BETWEEN_PINGS = 3.0
APART = 0.025
"""The least number of seconds between two delayed actions. Closer ones would be sent together."""


class _Watched:
    """A match on one server with its spectators. The bench plays its seats."""

    def __init__(
        self, process: int, seats: Sequence[Line], match: str, version: int, spectators: Sequence[Line]
    ) -> None:
        self._process = process
        self._seats = seats
        self._match = match
        self._version = version
        self._spectators = spectators

    async def play(self) -> float:
        """Play a round, and return the microseconds of the server for an action."""
        before = processor_time(self._process)
        for _ in range(ACTIONS):
            await asyncio.gather(self._act(), *[line.hear() for line in self._spectators])
        return (processor_time(self._process) - before) / ACTIONS * 1e6

    async def _act(self) -> None:
        seat, other = self._seats[self._version % 2], self._seats[1 - self._version % 2]
        action = {"type": "mark", "cell": self._version % 100, "note": ""}
        await asyncio.gather(
            seat.ask({"type": "act", "match": self._match, "seen": self._version, "action": action}), other.hear()
        )
        self._version += 1


class _WatchedLater(_Watched):
    """The same, told half a minute later."""

    async def play(self) -> float:
        loop = asyncio.get_running_loop()
        # From now on, or nobody would answer the server's pings.
        hearing = [asyncio.ensure_future(_hear(line)) for line in self._spectators]
        before, began = processor_time(self._process), loop.time()
        for number in range(ACTIONS):
            await self._act()
            await asyncio.sleep(max(0.0, began + (number + 1) * APART - loop.time()))
        played = processor_time(self._process) - before
        await _wait(self._seats, began + DELAY - 0.2)
        before = processor_time(self._process)
        await asyncio.gather(*hearing)
        await asyncio.sleep(max(0.0, began + DELAY + ACTIONS * APART + 0.2 - loop.time()))
        return (played + processor_time(self._process) - before) / ACTIONS * 1e6


async def _hear(line: Line) -> None:
    for _ in range(ACTIONS):
        await line.hear()


async def _wait(seats: Sequence[Line], until: float) -> None:
    """Wait until this moment of the loop's clock; the seats are not silent meanwhile."""
    loop = asyncio.get_running_loop()
    while (left := until - loop.time()) > 0:
        for line in seats:
            await line.ask({"type": "ping"})
        await asyncio.sleep(max(0.0, min(left, SECONDS_BETWEEN_PINGS)))


def processor_time(process: int) -> float:
    """Return the seconds that a process has used, finer than the system's ticks. Raises `OSError` where it does not say
    so as Linux does."""
    tasks = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


@asynccontextmanager
async def _watched(
    http: aiohttp.ClientSession, many: int, clone: Clone | None, *, later: bool = False
) -> AsyncIterator[_Watched]:
    async with AsyncExitStack() as stack:
        url, process = await stack.enter_async_context(server_of(clone))
        share_the_cores(process)
        host, guest = await stack.enter_async_context(lines_to(http, url, 2))
        for line in (host, guest):
            await line.ask({"type": "sign_in", "name": "Load"})
        opening = {"type": "open_table", "game": "tiny", "options": {"marks": ALL_MARKS}, "time_limit": 600_000}
        if later:
            opening["spectator_delay"] = "30s"
        table = (await host.ask({**opening, "sit": True}))["table"]["id"]
        await guest.ask({"type": "sit", "table": table, "seat": 1})
        await host.ask({"type": "ready", "table": table})
        match = (await guest.ask({"type": "ready", "table": table}))["table"]["match"]
        updates = [await line.ask({"type": "watch_match", "match": match}) for line in (host, guest)]
        if later and many:
            await _wait((host, guest), asyncio.get_running_loop().time() + DELAY + 1)
        spectators = await stack.enter_async_context(lines_to(http, url, many))
        for line in spectators:
            await line.ask({"type": "watch_match", "match": match})
        version = updates[0]["version"]
        first = 0 if updates[0]["choices"] else 1
        seats = [host, guest] if first == version % 2 else [guest, host]
        kind = _WatchedLater if later else _Watched
        yield kind(process, seats, match, version, spectators)


async def _measured(spectators: int, rounds: int, baseline: str | None, *, delay: bool) -> None:
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)))
        clone = await stack.enter_async_context(clone_of(baseline)) if baseline else None
        names = [NOW, *([baseline] if baseline else []), *([LATER] if delay else [])]
        took: dict[str, list[float]] = {name: [] for name in names}
        watched, alone = {}, {}
        for name in reversed(names):  # who is told later needs time, in which others would fall silent
            which, later = clone if name == baseline else None, name == LATER
            watched[name] = await stack.enter_async_context(_watched(http, spectators, which, later=later))
            alone[name] = await stack.enter_async_context(_watched(http, 0, which, later=later))
        at_once = [name for name in names if name != LATER]
        for number in range(rounds):
            both = [ensure_future(each[LATER].play()) for each in (watched, alone) if delay]
            while True:
                for name in at_once[:: -1 if number % 2 else 1]:
                    took[name].append((await watched[name].play() - await alone[name].play()) / spectators)
                if not both or not (await asyncio.wait(both, timeout=SECONDS_BETWEEN_PINGS))[1]:
                    break
            if both:
                took[LATER].append((both[0].result() - both[1].result()) / spectators)
        for name in names:
            each = took[name]
            said = f"{median(each):.1f} µs a spectator and action (least {min(each):.1f}, most {max(each):.1f})"
            if name == LATER:
                said += f" · {median(each) / median(took[NOW]):.2f} of now"
            elif name != NOW:
                ratio = median(now / then for now, then in zip(took[NOW], each, strict=True))
                said += f" · now is {ratio:.2f} of it"
            click.echo(f"{spectators} spectators, {name}: {said}")


@click.command()
@click.option("--spectators", type=click.IntRange(1, 5_000), default=1_000, show_default=True)
@click.option("--rounds", type=click.IntRange(1, 100), default=10, show_default=True)
@click.option("--delay", is_flag=True, help="Beside these, have as many told half a minute later.")
@click.option("--baseline", metavar="REV", help="A commit of this repository that runs beside this one.")
def main(spectators: int, rounds: int, delay: bool, baseline: str | None) -> None:
    """Have many watch one match."""
    with asyncio.Runner(loop_factory=fastest_loop()) as runner:
        runner.run(_measured(spectators, rounds, baseline, delay=delay))
