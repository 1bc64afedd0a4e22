"""Large answers over plain HTTP: nobody holds much of the server's memory by asking and not reading."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Iterator

import aiohttp
import pytest
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.docs_build.openapi import endpoints_of
from quarterdeck_server.web.connection_limits import CONNECTIONS, Held, Stage
from quarterdeck_server.web.http import paced_answers
from quarterdeck_server.web.http.paced_answers import PIECE, UNSENT_BODIES, UnsentBodies
from servers import SOON, LiveServer, live_server, soon
from structlog.testing import capture_logs
from web.test_slow_readers import Deaf

LARGE = "/v1/schema"
READERS = 20
HERE, THERE = "192.0.2.1", "192.0.2.2"


def asking(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode()


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with live_server() as running:
        yield running


@contextlib.contextmanager
def readers_who_take_nothing(server: LiveServer, path: str, many: int = READERS) -> Iterator[list[Deaf]]:
    clients = [Deaf(server.url, asking(path)) for _ in range(many)]
    try:
        yield clients
    finally:
        for client in clients:
            client.socket.close()


def asked(server: LiveServer) -> list[Held]:
    """Return the connections to which an answer is being sent."""
    return list(server.app[CONNECTIONS]._stages[Stage.ASKING])


async def test_a_reader_who_takes_nothing_holds_a_piece_and_shares_the_body(server: LiveServer) -> None:
    status, _ = await server.get(LARGE)
    assert status == 200
    with readers_who_take_nothing(server, LARGE):
        await soon(lambda: len(asked(server)) == READERS)
        await asyncio.sleep(0.2)  # what would be written at once has been
        kept = [held.transport.get_write_buffer_size() for held in asked(server) if held.transport is not None]
        assert len(kept) == READERS
        assert max(kept) < 5 * PIECE
        (body,) = server.app[UNSENT_BODIES]._held
        assert server.app[UNSENT_BODIES]._held[body] == READERS
    await soon(lambda: server.app[UNSENT_BODIES].size == 0)


async def test_a_reader_who_takes_nothing_is_cut_off(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paced_answers, "SECONDS_OF_PATIENCE", 0.2)
    with readers_who_take_nothing(server, LARGE) as clients:
        await soon(lambda: all(client.is_cut for client in clients))
        await soon(lambda: server.app[UNSENT_BODIES].size == 0)
        assert asked(server) == []


async def test_a_slow_reader_gets_all_of_it(server: LiveServer) -> None:
    async with aiohttp.ClientSession(headers={"Accept-Encoding": "identity"}) as http:
        async with http.get(server.url + LARGE) as answer:
            whole = await answer.read()
        assert len(whole) > 5 * PIECE
        reader, writer = await asyncio.open_connection("127.0.0.1", answer.url.port, limit=4_096)
        writer.write(asking(LARGE))
        head = await reader.readuntil(b"\r\n\r\n")
        assert f"content-length: {len(whole)}" in head.decode().lower()
        taken = b""
        while len(taken) < len(whole):
            taken += await reader.read(16_384)
            await asyncio.sleep(0.001)
        writer.close()
        assert taken == whole
        async with http.head(server.url + LARGE) as answer:
            assert (answer.headers["Content-Length"], await answer.read()) == (str(len(whole)), b"")


async def test_an_answer_that_is_being_taken_may_go_on_for_longer_than_a_minute(server: LiveServer) -> None:
    with readers_who_take_nothing(server, LARGE, many=1):
        await soon(lambda: len(asked(server)) == 1)
        (held,) = asked(server)
        began = held.since
        held.since -= 50.0
        server.app[CONNECTIONS].go_on(held)
        assert held.since >= began
        assert held.stage is Stage.ASKING


async def test_who_has_too_much_to_take_is_told_when_to_ask_again(server: LiveServer) -> None:
    server.app[UNSENT_BODIES]._most_from_address = 1
    _, schema = await server.get(LARGE)
    assert schema
    with readers_who_take_nothing(server, LARGE, many=1):
        await soon(lambda: server.app[UNSENT_BODIES].size > 0)
        async with aiohttp.ClientSession() as http, http.get(f"{server.url}/docs/messages") as answer:
            problem = await answer.json(content_type=None)
            assert (answer.status, answer.headers["Retry-After"]) == (429, "5")
            assert (problem["code"], problem["retry_in"]) == ("too_many", 5_000)
    await soon(lambda: server.app[UNSENT_BODIES].size == 0)
    async with aiohttp.ClientSession() as http, http.get(f"{server.url}/docs/messages") as answer:
        assert answer.status == 200


def test_a_body_counts_once_for_all_of_its_readers() -> None:
    unsent = UnsentBodies(most_from_address=100, most_of_process=150)
    body, other = bytes(80), bytes(79)
    for _ in range(3):
        unsent.take(HERE, body)
    unsent.take(THERE, body)
    assert (unsent.size, unsent.held_from(HERE), unsent.held_from(THERE)) == (80, 80, 80)
    with pytest.raises(CommandRefused) as refused:
        unsent.take(HERE, other)
    assert refused.value.code is RefusalCode.TOO_MANY
    with pytest.raises(CommandRefused) as refused:
        unsent.take("192.0.2.3", other)
    assert refused.value.code is RefusalCode.UNAVAILABLE
    for _ in range(3):
        unsent.give(HERE, body)
    assert (unsent.size, unsent.held_from(HERE), unsent.held_from(THERE)) == (80, 0, 80)
    unsent.give(THERE, body)
    assert (unsent.size, unsent._readers, unsent._held, unsent._held_from) == (0, {}, {}, {})


def test_a_body_beyond_every_bound_is_sent_if_it_is_the_only_one() -> None:
    unsent = UnsentBodies(most_from_address=10, most_of_process=10)
    unsent.take(HERE, bytes(50))
    assert unsent.size == 50


def test_a_venue_may_take_as_much_as_its_people() -> None:
    unsent = UnsentBodies(lambda address: 3 if address == HERE else 1, most_from_address=100)
    bodies = [bytes(size) for size in (60, 61, 62, 63)]
    for body in bodies:
        unsent.take(HERE, body)
    assert unsent.held_from(HERE) == 246
    unsent.take(THERE, bodies[0])
    with pytest.raises(CommandRefused):
        unsent.take(THERE, bodies[1])


async def test_who_leaves_in_the_middle_of_a_body_writes_no_error(
    server: LiveServer, caplog: pytest.LogCaptureFixture
) -> None:
    """On every path that takes a body."""
    paths = [(method, path) for method, path, _, declared in endpoints_of(server.app) if declared.body is not None]
    assert ("POST", "/v1/replays") in paths
    with capture_logs() as logs, caplog.at_level(logging.INFO):
        for method, path in paths:
            reader, writer = await asyncio.open_connection("127.0.0.1", int(server.url.rpartition(":")[2]))
            place = path.replace("{game}", "myacards").replace("{", "").replace("}", "")
            writer.write(f"{method} {place} HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{{".encode())
            await writer.drain()
            await asyncio.sleep(0.02)
            writer.transport.abort()
            del reader
        async with asyncio.timeout(SOON):
            while server.app[CONNECTIONS].held > 0:  # noqa: ASYNC110 - until all have been noticed
                await asyncio.sleep(0.01)
    assert [each for each in logs if each["log_level"] in ("error", "critical")] == []
    assert [each for each in caplog.records if each.levelno >= logging.ERROR] == []
