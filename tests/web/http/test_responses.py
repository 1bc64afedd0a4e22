"""What every answer over HTTP has in its head, whoever gives it: the house, aiohttp, or one without room."""

import asyncio

import aiohttp.web
import pytest
from servers import LiveServer, live_server
from yarl import URL

PLAIN = "GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{more}\r\n"
ASKED = {
    "the doorstep": PLAIN.format(path="/", more=""),
    "games": PLAIN.format(path="/v1/games", more=""),
    "a catalogue": PLAIN.format(path="/v1/games/myacards/cards", more="Accept-Encoding: gzip\r\n"),
    "what has not changed": PLAIN.format(path="/v1/games/myacards/cards", more="If-None-Match: *\r\n"),
    "health": PLAIN.format(path="/healthz", more=""),
    "a refusal": PLAIN.format(path="/v1/matches/nowhere", more=""),
    "no token": PLAIN.format(path="/v1/me/export", more=""),
    "no such path": PLAIN.format(path="/nowhere", more=""),
    "no such method": "DELETE /v1/games HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    "a handshake that is none": PLAIN.format(path="/v1/socket", more=""),
    "an expectation that nobody meets": PLAIN.format(path="/v1/games", more="Expect: a-miracle\r\n"),
    "no HTTP": "what is this?\r\n\r\n",
    "a header that never ends": PLAIN.format(path="/", more=f"X: {'x' * 10_000}\r\n"),
    "a handshake": PLAIN.format(
        path="/v1/socket",
        more="Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n",
    ).replace("close", "Upgrade"),
}


async def head_of_the_answer(server: LiveServer, asked: str) -> tuple[str, dict[str, str]]:
    """Return the first line of an answer and its headers, by their names in small letters."""
    address = URL(server.url)
    reader, writer = await asyncio.open_connection(address.host, address.port)
    writer.write(asked.encode())
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().strip().split("\r\n")
    writer.close()
    return first, {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}


def check(headers: dict[str, str]) -> None:
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-frame-options"] == "DENY"
    policy = dict(each.strip().split(" ", 1) for each in headers["content-security-policy"].split(";"))
    assert (policy["default-src"], policy["frame-ancestors"]) == ("'none'", "'none'")
    assert "text/html" not in headers.get("content-type", "")
    assert "python" not in headers.get("server", "").lower()


@pytest.mark.parametrize("what", ASKED)
async def test_every_answer_tells_browsers_to_make_nothing_else_of_it(what: str) -> None:
    async with live_server() as server:
        first, headers = await head_of_the_answer(server, ASKED[what])
        assert first.startswith("HTTP/1.")
        check(headers)


async def test_so_does_the_answer_to_whom_there_is_no_room_for() -> None:
    async with live_server(connections=1, connections_per_address=1) as server, server.line():
        first, headers = await head_of_the_answer(server, ASKED["games"])
        assert " 429 " in first
        check(headers)


async def test_a_page_says_itself_what_it_needs() -> None:
    async def page(_: aiohttp.web.Request) -> aiohttp.web.Response:
        policy = {"Content-Security-Policy": "default-src 'self'"}
        return aiohttp.web.Response(text="<p>", content_type="text/html", headers=policy)

    async with live_server(routes=[aiohttp.web.get("/page", page)]) as server:
        _, headers = await head_of_the_answer(server, PLAIN.format(path="/page", more=""))
        assert headers["content-security-policy"] == "default-src 'self'"
        assert headers["x-content-type-options"] == "nosniff"
