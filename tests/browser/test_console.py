"""The console of those who look after the server: a moderator's day of reports by keyboard, a raid banned at once, a
match inspected, and the state that a viewer sees."""

import contextlib
from collections.abc import AsyncIterator

import pytest
from browser.test_collection import come_as
from browsers import Window, window
from playwright.async_api import Browser, ViewportSize, expect
from quarterdeck_protocol.lobby.chat import Reason
from quarterdeck_protocol.lobby.moderation import Role, RolesOrder
from quarterdeck_protocol.names import Milliseconds, PlayerId, ReportId, Token
from quarterdeck_server.lobby.chat.reports import OPEN, REPORTS, ReportRecord
from quarterdeck_server.lobby.documents import IndexEntry
from servers import PASSWORD, LiveServer, live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

REPORTS_OF_A_DAY = 200
DESK_SIZE: ViewportSize = {"width": 1366, "height": 768}


@contextlib.asynccontextmanager
async def console(browser: Browser, part: str = "server") -> AsyncIterator[tuple[LiveServer, Window]]:
    """A server with an admin before a part of its console."""
    async with (
        live_server() as server,
        server.person("Mo"),
        window(browser, server.url, size=DESK_SIZE) as opened,
    ):
        await server.services.moderation.make_first_admin("Mo")
        await come_as(opened, "Mo")
        await opened.open(f"/console?part={part}")
        yield server, opened


async def filed(server: LiveServer, number: int) -> None:
    """File reports of one player about another one."""
    documents = server.services.moderation._documents
    async with server.line() as by, server.line() as about:
        reporter = PlayerId((await by.sign_in("Ann"))["player"]["id"])
        player = PlayerId((await about.sign_in("Loud"))["player"]["id"])
    now = await documents.now()
    for each in range(number):
        report = ReportRecord(
            id=ReportId(f"report-{each}"),
            at=Milliseconds(now - each),
            by=reporter,
            player=player,
            reason=Reason.ABUSE,
            text=f"Report number {each}",
            where=None,
            place=None,
            lines=(),
        )
        await documents.commit([REPORTS.put(report.id, None, report, 86_400)], [IndexEntry(OPEN, report.id, report.at)])


async def test_a_day_of_reports_is_handled_by_keyboard(browser: Browser) -> None:
    async with console(browser) as (server, opened):
        await filed(server, REPORTS_OF_A_DAY)
        await opened.open("/console?part=reports")
        page, keys = opened.page, opened.page.keyboard
        article = page.locator("[data-report]")
        await expect(article).to_contain_text("Report number 0")
        await keys.press("j")
        await expect(article).to_contain_text("Report number 1")
        await keys.press("p")
        await expect(page.get_by_role("heading", name="Loud").last).to_be_visible()
        await keys.press("k")
        await expect(article).to_contain_text("Report number 0")
        await keys.press("Enter")
        await keys.type("Talked to 1, 2 and j")
        await keys.press("Enter")
        await expect(article).to_contain_text("Report number 1")
        for number in range(1, REPORTS_OF_A_DAY):
            await expect(article).to_have_attribute("data-report", f"report-{number}")
            await keys.press("123"[number % 3])
        await expect(page.get_by_text(f"0 reports here, {REPORTS_OF_A_DAY} done")).to_be_visible()
        assert await server.services.moderation._documents.count(OPEN) == 0
        newest = await server.services.moderation.audit.read(None, 100)
        oldest = await server.services.moderation.audit.read(newest.before, 100)
        deeds = (*newest.deeds, *oldest.deeds)
        assert [deed.what for deed in deeds] == ["resolve"] * REPORTS_OF_A_DAY
        verdicts = {"No breach of the rules", "Warned", "Sanctioned", "Talked to 1, 2 and j"}
        assert {deed.why for deed in deeds} == verdicts


async def test_a_raid_is_found_shown_and_banned_in_one_order(browser: Browser) -> None:
    async with console(browser, "many") as (server, opened):
        page = opened.page
        async with server.person("Raid one"), server.player("Raider two"), server.player("Afraid"):
            await page.get_by_label("Pattern of names").fill("raid*")
            await page.get_by_role("button", name="Find").click()
            await expect(page.get_by_role("heading", name="2 players found")).to_be_visible()
            await page.get_by_role("checkbox", name="Raider two").uncheck()
            await page.get_by_label("Why").fill("a raid")
            await page.get_by_role("button", name="Sanction 1 player").click()
            await expect(page.get_by_role("heading", name="1 player sanctioned")).to_be_visible()
        file = await server.services.moderation.named("Raid one")
        assert [(each.kind, each.why) for each in file.sanctions] == [("ban", "a raid")]


async def test_a_match_is_seen_through_each_seat_at_each_version(browser: Browser) -> None:
    async with console(browser, "match") as (server, opened):
        page = opened.page
        await server.begin("m", [{"id": "a", "name": "Ann"}, {"id": "b", "name": "Bea"}], game="amfibido")
        await page.get_by_label("Id of the match").fill("m")
        await page.get_by_label("Why").fill("a report")
        await page.get_by_role("button", name="Look").click()
        await expect(page.get_by_text("Version 1 of 1")).to_be_visible()
        await expect(page.locator("pre")).to_contain_text('"seat": null')
        await page.get_by_label("Through the eyes of").select_option(label="2. Bea")
        await expect(page.locator("pre")).not_to_contain_text('"seat": null')  # parts of the first one have seats, too
        await expect(page.locator("pre")).to_contain_text('"seat": 1')
        deeds = (await server.services.moderation.audit.read(None, 2)).deeds
        assert [deed.detail for deed in deeds] == ["match m through seat 1", "match m as spectators see it"]


async def test_a_viewer_sees_the_server_and_nothing_about_players(browser: Browser) -> None:
    async with live_server(news="Cup on Sunday") as server, server.person("Mo"), server.person("Viv") as viv:
        await server.services.moderation.make_first_admin("Mo")
        async with server.line() as mo:
            token = (await mo.ask({"type": "sign_in", "name": "Mo", "password": PASSWORD}))["token"]
        me = PlayerId((await viv.ask({"type": "get_account"}))["player"]["id"])
        by = await server.services.players.holder(Token(token))
        await server.services.moderation.set_roles(by, RolesOrder(player=me, roles=(Role.VIEWER,), why="looks"))
        async with window(browser, server.url, size=DESK_SIZE) as opened:
            await come_as(opened, "Viv")
            await opened.open("/console?part=reports")
            page = opened.page
            await expect(page.get_by_role("tab")).to_have_text(["Server", "Figures", "Announcements"])
            await expect(page.get_by_role("rowheader", name="news")).to_be_visible()
            await expect(page.get_by_role("row", name="news")).to_contain_text("--news")
            await page.get_by_role("tab", name="Announcements").click()
            await expect(page.get_by_role("heading", name="Pause of new matches")).to_be_visible()
            assert await page.locator("summary").count() == 0
