"""How many connections are held: which go first, what counts for an address, and that it is told."""

import asyncio
import contextlib
import re
from typing import Any

import aiohttp
import pytest
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.venues import Venues
from quarterdeck_server.web.connection_limits import CONNECTIONS, RESERVED, SECONDS_FOR, Connections, Held, Stage
from servers import Line, LiveServer, live_server, soon
from structlog.testing import capture_logs
from yarl import URL


class Seconds:
    """A clock that is put forward by hand."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


class TestBounds:
    def test_the_one_that_has_been_idle_longest_goes_first_whether_it_has_asked_or_not(self) -> None:
        clock = Seconds()
        held = Connections(1, 0, now=clock)
        all_of_them: list[Held] = []
        for number in range(1 + RESERVED):
            clock.now += 0.001
            all_of_them.append(held.admit(f"10.0.0.{number}"))
        first, second, third, *_ = all_of_them
        held.begin(first, Stage.ASKING, first.address)
        held.rest(first)
        clock.now += 0.001
        held.admit("10.1.0.1")
        assert [each.is_over for each in (first, second, third)] == [False, True, False]
        for _ in range(RESERVED):
            clock.now += 0.001
            held.admit("10.1.0.1")
        assert first.is_over
        assert held.held == 1 + RESERVED

    def test_nobody_who_talks_or_is_being_answered_makes_room_for_others(self) -> None:
        held = Connections(2, 0)
        talking, asking = held.admit("a"), held.admit("b")
        held.begin(talking, Stage.TALKING, "a")
        held.begin(asking, Stage.ASKING, "b")
        for _ in range(3 * RESERVED):
            held.admit("c")
        assert (talking.is_over, asking.is_over, held.held) == (False, False, 2 + RESERVED)
        with pytest.raises(CommandRefused) as refused:
            held.begin(held.admit("d"), Stage.TALKING, "d")
        assert refused.value.code is RefusalCode.UNAVAILABLE
        held.begin(held.admit("d"), Stage.CHECKING, "d")
        held.rest(asking)
        held.begin(held.admit("d"), Stage.TALKING, "d")

    def test_an_address_that_holds_as_many_as_it_may_makes_room_with_its_own(self) -> None:
        held = Connections(100, 3)
        other = held.admit("other")
        mine = [held.admit("mine") for _ in range(4)]
        assert [each.is_over for each in (other, *mine)] == [False, True, False, False, False]
        for each in mine[1:]:
            held.begin(each, Stage.TALKING, "mine")
        with pytest.raises(CommandRefused) as refused:
            held.admit("mine")
        assert refused.value.code is RefusalCode.TOO_MANY
        held.gone(mine[1])
        held.admit("mine")

    def test_no_address_holds_more_than_half_of_a_small_process_but_a_venue_may(self) -> None:
        held = Connections(8, 500, Venues(["192.0.2.0/24=3"]).times)
        for address, most in (("10.0.0.1", 4), ("192.0.2.7", 8)):
            for _ in range(most):
                held.begin(held.admit(address), Stage.TALKING, address)
            with pytest.raises(CommandRefused):
                held.begin(held.admit(address), Stage.TALKING, address)
            for each in list(held._stages[Stage.TALKING]):
                held.gone(each)

    def test_behind_proxies_the_address_is_counted_for_which_something_is_answered(self) -> None:
        held = Connections(100, 2, behind_proxies=True)
        lines = [held.admit("the proxy") for _ in range(10)]
        for each in lines[:2]:
            held.begin(each, Stage.TALKING, "ada")
        with pytest.raises(CommandRefused) as refused:
            held.begin(lines[2], Stage.TALKING, "ada")
        assert refused.value.code is RefusalCode.TOO_MANY
        held.begin(lines[2], Stage.TALKING, "bo")
        held.rest(lines[0])
        held.begin(lines[0], Stage.ASKING, "ada")
        held.gone(lines[0])
        held.begin(lines[3], Stage.TALKING, "ada")
        assert [each.is_over for each in lines] == [True, *[False] * 9]

    @pytest.mark.parametrize("stage", SECONDS_FOR)
    def test_everything_but_a_conversation_has_its_time(self, stage: Stage) -> None:
        clock = Seconds()
        held = Connections(100, 0, now=clock)
        late, talking = held.admit("a"), held.admit("b")
        held.begin(talking, Stage.TALKING, "b")
        if stage is not Stage.ARRIVING:
            held.begin(late, Stage.CHECKING if stage is Stage.CHECKING else Stage.ASKING, "a")
        if stage is Stage.RESTING:
            held.rest(late)
        clock.now += SECONDS_FOR[stage] - 0.1
        held.sweep()
        assert not late.is_over
        clock.now += 0.1
        held.sweep()
        assert (late.is_over, talking.is_over, held.held) == (True, False, 1)

    def test_anything_that_has_ended_in_whatever_order_leaves_nothing_behind(self) -> None:
        held = Connections(100, 5, behind_proxies=True)
        for stage in (None, Stage.ASKING, Stage.CHECKING, Stage.TALKING):
            one = held.admit("a")
            if stage is not None:
                held.begin(one, stage, "b")
            held.gone(one)
            held.rest(one)
            held.gone(one)
            held.begin(one, Stage.ASKING, "b")
        assert (held.held, held._places, held._asked_from) == (0, {}, {})


class TestVenues:
    def test_an_address_of_a_named_network_may_do_so_many_times_as_much(self) -> None:
        venues = Venues(["203.0.113.0/24=20", "203.0.113.7=3", "2001:db8::/48=5", "2001:db9::1/128=2"])
        asked = ("203.0.113.9", "203.0.113.7", "198.51.100.1", "2001:db8:0:1::/64", "2001:db9::/64", "unknown")
        assert [venues.times(each) for each in asked] == [20, 20, 1, 5, 2, 1]

    async def test_all_that_is_counted_for_an_address_is_raised_there(self) -> None:
        raised = {"venues": ("203.0.113.0/24=2",), "connections_per_address": 2, "tables_per_address": 1}
        settings: dict[str, Any] = {**raised, "trusted_proxies": 1, "quotas": "on"}
        async with live_server(**settings) as server:
            assert [await opened_from(server, each) for each in ("198.51.100.1", "203.0.113.9")] == [1, 2]
            async with contextlib.AsyncExitStack() as stack:
                for _ in range(4):
                    await stack.enter_async_context(line_from(server, "203.0.113.10"))
                with pytest.raises(aiohttp.WSServerHandshakeError):
                    await stack.enter_async_context(line_from(server, "203.0.113.10"))
            left = [await remaining_for(server, each) for each in ("198.51.100.1", "203.0.113.9")]
            assert left[1] == 2 * left[0]


def line_from(server: LiveServer, address: str) -> contextlib.AbstractAsyncContextManager[Line]:
    return server.line(headers={"X-Forwarded-For": address})


async def opened_from(server: LiveServer, address: str) -> int:
    """Return how many tables could be opened from an address."""
    async with line_from(server, address) as line:
        await line.sign_in()
        opened = 0
        while (await line.ask({"type": "open_table", "game": "tiny", "sit": False}))["type"] == "table_changed":
            opened += 1
        assert line.heard[-1]["code"] == "too_many_tables"
        return opened


async def remaining_for(server: LiveServer, address: str) -> int:
    headers = {"X-Forwarded-For": address}
    async with aiohttp.ClientSession() as http, http.get(f"{server.url}/v1/games", headers=headers) as answer:
        return int(answer.headers["RateLimit-Limit"])


class TestOnASocket:
    async def test_a_caller_who_holds_as_many_as_an_address_may_is_told_so_and_idle_ones_go_first(self) -> None:
        async with live_server(connections_per_address=3) as server, contextlib.AsyncExitStack() as stack:
            address = URL(server.url)
            idle, writer = await asyncio.open_connection(address.host, address.port)
            lines = [await stack.enter_async_context(server.line()) for _ in range(3)]
            assert await idle.read() == b"", "the connection that had asked nothing made room"
            writer.close()
            with capture_logs() as log, pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await stack.enter_async_context(server.line())
            assert refused.value.status == 429
            assert [line["event"] for line in log] == ["no room for more connections from one address"]
            for line in lines:
                assert (await line.ask({"type": "hello"}))["type"] == "welcome"

    async def test_headers_that_do_not_come_and_answers_that_are_not_taken_end_in_time(self) -> None:
        async with live_server() as server:
            clock = Seconds()
            server.app[CONNECTIONS]._now = clock
            address = URL(server.url)
            arriving, first = await asyncio.open_connection(address.host, address.port)
            first.write(b"GET / HTTP/1.1\r\nHost: x\r\n")
            asked = server.app[CONNECTIONS]
            _, second = await asyncio.open_connection(address.host, address.port, limit=1)
            second.write(b"GET /v1/games/myacards/cards HTTP/1.1\r\nHost: x\r\n\r\n" * 40)
            await soon(lambda: asked._stages[Stage.ASKING])
            clock.now += SECONDS_FOR[Stage.ARRIVING]
            assert await arriving.read() == b""
            clock.now += SECONDS_FOR[Stage.ASKING]
            await soon(lambda: asked.held == 0)
            for writer in (first, second):
                writer.transport.abort()

    @pytest.mark.parametrize("coding", ["gzip", "deflate"])
    async def test_anything_that_a_body_is_packed_in_is_never_unpacked(
        self, coding: str, caplog: pytest.LogCaptureFixture
    ) -> None:
        """A mebibyte becomes a gibibyte, and anybody may send it to any path."""
        async with live_server() as server:
            address = URL(server.url)
            reader, writer = await asyncio.open_connection(address.host, address.port)
            writer.write(f"POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Encoding: {coding}\r\n".encode())
            writer.write(b"Content-Length: 13\r\n\r\nneither is itGET /healthz HTTP/1.1\r\nHost: x\r\n")
            writer.write(b"Connection: close\r\n\r\n")
            said = await reader.read()
            writer.close()
        assert re.findall(rb"HTTP/1.1 (\d+)", said) == [b"404", b"200"]
        assert caplog.records == []

    async def test_as_many_as_there_may_be_and_one_is_not_ready(self) -> None:
        async with live_server(connections=3) as server, contextlib.AsyncExitStack() as stack:
            for _ in range(3):
                await stack.enter_async_context(server.line())
            assert (await server.get("/healthz"))[0] == 200
            status, problem = await server.get("/readyz")
            assert (status, problem["code"]) == (503, "unavailable")
            await stack.aclose()
            await soon(lambda: server.app[CONNECTIONS].busy == 0)
            assert (await server.get("/readyz"))[0] == 200
