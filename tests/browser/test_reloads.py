"""A page that is loaded anew is where it was, whatever one was in the middle of."""

import random

import pytest
from browsers import PHONE, Window, window
from hands import Mouse, keep, press_any, sit_down, standing
from playwright.async_api import Browser, expect
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_table_a_match_and_its_replay_are_there_again(browser: Browser) -> None:
    async with live_server(luck=3) as server, window(browser, server.url, luck=3) as ada:
        page = ada.page
        await ada.open("/lobby?open=amfibido&access=unlisted")
        await page.get_by_role("button", name="Open the table").click()
        code = await page.locator(".invite-code").inner_text()
        await page.reload()
        await expect(page.locator(".invite-code")).to_have_text(code)
        await expect(page.get_by_role("button", name="Ready", exact=True)).to_be_visible()

        await sit_down(ada, Mouse(ada), "density-deck")
        await page.locator("[data-at=pile][data-lit]").click()
        hand = page.locator("[data-at^='hand/']")
        await expect(hand).to_have_count(4)
        cards = await hand.evaluate_all("all => all.map(each => each.dataset.at)")
        await page.reload()
        await expect(hand).to_have_count(4)
        assert await hand.evaluate_all("all => all.map(each => each.dataset.at)") == cards
        await expect(page.get_by_role("button", name="Resign")).to_be_visible()

        await page.get_by_role("button", name="Resign").click()
        await page.locator("[data-do=resign]").click()
        await ada.see(".frame[data-over]")
        await expect(page.locator("[data-rated]")).to_have_text("Not rated: bots played.")
        await page.reload()
        await ada.see(".frame[data-over]")
        await expect(page.locator("[data-rated]")).to_have_text("Not rated: bots played.")
        await page.get_by_role("link", name="Replay").click()
        await ada.see(".replay")
        before = page.url
        await page.get_by_role("button", name="One step forward").click()
        await page.wait_for_url(lambda url: url != before)
        await page.get_by_label("Seen by").select_option("0")
        await page.wait_for_url("**as=0")
        moment = await ada.version()
        assert moment > 0
        await page.reload()
        await ada.see(".replay")
        assert await ada.version() == moment
        await expect(page.get_by_label("Seen by")).to_have_value("0")


async def log_of(shown: Window) -> list[str]:
    """Return the lines of a match's log."""
    await shown.drawn()  # the log is drawn a frame after the table
    lines: list[str] = await shown.page.locator(".log li").all_text_contents()
    return lines


async def unfold(one: Window) -> None:
    """Want all earlier lines of the log: of very many at once, the newest are shown."""
    earlier = one.page.locator(".log").get_by_role("button")
    while await earlier.count() > 0:
        await earlier.click()


async def test_the_log_tells_line_by_line_what_has_happened_before_also_to_who_comes_late(browser: Browser) -> None:
    async with (
        live_server(luck=3) as server,
        window(browser, server.url, luck=3) as ada,
        window(browser, server.url, size=PHONE, touch=True) as cy,
    ):
        await sit_down(ada, Mouse(ada), "amiibart")
        chance = random.Random(3)
        told: list[str] = []
        while len(told) < 90:
            await press_any(ada, Mouse(ada), chance, await standing(ada))
            await standing(ada)
            told = await log_of(ada)
        await ada.page.reload()
        lines = ada.page.locator(".log li")
        await expect(lines.last).to_have_text(told[-1])
        await expect(ada.page.locator(".sky *")).to_have_count(0)  # nothing of it has just happened
        assert await ada.page.locator(".log ol").count() > 3, "what was told at once stands on pages"
        await unfold(ada)
        await expect(lines).to_have_text(told)
        assert await ada.page.locator(".log-cut").count() == 0, "it begins with the beginning"

        await cy.open(ada.page.url.removeprefix(server.url))
        await cy.page.locator(".side-handle").tap()
        await cy.see(".log li")
        await unfold(cy)
        await expect(cy.page.locator(".log li").first).to_have_text(told[0])
        await expect(cy.page.locator(".log li").nth(60)).to_have_text(told[60])
        assert await cy.page.locator(".log ol").count() > 3


async def test_a_player_who_seeks_still_seeks(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url, size=PHONE, touch=True) as ada:
        await keep(ada, "wish", {"bots_after": None})  # for however long it takes
        await ada.open()
        await ada.page.locator(".offer[data-game=amfibido]").get_by_role("button", name="Play now").tap()
        await ada.see(".seeking")
        await ada.page.reload()
        await expect(ada.page.locator(".seeking")).to_contain_text("Amfibido")
        await ada.page.get_by_role("button", name="Stop").tap()
        await expect(ada.page.locator(".seeking")).to_have_count(0)
        await ada.page.reload()
        await ada.see(".offer")
        await expect(ada.page.locator(".seeking")).to_have_count(0)


async def test_a_deck_that_came_by_a_link_and_was_changed_is_as_it_was_changed(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as ada:
        deck = ada.page.locator(".decks-deck")
        await ada.open("/decks/amiibart/wildfire")
        await deck.get_by_role("button", name="One less of Ember Hound").click()
        await ada.see(".decks-faults li")
        lines = await ada.page.locator(".decks-line").all_inner_texts()
        await ada.page.reload()
        await ada.see(".decks-faults li")
        assert await ada.page.locator(".decks-line").all_inner_texts() == lines
