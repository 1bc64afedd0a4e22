"""Parts of the page that are loaded when they are needed, and do not come: the page says so, and they can be asked for
again."""

import pytest
from absent_programs import not_run
from browsers import window
from playwright.async_api import Browser, Route, expect
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

UNLOADED = "ERR_FAILED|ERR_INTERNET_DISCONNECTED"
"""What a browser says of a file that did not come; it cannot be kept from that."""

ASKS_AGAIN = 156
"""The first Chromium of which it is known that it asks again for a module that did not come: 153 never does."""


@pytest.fixture
def asking(browser: Browser) -> Browser:
    """A browser in which a part that did not come can come later."""
    if int(browser.version.partition(".")[0]) < ASKS_AGAIN:
        not_run(f"Chromium {browser.version} does not ask again for a module that did not come, and {ASKS_AGAIN} does")
    return browser


@pytest.mark.parametrize("file", ["src/screens/settings.js", "words/en/settings.js"])
async def test_a_screen_that_did_not_come_says_so_and_comes_when_it_is_tried_again(asking: Browser, file: str) -> None:
    async with live_server() as server, window(asking, server.url, allow=UNLOADED) as guest:
        await guest.open()
        await guest.see(".offer")
        await guest.page.route(f"**/{file}", lambda route: route.abort())
        await guest.page.locator("a[href='/settings']").first.click()
        missed = guest.page.get_by_role("alert")
        await expect(missed).to_contain_text("could not be loaded")
        await missed.get_by_role("button", name="Try again").click()
        await expect(missed).to_contain_text("could not be loaded")
        await guest.page.unroute(f"**/{file}")
        await missed.get_by_role("button", name="Try again").click()
        await expect(guest.page.get_by_role("heading", name="Settings")).to_be_visible()
        await expect(missed).to_have_count(0)


async def test_a_click_whose_part_did_not_come_says_so_and_does_what_it_should_the_next_time(asking: Browser) -> None:
    async with live_server() as server, window(asking, server.url, allow=UNLOADED) as guest:
        await guest.page.route("**/operations/tables.js", lambda route: route.abort())
        await guest.open()
        bot = guest.page.locator(".offer").first.get_by_role("button", name="bot")
        await bot.click()
        await expect(guest.page.locator(".toast")).to_contain_text("could not be loaded")
        await guest.page.unroute("**/operations/tables.js")
        await bot.click()
        await guest.see(".frame")


@pytest.mark.parametrize(
    "file", ["games/density-deck/card.js", "words/en/density-deck.js", "styles/games/density-deck.css"]
)
async def test_a_table_that_did_not_come_is_drawn_plainly_until_it_is_tried_again(asking: Browser, file: str) -> None:
    async with live_server() as server, window(asking, server.url, allow=UNLOADED) as guest:
        await guest.page.route(f"**/{file}", lambda route: route.abort())
        await guest.open()
        await guest.page.locator(".offer[data-game=density-deck]").get_by_role("button", name="bot").click()
        await expect(guest.page.locator(".bar-title")).to_contain_text("Simple view")
        again = guest.page.locator(".bar").get_by_role("button", name="Try again")
        await again.click()
        await expect(guest.page.locator(".toast")).to_contain_text("could not be loaded")
        await guest.page.unroute(f"**/{file}")
        await again.click()
        await guest.see(".dd-hand")
        await expect(again).to_have_count(0)
        await expect(guest.page.locator(".bar-title")).not_to_contain_text("Simple view")


async def test_cards_that_did_not_come_are_asked_for_again_until_they_do(browser: Browser) -> None:
    asked = 0

    async def twice_lost(route: Route) -> None:
        nonlocal asked
        asked += 1
        await (route.abort() if asked <= 2 else route.continue_())

    async with live_server() as server, window(browser, server.url, allow=UNLOADED) as guest:
        await guest.page.route("**/v1/games/amfibido/cards*", twice_lost)
        await guest.open("/cards/amfibido")
        await guest.see(".cards-card")
        assert asked >= 3
