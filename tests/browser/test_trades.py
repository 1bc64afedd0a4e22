"""Two players trade in their browsers: offered, told at once, countered, accepted; and what comes to nothing."""

import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import partial

import pytest
from browser.test_collection import come_as, give
from browsers import LAPTOP, PHONE, Window, window
from hands import WAYS, Hand
from playwright.async_api import Browser, ViewportSize, expect
from servers import Line, LiveServer, Message, live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")


@dataclass
class Market:
    """A server with two who own cards, and a window for each."""

    server: LiveServer
    ada: Window
    bo: Window
    lines: tuple[Line, Line]
    ids: tuple[str, str]


@contextlib.asynccontextmanager
async def market(browser: Browser, size: ViewportSize = LAPTOP, *, touch: bool = False) -> AsyncIterator[Market]:
    async with (
        live_server(trades_account_age=0) as server,
        server.person("Ada") as ada,
        server.person("Bo") as bo,
        window(browser, server.url, size=size, touch=touch) as here,
        window(browser, server.url, size=PHONE) as there,
    ):
        await give(server, ada, {"grave-bat": 3, "night-countess-art": 1})
        await give(server, bo, {"hollow-monk": 2, "ember-hound": 1})
        await come_as(here, "Ada")
        await come_as(there, "Bo")
        ids = [(await line.ask({"type": "get_account"}))["player"]["id"] for line in (ada, bo)]
        yield Market(server, here, there, (ada, bo), (ids[0], ids[1]))


def cards(card: str) -> Message:
    """Return a copy of a card, as a command names it."""
    return {"game": "amiibart", "card": card, "count": 1}


async def choose(player: Window, hand: Hand, side: str, name: str, times: int = 1) -> None:
    """Choose copies of a printing for one of the two sides."""
    page = player.page
    await hand.press(page.get_by_role("tab", name="From your cards" if side == "gives" else "From all cards"))
    await page.get_by_role("searchbox", name="Find").fill(name)
    for _ in range(times):
        more = page.locator(f".trade-choices[data-side={side}]").get_by_role(
            "button", name=f"One more of {name}", exact=True
        )
        await hand.press(more)
    await page.get_by_role("searchbox", name="Find").fill("")


async def offered(market: Market, hand: Hand) -> None:
    """Ada offers Bo two Grave Bats for a Hollow Monk."""
    page = market.ada.page
    await market.ada.open("/trades")
    await page.get_by_label("Name of the other player").fill("Bo")
    await hand.press(page.get_by_role("button", name="Choose cards"))
    await market.ada.see(".trade-terms")
    await choose(market.ada, hand, "gives", "Grave Bat", 2)
    await choose(market.ada, hand, "takes", "Hollow Monk")
    await hand.press(page.get_by_role("button", name="Send offer"))
    await expect(page.locator(".trade")).to_have_attribute("data-revision", "1")
    await expect(page.locator(".trade-stage")).to_contain_text("You have accepted; waiting for the other player.")


@pytest.mark.parametrize("how", WAYS)
async def test_a_trade_is_offered_countered_and_accepted_and_both_are_told_at_once(browser: Browser, how: str) -> None:
    kind, size = WAYS[how]
    async with market(browser, size, touch=how == "touch") as there_are:
        ada, bo = there_are.ada, there_are.bo
        hand, other = kind(ada), WAYS["mouse"][0](bo)
        await bo.open("/trades")
        await expect(bo.page.get_by_text("No trades are waiting.")).to_be_visible()
        await offered(there_are, hand)
        row = bo.page.locator("[data-trade]")
        await expect(row).to_contain_text("you give 1, you get 2")  # told without asking
        await expect(row).to_contain_text("Your answer is needed.")
        await row.get_by_role("link").click()
        await bo.page.get_by_role("button", name="Change offer").click()
        await choose(bo, other, "takes", "Night Countess (Art Rare)")
        await bo.page.get_by_role("button", name="Send counter-offer").click()
        await expect(bo.page.locator(".trade")).to_have_attribute("data-revision", "2")
        mine = ada.page.locator(".trade")
        await expect(mine).to_have_attribute("data-revision", "2")
        await expect(mine.locator("[data-card=night-countess-art] img.picture")).to_be_visible()
        await hand.press(ada.page.get_by_role("button", name="Accept", exact=True))
        for window_of in (ada, bo):
            await expect(window_of.page.locator(".trade-stage")).to_contain_text("the cards have moved")
        await ada.open("/collection/amiibart")
        await expect(ada.page.locator("[data-card=hollow-monk]")).to_contain_text("1 copy")
        await expect(ada.page.locator("[data-card=grave-bat]")).to_contain_text("1 copy")
        await expect(ada.page.locator("[data-card=night-countess-art]")).to_contain_text("missing")
        await bo.open("/movements")
        newest = bo.page.locator("[data-movement]").first
        await expect(newest).to_contain_text("A trade")
        await expect(newest).to_contain_text("−1Hollow Monk")
        await expect(newest).to_contain_text("+1Night Countess (Art Rare)")


async def test_an_offer_holds_its_copies_until_it_is_taken_back(browser: Browser) -> None:
    async with market(browser) as there_are:
        ada, bo = there_are.ada, there_are.bo
        await offered(there_are, WAYS["mouse"][0](ada))
        await bo.open(ada.page.url.removeprefix(ada.url))
        await expect(bo.page.get_by_role("button", name="Accept", exact=True)).to_be_visible()
        await ada.open("/collection/amiibart")
        await expect(ada.page.locator("[data-card=grave-bat]")).to_contain_text("3 copies · 1 free")
        await ada.page.go_back()
        await ada.page.get_by_role("button", name="Withdraw offer").click()
        for window_of in (ada, bo):
            await expect(window_of.page.locator(".trade-stage")).to_contain_text("No cards have moved.")
        await expect(bo.page.get_by_role("button", name="Accept", exact=True)).to_have_count(0)
        await ada.open("/collection/amiibart")
        await expect(ada.page.locator("[data-card=grave-bat] .collection-count")).to_have_text("3 copies")


async def test_anything_that_somebody_does_not_have_is_said_where_it_was_asked_for(browser: Browser) -> None:
    async with market(browser) as there_are:
        ada, bo = there_are.ada, there_are.bo
        mouse = WAYS["mouse"][0]
        await ada.open(f"/trades/with/{there_are.ids[1]}")
        await ada.see(".trade-terms")
        await choose(ada, mouse(ada), "takes", "Volcano Drake")
        await ada.page.get_by_role("button", name="Send offer").click()
        await expect(ada.page.locator(".trade")).to_be_visible()
        await bo.open(ada.page.url.removeprefix(ada.url))
        await expect(bo.page.get_by_role("link", name="A trade waits for you")).to_be_visible()  # it moves the button
        await bo.page.get_by_role("button", name="Accept", exact=True).click()
        await expect(bo.page.locator(".trade [role=alert]")).to_contain_text("Volcano Drake")
        await bo.page.get_by_role("button", name="Decline").click()
        await expect(ada.page.locator(".trade")).to_have_attribute("data-stage", "cancelled")
        await ada.open("/trades")
        await expect(ada.page.locator("#ended-trades")).to_be_visible()


@pytest.mark.parametrize("how", WAYS)
async def test_a_trade_that_waits_for_an_answer_is_shown_above_every_screen_as_it_comes_and_goes(
    browser: Browser, how: str
) -> None:
    kind, size = WAYS[how]
    async with market(browser, size, touch=how == "touch") as there_are:
        ada, hand = there_are.ada, kind(there_are.ada)
        sign = ada.page.locator(".trade-sign")
        await ada.open("/settings")
        await expect(ada.page.locator("main h1")).to_be_visible()
        await expect(sign).to_have_count(0)
        offer: Callable[..., Message] = partial(dict, type="offer_trade", player=there_are.ids[0])
        first = (await there_are.lines[1].ask(offer(gives=[cards("hollow-monk")])))["trade"]
        await expect(sign).to_have_attribute("data-waiting", "1")  # told without asking
        await expect(sign).to_have_attribute("href", f"/trades/{first['id']}")
        await expect(ada.page.get_by_role("status").filter(has_text="A trade waits for you")).to_have_count(1)
        second = (await there_are.lines[1].ask(offer(gives=[cards("ember-hound")])))["trade"]
        await expect(sign).to_have_attribute("data-waiting", "2")
        await ada.page.reload()  # what waits already is asked for once
        await expect(sign).to_have_attribute("data-waiting", "2")
        await there_are.lines[1].ask({"type": "cancel_trade", "trade": second["id"]})
        await expect(sign).to_have_attribute("data-waiting", "1")
        await hand.press(sign)
        await hand.press(ada.page.get_by_role("button", name="Accept", exact=True))
        await expect(ada.page.locator(".trade")).to_have_attribute("data-stage", "done")
        await expect(sign).to_have_count(0)
        await expect(there_are.bo.page.locator(".trade-sign")).to_have_count(0)  # who offers waits for nothing


async def test_a_profile_and_the_menu_of_a_name_lead_to_a_trade_with_that_player(browser: Browser) -> None:
    async with market(browser) as there_are, window(browser, there_are.server.url) as guest:
        ada, page = there_are.ada, there_are.ada.page
        await ada.open(f"/u/{there_are.ids[1]}")
        await page.get_by_role("link", name="Offer a trade").click()
        await expect(page).to_have_url(f"{ada.url}/trades/with/{there_are.ids[1]}")
        await ada.see(".trade-terms")
        line = there_are.lines[1]
        await line.ask({"type": "join_chat", "where": "lobby"})
        await line.ask({"type": "say", "where": "lobby", "text": "Who trades?"})
        await ada.open("/")
        await page.get_by_role("button", name="Bo: profile, mute, block, report").first.click()
        await page.get_by_role("dialog").get_by_role("link", name="Offer a trade").click()
        await expect(page).to_have_url(f"{ada.url}/trades/with/{there_are.ids[1]}")
        await guest.open(f"/u/{there_are.ids[1]}")  # who has no account has no cards
        await expect(guest.page.locator("h1")).to_have_text("Bo")
        await expect(guest.page.get_by_role("link", name="Offer a trade")).to_have_count(0)


async def test_nobody_and_nothing_are_said_to_be(browser: Browser) -> None:
    async with market(browser) as there_are, window(browser, there_are.server.url) as guest:
        ada = there_are.ada
        await ada.open("/trades/no-such-trade")
        await expect(ada.page.get_by_text("You have no such trade, or it is no longer kept.")).to_be_visible()
        await ada.open("/trades/with/nobody")
        await expect(ada.page.get_by_text("There is no such player here.")).to_be_visible()
        await ada.open("/trades")
        await ada.page.get_by_label("Name of the other player").fill("Nobody at all")
        await ada.page.get_by_role("button", name="Choose cards").click()
        await expect(ada.page.locator("[data-part=trade-with] [role=alert]")).to_be_visible()
        await guest.open("/trades")
        await expect(guest.page.get_by_role("link", name="Make an account")).to_be_visible()
