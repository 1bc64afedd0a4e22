"""What has happened moves over the table: at most 400 milliseconds long, and never in the way of a click."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
import recorded_match as recorded
from browsers import Window, window
from playwright.async_api import Browser
from servers import LiveServer, live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

LONGEST = 400
MOMENTS = {"amfibido": 110, "amiibart": 60, "density-deck": 90, "myacards": 60}
KINDS = {
    "amfibido": {"ghost", "impact", "float-more", "banner"},
    "amiibart": {"ghost", "impact", "float-less", "float-more", "banner"},
    "density-deck": {"ghost", "float-less", "banner"},
    "myacards": {"ghost", "impact", "float-less", "banner"},
}
"""What moves in the course of each game's match: cards, blows, numbers, and whose turn it is."""

MOVED = f"""async (moments) => {{
  const kinds = new Set(), covered = [];
  let longest = 0, below = 0;
  for (let moment = 0; moment < moments; moment += 1) {{
    recorded.tell();
    await ({recorded.PAINTED})();
    await ({recorded.PAINTED})();
    document.querySelector(".moment")?.click();
    for (const {{ effect, timeline }} of document.getAnimations()) {{
      if (timeline !== document.timeline || effect.target?.closest(".sky") == null) continue;
      for (const kind of effect.target.classList) kinds.add(kind);
      longest = Math.max(longest, effect.getComputedTiming().endTime);
    }}
    const above = document.querySelectorAll(".sky *").length;
    for (const lit of above === 0 ? [] : document.querySelectorAll("[data-lit]")) {{
      const {{ x, y, width, height }} = lit.getBoundingClientRect();
      const hit = document.elementFromPoint(x + width / 2, y + height / 2);
      below += 1;
      if (hit?.closest(".sky") != null) covered.push(lit.dataset.at);
    }}
  }}
  return {{ kinds: [...kinds], longest, below, covered, waiting: document.querySelectorAll(".sky [data-at]").length }};
}}"""
"""Go on in a recorded match; what moved, how long it took, and which lit places it covered."""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server() -> AsyncIterator[LiveServer]:
    async with live_server() as started:
        yield started


@pytest.mark.parametrize("game", KINDS)
async def test_what_happens_moves_for_a_moment_and_covers_nothing_that_can_be_clicked(
    browser: Browser, server: LiveServer, game: str
) -> None:
    async with window(browser, server.url, calm=False, moments=True) as shown:
        await recorded.opened(shown, game)
        found = await shown.page.evaluate(MOVED, MOMENTS[game])
        assert KINDS[game] <= set(found["kinds"])
        assert 0 < found["longest"] <= LONGEST
        assert found["below"] > 0, "nothing was lit while something moved"
        assert found["covered"] == []
        assert found["waiting"] == 0, "a ghost is a place"


async def test_nothing_moves_for_whoever_wants_it_still(browser: Browser, server: LiveServer) -> None:
    async with window(browser, server.url, moments=True) as shown:
        await recorded.opened(shown, "amiibart")
        found = await shown.page.evaluate(MOVED, MOMENTS["amiibart"])
        assert found["kinds"] == []
        assert not any("sky" in name for name in await loaded(shown))


async def loaded(shown: Window) -> list[str]:
    """Return what the page has fetched."""
    names: list[str] = await shown.page.evaluate("performance.getEntriesByType('resource').map(({name}) => name)")
    return names
