"""A host's name, logo, colours and pages in the browser client, in both languages and at both sizes."""

from pathlib import Path

import pytest
from browser.accounts import register
from browser.test_budgets import LOBBY_BYTES, REQUESTS, Loaded, packed
from browsers import PHONE, window
from hands import keep
from playwright.async_api import Browser, expect
from quarterdeck_protocol.lobby.admission import InviteOrder
from quarterdeck_protocol.lobby.announcements import AnnouncementId
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_server.lobby.announcements.announcement_board import (
    ANNOUNCEMENTS,
    OF_THE_HOUSE,
    AnnouncementRecord,
    AnnouncementsRecord,
)
from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import PASSWORD, live_server
from site_folders import NAMED, whole_site, write_site

pytestmark = pytest.mark.asyncio(loop_scope="session")

WIDE = "document.documentElement.scrollWidth > innerWidth"


@pytest.mark.parametrize("locale", ["en", "de"])
async def test_the_bar_fits_every_window_with_the_longest_names(browser: Browser, tmp_path: Path, locale: str) -> None:
    write_site(tmp_path, {"site.toml": f'name = "{", ".join(["Card Harbour"] * 3)}"\n'})
    async with (
        live_server(site=str(tmp_path)) as server,
        server.line() as line,
        window(browser, server.url, locale=locale) as shown,
    ):
        await keep(shown, "token", (await line.sign_in("Wolfeschlegelsteinhausenberger"))["token"])
        await shown.open("/ladder")
        await shown.see(".top .bell")
        wide = []
        for width in range(320, 1921, 20):
            await shown.resize({"width": width, "height": 800})
            wide += [width] if await shown.page.evaluate(WIDE) else []
        assert wide == []


@pytest.mark.parametrize(("locale", "imprint"), [("en", "Imprint"), ("de", "Impressum")])
async def test_the_first_page_is_the_hosts(browser: Browser, tmp_path: Path, locale: str, imprint: str) -> None:
    whole_site(tmp_path)
    async with (
        live_server(site=str(tmp_path)) as server,
        window(browser, server.url, size=PHONE, locale=locale) as shown,
    ):
        await shown.open()
        await shown.see(".offer")
        await expect(shown.page).to_have_title("Card Harbour")
        await expect(shown.page.locator(".brand")).to_have_text("Card Harbour")
        await expect(shown.page.locator(".brand img")).to_be_visible()
        await expect(shown.page.locator(".home-news")).to_contain_text("Then <b>play</b>.")
        await expect(shown.page.locator(".home-head .main")).to_have_css("background-color", "rgb(127, 209, 192)")
        assert not await shown.page.evaluate(WIDE)
        await shown.page.locator(".site-foot").get_by_role("link", name=imprint).click()
        await expect(shown.page.get_by_role("heading", name=imprint)).to_be_visible()
        assert not await shown.page.evaluate(WIDE)
        await shown.page.get_by_role("link", name="Card Harbour").click()
        await shown.see(".offer")


async def test_the_pages_to_read_stand_beside_the_form_and_not_at_a_table(browser: Browser, tmp_path: Path) -> None:
    whole_site(tmp_path)
    async with live_server(site=str(tmp_path), luck=4) as server, window(browser, server.url) as shown:
        await shown.open("/account")
        terms = shown.page.locator("[data-part=register]")
        await expect(terms.get_by_role("link")).to_have_text(["Rules of the house", "Privacy", "Terms"])
        await shown.open()
        bot = shown.page.locator(".offer", has_text="Density Deck").get_by_role("button", name="bot")
        await bot.click()
        await shown.page.get_by_role("button", name="Accept").click()
        await bot.click()
        await shown.see(".frame")
        await expect(shown.page.locator(".site-foot")).to_be_hidden()


async def test_a_change_of_the_name_is_seen_at_once_and_a_long_one_has_room(browser: Browser, tmp_path: Path) -> None:
    whole_site(tmp_path)
    async with live_server(site=str(tmp_path)) as server, window(browser, server.url, size=PHONE) as shown:
        await shown.open()
        await expect(shown.page.locator(".brand")).to_have_text("Card Harbour")
        write_site(tmp_path, {"site.toml": f'name = "{"Haven " * 6}"\nlogo = "logo.svg"'})
        await expect(shown.page.locator(".brand")).to_have_text("Haven " * 6)
        assert not await shown.page.evaluate(WIDE)


async def test_the_terms_are_asked_for_until_they_are_accepted(browser: Browser, tmp_path: Path) -> None:
    whole_site(tmp_path)
    async with live_server(site=str(tmp_path)) as server, window(browser, server.url, size=PHONE, locale="de") as shown:
        await shown.open()
        strip = shown.page.locator("[data-line=terms]")
        button = shown.page.locator(".offer", has_text="Density Deck").get_by_role("button", name="Bot")
        await button.click()
        await expect(strip.get_by_role("link", name="Terms")).to_be_visible()
        assert not await shown.page.evaluate(WIDE)
        await strip.get_by_role("button", name="Zustimmen").click()
        await expect(strip).to_have_count(0)
        await button.click()
        await shown.see(".frame")


MOST_MORE = 1_000
"""How many bytes the first page may have beside those of a server without a site: a small logo is among them."""


@pytest.mark.parametrize("locale", ["en", "de"])
async def test_the_first_page_is_hardly_heavier_with_a_site(browser: Browser, tmp_path: Path, locale: str) -> None:
    whole_site(tmp_path)
    weights = []
    for site in ("", str(tmp_path)):
        async with live_server(site=site) as server, window(browser, server.url, locale=locale) as shown:
            loaded = Loaded(shown)
            await shown.open()
            await shown.see(".site-foot" if site else ".offer")
            await shown.page.wait_for_load_state("networkidle")
            own = {each.url: await packed(each) for each in loaded.own}
            weights.append(await loaded.bytes() + sum(own.values()))
            first = {
                path for path in loaded.assets if path.endswith((".css", ".js")) and not path.endswith("/ui/site.js")
            }
            assert len(first) + bool(site) <= REQUESTS
    print(weights)
    assert weights[1] <= weights[0] + MOST_MORE
    assert locale != "en" or weights[1] <= LOBBY_BYTES


async def test_the_form_for_an_account_asks_for_what_the_host_wants(browser: Browser, tmp_path: Path) -> None:
    write_site(tmp_path, {"site.toml": NAMED, "en/contact.md": "# Contact\n\nAda\n"})
    async with live_server(site=str(tmp_path)) as server, window(browser, server.url, size=PHONE) as shown:

        async def admit(registration: str, guests: str = "on") -> None:
            lines = f'{NAMED}registration = "{registration}"\nguests = "{guests}"\n'
            write_site(tmp_path, {"site.toml": lines})
            await server.services.site.refresh()

        await admit("closed", "off")
        await shown.open("/lobby")
        form = shown.page.locator("[data-part=register]")
        await expect(form).to_contain_text("This server makes no new accounts.")
        await expect(form.get_by_role("link")).to_have_text(["Contact"])
        await expect(form.get_by_role("button")).to_have_count(0)
        await expect(shown.page.locator("[data-part=sign-in]")).to_be_visible()
        assert not await shown.page.evaluate(WIDE)
        await admit("invite", "off")
        made = await server.services.invite_orders.make_on_the_command_line(InviteOrder(why="for Ada"))
        await form.get_by_label("Name").fill("Ada")
        await form.get_by_label("Password").fill(PASSWORD)
        await form.get_by_label("Invite code").fill("a guess")
        await form.get_by_role("button", name="Make an account").click()
        await expect(form).to_contain_text("This server needs a valid invite.")
        assert not await shown.page.evaluate(WIDE)
        await form.get_by_label("Invite code").fill(made.code or "")
        await form.get_by_role("button", name="Make an account").click()
        await shown.see(".shown-once")
        await shown.open("/lobby")
        await expect(shown.page.locator("[data-part=register]")).to_have_count(0)


async def test_who_waits_for_approval_sees_it_and_is_let_in(browser: Browser, tmp_path: Path) -> None:
    write_site(tmp_path, {"site.toml": f'{NAMED}registration = "approval"\nguests = "off"\n'})
    async with live_server(site=str(tmp_path)) as server, window(browser, server.url) as shown:
        await shown.open("/account")
        await expect(shown.page.locator("[data-part=register]")).to_contain_text("The host approves each new account.")
        await register(shown, "Ada")
        await expect(shown.page.locator(".who-one-is")).to_contain_text("Your account waits for approval by the host.")
        await server.services.moderation.make_first_admin("Ada")
        await shown.open("/account")
        await expect(shown.page.locator(".who-one-is")).not_to_contain_text("waits")


async def test_an_announcement_stands_below_and_can_be_dismissed(browser: Browser) -> None:
    store = MemoryStore(Memory())
    async with live_server(store) as server, window(browser, server.url, size=PHONE, locale="de") as shown:
        await shown.open()
        await shown.see(".offer")
        texts = {"en": "Restart at 20:00.", "de": "Neustart um 20 Uhr."}
        begins = Milliseconds(0)
        record = AnnouncementRecord(AnnouncementId("a1"), texts, begins, Milliseconds(2**52))
        strip = shown.page.locator("[data-line=announced]")
        stored = ANNOUNCEMENTS.put(OF_THE_HOUSE, None, AnnouncementsRecord((record,)))
        await store.documents.commit([stored])  # the server looks there every two seconds
        await expect(strip).to_contain_text("Neustart um 20 Uhr.")
        await expect(strip).to_have_role("status")
        assert not await shown.page.evaluate(WIDE)
        await strip.get_by_role("button", name="Ausblenden").click()
        await expect(strip).to_be_empty()
        (document,) = await store.documents.read([stored.key])
        await store.documents.commit([ANNOUNCEMENTS.put(OF_THE_HOUSE, document, AnnouncementsRecord(()))])
        await expect(strip).to_have_count(0)
