"""Sign-in by providers of identities: a whole flow at a provider that others wrote, and every forged answer."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import aiohttp
import pytest
from joserfc.jwk import OctKey, RSAKey
from node import CLIENT, NODE, TOP
from quarterdeck_protocol.lobby.moderation import ResetPasswordOrder
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_server.lobby.apps.app_requests import challenge_of
from quarterdeck_server.lobby.sign_on.provider_file import read_providers
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.storage.store import Store
from quarterdeck_server.web.sign_on import provider_client
from school import SECRET, School, provider_file, school_site
from servers import PASSWORD, WITH_WEBHOOKS, Line, LiveServer, Message, live_server
from structlog.testing import capture_logs

VERIFIER = "a secret of this browser"


@dataclass
class Place:
    """A server with a school as provider, and a browser."""

    server: LiveServer
    school: School
    http: aiohttp.ClientSession

    async def post(self, path: str, body: Message, token: str | None = None) -> tuple[int, Message]:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        async with self.http.post(f"{self.server.url}/sign-on/{path}", json=body, headers=headers) as answer:
            assert answer.headers.get("Cache-Control") == "no-store" or answer.status >= 400
            return answer.status, await answer.json()

    async def start(self, verifier: str = VERIFIER, **more: bool) -> dict[str, str]:
        """Begin, and return the parameters of the provider's address."""
        body = {"provider": "school", "challenge": challenge_of(verifier)} | more
        status, answer = await self.post("start", body)
        assert status == 200, answer
        return {name: values[0] for name, values in parse_qs(urlsplit(answer["address"]).query).items()}

    async def finish(self, *, proof: bool = False, **changed: Any) -> tuple[int, Message]:
        asked = await self.start(proof=proof)
        assert (asked.get("prompt"), asked.get("max_age")) == (("login", "0") if proof else (None, None))
        self.school.nonces["code"] = asked.get("nonce", "")
        return await self.post("finish", {"state": asked["state"], "code": "code", "verifier": VERIFIER} | changed)


@contextlib.asynccontextmanager
async def places(
    tmp_path: Path, *, is_plain: bool = False, only: bool = False, store: Store | None = None
) -> AsyncIterator[Place]:
    school = School()
    async with school_site(school), aiohttp.ClientSession() as http:
        at = school.issuer
        plain = f'authorize = "{at}/authorize"\ntoken = "{at}/token"\nuser = "{at}/user"'
        named = plain if is_plain else f'issuer = "{at}"'
        file = provider_file(tmp_path, named)
        if only:
            file.write_text("only = true\n" + file.read_text())
        async with live_server(store, sign_on=str(file), webhooks=WITH_WEBHOOKS) as server:
            yield Place(server, school, http)


async def account(line: Line, name: str = "Ada") -> str:
    token = (await line.sign_in("Whoever"))["token"]
    await line.ask({"type": "register", "name": name, "password": PASSWORD})
    return str(token)


async def test_a_player_links_an_identity_and_signs_in_by_it_from_then_on(tmp_path: Path) -> None:
    with capture_logs() as logs:
        async with places(tmp_path) as here, here.server.line() as line, here.server.line() as other:
            session = await account(line)
            status, answer = await here.finish()
            assert (status, answer["token"]) == (200, None)
            link = {"ticket": answer["ticket"], "verifier": VERIFIER}
            status, linked = await here.post("link", link, session)
            assert (status, [each["provider"] for each in linked["links"]]) == (200, ["school"])
            assert (await here.post("link", link, session))[1]["code"] == "unknown_token"
            status, answer = await here.finish()
            listed = (await line.ask({"type": "list_sessions"}))["sessions"]
            assert len(listed) == 2, "what a provider began is listed before any client resumes it"
            assert (await other.sign_in(token=answer["token"]))["player"]["name"] == "Ada"
            exported = await other.ask({"type": "get_export"})
            assert [each["provider"] for each in exported["linked"]] == ["school"]
            assert [form["client_secret"] for form in here.school.forms] == [SECRET, SECRET]
            status, linked = await here.post("unlink", {"provider": "school"}, session)
            assert (status, linked["links"]) == (200, [])
            again = await here.post("unlink", {"provider": "school"}, session)
            assert again == (200, linked), "the answer may have been lost"
            status, refused = await here.post("unlink", {"provider": "nobody"}, session)
            assert (status, refused["code"], refused["where"]) == (400, "malformed", "$.provider")
            assert (await here.finish())[1]["token"] is None
            noted = (await line.ask({"type": "get_notices"}))["notices"]
            reasons = [each["reason"] for each in reversed(noted) if each["kind"] == "sign_in_changed"]
            assert reasons == ["identity_linked", "new_device", "identity_unlinked"]
            for each in noted:
                told = {name for name, value in each.items() if value not in (None, [])}
                assert told == {"id", "kind", "at", "reason"}, (
                    "neither an address nor a token nor the provider's subject"
                )
    assert not any(secret in repr(logs) for secret in (SECRET, VERIFIER, "pupil-1", answer["token"]))


async def test_a_provider_without_openid_connect_names_people_by_a_field(tmp_path: Path) -> None:
    async with places(tmp_path, is_plain=True) as here, here.server.line() as line:
        session = await account(line)
        here.school.subject = "42"
        _, answer = await here.finish()
        assert (await here.post("link", {"ticket": answer["ticket"], "verifier": VERIFIER}, session))[0] == 200
        assert (await here.finish())[1]["token"] is not None
        for wrong in (None, True, "", {"id": 1}, "x" * 256):
            here.school.changed = {"id": wrong}
            assert (await here.finish())[1]["code"] == "unknown_token"


FORGED: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "another issuer": ({"iss": "https://evil.example"}, {}),
    "no issuer": ({"iss": None}, {}),
    "another client": ({"aud": "other"}, {}),
    "no client": ({"aud": None}, {}),
    "several clients without a party": ({"aud": ["quarterdeck", "other"]}, {}),
    "another party": ({"azp": "other"}, {}),
    "expired": ({"exp": int(time.time()) - 3600}, {}),
    "no end": ({"exp": None}, {}),
    "an end in words": ({"exp": "soon"}, {}),
    "of tomorrow": ({"iat": int(time.time()) + 86_400}, {}),
    "not yet valid": ({"nbf": int(time.time()) + 86_400}, {}),
    "another sign-in": ({"nonce": "of another"}, {}),
    "no nonce": ({"nonce": None}, {}),
    "no subject": ({"sub": None}, {}),
    "a subject of no letters": ({"sub": ""}, {}),
    "a subject that is a list": ({"sub": ["pupil-1"]}, {}),
    "no signature": ({}, {"alg": "none"}),
    "a shared key": ({}, {"alg": "HS256"}),
    "an unknown key": ({}, {"kid": "two"}),
}


@pytest.mark.parametrize("name", FORGED)
async def test_a_forged_identity_signs_nobody_in(name: str, tmp_path: Path) -> None:
    changed, header = FORGED[name]
    async with places(tmp_path) as here:
        assert (await here.finish())[1]["ticket"] is not None
        here.school.changed, here.school.header = changed, header
        if header.get("alg") == "HS256":
            here.school.signs_with = OctKey.import_key("a secret that the school does not have", {"kid": "one"})
        status, refused = await here.finish()
        assert (status, refused["code"]) == (401, "unknown_token")


async def test_a_wrong_key_under_a_known_name_and_a_changed_description_sign_nobody_in(tmp_path: Path) -> None:
    async with places(tmp_path) as here:
        here.school.signs_with = RSAKey.generate_key(2048, {"kid": "one"})
        assert (await here.finish())[1]["code"] == "unknown_token"
    for wrong in ({"issuer": "https://evil.example"}, {"token_endpoint": 3}):
        async with places(tmp_path) as here:
            here.school.metadata = wrong
            body = {"provider": "school", "challenge": challenge_of(VERIFIER)}
            assert (await here.post("start", body))[1]["code"] == "unknown_token"


async def test_new_keys_of_a_provider_are_read_when_a_token_names_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(provider_client, "LEAST_BETWEEN", -1.0)
    async with places(tmp_path) as here:
        assert (await here.finish())[0] == 200
        here.school.key = RSAKey.generate_key(2048, {"kid": "two"})
        assert (await here.finish())[0] == 200
        assert here.school.keys_read == 2
        monkeypatch.setattr(provider_client, "LEAST_BETWEEN", 1e9)
        here.school.header = {"kid": "three"}
        for _ in range(3):
            assert (await here.finish())[1]["code"] == "unknown_token"
        assert here.school.keys_read == 2


async def test_only_the_browser_that_began_goes_on_and_only_once(tmp_path: Path) -> None:
    async with places(tmp_path) as here, here.server.line() as line:
        session = await account(line)
        changes: list[dict[str, Any]] = [{"verifier": "another browser"}, {"state": "guessed"}]
        for changed in changes:
            assert (await here.finish(**changed))[1]["code"] == "unknown_token"
        assert (await here.finish(iss="https://evil.example"))[1]["code"] == "unknown_token"
        asked = await here.start()
        here.school.nonces["code"] = asked["nonce"]
        body = {"state": asked["state"], "code": "code", "verifier": VERIFIER}
        answers = await asyncio.gather(*(here.post("finish", body) for _ in range(4)))
        assert sorted(status for status, _ in answers) == [200, 401, 401, 401]
        (ticket,) = (answer["ticket"] for status, answer in answers if status == 200)
        wrong = {"ticket": ticket, "verifier": "another browser"}
        assert (await here.post("link", wrong, session))[1]["code"] == "unknown_token"
        unfinished = (await here.start())["state"]
        wrong = {"ticket": unfinished, "verifier": VERIFIER}
        assert (await here.post("link", wrong, session))[1]["code"] == "unknown_token"


async def test_an_identity_has_one_account_and_a_deleted_account_leaves_it_free(tmp_path: Path) -> None:
    async with places(tmp_path) as here, here.server.line() as ada, here.server.line() as bo:
        sessions = [await account(ada, "Ada"), await account(bo, "Bo")]
        tickets = [(await here.finish())[1]["ticket"] for _ in range(3)]
        links = [{"ticket": ticket, "verifier": VERIFIER} for ticket in tickets]
        assert (await here.post("link", links[0], sessions[0]))[0] == 200
        status, refused = await here.post("link", links[1], sessions[1])
        assert (status, refused["code"]) == (409, "name_taken")
        await ada.ask({"type": "delete_account", "password": PASSWORD})
        assert (await here.finish())[1]["token"] is None
        assert (await here.post("link", links[2], sessions[1]))[0] == 200


async def test_a_new_password_ends_a_link_that_a_thief_may_have_made(tmp_path: Path) -> None:
    async with places(tmp_path) as here, here.server.line() as line:
        session = await account(line)
        link = {"ticket": (await here.finish())[1]["ticket"], "verifier": VERIFIER}
        assert (await here.post("link", link, session))[0] == 200
        await line.ask({"type": "sign_out", "everywhere": False})
        assert (await here.finish())[1]["token"] is not None
        async with here.server.line() as later:
            await later.ask({"type": "sign_in", "name": "Ada", "password": PASSWORD})
            changed = {"type": "change_account", "password": PASSWORD, "new_password": "another walk by the sea"}
            assert (await later.ask(changed))["type"] == "account"
            _, answer = await here.finish()
            assert answer["token"] is None
            again = await later.ask({"type": "sign_in", "name": "Ada", "password": "another walk by the sea"})
            link = {"ticket": answer["ticket"], "verifier": VERIFIER}
            assert len((await here.post("link", link, again["token"]))[1]["links"]) == 1
            assert (await here.finish())[1]["token"] is not None


async def test_guests_programs_and_unknown_providers_are_refused(tmp_path: Path) -> None:
    async with places(tmp_path) as here, here.server.line() as line, here.server.line() as guest:
        await account(line)
        program = (await line.ask({"type": "make_token", "scopes": ["play"]}))["token"]
        token = (await guest.sign_in("Gus"))["token"]
        link = {"ticket": (await here.finish())[1]["ticket"], "verifier": VERIFIER}
        assert (await here.post("link", link, program))[1]["code"] == "missing_scope"
        assert (await here.post("link", link))[1]["code"] == "not_signed_in"
        assert (await here.post("link", link, token))[1]["code"] == "not_registered"
        body = {"provider": "nobody", "challenge": challenge_of(VERIFIER)}
        assert (await here.post("start", body))[1]["where"] == "$.provider"
        async with here.http.get(f"{here.server.url}/sign-on/providers") as answer:
            assert await answer.json() == {
                "providers": [{"id": "school", "name": "School"}],
                "only": False,
                "passkeys": False,
                "email": False,
            }


async def test_providers_are_the_only_way_for_everybody_but_operators(tmp_path: Path) -> None:
    memory = Memory()
    async with (
        places(tmp_path, store=MemoryStore(memory)) as before,
        before.server.line() as ada,
        before.server.line() as mo,
    ):
        await account(ada)
        codes = (await ada.ask({"type": "make_recovery_codes", "password": PASSWORD}))["recovery_codes"]
        await account(mo, "Mo")
        await before.server.services.moderation.make_first_admin("Mo")
    async with (
        places(tmp_path, only=True, store=MemoryStore(memory)) as here,
        here.server.line() as line,
        here.server.line() as other,
    ):
        assert (await here.server.get("/sign-on/providers"))[1]["only"] is True
        sign_in: Message = {"type": "sign_in", "password": PASSWORD}
        right = await line.ask({**sign_in, "name": "Ada"})
        wrong = await line.ask({**sign_in, "name": "Ada", "password": "wrong wrong"})
        unknown = await line.ask({**sign_in, "name": "Nobody"})
        assert right["code"] == "wrong_password"
        assert right["text"] == wrong["text"] == unknown["text"]
        recovery = {"type": "recover_account", "name": "Ada", "code": codes[0], "new_password": PASSWORD}
        assert (await line.ask(recovery))["code"] == "wrong_password"
        assert (await line.ask({**sign_in, "name": "Mo"}))["player"]["name"] == "Mo"

        register: Message = {"type": "register", "name": "Kit", "password": PASSWORD}
        session = (await line.sign_in("Whoever"))["token"]
        assert (await line.ask(register))["code"] == "registration_closed"
        assert (await line.ask({**register, "ticket": "guessed"}))["code"] == "unknown_token"
        _, answer = await here.finish()
        assert (await line.ask({**register, "ticket": answer["ticket"]}))["player"]["name"] == "Kit"
        await other.sign_in("Another")
        second = await other.ask({**register, "name": "Second", "ticket": answer["ticket"]})
        assert second["code"] == "unknown_token", "one sign-in makes one account"
        link = {"ticket": answer["ticket"], "verifier": VERIFIER}
        assert (await here.post("link", link, session))[0] == 200
        assert (await other.sign_in(token=(await here.finish())[1]["token"]))["player"]["name"] == "Kit"


SENSITIVE: list[Message] = [
    {"type": "make_recovery_codes", "password": PASSWORD},
    {"type": "change_account", "password": PASSWORD, "new_name": "Kitty"},
    {"type": "begin_second_factor"},
    {"type": "delete_account", "password": PASSWORD},
]


async def test_an_account_without_a_password_is_its_owners_by_a_new_proof_of_the_provider(tmp_path: Path) -> None:
    now = int(time.time()) * 1000

    def clock() -> Milliseconds:
        return Milliseconds(now)

    async with (
        places(tmp_path, store=MemoryStore(Memory(clock))) as here,
        here.server.line() as kit,
        here.server.line() as bo,
    ):
        await account(bo, "Bo")
        await kit.sign_in("Whoever")
        tickets = [(await here.finish())[1]["ticket"] for _ in range(2)]
        register: Message = {"type": "register", "name": "Kit", "password": PASSWORD, "ticket": tickets[0]}
        codes = [(await kit.ask(register))["recovery_codes"] for _ in range(2)]
        assert len(codes[0]) == len(codes[1]), "the first answer may have been lost"
        second = {"ticket": tickets[1], "verifier": VERIFIER}
        bos = (await bo.ask({"type": "sign_in", "name": "Bo", "password": PASSWORD}))["token"]
        assert (await here.post("link", second, bos))[1]["code"] == "name_taken", "an identity has one account"
        assert (await bo.ask({"type": "sign_in", "name": "Kit", "password": PASSWORD}))["code"] == "wrong_password"
        unasked = (await here.finish())[1]["token"]
        assert (await kit.sign_in(token=unasked))["player"]["name"] == "Kit"

        now += 15 * 60_000
        for command in SENSITIVE:
            assert (await kit.ask(command))["code"] == "proof_needed"
        assert (await kit.ask({"type": "prove_identity", "password": PASSWORD}))["where"] == "$.ticket"
        here.school.metadata = {"claims_supported": ["auth_time"]}
        provider_client.FRESH_SECONDS, usual = -1.0, provider_client.FRESH_SECONDS
        for wrong in (None, "today", now // 1000 - 3600):
            here.school.changed = {"auth_time": wrong}
            assert (await here.finish(proof=True))[1]["code"] == "unknown_token"
        provider_client.FRESH_SECONDS = usual
        here.school.changed = {"auth_time": now // 1000}
        _, answer = await here.finish(proof=True)
        assert answer["token"] is None
        proof: Message = {"type": "prove_identity", "ticket": answer["ticket"]}
        assert (await bo.ask(proof))["code"] == "unknown_token", "it is another player's"
        assert (await here.post("link", {"ticket": answer["ticket"], "verifier": VERIFIER}, bos))[0] == 403
        assert (await kit.ask(proof))["until"] == now + 15 * 60_000
        assert (await kit.ask(proof))["code"] == "unknown_token", "it is used once"
        for command in SENSITIVE:
            assert (await kit.ask(command))["type"] not in ("refused", "error")
        here.school.subject = "pupil-2"
        assert (await here.finish(proof=True))[1]["code"] == "unknown_token", "nobody has this identity"


async def test_the_last_way_to_sign_in_stays_and_a_host_lets_a_player_back_in(tmp_path: Path) -> None:
    async with (
        places(tmp_path, only=True) as here,
        here.server.line() as kit,
        here.server.line() as mo,
    ):
        moderation = here.server.services.moderation
        sessions, codes = [], []
        for line, name, subject in ((kit, "Kit", "pupil-1"), (mo, "Mo", "teacher")):
            here.school.subject = subject
            await line.sign_in("Whoever")
            ticket = (await here.finish())[1]["ticket"]
            shown = await line.ask({"type": "register", "name": name, "password": PASSWORD, "ticket": ticket})
            codes += shown["recovery_codes"]
            sessions.append((await line.sign_in(token=(await here.finish())[1]["token"]))["token"])
        here.school.subject = "pupil-1"
        assert (await here.post("unlink", {"provider": "school"}, sessions[0]))[1]["code"] == "last_sign_in"
        change: Message = {"type": "change_account", "password": PASSWORD, "new_password": "another walk by the sea"}
        assert (await kit.ask(change))["where"] == "$.new_password"
        recover: Message = {"type": "recover_account", "name": "Mo", "code": codes[-1]}
        recover["new_password"] = PASSWORD
        async with here.server.line() as thief:
            assert (await thief.ask(recover))["code"] == "wrong_password"
        await moderation.make_first_admin("Mo")
        moderator = await here.server.services.players.holder(sessions[1])
        account = await here.server.services.players.named("Kit")
        assert account is not None
        order = ResetPasswordOrder(player=account.id, why="a new address at the school")
        code = (await moderation.reset_password(moderator, order)).code
        assert (await here.finish())[1]["token"] is None, "who took the account over has no way in"
        back = await kit.ask({**recover, "name": "Kit", "code": code})
        assert back["player"]["name"] == "Kit"
        link = {"ticket": (await here.finish())[1]["ticket"], "verifier": VERIFIER}
        assert (await here.post("link", link, back["token"]))[0] == 200
        assert (await kit.sign_in(token=(await here.finish())[1]["token"]))["player"]["name"] == "Kit"


async def test_a_provider_that_is_away_is_named(tmp_path: Path) -> None:
    file = provider_file(tmp_path, 'issuer = "http://127.0.0.1:1"')
    async with live_server(sign_on=str(file)) as server, aiohttp.ClientSession() as http:
        body = {"provider": "school", "challenge": challenge_of(VERIFIER)}
        async with http.post(f"{server.url}/sign-on/start", json=body) as answer:
            assert (answer.status, (await answer.json())["detail"]) == (
                503,
                "School cannot be reached. Try again in a moment.",
            )


async def test_a_player_signs_in_at_a_provider_that_others_wrote(tmp_path: Path) -> None:
    async with live_server(sign_on="") as before:
        origin = before.url  # only to know how addresses look here
    assert origin.startswith("http://127.0.0.1:")
    port = origin.rpartition(":")[2]
    public = f"http://127.0.0.1:{port}"
    provider = await asyncio.create_subprocess_exec(
        *(NODE, str(TOP / "tests" / "oidc_provider.mjs"), str(CLIENT / "node_modules"), f"{public}/sign-on/back"),
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        assert provider.stdout is not None
        issuer = (await provider.stdout.readline()).decode().strip()
        (tmp_path / "secret").write_text("school")
        file = provider_file(tmp_path, f'issuer = "{issuer}"')
        (tmp_path / "secret").write_text("school")
        async with (
            live_server(sign_on=str(file), public_url=public) as server,
            server.line() as line,
            aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as http,
        ):
            session = await account(line)
            here = Place(server, School(), http)
            for is_linked, proof in ((False, False), (True, False), (True, True)):
                body = {"provider": "school", "challenge": challenge_of(VERIFIER), "proof": proof}
                address = (await here.post("start", body))[1]["address"]
                back = await followed(http, address, public)
                given = {name: values[0] for name, values in parse_qs(urlsplit(back).query).items()}
                status, answer = await here.post("finish", given | {"verifier": VERIFIER})
                assert (status, answer["token"] is not None) == (200, is_linked and not proof)
                if proof:
                    proved = await line.ask({"type": "prove_identity", "ticket": answer["ticket"]})
                    assert proved["type"] == "identity_proved"
                if not is_linked:
                    link = {"ticket": answer["ticket"], "verifier": VERIFIER}
                    assert (await here.post("link", link, session))[0] == 200
    finally:
        provider.kill()
        await provider.wait()


async def followed(http: aiohttp.ClientSession, address: str, until: str) -> str:
    """Follow the redirections of a provider as a browser, until they lead back to the server."""
    for _ in range(10):
        if address.startswith(until):
            return address
        async with http.get(address, allow_redirects=False) as answer:
            assert answer.status in (302, 303), await answer.text()
            address = str(answer.url.join(type(answer.url)(answer.headers["Location"])))
    raise AssertionError(address)


FAULTS = {
    "": "`id`",
    'id = "Big"': "`id`",
    'id = "school"\nname = ""': "name",
    'id = "school"': "give `issuer`",
    'id = "school"\nissuer = "https://x.example"\nuser = "https://x.example"': "give `issuer`",
    'id = "school"\nauthorize = "https://x.example"': "give `issuer`",
    'id = "school"\nissuer = "http://x.example"': "`https://`",
    'id = "school"\nissuer = "https://x.example"\nscope = "email"': "`openid`",
    'id = "school"\nissuer = "https://x.example"\nsecret = "x"': "`client_secret_file`",
    'id = "school"\nissuer = "https://x.example"\ncolour = "x"': "colour",
    'id = "school"\nissuer = "https://x.example"\nclient_secret_file = "nowhere"': "nowhere",
}


@pytest.mark.parametrize("lines", FAULTS)
def test_a_fault_in_the_file_is_named(lines: str, tmp_path: Path) -> None:
    file = tmp_path / "sign-on.toml"
    usual = "" if "name" in lines else 'name = "School"\n'
    file.write_text(f'[[provider]]\nclient_id = "x"\n{usual}{lines}\n')
    with pytest.raises((ValueError, OSError), match="(?s)" + FAULTS[lines]):
        read_providers(file)
    file.write_text(
        "\n".join(['[[provider]]\nid = "a"\nname = "A"\nclient_id = "x"\nissuer = "https://a.example"'] * 2)
    )
    with pytest.raises(ValueError, match="another provider has this id"):
        read_providers(file)
