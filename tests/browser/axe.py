"""What is wrong with a screen for whoever cannot see it, cannot hit what is small, or has enlarged it."""

from pathlib import Path
from typing import Any

from browsers import LAPTOP, PHONE, Window

AXE = Path(__file__).parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"
WIDTHS = (320, 360, 768, 1280)
LEAST = 42
"""How many pixels high and wide at least what is lit is."""

LIT = "[data-lit], .prompt-buttons button"
ANYTHING = "[data-lit], button, .button, select"

LIKE = ", ".join(
    [
        ".decks-card",
        ".cards-card:not(.decks-card *)",
        ".collection-card",
        ".trade-choices > li",
        ".odds-counts > li",
        ".markdown > *",
    ]
)
"""Of these there are a hundred on a screen, one drawn like the other."""

# A card's emblem and number are drawn as text, and its name is the sentence of what a click does. Rules of which
# nothing serious can come are not tried; axe has no public name for how serious a rule is. Of what there is a hundred
# times, one of each way to be drawn is looked at: whatever has an element of which none before it had the like (its
# classes, states and attributes, and those of all above it). The others are off the page meanwhile, for those that are
# hidden or left out take as long.
LOOKED_AT = """async ([only, like]) => {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const mild = axe._audit.rules.filter(({impact}) => impact === "minor" || impact === "moderate").map(({id}) => id);
  const off = ["label-content-name-mismatch", ...mild].map((id) => [id, {enabled: false}]);
  const rules = only === null ? {rules: Object.fromEntries(off)} : {runOnly: only};
  const states = ({name, value}) => name + (/^aria-(?!label|described|controls)|^type$/.test(name) ? value : "");
  const ways = (each, above) => {
    const classes = each.className.baseVal ?? each.className;
    const own = [above, ">", each.localName, classes, ...[...each.attributes].map(states)].join(" ");
    return [own, ...(each.localName === "svg" ? [] : [...each.children]).flatMap((below) => ways(below, own))];
  };
  const seen = new Set();
  const others = [...document.querySelectorAll(like)].filter((each) => {
    const fresh = ways(each, "").filter((way) => !seen.has(way));
    fresh.forEach((way) => seen.add(way));
    return fresh.length === 0;
  });
  const places = others.map((each) => [each, document.createComment("")]);
  places.forEach(([each, place]) => each.replaceWith(place));
  try {
    const found = await axe.run(document, {resultTypes: ["violations"], preload: false, ...rules});
    return found.violations
      .filter(({impact}) => impact === "serious" || impact === "critical")
      .map(({id, nodes}) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`);
  } finally {
    places.forEach(([each, place]) => place.replaceWith(each));
  }
}"""

TOO_SMALL = """([chosen, least]) => [...document.querySelectorAll(chosen)]
  .filter((each) => each.checkVisibility())
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([, {width, height}]) => width > 0 && (height < least - 0.5 || width < least - 0.5))
  .map(([each, {width, height}]) => `${each.outerHTML.slice(0, 120)} ${Math.round(width)}x${Math.round(height)}`)"""

TOO_WIDE = """() => document.documentElement.scrollWidth - document.documentElement.clientWidth"""


async def complaints_of(opened: Window, name: str, pressed: str) -> list[str]:
    """Return what is wrong with the screen that is open: on a phone and on a desktop, in the dark and in the light."""
    page, before = opened.page, opened.page.viewport_size
    found: list[str] = []
    for size in (LAPTOP, PHONE) if before == LAPTOP else (PHONE, LAPTOP):
        await opened.resize(size)
        found += await _complaints_at(opened, f"{name} at {size['width']} pixels", pressed)
    for width in WIDTHS:
        await opened.resize({"width": width, "height": PHONE["height"]})
        if over := await page.evaluate(TOO_WIDE):
            found.append(f"{name}: {over} pixels too wide at {width}")
    if before is not None:
        await opened.resize(before)
    return found


async def _complaints_at(opened: Window, name: str, pressed: str) -> list[str]:
    """Return what is wrong with the screen at the size that it has, in both themes."""
    page = opened.page
    found: list[Any] = [f"{name}: {each}" for each in await page.evaluate(LOOKED_AT, [None, LIKE])]
    found += [f"{name}: too small: {each}" for each in await page.evaluate(TOO_SMALL, [pressed, LEAST])]
    is_dark = await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    await page.emulate_media(color_scheme="light" if is_dark else "dark")
    others = await page.evaluate(LOOKED_AT, [["color-contrast"], LIKE])  # a theme has colours of its own, and no more
    found += [f"{name}, in the other theme: {each}" for each in others]
    await page.emulate_media(color_scheme="dark" if is_dark else "light")
    return found
