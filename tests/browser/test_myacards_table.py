"""MYACARDS at its own table: played by clicks, on a field that a phone shows whole."""

import random

import pytest
import recorded_match as recorded
from browsers import LAPTOP, PHONE, Window, window
from hands import WAYS, Hand, press_any, standing
from hands import sit_down as sit_down_with
from playwright.async_api import Browser, Locator, Route, ViewportSize, expect
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def sit_down(guest: Window) -> None:
    await guest.open()
    await guest.page.locator(".offer", has_text="MYACARDS").get_by_role("button", name="Against a bot").click()
    await guest.see(".my-field")


async def zone_for_a_card(guest: Window) -> Locator:
    """Keep the hand, pick a card that may be placed, and return a zone for it."""
    await guest.page.locator('[data-button="keep"]').tap()
    await guest.see('[data-at^="hand/"][data-lit]')
    cards = guest.page.locator('[data-at^="hand/"][data-lit]')
    for place in await cards.evaluate_all("all => all.map(each => each.dataset.at)"):
        await guest.page.locator(f'[data-at="{place}"]').tap()
        await guest.see(f'[data-at="{place}"][data-picked]')
        zones = guest.page.locator('[data-at^="zone/"][data-lit]')
        if await zones.count():
            return zones.first
    raise AssertionError("no card may be placed")


async def test_a_finger_that_hits_a_small_zone_is_asked_once_more(browser: Browser) -> None:
    async with live_server(luck=5) as server, window(browser, server.url, luck=5, size=PHONE, touch=True) as guest:
        await sit_down(guest)
        zone = await zone_for_a_card(guest)
        place = await zone.get_attribute("data-at")
        await zone.tap()
        await guest.see(f'[data-at="{place}"][data-asked]')
        assert (await guest.page.locator(".prompt-text").inner_text()).endswith("? Press again to confirm.")
        assert await guest.page.locator(".my-mine").count() == 0
        await zone.tap()
        await guest.see(f'[data-at="{place}"] .my-mine')


async def test_a_card_on_the_field_opens_with_what_its_numbers_are_made_of(browser: Browser) -> None:
    async with live_server(luck=5) as server, window(browser, server.url, luck=5, size=PHONE, touch=True) as guest:
        await sit_down(guest)
        zone = await zone_for_a_card(guest)
        for _ in range(2):
            await zone.tap()
        piece = guest.page.locator('.my-mine[data-at^="piece/"]').first
        await piece.tap()
        await guest.see(".details .my-full")
        assert await guest.page.locator(".details h2").inner_text() in (await piece.get_attribute("aria-label") or "")
        await guest.see(".details .my-standing")


async def test_how_it_ended_and_what_to_do_next_fit_a_phone_in_german(browser: Browser) -> None:
    outside = """() => [...document.querySelectorAll('.ending a, .ending button, .ending p')].filter((each) => {
      const {left, right} = each.getBoundingClientRect();
      return left < 0 || right > innerWidth || each.scrollWidth > each.clientWidth;
    }).map((each) => each.textContent)"""
    async with (
        live_server(luck=5) as server,
        window(browser, server.url, luck=5, size=PHONE, touch=True, locale="de-DE") as guest,
    ):
        await guest.open()
        await guest.page.locator(".offer", has_text="MYACARDS").locator("button", has_text="Gegen Bots").tap()
        await guest.see(".my-field")
        await guest.page.get_by_role("button", name="Aufgeben").tap()
        await guest.page.locator("[data-do=resign]").tap()
        await guest.see(".frame[data-over] [data-do=rematch]")
        await guest.see("[data-rated]")
        await expect(guest.page.locator(".prompt-text .ended")).to_have_text("Du hast verloren.")
        assert await guest.page.evaluate(outside) == []


OFFER = '[data-button="pass_more"]'


PASS = '[data-button="pass"]'
ASKED = f"""ordered => {{
  const isOffered = document.querySelector(".frame[data-over], [data-lit], .prompt-buttons [data-button]") !== null;
  return isOffered && !(ordered && document.querySelector('{PASS}') !== null);
}}"""
"""Whether one is asked what nothing answers by itself: a standing order answers to attacks."""


async def play_until(guest: Window, hand: Hand, chance: random.Random, wanted: str, *, ordered: bool = False) -> None:
    """Press what is offered until something is there that one waits for; what an order answers, is left to it."""
    there = guest.page.locator(wanted)
    while True:
        await guest.page.wait_for_function(ASKED, arg=ordered)
        stands = await standing(guest)
        if await there.count() > 0:
            return
        assert not stands.over, f"the match ended without {wanted}"
        await press_any(guest, hand, chance, stands)


@pytest.mark.parametrize("how", ["mouse", "touch"])
async def test_a_standing_order_is_offered_given_answers_by_itself_and_is_taken_back(
    browser: Browser, how: str
) -> None:
    kind, size = WAYS[how]
    chance = random.Random(5)
    async with (
        live_server(luck=6) as server,
        window(browser, server.url, size=size, touch=how == "touch", luck=6) as guest,
    ):
        hand, page = kind(guest), guest.page
        await sit_down_with(guest, hand, "myacards", bot="random")
        own = await page.locator(".my-own .my-who").inner_text()
        answered = page.locator(".log li", has_text=f"{own} lets it pass.")
        order = page.locator(".my-own .my-order")

        await play_until(guest, hand, chance, OFFER)
        await expect(order).to_have_count(0)
        given = await answered.count() + 1
        await hand.press(page.locator(OFFER))
        await expect(page.locator(".prompt-text")).to_have_text("Let which attacks pass?")
        await hand.press(page.locator('[data-button="pass/call"]'))
        await expect(order).to_have_text("passing: from now on")

        while True:
            await play_until(guest, hand, chance, '[data-button="end"]', ordered=True)
            await hand.press(page.locator('[data-button="end"]'))
            if await answered.count() > given:
                break
            await hand.press(page.locator('[data-button="end_turn"]'))

        await expect(page.locator(".prompt-text")).to_have_text("End the turn. Attacks on you:")
        await hand.press(page.locator('[data-button="end_turn_watching"]'))
        await expect(order).to_have_count(0)
        await play_until(guest, hand, chance, OFFER)


LARGE: ViewportSize = {"width": 1920, "height": 1080}

CUT = """() => [...document.querySelectorAll(".my-mini-name")].filter((name) => {
  const [told, room] = [name, name.closest(".my-mini-field")].map((each) => each.getBoundingClientRect());
  const isCut = name.scrollHeight > name.clientHeight + 1 || name.scrollWidth > name.clientWidth;
  const card = name.closest(".my-mini");
  const bonus = document.querySelector("svg").cloneNode(true);
  bonus.setAttribute("class", "my-mark my-bonus");
  card.querySelector(".my-marks").replaceChildren(bonus);
  const { top } = bonus.getBoundingClientRect();
  return isCut || told.top < room.top - 1 || told.bottom > room.bottom + 1 || top < told.bottom - 1;
}).map((name) => name.textContent)"""
"""Names on the field of which not all is seen once each card there enjoys a bonus."""


async def longest(route: Route) -> None:
    """Let the cards of the catalogue have the longest names of all, by turns."""
    answer = await route.fetch()
    catalogue = await answer.json()
    cards = [card for each in catalogue["sets"] for card in each["cards"]]
    names = sorted((card.get("english") or card["name"] for card in cards), key=len)[-12:]
    for at, card in enumerate(cards):
        card["english"] = names[at % len(names)]
    await route.fulfill(response=answer, json=catalogue)


async def test_the_longest_names_are_seen_whole_on_the_field(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as guest:
        await guest.page.route("**/v1/games/myacards/cards*", longest)
        await recorded.opened(guest)
        await recorded.tell(guest, 15)
        for size in (LAPTOP, LARGE):
            await guest.resize(size)
            await expect(guest.page.locator(".my-mini-name").nth(4)).to_be_visible()
            assert await guest.page.evaluate(CUT) == []


TALL: ViewportSize = {"width": 390, "height": 844}

FOLDED = """() => {
  const box = (each) => each.getBoundingClientRect();
  const lines = [...document.querySelectorAll(".my-row")].filter((row) => row.checkVisibility());
  const shut = lines.filter((row) => !row.classList.contains("my-open"));
  return {
    turn: document.querySelector(".bar h1").textContent.match(/\\d+/)?.[0],
    open: lines.length - shut.length,
    wide: document.querySelectorAll(".my-border span:not(.my-fold)").length,
    cards: [...document.querySelectorAll(".my-piece")].map((card) => box(card).width),
    nameless: shut.filter((row) => box(row).height < 20 || !row.querySelector(".my-label")?.checkVisibility()).length,
    narrow: [...lines[0].children].filter((zone) => box(zone).width < 24).length,
  };
}"""


async def test_rows_and_columns_without_cards_are_strips_until_one_is_placed_there(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url, size=TALL) as guest:
        await recorded.opened(guest)
        before = None
        for _ in range(len(recorded.updates("myacards")) - 2):
            await recorded.tell(guest, 1)
            seen = await guest.page.evaluate(FOLDED)
            assert (seen["nameless"], seen["narrow"]) == (0, 0)
            if seen["cards"] and seen["wide"] <= 4:
                assert min(seen["cards"]) > 69
            if before is not None and before["turn"] == seen["turn"]:
                assert seen["open"] >= before["open"], "a row closed within a turn"
                assert seen["wide"] >= before["wide"], "a column closed within a turn"
            before = seen
