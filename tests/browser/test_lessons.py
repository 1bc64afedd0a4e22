"""Somebody new is guided through a first match, by clicks or by keys, and is shown what comes next."""

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
import pytest_asyncio
from browser.sight import FAULTS, SIZES
from browsers import PHONE, Window, window
from golden.test_lessons import LISTED, lesson
from playwright.async_api import Browser, expect
from servers import LiveServer, live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

NEXT = "[data-lit], .prompt-buttons [data-button]"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server() -> AsyncIterator[LiveServer]:
    async with live_server() as started:
        yield started


async def at_step(shown: Window, game: str, number: int, language: str = "en") -> None:
    """Wait for a step of a lesson."""
    step = lesson(game, language).steps[number]
    await expect(shown.page.locator(".prompt-text")).to_contain_text(step.say)


STEP = """() => [
  document.querySelector(".prompt-text").innerText,
  ...[...document.querySelectorAll("[data-picked]")].map((each) => each.dataset.at),
].join()"""
"""What the learner is told to do, and what has been picked for it."""


async def acted(shown: Window, press: Callable[[], Awaitable[None]] | None = None) -> None:
    """Click what is lit, or `press` a key, until the step is over. Each click shows before the next one follows."""
    words = await shown.page.locator(".prompt-text").inner_text()
    for _ in range(4):
        before = await shown.page.evaluate(STEP)
        await (press or shown.page.locator(NEXT).first.click)()
        await shown.page.wait_for_function(f"(before) => ({STEP})() !== before", arg=before)
        if await shown.page.locator(".prompt-text").inner_text() != words:
            return
    raise AssertionError(f"nothing came of {words}")


@pytest.mark.parametrize("game", LISTED)
async def test_a_lesson_is_clicked_to_its_end_in_german_and_hides_nothing_at_any_size(
    browser: Browser, server: LiveServer, game: str
) -> None:
    found: dict[str, list[str]] = {}
    async with window(browser, server.url, size=PHONE, locale="de") as shown:
        await shown.open(f"/learn/{game}")
        steps = len(lesson(game).steps)
        for number in range(steps):
            await at_step(shown, game, number, "de")
            for size in SIZES:
                await shown.resize(size)
                faults = await shown.page.evaluate(FAULTS)
                lit = shown.page.locator(NEXT)
                if number < steps - 1 and not await lit.first.is_visible():
                    faults.append("nothing is lit")
                if faults:
                    found[f"{number + 1} {size['width']}x{size['height']}"] = faults
            if number < steps - 1:
                await acted(shown)
        await shown.see("[data-do=easiest]")
    assert found == {}


@pytest.mark.parametrize("game", LISTED)
async def test_a_lesson_is_played_to_its_end_by_keys_alone(browser: Browser, server: LiveServer, game: str) -> None:
    async with window(browser, server.url) as shown:
        page = shown.page
        await shown.open(f"/learn/{game}")
        steps = len(lesson(game).steps)

        async def pressed() -> None:
            keys = ("Home", "Enter") if await page.locator("[data-lit]").count() else ("1",)
            for key in keys:
                await page.keyboard.press(key)

        for number in range(steps - 1):
            await at_step(shown, game, number)
            await acted(shown, pressed)
        await at_step(shown, game, steps - 1)
        await expect(page.locator(".prompt-text")).to_have_attribute("role", "status")


async def test_the_first_button_for_somebody_new_is_the_lesson_and_a_bot_comes_after_it(
    browser: Browser, server: LiveServer
) -> None:
    async with window(browser, server.url) as shown:
        page = shown.page
        offer = page.locator(".offer[data-game=myacards]")
        await shown.open()
        first = offer.locator(".offer-ways > *").first
        await expect(first).to_have_text("Learn in 3 minutes")
        await first.click()
        for number in range(len(lesson("myacards").steps) - 1):
            await at_step(shown, "myacards", number)
            await acted(shown)
        await shown.see("[data-do=easiest]")
        await shown.open()
        await expect(offer.locator(".offer-ways > *").first).to_have_text("Play now")
        await shown.open("/games/myacards")
        await page.get_by_role("link", name="Learn in 3 minutes").click()  # nobody has to, and everybody may again
        await at_step(shown, "myacards", 0)


async def test_at_the_end_of_a_lesson_the_easiest_bot_is_one_click_away(browser: Browser, server: LiveServer) -> None:
    async with window(browser, server.url) as shown:
        await shown.open("/learn/myacards")
        for number in range(len(lesson("myacards").steps) - 1):
            await at_step(shown, "myacards", number)
            await acted(shown)
        await shown.page.locator("[data-do=easiest]").click()
        await shown.page.wait_for_url("**/m/*")
        await shown.see(".frame:not([data-lesson])")
        await shown.open()
        await expect(shown.page.get_by_text("Learn in 3 minutes")).to_have_count(0)


async def test_another_click_is_answered_with_a_hint_and_nothing_is_lost_by_reload_or_escape(
    browser: Browser, server: LiveServer
) -> None:
    async with window(browser, server.url) as shown:
        page = shown.page
        await shown.open("/learn/myacards")
        await at_step(shown, "myacards", 0)
        await acted(shown)
        await at_step(shown, "myacards", 1)
        version = await shown.version()
        await page.locator("[data-at='hand/vulpes-vulpes']").first.click()
        hint = f"Not now. {lesson('myacards').steps[1].hint}"
        await expect(page.locator(".lesson-hint")).to_have_text(hint)
        assert await shown.version() == version
        await page.reload()
        await at_step(shown, "myacards", 1)
        await expect(page.locator(".lesson-hint")).to_have_count(0)
        await page.keyboard.press("Escape")
        await shown.see(".offer")
        await page.go_back()
        await at_step(shown, "myacards", 1)


async def test_a_game_without_a_lesson_says_so(browser: Browser, server: LiveServer) -> None:
    async with window(browser, server.url, allow="404") as shown:
        await shown.open("/learn/tiny")
        await expect(shown.page.get_by_text("There is no guided match of this game here.")).to_be_visible()


VERSIONS = """() => {
  const frame = document.querySelector(".frame");
  globalThis.versions = [Number(frame.dataset.version)];
  new MutationObserver(() => versions.push(Number(frame.dataset.version)))
    .observe(frame, { attributeFilter: ["data-version"] });
}"""


@pytest.mark.parametrize("calm", [False, True])
async def test_the_moves_of_others_are_shown_one_by_one_or_at_once_if_motion_is_reduced(
    browser: Browser, server: LiveServer, calm: bool
) -> None:
    taught = lesson("myacards")
    async with window(browser, server.url, calm=calm) as shown:
        await shown.open("/about")
        kept = f'{{"step": 3, "of": {len(taught.steps)}, "rules": {taught.rules}}}'
        await shown.page.evaluate(f"localStorage.setItem('quarterdeck/lesson/myacards', '{kept}')")
        await shown.open("/learn/myacards")
        await at_step(shown, "myacards", 3)
        await shown.page.evaluate(VERSIONS)
        first = await shown.version()
        await shown.page.locator(NEXT).first.click()
        await at_step(shown, "myacards", 4)
        last = await shown.version()
        seen = [first, last] if calm else list(range(first, last + 1))
        assert last - first == taught.steps[4].at - taught.steps[3].at > 2
        assert await shown.page.evaluate("versions") == seen
