"""The documents are read on a phone, too."""

from typing import Literal

import pytest
from browser.axe import AXE
from browsers import PHONE
from playwright.async_api import Browser
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

COMPLAINTS = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
  .map(({id, nodes}) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`)"""

BROKEN = """() => [...document.querySelectorAll("th, td code")]
  .filter((each) => /^\\w+$/.test(each.textContent.trim()))
  .filter((each) => {
    const words = document.createRange();
    words.selectNodeContents(each);
    return new Set([...words.getClientRects()].map(({top}) => Math.round(top))).size > 1;
  })
  .map((each) => each.textContent)"""


@pytest.mark.parametrize(
    "path", ["/docs/errors", "/docs/protocol", "/docs/protocol/http", "/docs/protocol/refusals", "/docs/fairness"]
)
async def test_no_word_in_a_table_is_broken_on_a_phone(browser: Browser, path: str) -> None:
    async with live_server() as server:
        page = await browser.new_page(viewport=PHONE)
        await page.goto(server.url + path)
        assert await page.locator("table").count() > 0
        assert await page.evaluate(BROKEN) == []
        width, seen = await page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
        assert width == seen
        await page.close()


async def test_a_question_is_answered_with_links_to_sections_on_a_phone_too(browser: Browser) -> None:
    async with live_server() as server:
        page = await browser.new_page(viewport=PHONE)
        refused: list[str] = []
        page.on("console", lambda message: refused.append(message.text))
        await page.goto(f"{server.url}/docs")
        field = page.get_by_role("searchbox", name="Search the documents")
        await field.fill("claim code")
        await field.press("Enter")
        await page.wait_for_url("**/docs/search?q=claim+code")
        assert await field.input_value() == "claim code"
        await page.get_by_role("link", name="Claim a code").click()
        await page.wait_for_url("**/docs/protocol/claim-codes#claim-a-code")
        assert await page.get_by_role("heading", name="Claim a code").is_visible()
        width, seen = await page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
        assert width == seen
        assert refused == []
        await page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_finds_no_fault_on_a_page_of_each_kind(browser: Browser, scheme: Literal["light", "dark"]) -> None:
    async with live_server() as server:
        context = await browser.new_context(viewport=PHONE, color_scheme=scheme, bypass_csp=True)
        page = await context.new_page()
        for path in ("/docs", "/docs/protocol/tables", "/docs/search?q=table", "/docs/messages/chat", "/docs/errors"):
            await page.goto(server.url + path)
            await page.add_script_tag(path=AXE)
            assert await page.evaluate(COMPLAINTS) == [], path
        await context.close()
