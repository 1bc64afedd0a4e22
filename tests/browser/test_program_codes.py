"""The request of a program is shown in plain words on the page of the account, and allowed or denied there."""

import pytest
from browser.accounts import register
from browsers import PHONE, window
from discord_simulator import SETTING, Discord
from playwright.async_api import Browser, expect
from servers import live_server
from web.discord.discord_channel import ADA, code_of

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_user_of_discord_is_linked_on_the_page_of_the_account(browser: Browser) -> None:
    async with live_server(discord=SETTING) as server, window(browser, server.url, size=PHONE) as ada:
        channel = Discord(server.url)
        await register(ada, "Ada")
        await ada.page.get_by_role("button", name="I have saved it").click()
        programs = ada.page.locator("[data-part=programs]")
        await programs.locator("summary", has_text="A program shows you a code").click()
        await programs.get_by_label("The code").fill((await code_of(channel, ADA)).lower())
        await programs.get_by_role("button", name="Show the request").click()
        request = programs.locator("[data-part=program-request]")
        await expect(request).to_contain_text(f"Discord asks to act for you, for its user user{ADA} ({ADA})")
        await expect(request).to_contain_text("Open tables, See your cards")
        assert await server.services.program_links.holder(f"discord:{ADA}") is None
        await request.get_by_role("button", name="Allow").click()
        await expect(request).to_contain_text("It may act for you now.")
        await expect(programs.locator(".entries").last).to_contain_text(f"Discord: user{ADA}")
        assert await server.services.program_links.holder(f"discord:{ADA}") is not None
        assert await ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
