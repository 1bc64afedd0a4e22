"""What lets somebody into an account, or tells somebody of it, for longer than a session: how each of it ends."""

import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pyotp
import pytest
from authenticator import Authenticator
from lobby.interrupted_documents import Interrupted
from quarterdeck_protocol.http.authorization import DEVICE_GRANT
from quarterdeck_protocol.lobby.moderation import ResetPasswordOrder
from quarterdeck_protocol.names import Milliseconds, PlayerId, Token
from quarterdeck_protocol.sides import Scope
from quarterdeck_server.lobby.mail.mail_records import EMAILS, EmailRecord
from quarterdeck_server.lobby.sign_on.passkey_records import PASSKEYS, Passkey, PasskeysRecord, relying_party
from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import PASSWORD, Line, Message
from web.oauth.test_oauth_routes import GOOD, Browser, exchange, refreshing
from web.sign_on.test_passkey_routes import ORIGIN
from web.sign_on.test_sign_on_routes import VERIFIER, Place, account, places
from web.test_proofs import OF_THE_ACCOUNT, SENSITIVE

NEW: Message = {"new_password": "another walk by the sea"}
PASSKEY = Passkey(id="1", name="a phone", credential=b"1", public_key=b"1", count=0, since=Milliseconds(0))
MADE = ["recovery_codes_made", "identity_linked", "webhook_added", *("token_made",) * 2, *("app_allowed",) * 2]


async def device(app: Browser) -> dict[str, str]:
    """Return the form by which an app without a browser takes the tokens that the player has allowed it."""
    asked = (await app.tokens({"client_id": "tv", "scope": "play"}, "/oauth/device_authorization"))[1]
    allowed = await app.line.ask({"type": "answer_device_request", "code": asked["user_code"], "allow": True})
    assert allowed["stage"] == "allowed"
    return {"grant_type": DEVICE_GRANT, "device_code": asked["device_code"], "client_id": "tv"}


@pytest.mark.parametrize(
    ("how", "left"), [("a new password", {"own", "bot"}), ("a recovery code", set()), ("a reset", set())]
)
async def test_what_a_thief_has_made_ends_as_the_sessions_end(how: str, left: set[str], tmp_path: Path) -> None:
    store = MemoryStore(Memory())
    async with (
        places(tmp_path, store=store) as here,
        here.server.line() as ada,
        here.server.line() as owner,
        here.server.line() as bot,
        here.server.line() as mo,
    ):
        session, services = await account(ada), here.server.services
        shown = await ada.ask({"type": "make_recovery_codes", "password": PASSWORD})
        her = PlayerId(shown["player"]["id"])
        link = {"ticket": (await here.finish())[1]["ticket"], "verifier": VERIFIER}
        assert (await here.post("link", link, session))[0] == 200
        await store.documents.commit([PASSKEYS.put(her, None, PasskeysRecord((PASSKEY,)))])
        hook = await ada.ask({"type": "create_webhook", "url": "https://hooks.example.org/x"})
        assert hook["type"] == "webhook_changed"
        engine = (await ada.ask({"type": "make_bot", "name": "Engine"}))["bots"][0]["id"]
        await ada.ask({"type": "make_token", "scopes": ["overlay"], "label": "own"})
        token = await ada.ask({"type": "make_token", "scopes": ["play"], "label": "bot", "bot": engine})
        await bot.sign_in(token=token["token"])
        app = Browser(here.server, here.http, ada, session)
        waiting = [exchange(await app.code()), await device(app)]
        noted = (await ada.ask({"type": "get_notices"}))["notices"]
        assert [each["reason"] for each in reversed(noted)] == MADE

        match how:
            case "a new password":
                await owner.ask({"type": "sign_in", "name": "Ada", "password": PASSWORD})
                await owner.ask({"type": "change_account", "password": PASSWORD, **NEW})
            case "a recovery code":
                code = shown["recovery_codes"][0]
                await owner.ask({"type": "recover_account", "name": "Ada", "code": code, **NEW})
            case _:
                moderator = await account(mo, "Mo")
                await services.moderation.make_first_admin("Mo")
                order = ResetPasswordOrder(player=her, why="it was stolen")
                await services.moderation.reset_password(await services.players.holder(Token(moderator)), order)

        await ada.until(lambda heard: heard["type"] == "signed_out")
        assert await services.identity_links.links_of(her) == ()
        assert await services.passkeys.of(her) == ()
        assert await services.webhooks.all_of(her) == ()
        assert {each.label for each in await services.bot_accounts.tokens(her)} == left
        for form in waiting:  # what was allowed, and not yet taken
            assert (await app.tokens(form))[1].get("error") == "invalid_grant"
        if not left:
            await bot.until(lambda heard: heard["type"] == "signed_out")


LATE: dict[str, tuple[bytes, Message]] = {
    "make_token": (b'"label":"late"', {"scopes": ["play"], "label": "late"}),
    "make_bot": (b'"name":"Late"', {"name": "Late"}),
    "delete_bot": (b"no account", {}),
    "create_webhook": (b'"hooks"', {"url": "https://hooks.example.org/x"}),
    "change_webhook": (b'"generation":1', {"change": "rotate"}),
    "make_recovery_codes": (b'"recovery"', {"password": PASSWORD}),
    "change_account": (b'"password"', {"password": PASSWORD, **NEW}),
    "delete_account": (b"no account", {"password": PASSWORD}),
    "begin_second_factor": (b'"secret"', {}),
    "set_email": (b"no email", {"address": None}),
    "confirm_second_factor": (b'"is_on":true', {}),
    "remove_second_factor": (b"no second_factor", {}),
    "answer_device_request": (b'"allowed"', {"allow": True}),
    "POST /oauth/consent": (b'"redirect"', {"query": urlencode(GOOD), "allow": True}),
    "POST /sign-on/link": (b'"mark"', {"verifier": VERIFIER}),
    "POST /sign-on/unlink": (b"no linked_identity", {"provider": "school"}),
    "POST /sign-on/passkeys/add": (b'"late"', {"name": "late"}),
    "POST /sign-on/passkeys/rename": (b'"late"', {"passkey": "1", "name": "late"}),
    "POST /sign-on/passkeys/remove": (b'"passkeys":[]', {"passkey": "1"}),
}
"""What changes the ways into an account, or ends it, with a part of what each writes or removes."""

STORING_NO_WAY = frozenset({"POST /sign-on/passkeys/begin"})
OF_THE_SESSION = frozenset(
    {"make_bot", "delete_bot", "confirm_second_factor", "remove_second_factor", "POST /sign-on/passkeys/rename"}
)
"""What needs no proof, because it takes a code or opens no way, and is a change of the account all the same."""


def test_every_order_that_needs_a_proof_is_tried_as_its_session_ends() -> None:
    assert {*LATE} == {*SENSITIVE, *OF_THE_ACCOUNT, *OF_THE_SESSION} - STORING_NO_WAY


async def prepared(name: str, here: Place, ada: Line, session: str, documents: Interrupted) -> Message:
    """Return the rest of an order, after what has to be there before it."""
    her = (await here.server.services.players.holder(Token(session))).player.id
    match name.rpartition("/")[2]:
        case "link" | "unlink" as what:
            link = {"ticket": (await here.finish())[1]["ticket"], "verifier": VERIFIER}
            if what == "link":
                return link
            assert (await here.post("link", link, session))[0] == 200
        case "confirm_second_factor" | "remove_second_factor" as what:
            app = pyotp.TOTP((await ada.ask({"type": "begin_second_factor"}))["secret"])
            now = int(time.time())
            if what == "confirm_second_factor":
                return {"code": app.at(now)}
            await ada.ask({"type": "confirm_second_factor", "code": app.at(now)})
            return {"code": app.at(now + 30)}
        case "answer_device_request":
            return {"code": (await here.server.services.device_grants.begin("tv", (Scope.PLAY,)))[1]}
        case "delete_bot":
            return {"bot": (await ada.ask({"type": "make_bot", "name": "Engine"}))["bots"][0]["id"]}
        case "change_webhook":
            made = await ada.ask({"type": "create_webhook", "url": "https://hooks.example.org/x"})
            return {"webhook": made["webhook"]["id"]}
        case "add":
            here.server.services.passkeys.party = relying_party(ORIGIN)
            begun = await here.post("passkeys/begin", {}, session)
            return {"answer": Authenticator(ORIGIN).create(begun[1]["options"])}
        case "set_email":
            await documents.commit([EMAILS.put(her, None, EmailRecord(verified="ada@example.org"))])
        case "rename" | "remove":
            await documents.commit([PASSKEYS.put(her, None, PasskeysRecord((PASSKEY,)))])
        case _:
            pass
    return {}


@pytest.mark.parametrize("name", LATE)
async def test_an_order_is_refused_if_its_session_ends_before_it_is_committed(name: str, tmp_path: Path) -> None:
    store, (written, order) = MemoryStore(Memory()), LATE[name]
    documents = Interrupted(store.documents)
    store.documents = documents  # type: ignore[assignment]
    async with places(tmp_path, store=store) as here, here.server.line() as ada:
        session, players = await account(ada), here.server.services.players
        her = await players.holder(Token(session))
        order = {**order, **await prepared(name, here, ada, session, documents)}
        documents.before_the_next_commit_of = (written, lambda: players.end_sessions(her.player.id))
        path = name.partition(" /")[2]
        if not path:
            path, order = "v1/commands", {**order, "type": name, "ref": "late"}
        headers = {"Authorization": f"Bearer {session}"}
        async with here.http.post(f"{here.server.url}/{path}", json=order, headers=headers) as answer:
            refused = await answer.json()
        assert (documents.was_interrupted, refused.get("code")) == (True, "unknown_token"), refused


@pytest.mark.parametrize("by_owner", [True, False])
async def test_what_a_session_has_allowed_is_not_taken_after_its_end(tmp_path: Path, by_owner: bool) -> None:
    async with places(tmp_path) as here, here.server.line() as ada, here.server.line() as thief:
        await account(ada)
        session = await thief.ask({"type": "sign_in", "name": "Ada", "password": PASSWORD})
        app = Browser(here.server, here.http, thief, session["token"])
        waiting = [exchange(await app.code()), await device(app)]
        if by_owner:
            listed = (await ada.ask({"type": "list_sessions"}))["sessions"]
            (others,) = [each["id"] for each in listed if not each["is_present"]]
            await ada.ask({"type": "end_session", "id": others})
        else:
            await thief.ask({"type": "sign_out"})
        assert [(await app.tokens(form))[1]["error"] for form in waiting] == ["invalid_grant"] * 2
        assert (await ada.ask({"type": "list_tokens"}))["tokens"] == []


class Overtaken(Interrupted):
    """A store in which others do something when the tokens of a player have been listed and not yet read."""

    after_the_list: Callable[[], Awaitable[Any]] | None = None

    async def listed(self, index: str, **how: Any) -> list[tuple[str, float]]:
        found: list[tuple[str, float]] = await self._documents.listed(index, **how)
        meanwhile = self.after_the_list
        if meanwhile is not None and index.startswith("tokens:"):  # the server lists other things meanwhile
            self.after_the_list = None
            await meanwhile()
        return found


async def test_a_refresh_during_a_recovery_does_not_outlive_it(tmp_path: Path) -> None:
    store = MemoryStore(Memory())
    documents = Overtaken(store.documents)
    store.documents = documents  # type: ignore[assignment]
    async with places(tmp_path, store=store) as here, here.server.line() as ada, here.server.line() as owner:
        app = Browser(here.server, here.http, ada, await account(ada))
        (code, *_) = (await ada.ask({"type": "make_recovery_codes", "password": PASSWORD}))["recovery_codes"]
        first, refreshed = await app.granted(), list[tuple[int, Message]]()

        async def refresh() -> None:
            refreshed.append(await app.tokens(refreshing(first["refresh_token"])))

        documents.after_the_list = refresh
        await owner.ask({"type": "recover_account", "name": "Ada", "code": code, **NEW})
        ((status, second),) = refreshed
        assert (status, await app.is_valid(second["access_token"])) == (200, False)
        assert (await app.tokens(refreshing(second["refresh_token"])))[1]["error"] == "invalid_grant"
