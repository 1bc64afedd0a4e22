"""How long the browser client's tables take: `make bench`; one game's, with its name behind the command.

A match of each game is told to the real page, which draws what a moment changes in two frames: the table, and then what
is said of it beside it. What is counted is the processor time of the page's thread, not how long one waits for it on a
busy machine, and it stands here four times over: for one a quarter as fast as this.
"""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import recorded_match as recorded
from browsers import WHOLE, Window, chromium, window
from playwright.async_api import Browser, CDPSession
from servers import live_server

SLOWER = 4
GAMES = ("amfibido", "amiibart", "density-deck", recorded.LARGEST)
MOMENTS, FIRST = 500, 50
"""How many moments are drawn; the first of them, which a browser has not compiled yet, do not count."""
CLICKS = 60

PARTS = {"ScriptDuration": "scripts", "RecalcStyleDuration": "styles", "LayoutDuration": "layout"}
REST = "painting and all else"
"""Of the page's tasks, those that tell it what to draw included."""

GOALS = {"repaint": 16, "click to sent": 50}
"""Milliseconds: of a repaint the 95th percentile, of a click the slowest."""

FRAMES = """
(() => {
  const next = requestAnimationFrame.bind(window);
  const held = new Map();
  let last = 0;
  window.requestAnimationFrame = (draw) => {
    held.set(++last, draw);
    return last;
  };
  window.cancelAnimationFrame = (each) => held.delete(each);
  window.frame = () =>
    new Promise((done) =>
      next((now) => {
        const due = [...held.values()];
        held.clear();
        for (const draw of due) draw(now);
        setTimeout(done);
      }),
    );
})()
"""
"""From here on the page draws a frame only when it is told to, so that what each costs can be read after it."""

Figures = dict[str, float]


class Meter:
    """The processor time of a page, in milliseconds on a slower machine."""

    def __init__(self, session: CDPSession) -> None:
        self._session = session

    @classmethod
    async def on(cls, shown: Window) -> "Meter":
        """Return one for a page."""
        session = await shown.page.context.new_cdp_session(shown.page)
        await session.send("Performance.enable", {"timeDomain": "threadTicks"})
        return cls(session)

    async def read(self) -> Figures:
        """Return what has been spent so far."""
        metrics = (await self._session.send("Performance.getMetrics"))["metrics"]
        read = {each["name"]: each["value"] * 1000 * SLOWER for each in metrics}
        parts = {called: read[name] for name, called in PARTS.items()}
        return {**parts, REST: read["TaskDuration"] - sum(parts.values())}


def spent(before: Figures, after: Figures) -> Figures:
    """Return what was spent between two readings, and on all that the goals are about."""
    parts = {name: after[name] - before[name] for name in after}
    return {**parts, "in all but painting": sum(parts[name] for name in PARTS.values())}


def percentile(figures: Sequence[float], share: float) -> float:
    """Return the figure that this share of them does not exceed."""
    return sorted(figures)[min(len(figures) - 1, int(len(figures) * share))]


async def repaints(shown: Window, meter: Meter, moments: int = MOMENTS) -> dict[str, list[Figures]]:
    """Tell the page moment after moment, and return what each has cost: the table, what is drawn after it, and both."""
    found: dict[str, list[Figures]] = {"the table": [], "the frame after it": [], "both frames": []}
    await shown.page.evaluate(FRAMES)
    before = await meter.read()
    for _ in range(moments):
        await shown.page.evaluate("() => { recorded.tell(); return frame(); }")
        table = await meter.read()
        await shown.page.evaluate("frame()")
        after = await meter.read()
        for name, (one, other) in zip(found, ((before, table), (table, after), (before, after)), strict=True):
            found[name].append(spent(one, other))
        before = after
    return {name: each[FIRST:] for name, each in found.items()}


async def clicks(shown: Window, meter: Meter) -> list[Figures]:
    """Click what is lit until an action is sent, again and again. Return what each such click has cost until the page
    shows that it was sent."""
    found: list[Figures] = []
    while len(found) < CLICKS:
        await recorded.tell(shown, 1)
        for _ in range(4):  # as many steps as a choice may have
            before = await meter.read()
            is_sent = await shown.page.evaluate(recorded.CLICKED)
            after = await meter.read()
            if is_sent is None:
                break
            if is_sent:
                found.append(spent(before, after))
                break
    return found


def report(title: str, found: Sequence[Figures]) -> None:
    """Print the median, the 95th percentile and the most of each part."""
    print(f"\n{title}, {len(found)} times    median      95 %      most   (ms)")
    for name in found[0]:
        figures = [each[name] for each in found]
        print(f"  {name:24}{percentile(figures, 0.5):10.1f}{percentile(figures, 0.95):10.1f}{max(figures):10.1f}")


async def measured(browser: Browser, game: str, *, calm: bool) -> None:
    async with live_server() as server, window(browser, server.url, calm=calm) as shown:
        await recorded.opened(shown, game)
        meter = await Meter.on(shown)
        how = "without motion" if calm else "with cards that fly"
        for name, each in (await repaints(shown, meter)).items():
            report(f"Repaint of {game}, {how}: {name}", each)
        print(f"  goal: {GOALS['repaint']} ms a frame at the 95th percentile")
    if calm and game == recorded.LARGEST:
        async with live_server() as server, window(browser, server.url, calm=calm) as shown:
            await recorded.opened(shown, game)
            meter = await Meter.on(shown)
            report("Click to «sent»", await clicks(shown, meter))
            print(f"  goal: {GOALS['click to sent']} ms")


async def main() -> None:
    """Measure, and print the figures."""
    async with chromium(WHOLE) as browser:
        for game in sys.argv[1:] or GAMES:
            for calm in (True, False):
                await measured(browser, game, calm=calm)


if __name__ == "__main__":
    asyncio.run(main())
