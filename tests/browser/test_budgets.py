"""What the browser client weighs: bytes and requests until it can be used, and how much of a page a table is."""

import random
import re
from collections.abc import AsyncIterator

import aiohttp
import pytest
import pytest_asyncio
import recorded_match as recorded
from browsers import FROM_NPM, WHOLE, Window, chromium, window
from playwright.async_api import Browser, Request
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

LOBBY_BYTES, MATCH_BYTES = 60_000, 120_000
"""Packed, of the page and everything under `/assets/`, each file once: until the first page can be used, and with the
heaviest game's table. What a game has to say of itself comes beside them, from `/v1`."""

REQUESTS = 40
"""Of modules and styles: the page names all of them, so they are asked for at once."""

NAMED = re.compile(r'(?:href|src)="/assets/\w+/([^"]+\.(?:css|js))"')
"""The files that the page names."""

NODES = 1_500
HEAP_GROWTH = 8_000_000
SETTLED = 60
"""After so many moments the page knows all that it is going to load."""

UNTOUCHED = """for (const sign of ["pointermove", "pointerdown", "keydown"])
  addEventListener(sign, (event) => event.stopImmediatePropagation(), true);"""
"""No sign of a player reaches the page. Chromium makes a movement of the pointer by itself now and then, and the page
fetches at such a sign what a click will need."""

HEAVIEST = {"amfibido": "Amfibido", "amiibart": "Amiibart", "myacards": "MYACARDS"}


class Loaded:
    """The page, and what it has fetched of the client's own files."""

    def __init__(self, shown: Window) -> None:
        self.requests: list[Request] = []
        self.own: list[Request] = []
        """What it has fetched of the host."""

        shown.page.on("requestfinished", self._note)

    def _note(self, request: Request) -> None:
        if "/assets/" in request.url or request.is_navigation_request():
            self.requests.append(request)
        elif "/site/" in request.url:
            self.own.append(request)

    @property
    def assets(self) -> list[str]:
        """The files, by their paths from the digest on."""
        return [re.sub(".*/assets/[^/]+/", "", each.url) for each in self.requests if "/assets/" in each.url]

    async def bytes(self) -> int:
        """Return what the bodies of all that was loaded are long, packed as they come over the line.

        It is what the server says of each: of what a browser takes out of its cache again, such as a page's icon, the
        browser gives a size less than nothing.
        """
        return sum({request.url: await packed(request) for request in self.requests}.values())


async def packed(request: Request) -> int:
    """Return how long a request's answer is, without its head."""
    answer = await request.response()
    assert answer is not None, request.url
    length = await answer.header_value("content-length")
    assert length is not None, f"{request.url} does not say how long it is"
    return int(length)


@pytest_asyncio.fixture(loop_scope="session")
async def whole_browser() -> AsyncIterator[Browser]:
    """The browser that people use, which also fetches what its bars show: a page's icon."""
    async with chromium((*WHOLE, FROM_NPM)) as opened:
        yield opened


async def test_the_first_page_is_light_and_so_is_the_heaviest_table(whole_browser: Browser) -> None:
    found: dict[str, int] = {}
    async with live_server(luck=4) as server:
        for game, title in HEAVIEST.items():
            async with window(whole_browser, server.url) as shown:
                loaded = Loaded(shown)
                await shown.open()
                await shown.see(".offer")
                await shown.page.wait_for_load_state("networkidle")
                found["lobby"] = await loaded.bytes()
                named = NAMED.findall(await page_of(server.url))
                found["requests"] = len(set(named))
                begun = [path for path in loaded.assets if path.endswith((".css", ".js"))]
                assert sorted(begun) == sorted(set(named)), "there are more rounds than the two that it takes"
                await shown.page.locator(".offer", has_text=title).get_by_role("button", name="bot").first.click()
                await shown.see(f".frame[data-game={game}] .board")
                await shown.page.wait_for_load_state("networkidle")
                found[game] = await loaded.bytes()
    print(found)
    assert found["lobby"] <= LOBBY_BYTES
    assert max(found[game] for game in HEAVIEST) <= MATCH_BYTES
    assert found["requests"] <= REQUESTS


async def test_a_player_who_speaks_another_language_waits_for_its_words_no_longer_than_for_the_page(
    browser: Browser,
) -> None:
    async with live_server() as server, window(browser, server.url, locale="de-AT") as shown:
        loaded = Loaded(shown)
        await shown.page.add_init_script(UNTOUCHED)
        await shown.open()
        await shown.see(".offer")
        await shown.page.wait_for_load_state("networkidle")
        named = set(NAMED.findall(await page_of(server.url, language="de-AT")))
        assert "web/words/de/page.js" in named
        assert {path for path in loaded.assets if path.endswith((".css", ".js"))} == named
        assert len(named) <= REQUESTS
        assert await loaded.bytes() <= LOBBY_BYTES


async def page_of(url: str, language: str = "en") -> str:
    """Return the page as a browser gets it."""
    how = {"Accept": "text/html", "Accept-Language": language}
    async with aiohttp.ClientSession() as http, http.get(url, headers=how) as answer:
        return await answer.text()


@pytest.mark.parametrize("game", HEAVIEST)
async def test_a_table_is_no_larger_than_it_may_be(browser: Browser, game: str) -> None:
    chance = random.Random(4)
    most = 0
    async with live_server(luck=4) as server, window(browser, server.url, luck=4) as shown:
        await shown.open()
        await shown.page.locator(".offer", has_text=HEAVIEST[game]).get_by_role("button", name="bot").first.click()
        await shown.see(f".frame[data-game={game}]")
        for _ in range(20):
            await shown.take_any(chance)
            most = max(most, await shown.page.evaluate("document.querySelectorAll('*').length"))
    print(game, most)
    assert most <= NODES


async def test_a_page_that_has_heard_two_thousand_moments_is_hardly_larger_than_before(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as shown:
        await recorded.opened(shown)
        session = await shown.page.context.new_cdp_session(shown.page)

        async def heap() -> float:
            await session.send("HeapProfiler.collectGarbage")
            return float((await session.send("Runtime.getHeapUsage"))["usedSize"])

        await recorded.tell(shown, SETTLED)
        before = await heap()
        await recorded.tell(shown, 2_000, at_once=10)
        assert await shown.version() > 2_000
        grown = await heap() - before
    print(grown)
    assert grown <= HEAP_GROWTH
