"""The page of followed players: presence, private messages, and the choice of who sees the player."""

import pytest
from browser.axe import ANYTHING, complaints_of
from browser.test_challenges import two
from browsers import window
from lobby.people import noted, seen_by
from playwright.async_api import Browser, expect
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_players_follow_from_a_profile_see_presence_and_write_to_each_other(browser: Browser) -> None:
    async with two(browser, bypass_policy=True) as there_are:
        ada, page, bo = there_are.ada, there_are.ada.page, there_are.bo
        await seen_by(bo, "everybody")
        await noted(there_are.server)
        await ada.open(f"/u/{there_are.ids[1]}")
        follow = page.get_by_role("button", name="Follow", exact=True)
        await follow.click()
        await expect(follow).to_have_attribute("aria-pressed", "true")
        await page.locator(".bell > button").click()
        await page.get_by_role("link", name="People and messages").click()
        row = page.locator(f"[data-player='{there_are.ids[1]}']")
        await expect(row).to_have_attribute("data-presence", "online")
        await row.get_by_role("link", name="Write").click()
        await page.get_by_role("textbox", name="Message").fill("Shall we play?")
        await page.get_by_role("button", name="Send", exact=True).click()
        await expect(page.get_by_role("alert")).to_contain_text("does not accept")
        await bo.ask({"type": "follow", "player": there_are.ids[0]})
        await page.get_by_role("button", name="Send", exact=True).click()
        await expect(page.locator("[data-message=mine]")).to_contain_text("Shall we play?")
        await bo.ask({"type": "send_private_message", "player": there_are.ids[0], "text": "<b>Yes!</b>"})
        await expect(page.locator("[data-message=theirs]")).to_contain_text("<b>Yes!</b>")
        await expect(page.locator(".bell > button")).to_have_attribute("data-unread", "0")
        assert "\n".join(await complaints_of(ada, "conversation", ANYTHING)) == ""
        await page.get_by_role("link", name="People", exact=True).click()
        await expect(page.locator("[data-conversation]")).to_contain_text("<b>Yes!</b>")
        await page.get_by_text("Nobody", exact=True).click()
        await expect(page.locator("[data-part=seen-by]")).to_have_attribute("data-by", "nobody")
        assert await complaints_of(ada, "people", ANYTHING) == []
        await row.get_by_role("button", name="Unfollow").click()
        await expect(row).to_have_count(0)


async def test_a_stranger_is_led_to_the_account_from_the_page_of_people(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as shown:
        for path in ("/people", "/people/nobody"):
            await shown.open(path)
            await expect(shown.page.get_by_role("main").get_by_role("link", name="Sign in")).to_have_attribute(
                "href", "/account"
            )
