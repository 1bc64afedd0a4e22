"""A match that has ended is seen again: moment by moment, through anybody's eyes, from a link."""

import asyncio
import random

import pytest
from browsers import PHONE, window
from playwright.async_api import Browser, expect
from quarterdeck_protocol.names import MatchId
from servers import bot, live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_finished_match_is_scrubbed_seen_by_others_and_opened_from_its_link(browser: Browser) -> None:
    chance = random.Random(3)
    async with live_server(luck=3) as server:
        async with window(browser, server.url, luck=3) as player:
            await player.open()
            offer = player.page.locator(".offer", has_text="Density Deck")
            await offer.get_by_role("button", name="Against a bot").click()
            await player.see(".frame")
            while not await player.is_over():
                await player.take_any(chance)
            last = await player.version()
            match = player.page.url.rsplit("/", 1)[1]
            await player.see("[data-do=rematch]")
            await player.page.reload()
            await player.see("[data-do=rematch]")
            await player.open(f"/m/{match}?at=2")
            await player.page.wait_for_url("**as=0")
            await player.see(".dd-hand .card")  # who has played it sees it with their own eyes
            await player.page.get_by_label("Seen by").select_option("")
            await player.page.wait_for_url("**as=spectators")
            await expect(player.page.locator(".dd-hand")).to_have_count(0)
        async with window(browser, server.url) as stranger:
            await stranger.open(f"/m/{match}?at={last // 2}&as=0")
            await stranger.see(".replay")
            middle = await stranger.version()
            assert 0 < middle <= last // 2
            assert await stranger.page.locator(".dd-hand .card").count() >= 3, "as the seat whose eyes these are"
            await stranger.page.get_by_role("button", name="One step forward").click()
            await stranger.page.wait_for_function(
                "before => Number(document.querySelector('.frame').dataset.version) > before", arg=middle
            )
            later = "before => Number(document.querySelector('.frame').dataset.version) >= before + 10"
            on = await stranger.version()
            await stranger.page.keyboard.press("{")
            await stranger.page.wait_for_function(
                "before => Number(document.querySelector('.frame').dataset.version) < before", arg=on
            )
            back = await stranger.version()
            await stranger.page.keyboard.press("}")
            await stranger.page.wait_for_function(later, arg=back)
            await expect(stranger.page.get_by_role("button", name="Speed: 1 times")).to_be_visible()
            await stranger.page.keyboard.press("+")
            await expect(stranger.page.get_by_role("button", name="Speed: 2 times")).to_be_visible()
            await stranger.page.keyboard.press("-")
            await stranger.page.get_by_role("button", name="Speed: 1 times").click()
            await expect(stranger.page.get_by_role("button", name="Speed: 2 times")).to_be_visible()
            await stranger.page.keyboard.press("p")
            await stranger.page.wait_for_function(later, arg=back)
            await (
                stranger.page.get_by_role("button", name="Pause")
                .or_(stranger.page.locator(".frame[data-over]"))
                .first.wait_for()
            )
            await stranger.page.get_by_role("button", name="To the end").click()
            await stranger.see(".frame[data-over]")
            assert await stranger.version() == last
            await stranger.page.get_by_label("Seen by").select_option("1")
            await stranger.page.wait_for_url("**as=1")


async def test_the_keyboard_goes_to_any_moment_looks_with_any_eyes_and_sees_what_was_on_offer(browser: Browser) -> None:
    async with live_server(luck=3) as server, window(browser, server.url) as shown:
        page = shown.page
        await server.begin("m", [bot(1), bot(2)], game="density-deck")
        held = await server.services.matches.open(MatchId("m"))
        while held.record.result is None:
            await server.services.matches.sweep()
            await asyncio.sleep(0)
        await shown.open("/m/m?as=spectators")
        await shown.see(".frame[data-over]")
        await page.keyboard.press("Home")
        await expect(page.locator(".replay-at")).to_contain_text("Step 1 of")
        await page.keyboard.press("End")
        await shown.see(".frame[data-over]")
        await page.keyboard.type("12")
        await expect(page.locator(".replay-at")).to_have_text("To step 12: Enter")
        await page.keyboard.press("Enter")
        await expect(page.locator(".replay-at")).to_contain_text("Step 12 of")
        for eyes in ("0", "1", "spectators", "0"):
            await page.keyboard.press("e")
            await page.wait_for_url(f"**as={eyes}")
            await expect(page.get_by_label("Seen by")).to_have_value(
                "" if eyes == "spectators" else eyes
            )  # it is drawn
            await expect(page.locator(".dd-hand")).to_have_count(0 if eyes == "spectators" else 1)
        while await page.locator(".replay-could:not([data-none])").count() == 0:
            at = await shown.version()
            await page.keyboard.press("]")
            await expect(page.locator(".frame")).not_to_have_attribute("data-version", str(at))
        for is_open in (True, False):
            await page.keyboard.press("o")
            await expect(page.locator(".replay-could li").first).to_be_visible(visible=is_open)
        await page.keyboard.press("?")
        await expect(page.get_by_role("dialog")).to_contain_text("go to the step with this number")


BENEATH = """play => Math.round(
  play.closest('.replay').getBoundingClientRect().bottom - play.getBoundingClientRect().bottom
)"""
"""What stands beneath the controls of a replay, in pixels."""


async def test_a_phone_has_the_speed_and_what_was_on_offer(browser: Browser) -> None:
    async with live_server(luck=3) as server, window(browser, server.url, luck=3, size=PHONE, touch=True) as player:
        await player.open()
        await player.page.locator(".offer[data-game=density-deck]").get_by_role("button", name="Against a bot").tap()
        await player.see("[data-lit]")
        moment = await player.version()
        await player.page.get_by_role("button", name="Resign").tap()
        await player.page.locator("[data-do=resign]").tap()
        await player.see(".frame[data-over]")
        await player.open(f"{player.page.url.removeprefix(server.url)}?at={moment}&as=0")
        await player.page.get_by_role("button", name="Speed: 1 times").tap()
        await player.page.get_by_role("button", name="Speed: 2 times").tap()
        await player.page.get_by_text("What could be chosen").tap()
        await expect(player.page.locator(".replay-could li").first).to_be_visible()
        play = player.page.locator("[data-do=play]")
        stood = await play.evaluate(BENEATH)
        await player.page.locator("[data-do=after]").tap()
        await expect(player.page.locator(".replay-could")).to_be_hidden()
        assert abs(await play.evaluate(BENEATH) - stood) <= 1, "what is pressed again and again stays under the finger"
