"""A player sets and confirms an e-mail address in Chromium, forgets the password, and comes back by a link, in two
languages."""

from pathlib import Path

import pytest
from browser.accounts import register
from browser.axe import ANYTHING, AXE, complaints_of
from browsers import PHONE, window
from mail_receivers import link_in, mail_receiver
from playwright.async_api import Browser, expect
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

ORIGIN = "https://cards.example.org"


async def test_a_player_confirms_an_address_and_comes_back_by_it(browser: Browser, tmp_path: Path) -> None:
    async with (
        mail_receiver() as mail,
        live_server(public_url=ORIGIN, mail=mail.file(tmp_path)) as server,
        window(browser, server.url, size=PHONE, bypass_policy=True) as ada,
    ):
        page = ada.page
        await page.add_init_script(path=AXE)
        await register(ada, "Ada")
        await ada.open("/account")
        own = page.locator("[data-part=email]")
        await own.get_by_text("Set the address").first.click()
        await own.get_by_label("E-mail address").fill("ada@example.org")
        await own.get_by_role("button", name="Set the address").click()
        await expect(own).to_contain_text("A link was sent to ada@example.org.")
        link = link_in(await mail.until(1)).removeprefix(ORIGIN)
        await ada.open(link)
        assert await complaints_of(ada, "the page of a link", ANYTHING) == []
        await page.get_by_role("button", name="Confirm the address").click()
        await expect(page.get_by_text("Your address is confirmed.")).to_be_visible()
        await ada.open("/account")
        await expect(own.locator("bdi")).to_have_text("ada@example.org")
        await own.get_by_text("Mails about notices").click()
        await own.get_by_label("Challenges").check()
        await own.get_by_role("button", name="Save").click()
        await expect(own).to_contain_text("Saved. At most one mail an hour.")
        async with window(browser, server.url, size=PHONE, locale="de-DE") as german:
            page = german.page
            await german.open("/account")
            await page.get_by_text("Passwort vergessen?").click()
            await page.get_by_label("E-Mail-Adresse").fill("ada@example.org")
            await page.get_by_role("button", name="Link schicken").click()
            await expect(page.get_by_text("Wenn ein Konto diese Adresse hat, ist ein Link unterwegs.")).to_be_visible()
            await german.open(link_in(await mail.until(2)).removeprefix(ORIGIN))
            await page.get_by_label("Neues Passwort").fill("another walk by the sea")
            await page.get_by_role("button", name="Neues Passwort setzen").click()
            await expect(page.get_by_text("Dein neues Passwort ist gesetzt, und du bist angemeldet.")).to_be_visible()
            await german.open("/account")
            await expect(page.locator("[data-part=email] bdi")).to_have_text("ada@example.org")
