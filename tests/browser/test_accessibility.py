"""Every screen is for everybody: nothing serious that `axe` finds, nothing to scroll sideways, nothing too small."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from browsers import LAPTOP, PHONE, Window, window
from playwright.async_api import Browser, ViewportSize
from servers import Line, LiveServer, live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

AXE = Path(__file__).parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"
WIDTHS = (320, 360, 768, 1280)
LEAST = 42
"""How many pixels high and wide at least what is lit is."""

LIT = "[data-lit], .prompt-buttons button"
ANYTHING = "[data-lit], button, .button, select"

# a card's emblem and number are drawn as text, and its name is the sentence of what a click does
LOOKED_AT = """async () => {
  const rules = {"label-content-name-mismatch": {enabled: false}};
  const found = await axe.run(document, {resultTypes: ["violations"], preload: false, rules});
  return found.violations
    .filter(({impact}) => impact === "serious" || impact === "critical")
    .map(({id, nodes}) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`);
}"""

TOO_SMALL = """([chosen, least]) => [...document.querySelectorAll(chosen)]
  .filter((each) => each.checkVisibility())
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([, {width, height}]) => width > 0 && (height < least - 0.5 || width < least - 0.5))
  .map(([each, {width, height}]) => `${each.outerHTML.slice(0, 120)} ${Math.round(width)}x${Math.round(height)}`)"""

TOO_WIDE = """() => document.documentElement.scrollWidth - document.documentElement.clientWidth"""


@dataclass
class Ship:
    """A server with something on every screen."""

    server: LiveServer
    screens: Sequence[tuple[str, str]]
    """The path of each screen, and what is there once it is drawn."""


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
                ("/cards/amiibart", ".cards-card"),
                ("/decks/amiibart", ".decks-card"),
                ("/ladder/density-deck", "main h1"),
                (f"/u/{me}", "main section h2"),
                (f"/u/{me}/against/{other}", "main h1"),
                ("/games/density-deck", ".rules h2"),
                ("/account", "[data-part=sign-in]"),
                ("/settings", ".settings"),
                ("/moderation", "main h1"),
                ("/about", ".licence"),
                ("/nowhere", "main h1"),
            ],
        )
        staying.cancel()


async def complaints_of(opened: Window, name: str, widths: Sequence[int], pressed: str) -> list[str]:
    """Return what is wrong with the screen that is open."""
    page = opened.page
    found: list[Any] = [f"{name}: {each}" for each in await page.evaluate(LOOKED_AT)]
    found += [f"{name}: too small: {each}" for each in await page.evaluate(TOO_SMALL, [pressed, LEAST])]
    before = page.viewport_size
    assert before is not None
    for width in widths:
        await page.set_viewport_size({"width": width, "height": before["height"]})
        if over := await page.evaluate(TOO_WIDE):
            found.append(f"{name}: {over} pixels too wide at {width}")
    await page.set_viewport_size(before)
    return found


async def complaints_in_both_schemes(opened: Window, name: str, pressed: str, light: ViewportSize) -> list[str]:
    """Return what is wrong with the screen that is open, as it is and then with light colours at this size."""
    page, before = opened.page, opened.page.viewport_size
    assert before is not None
    found = await complaints_of(opened, f"{name}, dark", WIDTHS, pressed)
    await page.set_viewport_size(light)
    await page.emulate_media(color_scheme="light")
    await page.evaluate("() => new Promise(requestAnimationFrame)")
    found += await complaints_of(opened, f"{name}, light", (), pressed)
    await page.emulate_media(color_scheme="dark")
    await page.set_viewport_size(before)
    return found


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "desktop"])
async def test_every_screen_is_for_everybody(browser: Browser, ship: Ship, size: ViewportSize) -> None:
    found: list[str] = []
    async with window(browser, ship.server.url, size=size, bypass_policy=True) as opened:
        await opened.page.add_init_script(path=AXE)
        for path, drawn in ship.screens:
            await opened.open(path)
            await opened.see(drawn)
            found += await complaints_in_both_schemes(opened, path, ANYTHING, size)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", ["amfibido", "amiibart", "density-deck", "myacards"])
async def test_every_table_is_for_everybody(browser: Browser, ship: Ship, game: str) -> None:
    async with window(browser, ship.server.url, size=PHONE, bypass_policy=True) as opened:
        await opened.page.add_init_script(path=AXE)
        await opened.open()
        offer = opened.page.locator(f".offer:has(a[href='/games/{game}'])")
        await offer.get_by_role("button", name="Against a bot").click()
        await opened.see("[data-lit], .prompt-buttons [data-button]")
        found = await complaints_in_both_schemes(opened, game, LIT, LAPTOP)
    assert not found, "\n".join(found)
