"""Drag and drop with a mouse or a finger: a press on a lit thing, a way to one of its targets, and a release."""

import random
from dataclasses import dataclass, field

from browsers import Window, closed
from playwright.async_api import CDPSession, expect

PAINTED = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"

SOURCES = """() => [...document.querySelectorAll(".frame [data-lit]")].map((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  const [left, right] = [Math.max(0, x), Math.min(innerWidth, x + width)];
  const point = [(left + right) / 2, y + Math.min(height, innerHeight - y) / 2];
  const hit = document.elementFromPoint(...point);
  return right - left > 8 && each.contains(hit) ? { at: each.dataset.at, point } : null;
}).filter((each) => each !== null)"""
"""The lit places that a pointer reaches."""

AREAS = """(at) => {
  const held = document.querySelector(`[data-at="${CSS.escape(at)}"]`);
  const other = held.closest(".own") === null ? ".own" : ".board";
  const { x, y, width, height } = document.querySelector(other).getBoundingClientRect();
  return [x + width / 2, y + Math.min(height / 2, 30)];
}"""
"""A point of the other section of the table."""

BUTTONS = ".prompt-buttons [data-button]"

LOADED = """() => {
  const { src } = document.querySelector("script[type=module]");
  return import(new URL("table/drag.js", src)).then(() => {});
}"""
"""Wait for the module that follows a pointer. The page requests it with the first press."""

SENT = "Sent …"
"""What a table says until the server answers an action."""


@dataclass
class Dragging:
    """A mouse or a finger that drags."""

    shown: Window
    chance: random.Random
    finger: CDPSession | None = None
    drags: int = 0
    """Drags that led to an action or a further question."""

    clicks: int = 0
    pictures: list[bytes] = field(default_factory=list)

    async def _touch(self, kind: str, point: list[float] | None) -> None:
        assert self.finger is not None
        points = [] if point is None else [{"x": point[0], "y": point[1]}]
        await self.finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    async def press(self, point: list[float]) -> None:
        if self.finger is None:
            await self.shown.page.mouse.move(*point)
            await self.shown.page.mouse.down()
        else:
            await self._touch("touchStart", point)

    async def move(self, point: list[float]) -> None:
        if self.finger is None:
            await self.shown.page.mouse.move(*point)
        else:
            await self._touch("touchMove", point)

    async def release(self) -> None:
        if self.finger is None:
            await self.shown.page.mouse.up()
        else:
            await self._touch("touchEnd", None)

    async def state(self) -> tuple[int, int]:
        """Return the version of the table, and how many things are picked."""
        return await self.shown.version(), await self.shown.page.locator("[data-picked]").count()

    async def drag(self, source: dict[str, object], *, picture: bool = False) -> bool:
        """Drag a thing to one of its targets, or to the other section; true if something came of it."""
        page = self.shown.page
        at, start = source["at"], source["point"]
        assert isinstance(start, list)
        before = await self.state()
        await self.press(start)
        await page.evaluate(LOADED)
        for step in range(12, 40):
            await self.move([start[0], start[1] - step])
            await page.evaluate(PAINTED)
            if await page.locator("[data-drags]").count() > 0:
                break
        lifted = await page.locator(f'[data-at="{at}"][data-picked]').count() > 0
        targets = [each for each in await page.evaluate(SOURCES) if each["at"] != at] if lifted else []
        end = self.chance.choice(targets)["point"] if targets else await page.evaluate(AREAS, at)
        await self.move([(start[0] + end[0]) / 2, (start[1] + end[1]) / 2])
        await self.move(end)
        if picture:
            self.pictures.append(await page.screenshot())
        await self.release()
        await page.locator("[data-drags]").wait_for(state="detached")
        await page.evaluate(PAINTED)
        await expect(page.locator(".prompt-text", has_text=SENT)).to_have_count(0)
        happened = await self.state() != before
        self.drags += happened
        return happened

    async def go_on(self, *, picture: bool = False) -> None:
        """Drag something, or press a button where nothing can be dragged."""
        page = self.shown.page
        await closed(page.locator("dialog.details"))  # a press that lasts long on a busy machine opens a card
        sources = await page.evaluate(SOURCES)
        main = page.locator(BUTTONS + ".main")
        if sources and await main.count() == 0:
            if await self.drag(self.chance.choice(sources), picture=picture):
                return
            sources = []
        button = main if await main.count() > 0 else page.locator(BUTTONS)
        if await button.count() > 0:
            self.clicks += 1
            await button.nth(self.chance.randrange(await button.count())).click()
            await page.evaluate(PAINTED)
