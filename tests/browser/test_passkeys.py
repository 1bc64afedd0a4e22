"""A player adds a passkey, signs in and proves who they are by it, and removes it, in Chromium's authenticator."""

import pytest
from browser.accounts import register
from browser.axe import ANYTHING, AXE, complaints_of
from browser.test_proofs import Clock, make_token
from browsers import PHONE, window
from playwright.async_api import Browser, expect
from quarterdeck_server.lobby.sign_on.passkey_records import relying_party
from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
}


async def test_a_player_adds_a_passkey_signs_in_by_it_and_removes_it(browser: Browser) -> None:
    clock = Clock()
    async with live_server(MemoryStore(Memory(clock))) as server:
        here = server.url.replace("127.0.0.1", "localhost")
        server.services.passkeys.party = relying_party(here)
        async with window(browser, here, size=PHONE, bypass_policy=True) as ada:
            page = ada.page
            device = await page.context.new_cdp_session(page)
            await device.send("WebAuthn.enable")
            await device.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
            await page.add_init_script(path=AXE)
            await register(ada, "Ada")
            await ada.open("/account")
            own = page.locator("[data-part=passkeys]")
            await own.get_by_text("Add a passkey").first.click()
            await own.get_by_label("Name of the passkey").fill("my phone")
            await own.get_by_role("button", name="Add a passkey").click()
            await expect(own.locator("li")).to_contain_text("my phone")
            assert await complaints_of(ada, "the passkeys of an account", ANYTHING) == []
            await own.get_by_text("Rename").first.click()
            await own.locator("li").get_by_label("Name of the passkey").fill("my new phone")
            await own.locator("li").get_by_role("button", name="Rename").click()
            await expect(own.locator("li bdi")).to_have_text("my new phone")
            await page.get_by_role("button", name="Sign out", exact=True).first.click()
            await page.get_by_role("button", name="Sign in with a passkey").click()
            await expect(own.locator("li")).to_contain_text("last used on")
            clock.ms += 3_600_000
            dialog = page.get_by_role("dialog", name="Confirm that it is you")
            await make_token(ada)
            await dialog.get_by_role("button", name="Continue with a passkey").click()
            await expect(dialog).to_have_count(0)
            await expect(page.locator(".shown-once li")).to_have_count(1)
            await own.get_by_role("button", name="Remove").click()
            await own.get_by_role("button", name="Really?").click()
            await expect(own.locator("li")).to_have_count(0)
            ada.complaints[:] = [each for each in ada.complaints if "403 (Forbidden)" not in each]
