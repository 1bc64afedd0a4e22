"""A deck is built in the browser, judged at every change, carried by its link, and played."""

import pytest
from browsers import PHONE, window
from playwright.async_api import Browser
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_deck_is_judged_mended_copied_and_played(browser: Browser) -> None:
    async with live_server(luck=5) as server, window(browser, server.url, luck=5) as builder:
        await builder.open("/decks/amiibart")
        await builder.page.get_by_label("Begin with").select_option("wildfire")
        await builder.see(".decks-fine")
        code = await builder.page.locator(".decks-code").inner_text()
        await builder.page.locator(".decks-deck").get_by_role("button", name="One less of Ember Hound").click()
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


async def test_what_is_no_deck_is_said_to_be_none_and_changes_nothing(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as builder:
        await builder.open("/decks/amiibart/AB-NONSENSE<img src=x>")
        await builder.see(".toast")
        assert await builder.page.locator(".decks-line").count() == 0
        assert await builder.page.locator("img").count() == 0
