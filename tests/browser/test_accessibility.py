"""Every screen is for everybody: nothing serious that `axe` finds, nothing to scroll sideways, nothing too small."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

import pytest
import pytest_asyncio
import recorded_match as recorded
from browser.accounts import register, sign_in
from browser.axe import ANYTHING, AXE, LIT, TOO_WIDE, complaints_of
from browser.rounds import rounds, seek
from browsers import PHONE, Window, window
from hands import keep, play_until_others_have
from playwright.async_api import Browser, FilePayload, expect
from servers import PASSWORD, Line, LiveServer, live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

GAMES = ("amfibido", "amiibart", "density-deck", "myacards")


@dataclass
class Ship:
    """A server with something on every screen."""

    server: LiveServer
    screens: Sequence[tuple[str, str]]
    """The path of each screen, and what is there once it is drawn."""

    over: str
    """A match that has ended."""


async def stay(line: Line) -> None:
    """Hear whatever is said, for as long as it takes."""
    while True:
        await line.socket.receive()


async def begun(line: Line, game: str, seats: int) -> str:
    """Begin a match against bots, and return its id."""
    opened = await line.ask({"type": "open_table", "game": game, "seats": seats, "time_limit": 600_000})
    table = opened["table"]["id"]
    for _ in range(seats - 1):
        await line.ask({"type": "add_bot", "table": table})
    ready = await line.ask({"type": "ready", "table": table})
    assert ready["type"] == "table_changed", ready
    match: str = ready["table"]["match"]
    return match


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def ship() -> AsyncIterator[Ship]:
    async with (
        live_server(luck=11) as server,
        server.person("Bo") as bo,
        server.person("Ada with a name of 32 letters ab") as ada,
    ):
        other = bo.heard[-1]["player"]["id"]
        me = ada.heard[-1]["player"]["id"]
        over = await begun(ada, "density-deck", 2)
        await ada.ask({"type": "resign", "match": over})
        gathering = await ada.ask({"type": "open_table", "game": "amiibart"})
        staying = asyncio.create_task(stay(ada))  # who does not answer pings loses the seat
        yield Ship(
            server,
            [
                ("/", ".offer"),
                ("/lobby", "main"),
                (f"/t/{gathering['table']['id']}", ".place"),
                (f"/m/{over}?at=0", ".replay"),
                ("/cards/amiibart", ".cards-card .card"),
                ("/decks/amiibart", ".deck-tile"),
                ("/collection", "[data-part=no-collector]"),
                ("/odds", ".odds-pool"),
                ("/ladder/density-deck", "main h1"),
                (f"/u/{me}", "main section h2"),
                (f"/u/{me}/against/{other}", "main h1"),
                ("/games/density-deck", ".rules h2"),
                *((f"/learn/{game}", ".prompt-text") for game in ("amfibido", "amiibart", "density-deck", "myacards")),
                ("/account", "[data-part=sign-in]"),
                ("/settings", ".settings"),
                ("/moderation", "main h1"),
                ("/tournaments", ".tournaments h1"),
                ("/clubs", ".clubs h1"),
                ("/replay", ".replay-file"),
                ("/about", ".licence"),
                ("/nowhere", "main h1"),
            ],
            over,
        )
        staying.cancel()


async def test_every_screen_is_for_everybody(browser: Browser, ship: Ship) -> None:
    found: list[str] = []
    async with window(browser, ship.server.url, size=PHONE, bypass_policy=True) as opened:
        await opened.page.add_init_script(path=AXE)
        for path, drawn in ship.screens:
            await opened.open(path)
            await opened.see(drawn)
            found += await complaints_of(opened, path, ANYTHING)
    assert not found, "\n".join(found)


async def test_a_collection_is_for_everybody(browser: Browser) -> None:
    found: list[str] = []
    async with (
        live_server(luck=19, packs_account_age=0, trades_account_age=0) as server,
        server.person("Ada") as ada,
        server.person("Bo") as bo,
        window(browser, server.url, size=PHONE, bypass_policy=True) as opened,
    ):
        for pack in (await ada.ask({"type": "claim_packs", "game": "amiibart"}))["packs"][:2]:
            await ada.ask({"type": "open_pack", "pack": pack["id"]})
        ids = [(await line.ask({"type": "get_account"}))["player"]["id"] for line in (ada, bo)]
        wanted = [{"game": "amiibart", "card": "seed-mother"}]
        trade = (await bo.ask({"type": "offer_trade", "player": ids[0], "takes": wanted}))["trade"]["id"]
        await opened.page.add_init_script(path=AXE)
        await sign_in(opened, "Ada", PASSWORD)
        await expect(opened.page.locator(".top .who")).to_have_text("Ada")
        for path, drawn in (
            ("/collection/amiibart", ".collection-card"),
            ("/collection/myacards", ".collection-card"),
            ("/movements", "[data-movement]"),
            ("/trades", "[data-trade]"),
            (f"/trades/{trade}", ".trade-cards"),
            (f"/trades/with/{ids[1]}", ".trade-choices"),
            ("/decks/amiibart?own=", ".decks-own"),
            ("/packs", ".pack"),
        ):
            await opened.open(path)
            await opened.see(drawn)
            found += await complaints_of(opened, path, ANYTHING)
        await opened.page.locator(".pack").first.click()
        await opened.see("dialog [data-verified=so]")
        await opened.page.locator("dialog .verified summary").click()
        found += await complaints_of(opened, "a pack", ANYTHING)
    assert not found, "\n".join(found)


async def sit_down(opened: Window, game: str) -> None:
    """Begin a match against a bot, and wait until something is asked."""
    await opened.open()
    offer = opened.page.locator(f".offer:has(a[href='/games/{game}'])")
    await offer.get_by_role("button", name="Against a bot").click()
    await opened.see(LIT)


@pytest.mark.parametrize("game", GAMES)
async def test_every_table_is_for_everybody(browser: Browser, ship: Ship, game: str) -> None:
    async with window(browser, ship.server.url, size=PHONE, bypass_policy=True) as opened:
        await opened.page.add_init_script(path=AXE)
        await sit_down(opened, game)
        found = await complaints_of(opened, game, LIT)
    assert not found, "\n".join(found)


async def test_anything_that_opens_over_a_screen_is_for_everybody(browser: Browser, ship: Ship) -> None:
    found: list[str] = []
    async with window(browser, ship.server.url, size=PHONE, bypass_policy=True) as opened:
        page = opened.page
        await page.add_init_script(path=AXE)

        async def look(name: str, drawn: str) -> None:
            await opened.see(drawn)
            found.extend(await complaints_of(opened, name, f"{drawn} button"))

        await keep(opened, "wish", {"bots_after": None})  # for however long one looks
        await opened.open("/lobby?open=myacards")
        await look("opening", "dialog.opening")
        await opened.open()
        await page.locator(".home-head .main").click()
        await look("quick match", "dialog[open]")
        await page.get_by_role("button", name="Look for a match").click()
        await look("seeking", ".seeking")
        await page.get_by_role("button", name="Stop").click()
        await expect(page.locator(".seeking")).to_have_count(0)
        await sit_down(opened, "amiibart")
        for key, drawn in {"c": "dialog.choices", "?": "dialog[open]"}.items():
            await page.keyboard.press(key)
            await look(key, drawn)
            await page.keyboard.press("Escape")
            await expect(page.locator("dialog[open]")).to_have_count(0)
        await page.locator("[data-at='seat/1']").click()
        await look("details", ".details")
        await page.keyboard.press("Escape")
        await page.locator(".side-handle").click()
        await look("side", ".side")
        await page.locator(".side-handle").click()
        await page.get_by_role("button", name="Resign").click()
        await look("resign", "dialog[open]")
    assert not found, "\n".join(found)


async def test_anything_that_others_did_is_told_to_everybody(browser: Browser) -> None:
    async with (
        live_server(luck=5) as server,
        window(browser, server.url, luck=5, size=PHONE, bypass_policy=True) as opened,
    ):
        await opened.page.add_init_script(path=AXE)
        await sit_down(opened, "amiibart")
        await play_until_others_have(opened, random.Random(2))
        await opened.page.keyboard.press("o")
        await opened.see(".summary li")
        found = await complaints_of(opened, "summary", LIT)
    assert not found, "\n".join(found)


async def test_a_replay_of_a_file_is_for_everybody(browser: Browser, ship: Ship) -> None:
    found: list[str] = []
    _, transcript = await ship.server.get(f"/v1/matches/{ship.over}")
    async with window(browser, ship.server.url, size=PHONE, bypass_policy=True) as opened:
        await opened.page.add_init_script(path=AXE)
        await opened.open("/replay")

        async def look(name: str, text: str, drawn: str) -> None:
            carried: FilePayload = {"name": "m.json", "mimeType": "application/json", "buffer": text.encode()}
            await opened.page.get_by_label("Choose a transcript").set_input_files(carried)
            await opened.see(drawn)
            found.extend(await complaints_of(opened, name, ANYTHING))

        await look("not a transcript", "[]", "[role=alert]")
        await look("a transcript", json.dumps(transcript), ".frame[data-over] .replay")
    assert not found, "\n".join(found)


@pytest.mark.usefixtures("nim")
async def test_the_table_of_a_game_of_another_package_is_for_everybody(browser: Browser) -> None:
    async with live_server(luck=2) as server, window(browser, server.url, size=PHONE, bypass_policy=True) as opened:
        await opened.page.add_init_script(path=AXE)
        await sit_down(opened, "nim")
        found = await complaints_of(opened, "nim", LIT)
    assert not found, "\n".join(found)


async def test_an_account_is_for_everybody_and_so_is_what_moderators_see(browser: Browser) -> None:
    found: list[str] = []
    async with (
        live_server() as server,
        server.player("Mallory with a name of 32 letter") as mallory,
        server.person("Bo") as bo,
        window(browser, server.url, size=PHONE, bypass_policy=True) as opened,
    ):
        page = opened.page
        await page.add_init_script(path=AXE)

        async def look(name: str, drawn: str) -> None:
            await opened.see(drawn)
            found.extend(await complaints_of(opened, name, ANYTHING))

        await register(opened, "Ada")
        await look("recovery codes", ".shown-once")
        await page.get_by_role("button", name="I have saved it").click()
        await expect(page.locator(".shown-once")).to_have_count(0)
        await page.locator("details > summary").evaluate_all("all => all.forEach(each => each.click())")
        await look("account", "details[open]")

        await server.services.moderation.make_first_admin("Ada")
        whom = mallory.heard[-1]["player"]["id"]
        said = {"type": "say", "where": "lobby", "text": "rubbish " * 30}
        assert (await mallory.ask(said))["type"] == "said"
        report = {"type": "report", "player": whom, "reason": "spam", "text": "Again. " * 30, "where": "lobby"}
        assert (await bo.ask(report))["type"] == "reported"
        await opened.open("/moderation")
        filed = page.locator("article", has_text="Mallory")
        await filed.locator("summary").click()
        await look("report", "article details[open]")
        await filed.get_by_role("button", name="See the player").click()
        await page.locator("summary", has_text="Sanction").click()
        await look("moderated player", "details[open]")
        await page.get_by_role("tab", name="Audit log").click()
        await look("audit log", "[role=tab][aria-selected=true]")
        await page.get_by_role("tab", name="Codes").click()
        await page.get_by_role("button", name="Make codes").click()
        await page.get_by_label("Label").fill("For those with a very long label " * 5)
        await page.get_by_role("button", name="Add packs").press("Enter")
        await page.get_by_role("button", name="Add a card").press("Enter")
        await page.get_by_label("Card", exact=True).fill("Nothing that is a card")
        await page.get_by_role("button", name="Create").click()
        await look("codes to be made", "[aria-invalid]")
        await page.get_by_label("Card", exact=True).fill("Trip Wire")
        await page.get_by_role("button", name="Create").click()
        await page.get_by_role("button", name="History").click()
        await page.locator("summary").evaluate_all("all => all.forEach(each => each.click())")
        await look("codes", ".shown-once")
    assert not found, "\n".join(found)


async def test_a_ready_check_is_for_everybody(browser: Browser) -> None:
    found: list[str] = []
    async with (
        rounds() as quick_match,
        window(browser, quick_match.server.url) as bo,
        window(browser, quick_match.server.url, size=PHONE, bypass_policy=True) as ada,
    ):
        await ada.page.add_init_script(path=AXE)
        await seek(bo)
        await seek(ada)
        await quick_match.run()
        for stage, drawn in {
            "asked": ".ready-check[open] .main",
            "accepted": ".ready-check[open] .place-ready",
        }.items():
            await ada.see(drawn)
            found += await complaints_of(ada, stage, "dialog[open] button")
            if stage == "asked":
                await ada.page.get_by_role("button", name="Accept").click()
    assert not found, "\n".join(found)


async def test_an_earlier_moment_and_a_deck_with_faults_are_for_everybody(browser: Browser) -> None:
    found: list[str] = []
    async with live_server() as server:
        async with window(browser, server.url, size=PHONE, bypass_policy=True) as opened:
            await opened.page.add_init_script(path=AXE)
            await recorded.opened(opened, "amiibart")
            await recorded.tell(opened, 10)
            await opened.page.keyboard.press("[")
            await opened.see(".past")
            found += await complaints_of(opened, "an earlier moment", ".past button")
        async with window(browser, server.url, size=PHONE, bypass_policy=True) as opened:
            await opened.page.add_init_script(path=AXE)
            await keep(opened, "deck/amiibart", {"cards": {"ember-hound": 9, "scorch": 2}, "beside": []})
            await opened.open("/decks/amiibart")
            await opened.page.locator(".decks-panes").get_by_text("Deck").click()
            await opened.see(".decks-fault")
            await opened.see(".curve")
            found += await complaints_of(opened, "a deck", ANYTHING)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", GAMES)
async def test_a_table_at_four_hundred_percent_is_scrolled_and_played(browser: Browser, ship: Ship, game: str) -> None:
    async with window(browser, ship.server.url, size={"width": 320, "height": 200}) as opened:
        page = opened.page
        await sit_down(opened, game)
        assert await page.evaluate(TOO_WIDE) == 0
        await page.locator("[data-lit], .prompt-buttons [data-button]").first.click()
        await opened.see(".frame:not([data-version='1']), [data-picked], [data-asked], .prompt-back")
        await expect(page.locator(".prompt-text")).not_to_be_empty()


@pytest.mark.parametrize(("stored", "moves"), [("none", False), ("full", True)])
async def test_nothing_moves_for_whoever_does_not_want_it(
    browser: Browser, ship: Ship, stored: str, *, moves: bool
) -> None:
    async with window(browser, ship.server.url) as opened:
        page = opened.page
        settings = json.dumps(json.dumps({"motion": stored}))
        await page.add_init_script(f"localStorage.setItem('quarterdeck/settings', {settings})")
        await page.add_init_script("""{
          const animate = Element.prototype.animate;
          globalThis.flights = 0;
          Element.prototype.animate = function (...how) { flights += 1; return animate.apply(this, how); };
        }""")
        await page.emulate_media(reduced_motion="no-preference")
        await sit_down(opened, "density-deck")
        await page.locator("[data-at=pile][data-lit]").click()
        await expect(page.locator("[data-at^='hand/']")).to_have_count(4)
        if moves:
            await page.wait_for_function("() => flights > 0")
        await opened.drawn()
        assert (await page.evaluate("flights") > 0) is moves
