"""Words written with an input method, as Japanese and Chinese are: keys that are part of one do nothing else."""

from collections.abc import Mapping, Sequence

import pytest
from browsers import Window, window
from playwright.async_api import Browser, expect
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

SPY = """{
  const listen = EventTarget.prototype.addEventListener;
  globalThis.calls = [];
  globalThis.keyEvents = new Set();
  EventTarget.prototype.addEventListener = function (type, listener, how) {
    if (!/^key/.test(type) || typeof listener !== 'function') return listen.call(this, type, listener, how);
    globalThis.keyEvents.add(type);
    const place = this === window ? 'window' : this.nodeName;
    const spied = function (event) {
      globalThis.calls.push(`${place}: ${listener}`);
      return listener.call(this, event);
    };
    listener.spied ??= spied;
    return listen.call(this, type, listener.spied, how);
  };
  const forget = EventTarget.prototype.removeEventListener;
  EventTarget.prototype.removeEventListener = function (type, listener, how) {
    return forget.call(this, type, listener?.spied ?? listener, how);
  };
}"""
"""Notes every listener of the page's that is called with a key."""

PRESS = """([place, key, how]) => {
  globalThis.calls = [];
  const at = place === null ? document.body : document.querySelectorAll('input, textarea, select')[place];
  at.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...how }));
  return globalThis.calls;
}"""

PRESSED_ENTER = "(at, how) => at.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...how }))"

COMPOSING = {"isComposing": True, "keyCode": 229}
AFTER_THE_WORD = {"isComposing": False, "keyCode": 229}
"""How Safari sends the key that ends a word: after `compositionend`."""

KEYS = ("Enter", "Escape", "ArrowLeft", "Home", "1", "?", "c", "i", "l", "o", "p", "[", "+")
"""The keys that mean something to one of the screens."""

SCREENS = (
    "/",
    "/lobby",
    "/cards",
    "/cards/amiibart",
    "/decks/myacards",
    "/collection",
    "/account",
    "/settings",
    "/ladder",
    "/games/amfibido",
)


async def heard(shown: Window, place: int | None, key: str, how: Mapping[str, object]) -> Sequence[str]:
    """Press a key in a field of the page, or in none. Return the listeners that were called."""
    calls: Sequence[str] = await shown.page.evaluate(PRESS, [place, key, how])
    return calls


async def hear_no_composing_keys(shown: Window) -> int:
    """Press keys of words being written in all fields of the screen and in none. Return how many fields there are."""
    fields: int = await shown.page.evaluate("document.querySelectorAll('input, textarea, select').length")
    for place in (None, *range(fields)):
        for key in KEYS:
            for how in (COMPOSING, AFTER_THE_WORD):
                calls = await heard(shown, place, key, how)
                assert len(calls) == 1, (shown.page.url, place, key, how, calls)
                assert "isComposing" in calls[0], calls
        assert len(await heard(shown, place, "Shift", {})) > 1, "what listens to plain keys must be noted, too"
    assert await shown.page.evaluate("[...globalThis.keyEvents]") == ["keydown"], "the check looks at keydown alone"
    return fields


async def test_no_listener_of_any_screen_hears_a_key_of_a_word_being_written(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as shown:
        page = shown.page
        await page.add_init_script(SPY)
        fields = 0
        for path in SCREENS:
            await shown.open(path)
            await shown.see("main h1, main h2")
            await page.wait_for_load_state("networkidle")
            await page.keyboard.press("Shift")
            fields += await hear_no_composing_keys(shown)
        assert fields > 20
        await shown.open()
        await page.locator(".offer[data-game=amiibart]").get_by_role("button", name="Against a bot").click()
        await shown.see(".frame .prompt")
        await page.keyboard.press("Shift")
        assert await hear_no_composing_keys(shown) > 0
        await page.get_by_role("button", name="Resign").click()
        await page.locator("[data-do=resign]").click()
        await shown.see(".frame[data-over]")
        match = page.url
        await page.goto(match + "?at=1")
        await shown.see(".frame")
        await hear_no_composing_keys(shown)


async def test_the_enter_that_ends_a_word_sends_no_line_and_the_next_one_does(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as shown:
        await shown.open()
        box = shown.page.get_by_placeholder("Write a message").first
        await box.fill("むず")
        for how in (COMPOSING, AFTER_THE_WORD):
            await box.evaluate(PRESSED_ENTER, how)
        await shown.drawn()
        await expect(box).to_have_value("むず")
        await box.press("Enter")
        await expect(box).to_have_value("")
        await expect(shown.page.locator(".talk-text")).to_have_text(["むず"])
