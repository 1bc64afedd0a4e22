"""The result of a match stands over its table once: place, reason, turning point, rating, and what to do next."""

import random
import re

import pytest
from browser.accounts import register
from browsers import LAPTOP, PHONE, Window, window
from playwright.async_api import Browser, Locator, ViewportSize, expect
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

GAMES = ("amfibido", "amiibart", "density-deck", "myacards")
SIZES: tuple[ViewportSize, ...] = (
    {"width": 360, "height": 640},
    {"width": 390, "height": 844},
    {"width": 844, "height": 390},
    {"width": 1366, "height": 768},
    {"width": 1920, "height": 1080},
)

FAULTS = """() => {
  const dialog = document.querySelector("dialog.finale"), faults = [];
  if (dialog.scrollWidth > dialog.clientWidth) faults.push("wider than its box");
  const box = dialog.getBoundingClientRect();
  if (box.left < 0 || box.top < 0) faults.push("outside the page");
  if (box.right > innerWidth || box.bottom > innerHeight) faults.push("outside the page");
  for (const each of dialog.querySelectorAll("button, a.button")) {
    const { left, top, width, height } = each.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!each.contains(hit)) faults.push(`covered: ${each.textContent}`);
    if (width < 42 || height < 42) faults.push(`small: ${each.textContent} ${width} x ${height}`);
  }
  return faults;
}"""
"""Controls of the result that cannot be pressed, and parts of it that cannot be seen."""


WIDTHS = "all => all.map(each => Math.round(each.getBoundingClientRect().width))"
MOVES = """() => document.getAnimations().filter(({ animationName }) => animationName?.startsWith("finale")).length"""
FOCUSED = "() => document.activeElement.textContent || document.activeElement.ariaLabel"


async def play_to_the_end(player: Window, game: str) -> Locator:
    """Play against bots, and return the result over the table."""
    page, chance = player.page, random.Random(3)
    await player.open()
    await page.locator(f".offer[data-game={game}]").get_by_role("button", name="bot").first.click()
    await player.see(".frame")
    asked = page.locator("[data-lit], .prompt-buttons [data-button], .frame[data-over]")
    while not await player.is_over():
        for moment in await page.locator(".moment").all():
            await moment.evaluate("each => each.click()")
        await player.take_any(chance)
        await player.drawn()
        await asked.first.wait_for(state="attached")
    finale = page.locator("dialog.finale")
    await expect(finale).to_be_visible()
    return finale


async def resign(player: Window) -> Locator:
    """Give a match up, and return the result over the table."""
    await player.page.get_by_role("button", name="Resign").click()
    await player.page.locator("[data-do=resign]").click()
    finale = player.page.locator("dialog.finale")
    await expect(finale).to_be_visible()
    return finale


@pytest.mark.parametrize("locale", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
async def test_the_result_says_place_reason_and_turning_point_at_every_size(
    browser: Browser, game: str, locale: str
) -> None:
    async with (
        live_server(luck=5) as server,
        window(browser, server.url, luck=5, locale=locale, moments=True) as player,
    ):
        finale = await play_to_the_end(player, game)
        page = player.page
        how = await finale.get_by_role("heading", level=2).inner_text()
        assert how == await page.locator(".prompt-text .ended").text_content()
        await expect(finale.locator(".finale-why")).not_to_be_empty()
        places = await finale.locator("tbody tr td:first-child").all_inner_texts()
        assert places == (["1", "2", "3", "4"] if game == "density-deck" else [])  # of two, the title says it
        await expect(finale.locator("tr.finale-own, .finale-score")).to_have_count(1)
        await expect(finale.locator("[data-rated]")).to_be_visible()
        await expect(page.locator(".prompt-text .ended")).to_be_hidden()
        swings = await finale.locator(".finale-swing").all_inner_texts()  # only where one moment stands out
        assert all(re.search(r"^.+: .+ \d+ → \d+.*\.$", swing) for swing in swings)
        for size in SIZES:
            await player.resize(size)
            assert await page.evaluate(FAULTS) == [], size
            if size["width"] == 390:
                assert len(set(await finale.locator(".row > :not(.main)").evaluate_all(WIDTHS))) == 1
            if size["width"] == 390 and game != "density-deck":
                assert await finale.locator(".row > .main").evaluate("each => each.getBoundingClientRect().top") <= 560
        replay = await finale.locator("[data-do=replay]").get_attribute("href")
        at = int(re.search(r"at=(\d+)", replay or "")[1])  # type: ignore[index]
        seen = await finale.locator(".finale-turned a").evaluate_all(
            "all => all.map(each => each.getAttribute('href'))"
        )
        assert seen == [replay for _ in swings]
        assert (0 < at <= await player.version()) if swings else at == 0
        await finale.locator("[data-do=replay]").click()
        await expect(page.locator(f".frame[data-version='{at}']" if swings else ".replay")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
async def test_the_result_is_closed_to_look_at_the_table_and_opened_again(browser: Browser, size: ViewportSize) -> None:
    async with live_server(luck=5) as server, window(browser, server.url, luck=5, size=size, moments=True) as player:
        page = player.page
        finale = await play_to_the_end(player, "myacards")
        again = page.get_by_role("button", name="How it ended")
        for way, back in (("Escape", False), ("cross", True), ("beside", True)):
            await expect(finale).to_be_visible()
            await expect(finale.get_by_role("heading", level=2)).to_be_focused()
            match way:
                case "Escape":
                    await page.keyboard.press("Escape")
                case "cross":
                    await finale.get_by_role("button", name="Close").click()
                case _:
                    await page.mouse.click(3, 3)
            await expect(finale).to_have_count(0)
            if back:
                await expect(again).to_be_focused()
            assert await page.evaluate("() => document.activeElement.closest('.frame') !== null")
            await again.click()
        await page.keyboard.press("Escape")
        await page.locator(".ending").get_by_role("link", name="Home").click()
        await page.go_back()
        await player.see(".frame[data-over] .ending")
        await page.wait_for_timeout(1500)  # longer than the last move is shown before the result covers it
        await expect(finale).to_have_count(0)
        await page.reload()
        await player.see(".frame[data-over] .ending")
        await expect(finale).to_have_count(0)


async def test_the_keyboard_goes_through_the_result_and_nothing_moves_where_motion_is_unwanted(
    browser: Browser,
) -> None:
    async with live_server(luck=5) as server, window(browser, server.url, luck=5, moments=True) as player:
        page = player.page
        finale = await play_to_the_end(player, "myacards")
        assert (
            await page.evaluate(
                "() => document.getAnimations().filter((each) => each.animationName?.startsWith('finale')).length"
            )
            == 0
        )
        turned = await finale.locator(".finale-turned").count()  # the match may be another one on a busy machine
        names = []
        for _ in range(6 + turned):
            await page.keyboard.press("Tab")
            names.append(await page.evaluate(FOCUSED))
        turning_point = ["See this moment"] * turned
        assert names == ["Close", *turning_point, "Rematch", "Replay", "Share", "Other opponents", "Home"]
        await page.keyboard.press("Escape")
        await expect(finale).to_have_count(0)


async def test_two_people_play_again_with_one_click_each(browser: Browser) -> None:
    async with (
        live_server() as server,
        window(browser, server.url, moments=True) as ada,
        window(browser, server.url, moments=True) as bo,
    ):
        await register(ada, "Ada")
        await register(bo, "Bob")
        await ada.open("/lobby?open=amfibido&access=unlisted")
        await ada.page.get_by_role("button", name="Open the table").click()
        code = await ada.page.locator(".invite-code").inner_text()
        await bo.open(f"/join/{code}")
        for each in (bo, ada):
            await each.page.get_by_role("button", name="Ready", exact=True).click()
        await ada.see(".frame")
        await bo.see(".frame")
        lost = await resign(ada)
        won = bo.page.locator("dialog.finale")
        await expect(lost.get_by_role("heading", level=2)).to_have_text("You lose.")
        await expect(won.get_by_role("heading", level=2)).to_have_text("You win.")
        await expect(won.locator(".finale-why")).to_have_text("Ada resigned.")
        first = ada.page.url
        await ada.page.reload()  # a page that has not seen the table
        await ada.page.locator(".ending [data-do=rematch]").click()
        await won.get_by_role("button", name="Accept Ada’s rematch").click()
        await bo.see(".frame:not([data-over])")
        await ada.see(".frame:not([data-over])")
        assert ada.page.url != first
