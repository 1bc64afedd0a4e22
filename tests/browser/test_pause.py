"""While no match begins, a page says so where one would look for why, and says no more when they begin again."""

import pytest
from browser.rounds import rounds, seek
from browsers import PHONE, window
from playwright.async_api import Browser, expect
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_pause_is_seen_at_home_in_the_lobby_at_a_table_and_by_who_seeks(browser: Browser) -> None:
    async with (
        rounds() as quick_match,
        window(browser, quick_match.server.url) as ada,
        window(browser, quick_match.server.url, size=PHONE, touch=True) as bo,
    ):
        pause = quick_match.server.services.pause
        note = ada.page.locator(".pause")
        ready = ada.page.get_by_role("button", name="Ready", exact=True)
        await seek(bo)
        waits = bo.page.locator(".seeking")
        await ada.open("/lobby?open=amfibido&access=unlisted")
        await ada.page.get_by_role("button", name="Open the table").click()
        await expect(ready).to_be_enabled()

        pause.set_here(True)
        await expect(note).to_contain_text("No new matches right now. Stay here")
        await expect(ready).to_be_disabled()
        await expect(waits).to_contain_text("No matches start right now; you keep your place")
        await bo.page.reload()
        await expect(waits).to_contain_text("No matches start right now; you keep your place")
        table = ada.page.url.removeprefix(ada.url)
        await ada.open("/")
        await expect(note).to_contain_text("unning matches continue")
        await expect(ada.page.locator(".offer[data-game=amfibido] button").first).to_be_disabled()
        await ada.open("/lobby?open=amiibart")
        await expect(note.last).to_contain_text("unning matches continue")
        await expect(ada.page.get_by_role("button", name="Open the table")).to_be_disabled()
        await ada.open(table)
        await expect(ready).to_be_disabled()

        pause.set_here(False)
        await expect(note).to_have_count(0)
        await expect(ready).to_be_enabled()
        await expect(waits).not_to_contain_text("No matches start")
        await expect(waits).to_contain_text("Amfibido")


async def test_nobody_plays_again_in_a_pause_and_everybody_may_after_it(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url, size=PHONE, touch=True) as ada:
        await ada.open()
        await ada.page.locator(".offer[data-game=amfibido]").get_by_role("button", name="Against a bot").tap()
        await ada.see(".frame")
        await ada.page.get_by_role("button", name="Resign").tap()
        await ada.page.locator("[data-do=resign]").tap()
        await ada.see(".frame[data-over]")
        rematch = ada.page.locator("[data-do=rematch]")
        await expect(rematch).to_be_enabled()

        server.services.pause.set_here(True)
        await expect(rematch).to_be_disabled()
        await expect(ada.page.locator(".ending")).to_contain_text("No new matches right now.")
        over = ada.page.url

        server.services.pause.set_here(False)
        await expect(ada.page.locator(".ending")).not_to_contain_text("No new matches right now")
        await rematch.tap()
        await ada.page.wait_for_url(lambda url: url != over)
        await ada.see(".frame:not([data-over])")
