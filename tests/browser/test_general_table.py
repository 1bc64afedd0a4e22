"""The general table: a game for which the page has no module is played by its schema and phrases alone."""

import random
from pathlib import Path

import pytest
from browsers import Window, window
from hands import WAYS, Mouse, play_out, press_any, see_who_won, sit_down, standing
from playwright.async_api import Browser, Route, expect
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.usefixtures("nim")
@pytest.mark.parametrize("how", ["touch", "keyboard"])
async def test_a_game_of_another_package_is_played_to_its_end(browser: Browser, how: str) -> None:
    kind, size = WAYS[how]
    async with (
        live_server(luck=2) as server,
        window(browser, server.url, size=size, touch=how == "touch", luck=2) as guest,
    ):
        hand = kind(guest)
        await sit_down(guest, hand, "nim", bot="random")
        await expect(guest.page.locator(".bar h1")).to_have_text("Nim")
        await play_out(guest, hand, random.Random(2))
        await see_who_won(guest, server)


OWN = Path(__file__).parents[2] / "client" / "web" / "src" / "games" / "density-deck" / "index.js"
WHOLE = ("Board", "Own", "ways")


def broken(part: str) -> str:
    """Return the table of Density Deck with a part that throws."""
    if part == "its cards":  # which are drawn within what the table gives
        return """import { h } from "../../../vendor/preact.js";
            import * as own from "./index.js?own";
            export const { Own, ways } = own;
            const Card = () => { throw new Error("the sea is rough"); };
            export const Board = () => h("div", null, [h(Card, { key: 1 }), h(Card, { key: 2 })]);"""
    unchanged = ", ".join(name for name in WHOLE if name != part)
    return f"""import * as own from "./index.js?own";
        export const {{ {unchanged} }} = own;
        export function {part}() {{ throw new Error("the sea is rough"); }}"""


async def put_in_its_place(guest: Window, module: str) -> None:
    """Have another module come for the table of Density Deck."""

    async def answer(route: Route) -> None:
        body = OWN.read_text("utf-8") if route.request.url.endswith("?own") else module
        await route.fulfill(body=body, content_type="text/javascript")

    await guest.page.route("**/games/density-deck/index.js*", answer)


@pytest.mark.parametrize("part", ["Board", "its cards", "ways", "things", "drawn", "the whole file"])
async def test_a_table_that_fails_is_drawn_plainly_says_so_and_is_played_on(browser: Browser, part: str) -> None:
    async with (
        live_server(luck=3) as server,
        window(browser, server.url, luck=3, allow="the sea is rough|SyntaxError|Unexpected") as guest,
    ):
        await put_in_its_place(guest, broken(part))
        hand = Mouse(guest)
        await sit_down(guest, hand, "density-deck", options={"lives": 1})
        await expect(guest.page.locator(".bar-title")).to_contain_text("Simple view")
        await expect(guest.page.locator(".dd-hand")).to_have_count(0)
        await play_out(guest, hand, random.Random(3))
        await see_who_won(guest, server)


async def test_anything_that_would_follow_from_a_choice_stands_beside_it(browser: Browser) -> None:
    async with live_server(luck=3) as server, window(browser, server.url, luck=3, allow="the sea is rough") as guest:
        await put_in_its_place(guest, broken("Board"))
        hand = Mouse(guest)
        chance = random.Random(3)
        await sit_down(guest, hand, "density-deck")
        told = guest.page.locator("[data-button]", has_text="you would score")
        while await told.count() == 0:
            stands = await standing(guest)
            assert not stands.over
            await press_any(guest, hand, chance, stands)
        await guest.page.get_by_role("button", name="All choices").click()
        await expect(guest.page.locator("dialog.choices", has_text="you would score")).to_be_visible()
