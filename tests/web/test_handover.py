"""Matches that begin at two workers of a server are played at one of them, and nobody who plays or watches notices."""

import asyncio
import contextlib
import os
import re
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import aiohttp
from scrapes import Scrape, scrape_of, series
from servers import SOON, Line, Message, Served, children_of, line_to, served, soon

MARKS = 40


class Workers:
    """The two workers of a server, each of which can be made the only one that lets somebody in."""

    def __init__(self, server: Served, processes: list[int], metrics: list[str]) -> None:
        self.server = server
        self.processes = processes
        self._metrics = metrics

    @contextlib.contextmanager
    def only(self, number: int) -> Iterator[None]:
        """Have this one alone accept connections: the other stands still."""
        other = self.processes[1 - number]
        os.kill(other, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(other, signal.SIGCONT)

    async def scraped(self, number: int) -> Scrape:
        async with aiohttp.ClientSession() as http, http.get(self._metrics[number]) as answer:
            return scrape_of(await answer.text())

    async def talking(self) -> list[float]:
        """Return how many conversations each of them has."""
        return [(await self.scraped(each))[series("quarterdeck_connections", state="talking")] for each in (0, 1)]

    async def handed_over(self, outcome: str) -> float:
        label = series("quarterdeck_handovers_total", outcome=outcome)
        return sum([(await self.scraped(each))[label] for each in (0, 1)])

    async def have(self, outcome: str, number: int) -> None:
        """Wait until so many connections were handed over with this outcome."""
        async with asyncio.timeout(SOON):
            while await self.handed_over(outcome) < number:  # noqa: ASYNC110 - another process does it
                await asyncio.sleep(0.05)


@contextlib.asynccontextmanager
async def two_workers(folder: Path, *options: str) -> AsyncIterator[Workers]:
    metrics = ("--metrics", "127.0.0.1:0")
    async with served("--data", str(folder), "--workers", "2", "--bot-delay", "0", *metrics, *options) as server:
        (line,) = [line for line in server.greeting.splitlines() if line.startswith("  metrics: ")]
        urls = re.findall(r"http://\S+/metrics", line)
        await soon(lambda: len(children_of(server.process.pid)) == 2)
        for url in urls:
            async with aiohttp.ClientSession() as http, http.get(url) as answer:
                assert answer.status == 200
        yield Workers(server, children_of(server.process.pid), urls)
        assert await server.terminated() == 0
        assert b"Traceback" not in server.said
        assert b'"error"' not in server.said


@contextlib.asynccontextmanager
async def at(workers: Workers, number: int, name: str, **options: Any) -> AsyncIterator[Line]:
    """Return a connection to one of the workers, of somebody who has signed in."""
    async with contextlib.AsyncExitStack() as stack:
        with workers.only(number):
            line = await stack.enter_async_context(line_to(workers.server.url, **options))
            await line.sign_in(name)
        yield line


async def begun(ada: Line, bo: Line, marks: int = MARKS) -> str:
    """Begin a match of these two, which both follow."""
    opened = await ada.ask({"type": "open_table", "game": "tiny", "options": {"marks": marks}, "seats": 2})
    table = opened["table"]["id"]
    await bo.ask({"type": "sit", "table": table})
    await ada.ask({"type": "ready", "table": table})
    match = (await bo.ask({"type": "ready", "table": table}))["table"]["match"]
    for each in (ada, bo):
        await each.ask({"type": "watch_match", "match": match})
    return str(match)


def newest(line: Line, match: str) -> Message:
    return next(heard for heard in reversed(line.heard) if heard["type"] == "update" and heard["match"] == match)


async def play(match: str, lines: list[Line], last: int) -> None:
    """Play until so many entries have been told to both."""
    while newest(lines[0], match)["version"] < last:
        (line,) = [line for line in lines if newest(line, match)["choices"]]
        version = newest(line, match)["version"]
        act = {
            "type": "act",
            "match": match,
            "seen": version,
            "action": {"type": "mark", "cell": version % 256, "note": ""},
        }
        answer = await line.ask(act)
        assert answer["type"] == "update", answer
        for each in lines:
            if each is not line:
                await each.until(lambda heard: heard["type"] == "update")


async def test_a_match_of_two_workers_goes_on_at_one_of_them(tmp_path: Path) -> None:
    async with two_workers(tmp_path) as workers, at(workers, 0, "Ada") as ada, at(workers, 1, "Bo") as bo:
        match = await begun(ada, bo)
        assert await workers.talking() == [1, 1]
        await workers.have("given", 1)
        assert sorted(await workers.talking()) == [0, 2]
        await play(match, [ada, bo], MARKS)
