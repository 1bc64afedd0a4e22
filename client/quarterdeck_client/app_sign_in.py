"""The sign-in of a program on this device by the player's browser (OAuth 2.1 with PKCE, RFC 8252).

tokens = await sign_in_by_browser("https://cards.example.org", "my-bot", ["play"])
async with Client("https://cards.example.org", token=tokens.access_token) as client: ...

A program without a browser beside it shows its user a code instead (RFC 8628): `sign_in_by_code`.
"""

import asyncio
import base64
import contextlib
import hashlib
import secrets
import time
import webbrowser
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeVar
from urllib.parse import urlencode

import aiohttp
import msgspec
from aiohttp import web
from quarterdeck_protocol.encoding.enums import sent_values
from quarterdeck_protocol.http.authorization import (
    DEVICE_GRANT,
    AuthorizationServer,
    DeviceAuthorization,
    OAuthProblem,
    OAuthTokens,
)
from quarterdeck_protocol.names import Token
from quarterdeck_protocol.sides import Scope

from quarterdeck_client.errors import ClientError, LostError, MisunderstoodError
from quarterdeck_client.saved_tokens import SavedToken, SavedTokens

Answer = TypeVar("Answer")


class _NotYetError(ClientError):
    """The player has not answered yet."""

    def __init__(self, code: str) -> None:
        super().__init__("the player has not answered yet")
        self.code = code


PATH = "/back"
WAITING = ("authorization_pending", "slow_down")
SLOWER = 5
"""Seconds by which a program waits longer that has asked too often (RFC 8628, section 3.5)."""

CODE_CLIENT = "Quarterdeck in a terminal"
"""The name of the terminal client that a player reads who signs in by a code."""

CODE_SCOPES = tuple(scope for scope in sent_values(Scope) if scope not in (Scope.MODERATE, Scope.OVERLAY))
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


async def sign_in_by_code(
    server: str,
    client_id: str,
    scopes: Sequence[str],
    show: Callable[[DeviceAuthorization], Any],
    wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> OAuthTokens:
    """Return the tokens of a player who allows this program to act for them. `show` shows them the page and the code to
    enter there. Raises `ClientError` if the player denies it or lets it expire, `LostError`, `MisunderstoodError`."""
    async with aiohttp.ClientSession() as http:
        found = await _asked(http.get(f"{server}/.well-known/oauth-authorization-server"), AuthorizationServer)
        if found.device_authorization_endpoint is None:
            raise ClientError("this server signs in no programs by a code")
        form = {"client_id": client_id, "scope": " ".join(scopes)}
        asked = await _asked(http.post(found.device_authorization_endpoint, data=form), DeviceAuthorization)
        show(asked)
        form = {"grant_type": DEVICE_GRANT, "device_code": asked.device_code, "client_id": client_id}
        seconds = asked.interval
        while True:
            await wait(seconds)
            try:
                return await _asked(http.post(found.token_endpoint, data=form), OAuthTokens)
            except _NotYetError as error:
                seconds += SLOWER if error.code == "slow_down" else 0


async def refreshed(server: str, client_id: str, token: str) -> OAuthTokens:
    """Return new tokens for a refresh token, which is used up. Raises `ClientError` if the player has ended it,
    `LostError`, `MisunderstoodError`."""
    form = {"grant_type": "refresh_token", "refresh_token": token, "client_id": client_id}
    async with aiohttp.ClientSession() as http:
        return await _asked(http.post(f"{server}/oauth/token", data=form), OAuthTokens)


async def current_token(known: SavedToken, notebook: SavedTokens) -> Token:
    """Return the token of a saved player. The tokens of a player who signed in by a code are renewed before they
    expire. Raises `ClientError` if the player has ended them, `LostError`, `MisunderstoodError`, `OSError`."""
    if known.refresh is None or time.time() + 3600 < known.until:
        return known.token
    tokens = await refreshed(known.url, CODE_CLIENT, known.refresh)
    notebook.forget(known)
    notebook.note(with_tokens(known, tokens))
    return Token(tokens.access_token)


def with_tokens(player: SavedToken, tokens: OAuthTokens) -> SavedToken:
    """Return a player to save with these tokens."""
    until = int(time.time()) + tokens.expires_in
    return msgspec.structs.replace(player, token=Token(tokens.access_token), refresh=tokens.refresh_token, until=until)


async def _asked(request: AbstractAsyncContextManager[aiohttp.ClientResponse], kind: type[Answer]) -> Answer:
    try:
        async with request as answer:
            body = await answer.read()
    except (aiohttp.ClientError, OSError) as error:
        raise LostError(f"the server cannot be reached: {error}") from error
    if not answer.ok:
        with contextlib.suppress(msgspec.MsgspecError):
            problem = msgspec.json.decode(body, type=OAuthProblem)
            if problem.error in WAITING:
                raise _NotYetError(problem.error)
        raise ClientError(f"the server refused the sign-in: {body.decode(errors='replace')}")
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.MsgspecError as error:
        raise MisunderstoodError(f"the server's answer cannot be read: {error}") from error
