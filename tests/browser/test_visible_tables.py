"""Tables at six sizes, in both languages, over a whole match: nothing that matters is hidden or cut without a sign."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
import recorded_match as recorded
from browser.sight import SIZES, looked
from browsers import LAPTOP, PHONE, window
from playwright.async_api import Browser, expect
from servers import LiveServer, live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

GAMES = ("amfibido", "amiibart", "density-deck", "myacards")
LANGUAGES = ("en", "de-DE")
MOMENTS = 11
"""At so many moments of a match each size is looked at, and at others than the size before."""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server() -> AsyncIterator[LiveServer]:
    async with live_server() as started:
        yield started


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
async def test_a_table_hides_and_cuts_nothing_without_a_sign(
    browser: Browser, server: LiveServer, game: str, language: str
) -> None:
    step = len(recorded.updates(game)) // MOMENTS + 1
    found: dict[str, list[str]] = {}
    outlooks = 0
    async with window(browser, server.url, locale=language) as shown:
        await recorded.opened(shown, game)
        for size in SIZES:
            await shown.resize(size)
            faults, seen = await looked(shown, MOMENTS, step)
            outlooks += seen
            if faults:
                found[f"{size['width']}x{size['height']}"] = faults
        assert found == {}
        assert outlooks > 0 or game == "density-deck", "no outlook was drawn: none was looked at"
        await shown.resize(LAPTOP)
        await shown.page.locator(".side-tabs button").last.click()
        await expect(shown.page.locator(".side-rules .markdown")).to_be_visible()
        assert await shown.page.evaluate(WIDE) == []


HANDS = """async ([game, size]) => {
  const { sets } = await (await fetch(`/v1/games/${game}/cards`)).json();
  const ids = sets.flatMap(({ cards }) => cards).filter(({ kind }) => kind !== "token").map(({ id }) => id);
  const { told } = recorded;
  if (told.length > 1) told.splice(0, told.length, told.find((each) => !JSON.parse(`{${each}`).choices.length));
  const update = JSON.parse(`{${told[0]}`);
  const found = new Set();
  for (let at = 0; at < ids.length; at += size) {
    const hand = ids.slice(at, at + size);
    if (game === "amiibart") update.view.seats[update.seat].library = Object.fromEntries(hand.map((id) => [id, 2]));
    else update.view.hand = hand;
    told[0] = JSON.stringify(update).slice(1);
    recorded.tell();
    for (let frames = 0; frames < 2; frames += 1) {
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    }
    const cards = [...document.querySelectorAll(".own :is(.card, .my-card)")];
    if (cards.length !== hand.length) found.add(`${cards.length} cards of ${hand.length}`);
    for (const [n, card] of cards.entries()) {
      for (const each of [card, ...card.querySelectorAll("*")]) {
        const isClipped = getComputedStyle(each).overflowY !== "visible" && Boolean(each.innerText?.trim());
        const [more, wider] = [each.scrollHeight - each.clientHeight, each.scrollWidth - each.clientWidth];
        const name = String(each.className).split(" ")[0];
        if (isClipped && more > 2) found.add(`${hand[n]}: ${name} is ${more} px higher`);
        if (isClipped && wider > 2) found.add(`${hand[n]}: ${name} is ${wider} px wider`);
      }
    }
  }
  return [...found];
}"""
"""Show each card of a game in hands of so many. Return the texts that are larger than their boxes."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "size"), [("amfibido", 6), ("amiibart", 12), ("myacards", 7)])
async def test_no_text_of_any_card_is_cut_in_a_hand(
    browser: Browser, server: LiveServer, game: str, size: int, language: str
) -> None:
    found: dict[str, list[str]] = {}
    async with window(browser, server.url, locale=language) as shown:
        await recorded.opened(shown, game)
        for each in SIZES:
            await shown.resize(each)
            if cut := await shown.page.evaluate(HANDS, [game, size]):
                found[f"{each['width']}x{each['height']}"] = cut
    assert found == {}


WIDE = """() => [...document.querySelectorAll(".side-rules .markdown-table")]
  .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"""
"""Tables of the rules that are wider than the column beside a table."""


async def test_the_sign_of_a_cut_text_opens_the_card_and_takes_no_step(browser: Browser, server: LiveServer) -> None:
    async with window(browser, server.url, size=PHONE, touch=True) as shown:
        await recorded.opened(shown, "amiibart")
        lit = shown.page.locator(".am-strip[data-lit]:has(.am-text)").first
        sign = lit.locator(".card-more")
        await expect(sign).to_be_visible()
        text = await lit.locator(".am-text").inner_text()
        await sign.tap()
        await expect(shown.page.locator(".details .am-full .am-text")).to_have_text(text)
        assert (
            await shown.page.locator(".details .am-full").evaluate("card => card.scrollHeight - card.clientHeight") <= 1
        )
        await shown.page.keyboard.press("Escape")
        await expect(shown.page.locator("[data-picked]")).to_have_count(0)
        await lit.locator(".am-name").tap()
        await expect(shown.page.locator("[data-picked]")).to_have_count(1)


async def test_a_prompt_that_is_cut_opens_whole(browser: Browser, server: LiveServer) -> None:
    async with window(browser, server.url, size=PHONE, touch=True) as shown:
        await recorded.opened(shown, "amiibart")
        prompt = shown.page.locator(".prompt-text")
        await shown.page.locator(".am-strip[data-lit] .am-name").first.tap()
        await expect(prompt).to_contain_text("where?")
        text = await prompt.inner_text()
        await prompt.tap()
        await expect(shown.page.locator(".details .details-body")).to_have_text(text)
