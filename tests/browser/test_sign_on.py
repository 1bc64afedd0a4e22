"""A player signs in by a provider of identities: with a new account, and with the account that they had."""

from pathlib import Path

import pytest
from browser.accounts import register
from browser.axe import ANYTHING, AXE, complaints_of
from browsers import PHONE, Window, window
from playwright.async_api import Browser, expect
from school import School, provider_file, school_site
from servers import live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")


def without_visits(shown: Window, school: School) -> None:
    """Forget the requests to the provider, where the browser is sent."""
    shown.complaints[:] = [each for each in shown.complaints if school.issuer not in each]


async def test_a_visitor_makes_an_account_without_a_password_and_comes_back(browser: Browser, tmp_path: Path) -> None:
    school = School()
    async with school_site(school):
        file = provider_file(tmp_path, f'issuer = "{school.issuer}"')
        async with (
            live_server(sign_on=str(file)) as server,
            window(browser, server.url, size=PHONE, bypass_policy=True) as ada,
            window(browser, server.url, bypass_policy=True) as later,
        ):
            await ada.page.add_init_script(path=AXE)
            await ada.open("/account")
            await ada.page.get_by_role("button", name="Sign in with School").click()
            await ada.page.wait_for_url("**/sign-on/back**")  # the page before has a form of that name too
            await expect(ada.page.locator("[data-part=register]")).to_be_visible()
            assert await complaints_of(ada, "an identity without an account", ANYTHING) == []
            await ada.page.locator("[data-part=register]").get_by_label("Name").fill("Ada")
            await ada.page.get_by_role("button", name="Make an account").click()
            await expect(ada.page.locator(".shown-once li")).to_have_count(8)
            await later.open("/account")
            await later.page.get_by_role("button", name="Sign in with School").click()
            await expect(later.page.get_by_role("link", name="Ada")).to_be_visible()
            for each in (ada, later):
                without_visits(each, school)


async def test_a_player_links_a_provider_and_ends_it(browser: Browser, tmp_path: Path) -> None:
    school = School()
    async with school_site(school):
        file = provider_file(tmp_path, f'issuer = "{school.issuer}"')
        async with live_server(sign_on=str(file)) as server, window(browser, server.url, bypass_policy=True) as ada:
            await ada.page.add_init_script(path=AXE)
            await register(ada, "Ada")
            await ada.open("/account")
            linked = ada.page.locator("[data-part=linked]")
            await linked.get_by_role("button", name="Link").click()
            await ada.page.locator("[data-part=link]").get_by_role("button", name="Link").click()
            await expect(linked).to_contain_text("linked on")
            assert await complaints_of(ada, "linked providers", ANYTHING) == []
            await linked.get_by_role("button", name="Unlink").click()
            await expect(linked.get_by_role("button", name="Link", exact=True)).to_be_visible()
            await ada.open("/sign-on/back?error=access_denied&state=x")
            await expect(ada.page.get_by_text("You were not signed in there.")).to_be_visible()
            without_visits(ada, school)
