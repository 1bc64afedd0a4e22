"""What is wrong with a screen for whoever cannot see it, cannot hit what is small, or has enlarged it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from browsers import LAPTOP, Window

AXE = Path(__file__).parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"
WIDTHS = (320, 360, 768, 1280)
LEAST = 42
"""How many pixels high and wide at least what is lit is."""

LIT = "[data-lit], .prompt-buttons button"
ANYTHING = "[data-lit], button, .button, select"

# A card's emblem and number are drawn as text, and its name is the sentence of what a click does. Rules of which
# nothing serious can come are not tried; axe has no public name for how serious a rule is.
LOOKED_AT = """async ([only, like]) => {
  const mild = axe._audit.rules.filter(({impact}) => impact === "minor" || impact === "moderate").map(({id}) => id);
  const off = ["label-content-name-mismatch", ...mild].map((id) => [id, {enabled: false}]);
  const rules = only === null ? {rules: Object.fromEntries(off)} : {runOnly: only};
  const others = like === "" ? [] : [...document.querySelectorAll(like)].filter((_, place) => place % 5 !== 0);
  const where = others.length === 0 ? document : {include: [document], exclude: others};
  const found = await axe.run(where, {resultTypes: ["violations"], preload: false, ...rules});
  return found.violations
    .filter(({impact}) => impact === "serious" || impact === "critical")
    .map(({id, nodes}) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`);
}"""

LIKE = ".decks-card, .cards-card:not(.decks-card *)"
"""Of these there are a hundred on a screen, one drawn like the other: a phone's are all looked at, and of a desktop's
every fifth."""

TOO_SMALL = """([chosen, least]) => [...document.querySelectorAll(chosen)]
  .filter((each) => each.checkVisibility())
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([, {width, height}]) => width > 0 && (height < least - 0.5 || width < least - 0.5))
  .map(([each, {width, height}]) => `${each.outerHTML.slice(0, 120)} ${Math.round(width)}x${Math.round(height)}`)"""

TOO_WIDE = """() => document.documentElement.scrollWidth - document.documentElement.clientWidth"""


async def complaints_of(opened: Window, name: str, widths: Sequence[int], pressed: str) -> list[str]:
    """Return what is wrong with the screen that is open."""
    page = opened.page
    found: list[Any] = [f"{name}: {each}" for each in await page.evaluate(LOOKED_AT, [None, _like(opened)])]
    found += [f"{name}: too small: {each}" for each in await page.evaluate(TOO_SMALL, [pressed, LEAST])]
    before = page.viewport_size
    assert before is not None
    for width in widths:
        await page.set_viewport_size({"width": width, "height": before["height"]})
        if over := await page.evaluate(TOO_WIDE):
            found.append(f"{name}: {over} pixels too wide at {width}")
    await page.set_viewport_size(before)
    return found


async def complaints_in_both_themes(opened: Window, name: str, widths: Sequence[int], pressed: str) -> list[str]:
    """Return what is wrong with the screen that is open, in the dark and in the light."""
    found = await complaints_of(opened, name, widths, pressed)
    is_dark = await opened.page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    await opened.page.emulate_media(color_scheme="light" if is_dark else "dark")
    others = await opened.page.evaluate(
        LOOKED_AT, [["color-contrast"], _like(opened)]
    )  # a theme has colours of its own, and no more
    found += [f"{name}, in the other theme: {each}" for each in others]
    await opened.page.emulate_media(color_scheme="dark" if is_dark else "light")
    return found


def _like(opened: Window) -> str:
    size = opened.page.viewport_size
    return LIKE if size is not None and size["width"] >= LAPTOP["width"] else ""
