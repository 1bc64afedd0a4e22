"""Amiibart TCG at its own table: read by whoever wants to know what lies there."""

import pytest
import recorded_match as recorded
from browsers import LAPTOP, PHONE, Window, window
from playwright.async_api import Browser, ViewportSize, expect
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

ENLARGED: ViewportSize = {"width": 320, "height": 256}
"""What is left of 1280 × 1024 at 400 %."""


async def sit_down(guest: Window) -> None:
    await guest.open()
    await guest.page.locator(".offer", has_text="Amiibart").get_by_role("button", name="Against a bot").click()
    await guest.see(".am-table")


async def test_anything_that_lies_on_the_table_opens_large(browser: Browser) -> None:
    async with live_server(luck=3) as server, window(browser, server.url, luck=3, size=PHONE, touch=True) as guest:
        await sit_down(guest)
        card = guest.page.locator('[data-at^="library/"][data-lit]').first
        name = await card.locator(".am-name > span").first.inner_text()
        await card.hover()
        await guest.page.keyboard.press("i")
        await guest.see(".details .am-full")
        assert name in await guest.page.locator(".details h2").inner_text()
        await guest.page.keyboard.press("Escape")
        await guest.page.locator(".details").wait_for(state="detached")
        await guest.page.locator('[data-at="seat/1"]').tap()
        await guest.see(".details .am-entry")


async def test_a_long_press_opens_a_card_and_does_not_play_it(browser: Browser) -> None:
    async with live_server(luck=3) as server, window(browser, server.url, luck=3) as guest:
        await sit_down(guest)
        await guest.see('[data-at^="library/"][data-lit]')
        await guest.page.locator('[data-at^="library/"][data-lit]').first.hover()
        await guest.page.mouse.down()
        await guest.see(".details .am-full")
        await guest.page.mouse.up()
        await guest.page.keyboard.press("Escape")
        await guest.page.locator(".details").wait_for(state="detached")
        assert await guest.page.locator("[data-picked]").count() == 0


async def test_where_a_card_may_go_comes_into_sight_on_a_page_that_is_enlarged(browser: Browser) -> None:
    async with live_server(luck=3) as server, window(browser, server.url, luck=3, size=ENLARGED) as guest:
        await sit_down(guest)
        await guest.page.locator('[data-at^="library/"][data-lit]').first.click()
        await expect(guest.page.locator('[data-at^="slot/"][data-lit]').first).to_be_in_viewport()


async def test_a_hand_without_energy_is_a_strip(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url, size=PHONE) as shown:
        await recorded.opened(shown, "amiibart")
        strip = shown.page.locator(".am-folded")
        for _ in recorded.updates("amiibart"):
            if await strip.count() > 0:
                break
            await recorded.tell(shown, 1)
        await expect(shown.page.locator(".am-library [data-lit]")).to_have_count(0)
        await expect(strip.locator(".am-name").first).to_be_visible()
        assert await strip.evaluate("each => each.offsetHeight") < 70
        await shown.resize(LAPTOP)
        assert await strip.evaluate("each => each.offsetHeight") < 90


COVERED = """() => [".side", ".card:hover"].filter((each) => {
  const [large, other] = [".hovering", each].map((one) => document.querySelector(one).getBoundingClientRect());
  const isBeside = large.left >= other.right || large.right <= other.left;
  return !isBeside && large.top < other.bottom && large.bottom > other.top;
})"""
"""What the large view of the card below the mouse lies on."""


async def test_a_card_below_the_mouse_is_shown_large_and_takes_no_click(browser: Browser) -> None:
    async with live_server(luck=3) as server, window(browser, server.url, luck=3) as guest:
        await sit_down(guest)
        lit = guest.page.locator('[data-at^="library/"][data-lit]').first
        card = guest.page.locator(f'[data-at="{await lit.get_attribute("data-at")}"]')
        large = guest.page.locator(".hovering .am-full .am-text")
        await card.hover()
        await expect(large).to_have_text(await card.locator(".am-text").inner_text())
        assert await guest.page.evaluate(COVERED) == []
        assert (
            await guest.page.locator(".hovering").evaluate("each => each.inert && getComputedStyle(each).pointerEvents")
            == "none"
        )
        await guest.page.mouse.move(5, 5)
        await expect(large).to_have_count(0)
