"""What a page keeps of what it has drawn is what it would draw anew: a page that keeps nothing shows the same."""

import asyncio

import pytest
import recorded_match as recorded
from browsers import Window, window
from playwright.async_api import Browser, Route
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

GAMES = ("amfibido", "amiibart", "density-deck", recorded.LARGEST)
MOMENTS = 25

NOTHING_KEPT = "export const kept = (draw) => draw; export const deferred = kept;"
"""In the place of the one module that keeps and defers parts."""

DRAWN = f"""
async (click) => {{
  const at = (place) => document.querySelector(`[data-step][data-at="${{CSS.escape(place)}}"]`);
  if (click === null) recorded.tell();
  else at(click).click();
  await ({recorded.PAINTED})();
  await ({recorded.PAINTED})();
  await ({recorded.PAINTED})();
  const page = document.querySelector(".app").cloneNode(true);
  for (const clock of page.querySelectorAll(".clock")) clock.remove();
  const lit = [...document.querySelectorAll("[data-step]")].map((each) => each.dataset.at);
  return [page.outerHTML.replaceAll("><", ">\\n<").split("\\n"), lit];
}}
"""
"""Tell the page one more moment, or click a place; return all that it shows then, and what may be clicked. A click that
leads to an action is answered with the next moment, and what stands beside a table is drawn a frame after it."""


async def opened(shown: Window, game: str) -> None:
    await recorded.opened(shown, game)
    await shown.page.evaluate("recorded.answers = true")


async def plain(route: Route) -> None:
    await route.fulfill(body=NOTHING_KEPT, content_type="text/javascript")


@pytest.mark.parametrize("game", GAMES)
async def test_at_every_moment_and_after_every_click_a_page_shows_what_one_shows_that_keeps_nothing(
    browser: Browser, game: str
) -> None:
    async with live_server() as server, window(browser, server.url) as keeps, window(browser, server.url) as forgets:
        await forgets.page.route("**/ui/redraws.js", plain)
        await opened(keeps, game)
        await opened(forgets, game)
        click: str | None = None
        clicks = 0
        for moment in range(MOMENTS):
            (shown, lit), (anew, _) = await asyncio.gather(
                keeps.page.evaluate(DRAWN, click), forgets.page.evaluate(DRAWN, click)
            )
            assert shown == anew
            click = lit[moment % len(lit)] if lit and moment % 3 else None
            clicks += click is not None
        assert clicks > 0
