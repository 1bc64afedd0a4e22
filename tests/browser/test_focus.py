"""Whoever plays by keyboard is never thrown back to the top of the page: the keys go on where what is gone stood."""

import re

import pytest
from browsers import window
from playwright.async_api import Browser, expect
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

MOVES = 6
"""After how many choices of one's own it is believed."""


async def test_the_keys_stay_at_the_table_when_choices_go_and_when_dialogs_close(browser: Browser) -> None:
    async with live_server(luck=3, bot_delay=0) as server, window(browser, server.url, luck=3) as guest:
        await guest.open()
        page, focused = guest.page, guest.page.locator("*:focus")
        await page.locator(".offer[data-game=density-deck]").get_by_role("button", name="Against a bot").focus()
        await page.keyboard.press("Enter")
        await guest.see(".frame")
        await expect(focused).to_have_class("content")
        for _ in range(MOVES):
            choice = page.locator("[data-lit], [data-button=pass]").first
            await choice.focus()
            version = await guest.version()
            await page.keyboard.press("Enter")
            await page.wait_for_function(
                "version => Number(document.querySelector('.frame').dataset.version) > version", arg=version
            )
            await expect(focused).to_have_count(1)
            await guest.see("[data-lit]")
        await page.keyboard.press("h")
        await expect(page.locator(".said-aloud")).to_contain_text("Your hand: ")
        await page.keyboard.press("s")
        await expect(page.locator(".said-aloud")).to_contain_text(re.compile(r"Greedy 1: \d+ li(fe|ves), "))
        await page.keyboard.press("Escape")
        await page.locator("[data-lit]").first.focus()
        await page.keyboard.press("c")
        await expect(page.locator("dialog.choices :focus")).to_have_count(1)
        await page.locator("dialog.choices li button").first.focus()
        await page.keyboard.press("Enter")
        await expect(page.locator("dialog.choices")).to_have_count(0)
        await expect(focused).to_have_count(1)
        await guest.see("[data-button=surrender]")
        await page.keyboard.press("c")
        surrender = page.locator("dialog.choices li button").last
        await expect(surrender).to_have_text("Surrender this deal")
        await surrender.focus()
        await page.keyboard.press("Enter")
        await expect(surrender).to_have_text("Surrender this deal? Press again to confirm.")
        await page.keyboard.press("Escape")
        resign = page.get_by_role("button", name="Resign")
        await resign.focus()
        await page.keyboard.press("Enter")
        await page.get_by_role("button", name="Play on").focus()
        await page.keyboard.press("Enter")
        await expect(resign).to_be_focused()


async def test_a_button_that_goes_away_leaves_the_keys_where_it_stood(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as guest:
        await guest.open("/lobby?open=&access=unlisted")
        page, focused = guest.page, guest.page.locator("*:focus")
        await page.get_by_role("button", name="Open the table").click()
        await guest.see(".gathering")
        await page.get_by_role("button", name="Add a bot").first.focus()
        await page.keyboard.press("Enter")
        await page.locator("[data-bot]").first.focus()
        await page.keyboard.press("Enter")
        await expect(page.locator("dialog")).to_have_count(0)
        await expect(page.locator(".gathering *:focus, .gathering:focus")).to_have_count(1)
        await page.get_by_role("button", name="Ready", exact=True).focus()
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("button", name="Ready", exact=True)).to_have_count(0)
        await expect(focused).to_have_count(1)
