"""The sign-in of a program by the player's browser: allowed, refused, forged and late."""

import asyncio
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import aiohttp
import pytest
from quarterdeck_client import Client, ClientError, LostError
from quarterdeck_client.app_sign_in import refreshed, sign_in_by_browser
from servers import PASSWORD, LiveServer, live_server


async def returned(server: LiveServer, token: str, address: str, *, allow: bool, **forged: str) -> None:
    """Answer the question as the page does, and take the player's browser back to the program."""
    headers, query = {"Authorization": f"Bearer {token}"}, urlsplit(address).query
    async with aiohttp.ClientSession() as http:
        body = {"query": query, "allow": allow}
        async with http.post(f"{server.url}/oauth/consent", json=body, headers=headers) as answer:
            back = urlsplit((await answer.json())["redirect"])
        given = {name: values[0] for name, values in parse_qs(back.query).items()} | forged
        async with http.get(back._replace(query=urlencode(given)).geturl()) as page:
            assert page.status == 200


async def signed_in(server: LiveServer, token: str, seconds: float = 60, **how: Any) -> Any:
    answers = []

    def show(address: str) -> None:
        answers.append(asyncio.ensure_future(returned(server, token, address, **how)))

    try:
        return await sign_in_by_browser(server.url, "my-bot", ["play"], show, seconds)
    finally:
        await asyncio.gather(*answers)


async def test_a_program_signs_a_player_in_by_their_browser() -> None:
    async with live_server() as server, server.line() as line:
        token = (await line.sign_in("Whoever"))["token"]
        await line.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        tokens = await signed_in(server, token, allow=True)
        async with Client(server.url, token=tokens.access_token) as client:
            assert client.player.name == "Ada"
        again = await refreshed(server.url, "my-bot", tokens.refresh_token)
        assert again.access_token != tokens.access_token
        with pytest.raises(ClientError, match="used before"):
            await refreshed(server.url, "my-bot", tokens.refresh_token)
        with pytest.raises(ClientError, match="access_denied"):
            await signed_in(server, token, allow=False)
        with pytest.raises(ClientError, match="from another server"):
            await signed_in(server, token, allow=True, iss="https://evil.example")
        with pytest.raises(ClientError, match="not answered"):
            await signed_in(server, token, seconds=0.2, allow=True, state="forged")
    with pytest.raises(LostError):
        await refreshed(server.url, "my-bot", "x")
