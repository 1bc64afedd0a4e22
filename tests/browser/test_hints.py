"""Hints at the first encounter: one at a time, beside everything that can be pressed, and dismissed for good."""

import random

import pytest
from browsers import window
from playwright.async_api import Browser, expect
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

COVERED = """() => {
  const { left, top, right, bottom } = document.querySelector(".hint-at-table").getBoundingClientRect();
  return [...document.querySelectorAll("[data-step], .own *, .prompt *, [data-at^='seat/']")]
    .map((each) => [each.getAttribute("data-at") ?? each.className, each.getBoundingClientRect()])
    .filter(([, box]) => box.left < right && box.right > left && box.top < bottom && box.bottom > top)
    .map(([name]) => name);
}"""


async def test_the_hint_of_the_lobby_is_dismissed_for_good(browser: Browser) -> None:
    async with live_server(luck=4) as server, window(browser, server.url) as shown:
        hint = shown.page.get_by_role("complementary", name="Hint")
        await shown.open("/lobby")
        await expect(hint).to_contain_text("Join a table with a free seat")
        await hint.get_by_role("button", name="Got it").click()
        await expect(hint).to_have_count(0)
        await shown.page.reload()
        await shown.see(".lobby")
        await expect(hint).to_have_count(0)


async def test_a_table_shows_a_hint_once_and_over_nothing_that_can_be_pressed(browser: Browser) -> None:
    async with live_server(luck=4) as server, window(browser, server.url, luck=4) as shown:
        chance = random.Random(4)
        hint = shown.page.locator(".hint-at-table.summary-placed")
        await shown.open()
        await shown.page.locator(".offer[data-game=density-deck]").get_by_role("button", name="Against a bot").click()
        await expect(hint).to_contain_text("Cards of your best colour multiply")
        assert await shown.page.evaluate(COVERED) == []
        await shown.take_any(chance)
        await expect(hint.get_by_text("Cards of your best colour multiply")).to_have_count(0)
        await shown.open()
        await shown.page.locator(".offer[data-game=density-deck]").get_by_role("button", name="Against a bot").click()
        await shown.see(".frame[data-game=density-deck] [data-step]")
        await expect(hint.get_by_text("Cards of your best colour multiply")).to_have_count(0)
