"""How questions over plain HTTP are refused, counted, and asked in somebody's name."""

import asyncio
import io
import json
import re
import secrets
from typing import Any

import aiohttp
import pytest
import yarl
from aiohttp import web
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.lobby.accounts.address_marks import MARKS, AddressMarks
from quarterdeck_server.lobby.moderation.documents import ADDRESS_BANS
from quarterdeck_server.lobby.moderation.sanction_rules import AddressBanRecord
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.web.http.requests import UNCOUNTED, identified
from quarterdeck_server.web.rate_limit.quotas import CONNECT, EXPORT, HTTP, TRANSCRIPT
from servers import PASSWORD, SOON, Watch, live_server


async def asked(url: str, **options: Any) -> tuple[aiohttp.ClientResponse, Any]:
    async with aiohttp.ClientSession() as http, http.get(url, **options) as response:
        return response, await response.json(content_type=None)


@pytest.mark.parametrize(
    ("path", "status", "title", "code"),
    [
        ("/v1/matches/nowhere", 404, "Not Found", "unknown_match"),
        ("/nowhere", 404, "Not Found", None),
        ("/v1/socket", 400, "Bad Request", None),
    ],
)
async def test_anything_that_is_refused_is_a_problem(path: str, status: int, title: str, code: str | None) -> None:
    async with live_server() as server:
        response, problem = await asked(server.url + path)
        assert (response.status, response.content_type) == (status, "application/problem+json")
        page = "about:blank" if code is None else f"/docs/errors#{code}"
        assert (problem["type"], problem["title"], problem["status"]) == (page, title, status)
        assert (problem["code"], bool(problem["detail"])) == (code, True)


async def test_a_store_that_is_away_is_a_problem_too() -> None:
    memory = Memory()
    async with live_server(MemoryStore(memory)) as server:
        memory.leave()
        response, problem = await asked(f"{server.url}/v1/matches/m")
        assert (response.status, problem["code"]) == (503, "unavailable")


async def test_each_answer_tells_how_much_may_still_be_asked() -> None:
    async with live_server(quotas="on", clock=Watch()) as server:
        first, _ = await asked(f"{server.url}/v1/games")
        second, _ = await asked(f"{server.url}/nowhere")
        remaining = [response.headers["RateLimit-Remaining"] for response in (first, second)]
        assert remaining == [str(HTTP.at_once - 1), str(HTTP.at_once - 2)]
        assert first.headers["RateLimit-Limit"] == str(HTTP.at_once)
        assert int(second.headers["RateLimit-Reset"]) <= 1
        assert first.headers["RateLimit-Policy"] == '"http_requests";q=300;w=60'
        assert re.fullmatch(r'"http_requests";r=298;t=[01]', second.headers["RateLimit"])


async def test_each_code_has_its_place_on_the_page_to_which_its_problem_leads() -> None:
    async with live_server() as server, aiohttp.ClientSession() as http, http.get(f"{server.url}/docs/errors") as page:
        places = set(re.findall(r'<tr id="([a-z_]+)">', await page.text()))
    assert {code.value for code in RefusalCode} - {RefusalCode.OTHER.value} <= places


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/", b"", 200),
        ("GET", "/v1/games", b"", 200),
        ("GET", "/v1/games/nowhere", b"", 404),
        ("GET", "/nowhere", b"", 404),
        ("DELETE", "/v1/games", b"", 405),
        ("GET", "/v1/me/export", b"", 401),
        ("POST", "/v1/moderation/sanctions", b"", 401),
        ("GET", "/v1/socket", b"", 400),
        ("POST", "/v1/echo", b"x" * (1024 * 1024 + 1), 413),
        ("GET", "/v1/mistake", b"", 500),
    ],
)
async def test_every_answer_tells_it_whatever_it_says(method: str, path: str, body: bytes, status: int) -> None:
    async def echo(request: web.Request) -> web.Response:
        return web.Response(body=await request.read())

    async def mistake(_: web.Request) -> web.Response:
        raise ZeroDivisionError

    routes = [web.post("/v1/echo", echo), web.get("/v1/mistake", mistake)]
    async with (
        live_server(quotas="on", clock=Watch(), routes=routes) as server,
        aiohttp.ClientSession() as http,
        http.request(method, server.url + path, data=io.BytesIO(body) if body else None) as response,
    ):
        assert response.status == status
        most = (CONNECT if path == "/v1/socket" else HTTP).at_once
        headers = {name: response.headers[f"RateLimit-{name}"] for name in ("Limit", "Remaining", "Reset")}
        assert headers == {"Limit": str(most), "Remaining": str(most - 1), "Reset": "1"}
        if status >= 400:
            assert (await response.json(content_type=None))["remaining"] == most - 1
        assert response.headers.get("Allow") == ("GET,HEAD" if status == 405 else None)
        assert response.headers.get("WWW-Authenticate") == ("Bearer" if status == 401 else None)


async def test_an_answer_tells_of_the_quota_of_which_least_is_left() -> None:
    async with live_server(quotas="on", clock=Watch()) as server:
        for left in range(TRANSCRIPT.at_once - 1, -1, -1):
            response, problem = await asked(f"{server.url}/v1/matches/nowhere")
            assert (response.status, problem["remaining"]) == (404, left)
        response, problem = await asked(f"{server.url}/v1/matches/nowhere")
        assert (response.status, problem["code"], problem["remaining"]) == (429, "too_many", 0)
        assert response.headers["RateLimit-Limit"] == str(TRANSCRIPT.at_once)
        assert (await asked(f"{server.url}/v1/games"))[0].status == 200


async def test_a_caller_who_asks_too_much_is_told_when_to_come_back() -> None:
    watch = Watch()
    async with live_server(quotas="on", clock=watch) as server:
        for _ in range(HTTP.at_once):
            response, problem = await asked(f"{server.url}/nowhere")
            assert response.status == 404
        response, problem = await asked(f"{server.url}/v1/games")
        assert (response.status, problem["code"]) == (429, "too_many")
        assert (problem["retry_in"], problem["remaining"]) == (200, 0)
        assert response.headers["Retry-After"] == "1"
        assert response.headers["RateLimit-Remaining"] == "0"
        for path in UNCOUNTED:
            assert (await asked(server.url + path))[0].status == 200
        watch.at += problem["retry_in"] / 1000
        assert (await asked(f"{server.url}/v1/games"))[0].status == 200


async def test_a_caller_who_opens_connections_without_end_is_told_to_wait() -> None:
    async with live_server(quotas="on", clock=Watch()) as server:
        for _ in range(CONNECT.at_once):
            server.services.quotas.take(CONNECT, "127.0.0.1")
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            async with server.line():
                pass
        assert refused.value.status == 429
        assert refused.value.headers is not None
        assert refused.value.headers["RateLimit-Remaining"] == "0"
        assert refused.value.headers["Retry-After"] == "1"


async def test_anything_that_is_a_players_is_counted_for_the_player_wherever_they_ask() -> None:
    async with live_server(quotas="on", clock=Watch()) as server, server.line() as line:
        token = (await line.sign_in("Ada"))["token"]
        for _ in range(EXPORT.at_once - 1):
            assert (await line.ask({"type": "get_export"}))["type"] == "export"
        url, bearer = f"{server.url}/v1/me/export", {"Authorization": f"Bearer {token}"}
        assert (await asked(url, headers=bearer))[0].headers["RateLimit-Remaining"] == "0"
        assert (await asked(url, headers=bearer))[0].status == 429
        refused = await line.ask({"type": "get_export"})
        assert (refused["code"], refused["remaining"]) == ("too_many", 0)


async def test_without_quotas_nothing_is_told_of_them() -> None:
    async with live_server() as server:
        response, _ = await asked(f"{server.url}/v1/games")
        assert not [header for header in response.headers if header.startswith("RateLimit")]


async def test_a_token_says_in_whose_name_it_is_asked_and_takes_no_session_up() -> None:
    async def who(request: web.Request) -> web.Response:
        return web.json_response({"name": (await identified(request)).player.name})

    async with live_server(routes=[web.get("/who", who)]) as server, server.line() as line:
        token = (await line.sign_in("Ada"))["token"]
        for _ in range(2):
            response, answer = await asked(f"{server.url}/who", headers={"Authorization": f"Bearer {token}"})
            assert (response.status, answer) == (200, {"name": "Ada"})
        assert (await line.ask({"type": "get_account"}))["player"]["name"] == "Ada"
        for header, code in (("Bearer stolen", "unknown_token"), ("Basic x", "not_signed_in"), ("", "not_signed_in")):
            response, problem = await asked(f"{server.url}/who", headers={"Authorization": header})
            assert (response.status, problem["code"]) == (401, code)
            assert problem["where"] == "Authorization"


async def test_a_token_of_any_bytes_is_only_unknown() -> None:
    async def who(request: web.Request) -> web.Response:
        return web.json_response({"name": (await identified(request)).player.name})

    async with live_server(routes=[web.get("/who", who)]) as server:
        host, _, port = server.url.removeprefix("http://").partition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(b"GET /who HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer \xff\xfe\r\n\r\n")
        answer = await asyncio.wait_for(reader.read(), SOON)
        writer.close()
        assert answer.startswith(b"HTTP/1.1 401 ")
        assert b"unknown_token" in answer


@pytest.mark.parametrize(
    ("method", "path", "status", "detail", "german"),
    [
        ("GET", "/v1/nothing", 404, "There is no such path; `/v1/openapi.json`", "Diesen Pfad gibt es nicht"),
        ("PUT", "/v1/games", 405, "This path allows GET, HEAD.", "Dieser Pfad erlaubt GET, HEAD."),
        (
            "GET",
            "/assets/x/y.js",
            404,
            "The browser client has no such file",
            "Der Browser-Client hat keine solche Datei",
        ),
    ],
)
async def test_anything_that_http_itself_refuses_says_what_would_be_right(
    method: str, path: str, status: int, detail: str, german: str
) -> None:
    async with live_server() as server, aiohttp.ClientSession() as http:
        for language, words in (("en", detail), ("de", german)):
            headers = {"Accept-Language": language}
            async with http.request(method, server.url + path, headers=headers) as response:
                problem = await response.json(content_type=None)
                assert (response.status, problem["status"], problem["code"]) == (status, status, None)
                assert problem["detail"].startswith(words)
                assert response.headers["Content-Language"] == language


TAKES_NO_TOKEN = frozenset({"/v1/games/{game}/deck", "/v1/replays"})
"""Paths of requests that anybody may send: nothing of them is stored."""

HAS_OTHER_SECRETS = frozenset(
    {
        "/discord/interactions",
        "/oauth/device_authorization",
        "/oauth/revoke",
        "/oauth/token",
        "/sign-on/email/confirm",
        "/sign-on/email/recovery",
        "/sign-on/email/unsubscribe",
        "/sign-on/finish",
        "/sign-on/passkeys/options",
        "/sign-on/passkeys/use",
        "/sign-on/start",
    }
)
"""Paths of requests that show a signature or a secret instead of a token, and act for nobody who is not admitted later:
by `sign_in`, or by the check of each command."""


async def test_every_request_that_acts_is_admitted_as_a_sign_in_is() -> None:
    """The address is marked, and guests are refused from an address whose guests are banned."""
    store = MemoryStore(Memory())
    marks = AddressMarks(store.documents, secrets)
    async with live_server(store, trusted_proxies=1) as server, server.line() as line:
        signed_in = await line.ask({"type": "sign_in", "name": "Gil"})
        player, token = PlayerId(signed_in["player"]["id"]), {"Authorization": f"Bearer {signed_in['token']}"}
        acting = {
            (route.method, re.sub(r"\{[^}]*\}", "x", resource.canonical))
            for resource in server.app.router.resources()
            for route in resource
            if route.method not in {"GET", "HEAD"} and resource.canonical not in TAKES_NO_TOKEN | HAS_OTHER_SECRETS
        }
        assert {"/v1/commands", "/v1/me/trades/offer", "/v1/moderation/sanctions"} <= {path for _, path in acting}
        unmarked, let_in, read = set(), set(), []
        async with aiohttp.ClientSession(server.url) as http:
            for number, (method, path) in enumerate(sorted(acting)):
                address = f"192.0.2.{number}"
                headers = {**token, "X-Forwarded-For": address}
                async with http.get("/v1/me/seats", headers=headers) as seats:
                    read.append((seats.status, await marks.of(address) in await marked(store, player)))
                await http.request(method, path, headers=headers, json={})
                if await marks.of(address) not in await marked(store, player):
                    unmarked.add(path)
                ban = AddressBanRecord(player=player, why="far too loud", until=Milliseconds(2**42))
                await store.documents.commit([ADDRESS_BANS.put(await marks.of(address), None, ban)])
                async with http.request(method, path, headers=headers, json={}) as refused:
                    told = await refused.json(content_type=None)
                    if (told.get("code"), told.get("where")) != ("banned", "Authorization"):
                        let_in.add(path)
    assert (unmarked, let_in) == (set(), set())
    assert read == [(200, False)] * len(acting)


async def marked(store: MemoryStore, player: PlayerId) -> list[str]:
    """Return the marks of the addresses from which a player was admitted."""
    [found] = await MARKS.read(store.documents, [player])
    return [] if found is None else [mark for mark, _ in found.marks]


@pytest.mark.parametrize(
    ("path", "order"),
    [
        ("/v1/commands", {"type": "make_token", "ref": "kept", "scopes": ["play"]}),
        ("/sign-on/link", {"ticket": "a" * 32, "verifier": "a" * 43}),
        ("/v1/moderation/password-reset", {"player": "a" * 16, "why": "mine now"}),
    ],
)
async def test_a_body_whose_end_was_held_back_is_nobodys_after_the_session(path: str, order: dict[str, Any]) -> None:
    async with live_server() as server, server.line() as ada, server.line() as owner:
        await ada.sign_in()
        await ada.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        signed_in = await owner.ask({"type": "sign_in", "name": "Ada", "password": PASSWORD})
        body, place = json.dumps(order).encode(), yarl.URL(server.url)
        reader, writer = await asyncio.open_connection(place.host, place.port)
        head = f"POST {path} HTTP/1.1\r\nHost: {place.authority}\r\nContent-Length: {len(body)}\r\nConnection: close"
        bearer = f"Authorization: Bearer {signed_in['token']}\r\nContent-Type: application/json"
        writer.write(f"{head}\r\n{bearer}\r\nExpect: 100-continue\r\n\r\n".encode() + body[:-1])
        assert await reader.readuntil(b"\r\n\r\n") == b"HTTP/1.1 100 Continue\r\n\r\n"  # the server has begun
        await ada.ask({"type": "get_account"})
        await ada.ask({"type": "sign_out", "everywhere": True})
        writer.write(body[-1:])
        answer = await asyncio.wait_for(reader.read(), SOON)
        problem = json.loads(answer.partition(b"\r\n\r\n")[2])
        assert (problem["code"], problem["where"]) == ("unknown_token", "Authorization")
        writer.close()
