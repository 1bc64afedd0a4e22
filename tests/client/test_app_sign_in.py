"""The sign-in of a program by the player's browser: allowed, refused, forged and late."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import aiohttp
import msgspec
import pytest
from quarterdeck_client import Client, ClientError, LostError
from quarterdeck_client.app_sign_in import (
    CODE_CLIENT,
    CODE_SCOPES,
    current_token,
    refreshed,
    sign_in_by_browser,
    sign_in_by_code,
    with_tokens,
)
from quarterdeck_client.saved_tokens import SavedToken, SavedTokens
from quarterdeck_protocol.http.authorization import DeviceAuthorization
from quarterdeck_protocol.names import Token
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


async def test_a_program_signs_a_player_in_by_a_code_and_renews_the_saved_tokens(tmp_path: Path) -> None:
    async with live_server() as server, server.line() as line:
        await line.sign_in("Whoever")
        await line.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        shown: list[DeviceAuthorization] = []

        def answering(allow: bool) -> Callable[[float], Awaitable[None]]:
            async def answer(_: float) -> None:
                await line.ask({"type": "answer_device_request", "code": shown[-1].user_code, "allow": allow})

            return answer

        tokens = await sign_in_by_code(server.url, CODE_CLIENT, CODE_SCOPES, shown.append, answering(True))
        async with Client(server.url, token=Token(tokens.access_token)) as client:
            assert client.player.name == "Ada"
        with pytest.raises(ClientError, match="denied"):
            await sign_in_by_code(server.url, CODE_CLIENT, ["play"], shown.append, answering(False))
        notebook = SavedTokens(tmp_path / "players.json")
        saved = with_tokens(SavedToken(url=server.url, name="Ada", token=Token("")), tokens)
        notebook.note(saved)
        assert await current_token(saved, notebook) == tokens.access_token
        old = msgspec.structs.replace(saved, until=0)
        renewed = await current_token(old, notebook)
        assert renewed != tokens.access_token
        assert notebook.find(server.url, "Ada") == msgspec.structs.replace(
            notebook.find(server.url, "Ada") or saved, token=renewed
        )
