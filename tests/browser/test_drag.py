"""Things are dragged to their targets on all four boards, by mouse and by finger, beside clicks and keys."""

import asyncio
import random
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
import recorded_match as recorded
from browsers import Window, window
from playwright.async_api import Browser, Route, ViewportSize, expect
from pointer_drags import LOADED, PAINTED, Dragging
from servers import LiveServer, live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

TITLES = {"density-deck": "Density Deck", "amfibido": "Amfibido", "amiibart": "Amiibart", "myacards": "MYACARDS"}
TALL: ViewportSize = {"width": 390, "height": 844}
WIDE: ViewportSize = {"width": 1366, "height": 768}
DRAGS = 4
"""So many drags lead to something in each match."""

ASKED = ".frame [data-lit], .prompt-buttons [data-button], .frame[data-over]"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server() -> AsyncIterator[LiveServer]:
    async with live_server(luck=3) as started:
        yield started


async def sit_down(shown: Window, game: str) -> None:
    await shown.open()
    await shown.page.locator(".offer", has_text=TITLES[game]).get_by_role("button", name="bot").first.click()
    await shown.see(ASKED)


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "finger"])
@pytest.mark.parametrize("game", TITLES)
async def test_a_match_is_played_by_drag_and_drop(
    browser: Browser, server: LiveServer, game: str, *, touch: bool
) -> None:
    async with window(browser, server.url, size=TALL if touch else WIDE, touch=touch, luck=3) as shown:
        await sit_down(shown, game)
        finger = await shown.page.context.new_cdp_session(shown.page) if touch else None
        hand = Dragging(shown, random.Random(4), finger)
        while hand.drags < DRAGS and not await shown.is_over():
            await shown.see(ASKED)
            await hand.go_on()
        assert hand.drags >= DRAGS
        await expect(shown.page.locator(".sky > *")).to_have_count(0)


TWINS = """() => {
  const { told } = recorded;
  const updates = told.map((each) => JSON.parse(`{${each}`));
  const played = ({ type }) => type === "play_fighter";
  const found = updates.find(({ choices }) => choices.some(played));
  found.view.hand = Array(2).fill(found.choices.find(played).card);
  told.splice(0, told.length, JSON.stringify(found).slice(1));
  recorded.tell();
}"""
"""Tell a moment of Amfibido in which the hand is one card twice, and that may be played."""


async def test_one_of_two_equal_cards_is_lifted(browser: Browser, server: LiveServer) -> None:
    async with window(browser, server.url, size=WIDE) as shown:
        await recorded.opened(shown, "amfibido")
        await shown.page.evaluate(TWINS)
        cards = shown.page.locator(".af-hand")
        await expect(shown.page.locator(".af-hand[data-lit]")).to_have_count(2)
        for one, other in ((1, 0), (0, 1)):
            await cards.nth(one).click()
            await expect(shown.page.locator("[data-picked]")).to_have_count(1)
            await expect(cards.nth(one)).to_have_attribute("data-picked", "")
            box = await cards.nth(other).bounding_box()
            assert box is not None
            await shown.page.mouse.move(box["x"] + 30, box["y"] + 40)
            await shown.page.mouse.down()
            await shown.page.evaluate(LOADED)
            await expect(shown.page.locator("[data-picked]")).to_have_count(1)
            for step in range(20, 40):
                await shown.page.mouse.move(box["x"] + 30, box["y"] + 40 - step)
                await shown.page.evaluate(PAINTED)
            await expect(shown.page.locator(".af-hand[data-picked]")).to_have_count(1)
            await expect(cards.nth(other)).to_have_attribute("data-picked", "")
            await shown.page.mouse.move(700, 20)
            await shown.page.keyboard.press("Escape")
            await shown.page.mouse.up()


async def test_a_drag_to_nowhere_and_escape_leave_everything_as_it_was(browser: Browser, server: LiveServer) -> None:
    async with window(browser, server.url, size=WIDE, luck=3) as shown:
        page = shown.page
        await sit_down(shown, "amiibart")
        card = page.locator("[data-at^='library/'][data-lit]").first
        box = await card.bounding_box()
        assert box is not None
        version = await shown.version()
        for ending in ("release", "Escape"):
            await page.mouse.move(box["x"] + 30, box["y"] + 40)
            await page.mouse.down()
            await page.evaluate(LOADED)
            dragged = page.locator("[data-drags]")
            for step in range(20, 40):
                if await dragged.count() == 0:
                    await page.mouse.move(box["x"] + 30, box["y"] + 40 - step)
                    await page.evaluate(PAINTED)
            await expect(page.locator("[data-at^='slot/'][data-lit]")).not_to_have_count(0)
            await expect(page.locator(".sky > .dragged")).to_have_count(1)
            await page.mouse.move(700, 20)
            if ending == "Escape":
                await page.keyboard.press("Escape")
            await page.mouse.up()
            await expect(page.locator("[data-picked], .sky > .dragged, [data-drags]")).to_have_count(0)
        assert await shown.version() == version


async def test_a_press_that_ended_before_drags_are_loaded_lifts_nothing(browser: Browser, server: LiveServer) -> None:
    async with window(browser, server.url, size=WIDE, luck=3) as shown:
        page = shown.page
        held: asyncio.Future[Route] = asyncio.get_running_loop().create_future()
        await page.route("**/table/drag.js", lambda route: held.set_result(route))
        await sit_down(shown, "amiibart")
        box = await page.locator("[data-at^='library/'][data-lit]").first.bounding_box()
        assert box is not None
        await page.mouse.move(box["x"] + 30, box["y"] + 40)
        for _ in range(2):  # the second click takes the first one back
            await page.mouse.down()
            await page.mouse.up()
        await page.mouse.down()
        await (await held).continue_()
        await page.evaluate(LOADED)
        for step in range(20, 60):
            await page.mouse.move(box["x"] + 30, box["y"] + 40 - step)
            await page.evaluate(PAINTED)
            if await page.locator("[data-drags]").count() > 0:
                break
        await expect(page.locator(".sky > .dragged")).to_have_count(1)
        await page.keyboard.press("Escape")
        await page.mouse.up()


async def test_an_attack_is_aimed_with_an_arrow_and_hits_its_target(browser: Browser, server: LiveServer) -> None:
    async with window(browser, server.url, size=WIDE, luck=3) as shown:
        page = shown.page
        await sit_down(shown, "amiibart")
        attacker = page.locator("[data-at^='piece/'][data-lit]")
        hand = Dragging(shown, random.Random(1))
        while await attacker.count() == 0:
            assert not await shown.is_over()
            await shown.see(ASKED)
            await hand.go_on()
        one = await attacker.first.get_attribute("data-at")
        box = await attacker.first.bounding_box()
        assert box is not None
        at = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        version = await shown.version()
        await page.mouse.move(*at)
        await page.mouse.down()
        for step in (20, 30, 40):
            await page.mouse.move(at[0], at[1] - step)
            await page.evaluate(PAINTED)
        target = page.locator(f"[data-at^='piece/'][data-lit]:not([data-at='{one}'])").first
        aim = await target.bounding_box()
        assert aim is not None
        await page.mouse.move(aim["x"] + aim["width"] / 2, aim["y"] + aim["height"] / 2)
        await expect(page.locator(".sky > .arrow")).to_have_css("visibility", "visible")
        await expect(page.locator("[data-over]")).to_have_attribute(
            "data-at", str(await target.get_attribute("data-at"))
        )
        await page.mouse.up()
        await expect(page.locator(f".frame[data-version='{version}']")).to_have_count(0)
        await expect(page.locator("[data-over]")).to_have_count(0)
