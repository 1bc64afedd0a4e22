"""A server that comes back with another version of the page: offered, never taken by itself, and not at a table."""

import pytest
from browsers import Window, window
from cable import Cable
from playwright.async_api import Browser, Route, expect
from servers import LiveServer, live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

OTHER = "0123456789abcdef"
OFFER = "A new version of this page is available."
LOST_ON_PURPOSE = r"WebSocket connection to"


async def serve_another_version(shown: Window, server: LiveServer) -> None:
    """From now on the server's page names another digest, as after an upgrade; what lies under it is the same."""

    async def other(route: Route) -> None:
        answer = await route.fetch()
        text = await answer.text()
        own = text.split("/assets/")[1].split("/")[0]
        await route.fulfill(response=answer, body=text.replace(f"/assets/{own}/", f"/assets/{OTHER}/"))

    await shown.page.route(f"{server.url}/", other)


async def lose_the_line(shown: Window, cable: Cable) -> None:
    await cable.cut()
    await shown.see("[data-line=lost]")
    cable.is_cut = False
    await expect(shown.page.locator("[data-line]")).to_have_count(0)


async def test_another_version_is_offered_when_the_line_is_back_and_comes_when_it_is_wanted(browser: Browser) -> None:
    cable = Cable()
    async with live_server(luck=3) as server, window(browser, server.url, allow=LOST_ON_PURPOSE) as shown:
        page, offer = shown.page, shown.page.get_by_text(OFFER)
        await cable.lay(shown)
        await shown.open()
        await shown.see(".offer")
        await lose_the_line(shown, cable)
        await page.wait_for_load_state("networkidle")
        await expect(offer).to_have_count(0)  # it is the same as before
        await serve_another_version(shown, server)
        await lose_the_line(shown, cable)
        await expect(offer).to_be_visible()
        await page.unroute(f"{server.url}/")  # what is loaded now is what the server has
        async with page.expect_navigation():
            await page.get_by_role("button", name="Load it").click()
        await shown.see(".offer")
        await lose_the_line(shown, cable)
        await page.wait_for_load_state("networkidle")
        await expect(offer).to_have_count(0)


async def test_nobody_is_offered_it_at_a_table_but_on_the_way_from_there(browser: Browser) -> None:
    cable = Cable()
    async with live_server(luck=3) as server, window(browser, server.url, allow=LOST_ON_PURPOSE, luck=3) as shown:
        page, offer = shown.page, shown.page.get_by_text(OFFER)
        await cable.lay(shown)
        await shown.open()
        await page.locator(".offer[data-game=density-deck]").get_by_role("button", name="Against a bot").click()
        await shown.see(".frame [data-lit]")
        await serve_another_version(shown, server)
        await lose_the_line(shown, cable)
        await page.wait_for_load_state("networkidle")
        await expect(page.locator("[data-lit]").first).to_be_visible()
        await expect(offer).to_have_count(0)
        await page.get_by_role("link", name="Home").click()
        await expect(offer).to_be_visible()
