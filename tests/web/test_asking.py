"""How questions over plain HTTP are refused, counted, and asked in somebody's name."""

import asyncio
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from houses import SOON, house
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.web.asking import UNCOUNTED, identified
from quarterdeck_server.web.quotas import HTTP


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
async def test_what_is_refused_is_a_problem(path: str, status: int, title: str, code: str | None) -> None:
    async with house() as server:
        response, problem = await asked(server.url + path)
        assert (response.status, response.content_type) == (status, "application/problem+json")
        assert (problem["type"], problem["title"], problem["status"]) == ("about:blank", title, status)
        assert (problem["code"], bool(problem["detail"])) == (code, True)


async def test_a_store_that_is_away_is_a_problem_too() -> None:
    memory = Memory()
    async with house(MemoryStore(memory)) as server:
        memory.leave()
        response, problem = await asked(f"{server.url}/v1/matches/m")
        assert (response.status, problem["code"]) == (503, "unavailable")


async def test_each_answer_tells_how_much_may_still_be_asked() -> None:
    async with house(quotas="on") as server:
        first, _ = await asked(f"{server.url}/v1/games")
        second, _ = await asked(f"{server.url}/nowhere")
        told = [response.headers["RateLimit-Remaining"] for response in (first, second)]
        assert told == [str(HTTP.at_once - 1), str(HTTP.at_once - 2)]
        assert first.headers["RateLimit-Limit"] == str(HTTP.at_once)
        assert int(second.headers["RateLimit-Reset"]) <= 1


async def test_who_asks_too_much_is_told_when_to_come_back() -> None:
    async with house(quotas="on") as server:
        for _ in range(HTTP.at_once):
            response, problem = await asked(f"{server.url}/nowhere")
        response, problem = await asked(f"{server.url}/v1/games")
        while response.status == 200:  # the bucket fills while it is emptied
            response, problem = await asked(f"{server.url}/v1/games")
        assert (response.status, problem["code"]) == (429, "too_many")
        assert problem["retry_in"] <= 1000
        assert response.headers["Retry-After"] == "1"
        assert response.headers["RateLimit-Remaining"] in {"0", "1"}  # it fills while it is answered
        for path in UNCOUNTED - {"/v1/socket"}:
            assert (await asked(server.url + path))[0].status == 200


async def test_without_quotas_nothing_is_told_of_them() -> None:
    async with house() as server:
        response, _ = await asked(f"{server.url}/v1/games")
        assert not [header for header in response.headers if header.startswith("RateLimit")]


async def test_a_token_says_in_whose_name_it_is_asked_and_takes_no_session_up() -> None:
    async def who(request: web.Request) -> web.Response:
        return web.json_response({"name": (await identified(request)).player.name})

    async with house(routes=[web.get("/who", who)]) as server, server.line() as line:
        token = (await line.sign_in("Ada"))["token"]
        for _ in range(2):
            response, answer = await asked(f"{server.url}/who", headers={"Authorization": f"Bearer {token}"})
            assert (response.status, answer) == (200, {"name": "Ada"})
        assert (await line.ask({"type": "get_account"}))["player"]["name"] == "Ada"
        for header, code in (("Bearer stolen", "unknown_token"), ("Basic x", "not_signed_in"), ("", "not_signed_in")):
            response, problem = await asked(f"{server.url}/who", headers={"Authorization": header})
            assert (response.status, problem["code"]) == (401, code)


async def test_a_token_of_any_bytes_is_only_unknown() -> None:
    async def who(request: web.Request) -> web.Response:
        return web.json_response({"name": (await identified(request)).player.name})

    async with house(routes=[web.get("/who", who)]) as server:
        host, _, port = server.url.removeprefix("http://").partition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(b"GET /who HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer \xff\xfe\r\n\r\n")
        answer = await asyncio.wait_for(reader.read(), SOON)
        writer.close()
        assert answer.startswith(b"HTTP/1.1 401 ")
        assert b"unknown_token" in answer
