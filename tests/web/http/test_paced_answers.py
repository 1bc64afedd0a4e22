"""Large answers over plain HTTP: nobody holds much of the server's memory by asking and not reading."""

import asyncio
import contextlib
import gc
import logging
import socket
from collections.abc import AsyncIterator, Iterator
from functools import partial

import aiohttp
import pytest
from aiohttp import web
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.docs_build.openapi import endpoints_of
from quarterdeck_server.web.connection_limits import CONNECTIONS, Held, Stage
from quarterdeck_server.web.frames.transports import MOST_IN_KERNEL, untaken
from quarterdeck_server.web.http import paced_answers
from quarterdeck_server.web.http.paced_answers import (
    PIECE,
    SAFE_PACE,
    SECONDS_OF_PATIENCE,
    UNSENT_BODIES,
    PacedBody,
    Reader,
    UnsentBodies,
)
from servers import SOON, LiveServer, Watch, live_server, soon
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
        (read_by,) = server.app[UNSENT_BODIES]._all._readers.values()
        assert read_by == READERS == server.app[UNSENT_BODIES].readers
    await soon(lambda: server.app[UNSENT_BODIES].size == 0)


async def test_a_reader_who_takes_nothing_is_cut_off(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paced_answers, "SECONDS_OF_PATIENCE", 0.2)
    monkeypatch.setattr(paced_answers, "SECONDS_BETWEEN_CHECKS", 0.05)
    with readers_who_take_nothing(server, LARGE) as clients:
        await soon(lambda: all(client.is_cut for client in clients))
        await soon(lambda: server.app[UNSENT_BODIES].size == 0)
        assert asked(server) == []


@contextlib.contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Switch the cyclic garbage collector off. A server collects so rarely that its bodies would wait for hours."""
    gc.collect()
    gc.freeze()  # what is there already is no body, and takes long to look through
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def bodies_held() -> list[int]:
    """Return the sizes of the bodies that any answer still refers to, also one that is garbage in a cycle."""
    return [
        len(each.body if isinstance(each, Reader) else each._value)
        for each in gc.get_objects()
        if isinstance(each, Reader | PacedBody)
    ]


async def test_the_body_of_a_reader_that_is_cut_off_is_freed_without_the_garbage_collector(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paced_answers, "SECONDS_OF_PATIENCE", 0.2)
    monkeypatch.setattr(paced_answers, "SECONDS_BETWEEN_CHECKS", 0.05)
    with without_garbage_collection():
        for _ in range(2):
            with readers_who_take_nothing(server, LARGE) as clients:
                await soon(lambda: all(client.is_cut for client in clients))
        await soon(lambda: bodies_held() == [])


async def test_a_body_that_was_taken_is_freed_without_the_garbage_collector(server: LiveServer) -> None:
    with without_garbage_collection():
        status, _ = await server.get(LARGE)
        assert status == 200
        await soon(lambda: bodies_held() == [])


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
        server.app[CONNECTIONS].extend(held)
        assert held.since >= began
        assert held.stage is Stage.ASKING


async def test_a_caller_who_has_too_much_to_take_is_told_when_to_ask_again(server: LiveServer) -> None:
    server.app[UNSENT_BODIES]._most_from_address = 1
    _, schema = await server.get(LARGE)
    assert schema
    with readers_who_take_nothing(server, LARGE, many=1):
        await soon(lambda: server.app[UNSENT_BODIES].size > 0)
        async with aiohttp.ClientSession() as http, http.get(f"{server.url}/v1/asyncapi.json") as answer:
            problem = await answer.json(content_type=None)
            assert (answer.status, answer.headers["Retry-After"]) == (429, "5")
            assert (problem["code"], problem["retry_in"]) == ("too_many", 5_000)
    await soon(lambda: server.app[UNSENT_BODIES].size == 0)
    async with aiohttp.ClientSession() as http, http.get(f"{server.url}/v1/asyncapi.json") as answer:
        assert answer.status == 200


def test_a_body_counts_once_for_all_of_its_readers() -> None:
    unsent = UnsentBodies(most_from_address=100, most_of_process=150)
    body, other = bytes(80), bytes(79)
    here, there = [Reader(HERE, body, None) for _ in range(3)], Reader(THERE, body, None)
    for reader in (*here, there):
        unsent.take(reader)
    assert (unsent.size, unsent.held_from(HERE), unsent.held_from(THERE)) == (80, 80, 80)
    with pytest.raises(CommandRefused) as refused:
        unsent.take(Reader(HERE, other, None))
    assert refused.value.code is RefusalCode.TOO_MANY
    with pytest.raises(CommandRefused) as refused:
        unsent.take(Reader("192.0.2.3", other, None))
    assert refused.value.code is RefusalCode.UNAVAILABLE
    for reader in here:
        unsent.give(reader)
    assert (unsent.size, unsent.held_from(HERE), unsent.held_from(THERE)) == (80, 0, 80)
    unsent.give(there)
    assert (unsent.size, unsent.readers, unsent._from, unsent._all._readers) == (0, 0, {}, {})


def test_a_body_beyond_every_bound_is_sent_if_it_is_the_only_one() -> None:
    unsent = UnsentBodies(most_from_address=10, most_of_process=10)
    unsent.take(Reader(HERE, bytes(50), None))
    assert unsent.size == 50


def test_a_venue_may_take_as_much_as_its_people() -> None:
    unsent = UnsentBodies(lambda address: 3 if address == HERE else 1, most_from_address=100)
    bodies = [bytes(size) for size in (60, 61, 62, 63)]
    for body in bodies:
        unsent.take(Reader(HERE, body, None))
    assert unsent.held_from(HERE) == 246
    unsent.take(Reader(THERE, bodies[0], None))
    with pytest.raises(CommandRefused):
        unsent.take(Reader(THERE, bodies[1], None))


class Noted(Reader):
    """A reader without a connection, which notes that it is cut off."""

    is_cut = False

    def cut(self) -> None:
        self.is_cut = True


def reader_at(pace: float, watch: Watch, address: str = HERE, size: int = 50) -> Noted:
    """Return a reader that has taken so many bytes a second for as long as it takes to tell."""
    reader = Noted(address, bytes(size), None, now=watch)
    reader._began -= SECONDS_OF_PATIENCE
    reader.handed = int(pace * SECONDS_OF_PATIENCE)
    reader.note(0)
    return reader


def test_the_slowest_reader_makes_room_for_another_one_and_nobody_who_takes_enough_does() -> None:
    watch = Watch()
    unsent = UnsentBodies(most_from_address=100, most_of_process=150)
    slow, slowest, elsewhere = reader_at(9_000, watch), reader_at(4_000, watch), reader_at(1, watch, THERE)
    for reader in (slow, slowest, elsewhere):
        unsent.take(reader)
    beginner = Noted(HERE, bytes(50), None, now=watch)
    unsent.take(beginner)
    assert [each.is_cut for each in (slow, slowest, elsewhere)] == [False, True, False], "of the same address"
    assert (unsent.size, unsent.held_from(HERE)) == (150, 100)
    unsent.give(slowest)
    assert unsent.held_from(HERE) == 100, "it counts no more already"
    unsent.take(Noted("192.0.2.3", bytes(50), None, now=watch))
    assert [each.is_cut for each in (slow, elsewhere)] == [False, True], "of the whole process"

    phones = UnsentBodies(most_from_address=100, most_of_process=100)
    for phone in (safe := [reader_at(SAFE_PACE, watch), reader_at(50 * 1024, watch)]):
        phones.take(phone)
    for address in (HERE, THERE):
        with pytest.raises(CommandRefused):
            phones.take(Noted(address, bytes(50), None, now=watch))
    assert [each.is_cut for each in safe] == [False, False]
    phones.give(safe[0])
    phones.take(beginner)
    with pytest.raises(CommandRefused):
        phones.take(Noted(THERE, bytes(50), None, now=watch))
    assert not beginner.is_cut, "nobody can tell yet how fast it is"


def test_a_reader_has_to_take_something_and_on_average_not_too_little() -> None:
    watch = Watch()
    progressed: list[float] = []
    reader = Reader(HERE, bytes(1_000_000), None, lambda: progressed.append(watch.at), watch)
    began = watch.at
    reader.handed = 500_000
    for seconds, taken, is_fast_enough in (
        (9.0, 0, True),
        (18.0, 1, True),  # something has come just in time
        (27.9, 1, True),
        (29.0, 88_000, True),
        (30.0, 92_160, True),
        (38.0, 100_000, False),  # for 30 seconds and more three kilobytes a second are asked for
        (38.0, 120_000, True),
        (48.0, 120_000, False),  # nothing for ten seconds
    ):
        watch.at = began + seconds
        assert reader.note(reader.handed - taken) == is_fast_enough, seconds
    assert progressed == [began + seconds for seconds in (18.0, 29.0, 30.0, 38.0, 38.0)]


def has_taken_more(reader: Reader, before: int) -> bool:
    return untaken(reader.transport) < before


async def test_a_reader_goes_on_while_bytes_leave_the_kernel_although_the_server_sends_none() -> None:
    """As with a slow telephone: the kernel has room for a further piece only after many seconds."""

    async def large(request: web.Request) -> web.Response:
        assert request.transport is not None
        own = request.transport.get_extra_info("socket")
        own.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4 * 1024 * 1024)
        return web.Response(body=bytes(8 * 1024 * 1024))

    async with live_server(routes=[web.get("/large", large)]) as server:
        unsent = server.app[UNSENT_BODIES]
        with readers_who_take_nothing(server, "/large", many=1) as (client,):
            await soon(lambda: unsent.readers == 1)
            (reader,) = unsent._readers
            reader.leave()  # from here on this test looks, by its own clock
            reader._now = watch = Watch()
            reader._began = reader._moved = watch.at
            own = reader.transport.get_extra_info("socket")
            assert own.getsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT) == MOST_IN_KERNEL
            await asyncio.sleep(0.2)  # what would be written at once has been
            reader.note(untaken(reader.transport))
            handed, before = reader.handed, untaken(reader.transport)
            for _ in range(3):
                watch.at += SECONDS_OF_PATIENCE - 1
                client.socket.recv(2_048)
                await soon(partial(has_taken_more, reader, before))
                assert reader.handed == handed
                reader._began = watch.at  # how much it takes is not what is asked here
                before = untaken(reader.transport)
                assert reader.note(before)
                assert reader._moved == watch.at
            watch.at += SECONDS_OF_PATIENCE
            assert not reader.note(untaken(reader.transport))
        await soon(lambda: unsent.readers == 0)


async def test_a_connection_is_as_before_when_its_answer_has_been_taken(server: LiveServer) -> None:
    async with aiohttp.ClientSession() as http, http.get(server.url + LARGE) as answer:
        await answer.read()
        await soon(lambda: server.app[UNSENT_BODIES].readers == 0)
        (held,) = [each for stage in server.app[CONNECTIONS]._stages.values() for each in stage]
        assert held.transport is not None
        own = held.transport.get_extra_info("socket")
        assert own.getsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT) == 0


async def test_a_caller_who_leaves_in_the_middle_of_a_body_writes_no_error(
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
