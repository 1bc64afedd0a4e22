"""Lines that break, servers that restart, second windows: nothing is lost, and nobody is asked anything about it."""

import json
import random
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from browsers import LAPTOP, PHONE, Window, window
from cable import Cable
from playwright.async_api import Browser, ViewportSize, expect
from servers import live_server, served

pytestmark = pytest.mark.asyncio(loop_scope="session")

UNREACHABLE = r"WebSocket connection to|ERR_CONNECTION"
"""What a browser says of a server that is away; it cannot be kept from that."""


async def begin(guest: Window) -> None:
    """Begin a match of Density Deck against bots."""
    await guest.open()
    await guest.page.locator(".offer[data-game=density-deck]").get_by_role("button", name="Against a bot").click()
    await guest.see(".frame")


async def test_no_patches_are_asked_for_where_frames_are_compressed(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as guest:
        said: list[str | bytes] = []
        guest.page.on("websocket", lambda line: line.on("framesent", lambda frame: said.append(frame)))
        await guest.open()
        await guest.see(".offer")
        assert [json.loads(frame)["updates"] for frame in said[:1]] == ["whole"]


async def test_a_line_that_is_cut_for_long_says_so_and_comes_back_without_a_word(browser: Browser) -> None:
    chance, cable = random.Random(3), Cable()
    async with live_server(luck=3) as server, window(browser, server.url, luck=3) as guest:
        await cable.lay(guest)
        await begin(guest)
        await cable.cut()
        await guest.see("[data-line=lost]")
        await expect(guest.page.locator("[data-lit]")).to_have_count(0)
        cable.is_cut = False
        await expect(guest.page.locator("[data-line]")).to_have_count(0)
        before = await guest.version()
        while await guest.version() == before:
            await guest.take_any(chance)


COVERED = """() => {
  const strip = document.querySelector(".line-strip").getBoundingClientRect();
  return [...document.querySelectorAll(".bar, .bar *, .board, .prompt, .own, .top, .top *")]
    .filter((each) => each.checkVisibility())
    .filter((each) => each.getBoundingClientRect().top < strip.bottom - 1)
    .map((each) => each.className);
}"""
"""What stands beneath the strip that says how the connection is."""

FITS = "() => document.querySelector('.frame').getBoundingClientRect().bottom <= innerHeight + 1"
LANDSCAPE: ViewportSize = {"width": 844, "height": 390}


@pytest.mark.parametrize("size", [LAPTOP, PHONE, LANDSCAPE], ids=["laptop", "phone", "landscape"])
async def test_anything_that_is_said_of_the_connection_covers_nothing(browser: Browser, size: ViewportSize) -> None:
    cable = Cable()
    async with live_server(luck=3) as server, window(browser, server.url, luck=3, size=size) as guest:
        await cable.lay(guest)
        await guest.open("/lobby")
        await guest.page.locator(".filter-games input").first.wait_for(state="attached")  # it is connected
        await cable.cut()
        await guest.see("[data-line=lost]")
        assert await guest.page.evaluate(COVERED) == []
        cable.is_cut = False
        await expect(guest.page.locator("[data-line]")).to_have_count(0)

        await guest.page.locator(".brand").click()
        await guest.page.locator(".offer[data-game=density-deck]").get_by_role("button", name="Against a bot").click()
        await guest.see(".frame")
        await cable.cut()
        await guest.see("[data-line=lost]")
        assert await guest.page.evaluate(COVERED) == []
        assert await guest.page.evaluate(FITS)
        await expect(guest.page.locator(".bar .clock")).to_be_in_viewport(ratio=1)
        cable.is_cut = False
        await expect(guest.page.locator("[data-line]")).to_have_count(0)

        page = await guest.page.context.new_page()
        await page.set_viewport_size(size)
        await page.goto(guest.page.url)
        await expect(page.locator("[data-line=elsewhere]")).to_be_visible()
        await page.locator(".frame").wait_for()
        assert await page.evaluate(COVERED) == []
        assert await page.evaluate(FITS)


@pytest.mark.parametrize("when", ["before", "after"])
async def test_an_action_whose_line_is_cut_is_carried_out_once(browser: Browser, when: str) -> None:
    cable = Cable()
    async with live_server(luck=3) as server, window(browser, server.url, luck=3) as guest:
        await cable.lay(guest)
        await begin(guest)
        pile, hand = guest.page.locator("[data-at=pile][data-lit]"), guest.page.locator("[data-at^='hand/']")
        await pile.wait_for()
        await expect(hand).to_have_count(3)
        cable.cuts_action = when
        await pile.click()
        await expect(hand).to_have_count(4)
        assert cable.cut_actions == 1
        await expect(guest.page.locator(".toast, [data-line]")).to_have_count(0)


async def test_a_server_that_restarts_in_the_middle_of_a_match_loses_nothing(browser: Browser, tmp_path: Path) -> None:
    chance, options = random.Random(5), ("--data", str(tmp_path), "--bot-delay", "0")
    async with served(*options) as first:
        port = str(urlsplit(first.url).port)
        async with window(browser, first.url, allow=UNREACHABLE) as guest:
            await begin(guest)
            before = await guest.version()
            first.kill()
            await first.ended()
            await guest.see("[data-line=lost]")
            async with served(*options, "--port", port):
                await expect(guest.page.locator("[data-line]")).to_have_count(0)
                while await guest.version() <= before:
                    await guest.take_any(chance)
                await expect(guest.page.get_by_role("button", name="Resign")).to_be_visible()


async def test_a_second_window_says_where_one_plays_and_takes_it_over_when_it_is_told_to(browser: Browser) -> None:
    async with live_server(luck=2) as server, window(browser, server.url, luck=2) as first:
        await begin(first)
        address = first.page.url
        page = await first.page.context.new_page()
        second = Window(page, server.url)
        await page.goto(address)
        await expect(page.locator("[data-line=elsewhere]")).to_contain_text("You are playing in another window")
        await expect(page.locator("[data-lit]")).to_have_count(0)
        await page.goto(server.url)
        await expect(page.locator("[data-line=elsewhere]")).to_contain_text("You are playing in another window")
        await expect(page.get_by_text("Sign in")).to_have_count(0)
        await page.goto(address)
        await expect(first.page.locator("[data-line]")).to_have_count(0)

        await page.get_by_role("button", name="Continue here").click()
        await first.see("[data-line=elsewhere]")
        await second.see(".frame")
        await expect(page.locator("[data-line]")).to_have_count(0)
        await expect(page.get_by_text("You are watching")).to_have_count(0)
        await expect(first.page.locator(".board")).to_be_visible()

        await first.page.get_by_role("button", name="Continue here").click()
        await second.see("[data-line=elsewhere]")
        await expect(first.page.locator("[data-line]")).to_have_count(0)


async def test_a_guest_whom_the_server_does_not_know_any_more_is_made_again_and_told_so(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as guest:
        await guest.open("/about")
        await guest.page.evaluate("localStorage.setItem('quarterdeck/token', JSON.stringify('0'.repeat(64)))")
        await guest.open()
        await expect(guest.page.locator(".toast")).to_contain_text("new guest")
        await expect(guest.page.locator(".top .who")).to_contain_text("Guest")
