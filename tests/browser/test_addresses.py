"""An address that leads to nothing says so, and has a way back."""

import re

import pytest
from browsers import PHONE, window
from playwright.async_api import Browser, expect
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

NOWHERE = {
    "/no/such/page": "/",
    "/ladder/nogame": "/ladder",
    "/ladder/density-deck/7": "/ladder/density-deck",
    "/ladder/density-deck/99999999999999999999": "/ladder/density-deck",
    "/cards/nogame": "/cards",
    "/decks/nogame": "/decks",
    "/decks/density-deck": "/decks",
    "/games/nogame": "/",
    "/u/nobody": "/",
    "/u/nobody/against/nobody-else": "/",
    "///": "/",
    "//:99999/": "/",
    "//[": "/",
    "//example.org/lobby": "/",
}
"""Addresses that lead to nothing, and where their way back leads."""


async def test_an_address_that_leads_to_nothing_says_so_and_has_a_way_back(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url, size=PHONE) as guest:
        for path, back in NOWHERE.items():
            await guest.open(path)
            await expect(guest.page.locator(".nowhere a.button")).to_have_attribute("href", back)
            await expect(guest.page.locator(".nowhere p").first).not_to_be_empty()
            await expect(guest.page.locator(".top .brand")).to_be_visible()
        assert await guest.page.evaluate("Object.keys(localStorage).filter(key => key.includes('nogame'))") == []


async def test_a_match_that_there_is_not_has_the_bar_and_a_way_back(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url, size=PHONE) as guest:
        for path in ("/m/nosuchmatch", "/m/nosuchmatch?at=3", "/m/nosuchmatch?at=3&as=1"):
            await guest.open(path)
            await expect(guest.page.locator(".nowhere a.button")).to_have_attribute("href", "/")
            await expect(guest.page.locator(".nowhere p").first).to_contain_text(
                re.compile("does not exist|cannot see a replay")
            )
            await expect(guest.page.locator(".top .brand")).to_be_visible()


async def test_a_match_that_goes_on_has_no_replay_yet_and_one_that_has_ended_none_of_a_seat_that_it_has_not(
    browser: Browser,
) -> None:
    async with live_server() as server, window(browser, server.url, size=PHONE) as guest:
        await guest.open()
        await guest.page.locator(".offer[data-game=density-deck]").get_by_role("button", name="Against a bot").click()
        await guest.see(".frame")
        match = guest.page.url
        await guest.page.goto(match + "?at=1")
        await expect(guest.page.locator(".nowhere p").first).to_contain_text("cannot see a replay")
        await guest.page.goto(match)
        await guest.page.get_by_role("button", name="Resign").click()
        await guest.page.locator("[data-do=resign]").click()
        await guest.see(".frame[data-over]")
        await guest.page.goto(match + "?at=1&as=7")
        await expect(guest.page.locator(".nowhere p").first).to_contain_text("cannot see a replay")
        await guest.page.goto(match + "?at=1")
        await guest.see(".replay")


async def test_a_card_that_there_is_not_is_said_above_those_that_there_are(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as guest:
        await guest.open("/cards/amiibart/nosuchcard")
        await expect(guest.page.get_by_text("This game has no such card.")).to_be_visible()
        await guest.see(".cards-card")
