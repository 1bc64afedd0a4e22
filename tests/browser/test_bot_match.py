"""A match against bots: strength, number and deck in one sheet, remembered, against decks that vary."""

import json
from typing import Any

import pytest
from browsers import PHONE, window
from playwright.async_api import Browser, WebSocket
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

OFFER = ".offer[data-game=amiibart]"


async def test_a_sheet_sets_strength_and_deck_and_the_next_match_has_them_too(browser: Browser) -> None:
    async with (
        live_server(luck=4) as server,
        window(browser, server.url, size=PHONE, luck=4) as first,
        window(browser, server.url, luck=5) as other,
    ):
        commands: list[dict[str, Any]] = []

        def note(socket: WebSocket) -> None:
            socket.on("framesent", lambda frame: commands.append(json.loads(frame)))

        first.page.on("websocket", note)
        other.page.on("websocket", note)
        await first.open()
        await first.page.locator(OFFER).get_by_role("button", name="Strength, deck and number").click()
        await first.page.locator(".choice-option", has_text="Random").click()
        await first.page.locator(".deck-tile[data-deck=wildfire]").click()
        await first.page.get_by_role("button", name="Start the match").click()
        await first.see(".frame[data-game=amiibart]")
        await first.open()
        await first.page.locator(OFFER).get_by_role("button", name="Against a bot").click()
        await first.see(".frame[data-game=amiibart]")
        await other.open()
        await other.page.locator(OFFER).get_by_role("button", name="Against a bot").click()
        await other.see(".frame[data-game=amiibart]")
        opened = [each.get("deck") for each in commands if each["type"] == "open_table"]
        bots = [(each.get("bot"), each.get("deck")) for each in commands if each["type"] == "add_bot"]
    assert opened[:2] == ["wildfire", "wildfire"]
    assert [bot for bot, _ in bots] == ["random", "random", "greedy"]
    assert None not in {deck for _, deck in bots}
    assert bots[1][1] != bots[2][1], "the deck of a bot follows from a draw"
