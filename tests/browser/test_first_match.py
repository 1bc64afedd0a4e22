"""Whoever plays first has time to read, what is asked stands still, and a good match is shared."""

import pytest
from browsers import PHONE, Window, window
from golden.test_lessons import LISTED
from hands import Mouse, sit_down, standing
from playwright.async_api import Browser, expect
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def resign(shown: Window) -> None:
    """Leave a match for good."""
    await shown.page.get_by_role("button", name="Resign").click()
    await shown.page.locator("[data-do=resign]").click()
    await shown.see(".frame[data-over]")


async def test_against_bots_there_is_time_to_read_the_rules_first(browser: Browser) -> None:
    async with live_server(luck=3) as server, window(browser, server.url, luck=3) as ada:
        await ada.open()
        await ada.page.locator(".offer", has_text="Density Deck").get_by_role("button", name="bot").click()
        await standing(ada)
        minutes = (await ada.page.locator(".clock-mine").inner_text()).split(":")[0]
        assert int(minutes) >= 4


@pytest.mark.parametrize("game", LISTED)
async def test_the_rules_on_the_page_of_a_game_show_no_anchors(browser: Browser, game: str) -> None:
    async with live_server() as server, window(browser, server.url) as ada:
        await ada.open(f"/games/{game}")
        await expect(ada.page.locator(".anchor").first).to_be_attached()
        assert "<a id" not in (await ada.page.locator("body").text_content() or "")


async def test_the_link_to_a_replay_is_handed_on_as_the_system_shares_or_copied(browser: Browser) -> None:
    async with live_server(luck=3) as server, window(browser, server.url, luck=3) as ada:
        page = ada.page
        await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        await sit_down(ada, Mouse(ada), "density-deck")
        await resign(ada)
        await page.evaluate("() => { navigator.share = undefined; }")
        await page.locator("[data-do=share]").click()
        await expect(page.get_by_text("Replay link copied.")).to_be_visible()
        link = await page.evaluate("navigator.clipboard.readText()")
        assert link == f"{page.url}?at=0&as=0"

        shares = "async (given) => { globalThis.given = given.url; }"
        await page.evaluate(f"() => {{ navigator.share = {shares}; }}")
        await page.locator("[data-do=share]").click()
        await page.wait_for_function("() => globalThis.given !== undefined")
        assert await page.evaluate("given") == link

        async with window(browser, server.url) as bo:  # without an account
            await bo.page.goto(link)
            await bo.see(".replay")
            await expect(bo.page.get_by_label("Seen by")).to_have_value("0")


async def test_nothing_of_a_match_that_is_over_waits_to_be_put_back(browser: Browser) -> None:
    async with live_server(luck=3) as server, window(browser, server.url, luck=3) as ada:
        await sit_down(ada, Mouse(ada), "amiibart")
        await standing(ada)
        await ada.page.locator("[data-lit]").first.click()
        await ada.see("[data-picked]")
        await resign(ada)
        await expect(ada.page.locator("[data-picked], .prompt-back")).to_have_count(0)


async def test_a_table_of_amiibart_keeps_its_size_while_one_picks(browser: Browser) -> None:
    async with live_server(luck=3) as server, window(browser, server.url, size=PHONE, touch=True, luck=3) as ada:
        await sit_down(ada, Mouse(ada), "amiibart")
        board = ada.page.locator(".board")
        await standing(ada)
        before = await board.bounding_box()
        while await ada.page.locator("[data-button=end_turn]").count() == 0:
            version = await ada.version()
            await ada.page.locator("[data-at^='library/'][data-lit]").first.tap()
            await ada.see("[data-picked]")
            assert await board.bounding_box() == before
            await ada.page.locator("[data-at^='slot/'][data-lit]").first.tap()
            await expect(ada.page.locator(f".frame[data-version='{version}']")).to_have_count(0)
            await standing(ada)
        assert await board.bounding_box() == before


async def test_the_headline_of_density_deck_is_whole_on_a_phone(browser: Browser) -> None:
    async with (
        live_server(luck=3) as server,
        window(browser, server.url, size=PHONE, touch=True, luck=3, locale="de") as ada,
    ):
        await sit_down_in_german(ada)
        while "Aufgabe" not in await ada.page.locator(".bar-title").inner_text():
            stands = await standing(ada)
            assert not stands.over
            version = await ada.version()
            await ada.page.locator(next(each for each in stands.offered if "data-at" in each)).first.tap()
            await expect(ada.page.locator(f".frame[data-version='{version}']")).to_have_count(0)
        lines = await ada.page.locator(".bar-title p").evaluate(
            "each => each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).lineHeight)"
        )
        assert round(lines) == 1


async def sit_down_in_german(shown: Window) -> None:
    """Play against bots, as the first page offers it."""
    await shown.open()
    await shown.page.locator(".offer", has_text="Density Deck").get_by_role("button", name="Bot").click()
    await shown.see(".frame[data-game=density-deck]")
