"""A card is wished for in the browser, found at somebody's, and asked for by an offer that is prepared."""

import pytest
from browser.test_trades import market
from browsers import window
from hands import WAYS
from playwright.async_api import Browser, expect

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize("how", WAYS)
async def test_a_card_is_wished_for_found_at_somebodys_and_asked_for(browser: Browser, how: str) -> None:
    kind, size = WAYS[how]
    async with market(browser, size, touch=how == "touch") as there_are:
        ada, bo = there_are.ada, there_are.bo
        hand = kind(ada)
        page = ada.page
        await ada.open("/collection/amiibart")
        heart = page.get_by_role("button", name="Add Hollow Monk to the wish list", exact=True)
        await hand.press(heart)
        await expect(heart).to_have_attribute("aria-pressed", "true")
        await page.get_by_label("Which cards").select_option(label="Wish list")
        await expect(page.locator(".collection-card")).to_have_count(1)
        await hand.press(page.locator("[data-card=hollow-monk] .cards-card"))
        await expect(page.get_by_role("button", name="On my wish list")).to_have_attribute("aria-pressed", "true")
        await hand.press(page.get_by_role("button", name="Who has it?"))
        await expect(
            page.get_by_text("None of the players who can be found has one to trade right now.")
        ).to_be_visible()
        await bo.open("/trades")
        await bo.page.get_by_label("Others can find me").check()
        await expect(bo.page.get_by_label("Others can find me")).to_be_checked()
        await hand.press(page.get_by_role("button", name="Who has it?"))
        row = page.locator("[data-trader]")
        await expect(row).to_contain_text("Has from your wish list: Hollow Monk")
        await hand.press(row.get_by_role("link", name="Offer a trade"))
        await expect(page.locator("[data-chosen=takes]")).to_contain_text("1 × Hollow Monk")
        await hand.press(page.get_by_role("button", name="Send offer"))
        await expect(page.locator(".trade")).to_have_attribute("data-revision", "1")


async def test_a_player_who_wishes_for_their_own_is_found_by_those_who_have_it_free(browser: Browser) -> None:
    async with market(browser) as there_are:
        ada, bo = there_are.ada, there_are.bo
        await bo.open("/cards/amiibart/grave-bat")
        await bo.page.get_by_role("button", name="On my wish list").click()
        await bo.page.get_by_role("button", name="Who has it?").click()
        await bo.page.get_by_label("Others can find me").check()
        await expect(bo.page.get_by_role("button", name="Who wants it?")).to_have_count(0)
        await ada.open("/cards/amiibart/grave-bat")
        await ada.page.get_by_role("button", name="Who wants it?").click()
        row = ada.page.locator("[data-trader]")
        await expect(row).to_contain_text("Wants your Grave Bat")
        await row.get_by_role("link", name="Offer a trade").click()
        await expect(ada.page.locator("[data-chosen=gives]")).to_contain_text("1 × Grave Bat")
        await bo.open("/trades")
        await bo.page.get_by_label("Others can find me").uncheck()
        await expect(bo.page.get_by_label("Others can find me")).not_to_be_checked()
        await ada.open("/cards/amiibart/grave-bat")
        await ada.page.get_by_role("button", name="Who wants it?").click()
        await expect(ada.page.get_by_text("None of the players who can be found wants it.")).to_be_visible()


async def test_guests_and_powers_have_no_wishes(browser: Browser) -> None:
    async with market(browser) as there_are, window(browser, there_are.server.url) as guest:
        ada = there_are.ada
        await ada.open("/cards/amiibart/grave-bat")
        await expect(ada.page.get_by_role("button", name="On my wish list")).to_be_visible()
        await ada.open("/cards/amiibart/first-light")
        await expect(ada.page.locator(".one-card")).to_be_visible()
        await expect(ada.page.get_by_role("button", name="On my wish list")).to_have_count(0)
        await guest.open("/cards/amiibart/grave-bat")
        await expect(guest.page.locator(".one-card")).to_be_visible()
        await expect(guest.page.get_by_role("button", name="On my wish list")).to_have_count(0)
