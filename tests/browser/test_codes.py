"""A moderator makes codes in the browser, sees them once, looks into what became of them and takes them back."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from browser.test_collection import come_as
from browsers import PHONE, Window, window
from playwright.async_api import Browser, expect
from servers import Line, LiveServer, live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")


@contextlib.asynccontextmanager
async def office(browser: Browser) -> AsyncIterator[tuple[LiveServer, Window, Line]]:
    """A server with a moderator before the screen for codes, and somebody to claim them."""
    async with (
        live_server(packs_account_age=0) as server,
        server.person("Mo"),
        server.person("Ada") as ada,
        window(browser, server.url, size=PHONE) as opened,
    ):
        await server.services.moderation.make_first_admin("Mo")
        await come_as(opened, "Mo")
        await opened.open("/moderation")
        await opened.page.get_by_role("tab", name="Codes").click()
        yield server, opened, ada


async def begin(opened: Window, label: str) -> None:
    """Begin with a batch that gives a card."""
    page = opened.page
    await page.get_by_role("button", name="Make codes").click()
    await page.get_by_label("Label").fill(label)
    await page.get_by_role("button", name="Add a card").press("Enter")
    await page.get_by_role("group", name="A card").get_by_label("Card", exact=True).fill("Trip Wire")


async def test_codes_are_made_shown_once_claimed_looked_into_and_taken_back(browser: Browser) -> None:
    async with office(browser) as (_, opened, ada):
        page = opened.page
        await expect(page.get_by_text("Nothing here.")).to_be_visible()
        await begin(opened, "Spring fair")
        await page.get_by_role("group", name="A card").get_by_label("How many").fill("2")
        await page.get_by_role("button", name="Add packs").press("Enter")  # a row that grows moves the button
        await page.get_by_role("group", name="Packs").get_by_label("Game").select_option("myacards")
        await page.get_by_label("How many codes").fill("2")
        await page.get_by_label("Players for each code").fill("5")
        await page.get_by_label("Duration").select_option(label="7 days")
        await page.get_by_role("button", name="Create").click()
        once = page.locator(".shown-once")
        await expect(once.get_by_role("heading")).to_have_text("2 codes: Spring fair")
        codes = await once.locator("code").all_inner_texts()
        assert len(set(codes)) == 2
        async with page.expect_download() as saved:
            await once.get_by_role("button", name="Save as a file").click()
        kept = await asyncio.to_thread(Path(await (await saved.value).path()).read_text, "utf-8")
        assert kept.split() == codes
        await once.get_by_role("button", name="I have saved it").click()
        await expect(once).to_have_count(0)
        assert codes[0] not in await page.content()  # they are shown once

        batch = page.locator("[data-batch]")
        await expect(batch).to_contain_text("2 × Trip Wire · Amiibart TCG")
        await expect(batch).to_contain_text("a pack of MYACARDS")
        await expect(batch).to_contain_text("2 codes for 5 players each, claimed 0 of 10 times")
        assert (await ada.ask({"type": "claim_code", "code": codes[1]}))["type"] == "code_claimed"

        await page.locator("summary", has_text="Check a code").click()
        await page.get_by_label("The code").fill("0000-0000-0000-0000")
        await page.get_by_role("button", name="Find").click()
        await expect(page.get_by_label("The code")).to_have_attribute("aria-invalid", "true")
        await page.get_by_label("The code").fill(f" {codes[1].lower()}")
        await page.get_by_role("button", name="Find").click()
        found = page.locator("[data-code='2']")
        await expect(found).to_contain_text("code 2 claimed 1 of 5 times")
        await expect(found.locator("[data-deed=claim_code]")).to_contain_text("Claimed (code 2) · Ada")

        await batch.get_by_text("Withdraw the batch").first.click()
        await batch.get_by_label("Why").fill("It has leaked.")
        await batch.get_by_role("button", name="Withdraw the batch").click()
        await expect(batch).to_contain_text("Withdrawn")
        await expect(batch).to_contain_text("claimed 1 of 10 times")
        await batch.get_by_role("button", name="History").click()
        deeds = batch.locator("[data-deed]")
        await expect(deeds).to_have_count(3)
        await expect(deeds.first).to_contain_text("It has leaked.")
        assert (await ada.ask({"type": "claim_code", "code": codes[0]}))["code"] == "code_revoked"


async def test_anything_that_is_wrong_with_a_gift_stands_at_its_field_and_nothing_is_lost_of_it(
    browser: Browser,
) -> None:
    async with office(browser) as (_, opened, _):
        page = opened.page
        await begin(opened, "Summer fair")
        await page.get_by_role("button", name="Add packs").press("Enter")
        await page.get_by_role("button", name="Add a card").press("Enter")
        card = page.get_by_role("group", name="A card").nth(1).get_by_label("Card", exact=True)
        await card.fill("No such card")
        await page.get_by_role("button", name="Create").click()
        await expect(card).to_have_attribute("aria-invalid", "true")
        await expect(card).to_be_focused()
        await expect(page.locator("[aria-invalid]")).to_have_count(1)
        await expect(page.get_by_role("alert")).to_contain_text("has no card `No such card`")
        await page.get_by_role("button", name="Remove A card").nth(1).click()
        await page.get_by_role("button", name="Create").click()
        await expect(page.locator(".shown-once")).to_contain_text("One code: Summer fair")
        await page.get_by_role("button", name="I have saved it").click()
        await page.get_by_role("button", name="Make codes").click()
        await page.get_by_label("Label").fill("Nothing")
        await page.get_by_role("button", name="Create").click()
        await expect(page.get_by_role("group", name="What each code gives").get_by_role("alert")).to_contain_text(
            "A code must give at least one copy or pack."
        )
        await page.get_by_role("button", name="Cancel").click()
        await expect(page.locator("[data-batch]")).to_have_count(1)
