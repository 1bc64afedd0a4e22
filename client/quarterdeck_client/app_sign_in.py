"""The sign-in of a program on this device by the player's browser (OAuth 2.1 with PKCE, RFC 8252).

tokens = await sign_in_by_browser("https://cards.example.org", "my-bot", ["play"])
async with Client("https://cards.example.org", token=tokens.access_token) as client: ...
"""

import asyncio
import base64
import hashlib
import secrets
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeVar
from urllib.parse import urlencode

import aiohttp
import msgspec
from aiohttp import web
from quarterdeck_protocol.http.authorization import AuthorizationServer, OAuthTokens

from quarterdeck_client.errors import ClientError, LostError, MisunderstoodError

Answer = TypeVar("Answer")

PATH = "/back"
DONE = "You can close this page and return to the program."


async def sign_in_by_browser(
    server: str,
    client_id: str,
    scopes: Sequence[str],
    show: Callable[[str], Any] = webbrowser.open,
    seconds: float = 300,
) -> OAuthTokens:
    """Return the tokens of a player who allows this program to act for them. `client_id` is the name that the player
    reads, and `show` shows them an address. Raises `ClientError` if the player refuses or does not answer within this
    number of seconds, `LostError`, `MisunderstoodError`."""
    verifier, state = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    answer: asyncio.Future[dict[str, str]] = asyncio.get_running_loop().create_future()

    async def returned(request: web.Request) -> web.Response:
        if request.query.get("state") == state and not answer.done():
            answer.set_result(dict(request.query))
        return web.Response(text=DONE)

    async with aiohttp.ClientSession() as http:
        found = await _asked(http.get(f"{server}/.well-known/oauth-authorization-server"), AuthorizationServer)
        app = web.Application()
        app.router.add_get(PATH, returned)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        try:
            site = web.TCPSite(runner, "127.0.0.1", 0)
            await site.start()
            redirect = f"http://127.0.0.1:{runner.addresses[0][1]}{PATH}"
            challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
            query = {
                "response_type": "code",
                "client_id": client_id,
                "redirect_uri": redirect,
                "scope": " ".join(scopes),
                "state": state,
                "code_challenge": challenge,
                "code_challenge_method": "S256",
            }
            show(f"{found.authorization_endpoint}?{urlencode(query)}")
            async with asyncio.timeout(seconds):
                given = await answer
        except TimeoutError:
            raise ClientError("the player has not answered in the browser") from None
        finally:
            await runner.cleanup()
        if given.get("iss") != found.issuer:
            raise ClientError("the answer is from another server")
        if "code" not in given:
            raise ClientError(f"the player was not signed in: {given.get('error')}")
        form = {
            "grant_type": "authorization_code",
            "code": given["code"],
            "redirect_uri": redirect,
            "client_id": client_id,
            "code_verifier": verifier,
        }
        return await _asked(http.post(found.token_endpoint, data=form), OAuthTokens)


async def refreshed(server: str, client_id: str, token: str) -> OAuthTokens:
    """Return new tokens for a refresh token, which is used up. Raises `ClientError` if the player has ended it,
    `LostError`, `MisunderstoodError`."""
    form = {"grant_type": "refresh_token", "refresh_token": token, "client_id": client_id}
    async with aiohttp.ClientSession() as http:
        return await _asked(http.post(f"{server}/oauth/token", data=form), OAuthTokens)


async def _asked(request: AbstractAsyncContextManager[aiohttp.ClientResponse], kind: type[Answer]) -> Answer:
    try:
        async with request as answer:
            body = await answer.read()
    except (aiohttp.ClientError, OSError) as error:
        raise LostError(f"the server cannot be reached: {error}") from error
    if not answer.ok:
        raise ClientError(f"the server refused the sign-in: {body.decode(errors='replace')}")
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.MsgspecError as error:
        raise MisunderstoodError(f"the server's answer cannot be read: {error}") from error
