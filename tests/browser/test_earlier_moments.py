"""Earlier moments of a match that goes on: from a line of the log, by a key, by a button; nothing can be done from
there, nothing moves one away from it, and one click leads back. Once it has ended, a line leads to its replay."""

import random

import pytest
import recorded_match as recorded
from browsers import LAPTOP, PHONE, Window, window
from playwright.async_api import Browser, Locator, expect
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

ACTS = "() => recorded.acts"


async def version_is(shown: Window, version: int) -> None:
    await expect(shown.page.locator(".frame")).to_have_attribute("data-version", str(version))


async def moments(shown: Window) -> set[int]:
    """Return which moments the lines of the log lead to."""
    lines = shown.page.locator("[data-moment]")
    return set(await lines.evaluate_all("all => all.map((each) => Number(each.dataset.moment))"))


async def line_before(shown: Window, version: int) -> tuple[Locator, int]:
    """Return the newest line of the log that is older than a moment, and which moment it leads to."""
    moment = max(each for each in await moments(shown) if each < version)
    return shown.page.locator(f"[data-moment='{moment}']").first, moment


@pytest.mark.parametrize("game", ["amfibido", "amiibart", "density-deck", "myacards"])
async def test_a_line_of_the_log_leads_to_its_moment_while_the_match_goes_on(browser: Browser, game: str) -> None:
    async with live_server() as server, window(browser, server.url, size=LAPTOP) as shown:
        page = shown.page
        await recorded.opened(shown, game)
        await recorded.tell(shown, 12)
        newest = await shown.version()
        line, moment = await line_before(shown, newest)
        await line.dispatch_event("click")
        await version_is(shown, moment)
        past = page.get_by_role("region", name="An earlier step")
        await expect(past).to_contain_text("You are looking back")
        await expect(page.locator(".log [aria-current]").first).to_have_attribute("data-moment", str(moment))
        await expect(page.locator("[data-lit], [data-step], [data-button], .bar-resign")).to_have_count(0)
        for key in ("1", "2", "c", "o", "Enter"):
            await page.keyboard.press(key)
        assert await page.evaluate(ACTS) == 0
        await version_is(shown, moment)
        lines = await page.locator("[data-moment]").count()
        await recorded.tell(shown, 5)
        await version_is(shown, moment)
        assert await page.locator("[data-moment]").count() > lines, "the log goes on"
        await past.get_by_role("button", name="Back to now").click()
        await version_is(shown, newest + 5)
        await expect(past).to_have_count(0)


async def test_keys_go_back_and_forth_and_escape_is_now(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as shown:
        page = shown.page
        await recorded.opened(shown, "density-deck")
        await recorded.tell(shown, 6)
        newest = await shown.version()
        await page.keyboard.press("[")
        await version_is(shown, newest - 1)
        await page.keyboard.press("[")
        await version_is(shown, newest - 2)
        await expect(page.locator(".past")).to_contain_text("looking back 2 steps")
        await recorded.tell(shown, 1)
        await version_is(shown, newest - 2)
        await expect(page.locator(".past")).to_contain_text("looking back 3 steps")
        await page.keyboard.press("]")
        await version_is(shown, newest - 1)
        await page.keyboard.press("Escape")
        await version_is(shown, newest + 1)
        await expect(page.locator(".past")).to_have_count(0)
        await page.keyboard.press("[")
        await version_is(shown, newest)
        await page.keyboard.press("]")
        await version_is(shown, newest + 1)
        await expect(page.locator(".prompt:not(.past)")).to_be_visible()


async def test_home_and_end_go_to_the_first_and_the_last_that_can_be_done(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as shown:
        page = shown.page
        await recorded.opened(shown, "density-deck")
        while await page.locator("[data-lit]").count() < 2:
            await recorded.tell(shown, 1)
        await page.keyboard.press("End")
        await expect(page.locator("[data-lit]").last).to_be_focused()
        await page.keyboard.press("Home")
        await expect(page.locator("[data-lit]").first).to_be_focused()


async def test_a_phone_looks_back_from_the_sheet_of_the_log(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url, size=PHONE, touch=True, locale="de") as shown:
        page = shown.page
        await recorded.opened(shown, "amiibart")
        await recorded.tell(shown, 10)
        newest = await shown.version()
        await page.locator(".side-handle").tap()
        await page.get_by_role("button", name="Zurücksehen").tap()
        await version_is(shown, newest - 1)
        await expect(page.locator(".side-up")).to_have_count(0)
        await page.get_by_role("button", name="Einen Schritt zurück").tap()
        await version_is(shown, newest - 2)
        await expect(page.locator(".past")).to_contain_text("siehst 2 Schritte zurück")
        await page.get_by_role("button", name="Zurück zum Jetzt").tap()
        await version_is(shown, newest)


async def test_a_sheet_is_let_down_by_escape_and_by_a_press_beside_it_which_does_nothing_else(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url, size=PHONE, touch=True) as shown:
        page = shown.page
        await recorded.opened(shown, "amiibart")
        while await page.locator(".board [data-lit]").count() == 0:
            await recorded.tell(shown, 1)
        for way in ("Escape", "beside"):
            await page.locator(".side-handle").tap()
            await expect(page.locator(".side-up")).to_be_visible()
            if way == "Escape":
                await page.keyboard.press("Escape")
            else:
                await page.locator(".board").tap(position={"x": 60, "y": 20})
            await expect(page.locator(".side-up")).to_have_count(0)
        await expect(page.locator("[data-picked], dialog[open]")).to_have_count(0)


async def test_whose_move_it_is_now_is_said_meanwhile_and_once_it_has_ended_a_line_leads_to_the_replay(
    browser: Browser,
) -> None:
    chance = random.Random(3)
    async with live_server(luck=3) as server, window(browser, server.url, luck=3) as player:
        page = player.page
        await player.open()
        await page.locator(".offer", has_text="Density Deck").get_by_role("button", name="Against a bot").click()
        await player.see(".frame")
        while len(await moments(player)) < 4 or await page.locator("[data-lit]").count() == 0:
            await player.take_any(chance)
        now = await player.version()
        await page.keyboard.press("[")
        await expect(page.locator(".past")).to_contain_text("Now: Your move")
        await expect(page.locator(".past .clock-mine")).to_be_visible()
        await page.keyboard.press("Escape")
        await version_is(player, now)
        await page.get_by_role("button", name="Resign").click()
        await page.locator("[data-do=resign]").click()
        await player.see(".frame[data-over]")
        line, moment = await line_before(player, await player.version())
        await line.dispatch_event("click")
        await page.wait_for_url(f"**?at={moment}&as=0")
        await player.see(".replay")
        await version_is(player, moment)
        earlier, before = await line_before(player, moment)
        await earlier.dispatch_event("click")
        await version_is(player, before)
