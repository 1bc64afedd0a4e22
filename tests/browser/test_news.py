"""What whoever runs the server has to tell everybody stands on the first page, as text."""

import pytest
from browsers import PHONE, window
from playwright.async_api import Browser, expect
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

NEWS = "Cup on Sunday at eight. <img src=x onerror=alert(1)> [b]Bring a deck[/b]."


async def test_news_of_the_server_stands_on_the_first_page_as_it_was_written(browser: Browser) -> None:
    async with live_server(news=NEWS) as server, window(browser, server.url, size=PHONE) as guest:
        await guest.open()
        news = guest.page.get_by_role("region", name="News of this server")
        await expect(news).to_have_text(NEWS)
        assert await guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_where_there_is_none_there_is_no_room_for_it(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as guest:
        await guest.open()
        await guest.see(".offer")
        await expect(guest.page.get_by_role("region", name="News of this server")).to_have_count(0)
