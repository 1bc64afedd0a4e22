"""Opponents are sought, and a match that is found is accepted, declined, or found again after a reload."""

import pytest
from browser.accounts import register
from browser.rounds import rounds, seek
from browsers import PHONE, window
from hands import keep
from playwright.async_api import Browser, expect
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_two_strangers_accept_and_one_of_them_loads_the_page_again_in_the_middle(browser: Browser) -> None:
    async with (
        rounds() as quick_match,
        window(browser, quick_match.server.url) as ada,
        window(browser, quick_match.server.url, size=PHONE, touch=True) as bo,
    ):
        await seek(ada)
        await seek(bo)
        await quick_match.run()
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


async def test_a_player_who_is_declined_looks_on_and_who_declines_does_not(browser: Browser) -> None:
    async with (
        rounds() as quick_match,
        window(browser, quick_match.server.url) as ada,
        window(browser, quick_match.server.url) as bo,
    ):
        await seek(ada)
        await seek(bo)
        await quick_match.run()
        await ada.see(".ready-check[open]")
        await bo.page.get_by_role("button", name="Decline").click()
        await expect(bo.page.locator(".seeking")).to_have_count(0)
        await expect(ada.page.locator(".ready-check")).to_have_count(0)
        await expect(ada.page.locator(".toast")).to_contain_text("search continues")
        await ada.page.locator(".seeking").get_by_role("button", name="Stop").click()
        await expect(ada.page.locator(".seeking")).to_have_count(0)


@pytest.mark.parametrize("absent", ["the other", "oneself"])
async def test_a_player_who_is_absent_seeks_no_longer_and_whoever_has_accepted_looks_on(
    browser: Browser, absent: str
) -> None:
    async with (
        rounds() as quick_match,
        quick_match.server.player("Bo") as bo,
        window(browser, quick_match.server.url) as ada,
    ):
        await seek(ada)
        await bo.ask({"type": "seek", "games": ["amfibido"], "bots_after": None})
        await quick_match.run()
        await ada.see(".ready-check[open]")
        offer = (await bo.until(lambda heard: heard["type"] == "offer_changed"))["offer"]["id"]
        if absent == "the other":
            await ada.page.get_by_role("button", name="Accept").click()
            await expect(ada.page.locator(".ready-check")).to_contain_text("1 of 2 have accepted")
        else:
            assert (await bo.ask({"type": "accept", "offer": offer}))["type"] == "offer_changed"
        await quick_match.end_of_the_time_to_accept()
        await expect(ada.page.locator(".ready-check")).to_have_count(0)
        if absent == "the other":
            await expect(ada.page.locator(".toast")).to_contain_text("search continues")
            await ada.see(".seeking")
        else:
            lost = ada.page.locator("[data-lost=absent]")
            await expect(lost).to_contain_text("did not answer in time")
            await expect(ada.page.locator(".seeking[data-stage]")).to_have_count(0)
            await ada.page.get_by_role("link", name="Lobby").click()
            await lost.get_by_role("button", name="Close").click()
            await expect(lost).to_have_count(0)


async def test_quick_match_asks_what_is_wanted_and_remembers_it(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url, size=PHONE, touch=True) as ada:
        await ada.open()
        await ada.page.locator(".home-head .main").tap()
        await ada.page.get_by_role("checkbox", name="MYACARDS").check()
        await ada.page.get_by_text("Never").tap()
        await ada.page.get_by_role("button", name="Look for a match").tap()
        await expect(ada.page.locator(".seeking")).to_contain_text("MYACARDS")
        await expect(ada.page.locator(".seeking")).not_to_contain_text("bots")
        await ada.page.get_by_role("button", name="Stop").tap()
        await ada.page.locator(".home-head .main").tap()
        await expect(ada.page.get_by_role("checkbox", name="MYACARDS")).to_be_checked()
        await expect(ada.page.get_by_role("radio", name="Never")).to_be_checked()


async def test_a_match_that_will_not_be_rated_is_not_offered_as_rated(browser: Browser) -> None:
    async with rounds() as quick_match, window(browser, quick_match.server.url) as ada:
        await register(ada, "Ada")
        await keep(ada, "wish", {"bots_after": 0})
        await ada.open()
        await ada.page.locator(".offer[data-game=amfibido]").get_by_role("button", name="Play now").click()
        await expect(ada.page.locator(".seeking")).to_contain_text("ratings")
        await quick_match.run()
        await expect(ada.page.locator(".ready-check-game")).to_contain_text("not rated with bots")


async def test_guests_are_told_of_no_ratings(browser: Browser) -> None:
    async with (
        rounds() as quick_match,
        window(browser, quick_match.server.url) as ada,
        window(browser, quick_match.server.url) as bo,
    ):
        await seek(ada)
        await expect(ada.page.locator(".seeking")).to_contain_text("0:00")
        await expect(ada.page.locator(".seeking")).not_to_contain_text("ratings")
        await seek(bo)
        await quick_match.run()
        await expect(ada.page.locator(".ready-check-game")).to_contain_text("not rated with guests")
