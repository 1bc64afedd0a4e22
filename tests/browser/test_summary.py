"""What others have done since one could act: shown for whoever wants it, before what is asked, and away again."""

import random

import pytest
from browsers import LAPTOP, PHONE, Window, window
from hands import play_until_others_have
from playwright.async_api import Browser, ViewportSize, expect
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

ORDER = """() => [...document.querySelectorAll(".board, .summary, .prompt-text, .prompt-buttons")]
  .map((each) => each.className.split(" ")[0])"""


async def test_anything_that_others_did_is_told_to_whoever_wants_it_and_stays_so(browser: Browser) -> None:
    async with live_server(luck=5) as server, window(browser, server.url, luck=5, size=PHONE) as player:
        page = player.page
        await player.open()
        await page.locator(".offer[data-game=amiibart]").get_by_role("button", name="Against a bot").click()
        await player.see(".frame")
        await play_until_others_have(player, random.Random(2))
        button, summary = page.locator(".since"), page.get_by_role("region", name="Since your last move", exact=True)
        await expect(button).to_have_attribute("aria-expanded", "false")
        many = int(await button.inner_text())
        await button.click()
        await expect(summary.locator("li")).to_have_count(many)
        assert await page.evaluate(ORDER) == ["board", "summary", "prompt-text", "prompt-buttons"]
        newest = await page.locator(".side-newest").text_content()
        await expect(summary.locator("li").last).to_have_text(newest or "-")
        await page.keyboard.press("Escape")
        await expect(summary).to_have_count(0)
        await page.keyboard.press("o")
        await expect(summary).to_be_visible()
        await player.open("/settings")
        await expect(page.get_by_label("After others’ turns, show what they did")).to_be_checked()


GAMES = ("amfibido", "amiibart", "density-deck", "myacards")
SIZES: tuple[ViewportSize, ...] = (
    {"width": 1366, "height": 768},
    {"width": 1920, "height": 1080},
    {"width": 390, "height": 844},
    {"width": 360, "height": 640},
    {"width": 844, "height": 390},
)
SUMMARIES = 2
"""How many summaries of a game are looked at."""

MATCHES = 8
"""How many matches may be played for these. A short one may end before its first summary."""

COVERED = """async () => {
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  const panel = document.querySelector(".summary").getBoundingClientRect();
  const found = [];
  const kept = ".frame [data-lit], .frame .own, .frame .prompt button, .frame [data-at^='seat/']";
  for (const each of document.querySelectorAll(kept)) {
    const isOthers = each.matches("[data-at^='seat/']") && !/^(Guest|Gast) /.test(each.textContent.trim());
    if (each.closest(".summary") !== null || isOthers) continue;
    let {left, top, right, bottom} = each.getBoundingClientRect();
    for (let above = each.parentElement; above !== null; above = above.parentElement) {
      if (getComputedStyle(above).overflow === "visible") continue;
      const seen = above.getBoundingClientRect();
      [left, top] = [Math.max(left, seen.left), Math.max(top, seen.top)];
      [right, bottom] = [Math.min(right, seen.right), Math.min(bottom, seen.bottom)];
    }
    if (right <= left || bottom <= top) continue;
    const name = each.dataset.at ?? each.dataset.button ?? each.className;
    const [wide, high] = [
      Math.min(right, panel.right) - Math.max(left, panel.left),
      Math.min(bottom, panel.bottom) - Math.max(top, panel.top),
    ];
    if (wide > 1 && high > 1) found.push(`${name}: ${wide} x ${high}`);
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (hit?.closest(".summary")) found.push(`${name}: its middle`);
  }
  if (panel.left < 0 || panel.top < 0 || panel.right > innerWidth || panel.bottom > innerHeight) found.push("cut off");
  if (panel.width < 120 || panel.height < 44) found.push(`small: ${panel.width} x ${panel.height}`);
  return found;
}"""
"""The visible legal choices, buttons of the prompt, own cards and own seat that the panel covers."""


async def see_a_summary(player: Window, game: str, chance: random.Random) -> None:
    """Play on, in further matches if need be, until others have done more than one thing."""
    page = player.page
    asked = page.locator("[data-lit], .prompt-buttons [data-button], .frame[data-over]")
    for _ in range(MATCHES):
        if await page.locator(".frame").count() == 0 or await player.is_over():
            await player.open()
            await page.locator(f".offer[data-game={game}]").get_by_role("button", name="bot").first.click()
            await player.see(".frame:not([data-over])")
        while not await player.is_over():
            await player.take_any(chance)
            await player.drawn()
            await asked.first.wait_for(state="attached")
            if await page.locator(".since").count() > 0:
                return
    raise AssertionError(f"{MATCHES} matches of {game} without a summary")


@pytest.mark.parametrize(("game", "locale"), [*((game, "de") for game in GAMES), ("myacards", "en")])
async def test_the_panel_covers_nothing_that_may_be_acted_on(browser: Browser, game: str, locale: str) -> None:
    faults: list[str] = []
    async with live_server(luck=5) as server, window(browser, server.url, luck=5, locale=locale) as player:
        page, chance = player.page, random.Random(2)
        for _ in range(SUMMARIES):
            await player.resize(LAPTOP)
            await see_a_summary(player, game, chance)
            button = page.locator(".since")
            if await button.get_attribute("aria-expanded") == "false":
                await button.click()
            for size in SIZES:
                await player.resize(size)
                await player.see(".summary")
                covered = await page.evaluate(COVERED)
                faults.extend(f"{size['width']}x{size['height']}: {each}" for each in covered)
    assert faults == []


async def test_the_panel_closes_by_its_button_a_tap_escape_and_the_next_action(browser: Browser) -> None:
    async with live_server(luck=5) as server, window(browser, server.url, luck=5, size=PHONE, touch=True) as player:
        page = player.page
        await player.open()
        await page.locator(".offer[data-game=amiibart]").get_by_role("button", name="Against a bot").click()
        await player.see(".frame")
        await play_until_others_have(player, random.Random(2))
        button, summary = page.locator(".since"), page.locator(".summary")
        before = await player.version()
        for way in ("button", "tap", "escape"):
            await button.click()
            await expect(summary).to_be_visible()
            match way:
                case "button":
                    await summary.get_by_role("button", name="Close").click()
                case "tap":
                    await summary.locator("li").first.tap()
                case _:
                    await page.keyboard.press("Escape")
            await expect(summary).to_have_count(0)
            await expect(button).to_have_attribute("aria-expanded", "false")
        assert await player.version() == before
        await button.click()
        await expect(summary).to_be_visible()
        await page.locator("[data-lit], .prompt-buttons [data-button]").first.click()
        await expect(summary).to_have_count(0)
