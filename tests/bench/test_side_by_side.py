"""`side_by_side.py`, short; and its load, which takes nothing for granted that a server tells."""

import asyncio
import contextlib
import json
import re
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
from aiohttp import web
from bench.append_yardstick import Act, Table, decided
from bench.closed_loop import LoadError, LoadFigures, Script, Seated, closed_loop, compiled
from bench.older_commits import HERE, Clone
from bench.programs import words_of
from bench.side_by_side import Round, reckoned

SCRIPT = Script(
    path="/",
    action="act {number}",
    event="event",
    version="number ",
    first=1,
    refusal="refused",
    steps=(("hello", ""),),
)


@contextlib.asynccontextmanager
async def _telling(*events: str) -> AsyncIterator[int]:
    """A server that tells both seats so when anybody acts; gives its port."""
    sockets: list[web.WebSocketResponse] = []

    async def sit(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        sockets.append(socket)
        await socket.send_str("hello")
        async for message in socket:
            number = message.data.removeprefix("act ")
            for event in events:
                for each in sockets:
                    await each.send_str(event.format(number=number))
        return socket

    app = web.Application()
    app.router.add_get("/", sit)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


@pytest.fixture(scope="module")
def load(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return asyncio.run(compiled(tmp_path_factory.mktemp("load")))


async def test_every_action_that_both_seats_hear_of_is_counted(load: Path) -> None:
    edges: list[int] = []
    async with _telling("event number {number}") as port, closed_loop(load, SCRIPT, port, [Seated("a")]) as loop:
        for played in (1, 2):
            figures = await loop.play(0.2, lambda: edges.append(1))
            assert len(edges) == 2 * played
            assert figures.actions > 0
            assert figures.seconds >= 0.2
            assert 0 < figures.p50_ms <= figures.p95_ms <= figures.p99_ms


@pytest.mark.parametrize(
    ("events", "complaint"),
    [
        (("event number 2",), "heard of action 2 after 0"),
        (("event number {number}", "event number {number}"), "heard of action 1 after 1"),
        (("event",), "an event without a number: event"),
        (("refused for a reason",), "it was refused: refused for a reason"),
    ],
)
async def test_a_server_that_tells_anything_else_ends_the_load(
    load: Path, events: tuple[str, ...], complaint: str
) -> None:
    async with _telling(*events) as port, closed_loop(load, SCRIPT, port, [Seated("a")]) as loop:
        with pytest.raises(LoadError, match=re.escape(complaint)):
            await loop.play(0.2, lambda: None)


async def test_a_server_that_lets_nobody_in_ends_the_load(load: Path) -> None:
    script = msgspec.structs.replace(SCRIPT, path="/elsewhere")
    async with _telling() as port:
        with pytest.raises(LoadError, match=re.escape("no upgrade: HTTP/1.1 404 Not Found")):
            async with closed_loop(load, script, port, [Seated("a")]):
                pass


def test_the_cheapest_durable_server_refuses_what_is_against_the_rules() -> None:
    state = Table("a").state
    act = Act(match="a", seat=0, number=1, cell=111, note="")
    event = decided(state, act, 0)
    assert (event.number, event.seat, event.turn, event.marks) == (1, 0, 1, [1, 0])
    for refused in (act, Act(match="a", seat=1, number=3, cell=111, note="")):
        with pytest.raises(ValueError, match="not its turn"):
            decided(state, refused, refused.seat)


def _round(actions: int, microseconds: float) -> Round:
    load = LoadFigures(actions=actions, seconds=1.0, p50_ms=1.0, p95_ms=2.0, p99_ms=3.0)
    return Round(load=load, microseconds=microseconds, rss=1, stolen=0.0)


def test_a_ratio_is_the_median_of_the_rounds_ratios_not_that_of_medians() -> None:
    now, raw = (
        [_round(10, 20.0), _round(20, 90.0), _round(30, 30.0)],
        [_round(20, 10.0), _round(20, 30.0), _round(20, 30.0)],
    )
    compared = reckoned({"now": now, "raw": raw})
    assert compared["now"].cpu_ratios == {"raw": 2.0}
    assert compared["now"].rate_ratios == {"raw": 1.0}
    assert (compared["now"].microseconds, compared["now"].slowest, compared["now"].fastest) == (30.0, 10.0, 30.0)


def test_an_older_server_is_set_and_talked_to_in_its_own_words() -> None:
    here = Clone(HERE)
    assert [here.has_setting(name) for name in ("DURABILITY", "LOG_LEVEL", "FSYNC")] == [True, True, False]
    assert [here.has_message(tag) for tag in ("watch_match", "watch")] == [True, False]


async def _ran(*options: str) -> tuple[int | None, str, str]:
    words = (sys.executable, *words_of("side_by_side"), *options)
    process = await asyncio.create_subprocess_exec(
        *words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    written, complaints = await process.communicate()
    return process.returncode, written.decode(), complaints.decode()


async def test_all_servers_are_measured_in_turn_with_an_older_commit_among_them() -> None:
    short = ("--matches", "2", "--rounds", "1", "--seconds", "0.5", "--baseline", "HEAD", "--json")
    status, written, complaints = await _ran(*short)
    assert (status, complaints) == (0, "")
    *_, last = written.splitlines()
    compared = json.loads(last)["2"]
    assert list(compared) == ["relay", "raw", "now", "HEAD"]
    assert all(each["microseconds"] > 0 and each["per_second"] > 0 for each in compared.values())
    assert set(compared["now"]["cpu_ratios"]) == {"relay", "raw", "HEAD"}


async def test_a_commit_that_is_not_there_is_said_in_a_sentence() -> None:
    status, _, complaints = await _ran("--rounds", "1", "--baseline", "no-such-commit")
    assert status == 1
    assert "invalid reference: no-such-commit" in complaints
    assert "Traceback" not in complaints
