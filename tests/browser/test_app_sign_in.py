"""A page of another site signs a player in: the question in the browser, and a table opened with the token."""

import contextlib
from collections.abc import AsyncIterator

import aiohttp
import pytest
from aiohttp import web
from browser.accounts import register
from browser.axe import ANYTHING, AXE, complaints_of
from browsers import PHONE, window
from node import CLIENT
from playwright.async_api import Browser, expect
from quarterdeck_protocol.http.authorization import DEVICE_GRANT
from servers import PASSWORD, live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

PAGE = """<!doctype html><meta charset="utf-8"><title>Chess club</title><p id="said">waiting</p>
<script type="module">
import { AppSignIn, connect } from "/javascript/src/index.js";
const said = document.querySelector("#said");
const server = new URLSearchParams(location.search).get("server") ?? sessionStorage.getItem("server");
sessionStorage.setItem("server", server);
const app = new AppSignIn(server, { clientId: "Chess club", redirect: location.origin + "/" });
try {
  const tokens = await app.tokens();
  if (tokens === null) location.assign(await app.address(["play", "lobby:host"]));
  else {
    const client = await connect(server, { token: tokens.access_token });
    const table = await client.tables.open("tiny");
    said.textContent = `${client.player.name} opened ${table.game}`;
  }
} catch (error) {
  said.textContent = `failed: ${error.message}`;
}
</script>"""


@contextlib.asynccontextmanager
async def other_site() -> AsyncIterator[str]:
    """Run a site of another origin that has the SDK."""

    async def page(_: web.Request) -> web.Response:
        return web.Response(text=PAGE, content_type="text/html")

    app = web.Application()
    app.router.add_get("/", page)
    app.router.add_static("/javascript", CLIENT / "javascript")
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


async def test_another_site_plays_for_a_player_who_allows_it(browser: Browser) -> None:
    async with live_server() as server, other_site() as site, window(browser, server.url, bypass_policy=True) as ada:
        await ada.page.add_init_script(path=AXE)
        await register(ada, "Ada")
        await ada.page.goto(f"{site}/?server={server.url}")
        question = ada.page.locator("[data-part=question]")
        await expect(question).to_contain_text(site.removeprefix("http://"))
        await expect(question.locator("li")).to_have_text(["Play", "Open tables"])
        assert await complaints_of(ada, "the question of an app", ANYTHING) == []
        await ada.page.get_by_role("button", name="Do not allow").click()
        await expect(ada.page.locator("#said")).to_have_text("failed: the player was not signed in: access_denied")
        await ada.page.goto(f"{site}/?server={server.url}")
        await question.get_by_label("For how long").select_option("1")
        await ada.page.get_by_role("button", name="Allow", exact=True).click()
        await expect(ada.page.locator("#said")).to_have_text("Ada opened tiny")
        await ada.open("/account")
        await expect(ada.page.locator("[data-part=programs]")).to_contain_text("(Chess club)")
        ada.complaints[:] = [each for each in ada.complaints if not each.startswith(f"elsewhere: {site}")]


async def test_a_visitor_signs_in_at_the_question_and_a_mistake_of_an_app_is_told(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url, size=PHONE, bypass_policy=True) as ada:
        await ada.page.add_init_script(path=AXE)
        await register(ada, "Ada")
        await ada.open("/account")
        await ada.page.get_by_role("button", name="Sign out", exact=True).click()
        await ada.open("/oauth/authorize?client_id=x&redirect_uri=https%3A%2F%2Fchess.example%2F&state=1")
        await ada.page.get_by_label("Name").fill("Ada")
        await ada.page.get_by_label("Password").fill(PASSWORD)
        assert await complaints_of(ada, "the sign-in for an app", ANYTHING) == []
        await ada.page.get_by_role("button", name="Sign in", exact=True).last.click()
        await expect(ada.page.get_by_text("`response_type` must be `code`.")).to_be_visible()
        assert await complaints_of(ada, "the mistake of an app", ANYTHING) == []
        await expect(ada.page.get_by_role("button", name="Back to the app")).to_be_visible()
        await ada.open("/oauth/authorize?redirect_uri=javascript:alert(1)")
        await expect(ada.page.get_by_text("`redirect_uri` must")).to_be_visible()
        await expect(ada.page.get_by_role("button", name="Back to the app")).to_have_count(0)


async def test_a_player_enters_the_code_of_a_program_and_allows_it(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as ada, aiohttp.ClientSession() as http:
        form = {"client_id": "My terminal", "scope": "play"}
        async with http.post(f"{server.url}/oauth/device_authorization", data=form) as answer:
            asked = await answer.json()
        await ada.page.goto(asked["verification_uri_complete"])
        await expect(ada.page.locator("[data-part=sign-in]")).to_be_visible()
        await register(ada, "Ada")
        await ada.page.goto(asked["verification_uri_complete"])
        await ada.page.get_by_role("button", name="Show the request").click()
        request = ada.page.locator("[data-part=program-request]")
        await expect(request).to_contain_text("calls itself “My terminal”")
        await request.get_by_role("button", name="Allow", exact=True).click()
        await expect(request).to_contain_text("It may act for you now.")
        await expect(request.get_by_role("button", name="Take it back")).to_be_visible()
        form |= {"grant_type": DEVICE_GRANT, "device_code": asked["device_code"]}
        async with http.post(f"{server.url}/oauth/token", data=form) as answer:
            assert (await answer.json())["scope"] == "play"
