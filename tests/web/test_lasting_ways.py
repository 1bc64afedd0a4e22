"""What lets somebody into an account, or tells somebody of it, for longer than a session: how each of it ends."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pyotp
import pytest
from lobby.interrupted_documents import Interrupted
from quarterdeck_protocol.http.authorization import DEVICE_GRANT
from quarterdeck_protocol.lobby.moderation import ResetPasswordOrder
from quarterdeck_protocol.names import Milliseconds, PlayerId, Token
from quarterdeck_protocol.sides import Scope
from quarterdeck_server.lobby.sign_on.passkey_records import PASSKEYS, Passkey, PasskeysRecord
from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import PASSWORD, Message
from web.oauth.test_oauth_routes import GOOD, Browser, exchange, refreshing
from web.sign_on.test_sign_on_routes import VERIFIER, account, places

NEW: Message = {"new_password": "another walk by the sea"}


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
        passkey = Passkey(id="1", name="a phone", credential=b"1", public_key=b"1", count=0, since=Milliseconds(0))
        await store.documents.commit([PASSKEYS.put(her, None, PasskeysRecord((passkey,)))])
        hook = await ada.ask({"type": "create_webhook", "url": "https://hooks.example.org/x"})
        assert hook["type"] == "webhook_changed"
        engine = (await ada.ask({"type": "make_bot", "name": "Engine"}))["bots"][0]["id"]
        await ada.ask({"type": "make_token", "scopes": ["overlay"], "label": "own"})
        token = await ada.ask({"type": "make_token", "scopes": ["play"], "label": "bot", "bot": engine})
        await bot.sign_in(token=token["token"])
        app = Browser(here.server, here.http, ada, session)
        waiting = [exchange(await app.code()), await device(app)]

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


LATE: dict[bytes, Message] = {
    b'"label":"late"': {"type": "make_token", "scopes": ["play"], "label": "late"},
    b'"name":"Late"': {"type": "make_bot", "name": "Late"},
    b'"hooks"': {"type": "create_webhook", "url": "https://hooks.example.org/x"},
    b'"recovery"': {"type": "make_recovery_codes", "password": PASSWORD},
    b'"password"': {"type": "change_account", "password": PASSWORD, **NEW},
    b'"secret"': {"type": "begin_second_factor"},
    b'"is_on":true': {"type": "confirm_second_factor"},
    b'"redirect"': {"query": urlencode(GOOD), "allow": True},
    b'"allowed"': {"type": "answer_device_request", "allow": True},
    b'"mark"': {"verifier": VERIFIER},
}
"""Orders that let somebody in for longer than a session, with a part of what each of them writes."""


@pytest.mark.parametrize("written", LATE)
async def test_an_order_is_refused_if_its_session_ends_before_it_is_committed(written: bytes, tmp_path: Path) -> None:
    store, order = MemoryStore(Memory()), {**LATE[written]}
    documents = Interrupted(store.documents)
    store.documents = documents  # type: ignore[assignment]
    async with places(tmp_path, store=store) as here, here.server.line() as ada:
        session, path = await account(ada), "v1/commands"
        her = await here.server.services.players.holder(Token(session))
        match written:
            case b'"redirect"':
                path = "oauth/consent"
            case b'"mark"':
                path, order["ticket"] = "sign-on/link", (await here.finish())[1]["ticket"]
            case b'"is_on":true':
                secret = (await ada.ask({"type": "begin_second_factor"}))["secret"]
                order["code"] = pyotp.TOTP(secret).now()
            case b'"allowed"':
                order["code"] = (await here.server.services.device_grants.begin("tv", (Scope.PLAY,)))[1]
            case _:
                pass
        documents.before_the_next_commit_of = (
            written,
            lambda: here.server.services.players.end_sessions(her.player.id),
        )
        if "type" in order:
            order["ref"] = "late"
        headers = {"Authorization": f"Bearer {session}"}
        async with here.http.post(f"{here.server.url}/{path}", json=order, headers=headers) as answer:
            refused = await answer.json()
        assert (documents.was_interrupted, refused.get("code")) == (True, "unknown_token"), refused


class Overtaken(Interrupted):
    """A store in which others do something when the tokens of a player have been listed and not yet read."""

    after_the_list: Callable[[], Awaitable[Any]] | None = None

    async def listed(self, index: str, **how: Any) -> list[tuple[str, float]]:
        found: list[tuple[str, float]] = await self._documents.listed(index, **how)
        meanwhile, self.after_the_list = self.after_the_list, None
        if meanwhile is not None and index.startswith("tokens:"):
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
