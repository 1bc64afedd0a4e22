"""The page plays where the browser forbids it to keep anything, or has less than others."""

import json
import random
from pathlib import Path

import pytest
from browsers import LAPTOP, WHOLE, Window, chromium_path, watched, window
from hands import play_until_others_have
from playwright.async_api import Browser, async_playwright, expect
from servers import PASSWORD, live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

BLOCKED = {"profile": {"default_content_setting_values": {"cookies": 2}}}
"""What Chromium writes into a profile whose owner blocks all cookies, which forbids all storage."""

NAMES = {
    "globalThis": (
        "localStorage sessionStorage indexedDB caches cookieStore BroadcastChannel SharedWorker Notification "
        "AudioContext"
    ),
    "Navigator.prototype": (
        "locks clipboard share canShare vibrate setAppBadge clearAppBadge userActivation serviceWorker storage "
        "permissions language"
    ),
    "Document.prototype": "cookie",
    "History.prototype": "pushState replaceState",
}
FORBIDDEN = "{ get() { throw new DOMException('denied', 'SecurityError') }, configurable: true }"
MISSING = "{ value: undefined, configurable: true }"


def unhashing(how: str) -> str:
    """Return a script that takes from `crypto` what a page from plain HTTP does not have."""
    return "".join(f"Object.defineProperty(Crypto.prototype, '{name}', {how});" for name in ("subtle", "randomUUID"))


async def plays_as_a_guest(shown: Window) -> None:
    """Play a few moves against bots as a guest, and make an account of it."""
    page = shown.page
    await shown.open()
    await page.locator(".offer[data-game=density-deck]").get_by_role("button", name="Against a bot").click()
    await expect(page.locator(".toast")).to_contain_text("does not let this page save")
    await shown.see(".frame")
    for _ in range(3):
        before = await shown.version()
        await page.locator("[data-lit], [data-button=pass]").first.click()
        await page.wait_for_function(
            "version => Number(document.querySelector('.frame').dataset.version) > version", arg=before
        )
    await page.locator(".frame a[href='/']").first.click()
    await page.locator("a.who").click()
    await expect(page.get_by_role("note")).to_contain_text("does not let this page save")
    register = page.locator("[data-part=register]")
    await register.get_by_label("Name").fill("Wilma")
    await register.get_by_label("Password").fill(PASSWORD)
    await register.get_by_role("button", name="Make an account").click()
    await expect(page.locator(".shown-once li").first).to_be_visible()
    await expect(page.locator("a.who")).to_have_text("Wilma")


async def plays_amiibart(shown: Window) -> None:
    """Begin a match of the game whose board and summary of others' actions measure their room."""
    page = shown.page
    await shown.open()
    await page.locator(".offer[data-game=amiibart]").get_by_role("button", name="Against a bot").click()
    await play_until_others_have(shown, random.Random(2))
    await page.locator(".since").click()
    await shown.see(".summary")
    assert await page.locator(".frame[data-plain]").count() == 0


async def test_a_guest_plays_where_chromium_blocks_all_cookies(tmp_path: Path) -> None:
    (tmp_path / "Default").mkdir()
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(BLOCKED))
    async with live_server(luck=3) as server, async_playwright() as playwright:
        profile = await playwright.chromium.launch_persistent_context(
            str(tmp_path),
            executable_path=chromium_path(playwright, WHOLE),
            args=["--no-sandbox"],
            viewport=LAPTOP,
            locale="en",
        )
        async with profile, watched(await profile.new_page(), server.url) as shown:
            await shown.open("/about")
            denied = "() => { try { return localStorage && '' } catch (error) { return error.name } }"
            assert await shown.page.evaluate(denied) == "SecurityError"
            await plays_as_a_guest(shown)


@pytest.mark.parametrize("how", [FORBIDDEN, MISSING], ids=["forbidden", "missing"])
async def test_a_guest_plays_where_everything_is_forbidden_or_missing(browser: Browser, how: str) -> None:
    taken = "\n".join(
        f"Object.defineProperty({place}, '{name}', {how});" for place, names in NAMES.items() for name in names.split()
    )
    async with live_server(luck=3) as server, window(browser, server.url) as shown:
        await shown.page.add_init_script(taken + unhashing(how))
        await plays_as_a_guest(shown)


METHODS = {
    "performance": "Performance.prototype.now",
    "matchMedia": "globalThis.matchMedia",
    "MutationObserver": "globalThis.MutationObserver",
    "ResizeObserver": "globalThis.ResizeObserver",
    "crypto": "Crypto.prototype.getRandomValues",
}
"""What the page and the SDK cannot do without, with the function of it that they call."""

ANIMATED = ("Element.prototype.animate", "Document.prototype.getAnimations")
"""What moves cards on a table. Without it they are at once where they belong."""

REFUSED = "{ value: function refused() { throw new DOMException('denied', 'SecurityError') }, configurable: true }"
"""What a browser has that names a feature and refuses each use of it."""


def taken(place: str, how: str) -> str:
    """Return a script that forbids or removes a property, such as `globalThis.crypto`."""
    owner, name = place.rsplit(".", 1)
    return f"Object.defineProperty({owner}, '{name}', {how});"


@pytest.mark.parametrize("how", [FORBIDDEN, MISSING, REFUSED], ids=["forbidden", "missing", "refused"])
async def test_a_guest_plays_without_clock_chance_media_queries_and_observers(browser: Browser, how: str) -> None:
    places = METHODS.values() if how == REFUSED else [f"globalThis.{name}" for name in METHODS]
    storage = ("globalThis.localStorage", "globalThis.sessionStorage")
    script = "".join(taken(place, how) for place in (*places, *ANIMATED)) + "".join(
        taken(place, FORBIDDEN) for place in storage
    )
    async with live_server(luck=3) as server, window(browser, server.url) as shown:
        await shown.page.add_init_script(script)
        await plays_as_a_guest(shown)
        await plays_amiibart(shown)
