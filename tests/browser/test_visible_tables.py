"""Tables at six sizes, in both languages, over a whole match: nothing that matters is hidden or cut without a sign."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
import recorded_match as recorded
from browser.sight import SIZES, looked
from browsers import LAPTOP, PHONE, window
from playwright.async_api import Browser, expect
from servers import LiveServer, live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

GAMES = ("amfibido", "amiibart", "density-deck", "myacards")
LANGUAGES = ("en", "de-DE")
MOMENTS = 11
"""At so many moments of a match each size is looked at, and at others than the size before."""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server() -> AsyncIterator[LiveServer]:
    async with live_server() as started:
        yield started


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
async def test_a_table_hides_and_cuts_nothing_without_a_sign(
    browser: Browser, server: LiveServer, game: str, language: str
) -> None:
    step = len(recorded.updates(game)) // MOMENTS + 1
    found: dict[str, list[str]] = {}
    outlooks = 0
    async with window(browser, server.url, locale=language) as shown:
        await recorded.opened(shown, game)
        for size in SIZES:
            await shown.page.set_viewport_size(size)
            faults, seen = await looked(shown, MOMENTS, step)
            outlooks += seen
            if faults:
                found[f"{size['width']}x{size['height']}"] = faults
        assert found == {}
        assert outlooks > 0 or game == "density-deck", "no outlook was drawn: none was looked at"
        await shown.page.set_viewport_size(LAPTOP)
        await shown.page.locator(".side-tabs button").last.click()
        await expect(shown.page.locator(".side-rules .markdown")).to_be_visible()
        assert await shown.page.evaluate(WIDE) == []


WIDE = """() => [...document.querySelectorAll(".side-rules .markdown-table")]
  .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"""
"""Tables of the rules that are wider than the column beside a table."""


async def test_the_sign_of_a_cut_text_opens_the_card_and_takes_no_step(browser: Browser, server: LiveServer) -> None:
    async with window(browser, server.url, size=PHONE, touch=True) as shown:
        await recorded.opened(shown, "amiibart")
        lit = shown.page.locator(".am-strip[data-lit]:has(.am-text)").first
        sign = lit.locator(".card-more")
        await expect(sign).to_be_visible()
        text = await lit.locator(".am-text").inner_text()
        await sign.tap()
        await expect(shown.page.locator(".details .am-full .am-text")).to_have_text(text)
        assert (
            await shown.page.locator(".details .am-full").evaluate("card => card.scrollHeight - card.clientHeight") <= 1
        )
        await shown.page.keyboard.press("Escape")
        await expect(shown.page.locator("[data-picked]")).to_have_count(0)
        await lit.locator(".am-name").tap()
        await expect(shown.page.locator("[data-picked]")).to_have_count(1)


async def test_a_prompt_that_is_cut_opens_whole(browser: Browser, server: LiveServer) -> None:
    async with window(browser, server.url, size=PHONE, touch=True) as shown:
        await recorded.opened(shown, "amiibart")
        prompt = shown.page.locator(".prompt-text")
        await shown.page.locator(".am-strip[data-lit] .am-name").first.tap()
        await expect(prompt).to_contain_text("where?")
        text = await prompt.inner_text()
        await prompt.tap()
        await expect(shown.page.locator(".details .details-body")).to_have_text(text)
