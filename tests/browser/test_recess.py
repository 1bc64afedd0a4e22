"""A player asks for a pause in the browser, and both go on after it; a spectator sees it."""

import pytest
from browsers import PHONE, window
from playwright.async_api import Browser, expect
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_pause_is_asked_for_agreed_to_and_ended_by_all(browser: Browser) -> None:
    async with (
        live_server(luck=3) as server,
        server.person("Bo") as bo,
        window(browser, server.url, size=PHONE, luck=3) as ada,
        window(browser, server.url) as guest,
    ):
        opened = await bo.ask({"type": "open_table", "game": "myacards", "seats": 2})
        table, recess = opened["table"], ada.page.locator(".recess")
        await ada.open(f"/t/{table['id']}")
        await ada.page.get_by_role("button", name="Sit", exact=False).first.click()
        await ada.page.get_by_role("button", name="Ready", exact=True).click()
        await bo.until(lambda each: each["type"] == "table_changed" and each["table"]["places"][1]["ready"])
        match = (await bo.ask({"type": "ready", "table": table["id"]}))["table"]["match"]
        await ada.see(".frame")
        assert (await bo.ask({"type": "watch_match", "match": match}))["type"] == "update"
        await guest.open(f"/m/{match}")
        await ada.page.locator(".bar-resign").click()
        await ada.page.locator("[data-do=recess_match]").click()
        await expect(recess).to_have_text("You asked for a pause: waiting for Bo.")
        await bo.ask({"type": "recess_match", "match": match, "step": "agree"})
        await expect(recess).to_contain_text("Pause: all clocks stand.")
        await expect(guest.page.locator(".recess")).to_contain_text("Pause: waiting for")
        await expect(ada.page.locator("[data-lit], [data-button]")).to_have_count(0)
        await recess.get_by_role("button", name="Go on").click()
        await expect(recess).to_contain_text("Pause: waiting for Bo.")
        await bo.ask({"type": "recess_match", "match": match, "step": "resume"})
        await expect(recess).to_have_text("The pause is over.")
        await expect(ada.page.locator("[data-button]", has_text="Keep")).to_be_visible()
        await bo.ask({"type": "recess_match", "match": match, "step": "ask"})
        await expect(recess).to_contain_text("Bo asks for a pause of at most 10 minutes.")
        await recess.get_by_role("button", name="Decline").click()
        await expect(recess).to_have_text("No pause: the request of Bo was declined.")
