"""What it costs to be watched: `python -m quarterdeck_server.bench.spectators [--baseline REV]`.

One match of `tiny` on a server of its own, played action by action while so many watch it, each on a socket; the next
action comes when all have heard of the last. Told is the processor time of the server for each spectator of an action,
without what the match costs that nobody watches. With a commit to compare with, both servers play in turn.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from statistics import median

import aiohttp
import click

from quarterdeck_server.bench.lobby_list import Line, lines_to
from quarterdeck_server.bench.processes import Clone, clone_of, own_server, share_the_cores
from quarterdeck_server.bench.side_by_side import ALL_MARKS
from quarterdeck_server.loops import fastest_loop

NOW = "now"
ACTIONS = 20
"""How many are played in a round."""


class _Watched:
    """A match on one server, whose seats are played here, with everybody who watches."""

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
        before = _processor_time(self._process)
        for _ in range(ACTIONS):
            seat, other = self._seats[self._version % 2], self._seats[1 - self._version % 2]
            action = {"type": "mark", "cell": self._version % 100, "note": ""}
            await seat.ask({"type": "act", "match": self._match, "seen": self._version, "action": action})
            await asyncio.gather(*[line.hear() for line in (other, *self._spectators)])
            self._version += 1
        return (_processor_time(self._process) - before) / ACTIONS * 1e6


def _processor_time(process: int) -> float:
    """Return the seconds that a process has used, finer than the system's ticks. Raises `OSError` where it does not say
    so as Linux does."""
    tasks = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


@asynccontextmanager
async def _watched(http: aiohttp.ClientSession, many: int, clone: Clone | None) -> AsyncIterator[_Watched]:
    async with own_server("embedded", clone=clone) as (url, process), lines_to(http, url, many + 2) as lines:
        share_the_cores(process)
        host, guest, *spectators = lines
        for line in (host, guest):
            await line.ask({"type": "sign_in", "name": "Load"})
        opening = {"type": "open_table", "game": "tiny", "options": {"marks": ALL_MARKS}, "time_limit": 600_000}
        table = (await host.ask({**opening, "sit": True}))["table"]["id"]
        await guest.ask({"type": "sit", "table": table, "seat": 1})
        await host.ask({"type": "ready", "table": table})
        match = (await guest.ask({"type": "ready", "table": table}))["table"]["match"]
        updates = [await line.ask({"type": "watch_match", "match": match}) for line in lines]
        version = updates[0]["version"]
        first = 0 if updates[0]["choices"] else 1
        seats = [host, guest] if first == version % 2 else [guest, host]
        yield _Watched(process, seats, match, version, spectators)


async def _measured(spectators: int, rounds: int, baseline: str | None) -> None:
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)))
        clone = await stack.enter_async_context(clone_of(baseline)) if baseline else None
        names = [NOW, *([baseline] if baseline else [])]
        took: dict[str, list[float]] = {name: [] for name in names}
        watched, alone = {}, {}
        for name in names:
            which = None if name == NOW else clone
            alone[name] = await stack.enter_async_context(_watched(http, 0, which))
            watched[name] = await stack.enter_async_context(_watched(http, spectators, which))
        for number in range(rounds):
            for name in names[:: -1 if number % 2 else 1]:
                took[name].append((await watched[name].play() - await alone[name].play()) / spectators)
        for name in names:
            each = took[name]
            said = f"{median(each):.1f} µs a spectator and action (least {min(each):.1f}, most {max(each):.1f})"
            if name != NOW:
                ratio = median(now / then for now, then in zip(took[NOW], each, strict=True))
                said += f" · now is {ratio:.2f} of it"
            click.echo(f"{spectators} spectators, {name}: {said}")


@click.command()
@click.option("--spectators", type=click.IntRange(1, 5_000), default=1_000, show_default=True)
@click.option("--rounds", type=click.IntRange(1, 100), default=10, show_default=True)
@click.option("--baseline", metavar="REV", help="A commit of this repository that runs beside this one.")
def main(spectators: int, rounds: int, baseline: str | None) -> None:
    """Have many watch one match."""
    with asyncio.Runner(loop_factory=fastest_loop()) as runner:
        runner.run(_measured(spectators, rounds, baseline))


if __name__ == "__main__":
    main()
