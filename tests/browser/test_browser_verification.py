"""When a match is over the page works out by itself whether shuffles and links follow from the seed, and says so."""

import re

import aiohttp
import msgspec
import pytest
from browsers import PHONE, Window, window
from msgspec import UNSET
from msgspec.structs import replace
from playwright.async_api import Browser, Route, expect
from quarterdeck_server.lobby.tables.model import TableRecord
from quarterdeck_server.lobby.tables.repository import Transition
from servers import live_server

DRAWN = re.compile(r"\d+ shuffles and 1 other draw come from the seed and the shares of all players\.")

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def resigned(player: Window, bot: str, resign: str) -> None:
    """Begin a match against a bot, and leave it."""
    await player.open()
    await player.page.locator(".offer[data-game=amfibido]").get_by_role("button", name=bot).click()
    await player.see(".frame")
    await player.page.get_by_role("button", name=resign).click()
    await player.page.locator("[data-do=resign]").click()
    await player.see(".frame[data-over]")


async def test_a_match_that_follows_is_marked_and_explained(browser: Browser) -> None:
    async with live_server(luck=3) as server, window(browser, server.url, luck=3) as player:
        await resigned(player, "Against a bot", "Resign")
        mark = player.page.locator("[data-verified=so]")
        await expect(mark.locator("summary")).to_have_text("✓ Verified: every shuffle comes from the seed")
        await mark.locator("summary").click()
        await expect(mark).to_contain_text(DRAWN)
        await expect(mark).to_contain_text("of this page from the match agree.")
        await expect(mark.get_by_role("link", name="How it works, and what it proves")).to_have_attribute(
            "href", "/docs/fairness"
        )


async def test_that_nobody_chose_the_deal_is_said_only_where_the_rules_were_told_before_it(browser: Browser) -> None:
    for are_told, says in ((True, "so nobody chose the deal."), (False, "cannot say that nobody chose the deal.")):
        async with live_server(luck=3) as server, window(browser, server.url, luck=3) as player:
            tables = server.services.tables.repository
            revealing = tables.revealing

            def untold(table: TableRecord, revealing: Transition = revealing) -> TableRecord:
                return replace(revealing(table), bound_rules=UNSET)

            if not are_told:
                tables.revealing = untold  # type: ignore[method-assign]  # what a server can do, an older one does
            await resigned(player, "Against a bot", "Resign")
            mark = player.page.locator("[data-verified=so]")
            await mark.locator("summary").click()
            await expect(mark).to_contain_text(says)


async def test_a_match_that_does_not_is_marked_so_in_german(browser: Browser) -> None:
    async def bent(route: Route) -> None:
        answer = await route.fetch()
        transcript = msgspec.json.decode(await answer.body())
        transcript["entries"][1]["at"] += 1
        await route.fulfill(response=answer, body=msgspec.json.encode(transcript))

    async with live_server(luck=3) as server, window(browser, server.url, luck=3, locale="de") as player:
        await player.page.route("**/v1/matches/*", bent)
        await resigned(player, "Gegen Bots", "Aufgeben")
        mark = player.page.locator("[data-verified=not]")
        await expect(mark.locator("summary")).to_have_text("✗ Diese Partie passt nicht zu ihrem Startwert")
        await expect(mark.get_by_role("alert")).to_contain_text("entry 2: its link does not match")


async def test_anything_that_somebody_noted_is_held_against_a_match_and_its_signature(browser: Browser) -> None:
    async with live_server(luck=3) as server:
        async with window(browser, server.url, luck=3) as player:
            await resigned(player, "Against a bot", "Resign")
            match = player.page.url.rsplit("/", 1)[1]
        async with aiohttp.ClientSession() as http:
            async with http.get(f"{server.url}/v1/matches/{match}") as answer:
                [first, *_] = (await answer.json())["entries"]
            async with http.get(f"{server.url}/v1/keys") as answer:
                [key] = (await answer.json())["keys"]
        async with window(browser, server.url, size=PHONE, touch=True) as stranger:
            await stranger.open(f"/m/{match}?as=spectators")
            await stranger.page.get_by_role("button", name="Verify").tap()
            mark = stranger.page.locator("dialog .verification")
            signed = mark.locator("[data-signed=by_key]")
            await expect(signed).to_contain_text(key["kid"])
            await mark.get_by_text("Compare with your own notes").tap()
            await mark.get_by_label("At version").fill("1")
            await mark.get_by_label("The link that you saw then").fill(first["link"])
            await mark.get_by_label("The server's key").fill(key["kid"])
            await mark.get_by_role("button", name="Check").tap()
            await expect(mark.get_by_role("status")).to_have_text("Everything matches.")
            await expect(mark).to_contain_text("2 notes of this page from the match")
            await mark.get_by_label("Whose share").select_option("1")
            await mark.get_by_label("Your share of the shuffle").fill("another one")
            await mark.get_by_role("button", name="Check").tap()
            await expect(mark.get_by_role("alert")).to_contain_text(
                "the entropy of seat 1 is not the one that was used"
            )
