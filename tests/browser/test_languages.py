"""The page and its server speak the language of whoever looks, or the one that they choose."""

import re

import pytest
from browsers import PHONE, window
from playwright.async_api import Browser, ViewportSize, expect
from servers import live_server

COLOUR = re.compile("Einfach|Gelb|Türkis|Rot|Blau|Violett|Silber|Gold|Aquamarin|Weiß|Schwarz")

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_german_sees_page_log_cards_and_refusals_in_german_and_may_choose_english(browser: Browser) -> None:
    async with live_server(luck=7) as server, window(browser, server.url, luck=7, size=PHONE, locale="de-AT") as guest:
        page = guest.page
        await guest.open()
        await page.get_by_role("textbox", name="Einladungscode").fill("zzzzzz")
        await page.get_by_role("button", name="Mitspielen").click()
        await expect(page.get_by_role("alert")).to_have_text(
            "Kein Tisch hat diesen Einladungscode. Vielleicht wurde der Tisch geschlossen."
        )

        await guest.open()
        await expect(page.locator("html")).to_have_attribute("lang", "de")
        offer = page.locator(".offer", has_text="Density Deck")
        await offer.get_by_role("button", name="Gegen Bots").click()
        await guest.see(".frame")
        match = page.url
        await expect(page.locator(".frame")).to_contain_text("Durchgang 1")
        await expect(page.locator(".dd-name").first).to_have_text(COLOUR)
        await page.locator(".side-handle").click()
        await expect(page.get_by_role("log")).to_contain_text("mischt, und alle bekommen drei Karten.")

        await guest.open("/settings")
        await page.get_by_role("radio", name="English").check()
        await expect(page.locator("html")).to_have_attribute("lang", "en")
        await expect(page.get_by_role("heading", level=1)).to_have_text("Settings")
        await page.goto(match)
        await page.locator(".side-handle").click()
        await expect(page.get_by_role("log")).to_contain_text("shuffles, and three cards go to everyone.")


async def test_a_page_whose_texts_did_not_come_is_in_english(browser: Browser) -> None:
    async with (
        live_server() as server,
        window(browser, server.url, locale="de-AT", allow="ERR_FAILED") as guest,
    ):
        await guest.page.route("**/words/de/page.js", lambda route: route.abort())
        await guest.open()
        await expect(guest.page.locator("html")).to_have_attribute("lang", "en")
        await expect(guest.page.get_by_role("link", name="Sign in")).to_be_visible()


async def test_no_german_word_runs_out_of_its_button_on_the_first_page(browser: Browser) -> None:
    outside = "() => [...document.querySelectorAll('.offer button')].map(e => e.scrollWidth - e.clientWidth)"
    async with live_server() as server:
        for width in (360, 1280):
            size: ViewportSize = {"width": width, "height": 800}
            async with window(browser, server.url, size=size, locale="de-DE") as guest:
                await guest.open()
                await expect(guest.page.locator(".offer").first).to_be_visible()
                assert max(await guest.page.evaluate(outside)) <= 0, width
