"""The rules on a game's page: an example with printed cards for each section."""

import re

import pytest
from browsers import window
from playwright.async_api import Browser, expect
from prose import ROOT
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

GAMES = {"amfibido": "amfibido", "amiibart": "amiibart", "density-deck": "density_deck", "myacards": "myacards"}


async def test_each_section_of_each_game_has_an_example_with_cards(browser: Browser) -> None:
    async with live_server(luck=4) as server, window(browser, server.url) as shown:
        for game, folder in GAMES.items():
            rules = (ROOT / "server/quarterdeck_games" / folder / "RULES.md").read_text()
            sections = 1 + len(re.findall(r"^## \d+\.", rules, re.MULTILINE))
            await shown.open(f"/games/{game}")
            # Three stand at *How to play*. All its topics are closed, so that it is read in a minute.
            await expect(shown.page.locator(".rule-examples figcaption")).to_have_count(3)
            await expect(shown.page.locator(".rules details .rule-example figcaption")).to_have_count(sections - 1)
            assert await shown.page.locator(".topic:not([open]) > summary > h3").count() > 4
            text = await shown.page.locator(".rules").text_content() or ""
            assert not re.search(r"<a id|\bS\d:\d|\b[A-Z]{2}-\d", text), game
            assert await shown.page.locator(".rule-example:not(:has(li))").count() == 0
