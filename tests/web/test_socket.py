"""Connections: who may connect, how one ends, and that nothing is lost by it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from quarterdeck_protocol.close_codes import CloseCode
from quarterdeck_protocol.encoding.wire import SUBPROTOCOL
from quarterdeck_protocol.fairness.bound_entropy import entropy_hash
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.web import socket as socket_module
from quarterdeck_server.web.connection_limits import CONNECTIONS
from quarterdeck_server.web.frames import send_queue as send_queue_module
from quarterdeck_server.web.frames.frame_decoder import REFUSALS_UNTIL_CLOSE
from quarterdeck_server.web.frames.send_queue import MOST_FRAMES, SendQueue
from quarterdeck_server.web.socket import LARGEST_FRAME, SEND_QUEUES, socket
from quarterdeck_server.web.watched_tables import MOST_TABLES
from servers import SEED, SOON, Line, LiveServer, Message, Watch, bot, live_server, soon
from structlog.testing import capture_logs
from web.test_back_pressure import HeldDocuments
from yarl import URL

HANDSHAKE = (
    b"GET /v1/socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with live_server(messages_per_second=100_000) as running:
        yield running


async def seated(server: LiveServer, mine: Line, other: Line, match: str = "m") -> tuple[Line, Line]:
    """Let both sit in a match; gives first the one whose turn it is."""
    players = [(await line.sign_in(name))["player"] for line, name in ((mine, "Ada"), (other, "Bo"))]
    await server.begin(match, players)
    first = await mine.ask({"type": "watch_match", "match": match})
    await other.ask({"type": "watch_match", "match": match})
    return (mine, other) if first["choices"] else (other, mine)


def mark(match: str, seen: int, note: str = "") -> Message:
    return {"type": "act", "match": match, "seen": seen, "action": {"type": "mark", "cell": 0, "note": note}}


class TestConnecting:
    async def test_the_subprotocol_is_agreed_upon(self, server: LiveServer) -> None:
        async with server.line() as line:
            assert line.socket.protocol == SUBPROTOCOL
        async with server.line(protocols=()) as line:
            assert line.socket.protocol is None
            assert (await line.ask({"type": "hello"}))["type"] == "welcome"

    async def test_welcome_tells_the_limits_and_the_games(self, server: LiveServer) -> None:
        async with server.line() as line:
            welcome = await line.ask({"type": "hello", "client": "test"})
        assert (welcome["protocol"], welcome["limits"]["message_bytes"]) == (1, 65_536)
        assert "density-deck" in [game["name"] for game in welcome["games"]]
        assert "tiny" not in [game["name"] for game in welcome["games"]]

    async def test_a_caller_who_hangs_up_while_shaking_hands_is_no_mistake_of_the_server(
        self, server: LiveServer
    ) -> None:
        address = URL(server.url)
        with capture_logs() as log:
            for _ in range(40):
                _, writer = await asyncio.open_connection(address.host, address.port)
                writer.write(HANDSHAKE)
                writer.transport.abort()
            async with server.line() as line:
                assert (await line.ask({"type": "hello"}))["type"] == "welcome"
        assert [line for line in log if line["log_level"] == "error"] == []

    async def test_a_caller_who_has_hung_up_when_the_handshake_is_answered_is_no_mistake_of_the_server(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def hang_up_and_shake_hands(request: web.Request) -> web.StreamResponse:
            assert request.transport is not None
            request.transport.abort()  # as the event loop has it when their end comes with their request
            return await socket(request)

        async with live_server(routes=(web.get("/late", hang_up_and_shake_hands),)) as server:
            address = URL(server.url)
            reader, writer = await asyncio.open_connection(address.host, address.port)
            writer.write(HANDSHAKE.replace(b"/v1/socket", b"/late"))
            with contextlib.suppress(ConnectionError):
                assert await reader.read() == b""
            writer.close()
        assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []

    @pytest.mark.parametrize(
        ("origin", "status"), [("https://good.example", 101), (None, 101), ("https://evil.example", 403)]
    )
    async def test_pages_of_other_origins_may_not_connect(self, origin: str | None, status: int) -> None:
        async with live_server(origins=("https://good.example",)) as server:
            headers = {} if origin is None else {"Origin": origin}
            if status == 101:
                async with server.line(headers=headers) as line:
                    assert (await line.ask({"type": "hello"}))["type"] == "welcome"
            else:
                with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                    async with server.line(headers=headers):
                        pass
                assert refused.value.status == status

    async def test_without_any_list_every_page_may_connect(self, server: LiveServer) -> None:
        async with server.line(headers={"Origin": "https://any.example"}) as line:
            assert (await line.ask({"type": "hello"}))["type"] == "welcome"

    async def test_binary_frames_are_read_like_text(self, server: LiveServer) -> None:
        async with server.line() as line:
            await line.socket.send_bytes(b'{"type": "hello", "ref": "a"}')
            assert (await line.answer("a"))["type"] == "welcome"


class TestPlayers:
    async def test_a_token_makes_one_the_same_player_again(self, server: LiveServer) -> None:
        async with server.line() as line:
            first = await line.sign_in("Ada")
        async with server.line() as line:
            again = await line.sign_in(token=first["token"])
        assert again["player"] == first["player"]
        assert again["token"] != first["token"]

    async def test_a_name_is_made_up_for_who_gives_none(self, server: LiveServer) -> None:
        async with server.line() as line:
            answer = await line.ask({"type": "sign_in"})
            assert answer["player"]["name"].startswith("Guest ")
            tidied = await line.ask({"type": "sign_in", "name": "  Ada \t Lovelace "})
            assert tidied["player"]["name"] == "Ada Lovelace"

    async def test_two_connections_of_one_player_are_both_told(self, server: LiveServer) -> None:
        async with server.line() as mine, server.line() as other, server.line() as second:
            mine, other = await seated(server, mine, other)
            await mine.ask({"type": "register", "name": "Myself", "password": "a long walk by the sea"})
            await second.ask({"type": "sign_in", "name": "Myself", "password": "a long walk by the sea"})
            assert (await second.ask({"type": "watch_match", "match": "m"}))["choices"]
            answer = await mine.ask(mark("m", 1))
            update = await second.next()
            assert (update["version"], update["seat"], update["ref"]) == (2, answer["seat"], None)
            assert (await other.next())["version"] == 2

    async def test_a_caller_who_signs_in_while_watching_sees_with_the_players_eyes_from_then_on(
        self, server: LiveServer
    ) -> None:
        async with server.line() as mine, server.line() as other, server.line() as late:
            mine, other = await seated(server, mine, other)
            assert (await late.ask({"type": "watch_match", "match": "m"}))["seat"] is None
            token = next(each["token"] for each in other.heard if each["type"] == "signed_in")
            token = (await late.sign_in(token=token))["token"]
            assert await other.closed() == CloseCode.TAKEN_UP_ELSEWHERE
            await mine.ask(mark("m", 1))
            update = await late.next()
            assert (update["version"], len(update["choices"])) == (2, 1)
            await late.sign_in("Somebody else")
            async with server.line() as back:
                await back.sign_in(token=token)
                await back.ask(mark("m", 2))
            update = await late.next()
            assert (update["version"], update["seat"], update["choices"]) == (3, None, [])


class TestTables:
    async def test_a_whole_evening_at_a_table(self, server: LiveServer) -> None:
        async with server.player("Ada") as ada, server.player("Bo") as bo:
            table = (await ada.ask({"type": "open_table", "game": "tiny", "options": {"marks": 2}}))["table"]["id"]
            await bo.ask({"type": "sit", "table": table})
            assert (await ada.next())["table"]["places"][1]["player"]["name"] == "Bo"
            await ada.ask({"type": "ready", "table": table, "entropy_hash": entropy_hash("a")})
            asked = (await bo.ask({"type": "ready", "table": table, "entropy_hash": entropy_hash("b")}))["table"]
            assert asked["stage"] == "revealing"
            await ada.ask({"type": "reveal", "table": table, "entropy": "a"})
            begun = (await bo.ask({"type": "reveal", "table": table, "entropy": "b"}))["table"]
            assert begun["stage"] == "playing"
            await ada.until(lambda heard: heard["table"]["stage"] == "playing")
            await bo.ask({"type": "resign", "match": begun["match"]})
            for line in (ada, bo):
                await line.until(lambda heard: heard["type"] == "table_changed" and heard["table"]["stage"] == "over")
            again = (await ada.ask({"type": "rematch", "table": table}))["table"]
            assert [place["player"]["name"] for place in again["places"]] == ["Bo", "Ada"]
            assert (await bo.until(lambda heard: heard["type"] == "table_changed"))["table"] == again

    async def test_each_command_at_a_table_is_told_once_to_who_gave_it(self, server: LiveServer) -> None:
        async with server.player() as line:
            table = (await line.ask({"type": "open_table", "game": "density-deck"}))["table"]["id"]
            for command in (
                {"type": "add_bot"},
                {"type": "sit", "seat": 3},
                {"type": "ready"},
                {"type": "watch_table"},
            ):
                before = len(line.heard)
                await line.ask({**command, "table": table})
                assert await line.quiet() == []
                assert len(line.heard) == before + 2
            gone = await line.ask({"type": "stand", "table": table})
            assert (gone["gone"], await line.quiet()) == (True, [])

    async def test_a_caller_who_loses_the_line_is_not_ready_any_more(self, server: LiveServer) -> None:
        async with server.player("Ada") as ada:
            tables = []
            async with server.player("Bo") as bo:
                for _ in range(3):
                    opened = await bo.ask({"type": "open_table", "game": "tiny"})
                    tables.append(opened["table"]["id"])
                    await bo.ask({"type": "ready", "table": tables[-1]})
                    await ada.ask({"type": "watch_table", "table": tables[-1]})
                await bo.ask({"type": "stand", "table": tables[0]})  # one of them is not there any more
                assert (await ada.next())["gone"]
            left = [await ada.next(), await ada.next()]
            assert {each["table"]["id"] for each in left} == set(tables[1:])
            assert [each["table"]["places"][0]["ready"] for each in left] == [False, False]

    async def test_one_connection_follows_only_so_many_tables(self, server: LiveServer) -> None:
        async with server.player() as line:
            for _ in range(MOST_TABLES):
                assert (await line.ask({"type": "open_table", "game": "tiny", "sit": False}))["type"] == "table_changed"
            refused = await line.ask({"type": "open_table", "game": "tiny", "sit": False})
            assert (refused["code"], refused["where"]) == ("watching_too_many", "$.table")


class TestWatching:
    async def test_a_caller_who_comes_back_is_told_what_has_happened(self, server: LiveServer) -> None:
        async with server.line() as mine, server.line() as other:
            mine, other = await seated(server, mine, other)
            await mine.ask(mark("m", 1))
            await other.ask(mark("m", 2))
            await mine.ask(mark("m", 3))
            async with server.line() as late:
                update = await late.ask({"type": "watch_match", "match": "m", "since": 2})
                assert (update["since"], update["version"], len(update["events"])) == (2, 4, 2)
                assert (await late.ask({"type": "watch_match", "match": "m"}))["events"] == []

    async def test_a_caller_who_watches_no_longer_is_told_no_more(self, server: LiveServer) -> None:
        async with server.line() as mine, server.line() as other:
            mine, other = await seated(server, mine, other)
            assert (await other.ask({"type": "unwatch_match", "match": "m"}))["type"] == "match_unwatched"
            await mine.ask(mark("m", 1))
            assert await other.quiet() == []

    async def test_a_caller_who_may_not_act_does_not_begin_to_watch_by_trying(self, server: LiveServer) -> None:
        async with server.line() as mine, server.line() as other, server.player("Cy") as cy:
            mine, other = await seated(server, mine, other)
            assert (await cy.ask(mark("m", 1)))["code"] == "not_your_seat"
            assert (await cy.ask({"type": "resign", "match": "m"}))["code"] == "not_your_seat"
            assert (await cy.ask({"type": "unwatch_match", "match": "m"}))["code"] == "not_watching"
            await mine.ask(mark("m", 1))
            assert await cy.quiet() == []

    async def test_the_seed_is_nowhere_to_be_heard_while_the_match_is_played(self, server: LiveServer) -> None:
        async with server.line() as mine, server.line() as other, server.line() as spectator:
            await seated(server, mine, other)
            await server.begin("d", [bot(1), bot(2), bot(3)], game="density-deck")
            await spectator.ask({"type": "watch_match", "match": "d"})
            await spectator.until(lambda heard: heard.get("result") is not None)
            assert SEED not in repr([*mine.heard, *other.heard, *spectator.heard])


def late(append: Callable[..., "asyncio.Future[Any]"]) -> Callable[..., "asyncio.Future[Any]"]:
    """Return a log's `append` whose answer takes its time."""

    def appended(*said: Any, **more: Any) -> "asyncio.Future[Any]":
        loop = asyncio.get_running_loop()
        answer, appended = loop.create_future(), append(*said, **more)
        loop.call_later(0.3, lambda: appended.add_done_callback(lambda done: answer.set_result(done.result())))
        return answer

    return appended


class TestEnding:
    async def test_a_frame_that_is_far_too_large_ends_the_connection(self, server: LiveServer) -> None:
        async with server.line() as line, server.line() as other:
            await line.send(b'{"type": "hello", "client": "%s"}' % (b"x" * LARGEST_FRAME))
            assert await line.closed() == aiohttp.WSCloseCode.MESSAGE_TOO_BIG
            assert await other.quiet() == []

    async def test_a_caller_who_goes_on_and_on_too_fast_is_let_go(self) -> None:
        async with (
            live_server(messages_per_second=1, clock=Watch()) as server,
            server.line() as line,
            server.line() as other,
        ):
            for _ in range(REFUSALS_UNTIL_CLOSE + 10):
                await line.send({"type": "hello"})
            assert await line.closed() == aiohttp.WSCloseCode.POLICY_VIOLATION
            assert [each["code"] for each in line.heard if each["type"] == "refused"] == [
                "too_many"
            ] * REFUSALS_UNTIL_CLOSE
            assert (await other.ask({"type": "hello"}))["type"] == "welcome"

    async def test_a_burst_is_answered_command_by_command_before_its_sender_is_let_go(self) -> None:
        async with live_server(clock=Watch()) as server, server.line() as line:
            at_once = server.services.limits.messages_at_once
            for number in range(at_once + 4 * REFUSALS_UNTIL_CLOSE):
                await line.send({"type": "hello", "ref": f"{number}"})
            assert await line.closed() == aiohttp.WSCloseCode.POLICY_VIOLATION
            assert [each["ref"] for each in line.heard] == [f"{number}" for number in range(len(line.heard))]
            assert [each["type"] for each in line.heard[:at_once]] == ["welcome"] * at_once
            assert [each.get("code") for each in line.heard[at_once:]] == ["too_many"] * REFUSALS_UNTIL_CLOSE

    async def test_a_caller_who_is_let_go_is_told_first_what_became_of_its_commands(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store = MemoryStore(Memory())
        async with (
            live_server(store, messages_per_second=20, clock=Watch()) as server,
            server.line() as mine,
            server.line() as other,
        ):
            mine, other = await seated(server, mine, other)
            monkeypatch.setattr(store.log, "append", late(store.log.append))
            await mine.send({**mark("m", 1), "ref": "owed"})
            for _ in range(server.services.limits.messages_at_once + 4 * REFUSALS_UNTIL_CLOSE):
                await mine.send({"type": "hello"})
            assert await mine.closed() == aiohttp.WSCloseCode.POLICY_VIOLATION
            (answer,) = [each for each in mine.heard if each.get("ref") == "owed"]
            assert (answer["type"], answer["version"]) == ("update", 2)

    async def test_when_the_server_stops_everybody_is_asked_to_come_back(self) -> None:
        memory = Memory()
        async with live_server(MemoryStore(memory)) as server, server.line() as mine, server.line() as other:
            mine, other = await seated(server, mine, other)
            await mine.ask(mark("m", 1))
            codes = asyncio.gather(mine.closed(), other.closed())
            await server.stop()
            assert set(await codes) == {int(aiohttp.WSCloseCode.SERVICE_RESTART)}
            token = next(each["token"] for each in other.heard if each["type"] == "signed_in")
        async with live_server(MemoryStore(memory)) as server, server.line() as line:
            await line.sign_in(token=token)
            update = await line.ask({"type": "watch_match", "match": "m", "since": 1})
            assert (update["version"], len(update["events"]), len(update["choices"])) == (2, 1, 1)


@contextlib.asynccontextmanager
async def one_that_does_not_read(server: LiveServer) -> AsyncIterator[tuple[Line, SendQueue]]:
    """Return a connection that reads nothing before it is asked to, and what is on its way to it."""
    send_queues = server.app[SEND_QUEUES]
    before = set(send_queues)
    async with server.line() as line:
        await line.sign_in("Cy")
        (send_queue,) = set(send_queues) - before
        transport = _transport_of(line)
        transport.pause_reading()
        yield line, send_queue
        transport.abort()


def _transport_of(line: Line) -> asyncio.Transport:
    connection = line.socket._response.connection
    assert connection is not None
    assert isinstance(connection.transport, asyncio.Transport)
    return connection.transport


def read_again(line: Line) -> None:
    _transport_of(line).resume_reading()


FRAME = b'{"type":"welcome","padding":"' + b"x" * 40_000 + b'"}'


PING, CLOSE = bytes([0x89, 0x80 | 4, 0, 0, 0, 0]) + b"ping", bytes([0x88, 0x80, 0, 0, 0, 0])


class TestPings:
    async def test_a_ping_is_answered_with_what_it_carries(self, server: LiveServer) -> None:
        async with server.line(autoping=False) as line:
            await line.socket.ping(b"are you there?")
            answer = await line.socket.receive()
            assert (answer.type, answer.data) == (aiohttp.WSMsgType.PONG, b"are you there?")

    @pytest.mark.parametrize("last", [PING, PING * 100, CLOSE, PING + CLOSE + PING])
    async def test_a_caller_who_says_something_and_leaves_makes_no_line_of_the_log(
        self, server: LiveServer, last: bytes
    ) -> None:
        address = URL(server.url)
        with capture_logs() as log:
            for how in ("close", "abort"):
                for _ in range(20):
                    reader, writer = await asyncio.open_connection(address.host, address.port)
                    writer.write(HANDSHAKE)
                    await reader.readuntil(b"\r\n\r\n")
                    writer.write(PING + last)
                    getattr(writer.transport, how)()
            async with server.line() as line:
                assert (await line.ask({"type": "hello"}))["type"] == "welcome"
            await soon(lambda: server.app[CONNECTIONS].busy == 0)
        assert log == []


HALF, OTHER_HALF = bytes([0x81, 0x80 | 4, 0, 0, 0, 0]) + b"wr", b"it"
WRITTEN = bytes([0x82, 0x80 | 126]) + (60_000).to_bytes(2, "big") + bytes(4 + 60_000)


@contextlib.asynccontextmanager
async def one_that_writes(server: LiveServer) -> AsyncIterator[tuple[asyncio.StreamReader, Any, SendQueue]]:
    """A client that is in the middle of a frame."""
    address = URL(server.url)
    reader, writer = await asyncio.open_connection(address.host, address.port)
    try:
        writer.write(HANDSHAKE)
        await reader.readuntil(b"\r\n\r\n")
        (send_queue,) = server.app[SEND_QUEUES]
        writer.write(PING + HALF)
        assert await reader.readexactly(6) == b"\x8a\x04ping", "what came before the half was read"
        yield reader, writer, send_queue
    finally:
        writer.transport.abort()


class TestGoodbyes:
    @pytest.mark.parametrize("code", [1008, 1012, 4001, 4002, 4003])
    async def test_a_client_that_is_writing_hears_why_it_is_let_go(
        self, server: LiveServer, code: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The server ends the connection only when the client has said goodbye as well: were it ended at once, the
        kernel would throw the code away with which the client is to know whether to come back."""
        monkeypatch.setattr(socket_module, "SECONDS_OF_PATIENCE", SOON)  # however busy the machine is
        async with one_that_writes(server) as (reader, writer, send_queue), asyncio.timeout(SOON):
            writer.transport.pause_reading()
            closing = asyncio.ensure_future(send_queue.close(code, "enough", patience=SOON))
            await soon(lambda: send_queue._socket.is_closing)
            writer.write(OTHER_HALF)
            for _ in range(50):
                writer.write(WRITTEN)
                await writer.drain()
            writer.transport.resume_reading()
            assert await reader.readexactly(10) == b"\x88\x08" + code.to_bytes(2, "big") + b"enough"
            writer.write(CLOSE)
            assert await reader.read() == b""
            await closing
        await soon(lambda: server.app[CONNECTIONS].busy == 0)

    async def test_one_that_says_no_goodbye_is_waited_for_no_longer_than_patience_lasts(
        self, server: LiveServer
    ) -> None:
        async with one_that_writes(server) as (reader, _, send_queue), asyncio.timeout(SOON):
            closing = asyncio.ensure_future(send_queue.close(4001, "enough", patience=0.2))
            assert await reader.readexactly(10) == b"\x88\x08" + (4001).to_bytes(2, "big") + b"enough"
            await send_queue.close(1012, "restarting", patience=0.2)  # as when the process leaves meanwhile
            await closing
            assert await reader.read() == b""
        await soon(lambda: server.app[CONNECTIONS].busy == 0)

    async def test_one_that_has_said_goodbye_already_is_not_waited_for(self) -> None:
        memory = Memory()
        store = MemoryStore(memory)
        store.documents = documents = HeldDocuments(memory)
        said = b'{"type":"sign_in"}'
        async with live_server(store) as server, one_that_writes(server) as (reader, writer, send_queue):
            writer.write(OTHER_HALF + bytes([0x81, 0x80 | len(said), 0, 0, 0, 0]) + said + CLOSE)
            await soon(lambda: send_queue.unread)
            async with asyncio.timeout(SOON / 2):
                await send_queue.close(1012, "restarting", patience=SOON)
                assert b"\x03\xf4restarting" in await reader.read()
            documents.may_write.set()
            await soon(lambda: not server.app[SEND_QUEUES])


class TestSlowClients:
    async def test_one_that_falls_too_far_behind_is_asked_to_come_back(self, server: LiveServer) -> None:
        async with one_that_does_not_read(server) as (line, send_queue):
            sent = 0
            while not send_queue._is_closed:
                send_queue.put(FRAME)
                sent += 1
                await asyncio.sleep(0)
            assert sent > MOST_FRAMES
            read_again(line)
            assert await line.closed() == aiohttp.WSCloseCode.TRY_AGAIN_LATER
            assert all(each["type"] == "welcome" for each in line.heard[1:]), "what came, came whole"

    async def test_one_that_stalls_is_let_go_though_little_waits(
        self, server: LiveServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(send_queue_module, "SECONDS_OF_PATIENCE", 0.1)
        async with one_that_does_not_read(server) as (_, send_queue):
            while send_queue._is_slow is None:  # until the kernel has had enough
                send_queue.put(FRAME)
                await asyncio.sleep(0)
            for _ in range(10):
                send_queue.put(FRAME)
            await soon(lambda: send_queue._is_closed)
            await soon(lambda: send_queue._socket.is_closing)

    async def test_one_that_does_not_read_keeps_nobody_else_waiting(
        self, server: LiveServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(send_queue_module, "SECONDS_OF_PATIENCE", 10 * SOON)
        async with one_that_does_not_read(server) as (_, send_queue), server.line() as other:
            for size in (40_000, 60_000, 100, 200_000, 10):
                for _ in range(60):
                    send_queue.put(b'{"type":"x","y":"' + b"z" * size + b'"}')
                    await asyncio.sleep(0)
                async with asyncio.timeout(SOON):
                    assert (await other.ask({"type": "hello"}))["type"] == "welcome"

    async def test_one_that_reads_again_in_time_has_missed_nothing(self, server: LiveServer) -> None:
        async with one_that_does_not_read(server) as (line, send_queue):
            for number in range(MOST_FRAMES // 2):
                send_queue.put(b'{"type":"x","number":%d,"padding":"%s"}' % (number, b"x" * 20_000))
                await asyncio.sleep(0)
            assert send_queue._is_slow is not None
            read_again(line)
            heard = [(await line.next())["number"] for _ in range(MOST_FRAMES // 2)]
            assert heard == list(range(MOST_FRAMES // 2))
            assert await line.quiet() == []

    async def test_one_that_was_let_go_comes_back_to_where_it_was(self, server: LiveServer) -> None:
        async with server.player("Ada") as ada, one_that_does_not_read(server) as (line, send_queue):
            players = [each.heard[0] for each in (ada, line)]
            await server.begin("m", [each["player"] for each in players], time_limit=1_000)
            read_again(line)
            update = await line.ask({"type": "watch_match", "match": "m"})
            _transport_of(line).pause_reading()
            while not send_queue._is_closed:
                send_queue.put(FRAME)
                await asyncio.sleep(0)
            await ada.ask({"type": "resign", "match": "m"})
            read_again(line)
            assert await line.closed() == aiohttp.WSCloseCode.TRY_AGAIN_LATER
            async with server.line() as back:
                await back.sign_in(token=players[1]["token"])
                newest = await back.ask({"type": "watch_match", "match": "m", "since": update["version"]})
                assert (newest["seat"], newest["events"][-1]["type"]) == (1, "left")
