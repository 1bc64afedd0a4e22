"""Webhooks on their pages: made, refused once by a real receiver, sent again, rotated and deleted."""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from browser.accounts import register
from browser.axe import ANYTHING, AXE, complaints_of
from browsers import PHONE, Window, window
from playwright.async_api import Browser, Locator, ViewportSize, expect
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_server.storage.memory import Memory, the_time
from servers import PASSWORD, SOON, LiveServer, live_server
from services.test_webhook_parts import signed_up, world
from webhook_receivers import Receiver, receiver, status

pytestmark = pytest.mark.asyncio(loop_scope="session")

NEWS = ("Match ended", "Challenges", "My turn", "Tournament rounds", "Clubs", "Private messages", "Account")
DESK: ViewportSize = {"width": 1366, "height": 768}


@contextlib.asynccontextmanager
async def ada_at_home(
    browser: Browser, folder: Path, size: ViewportSize, locale: str = "en", memory: Memory | None = None
) -> AsyncIterator[tuple[Window, LiveServer, Receiver]]:
    """Ada, signed up at a server with webhooks, and a receiver that is gone at the first request."""
    async with (
        world(folder, memory=memory) as (server, _),
        receiver(lambda number: status(204 if number else 410)) as receiving,
        window(browser, server.url, size=size, bypass_policy=True, locale=locale) as ada,
    ):
        await ada.page.add_init_script(path=AXE)
        await register(ada, "Ada")
        yield ada, server, receiving


async def add(part: Locator, url: str, *without: str, form: str = "standard") -> None:
    """Fill the form of a new webhook and send it."""
    if not await part.locator("details[open]").count():
        await part.get_by_text("Add a webhook").click()
    await part.get_by_label("Address").fill(url)
    await part.get_by_label("Form").select_option(form)
    for name in without:
        await part.get_by_label(name).uncheck()
    await part.get_by_role("button", name="Add", exact=True).click()


async def reloaded_until(ada: Window, shown: str) -> None:
    """Load the page again until it shows a text about a webhook."""
    async with asyncio.timeout(SOON):
        while await ada.page.get_by_text(shown).count() == 0:
            await ada.page.reload()
            await ada.see(".webhook")


@pytest.mark.parametrize("size", [PHONE, DESK])
async def test_a_webhook_is_made_fails_is_sent_again_and_deleted(
    browser: Browser, tmp_path: Path, size: ViewportSize
) -> None:
    ahead = [0]
    memory = Memory(lambda: Milliseconds(the_time() + ahead[0]))
    async with (
        ada_at_home(browser, tmp_path, size, memory=memory) as (ada, server, receiving),
        server.player("Bo") as bo,
    ):
        part = ada.page.locator("[data-part=webhooks]")
        await add(part, receiving.url, *NEWS)
        await expect(part.get_by_role("alert")).to_have_text("Choose at least one event.")
        for name in NEWS:
            await part.get_by_label(name).set_checked(name not in ("Clubs", "My turn"))
        await part.get_by_role("button", name="Add", exact=True).click()
        key = part.locator(".shown-once code")
        await expect(key).to_have_text(re.compile("^whsec_"))
        first = await key.inner_text()
        await part.get_by_role("button", name="I have saved it").click()
        await expect(part).to_contain_text("Challenges")
        await expect(part.locator(".webhook")).not_to_contain_text("Clubs")
        me = (await ada.page.get_by_role("link", name="Ratings and matches").get_attribute("href") or "")[3:]
        await signed_up(bo, "Bo")
        challenged = await bo.ask({"type": "create_challenge", "player": me, "game": "tiny"})
        await receiving.until(1)
        await reloaded_until(ada, "Switched off since")
        cancelling = {"type": "cancel_challenge", "challenge": challenged["challenge"]["id"]}
        assert (await bo.ask(cancelling))["type"] == "challenge_changed"
        ahead[0] = 10_000  # what waits for a disabled webhook becomes a dead letter
        await reloaded_until(ada, "Waiting: 0 · Not delivered: 2")
        hook = part.locator("[data-disabled=true]")
        await expect(hook).to_contain_text("Switched off since")
        await hook.get_by_role("button", name="Deliveries").click()
        await expect(hook.locator("[data-log=dead]")).to_contain_text("410")
        await expect(hook.locator("[data-log=dead]")).to_contain_text("Never tried")
        assert await complaints_of(ada, "webhooks", ANYTHING) == []
        assert await ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        await hook.get_by_role("button", name="Switch on again").click()
        await part.get_by_role("button", name="Send all again").click()
        requests = await receiving.until(3)
        assert requests[0].headers["webhook-id"] in {each.headers["webhook-id"] for each in requests[1:]}
        await part.get_by_text("Delivered", exact=True).click()
        await expect(part.locator("[data-log=delivered]")).to_contain_text("410, 204")
        ahead[0] = 3_600_000
        await part.get_by_role("button", name="New key").click()
        await part.get_by_role("button", name="Really?").click()
        dialog = ada.page.get_by_role("dialog", name="Confirm that it is you")
        await dialog.get_by_label("Password").fill(PASSWORD)
        await dialog.get_by_role("button", name="Go on").click()
        await expect(key).to_have_text(re.compile("^whsec_"))
        assert await key.inner_text() != first
        await part.get_by_role("button", name="Remove").click()
        await part.get_by_role("button", name="Really?").click()
        await expect(part).to_contain_text("No webhook yet.")


async def test_a_club_and_a_table_have_webhooks_of_their_own(browser: Browser, tmp_path: Path) -> None:
    async with ada_at_home(browser, tmp_path, PHONE) as (ada, _, receiving):
        part = ada.page.locator("[data-part=webhooks]")
        await ada.open("/clubs")
        await ada.page.get_by_role("link", name="New club").click()
        await ada.page.get_by_label("Name").fill("Readers")
        await ada.page.get_by_role("button", name="Make the club").click()
        await add(part, receiving.url, form="discord")
        await expect(part.locator(".webhook")).to_contain_text("Table opened")
        club = ada.page.url
        await ada.page.get_by_role("button", name="Open a table").click()
        await ada.page.wait_for_url("**/t/*")
        assert "content" in (await receiving.until(1))[0].message
        await expect(part).to_contain_text("No webhook yet.")
        await add(part, receiving.url, "Match begun")
        await expect(part.locator(".webhook")).to_contain_text("Match ended")
        assert await complaints_of(ada, "webhooks of a table", ANYTHING) == []
        await ada.open("/account")
        await expect(part.locator(".webhook")).to_have_count(2)
        await part.get_by_role("link", name="about a club").click()
        await expect(ada.page).to_have_url(club)


async def test_a_server_without_webhooks_has_no_part_for_them(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as ada:
        await register(ada, "Ada")
        await ada.see("[data-part=programs]")
        await expect(ada.page.locator("[data-part=webhooks]")).to_have_count(0)
