"""First actions of a visitor, which make a guest of them: a refusal is shown, and nothing they typed is gone."""

import re

import pytest
from browser.accounts import register
from browsers import LAPTOP, PHONE, Window, window
from cable import Cable
from playwright.async_api import Browser, Locator, ViewportSize, expect
from servers import PASSWORD, live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

BACKWARDS = "good luck \u202e olleh"
"""The server takes no line with a character that turns what stands behind it."""


async def refuse(cable: Cable, kind: str, text: str, **fields: object) -> None:
    """Answer the command of this type that is held as a server that refuses it."""
    [command] = cable.held(kind)
    cable.forget()
    cable.tell({"type": "refused", "ref": command["ref"], "code": "not_allowed", "text": text, **fields})


async def until_held(shown: Window, cable: Cable, kind: str) -> None:
    """Wait until a command of this type is held."""
    while not cable.held(kind):
        await shown.page.wait_for_timeout(20)


async def left(part: Locator) -> float:
    """Return where a part of the page begins, from the left."""
    box = await part.bounding_box()
    assert box is not None
    return box["x"]


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize(
    ("name", "password", "at", "said"),
    [("Wilma", "short", "Password", "8 to 256 characters"), ("Ada", PASSWORD, "Name", "“Ada” is taken")],
    ids=["short_password", "taken_name"],
)
async def test_a_refused_account_keeps_the_form_and_says_why_at_the_field(
    browser: Browser, size: ViewportSize, name: str, password: str, at: str, said: str
) -> None:
    async with live_server() as server:
        async with window(browser, server.url) as ada:
            await register(ada, "Ada")
        async with window(browser, server.url, size=size) as visitor:
            await visitor.open("/account")
            form = visitor.page.locator("[data-part=register]")
            title = await form.locator("h2").inner_text()
            place = await left(form)
            await form.get_by_label("Name").fill(name)
            await form.get_by_label("Password").fill(password)
            await form.get_by_role("button", name="Make an account").click()
            await expect(visitor.page.locator("a.who")).to_contain_text("Guest")
            await expect(form.get_by_role("alert")).to_contain_text(said)
            await expect(form.get_by_label(at)).to_have_attribute("aria-invalid", "true")
            await expect(form.get_by_label(at)).to_be_focused()
            await expect(form.get_by_label("Name")).to_have_value(name)
            await expect(form.get_by_label("Password")).to_have_value(password)
            await expect(form.locator("h2")).to_have_text(title)
            assert await left(form) == place
            await form.get_by_label("Name").fill("Wilma")
            await form.get_by_label("Password").fill(PASSWORD)
            await form.get_by_role("button", name="Make an account").click()
            await visitor.see(".shown-once")
            await expect(visitor.page.locator("a.who")).to_have_text("Wilma")


async def test_a_visitor_who_has_to_wait_is_told_for_how_long(browser: Browser) -> None:
    cable = Cable()
    async with live_server() as server, window(browser, server.url) as visitor:
        await cable.lay(visitor)
        await visitor.open("/account")
        form = visitor.page.locator("[data-part=register]")
        await form.get_by_label("Name").fill("Wilma")
        await form.get_by_label("Password").fill(PASSWORD)
        cable.holds = lambda message: message["type"] == "register"
        await form.get_by_role("button", name="Make an account").click()
        await until_held(visitor, cable, "register")
        await refuse(cable, "register", "Too many registrations.", code="too_many", retry_in=60_000)
        await expect(form.get_by_role("alert")).to_contain_text("Too many registrations")
        await expect(form.get_by_role("button")).to_have_text(re.compile(r"in \d+ s"))
        await expect(form.get_by_label("Name")).to_have_value("Wilma")


async def test_anything_that_is_typed_on_the_account_page_outlives_a_lost_connection(browser: Browser) -> None:
    cable = Cable()
    async with live_server() as server, window(browser, server.url) as ada:
        await cable.lay(ada)
        await register(ada, "Ada")
        await ada.page.get_by_text("Change the password").first.click()
        field = ada.page.get_by_label("New password")
        await field.fill(PASSWORD)
        await cable.cut()
        await ada.see("[data-line=lost]")
        await expect(field).to_have_value(PASSWORD)
        cable.is_cut = False
        await expect(ada.page.locator("[data-line]")).to_have_count(0)
        await expect(field).to_have_value(PASSWORD)


async def test_a_refused_line_stays_in_its_field(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as visitor:
        await visitor.open()
        field = visitor.page.get_by_label("Write a message")
        await field.fill(BACKWARDS)
        await field.press("Enter")
        await expect(visitor.page.locator("a.who")).to_contain_text("Guest")
        await expect(visitor.page.locator(".toast-bad")).to_be_visible()
        await expect(field).to_have_value(BACKWARDS)


async def test_a_refused_table_leaves_the_dialog_as_it_was_filled_in(browser: Browser) -> None:
    async with (
        live_server(tables_per_address=1) as server,
        server.player() as ada,
        window(browser, server.url) as visitor,
    ):
        opened = await ada.ask({"type": "open_table", "game": "density-deck", "seats": 2})
        assert opened["type"] == "table_changed", opened
        await visitor.open("/lobby?open=density-deck&access=unlisted")
        dialog = visitor.page.locator("dialog.opening")
        rated = dialog.get_by_label("Counts for the ratings")
        await rated.check()
        await dialog.get_by_role("button", name="Open the table").click()
        await expect(visitor.page.locator("a.who")).to_contain_text("Guest")
        await expect(dialog.get_by_role("alert")).to_be_visible()
        await expect(rated).to_be_checked()
        await expect(dialog.get_by_label("Invited players")).to_be_checked()


async def test_a_refused_search_leaves_the_dialog_as_it_was_filled_in(browser: Browser) -> None:
    cable = Cable()
    async with live_server() as server, window(browser, server.url) as visitor:
        await cable.lay(visitor)
        await visitor.open()
        await visitor.page.locator(".home-head .main").click()
        dialog = visitor.page.locator("dialog.quick-match")
        await dialog.get_by_label("Density Deck").check()
        await dialog.get_by_text("With friends at the same table").click()
        await dialog.get_by_label("A word that you agree on").fill("lighthouse")
        cable.holds = lambda message: message["type"] == "seek"
        await dialog.get_by_role("button", name="Look for").click()
        await until_held(visitor, cable, "seek")
        await refuse(cable, "seek", "Another party goes by this word.")
        await expect(dialog.get_by_role("alert")).to_contain_text("Another party")
        await expect(dialog.get_by_label("A word that you agree on")).to_have_value("lighthouse")
        await dialog.get_by_role("button", name="Look for").click()
        await visitor.see(".seeking")
        await expect(dialog).to_have_count(0)


async def test_a_refused_report_leaves_what_was_written(browser: Browser) -> None:
    cable = Cable()
    async with live_server() as server, server.player("Mallory") as mallory, window(browser, server.url) as visitor:
        await cable.lay(visitor)
        await visitor.open()
        await visitor.page.get_by_label("Write a message").fill("hello")
        await visitor.page.get_by_label("Write a message").press("Enter")
        await expect(visitor.page.locator(".talk-line")).to_have_count(1)
        await mallory.ask({"type": "join_chat", "where": "lobby"})
        await mallory.ask({"type": "say", "where": "lobby", "text": "you lose"})
        await visitor.page.get_by_role("button", name="Mallory").click()
        await visitor.page.locator(".menu-entry", has_text="Report").click()
        dialog = visitor.page.locator("dialog.report")
        await dialog.get_by_role("textbox").fill("They said that I lose.")
        cable.holds = lambda message: message["type"] == "report"
        await dialog.get_by_role("button", name="Send").click()
        await until_held(visitor, cable, "report")
        await refuse(cable, "report", "You have reported enough for today.")
        await expect(dialog.get_by_role("alert")).to_contain_text("enough for today")
        await expect(dialog.get_by_role("textbox")).to_have_value("They said that I lose.")


async def test_an_invite_to_a_full_table_lets_a_visitor_look_on(browser: Browser) -> None:
    async with live_server() as server, server.player("Ada") as ada, server.player("Bo") as bo:
        opened = await ada.ask({"type": "open_table", "game": "amfibido", "seats": 2, "access": "unlisted"})
        code = opened["table"]["code"]
        await bo.ask({"type": "sit", "code": code})
        async with window(browser, server.url) as visitor:
            await visitor.open(f"/join/{code}")
            await expect(visitor.page.locator(".places")).to_contain_text("Ada")
            await expect(visitor.page.locator(".places")).to_contain_text("Bo")


async def test_a_wrong_invite_code_is_mended_in_its_field(browser: Browser) -> None:
    async with live_server() as server, server.player("Ada") as ada, window(browser, server.url) as visitor:
        opened = await ada.ask({"type": "open_table", "game": "amfibido", "seats": 2, "access": "unlisted"})
        code = opened["table"]["code"]
        wrong = code[:-1] + ("A" if code[-1] != "A" else "B")
        await visitor.open()
        await visitor.page.get_by_role("textbox", name="Invite code").fill(wrong)
        await visitor.page.keyboard.press("Enter")
        field = visitor.page.get_by_role("textbox", name="Invite code")
        await expect(visitor.page.get_by_role("alert")).to_contain_text("No table has this invite code")
        await expect(field).to_have_value(wrong)
        await field.fill(code)
        await visitor.page.keyboard.press("Enter")
        await expect(visitor.page.locator(".places")).to_contain_text("Ada")


async def test_an_invite_that_takes_the_connection_from_another_window_sits_down_once(browser: Browser) -> None:
    cable = Cable()
    async with live_server() as server, server.player("Ada") as ada, window(browser, server.url) as first:
        opened = await ada.ask({"type": "open_table", "game": "density-deck", "seats": 4, "access": "unlisted"})
        await first.open()
        await first.page.get_by_label("Write a message").fill("hello")
        await first.page.get_by_label("Write a message").press("Enter")
        await expect(first.page.locator(".talk-line")).to_have_count(1)
        second = Window(await first.page.context.new_page(), server.url)
        await cable.lay(second)
        await second.open(f"/join/{opened['table']['code']}")
        await expect(second.page.locator(".places")).to_contain_text("Ada")
        await expect(second.page.locator("[data-line]")).to_have_count(0)
        assert len(cable.said("sit")) == 1
