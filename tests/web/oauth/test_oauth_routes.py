"""OAuth for third-party apps: the whole flow by two strict clients, and each bad case of RFC 9700 that applies here."""

import asyncio
import base64
import contextlib
import hashlib
from collections.abc import AsyncIterator, Sequence
from typing import Any, cast
from urllib.parse import parse_qs, urlencode, urlsplit

import aiohttp
import pytest
from lobby.interrupted_documents import Interrupted
from node import CLIENT, NODE, TOP, run
from quarterdeck_protocol.http.authorization import DEVICE_GRANT
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_server.lobby.accounts.documents import MOST_TOKENS
from quarterdeck_server.lobby.apps.app_grants import ACCESS_SECONDS, CODE_SECONDS
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.web.rate_limit.quotas import DEVICE_CODES_FROM
from servers import PASSWORD, Line, LiveServer, Message, live_server
from structlog.testing import capture_logs

BACK = "https://chess.example/back"
VERIFIER = "v" * 43
GOOD = {
    "response_type": "code",
    "client_id": "chess.example",
    "redirect_uri": BACK,
    "scope": "play lobby:read",
    "state": "s t",
    "code_challenge": base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode(),
    "code_challenge_method": "S256",
}


class Browser:
    """A player's browser and an app, which speak with the same server."""

    def __init__(self, server: LiveServer, http: aiohttp.ClientSession, line: Line, token: str) -> None:
        self.server = server
        self.http = http
        self.line = line
        self.token = token

    async def consent(self, query: str, **consent: Any) -> tuple[int, Message]:
        """Send the answer of the player as the page does."""
        headers = {"Authorization": f"Bearer {self.token}"}
        body = {"query": query, **consent}
        async with self.http.post(self.server.url + "/oauth/consent", json=body, headers=headers) as answer:
            return answer.status, await answer.json()

    async def code(self, **changed: str) -> str:
        """Return a code that the player's consent gives the app."""
        status, answer = await self.consent(urlencode(GOOD | changed), allow=True)
        assert status == 200, answer
        return parse_qs(urlsplit(answer["redirect"]).query)["code"][0]

    async def tokens(self, form: dict[str, str] | str, path: str = "/oauth/token", **more: Any) -> tuple[int, Message]:
        """Send a form to the token endpoint."""
        content = {"Content-Type": "application/x-www-form-urlencoded", **more.pop("headers", {})}
        body = form if isinstance(form, str) else urlencode(form)
        async with self.http.post(self.server.url + path, data=body, headers=content, **more) as answer:
            assert answer.headers["Cache-Control"] == "no-store"
            text = await answer.text()
            return answer.status, await answer.json() if text else {}

    async def granted(self, **changed: str) -> Message:
        status, issued = await self.tokens(exchange(await self.code(**changed)))
        assert status == 200, issued
        return issued

    async def is_valid(self, token: str) -> bool:
        status, _ = await self.server.get("/v1/me/seats", token)
        assert status in (200, 401)
        return status == 200


def exchange(code: str, **changed: str) -> dict[str, str]:
    form = {"grant_type": "authorization_code", "code": code, "client_id": "chess.example"}
    return form | {"redirect_uri": BACK, "code_verifier": VERIFIER} | changed


def refreshing(token: str, **changed: str) -> dict[str, str]:
    return {"grant_type": "refresh_token", "refresh_token": token, "client_id": "chess.example"} | changed


@contextlib.asynccontextmanager
async def browsers(**settings: Any) -> AsyncIterator[Browser]:
    async with live_server(**settings) as server, aiohttp.ClientSession() as http, server.line() as line:
        token = (await line.sign_in("Whoever"))["token"]
        await line.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        yield Browser(server, http, line, token)


async def test_an_app_plays_for_a_player_until_they_end_it() -> None:
    with capture_logs() as logs:
        async with browsers() as here:
            _, answer = await here.consent(urlencode(GOOD))
            assert answer["question"]["host"] == "chess.example"
            assert answer["question"]["scopes"] == ["play", "lobby:read"]
            assert answer["redirect"] is None
            _, answer = await here.consent(urlencode(GOOD), allow=True, days=2)
            returned = parse_qs(urlsplit(answer["redirect"]).query)
            assert (returned["state"], returned["iss"]) == (["s t"], [here.server.url])
            status, issued = await here.tokens(exchange(returned["code"][0]))
            assert (status, issued["token_type"], issued["scope"]) == (200, "Bearer", "play lobby:read")
            async with here.server.line() as app:
                assert (await app.sign_in(token=issued["access_token"]))["player"]["name"] == "Ada"
                assert (await app.ask({"type": "list_tokens"}))["code"] == "missing_scope"
                (listed,) = (await here.line.ask({"type": "list_tokens"}))["tokens"]
                assert listed["label"] == "chess.example (chess.example)"
                assert 0 < listed["until"] - listed["made_at"] <= 2 * 24 * 60 * 60 * 1000
                await here.line.ask({"type": "revoke_token", "id": listed["id"]})
                assert (await app.until(lambda message: message["type"] == "signed_out"))["ref"] is None
            status, refused = await here.tokens(refreshing(issued["refresh_token"]))
            assert (status, refused["error"]) == (400, "invalid_grant")
    secrets = {returned["code"][0], issued["access_token"], issued["refresh_token"], VERIFIER}
    assert not any(secret in repr(logs) for secret in secrets)


async def test_a_player_denies_and_an_app_hears_it() -> None:
    async with browsers() as here:
        _, answer = await here.consent(urlencode(GOOD), allow=False)
        returned = parse_qs(urlsplit(answer["redirect"]).query)
        assert returned == {"error": ["access_denied"], "state": ["s t"], "iss": [here.server.url]}
        assert (await here.line.ask({"type": "list_tokens"}))["tokens"] == []


Changed = dict[str, str | None]

ADDRESSES: list[tuple[str, str]] = [
    *(("2.6", each) for each in ("http://chess.example/back", "http://127.0.0.1.evil.example/", "http://0x7f.1/back")),
    *(("2.6", each) for each in ("http://localhost@evil.example/", "ftp://chess.example/back")),
    *(("4.1.3", each) for each in ("", "/back", "back", "//chess.example", "https:///back", "https://Chess.example/")),
    *(("4.1.3", each) for each in ("https://user@chess.example/back", "https://user:word@chess.example/")),
    *(("4.1.3", each) for each in ("https://chess.example\\@evil.example/", "https://chess.éxample/", "https://[::1/")),
    *(("4.1.3", each) for each in ("https://chess.example:port/", "https://chess.example/ back")),
    *(("4.1.3", each) for each in ("https://chess.example/\nback", "https://" + "a" * 1001)),
    ("4.1.2", "https://chess.example/back#part"),
    *(("4.11.2", each) for each in ("javascript:alert(1)", "data:text/html,x", "vbscript:x", "about:blank")),
    *(("4.11.2", each) for each in ("file:///etc/passwd", "blob:https://chess.example/x")),
]
"""Addresses to which no player is sent, with the section of RFC 9700 that says why."""

REQUESTS: list[tuple[str, Changed, str]] = [
    ("2.1.2", {"response_type": None}, "unsupported_response_type"),
    ("2.1.2", {"response_type": "token"}, "unsupported_response_type"),
    ("2.1.2", {"response_type": "code id_token"}, "unsupported_response_type"),
    ("4.3.2", {"response_mode": "fragment"}, "invalid_request"),
    ("4.17", {"response_mode": "form_post"}, "invalid_request"),
    ("2.5", {"client_id": None}, "invalid_request"),
    ("4.15", {"client_id": "x" * 201}, "invalid_request"),
    ("4.15", {"client_id": "x\u202ey"}, "invalid_request"),
    ("2.1.1", {"code_challenge": None}, "invalid_request"),
    ("2.1.1", {"code_challenge": VERIFIER[:-1]}, "invalid_request"),
    ("2.1.1", {"code_challenge": VERIFIER + "="}, "invalid_request"),
    ("4.8.2", {"code_challenge": None, "code_challenge_method": None}, "invalid_request"),
    ("4.8.2", {"code_challenge_method": None}, "invalid_request"),
    ("4.8.2", {"code_challenge_method": "plain"}, "invalid_request"),
    ("4.8.2", {"code_challenge_method": "s256"}, "invalid_request"),
    ("2.3", {"scope": "play root"}, "invalid_scope"),
    ("2.3", {"scope": "play  lobby:read"}, "invalid_scope"),
    ("2.3", {"scope": "moderate"}, "invalid_scope"),
    ("2.3", {"scope": "openid"}, "invalid_scope"),
    ("4.7.1", {"state": "x" * 1001}, "invalid_request"),
    ("4.7.1", {"state": "line\nbreak"}, "invalid_request"),
    ("4.11.2", {"request": "eyJ"}, "request_not_supported"),
    ("4.11.2", {"request_uri": "https://chess.example/request"}, "request_uri_not_supported"),
]
"""Requests that give no code, and what the app hears."""

FORMS: list[tuple[str, Changed, str]] = [
    ("2.1.1", {"grant_type": None}, "invalid_request"),
    ("2.4", {"grant_type": "password"}, "unsupported_grant_type"),
    ("2.5", {"grant_type": "client_credentials"}, "unsupported_grant_type"),
    ("2.5", {"grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer"}, "unsupported_grant_type"),
    ("2.5", {"client_id": None}, "invalid_request"),
    ("2.5", {"client_secret": "x"}, "invalid_client"),
    ("2.5", {"client_assertion": "x"}, "invalid_client"),
    ("4.4.2", {"client_id": "other.example"}, "invalid_grant"),
    ("4.1.3", {"redirect_uri": None}, "invalid_request"),
    ("4.1.3", {"redirect_uri": BACK + "/"}, "invalid_grant"),
    ("4.1.3", {"redirect_uri": BACK + "?x=1"}, "invalid_grant"),
    ("4.1.3", {"redirect_uri": "https://evil.example/back"}, "invalid_grant"),
    ("4.5.3", {"code": None}, "invalid_request"),
    ("4.5.3", {"code": "guessed"}, "invalid_grant"),
    ("4.5.3", {"code_verifier": None}, "invalid_request"),
    ("4.5.3", {"code_verifier": "w" * 43}, "invalid_grant"),
    ("4.5.3", {"code_verifier": GOOD["code_challenge"]}, "invalid_grant"),
    ("4.5.3", {"code_verifier": "v" * 42}, "invalid_grant"),
    ("4.5.3", {"code_verifier": "v" * 129}, "invalid_grant"),
]
"""Exchanges of a good code that give no tokens."""

REFRESHES: list[tuple[str, dict[str, str], str]] = [
    ("2.3", {"scope": "play lobby:host"}, "invalid_scope"),
    ("2.3", {"scope": "moderate"}, "invalid_scope"),
    ("4.14.2", {"client_id": "other.example"}, "invalid_grant"),
    ("4.14.2", {"refresh_token": "guessed"}, "invalid_grant"),
]
"""Uses of a good refresh token that give no tokens."""


def test_at_least_forty_bad_cases_of_rfc_9700_are_tried() -> None:
    tried = [*ADDRESSES, *REQUESTS, *FORMS, *REFRESHES]
    assert len(tried) >= 65
    assert {each[0] for each in tried} >= {"2.1.1", "2.1.2", "2.3", "2.4", "2.5", "2.6", "4.1.3", "4.5.3", "4.8.2"}


def cases(table: Sequence[tuple[Any, ...]]) -> pytest.MarkDecorator:
    """Return the rows of a table as cases that are named by their sections."""
    return pytest.mark.parametrize("row", table, ids=[f"{row[0]} {ascii(row[1])[:60]}" for row in table])


@cases(ADDRESSES)
async def test_no_player_is_sent_to_an_unsafe_address(row: tuple[str, str]) -> None:
    async with browsers() as here:
        for allow in (None, True, False):
            _, answer = await here.consent(urlencode(GOOD | {"redirect_uri": row[1]}), allow=allow)
            assert "redirect_uri" in answer["error"]
            assert (answer["redirect"], answer["question"]) == (None, None)


@cases(REQUESTS)
async def test_a_bad_request_is_reported_and_gives_no_code(row: tuple[str, Changed, str]) -> None:
    query = urlencode({name: value for name, value in (GOOD | row[1]).items() if value is not None})
    async with browsers() as here:
        _, answer = await here.consent(query, allow=True)
        assert parse_qs(urlsplit(answer["redirect"]).query)["error"] == [row[2]]
        assert answer["redirect"].startswith(BACK)
        assert answer["error"]


@pytest.mark.parametrize("name", sorted(GOOD))
async def test_a_parameter_that_appears_twice_gives_no_code(name: str) -> None:
    async with browsers() as here:
        _, answer = await here.consent(urlencode(GOOD) + "&" + urlencode({name: GOOD[name]}), allow=True)
        assert "only once" in answer["error"]
        assert "code=" not in (answer["redirect"] or "")


@cases(FORMS)
async def test_a_bad_form_gives_no_tokens_and_leaves_the_code_to_its_client(row: tuple[str, Changed, str]) -> None:
    _, changed, error = row
    async with browsers() as here:
        code = await here.code()
        form = {name: value for name, value in (exchange(code) | changed).items() if value is not None}
        status, refused = await here.tokens(form)
        assert (status, refused["error"]) == (401 if error == "invalid_client" else 400, error)
        assert (await here.tokens(exchange(code)))[0] == 200


async def test_a_form_in_another_shape_gives_no_tokens() -> None:
    async with browsers() as here:
        code = await here.code()
        for doubled in (urlencode(exchange(code)) + "&code=x", urlencode(exchange(code)) + "&x=1" * 101):
            assert (await here.tokens(doubled))[1]["error"] == "invalid_request"
        headers = {"Authorization": "Basic eDp5"}
        assert (await here.tokens(exchange(code), headers=headers))[1]["error"] == "invalid_client"
        as_json = {"Content-Type": "application/json"}
        assert (await here.tokens(exchange(code), headers=as_json))[1]["error"] == "invalid_request"
        assert (await here.tokens(exchange(code)))[0] == 200


@cases(REFRESHES)
async def test_a_bad_refresh_gives_no_tokens_and_leaves_the_grant(row: tuple[str, dict[str, str], str]) -> None:
    async with browsers() as here:
        issued = await here.granted()
        assert (await here.tokens(refreshing(issued["refresh_token"], **row[1])))[1]["error"] == row[2]
        assert (await here.tokens(refreshing(issued["refresh_token"])))[0] == 200


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("https://chess.example:8443/back?x=1", "chess.example:8443"),
        ("http://127.0.0.1:50123/back", "127.0.0.1:50123"),
        ("http://[::1]:1/", "[::1]:1"),
        ("http://localhost/", "localhost"),
        ("com.example.app:/back", "com.example.app"),
    ],
)
async def test_apps_of_the_web_and_of_the_device_are_called_back(address: str, host: str) -> None:
    async with browsers() as here:
        _, answer = await here.consent(urlencode(GOOD | {"redirect_uri": address}), allow=None)
        assert answer["question"]["host"] == host
        code = await here.code(redirect_uri=address)
        status, _ = await here.tokens(exchange(code, redirect_uri=address))
        assert status == 200


async def test_a_code_that_comes_twice_ends_what_came_of_it() -> None:
    async with browsers() as here:
        code = await here.code()
        _, issued = await here.tokens(exchange(code))
        assert await here.is_valid(issued["access_token"])
        assert (await here.tokens(exchange(code)))[1]["error"] == "invalid_grant"
        assert not await here.is_valid(issued["access_token"])
        assert (await here.tokens(refreshing(issued["refresh_token"])))[1]["error"] == "invalid_grant"


async def test_of_several_exchanges_of_one_code_at_once_none_leaves_a_token() -> None:
    async with browsers() as here:
        code = await here.code()
        answers = await asyncio.gather(*(here.tokens(exchange(code)) for _ in range(5)))
        assert sum(status == 200 for status, _ in answers) <= 1
        assert (await here.line.ask({"type": "list_tokens"}))["tokens"] == []


async def test_codes_that_are_exchanged_at_once_give_no_more_tokens_than_can_be_seen() -> None:
    async with browsers() as here:
        grants, program = here.server.services.app_grants, {"type": "make_token", "scopes": ["play"], "days": 1}
        for number in range(MOST_TOKENS - 1):
            assert (await here.line.ask({**program, "ref": f"t{number}"}))["type"] == "token_made"
        codes = [await here.code() for _ in range(2)]
        documents = Interrupted(grants._documents)
        grants._documents = cast("DocumentStore", documents)
        documents.before_the_next_commit = lambda: here.tokens(exchange(codes[1]))
        assert (await here.tokens(exchange(codes[0])))[1]["error"] == "invalid_grant"
        assert len((await here.line.ask({"type": "list_tokens"}))["tokens"]) == MOST_TOKENS


async def test_a_refresh_token_is_used_once_and_a_second_use_ends_the_grant() -> None:
    async with browsers() as here:
        first = await here.granted()
        status, second = await here.tokens(refreshing(first["refresh_token"]))
        assert (status, second["scope"]) == (200, "play lobby:read")
        assert not await here.is_valid(first["access_token"])
        assert await here.is_valid(second["access_token"])
        assert (await here.tokens(refreshing(first["refresh_token"])))[1]["error"] == "invalid_grant"
        assert not await here.is_valid(second["access_token"])
        assert (await here.tokens(refreshing(second["refresh_token"])))[1]["error"] == "invalid_grant"


async def test_refreshing_never_widens_the_scopes() -> None:
    async with browsers() as here:
        issued = await here.granted(scope="play lobby:read")
        as_access = refreshing(issued["refresh_token"], refresh_token=issued["access_token"])
        assert (await here.tokens(as_access))[1]["error"] == "invalid_grant"
        _, less = await here.tokens(refreshing(issued["refresh_token"], scope="lobby:read"))
        assert less["scope"] == "lobby:read"
        _, again = await here.tokens(refreshing(less["refresh_token"]))
        assert again["scope"] == "play lobby:read"


async def test_a_client_revokes_its_own_grant_alone() -> None:
    async with browsers() as here:
        for kind in ("access_token", "refresh_token"):
            issued = await here.granted()
            for form in ({"token": issued[kind], "client_id": "other.example"}, {"token": "x", "client_id": "y"}):
                assert await here.tokens(form, "/oauth/revoke") == (200, {})
            assert await here.is_valid(issued["access_token"])
            own = {"token": issued[kind], "client_id": "chess.example"}
            assert await here.tokens(own, "/oauth/revoke") == (200, {})
            assert not await here.is_valid(issued["access_token"])
        assert (await here.tokens({"client_id": "y"}, "/oauth/revoke"))[1]["error"] == "invalid_request"


async def test_codes_and_tokens_expire() -> None:
    now = 1_000_000

    def clock() -> Milliseconds:
        return Milliseconds(now)

    async with browsers(store=MemoryStore(Memory(clock))) as here:
        code = await here.code()
        now += CODE_SECONDS * 1000
        assert (await here.tokens(exchange(code)))[1]["error"] == "invalid_grant"
        issued = await here.granted()
        now += ACCESS_SECONDS * 1000
        assert not await here.is_valid(issued["access_token"])
        status, second = await here.tokens(refreshing(issued["refresh_token"]))
        assert status == 200
        now += 30 * ACCESS_SECONDS * 1000
        assert (await here.tokens(refreshing(second["refresh_token"])))[1]["error"] == "invalid_grant"


async def test_only_the_player_at_the_page_allows_an_app() -> None:
    async with browsers() as here:
        program = (await here.line.ask({"type": "make_token", "scopes": ["play"]}))["token"]
        session, query = here.token, urlencode(GOOD)
        for token, code in ((program, "missing_scope"), ("nobody's", "unknown_token")):
            here.token = token
            assert (await here.consent(query, allow=True))[1]["code"] == code
        async with here.server.line() as line:
            here.token = (await line.sign_in("Gus"))["token"]
            assert (await here.consent(query, allow=True))[1]["code"] == "not_registered"
        here.token = session
        for _ in range(31):
            assert (await here.line.ask({"type": "make_token", "scopes": ["play"]}))["type"] == "token_made"
        assert (await here.consent(query, allow=True))[1]["code"] == "too_many_kept"


async def test_a_deleted_account_leaves_nothing_of_its_apps() -> None:
    async with browsers() as here:
        issued, code = await here.granted(), await here.code()
        await here.line.ask({"type": "delete_account", "password": PASSWORD})
        assert not await here.is_valid(issued["access_token"])
        assert (await here.tokens(refreshing(issued["refresh_token"])))[1]["error"] == "invalid_grant"
        assert (await here.tokens(exchange(code)))[1]["error"] == "invalid_grant"


@pytest.mark.parametrize("client", ["oauth4webapi", "openid-client", "sdk"])
async def test_a_strict_client_finishes_the_flow_and_refuses_a_mixed_up_answer(client: str) -> None:
    async with browsers() as here:
        words = (TOP / "tests" / "oauth_clients.mjs", CLIENT / "node_modules", client, here.server.url, here.token)
        said = await asyncio.to_thread(run, NODE, *words)
        strict = ["tokens", "refreshed", "revoked", "by code", *["refused"] * 3]
        assert said.splitlines() == (["by code"] if client == "sdk" else strict)


async def test_a_program_that_shows_a_code_gets_tokens_once_its_player_allows_it() -> None:
    now = 1_000_000

    def clock() -> Milliseconds:
        return Milliseconds(now)

    async with browsers(store=MemoryStore(Memory(clock))) as here:

        async def begun(**changed: str) -> Message:
            form = {"client_id": "a terminal", "scope": "play lobby:read"} | changed
            status, asked = await here.tokens(form, "/oauth/device_authorization")
            assert status == 200, asked
            return asked

        async def polled(asked: Message, client: str = "a terminal") -> Message:
            form = {"grant_type": DEVICE_GRANT, "device_code": asked["device_code"], "client_id": client}
            return (await here.tokens(form))[1]

        async def answered(asked: Message, *, allow: bool) -> Message:
            command = {"type": "answer_device_request", "code": asked["user_code"].lower(), "allow": allow}
            return await here.line.ask(command)

        asked = await begun()
        assert asked["verification_uri_complete"] == f"{here.server.url}/device?code={asked['user_code']}"
        assert asked["interval"] == 5
        now += 5_000
        assert (await polled(asked))["error"] == "authorization_pending"
        now += 4_999
        assert (await polled(asked))["error"] == "slow_down"
        now += 9_999
        assert (await polled(asked))["error"] == "slow_down"
        now += 15_000
        assert (await polled(asked))["error"] == "authorization_pending"
        assert (await polled(asked, "another"))["error"] == "invalid_grant"
        shown = await here.line.ask({"type": "get_device_request", "code": asked["user_code"]})
        assert (shown["client"], shown["account"], shown["days"]) == ("a terminal", "", 30)
        assert (await answered(asked, allow=True))["stage"] == "allowed"
        assert (await here.line.ask({"type": "list_tokens"}))["tokens"] == [], "the program has not asked yet"
        issued = await polled(asked)
        assert issued["scope"] == "play lobby:read"
        async with here.server.line() as app:
            assert (await app.sign_in(token=issued["access_token"]))["player"]["name"] == "Ada"
        status, second = await here.tokens(refreshing(issued["refresh_token"], client_id="a terminal"))
        assert status == 200
        assert (await polled(asked))["error"] == "invalid_grant"
        assert not await here.is_valid(second["access_token"]), "a second use ends the grant"

        assert (await answered(asked, allow=False))["code"] == "unknown_device_code", "the program has its tokens"
        taken_back = await begun()
        assert (await answered(taken_back, allow=True))["stage"] == "allowed"
        assert (await answered(taken_back, allow=False))["stage"] == "denied"
        assert (await answered(taken_back, allow=True))["code"] == "unknown_device_code"
        assert (await polled(taken_back))["error"] == "access_denied"
        denied, late = await begun(), await begun()
        await answered(denied, allow=False)
        assert (await polled(denied))["error"] == "access_denied"
        now += 600_000
        assert (await polled(late))["error"] == "expired_token"
        assert (await polled({"device_code": "guessed"}))["error"] == "invalid_grant"
        for form, error in (
            ({"scope": "play"}, "invalid_request"),
            ({"client_id": "x\u202ey"}, "invalid_request"),
            ({"client_id": "x", "scope": "moderate"}, "invalid_scope"),
            ({"client_id": "x", "client_secret": "y"}, "invalid_client"),
        ):
            assert (await here.tokens(form, "/oauth/device_authorization"))[1]["error"] == error


async def test_only_so_many_programs_from_one_address_may_show_codes() -> None:
    async with browsers(quotas="on") as here:
        for _ in range(DEVICE_CODES_FROM.at_once):
            assert (await here.tokens({"client_id": "x"}, "/oauth/device_authorization"))[0] == 200
        async with here.http.post(f"{here.server.url}/oauth/device_authorization", data={"client_id": "x"}) as answer:
            assert answer.status == 429
