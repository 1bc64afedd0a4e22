"""People at the table: a seat opens what one may do about its player, and shows what they say."""

import re

import pytest
import recorded_match as recorded
from browsers import window
from playwright.async_api import Browser, expect
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize("game", ["amfibido", "density-deck", "myacards"])
async def test_a_seat_shows_the_words_of_its_player_and_opens_their_menu(browser: Browser, game: str) -> None:
    async with live_server(luck=4) as server, server.person("Bo") as bo, window(browser, server.url) as ada:
        opened = await bo.ask({"type": "open_table", "game": game, "seats": 2})
        table = opened["table"]["id"]
        await ada.open(f"/t/{table}")
        await ada.page.get_by_role("button", name="Sit down").click()
        await ada.page.get_by_role("button", name="Ready", exact=True).click()
        await bo.ask({"type": "ready", "table": table})
        await ada.see(".frame")
        match = ada.page.url.rsplit("/", 1)[1]
        await bo.ask({"type": "say", "where": "match", "id": match, "text": "🔥"})
        bubble = ada.page.locator(".bubble[data-by='seat/0']")
        await expect(bubble).to_have_text("Bo: 🔥")
        seat = ada.page.locator(".board [data-at='seat/0'] bdi").first
        place, said = await seat.bounding_box(), await bubble.bounding_box()
        assert place is not None
        assert said is not None
        assert abs(said["y"] - place["y"]) < 300, "it stands at the seat"
        await expect(bubble).to_have_count(0)
        await ada.page.locator(".board").get_by_role("button", name="Bo").first.press("Enter")
        menu = ada.page.locator("dialog.player-menu")
        await expect(menu.get_by_role("link", name="Profile")).to_be_visible()
        for deed in ("Block", "Report"):
            await expect(menu.get_by_role("button", name=deed)).to_be_visible()
        await menu.get_by_role("button", name="Mute").click()
        await expect(ada.page.get_by_text("Bo is muted.")).to_be_visible()


async def test_a_seat_that_the_server_plays_for_says_by_when_its_player_has_to_be_back(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as shown:
        await recorded.opened(shown)
        mark = shown.page.locator(".away[data-by='seat/1']")
        await expect(mark).to_have_count(0)
        await shown.page.evaluate(
            "() => recorded.told.forEach((said, at) => {"
            ' recorded.told[at] = `"away": [{"seat": 1, "back_by": ${Date.now() + 60000}}], ${said}` })'
        )
        await recorded.tell(shown, 1)
        await expect(mark).to_contain_text(re.compile(r"away back by \d+:\d\d:\d\d [AP]M:(1:00|0:\d\d)"))
        place, said = await shown.page.locator(".board [data-at='seat/1']").bounding_box(), await mark.bounding_box()
        assert place is not None
        assert said is not None
        assert abs(said["y"] - place["y"]) < 150, "it stands at the seat"
