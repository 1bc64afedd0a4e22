"""A page over the picture of a stream, beside the match that its player plays."""

import pytest
from browsers import window
from end_to_end.test_stream_overlay import begun, overlay_of
from playwright.async_api import Browser, expect
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

GROUNDS = """() => ["html", "body", ".frame"].map((each) =>
  getComputedStyle(document.querySelector(each)).backgroundColor)"""


async def test_a_transparent_page_shows_the_match_beside_the_player(browser: Browser) -> None:
    async with live_server(luck=1) as server, server.player("Ada") as ada:
        made = await overlay_of(ada, 0)
        async with window(browser, server.url, allow="/v1/overlay/events net::ERR_ABORTED") as shown:
            await shown.open(f"/overlay/match#{made['token']}")
            match = await begun(ada)
            await shown.see(".frame .own")
            await expect(shown.page.locator(".clocks")).to_contain_text("Ada")
            for hidden in (".top", ".side", ".bar-back"):
                await expect(shown.page.locator(hidden).first).to_be_hidden()
            assert await shown.page.evaluate(GROUNDS) == ["rgba(0, 0, 0, 0)"] * 3
            assert await shown.page.locator("[data-step]").count() == 0
            await ada.ask({"type": "resign", "match": match})
            await shown.see(".frame[data-over]")
