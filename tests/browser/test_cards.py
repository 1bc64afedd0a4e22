"""What is known of a card beside its text stands on its page, and cards are found by what stands on them."""

import pytest
from browsers import PHONE, window
from playwright.async_api import Browser, expect
from quarterdeck_games import GAMES
from quarterdeck_protocol.names import GameName
from quarterdeck_server.lobby.documents import IndexAddition
from quarterdeck_server.lobby.ratings.card_plays import plays_of
from servers import LiveServer, live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

NOW = GAMES["amiibart"].version


async def count(server: LiveServer, rules: int, **counts: int) -> None:
    """Have been played and won with what is said, by a version of the rules."""
    index = plays_of(GameName("amiibart"), rules)
    members = ((what.replace("__", " ").replace("_", "-"), number) for what, number in counts.items())
    await server.services.ledger.documents.commit([], [IndexAddition(index, what, number) for what, number in members])


async def test_a_card_says_of_how_many_matches_it_was_played_and_won_with(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url, size=PHONE) as reader:
        await count(server, NOW, decks=8, played__trip_wire=4, won__trip_wire=3, played__night_countess=1)
        page = reader.page
        await reader.open("/cards/amiibart/trip-wire")
        plays = page.locator(".card-plays p")
        await expect(plays).to_have_text(
            f"Version {NOW} of the rules: in 4 rated matches 4 of 8 decks had it (50%). 3 of these 4 won (75%)."
        )
        await reader.open("/cards/amiibart/night-countess-art")  # another face of it is the same card
        await expect(plays).to_have_text(
            f"Version {NOW} of the rules: in 4 rated matches 1 of 8 decks had it (13%). That deck did not win."
        )
        await reader.open("/cards/amiibart/grave-bat")
        await expect(plays).to_have_text("No deck of a rated match had it yet.")
        await page.get_by_role("link", name="Next", exact=True).click()
        await expect(page.locator(".one-card h1")).to_have_text("Hollow Monk")
        await expect(plays).to_have_count(1)
        await reader.open("/cards/density-deck/common-1")  # nobody brings a deck to it
        await reader.see(".one-card")
        await expect(plays).to_have_count(0)


async def test_a_card_says_which_faces_it_has_which_ready_decks_play_it_and_which_rules_cite_it(
    browser: Browser,
) -> None:
    async with live_server() as server, window(browser, server.url, size=PHONE) as reader:
        page = reader.page
        await reader.open("/cards/amiibart/trip-wire")
        await expect(page.locator(".card-decks")).to_have_text("Ready decks that play it: Highway (1)")
        await expect(page.locator(".card-rulings summary")).to_have_text("1 rule cites it")
        await page.locator(".card-rulings summary").click()
        rule = page.locator(".card-rulings a")
        await expect(rule).to_have_attribute("href", "/v1/games/amiibart/rules#S0:7")
        await expect(page.locator(".card-rulings p")).to_contain_text("Trip Wire, a Hazard")
        await expect(page.locator(".card-faces")).to_have_count(0)
        await reader.open("/cards/amiibart/last-breath")
        await page.locator(".card-faces a").click()
        await expect(page.locator(".one-card h1")).to_contain_text("Art Rare")
        await expect(page.locator(".card-faces a")).to_have_text("Last Breath")


async def test_cards_are_found_by_what_stands_on_them_as_with_the_program(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as reader:
        page = reader.page
        await reader.open("/cards/amiibart")
        find = page.get_by_role("searchbox")
        await find.fill("element=dark cost=2..4 another")
        await expect(page.locator(".cards-list li")).to_have_count(1)
        await expect(page.locator(".cards-card")).to_have_attribute("href", "/cards/amiibart/dual-blast")
        await find.fill("constructor=1")
        await expect(page.locator(".cards-list li")).to_have_count(0)


async def test_cards_are_found_however_their_names_are_typed(browser: Browser) -> None:
    """As the server finds them: without accents, and with the apostrophe of the keyboard."""
    async with live_server() as server, window(browser, server.url) as reader:
        await reader.open("/cards/myacards")
        find = reader.page.get_by_role("searchbox")
        for typed, name in (
            ("adelie", "Adélie penguin"),
            ("grevy's", "Grevy’s zebra"),
            ("DAUBENTON'S", "Daubenton’s bat"),
        ):
            await find.fill(typed)
            await expect(reader.page.locator(".cards-list > li")).to_have_count(1)
            await expect(reader.page.locator(".cards-list > li")).to_contain_text(name)
