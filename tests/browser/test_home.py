"""The first page of a player who has been here: results, and matches to watch."""

import re

import pytest
from browser.accounts import sign_in
from browser.test_tables import resign
from browsers import LAPTOP, PHONE, window
from lobby.people import follow
from playwright.async_api import Browser, ViewportSize, expect
from servers import PASSWORD, live_server

MOVED = """globalThis.moved = [];
new PerformanceObserver((list) => {
  for (const { node } of list.getEntries().flatMap(({ sources }) => sources)) {
    const parts = node instanceof Element ? [node, ...node.querySelectorAll("a, button, input")] : [];
    const part = parts.find((each) => each.matches("main :is(a, button, input)"));
    if (part) moved.push(part.textContent || part.outerHTML);
  }
}).observe({ type: "layout-shift", buffered: true });"""
"""Notes what can be clicked, or has something that can, and has moved without a click."""

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_home_has_the_last_result_with_its_replay_and_a_match_of_others_to_watch(browser: Browser) -> None:
    async with (
        live_server(luck=4, bot_delay=60_000) as server,
        server.player("Bo") as bo,
        window(browser, server.url, size=PHONE) as ada,
    ):
        opened = await bo.ask({"type": "open_table", "game": "myacards"})
        await bo.ask({"type": "add_bot", "table": opened["table"]["id"]})
        await bo.ask({"type": "ready", "table": opened["table"]["id"]})
        await ada.open()
        await expect(ada.page.locator(".home-known")).to_have_count(0)
        await ada.page.locator(".offer[data-game=amfibido]").get_by_role("button", name="Against a bot").click()
        await ada.see(".frame")
        await resign(ada)
        await ada.see(".frame[data-over]")
        match = ada.page.url
        await ada.open()
        again = ada.page.locator(".home-again")
        await expect(again).to_contain_text("lost")
        await expect(ada.page.locator("main .main")).to_have_text(["Play again"])
        result = ada.page.locator(".result")
        await expect(result).to_contain_text("lost")
        await expect(result).to_have_attribute("href", f"/m/{match.rsplit('/', 1)[1]}?at=0&as=0")
        running = ada.page.get_by_role("region", name="Being played now")
        await running.get_by_role("link", name="Watch: MYACARDS").click()
        await expect(ada.page.get_by_text("You are watching")).to_be_visible()


async def test_home_names_the_followed_players_who_let_it_be_seen_that_they_are_here(browser: Browser) -> None:
    async with (
        live_server(luck=4, bot_delay=60_000) as server,
        server.person("Ada") as ada,
        server.person("Bo") as bo,
        server.person("Cy") as cy,
        window(browser, server.url) as shown,
    ):
        for line, by in ((bo, "everybody"), (cy, "nobody")):
            await line.ask({"type": "set_seen_by", "by": by})
            await follow(ada, line)
        opened = await bo.ask({"type": "open_table", "game": "myacards"})
        await bo.ask({"type": "add_bot", "table": opened["table"]["id"]})
        await bo.ask({"type": "ready", "table": opened["table"]["id"]})
        await sign_in(shown, "Ada", PASSWORD)
        await shown.see(".who-name")
        await shown.open()
        here = shown.page.get_by_role("region", name="Who is here")
        await expect(here.get_by_role("link", name="plays MYACARDS")).to_be_visible()
        await expect(here).to_contain_text("Bo")
        await expect(here).not_to_contain_text("Cy")


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
async def test_a_match_that_waits_comes_first_and_nothing_moves_while_home_loads(
    browser: Browser, size: ViewportSize
) -> None:
    async with (
        live_server(luck=4, bot_delay=60_000) as server,
        server.person("Ada") as ada,
        server.person("Bo") as bo,
        window(browser, server.url, size=size) as shown,
    ):
        players = [(await line.ask({"type": "get_account"}))["player"] for line in (ada, bo)]
        await follow(ada, bo)
        await server.begin("of-before", players)
        await ada.ask({"type": "resign", "match": "of-before"})
        table = (await bo.ask({"type": "open_table", "game": "myacards"}))["table"]["id"]
        await ada.ask({"type": "sit", "table": table})
        for line in (ada, bo):
            await line.ask({"type": "ready", "table": table})
        await bo.ask({"type": "create_tournament", "name": "Friday", "game": "amfibido", "rounds": 3})
        await sign_in(shown, "Ada", PASSWORD)
        await shown.see(".who-name")
        await shown.page.add_init_script(MOVED)
        await shown.open()
        await shown.see(".home-known .result")
        await expect(shown.page.locator("main :is(a, button)").first).to_have_attribute("href", re.compile("^/m/"))
        await expect(shown.page.locator("main .main")).to_have_count(0)
        next_ones = shown.page.get_by_role("region", name="Tournaments")
        await expect(next_ones.get_by_role("link", name="Friday")).to_contain_text("open for entries")
        assert await shown.page.evaluate("moved") == []
