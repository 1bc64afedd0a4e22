"""A fight is seen by everybody: it is laid open over the table until a click, a key or some seconds end it."""

import random

import pytest
from browsers import LAPTOP, PHONE, Window, window
from hands import LIT, Mouse, sit_down, standing
from playwright.async_api import Browser, ViewportSize, expect
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def play_until_a_fight(shown: Window) -> None:
    """Draw and discard until one may fight, and do so; the other may have done it before."""
    page, chance = shown.page, random.Random(1)
    while await page.locator(".moment").count() == 0:
        stands = await standing(shown)
        assert not stands.over
        fights = [each for each in stands.offered if "fight" in each]
        lit = [each for each in stands.offered if "data-at" in each]
        version = await shown.version()
        await page.locator((fights or [chance.choice(lit)])[0]).first.evaluate("each => each.click()")
        await expect(page.locator(f".frame[data-version='{version}']")).to_have_count(0)
        await shown.drawn()


PARTED = """() => {
  const log = document.querySelector(".log");
  const parted = [];
  for (let width = 340; width > 180; width -= 8) {
    log.style.width = `${width}px`;
    for (const card of log.querySelectorAll(".dd-pip")) {
      const { nextSibling: after } = card;
      if (!/^[.,]/.test(after?.data ?? "")) continue;
      const range = document.createRange();
      range.setStart(after, 0);
      range.setEnd(after, 1);
      if (range.getBoundingClientRect().left < card.getBoundingClientRect().right - 1) parted.push(width);
    }
  }
  log.style.width = "";
  return parted;
}"""
"""How wide the log is where a line begins with what ends the one before: a comma behind a card."""

A_HAND = """() => {
  globalThis.hand = document.querySelector(".dd-last li");
}"""
FOUR_HANDS = """() => {
  document.querySelector(".own").style.minHeight = "292px";
  const last = document.querySelector(".dd-last");
  last.open = true;
  while (last.lastElementChild.children.length < 4) last.lastElementChild.append(hand.cloneNode(true));
  const board = document.querySelector(".board");
  return board.scrollHeight - board.clientHeight;
}"""
"""How much of a table has to be scrolled to where four have fought at last, each with a hand like one that was seen.
One's own hand is still there then, and the places of four take a second line: together they leave as little room."""


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
async def test_a_fight_is_seen_whole_and_a_click_ends_it_and_nothing_else(browser: Browser, size: ViewportSize) -> None:
    async with live_server(luck=3) as server, window(browser, server.url, size=size, luck=3, moments=True) as ada:
        await sit_down(ada, Mouse(ada), "density-deck")
        await play_until_a_fight(ada)
        page, moment = ada.page, ada.page.locator(".moment")
        await expect(moment.locator(".moment-row")).to_have_count(2)
        await expect(moment.locator(".dd-cost")).to_have_count(1)
        await expect(moment.locator(".dd-cost")).to_contain_text("♥")
        await expect(moment).to_be_in_viewport(ratio=1)
        hidden = await moment.evaluate("each => each.scrollHeight - each.clientHeight")
        assert hidden == 0, f"{hidden} pixels of it have to be scrolled to"
        await standing(ada)
        version = await ada.version()
        await moment.click()
        await expect(moment).to_have_count(0)
        assert await ada.version() == version
        await expect(page.locator(LIT).first).to_be_visible()
        await page.reload()
        await ada.see(".frame")
        await expect(moment).to_have_count(0)
        if size is LAPTOP:
            await expect(page.locator(".log .dd-pip").nth(5)).to_be_visible()
            assert await page.evaluate(PARTED) == []
            await page.evaluate(A_HAND)
            await page.get_by_role("button", name="Resign").click()
            await page.locator("[data-do=resign]").click()
            await expect(page.locator("[data-rated]")).to_be_visible()
            assert await page.evaluate(FOUR_HANDS) <= 0


@pytest.mark.parametrize("key", ["Escape", "1", "h"])
async def test_any_key_ends_a_big_moment_and_takes_nothing(browser: Browser, key: str) -> None:
    async with live_server(luck=3) as server, window(browser, server.url, luck=3, moments=True) as ada:
        await sit_down(ada, Mouse(ada), "density-deck")
        await play_until_a_fight(ada)
        await standing(ada)
        version = await ada.version()
        await ada.page.keyboard.press(key)
        await expect(ada.page.locator(".moment")).to_have_count(0)
        await ada.drawn()
        assert await ada.version() == version


MOVES = """() => document.getAnimations().filter(({ playState, timeline }) =>
  playState === "running" && timeline === document.timeline).length"""


async def test_a_press_ends_what_moves(browser: Browser) -> None:
    async with live_server(luck=3) as server, window(browser, server.url, luck=3, calm=False, moments=True) as ada:
        await sit_down(ada, Mouse(ada), "density-deck")
        await ada.page.evaluate(
            """() => document.querySelector(".board").animate([{opacity: 0.9}, {opacity: 1}], 86_400_000)"""
        )
        await ada.page.wait_for_function(f"() => ({MOVES})() === 1")
        await ada.page.locator(".bar-title").click()
        assert await ada.page.evaluate(MOVES) == 0
