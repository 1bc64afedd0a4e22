"""A stranger opens the address and plays to the end, in a real browser."""

import random

import pytest
from browsers import LAPTOP, PHONE, window
from playwright.async_api import Browser, ViewportSize
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize(("how", "size"), [("mouse", LAPTOP), ("touch", PHONE), ("keyboard", LAPTOP)])
async def test_a_guest_plays_density_deck_to_the_end(browser: Browser, how: str, size: ViewportSize) -> None:
    chance = random.Random(7)
    async with live_server(luck=7) as server, window(browser, server.url, size=size, touch=how == "touch") as guest:
        await guest.open()
        await guest.page.locator(".offer", has_text="Density Deck").get_by_role("button", name="Against a bot").click()
        await guest.see(".frame")
        while not await guest.is_over():
            await guest.take_any(chance, how)
        assert "1." in await guest.page.locator(".prompt-text").inner_text()
