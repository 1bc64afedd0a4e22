"""A deck is built in the browser, judged at every change, carried by its link, and played."""

import pytest
from browser.accounts import register, sign_in
from browser.test_bad_input import nothing_is_injected
from browsers import PHONE, window
from playwright.async_api import Browser, expect
from servers import PASSWORD, live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_deck_is_judged_mended_copied_and_played(browser: Browser) -> None:
    async with live_server(luck=5) as server, window(browser, server.url, luck=5) as builder:
        await builder.open("/decks/amiibart")
        await builder.page.locator(".deck-tile[data-deck=wildfire]").click()
        await builder.see(".decks-fine")
        code = await builder.page.locator(".decks-code").inner_text()
        copy = builder.page.get_by_role("button", name="Copy its link")
        await expect(copy).to_be_enabled()
        less = builder.page.locator(".decks-deck").get_by_role("button", name="One less of Ember Hound")
        await less.evaluate("each => each.click()")
        assert await copy.evaluate(
            "each => new Promise((told) => requestAnimationFrame(() => setTimeout(() => told(each.disabled))))"
        ), "the code is that of the older deck"
        await builder.see(".decks-faults li")
        assert "30" in await builder.page.locator(".decks-faults").inner_text(), "how many a deck has"
        await builder.page.locator(".decks-deck").get_by_role("button", name="One more of Ember Hound").click()
        await builder.see(".decks-fine")
        await builder.open("/lobby?open=amiibart")
        await builder.page.get_by_label("The deck that you built").check()
        await builder.open("/decks/amiibart")
        await builder.see(".decks-fine")
        await builder.page.get_by_role("button", name="Play it against a bot").click()
        await builder.see(".frame[data-game=amiibart]")
        async with window(browser, server.url, size=PHONE) as friend:
            await friend.open(f"/decks/amiibart/{code}")
            await friend.page.locator(".decks-panes").get_by_text("Deck").click()
            await friend.see(".decks-fine")
            assert await friend.page.locator(".decks-code").inner_text() == code
            await friend.open("/decks/amiibart")
            await (
                friend.page.locator(".decks-panes").get_by_text("Deck: 0 cards").wait_for()
            )  # it is not the friend's own


async def test_the_bar_of_a_phone_says_whole_how_many_cards_there_are(browser: Browser) -> None:
    async with live_server(luck=5) as server, window(browser, server.url, size=PHONE, locale="de-DE") as builder:
        await builder.open("/decks/amiibart")
        hint = builder.page.locator(".hint")
        await expect(hint).to_have_count(1)
        await builder.page.locator(".deck-tile[data-deck=wildfire]").click()
        await builder.see(".decks-foot .decks-fine")
        await expect(hint).to_have_count(0)
        foot = builder.page.locator(".decks-foot")
        room = "({ firstChild: words, offsetHeight }) => [words.scrollWidth - words.clientWidth, offsetHeight < 70]"
        assert await foot.evaluate(room) == [0, True]
        await builder.open("/decks/amiibart")
        await builder.see(".decks-foot .decks-fine")
        await expect(hint).to_have_count(0)


async def test_anything_that_is_no_deck_is_said_to_be_none_and_changes_nothing(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as builder:
        await builder.open("/decks/amiibart/AB-NONSENSE<img src=x>")
        await builder.see(".toast")
        assert await builder.page.locator(".decks-line").count() == 0
        assert await builder.page.locator("img:not([src^='/pictures/amiibart/'])").count() == 0
        await nothing_is_injected(builder.page)


async def test_a_list_with_the_names_that_the_page_shows_is_read_from_the_box(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as builder:
        await builder.open("/decks/amiibart")
        box = builder.page.locator(".decks-import")
        await box.locator("summary").click()
        listed = "\ufeff# Light\n4x Candle Squire\n3\tKerzenknappe\n\n{}\nFirst Light\n"
        await box.locator("textarea").fill(listed.format("2 Temple Gard"))
        await box.get_by_role("button").click()
        told = "Line 5, “2 Temple Gard”, names no card; most like it is “Temple Guard” (temple-guard)."
        await expect(box.locator(".decks-unread li").first).to_have_text(told)
        await expect(builder.page.locator(".decks-line")).to_have_count(0)
        await box.locator("textarea").fill(listed.format("2 × temple-guard"))
        await box.get_by_role("button").click()
        await expect(builder.page.locator(".decks-line")).to_have_count(3)
        await expect(builder.page.locator(".decks-head .dim")).to_have_text("9 cards")
        await expect(box.locator(".decks-unread li")).to_have_count(0)


async def test_a_deck_of_this_browser_is_kept_in_an_account_and_found_on_another_device(browser: Browser) -> None:
    async with live_server(luck=5) as server, window(browser, server.url, luck=5) as builder:
        await builder.open("/decks/amiibart")
        await builder.page.locator(".deck-tile[data-deck=wildfire]").click()
        await builder.see(".decks-fine")
        await expect(builder.page.get_by_role("link", name="Get an account")).to_be_visible()
        await register(builder, "Ada")
        await builder.open("/decks/amiibart")
        deck = builder.page.locator(".decks-deck")
        await expect(deck.get_by_text("This deck is only in this browser.")).to_be_visible()
        await deck.get_by_label("Deck name").fill("Ada’s fire")
        await deck.get_by_role("button", name="Save deck", exact=True).click()
        await expect(deck.get_by_role("button", name="Open Ada’s fire")).to_be_visible()
        await expect(deck.get_by_label("Deck name")).to_have_count(0)  # it is as it is kept
        await deck.get_by_role("button", name="One less of Ember Hound").click()
        await deck.get_by_label("Deck name").fill("Unfinished")
        await deck.get_by_role("button", name="Save deck", exact=True).click()
        await expect(deck.get_by_role("button", name="Open Unfinished")).to_contain_text("not finished")
        async with window(browser, server.url, size=PHONE) as phone:
            await sign_in(phone, "Ada", PASSWORD)
            await expect(phone.page.locator(".top .who")).to_have_text("Ada")
            await phone.open("/lobby?open=amiibart")
            choice = phone.page.locator(".deck-choice")
            await choice.get_by_label("Ada’s fire").check()
            await expect(choice.get_by_label("Unfinished")).to_have_count(0)  # it cannot be played
            await phone.page.get_by_role("button", name="Open the table").click()
            await expect(phone.page.locator(".own-deck summary")).to_contain_text("Ada’s fire")
            await phone.open("/decks/amiibart")
            await phone.page.locator(".decks-panes").get_by_text("Deck").click()
            deck = phone.page.locator(".decks-deck")
            await deck.get_by_role("button", name="Open Ada’s fire").click()
            await phone.see(".decks-fine")
            await deck.get_by_role("button", name="Delete Ada’s fire").click()
            await expect(deck.get_by_role("button", name="Open Ada’s fire")).to_have_count(0)
            await expect(deck.get_by_role("button", name="Open Unfinished")).to_be_visible()
