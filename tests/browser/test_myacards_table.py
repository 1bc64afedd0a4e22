"""MYACARDS at its own table: played by clicks, on a field that a phone shows whole."""

import random

import pytest
from browsers import LAPTOP, PHONE, Window, window
from playwright.async_api import Browser, Locator, ViewportSize
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

LEAST = 42
"""How wide and high whatever may be touched is at least, in pixels: eight columns of a phone have no more."""

CLICKS = 60
"""After so many a match has come by all of its phases; one by chance to its end takes a minute and more."""

SMALLEST_LIT = """Math.min(...[...document.querySelectorAll("[data-lit], .prompt-buttons button")]
    .flatMap(each => [each.getBoundingClientRect().width, each.getBoundingClientRect().height]))"""

SCROLLS = """document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight
    || document.querySelector(".board").scrollHeight > document.querySelector(".board").clientHeight"""


async def sit_down(guest: Window) -> None:
    await guest.open()
    await guest.page.locator(".offer", has_text="MYACARDS").get_by_role("button", name="Against a bot").click()
    await guest.see(".my-field")


async def zone_for_a_card(guest: Window) -> Locator:
    """Keep the hand, pick a card that may be placed, and return a zone for it."""
    await guest.page.locator('[data-button="keep"]').tap()
    await guest.see('[data-at^="hand/"][data-lit]')
    cards = guest.page.locator('[data-at^="hand/"][data-lit]')
    for number in range(await cards.count()):
        await cards.nth(number).tap()
        await guest.see('[data-at^="hand/"][data-picked]')
        zones = guest.page.locator('[data-at^="zone/"][data-lit]')
        if await zones.count():
            return zones.first
    raise AssertionError("no card may be placed")


@pytest.mark.parametrize(
    ("how", "size", "dark"), [("mouse", LAPTOP, True), ("touch", PHONE, False), ("keyboard", LAPTOP, False)]
)
async def test_a_guest_plays_myacards(browser: Browser, how: str, size: ViewportSize, *, dark: bool) -> None:
    chance = random.Random(5)
    async with (
        live_server(luck=5) as server,
        window(browser, server.url, size=size, dark=dark, touch=how == "touch") as guest,
    ):
        await sit_down(guest)
        for _ in range(CLICKS):
            if await guest.is_over():
                break
            await guest.take_any(chance, how)
            assert not await guest.page.evaluate(SCROLLS)
            assert await guest.page.evaluate(SMALLEST_LIT) >= LEAST
        assert await guest.page.locator(".my-field").count() == 1, "the general table has not taken its place"


async def test_a_finger_that_hits_a_small_zone_is_asked_once_more(browser: Browser) -> None:
    async with live_server(luck=5) as server, window(browser, server.url, size=PHONE, touch=True) as guest:
        await sit_down(guest)
        zone = await zone_for_a_card(guest)
        place = await zone.get_attribute("data-at")
        await zone.tap()
        await guest.see(f'[data-at="{place}"][data-asked]')
        assert (await guest.page.locator(".prompt-text").inner_text()).endswith("?")
        assert await guest.page.locator(".my-mine").count() == 0
        await zone.tap()
        await guest.see(f'[data-at="{place}"] .my-mine')


async def test_a_card_on_the_field_opens_with_what_its_numbers_are_made_of(browser: Browser) -> None:
    async with live_server(luck=5) as server, window(browser, server.url, size=PHONE, touch=True) as guest:
        await sit_down(guest)
        zone = await zone_for_a_card(guest)
        for _ in range(2):
            await zone.tap()
        piece = guest.page.locator('.my-mine[data-at^="piece/"]').first
        await piece.tap()
        await guest.see(".details .my-full")
        assert await guest.page.locator(".details h2").inner_text() in (await piece.get_attribute("aria-label") or "")
        await guest.see(".details .my-standing")
