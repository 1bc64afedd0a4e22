"""What others have done since one could act: shown for whoever wants it, before what is asked, and away again."""

import random

import pytest
from browsers import PHONE, window
from hands import play_until_others_have
from playwright.async_api import Browser, expect
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

ORDER = """() => [...document.querySelectorAll(".board, .summary, .prompt-text, .prompt-buttons")]
  .map((each) => each.className.split(" ")[0])"""


async def test_what_others_did_is_told_to_whoever_wants_it_and_stays_so(browser: Browser) -> None:
    async with live_server(luck=5) as server, window(browser, server.url, luck=5, size=PHONE) as player:
        page = player.page
        await player.open()
        await page.locator(".offer[data-game=amiibart]").get_by_role("button", name="Against a bot").click()
        await player.see(".frame")
        await play_until_others_have(player, random.Random(2))
        button, summary = page.locator(".since"), page.get_by_role("region", name="Since your last move", exact=True)
        await expect(button).to_have_attribute("aria-expanded", "false")
        many = int(await button.inner_text())
        await button.click()
        await expect(summary.locator("li")).to_have_count(many)
        assert await page.evaluate(ORDER) == [
            "board",
            "summary",
            "prompt-text",
            "prompt-buttons",
        ]
        newest = await page.locator(".side-newest").text_content()
        await expect(summary.locator("li").last).to_have_text(newest or "-")
        await page.keyboard.press("Escape")
        await expect(summary).to_have_count(0)
        await page.keyboard.press("o")
        await expect(summary).to_be_visible()
        await player.open("/settings")
        await expect(page.get_by_label("After others’ turns, show what they did")).to_be_checked()
