"""How long the browser client's largest table takes: `make bench`.

A recorded match of MYACARDS is told to the real page. What is counted is the processor time of the page's thread, not
how long one waits for it on a busy machine, and it stands here four times over: for one a quarter as fast as this.
"""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import recorded_match as recorded
from browsers import Window, chromium, window
from playwright.async_api import Browser, CDPSession
from servers import live_server

SLOWER = 4
MOMENTS, FIRST = 500, 50
"""How many moments are drawn; the first of them, which a browser has not compiled yet, do not count."""
CLICKS = 60

PARTS = {"ScriptDuration": "scripts", "RecalcStyleDuration": "styles", "LayoutDuration": "layout"}
GOALS = {"repaint": 16, "click to sent": 50}
"""Milliseconds: of a repaint the 95th percentile, of a click the slowest."""

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
        return {PARTS[each["name"]]: each["value"] * 1000 * SLOWER for each in metrics if each["name"] in PARTS}


def spent(before: Figures, after: Figures) -> Figures:
    """Return what was spent between two readings, and in all."""
    parts = {name: after[name] - before[name] for name in after}
    return {**parts, "in all": sum(parts.values())}


def percentile(figures: Sequence[float], share: float) -> float:
    """Return the figure that this share of them does not exceed."""
    return sorted(figures)[min(len(figures) - 1, int(len(figures) * share))]


async def repaints(shown: Window, meter: Meter) -> list[Figures]:
    """Tell the page moment after moment, and return what each has cost."""
    found = []
    for _ in range(MOMENTS):
        before = await meter.read()
        await recorded.tell(shown, 1)
        found.append(spent(before, await meter.read()))
    return found[FIRST:]


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


async def measured(browser: Browser, *, calm: bool) -> None:
    async with live_server() as server, window(browser, server.url, calm=calm) as shown:
        await recorded.opened(shown)
        meter = await Meter.on(shown)
        how = "without motion" if calm else "with cards that fly"
        painted = await repaints(shown, meter)
        report(f"Repaint of MYACARDS' table, {how}", painted)
        print(f"  goal: {GOALS['repaint']} ms at the 95th percentile")
        if calm:
            report("Click to «sent»", await clicks(shown, meter))
            print(f"  goal: {GOALS['click to sent']} ms")


async def main() -> None:
    """Measure, and print the figures."""
    async with chromium() as browser:
        await measured(browser, calm=True)
        await measured(browser, calm=False)


if __name__ == "__main__":
    asyncio.run(main())
