"""A private club in two windows: Ada makes it and invites Bo, who accepts on a phone and opens a table there."""

import pytest
from browser.accounts import register
from browser.axe import ANYTHING, AXE, complaints_of
from browsers import PHONE, window
from playwright.async_api import Browser, expect
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_private_club_from_its_making_to_a_table_of_its_members(browser: Browser) -> None:
    async with (
        live_server(luck=5) as server,
        window(browser, server.url, bypass_policy=True) as ada,
        window(browser, server.url, size=PHONE, bypass_policy=True) as bo,
    ):
        for shown, name in ((ada, "Ada"), (bo, "Bo")):
            await shown.page.add_init_script(path=AXE)
            await register(shown, name)
        await ada.open("/people")
        await ada.page.get_by_role("link", name="Clubs").click()
        await ada.page.get_by_role("link", name="New club").click()
        await ada.page.get_by_label("Name").fill("Friday <b>evening</b>")
        await ada.page.get_by_label("Way in").select_option("private")
        assert await complaints_of(ada, "the list of clubs", ANYTHING) == []
        await ada.page.get_by_role("button", name="Make the club").click()
        await expect(ada.page.locator("h1")).to_have_text("Friday <b>evening</b>")
        await expect(ada.page.get_by_role("button", name="Leave the club")).to_have_count(0)
        await bo.open("/clubs")
        await expect(bo.page.locator("[data-club]")).to_have_count(0)
        await ada.page.get_by_text("Invite a player").click()
        await ada.page.get_by_label("Name of the player").fill("Bo")
        await ada.page.get_by_role("button", name="Invite", exact=True).click()
        await expect(ada.page.locator("[data-role=invited]")).to_contain_text("Bo")
        await bo.open("/clubs")
        await bo.page.locator("[data-club] a").click()
        await bo.page.get_by_role("button", name="Accept the invitation").click()
        await expect(bo.page.locator("[data-part=club]")).to_have_attribute("data-role", "member")
        await ada.page.reload()
        await expect(ada.page.get_by_role("button", name="Leave the club")).to_be_visible()
        await ada.page.get_by_role("button", name="Bo: Make organiser").click()
        await expect(ada.page.locator("li[data-role=organiser]")).to_contain_text("Bo")
        await ada.page.get_by_text("Announce something").click()
        await ada.page.get_by_label("Text").fill("On Friday at eight.")
        await ada.page.get_by_role("button", name="Announce", exact=True).click()
        await expect(ada.page.get_by_text("On Friday at eight.")).to_be_visible()
        assert await complaints_of(ada, "a club", ANYTHING) == []
        await bo.page.reload()
        await expect(bo.page.get_by_text("On Friday at eight.")).to_be_visible()
        await ada.page.get_by_label("Text").fill("W" * 300)
        await ada.page.get_by_role("button", name="Announce", exact=True).click()
        await expect(ada.page.get_by_text("W" * 300)).to_be_visible()
        await bo.page.reload()
        await expect(bo.page.get_by_text("W" * 300)).to_be_visible()
        assert await bo.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "a text without blanks"
        assert await complaints_of(bo, "a club on a phone", ANYTHING) == []
        await bo.page.get_by_role("button", name="Open a table").click()
        await bo.page.wait_for_url("**/t/*")
        await ada.page.reload()
        await ada.page.locator("[data-table] a").click()
        await expect(ada.page).to_have_url(bo.page.url)
