"""Opponents are sought, and a match that is found is accepted, declined, or found again after a reload."""

import pytest
from browsers import PHONE, Window, window
from playwright.async_api import Browser, expect
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def seek(player: Window) -> None:
    """Say on the first page that one wants to play at once."""
    await player.open()
    await player.page.locator(".offer[data-game=amfibido]").get_by_role("button", name="Play now").click()


async def test_two_strangers_accept_and_one_of_them_loads_the_page_anew_in_the_middle(browser: Browser) -> None:
    async with (
        live_server() as server,
        window(browser, server.url) as ada,
        window(browser, server.url, size=PHONE, touch=True) as bo,
    ):
        await seek(ada)
        await ada.see(".seeking")
        await seek(bo)
        await bo.see(".ready-check[open]")
        await bo.page.reload()
        await bo.see(".ready-check[open]")
        await ada.see(".ready-check[open]")
        await expect(ada.page.get_by_role("button", name="Accept")).to_be_focused()
        await ada.page.keyboard.press("Enter")
        await expect(bo.page.locator(".ready-check")).to_contain_text("1 of 2 have accepted")
        await bo.page.get_by_role("button", name="Accept").tap()
        await ada.see(".frame")
        await bo.see(".frame")
        await bo.page.reload()
        await bo.see(".frame")
        await bo.open("/")
        await expect(bo.page.locator(".own-seat")).to_contain_text("Amfibido")


async def test_who_is_declined_looks_on_and_who_declines_does_not(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as ada, window(browser, server.url) as bo:
        await seek(ada)
        await ada.see(".seeking")
        await seek(bo)
        await ada.see(".ready-check[open]")
        await bo.page.get_by_role("button", name="Decline").click()
        await expect(bo.page.locator(".seeking")).to_have_count(0)
        await expect(ada.page.locator(".ready-check")).to_have_count(0)
        await expect(ada.page.locator(".toast")).to_contain_text("looking on")
        await ada.page.locator(".seeking").get_by_role("button", name="Stop").click()
        await expect(ada.page.locator(".seeking")).to_have_count(0)


async def test_quick_match_asks_what_is_wanted_and_remembers_it(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url, size=PHONE, touch=True) as ada:
        await ada.open()
        await ada.page.get_by_role("button", name="Quick match").tap()
        await ada.page.get_by_role("checkbox", name="MYACARDS").check()
        await ada.page.get_by_text("Never").tap()
        await ada.page.get_by_role("button", name="Look for a match").tap()
        await expect(ada.page.locator(".seeking")).to_contain_text("MYACARDS")
        await expect(ada.page.locator(".seeking")).not_to_contain_text("bots")
        await ada.page.get_by_role("button", name="Stop").tap()
        await ada.page.get_by_role("button", name="Quick match").tap()
        await expect(ada.page.get_by_role("checkbox", name="MYACARDS")).to_be_checked()
        await expect(ada.page.get_by_role("radio", name="Never")).to_be_checked()
