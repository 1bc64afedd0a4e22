"""How a connection to a server ends, and what of its end reaches the client."""

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import pytest
from aiohttp import web
from quarterdeck_client import Client, LostError
from quarterdeck_client.conformance.servers.visit import Visit
from quarterdeck_client.transport.websocket import Socket, hang_up, opened
from quarterdeck_protocol.close_codes import CloseCode
from quarterdeck_protocol.encoding import wire
from servers import SOON, live_server

ELSEWHERE = CloseCode.TAKEN_UP_ELSEWHERE


async def _goodbye_at_once(request: web.Request) -> web.StreamResponse:
    """Say goodbye and hang up without waiting for the client's, as servers do in the moment in which they stop."""
    socket = web.WebSocketResponse(protocols=(wire.SUBPROTOCOL,))
    await socket.prepare(request)
    assert socket._writer is not None
    assert request.transport is not None
    await socket._writer.close(ELSEWHERE, b"elsewhere")
    request.transport.close()
    return socket


@pytest.fixture
async def hasty() -> AsyncIterator[str]:
    """The address of a server that does so."""
    async with live_server(routes=[web.get("/hasty/v1/socket", _goodbye_at_once)]) as server:
        yield f"{server.url}/hasty"


async def _gone(socket: Socket) -> None:
    """Wait until the other side has hung up, though nobody has read its goodbye yet."""
    async with asyncio.timeout(SOON):
        while (connection := socket._response.connection) is not None and connection.transport is not None:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0)


async def test_a_goodbye_counts_although_it_cannot_be_returned_any_more(hasty: str) -> None:
    async with aiohttp.ClientSession() as http:
        socket = await opened(http, hasty)
        try:
            await _gone(socket)
            heard = [message async for message in socket]
            assert (heard, socket.close_code) == ([], ELSEWHERE)
        finally:
            await hang_up(socket)


async def test_the_check_of_servers_tells_such_a_code_as_it_was(hasty: str) -> None:
    async with aiohttp.ClientSession() as http, Visit(hasty, http, SOON).connection() as line:
        await _gone(line.socket)
        assert await line.closed() == ELSEWHERE


async def test_a_client_that_is_told_while_signing_in_not_to_come_back_does_not(hasty: str) -> None:
    with pytest.raises(LostError, match="newer connection"):
        async with Client(hasty, name="Ada"):
            pass
