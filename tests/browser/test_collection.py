"""Packs are opened in the browser, which checks their draw, and a collection is looked through and played with."""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Mapping
from typing import Any

import msgspec
import pytest
from browser.accounts import register, sign_in
from browsers import PHONE, Window, window
from hands import WAYS
from playwright.async_api import Browser, Route, expect
from quarterdeck_protocol.names import GameName, PlayerId
from quarterdeck_server.lobby.collection.movements import Cause, MovementId, face_of, grant
from servers import PASSWORD, Line, LiveServer, live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

LUCK = 26
FIRST_PACK = ("chain-caster", "river-otter", "coil-warden", "drill-captain", "blackout-art")
"""What a page with this luck draws from the first pack of a server with it."""

NOTE_TURNED = """() => {
  globalThis.turned = [];
  const note = () => turned.push(document.querySelector(".pack-stage")?.dataset.turned);
  new MutationObserver(note).observe(document.body, {subtree: true, attributes: true, childList: true});
}"""
TURNED = "[...new Set(turned)].filter(each => each !== undefined)"
"""How many cards were face up, one state after the other."""


async def come_as(player: Window, name: str) -> None:
    """Sign in as somebody who has an account, and wait until the page says so."""
    await sign_in(player, name, PASSWORD)
    await expect(player.page.locator(".top .who")).to_have_text(name)


async def give(server: LiveServer, line: Line, cards: Mapping[str, int], game: str = "amiibart") -> None:
    """Give somebody copies."""
    player = PlayerId((await line.ask({"type": "get_account"}))["player"]["id"])
    copies = {face_of(GameName(game), card): count for card, count in cards.items()}
    await server.services.ledger.move(grant(MovementId(f"gift:{len(player)}{player}"), Cause.GIFT, player, copies))


@contextlib.asynccontextmanager
async def with_packs(browser: Browser, **how: Any) -> AsyncIterator[Window]:
    """The page of packs of somebody who has claimed those that are due."""
    async with (
        live_server(luck=LUCK, packs_account_age=0) as server,
        server.person("Ada") as ada,
        window(browser, server.url, luck=LUCK, **how) as player,
    ):
        packs = await ada.ask({"type": "claim_packs", "game": "amiibart"})
        assert packs["type"] == "packs", packs
        await come_as(player, "Ada")
        await player.open("/packs")
        yield player


@pytest.mark.parametrize("how", WAYS)
async def test_a_pack_is_opened_and_its_draw_verified(browser: Browser, how: str) -> None:
    kind, size = WAYS[how]
    async with with_packs(browser, size=size, touch=how == "touch", calm=False) as player:
        hand, page = kind(player), player.page
        packs = page.locator("[data-pack]")
        await expect(packs).to_have_count(6)
        await hand.press(packs.first)
        await hand.press(page.get_by_role("button", name="Turn all over"))
        await expect(page.locator(".pack-stage")).to_have_attribute("data-turned", "5")
        await expect(page.locator(".pack-card[data-card]")).to_have_count(5)
        drawn = await page.locator(".pack-card").evaluate_all("all => all.map(each => each.dataset.card)")
        assert tuple(drawn) == FIRST_PACK
        await expect(page.locator(".pack-card.rarity-art_rare img.picture")).to_be_visible()
        await expect(page.locator("dialog [data-verified]")).to_have_attribute("data-verified", "so")
        await expect(page.locator("dialog [role=status]").first).to_contain_text("Art Rare: Blackout (Art Rare)")
        await hand.press(page.locator("dialog").get_by_role("link", name="Collection"))
        await expect(page.locator(".collection-sum")).to_have_text("5 cards of yours")
        await page.get_by_label("Which cards").select_option("owned")
        await expect(page.locator(".collection-card")).to_have_count(5)
        await page.get_by_label("Rarity").select_option("art_rare")
        await expect(page.locator(".collection-card img.picture")).to_have_count(1)
        await page.get_by_label("Which cards").select_option("missing")
        await expect(page.locator(".collection-card")).to_have_count(29)
        await player.open("/packs")
        await expect(page.locator("[data-pack]")).to_have_count(5)


async def test_all_packs_of_a_game_are_opened_at_once_and_each_draw_is_verified(browser: Browser) -> None:
    is_late = asyncio.Event()

    async def late(route: Route) -> None:
        await is_late.wait()
        await route.continue_()

    async with with_packs(browser, size=PHONE) as player:
        page = player.page
        await page.route("**/amiibart/cards*", late)
        await player.open("/packs")
        await page.get_by_role("button", name="Open all 6: Amiibart TCG").click()
        await expect(page.locator("dialog [data-opened='6']")).to_be_visible()
        await expect(page.locator("dialog .card-to-come").first).to_be_visible()
        is_late.set()
        await expect(page.locator("dialog [data-verified='so']")).to_be_visible()
        await expect(page.locator("dialog [data-card]").first).to_contain_text("Art Rare")
        await page.locator("dialog").get_by_role("link", name="Collection").click()
        await expect(page.locator(".collection-sum")).to_have_text("30 cards of yours")
        await player.open("/packs")
        await expect(page.locator("[data-pack]")).to_have_count(0)


@pytest.mark.parametrize(("calm", "states"), [(False, "012345"), (True, "05")])
async def test_cards_are_turned_over_one_by_one_or_without_motion_at_once(
    browser: Browser, calm: bool, states: str
) -> None:
    async with with_packs(browser, size=PHONE, calm=calm) as player:
        await player.page.evaluate(NOTE_TURNED)
        await player.page.locator("[data-pack]").first.click()
        await player.see(".pack-stage[data-done]")
        assert await player.page.evaluate(TURNED) == list(states)
        assert await player.page.locator(".pack-stage").evaluate("each => each.scrollWidth <= each.clientWidth")


async def test_a_pack_that_was_drawn_from_other_lists_is_said_to_be(browser: Browser) -> None:
    async def lie(route: Route) -> None:
        answer = await route.fetch()
        odds = await answer.json()
        for pool in odds["pools"]:
            pool["lists"]["common"].reverse()
        await route.fulfill(response=answer, json=odds)

    async with with_packs(browser) as player:
        await player.page.route("**/v1/packs/odds", lie)
        await player.open("/packs")
        await player.page.locator("[data-pack]").first.click()
        mark = player.page.locator("dialog [data-verified]")
        await expect(mark).to_have_attribute("data-verified", "not")
        await expect(mark).to_contain_text("the card lists are not those of the pack")


async def test_a_new_account_is_told_when_its_first_packs_come_and_not_asked_to_fetch_them(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as player:
        await register(player, "Ada")
        await player.open("/packs")
        said = player.page.locator(".packs-said")
        await expect(said).to_contain_text("You can claim your first packs from")
        await expect(said).to_contain_text(re.compile(r"That is in (24 h|1 day)\."))
        await expect(player.page.locator("[data-claim], [data-pack]")).to_have_count(0)
        code = player.page.locator("form").filter(has_text="Code")
        await code.get_by_label("Code").fill("ABCD-EFGH-JKLM")
        await code.get_by_role("button").last.click()
        refused = player.page.get_by_text("This account is too new for that.")
        await expect(refused).to_have_count(1)
        await expect(code.get_by_role("button").last).to_have_text(re.compile(r"Claim it \(in (24 h|1 day)\)"))


async def test_packs_are_claimed_once_and_told_when_the_next_come(browser: Browser) -> None:
    async with live_server(packs_account_age=0) as server, server.person("Ada"), window(browser, server.url) as player:
        await come_as(player, "Ada")
        await player.open("/packs")
        said = player.page.locator(".packs-said")
        await expect(player.page.get_by_role("heading", name="6 packs wait for you")).to_be_visible()
        await player.page.get_by_role("button", name="Get them: MYACARDS").click()
        await expect(said).to_have_text("You got 6 packs.")
        await expect(player.page.get_by_text("Your next daily pack comes at")).to_be_visible()
        await expect(player.page.locator(".pack[data-game=myacards]")).to_have_count(6)
        await expect(player.page.locator("[data-claim]")).to_have_count(0)


async def test_guests_are_told_to_make_an_account_and_see_the_odds(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url, size=PHONE) as guest:
        for path in ("/collection", "/packs", "/movements"):
            await guest.open(path)
            await expect(guest.page.get_by_role("link", name="Make an account")).to_have_attribute("href", "/account")
        await guest.page.get_by_role("link", name="Odds").click()
        await expect(guest.page.locator(".odds-fifth")).to_contain_text("1 in 12 (8.3%)")
        await guest.open("/collection/no-such-game")
        await expect(guest.page.get_by_role("link", name="Make an account")).to_be_visible()


async def test_odds_and_history_tell_of_every_pack(browser: Browser) -> None:
    async with (
        live_server(luck=LUCK, packs_account_age=0) as server,
        server.person("Ada") as ada,
        window(browser, server.url, luck=LUCK) as player,
    ):
        for pack in (await ada.ask({"type": "claim_packs", "game": "amiibart"}))["packs"][:3]:
            await ada.ask({"type": "open_pack", "pack": pack["id"]})
        await give(server, ada, {"grave-bat": 2})
        await come_as(player, "Ada")
        page = player.page
        await player.open("/odds")
        pool = page.locator(".odds-pool", has=page.get_by_role("heading", name="Amiibart TCG"))
        await expect(pool.locator(".odds-packs")).to_contain_text("3 packs opened")
        await expect(pool.get_by_role("row", name=re.compile("^the last card"))).to_contain_text("fits")
        await pool.get_by_text("How often each card came").click()
        await expect(pool.locator(".odds-counts li")).to_have_count(180)
        await player.open("/movements")
        newest = page.locator("[data-movement]").first
        await expect(newest).to_have_attribute("data-movement", "4")
        await expect(newest).to_contain_text("A gift")
        await expect(newest).to_contain_text("+2Grave Bat")
        await newest.get_by_role("link", name="Grave Bat").click()
        await expect(page.locator("[data-owned]")).to_have_text("You own 2 copies.")
        await page.locator("[data-owned] a").click()
        await expect(page.locator("[data-card=grave-bat]")).to_contain_text("2 copies")
        await player.open("/collection/no-such-game")
        await expect(page.get_by_text("No cards can be collected for this game.")).to_be_visible()


async def test_a_deck_shows_what_is_missing_and_is_played_with_own_cards(browser: Browser) -> None:
    async with (
        live_server(luck=5) as server,
        server.person("Ada") as ada,
        window(browser, server.url, luck=5) as player,
    ):
        read = await ada.ask({"type": "read_deck", "game": "amiibart", "deck": "wildfire"})
        cards = dict(msgspec.convert(read["deck"]["cards"], list[tuple[str, int]]))
        await give(server, ada, {**cards, "ember-hound": cards["ember-hound"] - 1})
        page = player.page
        await come_as(player, "Ada")
        await player.open("/collection/amiibart")
        await page.get_by_role("link", name="Build a deck").click()
        await expect(page.get_by_label("Only my own cards")).to_be_checked()
        await page.locator(".deck-tile[data-deck=wildfire]").click()
        await player.see(".decks-fine")
        missing = page.locator(".decks-missing")
        await missing.locator("summary").click()
        await expect(missing).to_contain_text("1 card missing for tables with own cards only")
        await expect(missing).to_contain_text("1 × Ember Hound")
        await player.open("/lobby?open=amiibart")
        await page.get_by_label("Own cards only").check()
        await page.locator(".deck-choice").get_by_label("Wildfire").check()
        await page.get_by_role("button", name="Open the table").click()
        await expect(page.locator("dialog [role=alert]")).to_contain_text("Ember Hound")
        await page.keyboard.press("Escape")
        await player.open("/decks/amiibart")
        deck = page.locator(".decks-deck")
        await deck.get_by_role("button", name="One less of Ember Hound").click()
        await expect(page.locator("[data-missing='0']")).to_be_visible()


async def test_a_table_with_own_cards_says_so(browser: Browser) -> None:
    async with (
        live_server(luck=5) as server,
        server.person("Ada") as ada,
        window(browser, server.url, luck=5) as player,
    ):
        read = await ada.ask({"type": "read_deck", "game": "amiibart", "deck": "wildfire"})
        await give(server, ada, dict(msgspec.convert(read["deck"]["cards"], list[tuple[str, int]])))
        await come_as(player, "Ada")
        await player.open("/lobby?open=amiibart")
        await player.page.get_by_label("Own cards only").check()
        await player.page.locator(".deck-choice").get_by_label("Wildfire").check()
        await player.page.get_by_role("button", name="Open the table").click()
        await expect(player.page.locator(".gathering")).to_contain_text("own cards only")
        async with window(browser, server.url) as other:
            await other.open("/lobby")
            await expect(other.page.locator("main")).to_contain_text("own cards only")


@pytest.mark.parametrize("how", WAYS)
async def test_a_code_is_claimed_once_and_what_is_wrong_with_another_is_said(browser: Browser, how: str) -> None:
    kind, size = WAYS[how]
    async with (
        live_server(packs_account_age=0) as server,
        server.person("Mo") as moderator,
        server.person("Ada"),
        window(browser, server.url, size=size, touch=how == "touch") as player,
    ):
        await server.services.moderation.make_first_admin("Mo")
        gift = {"packs": [{"game": "amiibart", "count": 2}], "copies": [{"game": "amiibart", "card": "grave-bat"}]}
        made = await moderator.ask({"type": "make_codes", "label": "Spring fair", "gift": gift, "uses": 5})
        (code,) = made["codes"]
        hand, page = kind(player), player.page
        await come_as(player, "Ada")
        await player.open("/packs")
        field = page.locator("[data-part=code]")
        claim = field.get_by_role("button", name="Claim it")
        await field.get_by_label("Code").fill("BCDF-GHJK-MNPQ")
        await hand.press(claim)
        await expect(field.locator("[role=alert]")).to_be_visible()
        await expect(page.locator("[data-pack]")).to_have_count(0)
        await field.get_by_label("Code").fill(code.lower().replace("-", " "))
        await hand.press(claim)
        await expect(field).to_contain_text("Spring fair · you got 2 packs · you got a card")
        await expect(page.locator("[data-pack]")).to_have_count(2)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        await player.open("/")
        await player.open(f"/packs#code={code}")
        await expect(field.get_by_label("Code")).to_have_value(code)
        assert [url for url in asked if code in url.partition("#")[0]] == []
        await hand.press(claim)
        await expect(field.locator("[role=alert]")).to_contain_text("already")
        await player.open("/collection/amiibart")
        await expect(page.locator(".collection-sum")).to_have_text("1 card of yours")
