"""Players challenge each other in their browsers, and read their notices."""

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
from browser.axe import ANYTHING, AXE, complaints_of
from browser.test_collection import come_as
from browser.test_lines import COVERED, FITS
from browsers import LAPTOP, PHONE, Window, window
from cable import Cable
from hands import WAYS
from lobby.people import at_one_address
from playwright.async_api import Browser, Locator, ViewportSize, expect
from quarterdeck_protocol.lobby.ratings import RatedAmong
from quarterdeck_protocol.names import GameName, PlayerId
from quarterdeck_server.lobby.documents import IndexEntry
from quarterdeck_server.lobby.ratings.documents import STANDINGS, ladder, standing_name
from quarterdeck_server.lobby.ratings.match_results import StandingRecord
from quarterdeck_server.lobby.ratings.rating_model import Skill
from servers import PASSWORD, Line, LiveServer, live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

TALL_PHONE: ViewportSize = {"width": 390, "height": 844}
NOTEBOOK: ViewportSize = {"width": 1366, "height": 768}


@dataclass
class Two:
    """A server with two players who have accounts: Ada at a page, Bo over a socket."""

    server: LiveServer
    ada: Window
    bo: Line
    ids: tuple[str, str]

    @property
    def strip(self) -> Locator:
        """The strip above every screen."""
        return self.ada.page.locator(".challenge-strip")

    async def challenge(self, **terms: object) -> str:
        """Have Bo challenge Ada, and return the id."""
        command = {"type": "create_challenge", "player": self.ids[0], "game": "density-deck", **terms}
        answer = await self.bo.ask(command)
        assert answer["type"] == "challenge_changed", answer
        challenge: str = answer["challenge"]["id"]
        return challenge


@contextlib.asynccontextmanager
async def two(
    browser: Browser, size: ViewportSize = LAPTOP, *, touch: bool = False, bypass_policy: bool = False
) -> AsyncIterator[Two]:
    async with (
        live_server(luck=7) as server,
        server.person("Ada") as ada,
        server.person("Bo") as bo,
        window(browser, server.url, size=size, touch=touch, bypass_policy=bypass_policy) as page,
    ):
        await page.page.add_init_script(path=AXE) if bypass_policy else None
        ids = [(await line.ask({"type": "get_account"}))["player"]["id"] for line in (ada, bo)]
        await come_as(page, "Ada")
        await ada.ask({"type": "read_notices", "up_to": "9" * 15})  # the window is a new device, of which there is one
        await expect(page.page.locator(".bell > button")).to_be_visible()
        yield Two(server, page, bo, (ids[0], ids[1]))


@pytest.mark.parametrize("how", WAYS)
async def test_a_challenge_is_shown_at_once_and_accepted_into_its_match(browser: Browser, how: str) -> None:
    kind, size = WAYS[how]
    async with two(browser, size, touch=how == "touch") as there_are:
        ada, hand = there_are.ada, kind(there_are.ada)
        await ada.open("/cards/density-deck")
        await expect(ada.page.locator(".bell > button")).to_have_attribute("data-unread", "0")
        await there_are.challenge(options={"lives": 1})
        await expect(there_are.strip).to_contain_text("Bo challenges you: Density Deck")
        await expect(ada.page.locator(".bell > button")).to_have_attribute("data-unread", "1")
        await hand.press(there_are.strip.get_by_role("button", name="Accept"))
        await ada.see(".frame[data-game=density-deck]")
        await expect(there_are.strip).to_have_count(0)


async def test_a_challenge_waits_for_a_player_who_is_away_and_is_declined_with_a_reason(browser: Browser) -> None:
    async with two(browser) as there_are:
        ada, page = there_are.ada, there_are.ada.page
        await there_are.bo.ask({"type": "watch_notices"})
        await page.goto("about:blank")
        challenge = await there_are.challenge(game="amiibart", deck="vigil", options={"turn_cap": 40})
        await ada.open()
        await expect(there_are.strip).to_have_attribute("data-challenge", challenge)
        await there_are.strip.get_by_role("button", name="Decline …").click()
        sheet = page.get_by_role("dialog")
        await expect(sheet).to_contain_text("Amiibart")
        await expect(sheet).to_contain_text(": 40")  # the option that is not as usual
        await sheet.get_by_label("Reason for declining").select_option("too_fast")
        await sheet.get_by_role("button", name="Decline").click()
        await expect(sheet).to_have_count(0)
        notice = await there_are.bo.until(lambda heard: heard["type"] == "noticed")
        assert notice["notice"]["challenge"]["reason"] == "too_fast"
        await expect(there_are.strip).to_have_count(0)


async def test_a_profile_leads_to_a_challenge_that_waits_and_begins_its_match_once_accepted(browser: Browser) -> None:
    async with two(browser) as there_are:
        ada, page, bo = there_are.ada, there_are.ada.page, there_are.bo
        await bo.ask({"type": "watch_notices"})
        await ada.open(f"/u/{there_are.ids[1]}")
        await page.get_by_role("button", name="Challenge").click()
        sheet = page.get_by_role("dialog")
        await sheet.get_by_role("radio", name="Density Deck").click()
        await sheet.get_by_text("First", exact=True).click()
        await sheet.get_by_role("button", name="Send challenge").click()
        await expect(sheet).to_contain_text("Waiting for Bo")
        first = (await bo.until(lambda heard: heard["type"] == "noticed"))["notice"]["challenge"]
        assert (first["game"], first["seat"]) == ("density-deck", 0)
        await sheet.get_by_role("button", name="Cancel challenge").click()
        assert (await bo.until(lambda heard: heard["type"] == "noticed"))["notice"]["challenge"]["stage"] == "cancelled"
        await sheet.get_by_role("button", name="Send challenge").click()
        second = (await bo.until(lambda heard: heard["type"] == "noticed"))["notice"]["challenge"]
        await expect(sheet).to_contain_text("Waiting for Bo")
        await bo.ask({"type": "accept_challenge", "challenge": second["id"]})
        await ada.see(".frame[data-game=density-deck]")


@pytest.mark.parametrize("size", [TALL_PHONE, NOTEBOOK], ids=["phone", "notebook"])
async def test_ladders_lead_to_challenges_and_bots_to_a_match(browser: Browser, size: ViewportSize) -> None:
    async with two(browser, size, bypass_policy=True) as there_are, there_are.server.line() as engine:
        ada, page, bo = there_are.ada, there_are.ada.page, there_are.bo
        bot = (await bo.ask({"type": "make_bot", "name": "Engine"}))["bots"][0]["id"]
        token = (await bo.ask({"type": "make_token", "scopes": ["play"], "bot": bot}))["token"]
        await engine.sign_in(token=token)
        await engine.ask({"type": "declare_bot", "games": ["density-deck"], "at_once": 2})
        await engine.ask({"type": "watch_notices"})
        for player, among in ((there_are.ids[1], RatedAmong.PEOPLE), (bot, RatedAmong.BOTS)):
            await _placed(there_are.server, PlayerId(player), among)
        await ada.open("/ladder/density-deck")
        sheet = page.get_by_role("dialog")
        if size is NOTEBOOK:  # on a phone the profile has the button
            await page.get_by_role("button", name="Challenge Bo", exact=True).click()
            await expect(sheet.get_by_role("radio", name="Density Deck")).to_be_checked()
            await page.keyboard.press("Escape")
        await page.get_by_role("link", name="Bots", exact=True).click()
        await expect(page.locator(".ladder tbody tr")).to_contain_text("Engine")
        listed = page.locator("[data-part=bot-list] li")
        await expect(listed).to_contain_text("2 matches at a time")
        assert await page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        assert await complaints_of(ada, "the ladder of bots", ANYTHING) == []
        await listed.get_by_role("button", name="Challenge Engine").click()
        await sheet.get_by_role("button", name="Send challenge").click()
        made = (await engine.until(lambda heard: heard["type"] == "noticed"))["notice"]["challenge"]["id"]
        match = (await engine.ask({"type": "accept_challenge", "challenge": made}))["challenge"]["match"]
        await ada.see(".frame[data-game=density-deck]")
        await engine.ask({"type": "resign", "match": match})
        await page.get_by_role("button", name="Challenge Engine").click()
        await page.locator("dialog.challenge").get_by_role("button", name="Send challenge").click()
        again = await engine.until(lambda heard: heard["type"] == "noticed" and heard["notice"]["kind"] == "challenged")
        assert again["notice"]["challenge"]["challenger"]["id"] == there_are.ids[0]


async def _placed(server: LiveServer, player: PlayerId, among: RatedAmong) -> None:
    game, documents = GameName("density-deck"), server.services.standings._documents
    record = StandingRecord(skill=Skill(30, 3), rated=80, played=90, won=41)
    put = STANDINGS.put(standing_name(player, game), None, record)
    await documents.commit([put], [IndexEntry(ladder(game, among), player, 1580)])


async def test_an_answer_is_shown_above_every_screen_after_the_sheet_was_closed(browser: Browser) -> None:
    async with two(browser) as there_are:
        ada, page, bo = there_are.ada, there_are.ada.page, there_are.bo
        await ada.open(f"/u/{there_are.ids[1]}")
        await page.get_by_role("button", name="Challenge").click()
        await page.get_by_role("button", name="Send challenge").click()
        await expect(page.get_by_role("dialog")).to_contain_text("Waiting for Bo")
        await page.keyboard.press("Escape")
        await page.get_by_role("link", name="Lobby", exact=True).click()
        [challenge] = (await bo.ask({"type": "get_challenges"}))["received"]
        await bo.ask({"type": "decline_challenge", "challenge": challenge["id"], "reason": "busy"})
        await expect(there_are.strip).to_contain_text("Bo declined the challenge")
        await expect(there_are.strip).to_contain_text("Too many matches at the moment")
        await there_are.strip.get_by_role("button", name="Answer later").click()
        await expect(there_are.strip).to_have_count(0)


async def test_a_refused_challenge_is_explained_in_its_sheet(browser: Browser) -> None:
    async with two(browser) as there_are:
        ada, page = there_are.ada, there_are.ada.page
        await there_are.bo.ask({"type": "set_challengers", "by": "nobody"})
        await ada.open(f"/u/{there_are.ids[1]}")
        await page.get_by_role("button", name="Challenge").click()
        sheet = page.get_by_role("dialog")
        await sheet.get_by_role("button", name="Send challenge").click()
        await expect(sheet.get_by_role("alert")).to_be_visible()
        await expect(sheet.get_by_role("button", name="Send challenge")).to_be_enabled()


async def test_the_inbox_continues_without_a_gap_after_a_lost_connection_and_keeps_its_read_mark(
    browser: Browser,
) -> None:
    async with two(browser) as there_are:
        ada, page = there_are.ada, there_are.ada.page
        bell, cable = page.locator(".bell > button"), Cable()
        await cable.lay(ada)
        await ada.open("/lobby")
        first = await there_are.challenge()
        await expect(bell).to_have_attribute("data-unread", "1")
        await bell.click()
        sheet = page.get_by_role("dialog")
        await expect(sheet.locator("[data-notice=challenged]")).to_contain_text("Bo challenged you to Density Deck.")
        await expect(bell).to_have_attribute("data-unread", "0")
        await page.keyboard.press("Escape")
        await cable.cut()
        await there_are.bo.ask({"type": "cancel_challenge", "challenge": first})
        cable.is_cut = False
        await expect(bell).to_have_attribute("data-unread", "1")
        await page.reload()
        await expect(bell).to_have_attribute("data-unread", "1")
        await bell.click()
        await expect(sheet.locator("[data-new]")).to_contain_text("Bo withdrew the challenge to Density Deck.")
        await expect(sheet.locator("[data-notice]")).to_have_count(3)


async def test_a_rated_challenge_that_would_not_be_rated_is_said_so_before_it_is_accepted(browser: Browser) -> None:
    async with two(browser) as there_are:
        page = there_are.ada.page
        await at_one_address(there_are.server, *there_are.ids)
        await there_are.ada.open()
        await there_are.challenge(rated=True, options={"lives": 1})
        await there_are.strip.get_by_role("button", name="Accept").click()
        sheet = page.get_by_role("dialog")
        await expect(sheet.get_by_role("alert")).to_contain_text("rated")
        await sheet.get_by_role("button", name="Accept an unrated match").click()
        await there_are.ada.see(".frame[data-game=density-deck]")


async def test_the_first_of_two_people_who_accept_a_link_plays(browser: Browser) -> None:
    async with two(browser) as there_are, window(browser, there_are.server.url, size=PHONE) as guest:
        page = there_are.ada.page
        await there_are.ada.open("/lobby")
        await page.get_by_role("button", name="Challenge by a link").click()
        sheet = page.get_by_role("dialog")
        await sheet.get_by_role("radio", name="Density Deck").click()
        await sheet.get_by_role("button", name="Make the link").click()
        address = str(await sheet.locator(".challenge-link").text_content())
        token = address.partition("#")[2]
        assert address == f"{there_are.ada.url}/challenge#{token}"
        assert len(token) == 48
        await guest.page.goto(address)  # looking at it makes nobody a guest, and uses nothing up
        await expect(guest.page.locator(".top .who")).to_have_text("Sign in")
        await guest.page.get_by_role("button", name="Show the challenge").click()
        await expect(guest.page.locator("main")).to_contain_text("Challenge by Ada")
        await expect(guest.page.locator("main")).to_contain_text("Density Deck")
        await guest.page.get_by_role("button", name="Accept").click()
        await guest.see(".frame[data-game=density-deck]")
        await there_are.ada.see(".frame[data-game=density-deck]")
        late = await there_are.bo.ask({"type": "accept_challenge_link", "token": token})
        assert late["code"] == "challenge_over"


async def test_a_link_is_listed_and_cancelled_in_the_inbox_and_a_bad_one_is_refused(browser: Browser) -> None:
    async with two(browser) as there_are, window(browser, there_are.server.url) as guest:
        page, ada = there_are.ada.page, there_are.ada
        await ada.open("/")
        await page.locator(".bell > button").click()
        await page.get_by_role("button", name="Challenge by a link").click()
        sheet = page.get_by_role("dialog")
        await sheet.get_by_role("button", name="Make the link").click()
        address = str(await sheet.locator(".challenge-link").text_content())
        await page.goto(address)
        await expect(page.locator("main")).to_contain_text("This is your own link.")
        await page.locator(".bell > button").click()
        await sheet.locator("[data-link]").get_by_role("button", name="Cancel challenge").click()
        await expect(sheet.locator("[data-link]")).to_have_count(0)
        await guest.page.goto(address)
        await guest.page.get_by_role("button", name="Show the challenge").click()
        shown = guest.page.locator("main")
        await expect(shown.get_by_role("button", name="Accept")).to_be_visible()
        await shown.get_by_role("button", name="Accept").click()
        await expect(shown.get_by_role("alert")).to_be_visible()
        await guest.open("/challenge")
        await expect(shown.get_by_role("alert")).to_contain_text("This link is not valid")


async def test_settings_choose_who_may_challenge(browser: Browser) -> None:
    async with two(browser) as there_are:
        ada, page = there_are.ada, there_are.ada.page
        await ada.open("/settings")
        part = page.locator("[data-part=challengers]")
        await expect(part.get_by_role("radio", name="Players with an account")).to_be_checked()
        await part.get_by_text("Nobody", exact=True).click()
        await expect(part).to_have_attribute("data-by", "nobody")
        await ada.open("/settings")
        await expect(part.get_by_role("radio", name="Nobody")).to_be_checked()
        answer = await there_are.bo.ask({"type": "create_challenge", "player": there_are.ids[0], "game": "tiny"})
        assert answer["code"] == "not_accepting"


async def test_settings_choose_the_ratings_of_challengers(browser: Browser) -> None:
    async with two(browser) as there_are:
        ada, page = there_are.ada, there_are.ada.page
        await _placed(there_are.server, PlayerId(there_are.ids[1]), RatedAmong.PEOPLE)  # 1700, and Ada has 1500
        await ada.open("/settings")
        part = page.locator("[data-part=challengers]")
        await part.get_by_text("Ratings of challengers").click()
        deck = part.locator("[data-game=density-deck]")
        await deck.get_by_label("Stronger by at most").select_option("100")
        await expect(deck).to_have_attribute("data-above", "100")
        await ada.open("/settings")
        await part.get_by_text("Ratings of challengers").click()
        await expect(deck.get_by_label("Stronger by at most")).to_have_value("100")
        await expect(deck.get_by_label("Weaker by at most")).to_have_value("")
        command = {"type": "create_challenge", "player": there_are.ids[0], "game": "density-deck"}
        assert (await there_are.bo.ask(command))["code"] == "not_accepting"
        await deck.get_by_label("Stronger by at most").select_option("200")
        await expect(deck).to_have_attribute("data-above", "200")
        assert (await there_are.bo.ask(command))["type"] == "challenge_changed"


@pytest.mark.parametrize("size", [TALL_PHONE, NOTEBOOK], ids=["phone", "notebook"])
async def test_the_strip_of_a_challenge_covers_nothing_at_a_table(browser: Browser, size: ViewportSize) -> None:
    async with two(browser, size) as there_are:
        ada, page = there_are.ada, there_are.ada.page
        await ada.open()
        await page.locator(".offer[data-game=density-deck]").get_by_role("button", name="Against a bot").click()
        await ada.see(".frame .board")
        await there_are.challenge()
        await expect(there_are.strip).to_be_visible()
        assert await page.evaluate(COVERED) == []
        assert await page.evaluate(FITS)
        await there_are.strip.get_by_role("button", name="Answer later").click()
        await expect(there_are.strip).to_have_count(0)


async def test_challenges_are_offered_and_answered_in_german(browser: Browser) -> None:
    async with (
        live_server(luck=7) as server,
        server.person("Bo") as bo,
        window(browser, server.url, locale="de-AT") as shown,
    ):
        page = shown.page
        await shown.open("/account")
        form = page.locator("[data-part=register]")
        await form.locator("input").first.fill("Ada")
        await form.locator("input[type=password]").fill(PASSWORD)
        await form.get_by_role("button").click()
        await expect(page.locator(".top .who")).to_have_text("Ada")
        me = (await bo.ask({"type": "get_profile", "name": "Ada"}))["player"]["id"]
        await bo.ask({"type": "create_challenge", "player": me, "game": "density-deck"})
        strip = page.locator(".challenge-strip")
        await expect(strip).to_contain_text("Bo fordert dich heraus: Density Deck")
        await strip.get_by_role("button", name="Ablehnen …").click()
        await page.get_by_role("dialog").get_by_label("Grund der Ablehnung").select_option("later")
        await page.get_by_role("dialog").get_by_role("button", name="Ablehnen").click()
        await expect(strip).to_have_count(0)
        await page.get_by_role("button", name="Mitteilungen: 1 ungelesen").click()
        await expect(page.get_by_role("dialog")).to_contain_text("Bo hat dich zu Density Deck herausgefordert.")


@pytest.mark.parametrize("size", [TALL_PHONE, NOTEBOOK], ids=["phone", "notebook"])
async def test_challenges_and_the_inbox_are_for_everybody(browser: Browser, size: ViewportSize) -> None:
    found: list[str] = []
    async with two(browser, size, bypass_policy=True) as there_are:
        ada, page = there_are.ada, there_are.ada.page
        await ada.open(f"/u/{there_are.ids[1]}")
        await page.get_by_role("button", name="Challenge").click()
        await ada.see("dialog.challenge .main")
        found += await complaints_of(ada, "a challenge", ANYTHING)
        await page.keyboard.press("Escape")
        await there_are.challenge(game="amiibart", deck="vigil")
        await expect(there_are.strip).to_be_visible()
        found += await complaints_of(ada, "the strip", ANYTHING)
        await there_are.strip.get_by_role("button", name="Decline …").click()
        await ada.see("dialog.challenge select")
        found += await complaints_of(ada, "the answer", ANYTHING)
        await page.keyboard.press("Escape")
        await page.locator(".bell > button").click()
        await ada.see("dialog.inbox [data-received]")
        found += await complaints_of(ada, "the inbox", ANYTHING)
        await page.get_by_role("button", name="Challenge by a link").click()
        await page.get_by_role("button", name="Make the link").click()
        await ada.see(".challenge-link")
        found += await complaints_of(ada, "a link", ANYTHING)
        command = {"type": "create_challenge_link", "game": "amiibart", "deck": "vigil"}
        token = (await there_are.bo.ask(command))["token"]
        await ada.open(f"/challenge#{token}")
        await ada.see("main details")
        found += await complaints_of(ada, "an opened link", ANYTHING)
        await ada.open("/settings")
        await ada.see("[data-part=challengers]")
        found += await complaints_of(ada, "/settings", ANYTHING)
    assert not found, "\n".join(found)
