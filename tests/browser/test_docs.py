"""The documents are read on a phone, too."""

import pytest
from browsers import PHONE
from playwright.async_api import Browser
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

BROKEN = """() => [...document.querySelectorAll("th, td code")]
  .filter((each) => /^\\w+$/.test(each.textContent.trim()))
  .filter((each) => {
    const words = document.createRange();
    words.selectNodeContents(each);
    return new Set([...words.getClientRects()].map(({top}) => Math.round(top))).size > 1;
  })
  .map((each) => each.textContent)"""


@pytest.mark.parametrize("path", ["/docs/errors", "/docs/protocol", "/docs/fairness"])
async def test_no_word_in_a_table_is_broken_on_a_phone(browser: Browser, path: str) -> None:
    async with live_server() as server:
        page = await browser.new_page(viewport=PHONE)
        await page.goto(server.url + path)
        assert await page.locator("table").count() > 0
        assert await page.evaluate(BROKEN) == []
        width, seen = await page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
        assert width == seen
        await page.close()
