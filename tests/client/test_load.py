"""The load of the bench, against a server that does not take everything."""

from collections.abc import Callable

import pytest
from aiohttp import web
from quarterdeck_client import ClientError, UsageError
from quarterdeck_client.load import CONNECTING_AT_ONCE, bear
from quarterdeck_client.load_figures import Figures
from quarterdeck_protocol.encoding.wire import SUBPROTOCOL
from relay import Message, relay_to
from servers import live_server


async def borne(
    url: str, *others: str, matches: int = 1, think: float = 0.0, connected: Callable[[int], object] = bool
) -> Figures:
    return await bear(
        url,
        others=others,
        think=think,
        game="tiny",
        matches=matches,
        seats=None,
        seconds=0.5,
        seed=1,
        connected=connected,
        counting=lambda: None,
    )


async def test_anything_that_is_refused_is_counted_by_its_code() -> None:
    acts = 0

    def misread(command: Message) -> Message:
        nonlocal acts
        if command["type"] != "act":
            return command
        acts += 1
        return {**command, "action": {"type": "castle"}} if acts == 20 else command

    async with live_server(messages_per_second=10_000) as server, relay_to(server.url) as relay:
        relay.to_server = misread
        figures = await borne(relay.url)
    assert figures.refused == 1
    assert list(figures.refusals.values()) == [1]
    assert set(figures.refusals) <= {"illegal", "malformed"}


async def test_where_nothing_is_refused_there_are_no_codes() -> None:
    async with live_server(messages_per_second=10_000) as server:
        figures = await borne(server.url)
    assert (figures.refused, figures.refusals) == (0, {})


async def test_seats_connect_to_any_of_several_servers() -> None:
    async with (
        live_server(messages_per_second=10_000) as server,
        relay_to(server.url) as one,
        relay_to(server.url) as other,
    ):
        figures = await borne(one.url, other.url, matches=8)
        assert (figures.lost, figures.connections) == (0, 16)
        assert one.connections > 0
        assert other.connections > 0
        assert one.connections + other.connections == 16


async def test_a_seat_that_thinks_plays_before_the_last_match_has_begun() -> None:
    matches, acted = CONNECTING_AT_ONCE + 8, []
    async with live_server(messages_per_second=10_000) as server, relay_to(server.url) as relay:

        def begun(number: int) -> None:
            if number == matches:
                acted.append(any(command["type"] == "act" for command in relay.from_clients))

        await borne(relay.url, matches=matches, think=0.001, connected=begun)
    assert acted == [True]


async def test_a_seat_that_thinks_acts_later() -> None:
    async with live_server(messages_per_second=10_000) as server:
        figures = await borne(server.url, think=1_000_000.0)
    assert (figures.actions, figures.lost) == (0, 0)


@pytest.mark.parametrize("said", ["\x1b[31m", '{"type": 1}', None])
async def test_a_server_that_says_what_cannot_be_read_or_hangs_up_is_said_in_a_sentence(said: str | None) -> None:
    async def answer(request: web.Request) -> web.StreamResponse:
        line = web.WebSocketResponse(protocols=(SUBPROTOCOL,))
        await line.prepare(request)
        await line.receive()
        if said is not None:
            await line.send_str(said)
        await line.close()
        return line

    async with live_server(routes=[web.get("/elsewhere/v1/socket", answer)]) as server:
        with pytest.raises(ClientError, match=r"the connection broke|cannot be read"):
            await borne(f"{server.url}/elsewhere")


async def test_the_load_needs_an_address_as_all_do() -> None:
    with pytest.raises(UsageError, match="begins with http:// or https://"):
        await borne("ftp://127.0.0.1")
