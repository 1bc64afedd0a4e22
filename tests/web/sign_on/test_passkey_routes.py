"""Passkeys: how they are added, used and removed, and every answer of an authenticator that is not good."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from authenticator import PRESENT, VERIFIED, Authenticator
from cryptography.hazmat.primitives.asymmetric import ec
from quarterdeck_server.lobby.sign_on.passkey_records import RelyingParty, relying_party
from quarterdeck_server.lobby.sign_on.passkeys import CHALLENGE_SECONDS, MOST_PASSKEYS
from quarterdeck_server.storage.memory import Memory, MemoryStore
from school import provider_file
from second_factors import turn_on_second_factor
from servers import PASSWORD, Line, LiveServer, Message, live_server
from structlog.testing import capture_logs
from web.test_proofs import Clock

ORIGIN = "https://cards.example.org"


@dataclass
class Place:
    """A server at a public address, and a browser."""

    server: LiveServer
    http: aiohttp.ClientSession

    async def post(self, path: str, body: Message | None = None, token: str | None = None) -> tuple[int, Message]:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        url = f"{self.server.url}/sign-on/passkeys/{path}"
        async with self.http.post(url, json=body or {}, headers=headers) as answer:
            assert answer.headers.get("Cache-Control") == "no-store" or answer.status >= 400
            return answer.status, await answer.json()

    async def added(self, session: str, passkey: Authenticator, name: str = "my phone", **wrong: Any) -> Message:
        """Add a passkey, and return the answer."""
        status, begun = await self.post("begin", token=session)
        if status != 200:
            return begun
        answer = passkey.create(begun["options"], **wrong)
        return (await self.post("add", {"answer": answer, "name": name}, session))[1]

    async def options(self) -> str:
        return str((await self.post("options"))[1]["options"])

    async def used(self, passkey: Authenticator, *, proof: bool = False, **wrong: Any) -> Message:
        """Use a passkey, and return the answer."""
        answer = passkey.get(await self.options(), **wrong)
        return (await self.post("use", {"answer": answer, "proof": proof}))[1]


@contextlib.asynccontextmanager
async def places(clock: Clock | None = None, **settings: Any) -> AsyncIterator[Place]:
    store = MemoryStore(Memory(Clock() if clock is None else clock))
    async with live_server(store, **{"public_url": ORIGIN, **settings}) as server, aiohttp.ClientSession() as http:
        yield Place(server, http)


async def account(line: Line, name: str = "Ada") -> str:
    token = (await line.sign_in("Whoever"))["token"]
    await line.ask({"type": "register", "name": name, "password": PASSWORD})
    return str(token)


async def test_a_player_adds_a_passkey_and_signs_in_by_it_past_the_second_factor() -> None:
    clock = Clock()
    with capture_logs() as logs:
        async with places(clock) as here, here.server.line() as ada, here.server.line() as other:
            session, passkey = await account(ada), Authenticator(ORIGIN)
            await turn_on_second_factor(ada)
            (made,) = (await here.added(session, passkey))["passkeys"]
            assert (made["name"], made["used_on"]) == ("my phone", None)
            answer = passkey.get(await here.options())
            token = (await here.post("use", {"answer": answer, "proof": False}))[1]["token"]
            signed_in = await other.sign_in(token=token)
            assert signed_in["player"]["name"] == "Ada"
            token = signed_in["token"]
            made_token = await other.ask({"type": "make_token", "scopes": ["play"]})
            assert made_token["type"] == "token_made", "a sign-in by a passkey is a proof, with a second factor too"
            clock.ms += 15 * 60_000
            assert (await other.ask({"type": "make_token", "scopes": ["play"]}))["code"] == "proof_needed"
            ticket = (await here.used(passkey, proof=True))["ticket"]
            proof: Message = {"type": "prove_identity", "ticket": ticket}
            assert (await other.ask(proof))["until"] == clock.ms + 15 * 60_000
            assert (await other.ask(proof))["code"] == "second_factor_needed", "a ticket is used once"
            assert (await other.ask({"type": "make_token", "scopes": ["play"]}))["type"] == "token_made"
            rename = {"passkey": made["id"], "name": "my new phone"}
            renamed = (await here.post("rename", rename, token))[1]["passkeys"]
            today = clock.ms - clock.ms % 86_400_000
            assert [(each["name"], each["used_on"]) for each in renamed] == [("my new phone", today)]
            assert (await other.ask({"type": "get_export"}))["passkeys"] == renamed
            remove = {"passkey": made["id"]}
            assert (await here.post("remove", remove, session))[1]["code"] == "proof_needed"
            assert (await here.post("remove", remove, token)) == (200, {"passkeys": []})
            assert (await here.post("remove", remove, token))[1]["code"] == "unknown_token"
            assert (await here.post("rename", rename, token))[1]["code"] == "unknown_token"
            assert (await here.used(passkey))["code"] == "unknown_token"
            noted = (await ada.ask({"type": "get_notices"}))["notices"]
            reasons = [each["reason"] for each in reversed(noted) if each["kind"] == "sign_in_changed"]
            reasons = [each for each in reasons if each != "token_made"]
            assert reasons == ["second_factor_added", "passkey_added", "new_device", "passkey_removed"]
    assert not any(secret in repr(logs) for secret in (token, ticket, answer))


WRONG_KEY = ec.generate_private_key(ec.SECP256R1())
FORGED: dict[str, dict[str, Any]] = {
    "another page": {"client": {"origin": "https://evil.example"}},
    "a page of a neighbour": {"client": {"origin": f"{ORIGIN}:8443"}},
    "without TLS": {"client": {"origin": "http://cards.example.org"}},
    "a page inside another": {"client": {"crossOrigin": True}},
    "another server": {"rp": "evil.example"},
    "another kind of answer": {"client": {"type": "webauthn.other"}},
    "another challenge": {"client": {"challenge": "b2YgYW5vdGhlcg"}},
    "no challenge": {"client": {"challenge": None}},
    "nobody is present": {"flags": VERIFIED},
    "nobody is verified": {"flags": PRESENT},
    "a backup of what cannot be backed up": {"flags": PRESENT | VERIFIED | 16},
}
FORGED_USE = FORGED | {
    "a forged signature": {"key": WRONG_KEY},
    "another player": {"handle": b"0123456789abcdef"},
    "no player": {"handle": b""},
    "a player of no letters": {"handle": b"a player\n\xff"},
    "another credential": {"credential": b"another"},
    "a counter that stays": {"count": 1},
    "a counter that goes back": {"count": 0},
}


@pytest.mark.parametrize("name", FORGED_USE)
async def test_a_forged_answer_signs_nobody_in(name: str) -> None:
    async with places() as here, here.server.line() as ada:
        passkey = Authenticator(ORIGIN)
        await here.added(await account(ada), passkey)
        assert (await here.used(passkey))["token"]
        for proof in (False, True):
            refused = await here.used(passkey, proof=proof, **FORGED_USE[name])
            assert (refused["code"], refused["where"]) == ("unknown_token", "$.answer")
        assert (await here.used(passkey))["token"], "the passkey itself stays good"


@pytest.mark.parametrize("name", FORGED)
async def test_a_forged_answer_adds_no_passkey(name: str) -> None:
    async with places() as here, here.server.line() as ada:
        session, passkey = await account(ada), Authenticator(ORIGIN)
        assert (await here.added(session, passkey, **FORGED[name]))["code"] == "unknown_token"
        assert len((await here.added(session, passkey))["passkeys"]) == 1
        assert (await here.added(session, passkey))["code"] == "unknown_token", "it is there already"


NOT_READ = ("{}", "[]", "null", "x", "[" * 7000, '{"response": {"clientDataJSON": "_w"}}', '{"response": 1}')


@pytest.mark.parametrize("answer", NOT_READ, ids=range(len(NOT_READ)))
async def test_an_answer_that_cannot_be_read_is_refused(answer: str) -> None:
    async with places() as here, here.server.line() as ada:
        session = await account(ada)
        assert (await here.post("use", {"answer": answer}))[1]["code"] == "unknown_token"
        assert (await here.post("add", {"answer": answer, "name": "x"}, session))[1]["code"] == "unknown_token"


async def test_a_challenge_is_for_one_answer_of_one_player_within_five_minutes() -> None:
    clock = Clock()
    async with places(clock) as here, here.server.line() as ada, here.server.line() as bo:
        hers, his = await account(ada), await account(bo, "Bo")
        passkey = Authenticator(ORIGIN, counts=False)
        await here.added(hers, passkey)
        body = {"answer": passkey.get(await here.options())}
        answers = await asyncio.gather(*(here.post("use", body) for _ in range(4)))
        assert sorted(status for status, _ in answers) == [200, 401, 401, 401]
        begun = (await here.post("begin", token=hers))[1]["options"]
        another = Authenticator(ORIGIN, credential=b"another")
        stolen: Message = {"answer": another.create(begun), "name": "x"}
        assert (await here.post("add", stolen, his))[1]["code"] == "unknown_token"
        mixed = passkey.get(await here.options())
        assert (await here.post("add", {"answer": mixed, "name": "x"}, hers))[1]["code"] == "unknown_token"
        options = [await here.options() for _ in range(2)]
        clock.ms += CHALLENGE_SECONDS * 1000 - 1
        assert (await here.post("use", {"answer": passkey.get(options[0])}))[0] == 200
        ticket = (await here.used(passkey, proof=True))["ticket"]
        clock.ms += 1
        assert (await here.post("use", {"answer": passkey.get(options[1])}))[1]["code"] == "unknown_token"
        refused = await bo.ask({"type": "prove_identity", "ticket": ticket})
        assert refused["code"] == "unknown_token", "it is a ticket of Ada's"
        clock.ms += CHALLENGE_SECONDS * 1000
        assert (await ada.ask({"type": "prove_identity", "ticket": ticket}))["code"] == "unknown_token"


async def test_only_a_player_adds_passkeys_and_not_too_many() -> None:
    async with places() as here, here.server.line() as ada, here.server.line() as guest:
        session, passkey = await account(ada), Authenticator(ORIGIN)
        program = (await ada.ask({"type": "make_token", "scopes": ["play"]}))["token"]
        assert (await here.added(program, passkey))["code"] == "missing_scope"
        assert (await here.added((await guest.sign_in("Gus"))["token"], passkey))["code"] == "not_registered"
        assert (await here.post("begin"))[1]["code"] == "not_signed_in"
        assert (await here.added(session, passkey, " \n"))["code"] == "text_not_allowed"
        last = (await here.post("begin", token=session))[1]["options"]
        for number in range(MOST_PASSKEYS):
            each = Authenticator(ORIGIN, credential=b"%d" % number)
            assert len((await here.added(session, each))["passkeys"]) == number + 1
        assert (await here.added(session, passkey))["code"] == "too_many_kept"
        crowded = {"answer": passkey.create(last), "name": "x"}
        assert (await here.post("add", crowded, session))[1]["code"] == "too_many_kept"


async def test_a_deleted_account_leaves_no_passkey() -> None:
    async with places() as here, here.server.line() as ada:
        passkey = Authenticator(ORIGIN)
        await here.added(await account(ada), passkey)
        await ada.ask({"type": "delete_account", "password": PASSWORD})
        assert (await here.used(passkey))["code"] == "unknown_token"


PARTIES: dict[str, RelyingParty | None] = {
    "": None,
    "http://cards.example.org": None,
    "https://192.0.2.1": None,
    "https://[2001:db8::1]": None,
    ORIGIN: RelyingParty("cards.example.org", ORIGIN),
    "http://localhost:8080": RelyingParty("localhost", "http://localhost:8080"),
}


@pytest.mark.parametrize("public_url", PARTIES)
async def test_a_server_without_a_public_address_with_tls_takes_no_passkeys(public_url: str) -> None:
    right = PARTIES[public_url]
    assert relying_party(public_url) == right
    async with places(public_url=public_url) as here, here.server.line() as ada:
        session = await account(ada)
        assert (await here.server.get("/sign-on/providers"))[1]["passkeys"] is (right is not None)
        for path in ("options", "begin"):
            status, answer = await here.post(path, token=session)
            assert status == 200 if right else (answer["code"], "https://" in answer["detail"]) == ("malformed", True)


@pytest.mark.parametrize(
    ("said", "takes"), [("only = true", False), ("only = true\npasskeys = true", True), ("passkeys = false", False)]
)
async def test_a_host_with_providers_says_if_passkeys_are_taken(said: str, takes: bool, tmp_path: Path) -> None:
    file = provider_file(tmp_path, 'issuer = "http://127.0.0.1:1"')
    file.write_text(f"{said}\n{file.read_text()}")
    async with places(sign_on=str(file)) as here:
        assert (await here.server.get("/sign-on/providers"))[1]["passkeys"] is takes
        assert (await here.post("options"))[0] == (200 if takes else 400)
