"""What is held for connections that do not keep up has a bound in bytes for each address, and one for the process."""

import asyncio
from collections.abc import Callable

import aiohttp
from aiohttp import web
from quarterdeck_server.web.frames.send_queue import SendQueue
from quarterdeck_server.web.frames.unsent_frames import UnsentFrames
from quarterdeck_server.web.http.event_streams import EventStream
from quarterdeck_server.web.socket import FLUSHER, SEND_QUEUES
from servers import SOON, LiveServer, live_server, soon
from web.test_slow_readers import Deaf, deaf_clients

HERE, THERE = "192.0.2.1", "192.0.2.9"
KB = 1024
MANY = 8


class Reader:
    """A connection that takes nothing."""

    def __init__(self, unsent: UnsentFrames, address: str = HERE) -> None:
        self.address = address
        self.waiting: list[bytes] = []
        self.is_gone = False
        self._unsent = unsent
        unsent.enter(self, self.waiting)

    @property
    def size(self) -> int:
        return sum(map(len, self.waiting))

    def put(self, frame: bytes) -> None:
        if not self.is_gone:
            self.waiting.append(frame)
            self._unsent.add(self, frame)

    def close_slow(self) -> None:
        self.is_gone = True
        self._unsent.leave(self, self.waiting)
        self.waiting.clear()


def test_beyond_the_bound_of_an_address_its_largest_connection_goes_and_no_other() -> None:
    unsent = UnsentFrames(most_from_address=100)
    small, large, elsewhere = Reader(unsent), Reader(unsent), Reader(unsent, THERE)
    elsewhere.put(bytes(90))
    small.put(bytes(30))
    for _ in range(2):
        large.put(bytes(40))
    assert [small.is_gone, large.is_gone, elsewhere.is_gone] == [False, True, False]
    assert (unsent.held_from(HERE), unsent.held_from(THERE), unsent.size) == (30, 90, 120)


def test_a_frame_that_many_are_sent_is_counted_once() -> None:
    unsent, frame = UnsentFrames(most_from_address=100), bytes(60)
    readers = [Reader(unsent) for _ in range(50)]
    for reader in readers:
        reader.put(frame)
    assert (unsent.size, any(reader.is_gone for reader in readers)) == (60, False)
    for reader in readers:
        reader.close_slow()
    assert (unsent.size, unsent.held_from(HERE)) == (0, 0)


def test_beyond_the_bound_of_the_process_the_largest_address_gives_way() -> None:
    unsent = UnsentFrames(most_from_address=100, most_of_process=150)
    alone, crowd = Reader(unsent, THERE), [Reader(unsent) for _ in range(9)]
    for reader in crowd:
        reader.put(bytes(10))
    alone.put(bytes(40))
    alone.put(bytes(30))
    assert not alone.is_gone
    assert unsent.size <= 150


def test_a_venue_has_room_for_more_and_one_connection_alone_has_its_own_bound() -> None:
    venue = UnsentFrames(lambda address: 3 if address == HERE else 1, most_from_address=100)
    guests = [Reader(venue) for _ in range(3)]
    for guest in guests:
        guest.put(bytes(100))
    assert not any(guest.is_gone for guest in guests)
    alone = Reader(venue, THERE)
    alone.put(bytes(1_000))
    assert not alone.is_gone


def test_anything_that_the_transport_holds_is_counted_until_it_is_taken() -> None:
    unsent = UnsentFrames(most_from_address=100)
    one, other = Reader(unsent), Reader(unsent)
    frame = bytes(80)
    one.put(frame)
    one.waiting.clear()
    unsent.hand_over(one, frame, 85)
    assert unsent.held_from(HERE) == 85
    other.put(bytes(30))
    assert (one.is_gone, other.is_gone, unsent.size) == (True, False, 30)


async def send_queues(server: LiveServer) -> list[SendQueue]:
    await soon(lambda: len(server.app[SEND_QUEUES]) == MANY)
    queues: set[SendQueue] = server.app[SEND_QUEUES]
    return list(queues)


async def test_many_sockets_of_one_address_that_take_nothing_hold_no_more_than_its_bound() -> None:
    async with live_server() as server:
        unsent = server.app[FLUSHER].unsent
        unsent._most_from_address = 1_000 * KB
        with deaf_clients(server.url, MANY):
            queues = await send_queues(server)
            for _ in range(9):
                for queue in queues:
                    queue.put(bytes(100 * KB))
                await asyncio.sleep(0)
                assert unsent.size <= 1_000 * KB
            assert sum(queue.size for queue in queues) <= unsent.size
            assert 0 < server.app[FLUSHER].slow_clients < MANY


async def test_many_sockets_that_are_sent_the_same_are_not_close_slow_for_it() -> None:
    async with live_server() as server:
        unsent = server.app[FLUSHER].unsent
        unsent._most_from_address = 2_000 * KB
        with deaf_clients(server.url, MANY):
            queues = await send_queues(server)
            for _ in range(8):
                frame = bytes(100 * KB)
                for queue in queues:
                    queue.put(frame)
                await asyncio.sleep(0)
            assert server.app[FLUSHER].slow_clients == 0


async def test_a_large_frame_is_counted_until_it_is_taken_also_if_nothing_follows() -> None:
    async with live_server() as server:
        unsent = server.app[FLUSHER].unsent
        with deaf_clients(server.url, 1) as (client,):
            await soon(lambda: len(server.app[SEND_QUEUES]) == 1)
            (queue,) = server.app[SEND_QUEUES]
            queue.put(bytes(4_000 * KB))
            await soon(lambda: queue.frames == 0)
            assert unsent.size > 500 * KB
            await taken(client, lambda: unsent.size == 0)
            assert (server.app[FLUSHER].slow_clients, queue.is_at_rest) == (0, True)


async def test_event_streams_of_one_address_that_take_nothing_hold_no_more_than_its_bound() -> None:
    streams: list[EventStream] = []

    async def events(request: web.Request) -> web.StreamResponse:
        streams.append(EventStream(request.app[FLUSHER].unsent, HERE))
        return await streams[-1].answer(request)

    async with live_server(routes=[web.get("/events", events)]) as server:
        unsent = server.app[FLUSHER].unsent
        unsent._most_from_address = 1_000 * KB
        asked = b"GET /events HTTP/1.1\r\nHost: x\r\n\r\n"
        clients = [Deaf(server.url, asked) for _ in range(MANY)]
        await soon(lambda: len(streams) == MANY)
        for number in range(9):
            frame = b'{"type":"lobby_changed","number":%d,"text":"%s"}' % (number, b"x" * 100 * KB)
            for at, stream in enumerate(streams):
                stream.put(frame.replace(b"0", b"%d" % at))
            assert unsent.held_from(HERE) <= 1_000 * KB
            await asyncio.sleep(0)
        await soon(lambda: sum(client.is_cut for client in clients) >= MANY // 2)
        for client in clients:
            client.socket.close()
        await soon(lambda: unsent.size == 0)


async def test_an_event_stream_that_is_read_holds_nothing() -> None:
    async with live_server() as server, aiohttp.ClientSession() as http:
        async with http.get(f"{server.url}/v1/lobby/events") as answer, asyncio.timeout(SOON):
            text = b""
            while b"lobby_snapshot" not in text:
                text += await answer.content.readany()
            await soon(lambda: server.app[FLUSHER].unsent.size == 0)
        await soon(lambda: not server.app[FLUSHER].unsent._all.buffered)


async def taken(client: Deaf, happens: Callable[[], bool]) -> None:
    """Take what comes until something is true."""
    async with asyncio.timeout(SOON):
        while not happens():
            try:
                client.socket.recv(1 << 20)
            except BlockingIOError:
                await asyncio.sleep(0.01)
