"""Where the system sets all colours, as Windows does for a high contrast: rims, signs and patterns say what grounds and
shadows say elsewhere."""

import contextlib
import random

import pytest
from browsers import LAPTOP, PHONE, Window, window
from playwright.async_api import Browser, ViewportSize, expect
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

SHEET = "link[href$='/styles/contrast.css']"

COLOURS = """() => {
  const probe = document.body.appendChild(document.createElement("i"));
  const found = {};
  for (const name of ["Canvas", "CanvasText", "Highlight", "HighlightText"]) {
    probe.style.color = name;
    found[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return found;
}"""
"""What the system calls its colours."""

STYLES = """([chosen, name, pseudo]) => [...document.querySelectorAll(chosen)]
  .map((each) => getComputedStyle(each, pseudo)[name])"""

SIGNS: dict[str, list[tuple[str, str, str, str | None]]] = {
    "density-deck": [
        (".dd-back", "backgroundImage", "repeating-linear-gradient", None),
        (".dd-tiny", "backgroundImage", "repeating-linear-gradient", None),
    ],
    "amfibido": [
        (".af-person:not(.af-turn)", "borderLeftColor", "Canvas", None),
        (".af-person.af-turn", "borderLeftColor", "CanvasText", None),
        (".af-active", "borderTopWidth", "3px", None),
    ],
    "amiibart": [
        (".am-turn .am-who", "borderTopWidth", "4px", None),
        (".am-token:not(.am-dead) .am-emblem", "fill", "none", None),
        (".am-card [data-lit] .am-emblem, .am-card .am-emblem", "color", "CanvasText", None),
    ],
    "myacards": [
        (".my-turn .my-who", "content", "▸", "::before"),
        (".my-emblem", "fill", "CanvasText", None),
        (".my-theirs", "borderTopStyle", "double", None),
        (".my-border", "borderTopWidth", "3px", None),
    ],
}
"""What tells apart what colours tell apart elsewhere: which elements, what of their style, and what it has in it."""

TITLES = {"density-deck": "Density Deck", "amfibido": "Amfibido", "amiibart": "Amiibart", "myacards": "MYACARDS"}


async def styles(shown: Window, chosen: str, name: str, pseudo: str | None = None) -> list[str]:
    found: list[str] = await shown.page.evaluate(STYLES, [chosen, name, pseudo])
    return found


async def play_until_picked(shown: Window, chance: random.Random) -> None:
    """Play until a thing on the table has been picked and others are lit for it."""
    while await shown.page.locator("[data-picked]").count() == 0 or await shown.page.locator("[data-lit]").count() == 0:
        assert not await shown.is_over()
        lit = await shown.page.locator("[data-lit]").all()
        if not lit:
            await shown.take_any(chance)
            continue
        with contextlib.suppress(Exception):  # a thing, and no button: who passes picks nothing until the match is over
            await chance.choice(lit).click(timeout=2000)
        await shown.drawn()


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("game", SIGNS)
async def test_a_table_is_read_and_played_in_the_colours_of_the_system(
    browser: Browser, game: str, size: ViewportSize
) -> None:
    chance = random.Random(6)
    async with (
        live_server(luck=4) as server,
        window(browser, server.url, size=size, dark=size is LAPTOP, contrast=True, luck=4) as shown,
    ):
        page = shown.page
        await shown.open()
        await page.locator(".offer", has_text=TITLES[game]).get_by_role("button", name="bot").first.click()
        await shown.see(f".frame[data-game={game}]")
        while await page.locator("[data-lit]").count() == 0:
            await shown.take_any(chance)
        await expect(page.locator(SHEET)).to_have_count(1)
        colours = await page.evaluate(COLOURS)
        assert colours["Highlight"] != colours["CanvasText"]
        assert all(colours["Highlight"] in each for each in await styles(shown, "[data-lit]", "boxShadow"))
        assert set(await styles(shown, "[data-at]:not([data-lit], [data-picked])", "boxShadow")) <= {"none"}
        assert await styles(shown, ".clock-mine", "backgroundColor") == [colours["Highlight"]]
        assert await styles(shown, ".clock-mine", "color") == [colours["HighlightText"]]
        await page.keyboard.press("ArrowDown")
        assert await styles(shown, ":focus-visible", "outlineStyle") == ["dashed"]
        assert await styles(shown, ":focus-visible", "outlineColor") == [colours["CanvasText"]]
        if game != "density-deck":  # there one click is a whole choice
            await play_until_picked(shown, chance)
            picked = await styles(shown, "[data-picked]", "boxShadow")
            assert all(colours["CanvasText"] in each and "6px" in each for each in picked), picked
            assert all("3px" in each for each in await styles(shown, "[data-lit]:not([data-asked])", "boxShadow"))
        for chosen, name, wanted, pseudo in SIGNS[game]:
            while not (found := await styles(shown, chosen, name, pseudo)):
                assert not await shown.is_over(), f"there is no {chosen}"
                await shown.take_any(chance)
            assert all(colours.get(wanted, wanted) in each for each in found), (chosen, found)


async def test_forms_say_what_is_chosen_in_the_colours_of_the_system(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url, size=PHONE, contrast=True) as shown:
        page = shown.page
        await shown.open("/settings")
        await shown.see(".setting-choice")
        await expect(page.locator(SHEET)).to_have_count(1)
        colours = await page.evaluate(COLOURS)
        chosen = await styles(shown, ".setting-choice:has(:checked)", "backgroundColor")
        assert set(chosen) == {colours["Highlight"]}
        assert colours["Highlight"] not in await styles(shown, ".setting-choice:not(:has(:checked))", "backgroundColor")
        await shown.open("/lobby?open=density-deck")
        opens = page.get_by_role("button", name="Open the table")
        await expect(opens).to_have_css("background-color", colours["Highlight"])
        await expect(opens).to_have_css("color", colours["HighlightText"])
        assert set(await styles(shown, ".switch input:checked", "backgroundColor")) <= {colours["Highlight"]}
        assert set(await styles(shown, ".switch input:not(:checked)", "backgroundColor")) == {colours["Canvas"]}
        assert set(await styles(shown, ".switch input:not(:checked)", "backgroundColor", "::before")) == {
            colours["CanvasText"]
        }


async def test_a_player_who_has_colours_of_the_page_fetches_none_of_it_until_the_system_sets_them(
    browser: Browser,
) -> None:
    async with live_server() as server, window(browser, server.url) as shown:
        await shown.open()
        await shown.see(".offer")
        await expect(shown.page.locator(SHEET)).to_have_count(0)
        await shown.page.emulate_media(forced_colors="active")
        await expect(shown.page.locator(SHEET)).to_have_count(1)
