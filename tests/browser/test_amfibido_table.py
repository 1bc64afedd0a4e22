"""Amfibido at its own table: read by whoever wants to know what lies there."""

import pytest
from browsers import PHONE, Window, window
from playwright.async_api import Browser
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def sit_down(guest: Window) -> None:
    await guest.open()
    await guest.page.locator(".offer", has_text="Amfibido").get_by_role("button", name="Against a bot").click()
    await guest.see(".af-table")


async def test_cards_seats_and_sensei_of_amfibido_open_large(browser: Browser) -> None:
    async with live_server(luck=3) as server, window(browser, server.url, luck=3, size=PHONE, touch=True) as guest:
        await sit_down(guest)
        await guest.see(".af-own .af-card")
        card = guest.page.locator(".af-own .af-card").first
        name = await card.locator(".af-name").inner_text()
        await card.tap()
        await guest.see(".details .af-full")
        assert name in await guest.page.locator(".details h2").inner_text()
        await guest.page.keyboard.press("Escape")
        await guest.page.locator(".details").wait_for(state="detached")
        await guest.page.locator('[data-at="seat/1"]').tap()
        await guest.see(".details .af-facts")
