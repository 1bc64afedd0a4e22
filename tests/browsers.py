"""A real browser on a real server: pages whose every complaint fails the test that opened them.

One Chromium runs for all stories of a test process; each page has a profile of its own.
"""

import contextlib
import os
import random
import re
import shutil
import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from absent_programs import not_run
from playwright.async_api import (
    Browser,
    ConsoleMessage,
    Frame,
    Locator,
    Page,
    Playwright,
    Request,
    ViewportSize,
    async_playwright,
    expect,
)
from servers import SOON

# Playwright's driver brings a node that needs a library which small systems lack; the environment's own node does not.
os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", f"{sys.prefix}/bin/node")

PATIENCE = SOON * 1000
"""For how many milliseconds a page may take for anything; whatever is waited for ends it."""

SLOW = "WebSocket is closed before the connection is established"
"""What a browser says when a page tries anew because nothing came of a connection for ten seconds: others had the
cores."""

expect.set_options(timeout=PATIENCE)

PHONE: ViewportSize = {"width": 360, "height": 640}
LAPTOP: ViewportSize = {"width": 1280, "height": 800}


SAME_ENTROPY = """{
  const drawn = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (bytes) => (bytes.length === 32 ? bytes.fill(luck) : drawn(bytes));
}"""
"""What a page adds to a deal is 32 bytes long; the names of its commands are not, and stay as chance has them."""


WHOLE = ("chromium", "chromium-browser", "google-chrome")
"""The names of the browser that people use; headless it still draws the bars of each window, where nobody sees them."""

FROM_NPM = f"{sys.prefix}/bin/chromium-headless-shell"
"""Where `install_programs.sh` puts a Chromium without those bars, and without preferences, if the system has none."""

LEAN = ("chromium-headless-shell", *WHOLE, FROM_NPM)
"""The same without those bars, if the system has it: a page costs less than a third of the processor time."""


def chromium_path(playwright: Playwright, names: Sequence[str] = LEAN) -> str:
    """The path of the first of these Chromiums that is here, or of Playwright's own. Without any the test is
    not run."""
    places = (*names, playwright.chromium.executable_path)
    found = next((path for path in map(shutil.which, places) if path is not None), None)
    if found is None:
        not_run(f"there is no {names[0]}: `apt-get install {names[0]}`")
    return found


@contextlib.asynccontextmanager
async def chromium(names: Sequence[str] = LEAN) -> AsyncIterator[Browser]:
    """Run the Chromium of `chromium_path`."""
    expect.set_options(timeout=PATIENCE)
    async with async_playwright() as playwright:
        path = chromium_path(playwright, names)
        browser = await playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            await browser.close()


SETTLED = """async () => {
  for (let frames = 0; frames < 3; frames += 1) {
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
  }
}"""
"""Three frames: what an observer of sizes changes moves others, whose observers are told in the frame after."""


@dataclass
class Window:
    """A page of the browser client, and all that it complained of."""

    page: Page
    url: str
    complaints: list[str] = field(default_factory=list)
    """Console messages, exceptions, failed requests, and requests to anybody else."""

    forgiven: set[str] = field(default_factory=set)
    """Console messages that are not the page's own."""

    async def open(self, path: str = "/") -> None:
        """Go to a path of the server."""
        await self.page.goto(self.url + path)

    async def see(self, selector: str) -> None:
        """Wait until something is there to be seen."""
        await self.page.locator(selector).first.wait_for(state="visible")

    async def version(self) -> int:
        """Return which update of a match is drawn."""
        return int(await self.page.locator(".frame").get_attribute("data-version") or 0)

    async def is_over(self) -> bool:
        """Whether the match that is drawn has ended."""
        return await self.page.locator(".frame[data-over]").count() > 0

    async def drawn(self) -> None:
        """Wait until what was clicked before is drawn."""
        await self.page.evaluate(SETTLED)

    async def resize(self, size: ViewportSize) -> None:
        """Give the page another size, and wait until it is laid out."""
        await self.page.set_viewport_size(size)
        await self.page.wait_for_function(f"innerWidth === {size['width']} && innerHeight === {size['height']}")
        await self.drawn()

    async def take_any(self, chance: random.Random, how: str = "mouse") -> None:
        """Click one of the things that are lit, or a button of the prompt."""
        await self.drawn()
        lit = self.page.locator("[data-lit], .prompt-buttons [data-button]")
        names: Sequence[str] = await lit.evaluate_all("all => all.map(each => each.dataset.at ?? each.dataset.button)")
        if not names:
            return
        one = lit.nth(chance.randrange(len(names)))
        with contextlib.suppress(Exception):  # it may be gone with the next update, and another is clicked then
            match how:
                case "mouse":
                    await one.click(timeout=2000)
                case "touch":
                    await one.tap(timeout=2000)
                case _:
                    await one.focus(timeout=2000)
                    await self.page.keyboard.press("Enter")


async def ended(moment: Locator) -> None:
    """Click what stands over a table, if it still does."""
    await moment.evaluate_all("all => all.forEach((each) => each.click())")


async def closed(dialog: Locator) -> None:
    """Close a dialog, if it is still open."""
    await dialog.evaluate_all("all => all.forEach((each) => each.close())")


@contextlib.asynccontextmanager
async def window(
    browser: Browser,
    url: str,
    *,
    size: ViewportSize = LAPTOP,
    dark: bool = True,
    touch: bool = False,
    allow: str = "",
    bypass_policy: bool = False,
    locale: str = "en",
    calm: bool = True,
    contrast: bool = False,
    luck: int | None = None,
    moments: bool = False,
) -> AsyncIterator[Window]:
    """Open a window with a profile of its own; what it complains of, but for what `allow` matches, fails the test.

    `bypass_policy` is for tools that are no part of the page; unless it is `calm`, cards fly; with `contrast` the
    system sets all colours (`forced-colors`). With the same `luck` the page adds the same to every deal: with the
    server's the cards are the same in every run. A big moment and the result of a match are closed as soon as they are
    in the way, unless a story is about `moments`.
    """
    async with await browser.new_context(
        viewport=size,
        color_scheme="dark" if dark else "light",
        has_touch=touch,
        reduced_motion="reduce" if calm else "no-preference",
        forced_colors="active" if contrast else "none",
        locale=locale,
    ) as profile:
        page = await profile.new_page()
        if luck is not None:
            await page.add_init_script(f"globalThis.luck = {luck};" + SAME_ENTROPY)
        if not moments:
            await page.add_locator_handler(page.locator(".moment"), ended)
            await page.add_locator_handler(page.locator("dialog.finale"), closed)
        async with watched(page, url, allow=allow) as opened:
            yield opened


@contextlib.asynccontextmanager
async def watched(page: Page, url: str, *, allow: str = "") -> AsyncIterator[Window]:
    """Note what a page complains of; what of it `allow` does not match fails the test.

    What the page shows is printed if the test fails.
    """
    page.set_default_timeout(PATIENCE)
    opened = Window(page, url)
    own = urlsplit(url).netloc

    def said(message: ConsoleMessage) -> None:
        if SLOW not in message.text and message.text not in opened.forgiven:
            opened.complaints.append(f"console: {message.text}")

    page.on("console", said)
    page.on("pageerror", lambda error: opened.complaints.append(f"exception: {error}"))

    # What a page had asked for is aborted when it is left for another: that may be told before or after.
    asked_by: dict[Request, int] = {}
    aborted: list[str] = []
    pages = 0

    def asked_for(asked: Request) -> None:
        asked_by[asked] = pages
        if urlsplit(asked.url).netloc != own:
            opened.complaints.append(f"elsewhere: {asked.url}")

    def unanswered(asked: Request) -> None:
        is_aborted = asked.failure == "net::ERR_ABORTED"
        if is_aborted and "/pictures/" in asked.url:
            return  # its card has left the table before it came
        if not is_aborted or asked_by[asked] == pages:
            (aborted if is_aborted else opened.complaints).append(f"failed: {asked.url} {asked.failure}")

    def left(frame: Frame) -> None:
        nonlocal pages
        if frame == page.main_frame:
            pages += 1
            aborted.clear()

    page.on("requestfailed", unanswered)
    page.on("framenavigated", left)

    page.on("request", asked_for)
    try:
        yield opened
    except Exception:
        with contextlib.suppress(Exception):
            shown = await page.locator("body").inner_text(timeout=5000)
            print(f"{page.url} complains of {opened.complaints} and shows:\n{shown}")
        raise
    bad = [each for each in (*opened.complaints, *aborted) if not (allow and re.search(allow, each))]
    assert not bad, "\n".join(bad)
