"""Amiibart TCG at its own table: played to the end, and read by whoever wants to know what lies there."""

import random

import pytest
from browsers import LAPTOP, PHONE, Window, window
from playwright.async_api import Browser, ViewportSize
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def sit_down(guest: Window) -> None:
    await guest.open()
    await guest.page.locator(".offer", has_text="Amiibart").get_by_role("button", name="Against a bot").click()
    await guest.see(".am-table")


@pytest.mark.parametrize(
    ("how", "size", "dark"), [("mouse", LAPTOP, True), ("touch", PHONE, False), ("keyboard", LAPTOP, False)]
)
async def test_a_guest_plays_amiibart_to_the_end(browser: Browser, how: str, size: ViewportSize, *, dark: bool) -> None:
    chance = random.Random(3)
    async with (
        live_server(luck=3) as server,
        window(browser, server.url, size=size, dark=dark, touch=how == "touch") as guest,
    ):
        await sit_down(guest)
        while not await guest.is_over():
            await guest.take_any(chance, how)
            assert await guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert await guest.page.locator(".am-table").count() == 1, "the general table has not taken its place"


async def test_what_lies_on_the_table_opens_large(browser: Browser) -> None:
    async with live_server(luck=3) as server, window(browser, server.url, size=PHONE, touch=True) as guest:
        await sit_down(guest)
        card = guest.page.locator('[data-at^="library/"][data-lit]').first
        name = await card.locator(".am-name > span").first.inner_text()
        await card.hover()
        await guest.page.keyboard.press("i")
        await guest.see(".details .am-full")
        assert name in await guest.page.locator(".details h2").inner_text()
        await guest.page.keyboard.press("Escape")
        await guest.page.locator(".details").wait_for(state="detached")
        await guest.page.locator('[data-at="seat/1"]').tap()
        await guest.see(".details .am-entry")


async def test_a_long_press_opens_a_card_and_does_not_play_it(browser: Browser) -> None:
    async with live_server(luck=3) as server, window(browser, server.url) as guest:
        await sit_down(guest)
        await guest.see('[data-at^="library/"][data-lit]')
        await guest.page.locator('[data-at^="library/"][data-lit]').first.hover()
        await guest.page.mouse.down()
        await guest.see(".details .am-full")
        await guest.page.mouse.up()
        await guest.page.keyboard.press("Escape")
        await guest.page.locator(".details").wait_for(state="detached")
        assert await guest.page.locator("[data-picked]").count() == 0
