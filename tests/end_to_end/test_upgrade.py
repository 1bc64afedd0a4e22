"""Matches that are under way are carried from an older commit to this one, as whoever runs a server is told to do it.

`deploy/upgrade_from` names that commit. Its server is run from a copy of its own, as a process of its own; this one is
started beside it on the same store, and the old one is told to leave. In the environment, `UPGRADE_FROM` names another
commit, and `UPGRADE_MATCHES` says how many matches there are (`make upgrade`: 200).
"""

import asyncio
import contextlib
import os
import random
import subprocess
import sys
from collections.abc import AsyncIterator
from functools import partial
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from failover_bots import Played, Switch, UpdateRecorder, play_out, refs_in
from quarterdeck_client import Client, FollowedMatch
from quarterdeck_client.commands.progress import Progress
from quarterdeck_games import GAMES
from quarterdeck_protocol.names import Version
from quarterdeck_server.verification.findings import Noted
from quarterdeck_server.verification.transcript_check import verify
from servers import SOON, served
from stores import redis_url, server_of_our_own  # noqa: F401 - fixtures

# ruff: noqa: F811 - fixtures

ROOT = Path(__file__).parent.parent.parent
UPGRADE_FROM = os.environ.get("UPGRADE_FROM") or (ROOT / "deploy" / "upgrade_from").read_text().strip()

MATCHES = int(os.environ.get("UPGRADE_MATCHES", "40"))
ACTIONS_BEFORE = 2
"""How often each seat has acted when the old server is told to leave."""

TIME_LIMIT = 600.0
AT_ONCE = 16
"""How many tables are opened at once."""

GAMES_PLAYED = {
    "density-deck": ({"lives": 5, "round_cap": 4}, None),
    "amfibido": ({"max_rounds": 4}, None),
    "amiibart": ({"turn_cap": 10}, "vigil"),
    "myacards": ({"turn_cap": 6}, "giants-abroad"),
}
"""Each with what makes it short, and the deck that it is played with."""

PACKAGES = {
    "quarterdeck_protocol": "protocol",
    "quarterdeck_client": "client",
    "quarterdeck_games": "server",
    "quarterdeck_server": "server",
}


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment in which `quarterdeck` is that of the older commit."""
    folder = tmp_path_factory.mktemp("older")
    unpack(UPGRADE_FROM, folder)
    environment = {"PYTHONPATH": os.pathsep.join(str(folder / each) for each in sorted(set(PACKAGES.values())))}
    asked = f"import {', '.join(PACKAGES)}; print(*(each.__file__ for each in ({', '.join(PACKAGES)})))"
    there = subprocess.run(
        [sys.executable, "-c", asked], env={**os.environ, **environment}, capture_output=True, check=True, text=True
    )
    assert [Path(each).is_relative_to(folder) for each in there.stdout.split()] == [True] * len(PACKAGES)
    return environment


def unpack(commit: str, folder: Path) -> None:
    """Put the packages of a commit into a folder."""
    archive = subprocess.run(
        ["git", "archive", "--format=zip", commit, *sorted(set(PACKAGES.values()))],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert archive.returncode == 0, (
        f"the commit {commit}, which deploy/upgrade_from names, is not in this clone; if it is a shallow one,"
        f" `git fetch --unshallow` brings it: {archive.stderr.decode()}"
    )
    with ZipFile(BytesIO(archive.stdout)) as files:
        files.extractall(folder)


class Pair:
    """Two players and their match."""

    def __init__(self, clients: tuple[Client, Client], seats: tuple[FollowedMatch, FollowedMatch]) -> None:
        self.clients = clients
        self.seats = seats
        self.recorders = [UpdateRecorder(seat) for seat in seats]


@contextlib.asynccontextmanager
async def begun(url: str, number: int, room: asyncio.Semaphore) -> AsyncIterator[Pair]:
    """Begin a match of two, of each game in turn."""
    game = sorted(GAMES_PLAYED)[number % len(GAMES_PLAYED)]
    options, deck = GAMES_PLAYED[game]
    async with (
        Client(url, name=f"A{number}", patience=SOON) as ada,
        Client(url, name=f"B{number}", patience=SOON) as bo,
    ):
        async with room:
            table = await ada.tables.open(game, seats=2, options=options, time_limit=TIME_LIMIT)
            await bo.tables.sit(table.id)
            seats = await asyncio.gather(ada.begin(table.id, deck=deck), bo.begin(table.id, deck=deck))
        yield Pair((ada, bo), (seats[0], seats[1]))


class Gate:
    """Holds up whoever has acted so often, until it is opened."""

    def __init__(self) -> None:
        self._opened = asyncio.Event()
        self._arrived: dict[int, asyncio.Event] = {}

    async def passed(self, match: int, acted: int) -> None:
        """Return when a seat of this match may act."""
        if acted >= ACTIONS_BEFORE:
            self._arrived.setdefault(match, asyncio.Event()).set()
            await self._opened.wait()

    async def held(self, match: int) -> None:
        """Return when a seat of this match is held up: the other one will be, or waits for it."""
        await self._arrived.setdefault(match, asyncio.Event()).wait()

    def open(self) -> None:
        self._opened.set()


@pytest.mark.timeout(3600)
async def test_matches_that_are_under_way_are_carried_from_the_older_server_to_this_one(
    older: dict[str, str], redis_url: str
) -> None:
    options = ("--store", redis_url, "--log-level", "error", "--quotas", "off")
    limits = ("--tables-per-address", "0", "--connections-per-address", "0")
    async with contextlib.AsyncExitStack() as stack:
        as_it_was = served(*options, *limits, "--drain", "1", environment=older, anew=True, usual={})
        old = await stack.enter_async_context(as_it_was)
        switch = await stack.enter_async_context(Switch.to([old.url]))
        room = asyncio.Semaphore(AT_ONCE)
        pairs = await asyncio.gather(
            *(stack.enter_async_context(begun(switch.url, number, room)) for number in range(MATCHES))
        )
        played, gate = Played(), Gate()
        playing = [
            asyncio.create_task(
                play_out(client, seat, random.Random(2 * number + one), played, partial(gate.passed, number))
            )
            for number, pair in enumerate(pairs)
            for one, (client, seat) in enumerate(zip(pair.clients, pair.seats, strict=True))
        ]
        with Progress(MATCHES, "matches are under way") as progress:
            async with asyncio.timeout(4 * SOON):
                for number in range(MATCHES):
                    await gate.held(number)
                    progress.step()
        assert [seat.result for pair in pairs for seat in pair.seats] == [None] * 2 * MATCHES
        before = list(played.acknowledged)
        new = await stack.enter_async_context(served(*options, *limits))
        switch.urls[:] = [new.url]
        with Progress(len(playing), "seats have come to their match's end") as progress:
            for task in playing:
                task.add_done_callback(lambda _: progress.step())
            gate.open()
            assert await old.terminated() == 0
            async with asyncio.timeout(4 * SOON):
                await asyncio.gather(*playing)
        for pair in pairs:
            await check(pair, played)
        assert len(before) >= MATCHES
        assert len(played.acknowledged) > 2 * len(before), "most was played after it"
        assert await new.terminated() == 0
        assert (old.said, new.said) == (b"", b"")
        print(f"{MATCHES} matches: {len(before)} actions acknowledged before, {len(played.acknowledged)} in all")


async def check(pair: Pair, played: Played) -> None:
    """Hold what players were told, by both servers, against the whole of their match."""
    one, other = pair.seats
    assert one.result == other.result is not None
    assert min(client.reconnects for client in pair.clients) >= 1, "both have changed over"
    assert one.rewinds == other.rewinds == []
    transcript = await pair.clients[0].transcript(one.match)
    links = tuple((Version(version), link) for seen in pair.recorders for (_, version), link in seen.links.items())
    found = verify(transcript, GAMES, Noted(links=links))
    assert (found.noted, found.losses, found.last_link) == (len(links), 0, one.latest.link)
    in_log = refs_in(transcript)
    assert len(in_log) == len(set(in_log)), "nothing was done twice"
    assert set(in_log) <= set(played.sent)
    acknowledged = {ref for ref in played.acknowledged if ref.startswith(f"{one.match[:8]}-")}
    assert acknowledged <= set(in_log), "all that was acknowledged is there"


def test_a_clone_without_the_older_commit_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"is not in this clone; if it is a shallow one, `git fetch --unshallow`"):
        unpack("5" * 40, tmp_path)
