"""A store that is put back to an earlier moment, under a page that has seen what came after: its word counts."""

import shutil
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from browsers import window
from playwright.async_api import Browser, expect
from servers import served

pytestmark = pytest.mark.asyncio(loop_scope="session")

UNREACHABLE = "ERR_CONNECTION|WebSocket connection|ERR_EMPTY_RESPONSE"
"""What a browser says while there is no server; it cannot be kept from that."""

PILE = "[data-at=pile][data-lit]"


async def test_a_match_whose_end_was_lost_is_not_over_any_more_without_a_reload(
    browser: Browser, tmp_path: Path
) -> None:
    store, earlier = tmp_path / "store", tmp_path / "earlier"
    options = ("--data", str(store), "--bot-delay", "0")
    async with served(*options) as first, window(browser, first.url, allow=UNREACHABLE) as guest:
        page = guest.page
        await guest.open()
        await page.locator(".offer[data-game=density-deck]").get_by_role("button", name="Against a bot").click()
        await guest.see(PILE)
        version = await guest.version()
        shutil.copytree(store, earlier)
        await page.get_by_role("button", name="Resign").click()
        await page.locator("[data-do=resign]").click()
        await guest.see(".frame[data-over]")
        await guest.see("[data-verified=so]")  # the last that a page asks for by itself
        first.kill()
        await first.ended()
        await guest.see("[data-line=lost]")
        shutil.rmtree(store)
        shutil.copytree(earlier, store)
        async with served(*options, "--port", str(urlsplit(first.url).port)):
            await guest.see(".frame:not([data-over])")
            assert await guest.version() == version
            await expect(page.locator(".prompt-text .ended")).to_have_count(0)
            await expect(page.locator(".log-rewound")).to_have_count(1)
            await page.locator(PILE).click()
            await expect(page.locator("[data-at^='hand/']")).to_have_count(4)
