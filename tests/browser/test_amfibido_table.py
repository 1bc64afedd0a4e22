"""Amfibido at its own table: read by whoever wants to know what lies there."""

import random

import pytest
from browsers import LAPTOP, PHONE, Window, window
from hands import Finger, press_any, standing
from playwright.async_api import Browser, ViewportSize, expect
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

LARGE: ViewportSize = {"width": 1920, "height": 1080}


async def sit_down(guest: Window) -> None:
    await guest.open()
    await guest.page.locator(".offer", has_text="Amfibido").get_by_role("button", name="Against a bot").click()
    await guest.see(".af-table")


async def test_cards_seats_and_sensei_of_amfibido_open_large(browser: Browser) -> None:
    async with live_server(luck=3) as server, window(browser, server.url, luck=3, size=PHONE, touch=True) as guest:
        await sit_down(guest)
        await guest.see(".af-own .af-card")
        card = guest.page.locator(".af-own .af-card").first
        name = await card.locator(".af-name").inner_text()
        await card.tap()
        await guest.see(".details .af-full")
        assert name in await guest.page.locator(".details h2").inner_text()
        await guest.page.keyboard.press("Escape")
        await guest.page.locator(".details").wait_for(state="detached")
        await guest.page.locator('[data-at="seat/1"]').tap()
        await guest.see(".details .af-facts")


async def test_a_short_phone_shows_both_sides_beside_the_cards_that_one_chooses_from(browser: Browser) -> None:
    hidden = "board => board.scrollHeight - board.clientHeight"
    async with live_server(luck=3) as server, window(browser, server.url, luck=3, size=PHONE, touch=True) as guest:
        await sit_down(guest)
        board = guest.page.locator(".board")
        await guest.page.locator("[data-button=keep_hand]").tap()
        sensei = guest.page.locator(".af-offer[data-lit]")
        await expect(sensei.first).to_be_visible()
        assert await board.evaluate(hidden) == 0
        await sensei.first.tap()
        await guest.page.locator("[data-button=confirm]").tap()
        await expect(guest.page.locator(".bar-title")).to_contain_text("draft")
        await expect(sensei).to_have_count(3)
        assert await board.evaluate(hidden) == 0
        chance = random.Random(3)
        fights = guest.page.locator(".af-laid .af-fights")
        while await fights.count() == 0:
            await press_any(guest, Finger(guest), chance, await standing(guest))
        await expect(sensei.first).to_be_visible()
        for size in (PHONE, LAPTOP, LARGE):
            await guest.resize(size)
            assert await board.evaluate(hidden) == 0, "nor do the fights of the last round hide one's own seat"


async def test_the_board_of_a_phone_does_not_move_with_the_length_of_the_question(browser: Browser) -> None:
    size: ViewportSize = {"width": 390, "height": 844}
    chance = random.Random(4)
    heights: set[int] = set()
    long_questions = 0
    async with live_server(luck=4) as server, window(browser, server.url, luck=4, size=size) as guest:
        await sit_down(guest)
        for _ in range(45):
            await guest.take_any(chance)
            await guest.drawn()
            if await guest.is_over():
                break
            height, letters = await guest.page.locator(".prompt").evaluate(
                "prompt => [prompt.offsetHeight, prompt.querySelector('.prompt-text')?.innerText.length ?? 0]"
            )
            if await guest.page.locator(".af-laid").count() == 0:  # a draft needs the room, and has no answers
                heights.add(height)
            long_questions += letters > 60
    assert long_questions > 3
    assert len(heights) == 1, heights
