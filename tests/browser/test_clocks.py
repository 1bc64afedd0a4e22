"""Whoever does nothing while the clock runs is played for, and plays on who comes back."""

import asyncio
import contextlib
import re

import pytest
from browsers import window
from playwright.async_api import Browser, expect
from quarterdeck_games.density_deck.rules import DensityDeck
from quarterdeck_protocol.names import Milliseconds
from servers import Line, live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

TABLE = {
    "type": "open_table",
    "game": "density-deck",
    "seats": 2,
    "access": "unlisted",
    "time_limit": 4000,
    "options": {"lives": 100},
}


class WithoutBank(DensityDeck):
    """Density Deck in which nobody has any time but a decision's own."""

    time_bank = Milliseconds(0)


async def take_the_first(line: Line, match: str) -> None:
    """Play a match, by taking the first of the choices each time."""
    heard = await line.ask({"type": "watch_match", "match": match})
    while True:
        if heard["type"] == "update" and heard["choices"]:
            act = {"type": "act", "match": match, "version": heard["version"], "action": heard["choices"][0]}
            heard = await line.ask(act)
        else:
            heard = await line.until(lambda each: each["type"] == "update")


async def test_whose_clock_runs_out_is_played_for_and_plays_on_after_coming_back(browser: Browser) -> None:
    async with (
        live_server(luck=3, games={"density-deck": WithoutBank()}) as server,
        server.person("Bo") as bo,
        window(browser, server.url, luck=3) as ada,
    ):
        opened = await bo.ask(dict(TABLE))
        assert opened["type"] == "table_changed", opened
        table = opened["table"]
        await ada.open(f"/join/{table['code']}")
        await ada.page.get_by_role("button", name="Ready", exact=True).click()
        seated = await bo.until(lambda each: each["type"] == "table_changed" and each["table"]["places"][1]["ready"])
        name = seated["table"]["places"][1]["player"]["name"]
        begun = await bo.ask({"type": "ready", "table": table["id"]})
        playing = asyncio.create_task(take_the_first(bo, begun["table"]["match"]))
        try:
            await ada.see(".frame .clock-mine, .frame .clock-short")
            done = ada.page.locator(".log li").filter(
                has_text=re.compile(f"^{name} (draws|passes|is content|backs|calls)")
            )
            await expect(done.first).to_be_attached()  # without a click of hers
            await ada.open("/")
            await ada.page.locator(".own-seat", has_text="Density Deck").click()
            await ada.see("[data-lit], .prompt-buttons [data-button]")
            await ada.page.get_by_role("button", name="Resign").click()
            await ada.page.locator("[data-do=resign]").click()
            await ada.see(".frame[data-over]")
        finally:
            playing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await playing


NOTE_CLOCK = """() => {
  const clock = document.querySelector("[role=timer]");
  const status = clock.parentElement.querySelector("[role=status]");
  window.told = [];
  new MutationObserver(() => {
    const now = [status.textContent, clock.className];
    if (now[0] !== "" && String(now) !== String(window.told.at(-1))) window.told.push(now);
  }).observe(clock.parentElement, { subtree: true, childList: true, characterData: true, attributes: true });
}"""
"""Notes what the clock tells and how it looks, each time either changes while one is asked."""


async def test_a_turn_of_minutes_is_never_told_as_the_seconds_of_the_turn_before(browser: Browser) -> None:
    async with live_server(luck=3) as server, window(browser, server.url, luck=3) as ada:
        await ada.open()
        await ada.page.locator(".offer[data-game=density-deck]").get_by_role("button", name="Against a bot").click()
        await ada.see(".clock")
        await ada.page.evaluate(NOTE_CLOCK)
        for _ in range(3):
            before = await ada.version()
            await ada.page.get_by_role("button", name="Pass").click()
            await ada.page.wait_for_function(
                "version => Number(document.querySelector('.frame').dataset.version) > version", arg=before
            )
            await ada.see(".clock-mine")
        told = await ada.page.evaluate("window.told")
        assert told
        assert {look for _, look in told} == {"clock clock-mine"}
        assert all(re.fullmatch(r"Your move, 5 min( \d+ s)?", said) for said, _ in told), told
