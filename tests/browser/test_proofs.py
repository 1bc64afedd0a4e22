"""A request that is refused for want of a newer sign-in opens a dialog, and is sent again after a proof."""

import time
from pathlib import Path
from urllib.parse import urlencode

import pyotp
import pytest
from browser.accounts import register
from browser.axe import ANYTHING, AXE, complaints_of
from browser.test_collection import come_as
from browsers import PHONE, Window, window
from playwright.async_api import Browser, expect
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_protocol.sides import Scope
from quarterdeck_server.storage.memory import Memory, MemoryStore
from school import School, provider_file, school_site
from servers import PASSWORD, live_server, soon
from web.http.test_replay_access import over
from web.oauth.test_oauth_routes import GOOD

pytestmark = pytest.mark.asyncio(loop_scope="session")


class Clock:
    """A clock of the store that a test moves on."""

    def __init__(self) -> None:
        self.ms = int(time.time()) * 1000

    def __call__(self) -> Milliseconds:
        return Milliseconds(self.ms)


async def make_token(shown: Window) -> None:
    programs = shown.page.locator("[data-part=programs]")
    if not await programs.get_by_label("Label").is_visible():
        await programs.get_by_text("Make a token").first.click()
    await programs.get_by_role("button", name="Make a token").click()


async def test_a_token_an_hour_after_the_sign_in_asks_for_the_password_and_then_for_a_code(browser: Browser) -> None:
    clock = Clock()
    async with (
        live_server(MemoryStore(Memory(clock))) as server,
        window(browser, server.url, size=PHONE, bypass_policy=True) as ada,
    ):
        await ada.page.add_init_script(path=AXE)
        await register(ada, "Ada")
        await ada.open("/account")
        clock.ms += 3_600_000
        dialog = ada.page.get_by_role("dialog", name="Confirm that it is you")
        await make_token(ada)
        await expect(dialog.get_by_label("Password")).to_be_visible()
        assert await complaints_of(ada, "the dialog for a proof", ANYTHING) == []
        await dialog.get_by_role("button", name="Close").click()
        await expect(ada.page.locator("[data-part=programs] [role=alert]").first).to_contain_text("Prove who you are")
        await make_token(ada)
        await dialog.get_by_label("Password").fill("wrong wrong")
        await dialog.get_by_role("button", name="Go on").click()
        await expect(dialog.get_by_role("alert")).to_be_visible()
        await dialog.get_by_label("Password").fill(PASSWORD)
        await dialog.get_by_role("button", name="Go on").click()
        await expect(dialog).to_have_count(0)
        await expect(ada.page.locator(".shown-once li")).to_have_count(1)

        factor = ada.page.locator("[data-part=second-factor]")
        await factor.get_by_text("Turn it on").click()
        await factor.get_by_role("button", name="Show the secret").click()
        secret = (await factor.locator("code").inner_text()).replace(" ", "")
        await factor.get_by_label("Code of the second factor").fill(pyotp.TOTP(secret).at(clock.ms // 1000))
        await factor.get_by_role("button", name="Turn it on").click()
        await expect(factor).to_contain_text("It is on")
        clock.ms += 3_600_000
        await make_token(ada)
        await dialog.get_by_label("Code of the second factor").fill(pyotp.TOTP(secret).at(clock.ms // 1000))
        await dialog.get_by_role("button", name="Go on").click()
        await expect(dialog).to_have_count(0)


async def test_moderators_and_the_consent_to_an_app_ask_for_a_proof_where_they_are(browser: Browser) -> None:
    clock = Clock()
    async with (
        live_server(MemoryStore(Memory(clock))) as server,
        server.person("Mo"),
        server.person("Bo"),
        window(browser, server.url, bypass_policy=True) as mo,
    ):
        await server.services.moderation.make_first_admin("Mo")
        await come_as(mo, "Mo")
        page, dialog = mo.page, mo.page.get_by_role("dialog", name="Confirm that it is you")

        async def prove() -> None:
            await dialog.get_by_label("Password").fill(PASSWORD)
            await dialog.get_by_role("button", name="Go on").click()
            await expect(dialog).to_have_count(0)
            await an_hour_passes()

        async def an_hour_passes() -> None:
            """Move the store's clock. A code made before the server has followed would be an hour old at once."""
            clock.ms += 3_600_000
            await soon(lambda: server.services.matches.clock.now() >= clock.ms)

        await an_hour_passes()
        await mo.open("/moderation")
        await page.get_by_role("tab", name="Players").click()
        await page.get_by_label("Name").first.fill("Bo")
        await page.keyboard.press("Enter")
        await page.locator("summary", has_text="Sanction").click()
        sanction = page.locator("details", has_text="Sanction").first
        await sanction.get_by_label("Why").fill("Rubbish.")
        await sanction.get_by_role("button", name="Sanction").click()
        await prove()
        await expect(page.locator(".entries")).to_contain_text("Mute: can only send phrases until")

        async with server.player("Cy") as cy:
            closed = await over(cy, replays="nobody")
        await mo.open(f"/m/{closed}?at=1")
        await prove()
        await mo.see(".replay")
        await mo.open("/tournaments")
        await page.get_by_role("button", name="New tournament").click()
        form = page.locator("dialog")
        await form.get_by_text("Who can enter").click()
        await form.get_by_role("switch", name="Rated").check()
        await form.get_by_role("button", name="Make the tournament").click()
        await prove()
        await page.wait_for_url("**/tournaments/*")

        await mo.open("/console")
        await page.get_by_role("tab", name="Announcements").click()
        await page.locator("summary", has_text="Pause").click()
        pause = page.locator("details", has_text="Pause").first
        await pause.get_by_label("Why").fill("An upgrade.")
        await pause.get_by_role("button", name="Pause").click()
        await prove()
        await expect(page.locator("main")).to_contain_text("Paused: no match begins.")

        await mo.open(f"/oauth/authorize?{urlencode(GOOD)}")
        await page.get_by_role("button", name="Allow", exact=True).click()
        await dialog.get_by_role("button", name="Close").click()
        await expect(page.locator("[data-part=question] [role=alert]")).to_contain_text("Prove who you are")

        _, code = await server.services.device_grants.begin("chess.example", (Scope.PLAY,))
        await mo.open(f"/device?code={code}")
        await page.get_by_role("button", name="Show the request").click()
        await page.locator("[data-part=program-request]").get_by_role("button", name="Allow").click()
        await prove()
        await expect(page.locator("[data-part=program-request]")).to_contain_text("It may act for you now.")
        mo.complaints[:] = [each for each in mo.complaints if "403 (Forbidden)" not in each]  # each was answered above


async def test_an_account_of_a_provider_is_deleted_after_a_new_sign_in_there(browser: Browser, tmp_path: Path) -> None:
    school, clock = School(), Clock()
    async with school_site(school):
        file = provider_file(tmp_path, f'issuer = "{school.issuer}"')
        async with (
            live_server(MemoryStore(Memory(clock)), sign_on=str(file)) as server,
            window(browser, server.url, bypass_policy=True) as ada,
        ):
            await ada.open("/account")
            await ada.page.get_by_role("button", name="Sign in with School").click()
            await ada.page.locator("[data-part=register]").get_by_label("Name").fill("Ada")
            await ada.page.get_by_role("button", name="Make an account").click()
            await expect(ada.page.locator(".shown-once li")).to_have_count(8)
            await ada.open("/account")
            clock.ms += 3_600_000
            school.changed = {"auth_time": clock.ms // 1000}
            await ada.page.get_by_text("Delete the account").first.click()
            await ada.page.get_by_role("button", name="Delete permanently").click()
            dialog = ada.page.get_by_role("dialog", name="Confirm that it is you")
            await expect(dialog.get_by_label("Password")).to_have_count(0)
            await dialog.get_by_role("button", name="Continue with School").click()
            await expect(dialog).to_have_count(0)
            await expect(ada.page.locator("[data-part=sign-in]")).to_be_visible()
            assert await server.services.players.named("Ada") is None
            ada.complaints[:] = [each for each in ada.complaints if school.issuer not in each]
