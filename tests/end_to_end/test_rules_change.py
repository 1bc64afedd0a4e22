"""A match is carried through a change of its game's rules, between two real processes on one store.

The game is that of the guide for other people's games. The older process has version 1 of it. The newer one has
version 2, under which one takes at most three sticks and a view says so, and version 1 as the archive that `quarterdeck
rules freeze` made of it.
"""

import asyncio
import contextlib
import random
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest
from failover_bots import Played, Switch, play_out, refs_in
from node import NODE, PACKAGE, TOP, run
from quarterdeck_client import Client, FollowedMatch
from quarterdeck_protocol.names import MatchId
from quarterdeck_protocol.transcripts.transcript import Entry, Opened, Transcript
from servers import SOON, Served, served
from stores import redis_url, server_of_our_own  # noqa: F401 - fixtures

# ruff: noqa: F811 - fixtures

GUIDE = TOP / "server" / "quarterdeck_games" / "ADDING_A_GAME.md"
FILES = re.compile(r"^```\w+ (quarterdeck_nim/\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CHANGED = {
    "quarterdeck_nim/messages.py": [("    turn: Seat | None", "    turn: Seat | None\n    most: int")],
    "quarterdeck_nim/rules.py": [
        ("version: ClassVar[int] = 1", "version: ClassVar[int] = 2"),
        ("range(1, left + 1)", "range(1, min(left, 3) + 1)"),
        ("View(heaps=state.heaps, turn=state.turn)", "View(heaps=state.heaps, turn=state.turn, most=3)"),
        ("{seat} begins.", "{seat} goes first."),
    ],
    "quarterdeck_nim/RULES.md": [("as many as you like from one", "up to three from one")],
}
LARGE = {"heaps": [9] * 5}
"""So large that whoever has acted once is asked again, whatever others take."""


def written(folder: Path, *, is_newer: bool) -> dict[str, str]:
    """Put the game's package into a folder, and return the environment in which it is installed."""
    said = folder / "quarterdeck_nim-1.0.0.dist-info"
    said.mkdir(parents=True)
    (said / "METADATA").write_text("Metadata-Version: 2.1\nName: quarterdeck-nim\nVersion: 1.0.0\n")
    (said / "entry_points.txt").write_text("[quarterdeck.games]\nnim = quarterdeck_nim.rules:Nim\n")
    for file, text in FILES.findall(GUIDE.read_text("utf-8")):
        for old, new in CHANGED.get(file, ()) if is_newer else ():
            assert text.count(old) == 1, (file, old)
            text = text.replace(old, new)
        path = folder / file
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return {"PYTHONPATH": str(folder)}


def quarterdeck(*arguments: str, environment: dict[str, str]) -> str:
    """Run the program to its end, which must be a good one, and return what it wrote."""
    ended = subprocess.run(
        [sys.executable, "-m", "quarterdeck_server", *arguments],
        env={**dict(environment), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout + ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def versions(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, str], dict[str, str]]:
    """The environments of the older and of the newer process."""
    top = tmp_path_factory.mktemp("rules")
    older, newer = written(top / "older", is_newer=False), written(top / "newer", is_newer=True)
    released = top / "newer" / "quarterdeck_nim" / "released"
    assert "1.zip" in quarterdeck("rules", "freeze", "nim", "--into", str(released), environment=older)
    assert re.search(r"^nim: 1 \([\d,]+ bytes\), 2$", quarterdeck("rules", "list", environment=newer), re.MULTILINE)
    return older, newer


@contextlib.asynccontextmanager
async def serving(store: str, environment: dict[str, str]) -> AsyncIterator[Served]:
    options = ("--store", store, "--log-level", "error", "--quotas", "off", "--bot-delay", "0")
    async with served(*options, environment=environment, anew=True) as server:
        yield server


class Greed(random.Random):
    """Takes what stands last: all of the last heap, or as much of it as one may."""

    def choice(self, seq: Any) -> Any:
        return seq[-1]


class Match:
    """One match that is played through the switch."""

    def __init__(self, client: Client, seat: FollowedMatch, played: Played) -> None:
        self.client = client
        self.seat = seat
        self.acted = asyncio.Event()
        self._on = asyncio.Event()
        self.playing = asyncio.create_task(play_out(client, seat, Greed(), played, self._gate))

    async def _gate(self, acted: int) -> None:
        if acted:
            self.acted.set()
            await self._on.wait()

    def go_on(self) -> None:
        self._on.set()


async def asked(url: str, path: str) -> tuple[int, Any]:
    async with aiohttp.ClientSession() as session, session.get(f"{url}{path}") as answer:
        body = await answer.read()
        return answer.status, msgspec.json.decode(body) if "json" in answer.content_type else body.decode()


def rules_in(transcript: Transcript) -> int:
    opened = msgspec.json.decode(transcript.entries[0].entry, type=Entry[msgspec.Raw]).cause
    assert isinstance(opened, Opened)
    return int(opened.rules)


def most_taken(transcript: Transcript) -> int:
    events = [event for line in transcript.entries for event in msgspec.json.decode(line.entry)["events"]]
    return max(int(event.get("sticks", 0)) for event in events)


async def test_a_match_goes_on_under_the_rules_that_it_began_with_and_new_ones_begin_under_the_new(
    versions: tuple[dict[str, str], dict[str, str]], redis_url: str, tmp_path: Path
) -> None:
    older, newer = versions
    async with contextlib.AsyncExitStack() as stack:
        old = await stack.enter_async_context(serving(redis_url, older))
        switch = await stack.enter_async_context(Switch.to([old.url]))
        ada = await stack.enter_async_context(Client(switch.url, name="Ada", patience=SOON))
        played = Played()
        seat = await ada.play("nim", bots=1, options=LARGE, time_limit=600.0)
        before = Match(ada, seat, played)
        async with asyncio.timeout(SOON):
            await before.acted.wait()
        new = await stack.enter_async_context(serving(redis_url, newer))
        bo = await stack.enter_async_context(Client(new.url, name="Bo", patience=SOON))
        after = Match(bo, await bo.play("nim", bots=1, options=LARGE, time_limit=600.0), played)
        async with asyncio.timeout(SOON):
            await after.acted.wait()
        await check_the_older_refuses(old, after.seat.match)

        switch.urls[:] = [new.url]
        assert await old.terminated() == 0
        before.go_on()
        after.go_on()
        async with asyncio.timeout(SOON):
            await asyncio.gather(before.playing, after.playing)

        assert ada.reconnects >= 1
        assert (seat.rewinds, seat.latest.rules, after.seat.latest.rules) == ([], 1, msgspec.UNSET)
        transcripts = [await match.client.transcript(match.seat.match) for match in (before, after)]
        assert [rules_in(each) for each in transcripts] == [1, 2]
        said = [(await match.client.phrase_book(match.seat)).phrases.events["began"] for match in (before, after)]
        assert said == ["{seat} begins.", "{seat} goes first."]
        assert most_taken(transcripts[0]) > 3 >= most_taken(transcripts[1])
        assert set(played.acknowledged) == {ref for each in transcripts for ref in refs_in(each)}
        check_both_verifiers(transcripts, newer, tmp_path)
        await check_texts(new.url, [before.seat.match, after.seat.match])
        assert await new.terminated() == 0
        assert (old.said, new.said) == (b"", b"")


async def check_the_older_refuses(old: Served, match: MatchId) -> None:
    """The older process says what it lacks and who has it, and leaves the match as it is."""
    status, problem = await asked(old.url, f"/v1/matches/{match}/replay")
    assert (status, problem["code"]) == (404, "unknown_rules")
    assert problem["detail"] == (
        "This server cannot open the match: it was played by version 2 of the rules of Nim; version 1 is installed"
        " here: a newer release of the server holds it."
    )


def check_both_verifiers(transcripts: list[Transcript], environment: dict[str, str], folder: Path) -> None:
    for number, transcript in enumerate(transcripts, 1):
        file = folder / f"{number}.transcript.json"
        file.write_bytes(msgspec.json.encode(transcript))
        assert f"nim (rules {number})" in quarterdeck("verify", str(file), environment=environment)
    cases = [msgspec.json.encode({"transcript": each, "noted": {}}).decode() for each in transcripts]
    written = run(NODE, TOP / "tests" / "verified_lines.mjs", PACKAGE / "src" / "verify.js", given="\n".join(cases))
    assert [msgspec.json.decode(line)["fault"] for line in written.splitlines()] == [None, None]


async def check_texts(url: str, matches: list[MatchId]) -> None:
    """Replays, phrases, schema and rule book are those of the version that is named."""
    replays = [(await asked(url, f"/v1/matches/{match}/replay"))[1] for match in matches]
    assert [replay.get("rules") for replay in replays] == [1, None]
    assert ["most" in replay["frames"][-1]["view"] for replay in replays] == [False, True]
    for query, begins, has_most, rule in (
        ("?rules=1", " begins.", False, "as you like"),
        ("", " first.", True, "three"),
    ):
        _, described = await asked(url, f"/v1/games/nim{query}")
        assert described["phrases"]["events"]["began"].endswith(begins)
        assert ("most" in described["schema"]["$defs"]["View"]["properties"]) == has_most
        assert rule in described["phrases"]["rules"]
        assert rule in (await asked(url, f"/v1/games/nim/rules{query}"))[1]
    status, problem = await asked(url, "/v1/games/nim?rules=3")
    assert (status, problem["code"], problem["where"]) == (404, "unknown_rules", "?rules")
