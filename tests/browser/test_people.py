"""Who one is here: accounts on several devices, settings that stay, and what others have written, shown as text."""

import json
import re
from pathlib import Path

import pytest
from browser.accounts import register, sign_in
from browsers import PHONE, window
from playwright.async_api import Browser, expect
from servers import PASSWORD, live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

NEW_PASSWORD = "another walk by the sea"
HOSTILE = "<b>x</b>"


async def test_an_account_is_made_changed_used_on_another_device_and_deleted(browser: Browser) -> None:
    async with live_server() as server:
        async with window(browser, server.url, size=PHONE) as phone:
            await register(phone, "Ada Lovelace")
            codes = await phone.page.locator(".shown-once code").all_inner_texts()
            assert len(set(codes)) == 8
            await phone.page.get_by_role("button", name="I have saved it").click()
            await expect(phone.page.locator(".shown-once")).to_have_count(0)
            await expect(phone.page.locator(".top .who")).to_have_text("Ada Lovelace")

            async with window(browser, server.url) as laptop:
                await sign_in(laptop, "Ada Lovelace", "not the password")
                await expect(laptop.page.get_by_role("alert")).to_contain_text(
                    "The name, the password or the code is wrong."
                )
                await sign_in(laptop, "ada lovelace", PASSWORD)
                await expect(laptop.page.locator(".who-name")).to_have_text("Ada Lovelace")
                await laptop.page.get_by_text("Change the password").first.click()
                change = laptop.page.locator("details", has_text="Change the password")
                await change.get_by_label("Password", exact=True).fill(PASSWORD)
                await change.get_by_label("New password").fill(NEW_PASSWORD)
                await change.get_by_role("button").click()
                await expect(change).to_contain_text("Every other device is signed out.")
                await laptop.page.get_by_role("button", name="Sign out", exact=True).last.click()  # not a device
                await laptop.see("[data-part=sign-in]")
                await laptop.page.reload()
                await laptop.see("[data-part=sign-in]")

            await expect(phone.page.locator(".line-strip-shut")).to_be_visible()

        async with window(browser, server.url) as other:
            await sign_in(other, "Ada Lovelace", PASSWORD)
            await expect(other.page.get_by_role("alert")).to_contain_text(
                "The name, the password or the code is wrong."
            )
            await sign_in(other, "Ada Lovelace", NEW_PASSWORD)
            await other.see(".who-name")
            await other.page.get_by_text("Delete the account").click()
            farewell = other.page.locator("details", has_text="Delete the account")
            await farewell.get_by_label("Password").fill(NEW_PASSWORD)
            await farewell.get_by_role("button", name="Delete permanently").click()
            await other.see("[data-part=sign-in]")
            await sign_in(other, "Ada Lovelace", NEW_PASSWORD)
            await expect(other.page.get_by_role("alert")).to_contain_text(
                "The name, the password or the code is wrong."
            )


async def test_a_recovery_code_lets_one_in_and_is_good_once(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as ada:
        await register(ada, "Ada")
        code = await ada.page.locator(".shown-once code").first.inner_text()
        await ada.page.get_by_role("button", name="Sign out", exact=True).click()
        await ada.see("[data-part=sign-in]")
        for is_first, password in ((True, NEW_PASSWORD), (False, "a third walk by the sea")):
            await ada.page.get_by_text("Password forgotten?").click()
            form = ada.page.locator("details", has_text="Password forgotten?")
            await form.get_by_label("Name").fill("Ada")
            await form.get_by_label("Recovery code").fill(code.upper())
            await form.get_by_label("New password").fill(password)
            await form.get_by_role("button").click()
            if is_first:
                await expect(ada.page.locator(".who-name")).to_have_text("Ada")
                await ada.page.get_by_role("button", name="Sign out", exact=True).click()
                await ada.see("[data-part=sign-in]")
            else:
                await expect(ada.page.get_by_role("alert")).to_contain_text(
                    "The name, the password or the code is wrong."
                )


async def test_a_player_who_is_not_to_be_remembered_leaves_nothing_behind_in_the_browser(browser: Browser) -> None:
    async with live_server() as server, server.person("Ada"), window(browser, server.url) as ada:
        await sign_in(ada, "Ada", PASSWORD, remember=False)
        await expect(ada.page.locator(".who-name")).to_have_text("Ada")
        assert await ada.page.evaluate("localStorage.getItem('quarterdeck/token')") is None
        assert await ada.page.evaluate("sessionStorage.getItem('quarterdeck/token')") is not None
        await ada.page.reload()
        await expect(ada.page.locator(".who-name")).to_have_text("Ada")
        second = await ada.page.context.new_page()
        await second.goto(server.url + "/account")
        await second.locator("[data-part=sign-in]").wait_for()


async def test_tokens_and_bots_are_made_shown_once_and_revoked_and_the_export_is_a_file(
    browser: Browser, tmp_path: Path
) -> None:
    async with live_server() as server, window(browser, server.url) as ada:
        await register(ada, "Ada")
        await ada.page.get_by_role("button", name="I have saved it").click()
        programs = ada.page.locator("[data-part=programs]")
        await programs.locator("summary", has_text="Make a bot").click()
        await programs.get_by_label("Name of the bot").fill("Engine of Ada")
        await programs.get_by_role("button", name="Make a bot").click()
        await expect(programs.locator(".entries").first).to_contain_text("Engine of Ada")
        await programs.locator("summary", has_text="Make a token").click()
        await programs.get_by_label("Label").fill("the laptop")
        await programs.get_by_label("Who uses it").select_option(label="Engine of Ada")
        days = programs.get_by_role("spinbutton", name="Valid for days")
        for wrong, why in (
            ("", "valueMissing"),
            ("0", "rangeUnderflow"),
            ("367", "rangeOverflow"),
            ("1.5", "stepMismatch"),
        ):
            await days.fill(wrong)  # the browser names the field, in its own language
            assert await days.evaluate("(field, why) => field.validity[why] && !field.form.checkValidity()", why), wrong
        await days.fill("30")
        await programs.get_by_role("button", name="Make a token").click()
        secret = await programs.locator(".shown-once code").inner_text()
        async with server.line() as program:
            signed_in = await program.ask({"type": "sign_in", "token": secret})
            assert signed_in["player"]["name"] == "Engine of Ada"
        await programs.get_by_role("button", name="I have saved it").click()
        assert secret not in await ada.page.content()
        async with ada.page.expect_download() as download:
            await ada.page.get_by_role("button", name="Save my data").click()
        saved = await download.value
        await saved.save_as(tmp_path / "export.json")
        export = json.loads((tmp_path / "export.json").read_text())
        assert export["account"]["player"]["name"] == "Ada"
        assert [token["label"] for token in export["tokens"]] == ["the laptop"]
        assert secret not in json.dumps(export)
        await programs.get_by_role("button", name="Revoke").click()
        await programs.get_by_role("button", name="Really?").click()
        await expect(programs.get_by_text("the laptop")).to_have_count(0)
        async with server.line() as program:
            refused = await program.ask({"type": "sign_in", "token": secret})
            assert refused["code"] == "unknown_token"


async def test_settings_stay_in_this_browser_and_broken_ones_are_as_if_they_were_not_there(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url, dark=True) as ada:
        await ada.open("/settings")
        await ada.page.get_by_label("Light").check()
        await expect(ada.page.locator("html")).to_have_attribute("data-theme", "light")
        await ada.page.get_by_label("Keyboard shortcuts").uncheck()
        await ada.page.reload()
        await ada.see(".settings")
        await expect(ada.page.locator("html")).to_have_attribute("data-theme", "light")
        await expect(ada.page.get_by_label("Keyboard shortcuts")).not_to_be_checked()
        for broken in ("{", "7", "null", '{"theme": "pink", "keys": "no", "sound": 3, "language": []}'):
            await ada.page.evaluate("text => localStorage.setItem('quarterdeck/settings', text)", broken)
            await ada.page.reload()
            await ada.see(".settings")
            await expect(ada.page.locator("html")).to_have_attribute("data-theme", "system")
            await expect(ada.page.get_by_label("Keyboard shortcuts")).to_be_checked()


async def test_hostile_names_are_text_wherever_a_player_is_shown(browser: Browser) -> None:
    async with live_server() as server, server.line() as mallory, window(browser, server.url) as ada:
        signed_in = await mallory.sign_in(HOSTILE)
        assert signed_in["player"]["name"] == HOSTILE
        await register(ada, "Ada")
        await ada.open(f"/u/{signed_in['player']['id']}")
        await expect(ada.page.locator("h1")).to_have_text(HOSTILE)
        assert await ada.page.locator("main b").count() == 0
        await ada.page.get_by_role("button", name="Block").click()
        await expect(ada.page.get_by_role("button", name="Block")).to_have_attribute("aria-pressed", "true")
        await ada.page.get_by_role("button", name="Report …").click()
        await ada.page.get_by_label("In your own words").fill("<script>alert(1)</script>")
        await ada.page.get_by_role("button", name="Send the report").click()
        await expect(ada.page.locator(".toast")).to_contain_text("The moderators will see it.")
        await ada.open("/account")
        await expect(ada.page.locator(".entries", has_text=HOSTILE)).to_have_count(1)
        await ada.page.get_by_role("button", name="Undo").click()
        await expect(ada.page.get_by_text("You avoid nobody.")).to_be_visible()


async def test_a_moderator_reads_a_report_silences_the_player_and_finds_both_in_the_log(browser: Browser) -> None:
    async with live_server() as server, server.person("Bo") as bo, server.player("Mallory") as mallory:  # noqa: SIM117
        async with window(browser, server.url) as ada:
            await register(ada, "Ada")
            await server.services.moderation.make_first_admin("Ada")
            whom = mallory.heard[-1]["player"]["id"]
            said = {"type": "say", "where": "lobby", "text": "<i>rubbish</i>"}
            assert (await mallory.ask(said))["type"] == "said"
            report = {"type": "report", "player": whom, "reason": "spam", "text": "Again.", "where": "lobby"}
            assert (await bo.ask(report))["type"] == "reported"
            await ada.open("/moderation")
            filed = ada.page.locator("article", has_text="Mallory")
            await expect(filed).to_contain_text("<i>rubbish</i>")
            await filed.locator("summary").click()
            await filed.get_by_label("Verdict").fill("Told them off.")
            await filed.get_by_role("button", name="Resolve").click()
            await expect(filed).to_have_count(0)
            await ada.page.get_by_role("tab", name="Resolve").click()
            await filed.get_by_role("button", name="See the player").click()
            await ada.page.locator("summary", has_text="Sanction").click()
            sanction = ada.page.locator("details", has_text="Sanction").first
            await sanction.get_by_label("Why").fill("Rubbish.")
            await sanction.get_by_role("button", name="Sanction").click()
            await expect(ada.page.locator(".entries")).to_contain_text("Mute: can only send phrases until")
            assert (await mallory.ask({**said, "ref": "again"}))["code"] == "muted"
            await ada.page.get_by_role("tab", name="Audit log").click()
            await expect(ada.page.locator("article").first).to_contain_text("Rubbish.")
            await expect(ada.page.locator("article").nth(1)).to_contain_text("Told them off.")


async def test_a_player_who_is_no_moderator_is_told_so_and_asks_for_nothing(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as ada:
        await register(ada, "Ada")
        await ada.open("/moderation")
        await expect(ada.page.locator("main")).to_contain_text("This is for moderators")
        await expect(ada.page.get_by_role("tab")).to_have_count(0)


async def test_a_moderator_bans_somebody_who_reads_so_wherever_they_sign_in_and_comes_back_when_it_is_ended(
    browser: Browser,
) -> None:
    async with (
        live_server() as server,
        window(browser, server.url) as ada,
        window(browser, server.url) as bo,
        window(browser, server.url) as elsewhere,
    ):
        await register(bo, "Bo")
        await register(ada, "Ada")
        await server.services.moderation.make_first_admin("Ada")
        await ada.open("/moderation")
        await ada.page.get_by_role("tab", name="Players").click()
        await ada.page.get_by_label("Name").first.fill("Bo")
        await ada.page.keyboard.press("Enter")
        await ada.page.locator("summary", has_text="Sanction").click()
        sanction = ada.page.locator("details", has_text="Sanction").first
        await sanction.get_by_label("What").select_option("ban")
        await sanction.get_by_label("Why").fill("far too loud")
        await sanction.get_by_role("button", name="Sanction").click()
        await expect(ada.page.locator(".entries")).to_contain_text("Ban: cannot sign in until")

        await expect(bo.page.locator(".line-strip-shut")).to_contain_text("far too loud")
        await sign_in(elsewhere, "Bo", PASSWORD)
        await expect(elsewhere.page.locator("main, .toast").filter(has_text="banned").first).to_contain_text("banned")
        await expect(elsewhere.page.locator(".top .who")).to_have_text("Sign in")

        ended = ada.page.locator(".entries li", has_text="Ban")
        await ended.get_by_label("Why").fill("Bo is sorry.")
        await ended.get_by_role("button", name="End it").click()
        await expect(ada.page.locator(".entries li", has_text="Ban")).to_have_count(0)
        await bo.page.locator(".line-strip-shut").get_by_role("button", name="Try again").click()
        await expect(bo.page.locator(".top .who")).to_have_text("Bo")
        await sign_in(elsewhere, "Bo", PASSWORD)
        await expect(elsewhere.page.locator(".top .who")).to_have_text("Bo")


async def test_several_players_of_one_browser_go_on_without_a_password(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as shared:
        await register(shared, "Ada")
        others = shared.page.locator("[data-part=others]")
        await others.get_by_role("button", name="Play as somebody else").click()
        await expect(others.get_by_role("listitem")).to_contain_text("Ada")
        form = shared.page.locator("[data-part=register]")
        await form.get_by_label("Name").fill("Bo")
        await form.get_by_label("Password").fill(PASSWORD)
        await form.get_by_role("button", name="Make an account").click()
        name = shared.page.locator(".who-name")
        await expect(name).to_have_text("Bo")
        await others.get_by_role("button", name="Switch to Ada").click()
        await expect(name).to_have_text("Ada")
        await shared.page.reload()
        await expect(name).to_have_text("Ada")
        await expect(others.get_by_role("listitem")).to_contain_text("Bo")
        await shared.page.get_by_role("button", name="Sign out", exact=True).click()
        await expect(others.get_by_role("button", name=re.compile("Switch to"))).to_have_count(1)
        await others.get_by_role("button", name="Switch to Bo").click()
        await expect(name).to_have_text("Bo")
