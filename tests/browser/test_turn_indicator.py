"""Whoever is waited for is told so wherever they look or listen; what is said of the table is shown on it."""

import random
import re

import pytest
from browsers import window
from playwright.async_api import Browser, expect
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_title_icon_and_voice_say_whose_move_it_is(browser: Browser) -> None:
    async with live_server(luck=3) as server, window(browser, server.url, luck=3) as player:
        page = player.page
        icon = page.locator("link[rel=icon]")
        await player.open()
        await expect(page).to_have_title("Quarterdeck")
        await page.locator(".offer[data-game=density-deck]").get_by_role("button", name="Against a bot").click()
        await player.see("[data-lit]")
        await expect(page).to_have_title("● Your move – Quarterdeck")
        await expect(icon).to_have_attribute("href", re.compile(r"/icon-turn\.svg$"))
        await expect(page.locator(".bar [role=status]")).to_have_text(re.compile(r"^Your move, (\d+ min)? ?(\d+ s)?$"))
        await expect(page.get_by_role("link", name="Keep this name")).to_have_count(0)
        await page.get_by_role("button", name="Resign").click()
        await page.locator("[data-do=resign]").click()
        await player.see(".frame[data-over]")
        await expect(page).to_have_title("Quarterdeck")
        await expect(icon).to_have_attribute("href", re.compile(r"/icon\.svg$"))
        await page.locator(".ending").get_by_role("link", name="Home").click()
        await page.get_by_role("link", name="Keep this name").click()
        await page.wait_for_url("**/account")


async def test_anything_that_a_line_names_lights_up_on_the_table_while_it_is_pointed_at(browser: Browser) -> None:
    chance = random.Random(3)
    async with live_server(luck=3) as server, window(browser, server.url, luck=3) as player:
        page = player.page
        await player.open()
        await page.locator(".offer[data-game=amiibart]").get_by_role("button", name="Against a bot").click()
        await player.see(".frame")
        while await page.locator(".board [data-at^='piece/']").count() == 0:
            await player.take_any(chance)
        enters = page.locator(".log [data-moment]", has_text="enters slot").last
        named = page.locator("[data-named]")
        await enters.locator("[data-thing]").hover()
        await expect(named.first).to_be_visible()
        await expect(page.locator(".board [data-named][data-at^='piece/']").first).to_be_visible()
        await enters.locator("[data-of^='seat/']").hover()
        await expect(named).to_have_count(1)
        await page.locator(".prompt").hover()
        await expect(named).to_have_count(0)
