"""How answers leave: tagged and packed, every one of them; each route is walked, so that a new one cannot be
forgotten."""

import asyncio
import gzip
from pathlib import Path

import aiohttp
import pytest
from quarterdeck_server.fair_queue import Sharer
from quarterdeck_server.web.http.packed_answers import LEAST_PACKED, MOST_PACKED_AT_ONCE, PACKING
from servers import LiveServer, bot, live_server, soon
from site_folders import whole_site

GAME = "amiibart"


async def got(server: LiveServer, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    async with (
        aiohttp.ClientSession(auto_decompress=False) as http,
        http.get(server.url + path, headers={"Accept-Encoding": "identity", **headers}) as answer,
    ):
        return answer.status, {name.lower(): value for name, value in answer.headers.items()}, await answer.read()


ELSEWHERE = ("/open", "/.well-known/security.txt", "/sign-on/email/unsubscribe")
"""Paths that lead elsewhere, or are only there for a host with a contact page."""

OF_A_SITE = {"page": "rules", "path": "logo.svg"}
ASKED = {
    "/oembed": "?url={page}/cards/amiibart/night-countess",
    "/previews/picture.png": "?path=/cards/amiibart/night-countess",
}
"""Queries of paths that are refused without one."""


async def answered_paths(server: LiveServer, player: str, other: str) -> list[str]:
    """Return every path that can be asked with GET, filled in so that it is answered."""
    await server.begin("done", [bot(1), bot(2)], marks=5)
    async with server.line() as line:
        update = await line.ask({"type": "watch_match", "match": "done"})
        while update["result"] is None:
            update = await line.until(lambda heard: heard["type"] == "update")
    filled = {
        "game": GAME,
        "match": "done",
        "player": player,
        "other": other,
        "digest": "d",
        "page": "matches",
        "path": "web/src/main.js",
        "root": "from-client",
    }
    paths = []
    for route in server.app.router.routes():
        assert route.resource is not None
        path = route.resource.canonical
        is_whole = path not in ("/v1/socket", "/healthz", "/readyz", *ELSEWHERE) and not path.endswith("/events")
        is_found = not any(part in path for part in ("moderation", "{trade}", "{card}", "{tournament}", "{club}"))
        if route.method == "GET" and is_whole and is_found:
            query = ASKED.get(path, "").format(page=server.url)
            paths.append(path.format_map(filled | OF_A_SITE if path.startswith("/site/") else filled) + query)
    assert len(paths) > 10
    return paths


async def test_every_answer_has_a_tag_and_what_is_large_is_packed(tmp_path: Path) -> None:
    async with live_server(site=str(whole_site(tmp_path))) as server, server.line() as line, server.line() as another:
        signed_in, other = await line.sign_in("Ada"), await another.sign_in("Bo")
        for path in await answered_paths(server, signed_in["player"]["id"], other["player"]["id"]):
            who = (
                {"Authorization": f"Bearer {signed_in['token']}"}
                if path.startswith(("/v1/me/", "/sign-on/passkeys"))
                else {}
            )
            status, headers, plain = await got(server, path, **who)
            assert status == 200, path
            assert headers["cache-control"], path
            tag = headers["etag"]
            if "/me/" in path:
                assert headers["cache-control"] == "private, no-cache"
                continue  # it says what time it is, so it is never the same
            status, again, empty = await got(server, path, **who, **{"If-None-Match": f'"x", W/{tag}'})
            assert (status, empty, again["etag"]) == (304, b"", tag), path
            if len(plain) <= LEAST_PACKED:
                continue
            assert "Accept-Encoding" in headers["vary"], path
            status, headers, small = await got(server, path, **who, **{"Accept-Encoding": "gzip, br"})
            assert (status, headers["content-encoding"]) == (200, "gzip"), path
            assert gzip.decompress(small) == plain, path
            assert len(small) < len(plain), path
            assert headers["etag"] != tag, path
            status, _, _ = await got(
                server, path, **who, **{"Accept-Encoding": "gzip", "If-None-Match": headers["etag"]}
            )
            assert status == 304, path


async def test_large_and_small_are_packed_alike() -> None:
    async def text(request: aiohttp.web.Request) -> aiohttp.web.Response:
        return aiohttp.web.Response(text="x" * int(request.query["size"]))

    async with live_server(routes=[aiohttp.web.get("/text", text)]) as server:
        for size in (LEAST_PACKED, LEAST_PACKED + 1, MOST_PACKED_AT_ONCE + 1):
            _, headers, body = await got(server, f"/text?size={size}", **{"Accept-Encoding": "gzip"})
            is_packed = headers.get("content-encoding") == "gzip"
            assert is_packed == (size > LEAST_PACKED)
            assert (gzip.decompress(body) if is_packed else body) == b"x" * size


@pytest.mark.parametrize("path", ["/healthz", "/v1/matches/nowhere", "/v1/me/seats", "/nowhere"])
async def test_anything_that_says_how_it_is_now_or_refuses_is_kept_by_nobody(path: str) -> None:
    async with live_server() as server:
        _, headers, _ = await got(server, path)
        assert headers["cache-control"] == "no-store"
        assert "etag" not in headers


async def test_anything_that_holds_a_secret_is_never_packed() -> None:
    async def secret(_: aiohttp.web.Request) -> aiohttp.web.Response:
        return aiohttp.web.Response(text="code " * 1000)

    async with live_server(routes=[aiohttp.web.post("/secret", secret)]) as server:
        asked = {"Accept-Encoding": "gzip"}
        async with aiohttp.ClientSession() as http, http.post(server.url + "/secret", headers=asked) as answer:
            assert "Content-Encoding" not in answer.headers
            assert "ETag" not in answer.headers


async def test_of_large_answers_one_is_packed_at_a_time_and_each_address_has_its_share() -> None:
    order = list[str]()

    async def large(request: aiohttp.web.Request) -> aiohttp.web.Response:
        return aiohttp.web.Response(text="x" * (MOST_PACKED_AT_ONCE + 1))

    async def ask(address: str) -> str:
        headers = {"Accept-Encoding": "gzip", "X-Forwarded-For": address}
        async with aiohttp.ClientSession() as http, http.get(f"{server.url}/large", headers=headers) as answer:
            await answer.read()
        order.append(address)
        return answer.headers.get("Content-Encoding", "plain")

    async with live_server(routes=[aiohttp.web.get("/large", large)], trusted_proxies=1) as server:
        turns = server.app[PACKING]
        async with turns.turn(Sharer("192.0.2.100", ""), "full"):
            asking = [asyncio.create_task(ask("192.0.2.1")) for _ in range(20)]
            await soon(lambda: turns.waiting == 20)
            asking.append(asyncio.create_task(ask("192.0.2.9")))
            await soon(lambda: turns.waiting == 21)
            turns.queue._most = 21
            assert await ask("192.0.2.1") == "plain", "what has no room is sent as it is"
            order.clear()
        assert await asyncio.gather(*asking) == ["gzip"] * 21
        assert order.index("192.0.2.9") <= 2
