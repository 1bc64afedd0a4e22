"""A player asks in the browser to take the last action back, and answers the request of another."""

import pytest
from browsers import window
from playwright.async_api import Browser, expect
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_an_action_is_taken_back_after_the_other_player_agrees(browser: Browser) -> None:
    async with live_server(luck=3) as server, server.person("Bo") as bo, window(browser, server.url, luck=3) as ada:
        opened = await bo.ask({"type": "open_table", "game": "myacards", "seats": 2, "access": "unlisted"})
        table, undo = opened["table"], ada.page.locator(".undo")
        await ada.open(f"/join/{table['code']}")
        await ada.page.get_by_role("button", name="Ready", exact=True).click()
        await bo.until(lambda each: each["type"] == "table_changed" and each["table"]["places"][1]["ready"])
        match = (await bo.ask({"type": "ready", "table": table["id"]}))["table"]["match"]
        await ada.see(".frame")  # before the seats' shares are revealed there is no match
        assert (await bo.ask({"type": "watch_match", "match": match}))["type"] == "update"
        await ada.page.locator("[data-button]", has_text="Keep").click()
        await ada.page.get_by_role("button", name="Ask to take back").click()
        await bo.until(lambda each: each.get("undo", {}).get("state") == "asked")
        await expect(undo).to_have_text("You asked to take it back: waiting for Bo.")
        await bo.ask({"type": "answer_undo", "match": match, "action": 2, "answer": "agree"})
        await expect(undo).to_contain_text("took the last action back.")
        await expect(ada.page.locator("[data-button]", has_text="Keep")).to_be_visible()
        await bo.ask({"type": "act", "match": match, "seen": 4, "action": {"type": "keep_hand"}})
        await bo.ask({"type": "ask_undo", "match": match, "action": 5})
        await expect(undo).to_contain_text("Bo asks to take the last action back.")
        await undo.get_by_role("button", name="Decline").click()
        await bo.until(lambda each: each.get("undo", {}).get("state") == "declined")
        await expect(undo).to_have_text("The last action stands: the request of Bo was declined.")
