"""What is seen first: on a small phone what somebody came for is there before anything is scrolled."""

from collections.abc import Sequence

import pytest
from browser.accounts import sign_in
from browsers import PHONE, Window, window
from playwright.async_api import Browser, ViewportSize, expect
from servers import PASSWORD, live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

ENLARGED: ViewportSize = {"width": 320, "height": 256}
"""What is left of 1280 × 1024 at 400 %."""

COVERED = """() => [...document.querySelectorAll("select")].filter((each) => each.checkVisibility()).map((each) => {
  const words = document.createElement("canvas").getContext("2d");
  const {font, paddingLeft, paddingRight} = getComputedStyle(each);
  words.font = font;
  const room = each.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  return [each.selectedOptions[0].text, Math.ceil(words.measureText(each.selectedOptions[0].text).width - room)];
}).filter(([, over]) => over > 1)"""
"""What does not fit into its select, between the edge and the arrow."""

TOO_WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


async def is_seen(shown: Window, selector: str) -> bool:
    """Whether the first of these begins within the window as it was opened."""
    box = await shown.page.locator(selector).first.bounding_box()
    assert box is not None
    assert shown.page.viewport_size is not None
    return box["y"] < shown.page.viewport_size["height"]


async def test_anything_that_one_came_for_is_on_a_phone_without_scrolling(browser: Browser) -> None:
    async with (
        live_server(packs_account_age=0) as server,
        server.person("Ada") as ada,
        server.person("Bo") as bo,
        window(browser, server.url, size=PHONE) as shown,
    ):
        await ada.ask({"type": "claim_packs", "game": "amiibart"})
        for _ in range(2):
            await bo.ask({"type": "open_table", "game": "amfibido"})
        for path, first in (
            ("/", ".home-head .main"),
            ("/lobby", ".table-row .button, .table-row button"),
            ("/account", "[data-part=sign-in] [type=submit]"),
            ("/cards/amiibart", ".cards-card"),
            ("/decks/amiibart", ".deck-tile"),
            ("/games/density-deck", ".sample-hand"),
            ("/ladder/density-deck", ".empty-podium .main"),
        ):
            await shown.open(path)
            await shown.see(first)
            assert await is_seen(shown, first), path
        await sign_in(shown, "Ada", PASSWORD)
        await shown.see(".who-one-is")
        for path, first in (("/collection/amiibart", ".empty-place .main"), ("/packs", ".pack")):
            await shown.open(path)
            await shown.see(first)
            assert await is_seen(shown, first), path
            await expect(shown.page.locator("#ways [aria-current]")).to_have_attribute("href", "/collection")


@pytest.mark.parametrize("locale", ["en", "de"])
async def test_words_fit_beside_the_arrow_and_a_page_that_is_enlarged_is_no_wider(
    browser: Browser, locale: str
) -> None:
    async with live_server() as server, window(browser, server.url, size=PHONE, locale=locale) as shown:
        screens: Sequence[tuple[str, str]] = (
            ("/", ".offer"),
            ("/lobby", ".filters-more"),
            ("/cards/amiibart", ".cards-card"),
            ("/decks/amiibart", ".deck-tile"),
            ("/games/myacards", ".rules .markdown p"),
            ("/account", "[data-part=sign-in]"),
            ("/settings", ".settings"),
            ("/odds", ".odds-pool"),
        )
        for path, drawn in screens:
            await shown.resize(PHONE)
            await shown.open(path)
            await shown.see(drawn)
            if path == "/lobby":
                await shown.page.locator(".filters-more").click()
            assert await shown.page.evaluate(COVERED) == [], path
            await shown.resize(ENLARGED)
            assert await shown.page.evaluate(TOO_WIDE) <= 0, path
