"""What a page of another origin may do: every route is walked, so that a new one cannot be forgotten."""

from typing import Any

import aiohttp
import pytest
from servers import LiveServer, live_server

HERE, ELSEWHERE = "https://play.example", "https://other.example"
FILLED = {
    "game": "tiny",
    "match": "m",
    "player": "p",
    "other": "q",
    "report": "r",
    "root": "from-client",
    "table": "t",
    "tournament": "t",
    "club": "c",
    "trade": "t",
    "card": "c",
    "digest": "d",
    "page": "matches",
    "path": "web/src/main.js",
}


def routes_of(server: LiveServer) -> list[tuple[str, str]]:
    """Return every method and path that the server answers over plain HTTP."""
    found = []
    for route in server.app.router.routes():
        assert route.resource is not None
        path = route.resource.canonical.format_map(FILLED)
        if route.method != "HEAD" and path != "/v1/socket":
            found.append((route.method, path))
    assert len(found) > 20
    return found


async def heads(server: LiveServer, method: str, path: str, **headers: str) -> tuple[int, dict[str, str]]:
    async with aiohttp.ClientSession() as http, http.request(method, server.url + path, headers=headers) as answer:
        return answer.status, {name.lower(): value for name, value in answer.headers.items()}


async def test_by_default_every_answer_can_be_read_by_every_page() -> None:
    async with live_server() as server:
        for method, path in [*routes_of(server), ("GET", "/nowhere"), ("DELETE", "/v1/games")]:
            _, headers = await heads(server, method, path, Origin=ELSEWHERE)
            assert headers["access-control-allow-origin"] == "*", (method, path)
            exposed = headers["access-control-expose-headers"].lower().split(", ")
            assert {"etag", "retry-after", "content-language", "ratelimit-remaining"} <= set(exposed), (method, path)


async def test_every_path_says_beforehand_what_may_be_sent_to_it() -> None:
    async with live_server() as server:
        for method, path in routes_of(server):
            asked = {
                "Origin": ELSEWHERE,
                "Access-Control-Request-Method": method,
                "Access-Control-Request-Headers": "authorization,content-type,if-none-match",
            }
            status, headers = await heads(server, "OPTIONS", path, **asked)
            assert (status, headers["access-control-allow-origin"]) == (204, "*"), path
            assert method in headers["access-control-allow-methods"].split(", "), path
            allowed = headers["access-control-allow-headers"].lower().split(", ")
            assert {"authorization", "content-type", "if-none-match", "last-event-id"} <= set(allowed), path
            assert int(headers["access-control-max-age"]) > 600
            assert "access-control-allow-credentials" not in headers
        assert (await heads(server, "OPTIONS", "/nowhere", Origin=ELSEWHERE))[0] == 404


@pytest.mark.parametrize("method", ["GET", "OPTIONS"])
async def test_a_host_can_name_the_origins_and_then_no_other_page_reads_anything(method: str) -> None:
    async with live_server(origins=(HERE,)) as server:
        for _, path in routes_of(server):
            _, headers = await heads(server, method, path, Origin=HERE)
            assert headers["access-control-allow-origin"] == HERE, path
            assert "Origin" in headers["vary"].split(", "), path
            _, headers = await heads(server, method, path, Origin=ELSEWHERE)
            assert "access-control-allow-origin" not in headers, path
            assert "Origin" in headers["vary"].split(", "), path
            _, headers = await heads(server, method, path)
            assert "access-control-allow-origin" not in headers, path


async def test_a_page_elsewhere_sees_why_it_is_refused_and_when_to_come_back() -> None:
    async with live_server(quotas="on", clock=lambda: 0.0) as server:
        status, headers = 200, dict[str, str]()
        while status == 200:
            status, headers = await heads(server, "GET", "/v1/games", Origin=ELSEWHERE)
        assert (status, headers["access-control-allow-origin"]) == (429, "*")
        assert int(headers["retry-after"]) >= 1
        status, _ = await heads(server, "OPTIONS", "/v1/games", Origin=ELSEWHERE)
        assert status == 204
    async with live_server(connections=1, connections_per_address=1) as server, server.line():
        status, headers = await heads(server, "GET", "/v1/games", Origin=ELSEWHERE)
        assert (status, headers["access-control-allow-origin"]) == (429, "*")


async def test_anything_that_carries_a_token_can_be_asked_from_elsewhere() -> None:
    async with live_server() as server, server.line() as line:
        token: Any = (await line.sign_in())["token"]
        sent = {"Origin": ELSEWHERE, "Authorization": f"Bearer {token}"}
        status, headers = await heads(server, "GET", "/v1/me/seats", **sent)
        assert (status, headers["access-control-allow-origin"]) == (200, "*")
        assert headers["cache-control"] == "private, no-cache"
