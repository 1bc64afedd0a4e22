"""What lets somebody into an account, or tells somebody of it, for longer than a session: how each of it ends."""

from pathlib import Path

import pytest
from quarterdeck_protocol.http.authorization import DEVICE_GRANT
from quarterdeck_protocol.lobby.moderation import ResetPasswordOrder
from quarterdeck_protocol.names import Milliseconds, PlayerId, Token
from quarterdeck_server.lobby.sign_on.passkey_records import PASSKEYS, Passkey, PasskeysRecord
from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import PASSWORD, Message
from web.oauth.test_oauth_routes import Browser, exchange
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
