"""A table is opened, joined by its code, played, talked at and set up again; others watch."""

import re

import pytest
from browser.accounts import register
from browsers import PHONE, Window, window
from cable import Cable, Message
from hands import keep
from matches.processes import Hand
from playwright.async_api import Browser, expect
from quarterdeck_protocol.fairness.bound_entropy import entropy_hash
from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import Line, live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def open_table(host: Window, *, game: str = "amfibido", access: str = "unlisted") -> None:
    """Open a table with the form."""
    await host.open(f"/lobby?open={game}&access={access}")
    await host.page.get_by_role("button", name="Open the table").click()
    await host.see(".gathering")


async def say(speaker: Window, text: str) -> None:
    """Say a line, and wait until it stands in one's own window."""
    await speaker.page.get_by_role("textbox", name="Write a message").fill(text)
    await speaker.page.get_by_role("button", name="Send").click()
    await speaker.page.locator(".talk-line", has_text=text).wait_for()


async def resign(loser: Window) -> None:
    """Leave the match for good, which is asked once more."""
    await loser.page.get_by_role("button", name="Resign").click()
    await loser.page.locator("[data-do=resign]").click()


async def test_two_meet_by_a_code_play_talk_and_play_again_and_a_third_hears_only_spectators(browser: Browser) -> None:
    async with (
        live_server(luck=7) as server,
        window(browser, server.url) as ada,
        window(browser, server.url, size=PHONE, touch=True) as bo,
        window(browser, server.url) as cy,
    ):
        await open_table(ada)
        code = await ada.page.locator(".invite-code").inner_text()
        await bo.open(f"/join/{code}")
        await bo.page.get_by_role("button", name="Ready", exact=True).click()
        await ada.page.get_by_role("button", name="Ready", exact=True).click()
        await ada.see(".frame")
        await bo.see(".frame")

        await cy.open(f"/join/{code.lower()}")
        await cy.see(".frame")
        await expect(cy.page.get_by_text("You are watching")).to_be_visible()
        for each in (ada, cy):
            await each.page.get_by_role("tab", name="Chat").click()
        await bo.page.locator(".side-handle").click()
        await bo.page.get_by_role("tab", name="Chat").click()
        await say(cy, "Nobody at the table hears this.")
        await say(ada, "Only the table hears this.")
        await bo.page.locator(".talk-line", has_text="Only the table").wait_for()
        for seated in (ada, bo):
            await expect(seated.page.locator(".talk-line")).to_have_count(1)
        await expect(cy.page.locator(".talk-line")).to_have_count(1)

        await bo.page.locator(".side-handle").click()
        await resign(bo)
        await ada.see(".frame[data-over]")
        await expect(ada.page.locator(".bar-title")).to_contain_text("1 is watching")
        await ada.page.locator(".talk-line", has_text="Nobody at the table").wait_for()
        await expect(cy.page.locator(".talk-line")).to_have_count(1)
        await expect(ada.page.locator("[data-rated]")).to_contain_text("Not rated")

        await ada.page.get_by_role("button", name="Rematch").click()
        name = await ada.page.locator(".place[data-ready] bdi").first.inner_text()
        await bo.page.get_by_role("button", name=f"Accept {name}’s rematch").click()
        for each in (ada, bo):
            await each.see(".frame:not([data-over])")


async def test_the_host_rules_a_table_and_a_stranger_finds_it_in_the_list(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as ada, window(browser, server.url) as bo:
        await open_table(ada, game="density-deck", access="public")
        await bo.open("/lobby")
        await expect(bo.page.locator(".table-row")).to_contain_text("3 seats free")
        await bo.page.get_by_label("Player at the table").fill("nobody of that name")
        await expect(bo.page.locator(".table-row")).to_have_count(0)
        await bo.page.get_by_label("Player at the table").fill(
            await ada.page.locator("[data-seat='0'] bdi").first.inner_text()
        )
        await bo.page.get_by_label("Time").select_option(">60000")
        await expect(bo.page.locator(".table-row")).to_contain_text("3 seats free")
        await bo.page.get_by_role("button", name="Join: Density Deck").click()
        await bo.see(".gathering")
        await bo.page.locator("[data-seat='3']").get_by_role("button", name="Sit here").click()
        await expect(ada.page.locator("[data-seat='1']")).to_contain_text("free seat")
        await ada.page.get_by_role("button", name=re.compile("Make .* the host")).click()
        await bo.page.locator("[data-seat='2']").get_by_role("button", name="Add a bot").click()
        await bo.page.locator("[data-bot=greedy]").click()
        await expect(bo.page.locator("[data-seat='2']")).to_contain_text("Greedy")
        await bo.page.locator("[data-seat='2']").get_by_role("button", name=re.compile("Kick .*")).click()
        await expect(ada.page.locator("[data-seat='2']")).to_contain_text("free seat")
        await bo.page.locator("[data-seat='0']").get_by_role("button", name=re.compile("Kick .*")).click()
        await expect(ada.page.get_by_text("The host has removed you")).to_be_visible()


async def test_the_page_says_that_ready_has_ended_when_the_opponent_leaves(browser: Browser) -> None:
    async with live_server() as server, server.player("Ada") as ada, window(browser, server.url) as bo:
        opened = await ada.ask({"type": "open_table", "game": "amfibido"})
        await bo.open(f"/t/{opened['table']['id']}")
        await bo.page.get_by_role("button", name="Sit down").click()
        await bo.page.get_by_role("button", name="Ready", exact=True).click()
        await expect(bo.page.get_by_text("Waiting for the others")).to_be_visible()
        ended = bo.page.get_by_role("status").filter(has_text="you are no longer ready")
        await expect(ended).to_have_count(0)
        await ada.ask({"type": "stand", "table": opened["table"]["id"]})
        await expect(ended).to_be_visible()
        await bo.page.get_by_role("button", name="Ready", exact=True).click()
        await expect(ended).to_have_count(0)


async def test_tables_of_several_games_are_listed_at_once_and_those_of_one_host(browser: Browser) -> None:
    async with (
        live_server() as server,
        server.player("Ada") as ada,
        server.player("Bo") as bo,
        window(browser, server.url, size=PHONE, touch=True) as cy,
    ):
        for game in ("myacards", "density-deck"):
            await bo.ask({"type": "open_table", "game": game})
        opened = await ada.ask({"type": "open_table", "game": "amfibido"})
        await bo.ask({"type": "sit", "table": opened["table"]["id"]})
        rows = cy.page.locator(".table-row")
        await cy.open("/lobby")
        await expect(rows).to_have_count(3)
        games = cy.page.locator(".filter-games")
        await games.locator("summary").tap()
        await games.get_by_text("MYACARDS").tap()
        await expect(rows).to_have_count(1)
        await games.get_by_text("Amfibido").tap()
        await expect(rows).to_have_count(2)
        await expect(games.locator("summary")).to_contain_text("2 games")
        await expect(cy.page.get_by_label("Player at the table")).to_be_hidden()
        await cy.page.get_by_role("button", name="More filters").tap()
        await expect(cy.page.get_by_text("Only as the host")).to_have_count(0)
        await cy.page.get_by_label("Player at the table").fill("bo")
        await expect(games.locator(".filter-list")).to_be_hidden()
        await expect(rows).to_have_count(2)
        await cy.page.get_by_text("Only as the host").tap()
        await expect(rows).to_have_count(1)
        await expect(rows).to_contain_text("MYACARDS")


async def test_anything_that_was_set_for_a_game_is_set_again_the_next_time(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as ada:
        await ada.open("/lobby?open=density-deck")
        await ada.page.get_by_text("Rules of Density Deck").click()
        await ada.page.get_by_role("button", name="Less: Lives").click()
        await ada.page.get_by_role("group", name="Seats").get_by_role("button", name="Less").click()
        await ada.page.get_by_text("Hand product").click()
        await ada.page.get_by_text("Players with the password").click()
        await ada.page.get_by_label("Password", exact=True).fill("sesame")
        await ada.page.get_by_role("button", name="Open the table").click()
        await expect(ada.page.locator(".gathering-head")).to_contain_text("Lives: 9")
        await expect(ada.page.locator(".place")).to_have_count(3)
        await ada.open("/lobby?open=density-deck")
        await expect(ada.page.get_by_label(re.compile("^Lives, from 1 to 100"))).to_have_value("9")
        await expect(ada.page.get_by_role("radio", name=re.compile("Hand product"))).to_be_checked()


async def test_a_table_with_a_password_asks_for_it(browser: Browser) -> None:
    async with live_server() as server, server.player("Ada") as ada, window(browser, server.url) as bo:
        asked = {"type": "open_table", "game": "amfibido", "access": "password", "password": "sesame"}
        table = (await ada.ask(asked))["table"]["id"]
        await bo.open(f"/t/{table}")
        await bo.page.get_by_label("Password", exact=True).fill("open")
        await bo.page.get_by_role("button", name="Enter table").click()
        await expect(bo.page.get_by_role("alert")).to_contain_text("password")
        await bo.page.get_by_label("Password", exact=True).fill("sesame")
        await bo.page.get_by_role("button", name="Enter table").click()
        await bo.page.get_by_role("button", name="Sit down").click()
        await expect(bo.page.get_by_role("button", name="Ready", exact=True)).to_be_visible()


async def test_the_address_of_an_unlisted_table_is_its_invitation(browser: Browser) -> None:
    async with (
        live_server() as server,
        window(browser, server.url) as ada,
        window(browser, server.url) as bo,
        window(browser, server.url) as cy,
    ):
        await ada.open("/lobby?open=amfibido&access=unlisted")
        await ada.page.get_by_role("button", name="Open the table").click()
        code = await ada.page.locator(".invite-code").inner_text()
        await ada.page.wait_for_url(f"**/t/*?code={code}")
        address = ada.page.url
        await bo.page.goto(address)
        await bo.page.get_by_role("button", name="Sit down").click()
        await expect(ada.page.locator("[data-seat='1']")).to_contain_text("Guest")
        await bo.page.reload()
        await bo.page.get_by_role("button", name="Ready", exact=True).click()
        await expect(ada.page.locator("[data-seat='1'][data-ready]")).to_be_visible()
        await cy.page.goto(address.split("?")[0])
        await expect(cy.page.get_by_text("ask a player there for the link")).to_be_visible()
        await cy.page.goto(address.replace(code, "ZZZZZZ"))
        await expect(cy.page.locator("main")).to_contain_text("invite code")


async def test_a_code_of_no_table_says_so(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as bo:
        await bo.open("/")
        await bo.page.get_by_role("textbox", name="Invite code").fill("zzzzzz")
        await bo.page.get_by_role("button", name="Join", exact=True).click()
        await expect(bo.page.get_by_role("alert")).to_contain_text("invite code")


async def test_somebody_who_is_muted_is_not_heard_and_may_be_reported(browser: Browser) -> None:
    async with live_server() as server, server.player("Kit") as kit, window(browser, server.url) as ada:
        await ada.open("/")
        await say(ada, "Hello, all")
        assert (await kit.ask({"type": "say", "where": "lobby", "text": "Buy my cards"}))["type"] == "said"
        await ada.page.get_by_role("button", name=re.compile("^Kit:")).click()
        await ada.page.get_by_role("button", name=re.compile("^Report")).click()
        await ada.page.get_by_text("Spam").click()
        await ada.page.get_by_role("button", name="Send the report").click()
        await expect(ada.page.locator(".toast")).to_contain_text("moderators")
        await ada.page.get_by_role("button", name=re.compile("^Kit:")).click()
        await ada.page.get_by_role("link", name="Profile").click()
        await ada.page.get_by_role("button", name=re.compile("^Report")).click()
        await expect(ada.page.get_by_role("dialog", name="Report Kit")).to_contain_text("Moderators read this.")
        await ada.open("/")
        await ada.page.get_by_role("button", name=re.compile("^Kit:")).click()
        mute, allow = (ada.page.get_by_role("button", name=re.compile(each)) for each in ("^Mute", "messages again"))
        await expect(mute).to_be_visible()
        await expect(allow).to_have_count(0)
        await mute.click()
        await expect(ada.page.locator(".talk-line")).to_have_count(1)
        assert (await kit.ask({"type": "say", "where": "lobby", "text": "Buy them now"}))["type"] == "said"
        await say(ada, "It is quiet here")
        await expect(ada.page.locator(".talk-line")).to_have_count(2)


async def test_a_player_who_is_late_to_reveal_entropy_is_named_until_it_has_come(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as ada, server.player("Bo") as bo:
        await open_table(ada)
        code = await ada.page.locator(".invite-code").inner_text()
        table = (await bo.ask({"type": "sit", "code": code}))["table"]["id"]
        await bo.ask({"type": "ready", "table": table, "entropy_hash": entropy_hash("Bo threw 4")})
        await ada.page.get_by_role("button", name="Ready", exact=True).click()
        status = ada.page.locator(".gathering-do").get_by_role("status")
        await expect(status).to_contain_text("random share of Bo is still missing")
        await expect(status.get_by_role("timer")).to_be_visible()
        await ada.page.reload()
        await expect(status).to_contain_text("random share of Bo is still missing")
        assert (await bo.ask({"type": "reveal", "table": table, "entropy": "Bo threw 4"}))["type"] == "table_changed"
        await ada.see(".frame")


async def begun_later(player: Line, delay: str) -> str:
    """Begin a match with a bot, which spectators see so much later; return its id."""
    opened = await player.ask({"type": "open_table", "game": "amfibido", "seats": 2, "spectator_delay": delay})
    table, match = opened["table"]["id"], opened["table"]["match"]
    await player.ask({"type": "add_bot", "table": table})
    await player.ask({"type": "ready", "table": table})
    return str(match)


class Later(Cable):
    """Says itself that a match is told later, as often as it is asked to be watched at first."""

    def __init__(self, retry_in: int, times: int) -> None:
        super().__init__()
        self._retry_in = retry_in
        self.times = times
        self.holds = self._answers

    def _answers(self, message: Message) -> bool:
        if message["type"] != "watch_match" or not self.times:
            return False
        self.times -= 1
        text = "Spectators see this match with a delay; its start is shown in a moment."
        refused = {"type": "refused", "code": "not_shown_yet", "text": text, "where": "$.match"}
        self.tell({**refused, "retry_in": self._retry_in, "ref": message["ref"], "match": message["match"]})
        return True


async def test_a_match_that_spectators_see_later_says_when(browser: Browser) -> None:
    hand = Hand()
    async with (
        live_server(MemoryStore(Memory(hand)), luck=7) as server,
        server.player("Ada") as ada,
        window(browser, server.url) as cy,
    ):
        match = await begun_later(ada, "30s")
        await cy.open(f"/m/{match}")
        waits = cy.page.get_by_role("status").filter(has_text="It will appear here by itself. Try again in ")
        await expect(waits).to_be_visible()
        await expect(cy.page.get_by_role("heading", name="Spectators see this match with a delay")).to_be_visible()
        hand.move(30_000)
        await server.services.matches.sweep()
        await cy.page.reload()
        await expect(cy.page.get_by_text("You are watching, 30 s behind")).to_be_visible()
        await ada.ask({"type": "resign", "match": match})
        await expect(cy.page.locator(".frame:not([data-over])")).to_be_visible()
        hand.move(30_000)
        await server.services.matches.sweep()
        await cy.see(".frame[data-over]")


async def test_a_match_that_spectators_see_later_is_asked_for_again_until_it_is_shown(browser: Browser) -> None:
    cable = Later(retry_in=200, times=3)
    async with live_server(luck=7) as server, server.player("Ada") as ada, window(browser, server.url) as cy:
        await cable.lay(cy)
        match = await begun_later(ada, "none")
        await cy.open(f"/m/{match}")
        await expect(cy.page.get_by_text("You are watching")).to_be_visible()
        assert cable.times == 0
        assert len(cable.said("watch_match")) == 4


async def test_a_match_that_spectators_see_when_it_has_ended_says_so(browser: Browser) -> None:
    async with live_server(luck=7) as server, server.player("Ada") as ada, window(browser, server.url) as cy:
        match = await begun_later(ada, "end")
        await cy.open(f"/m/{match}")
        await expect(cy.page.get_by_role("status").filter(has_text="It is shown after it ends.")).to_be_visible()
        await ada.ask({"type": "resign", "match": match})
        await cy.page.reload()
        await cy.see(".frame[data-over]")


async def test_where_spectators_see_hands_it_is_said_first_agreed_to_and_seen_three_minutes_later(
    browser: Browser,
) -> None:
    hand = Hand()
    agreed = {"perspectives": "during"}
    async with (
        live_server(MemoryStore(Memory(hand)), luck=7) as server,
        server.player("Bo") as bo,
        window(browser, server.url) as ada,
        window(browser, server.url) as cy,
    ):
        opened = await bo.ask({"type": "open_table", "game": "amfibido", "seats": 2, "time_limit": 3_600_000, **agreed})
        table, match = opened["table"]["id"], opened["table"]["match"]
        await bo.ask({"type": "ready", "table": table, **agreed})
        await ada.open("/lobby")
        await expect(ada.page.locator(f"[data-table='{table}']")).to_contain_text("spectators see hands")
        await ada.page.locator(f"[data-table='{table}']").get_by_role("button").click()
        await expect(ada.page.get_by_text("as it was three minutes ago")).to_be_visible()
        await ada.page.get_by_role("button", name="Agree and be ready").click()
        await ada.see(".frame")
        await cy.open(f"/m/{match}")
        await expect(cy.page.get_by_role("heading", name="Spectators see this match with a delay")).to_be_visible()
        hand.move(180_000)
        await server.services.matches.sweep()
        await cy.page.reload()
        await expect(cy.page.get_by_text("You are watching, 180 s behind")).to_be_visible()
        await expect(cy.page.locator(".own")).to_have_count(0)
        for name in ("Bo", "spectators", "Bo"):
            await cy.page.get_by_label("Seen by").select_option(label=name)
            await expect(cy.page.locator(".own")).to_have_count(0 if name == "spectators" else 1)
        await expect(cy.page.locator("[data-step], [data-lit]")).to_have_count(0)
        await expect(cy.page.get_by_role("button", name="Resign")).to_have_count(0)
        await bo.ask({"type": "watch_match", "match": match})
        await bo.ask({"type": "resign", "match": match})
        hand.move(180_000)
        await server.services.matches.sweep()
        await cy.see(".frame[data-over]")


async def test_a_table_where_spectators_see_hands_is_opened_with_the_form(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as ada:
        await ada.open("/lobby?open=amfibido&access=public")
        for label in ("Rated Counts", "Spectators see hands"):
            await ada.page.get_by_role("switch", name=label).click()
        await ada.page.get_by_role("button", name="Open the table").click()
        await expect(ada.page.get_by_role("button", name="Agree and be ready")).to_be_visible()
        async with server.line() as line:
            (table,) = (await line.ask({"type": "list_tables"}))["tables"]
        said = [table[each] for each in ("perspectives", "spectator_delay", "rated")]
        assert said == ["during", "3min", False]


async def test_the_form_opens_a_rated_table_with_pauses_and_an_unrated_one_without(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as ada:
        pauses = ada.page.get_by_role("switch", name="Pauses")
        for game, query, rule, said in (
            ("amfibido", "rated=", "consent", "pauses by consent"),
            ("myacards", "access=public", "never", "no pauses"),
        ):
            await ada.open(f"/lobby?open={game}&{query}")
            await expect(pauses).to_be_checked(checked=rule == "never")
            await pauses.click()
            await ada.page.get_by_role("button", name="Open the table").click()
            await expect(ada.page.locator(".gathering-head .dim")).to_contain_text(said)
            async with server.line() as line:
                tables = (await line.ask({"type": "list_tables"}))["tables"]
            assert [each["recess"] for each in tables if each["game"] == game] == [rule]


async def test_a_rated_table_is_opened_by_whoever_let_spectators_see_hands_the_last_time(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as ada:
        await keep(ada, "opening/amfibido", {"seats": 2, "rated": False, "delay": "3min", "hands": True})
        await ada.open("/lobby?open=amfibido&rated=")
        await ada.page.get_by_role("button", name="Open the table").click()
        await expect(ada.page.locator(".gathering-head")).to_be_visible()
        async with server.line() as line:
            (table,) = (await line.ask({"type": "list_tables"}))["tables"]
        assert (table["rated"], table["perspectives"]) == (True, "after")


async def test_a_table_says_rated_only_while_a_match_of_those_who_sit_there_may_be(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as ada, window(browser, server.url) as cy:
        await register(ada, "Ada")
        await cy.open("/lobby")
        await ada.open("/lobby?open=amfibido&rated=")
        await ada.page.get_by_role("button", name="Open the table").click()
        facts, row = ada.page.locator(".gathering-head .dim"), cy.page.locator("[data-table] .dim")
        for where in (facts, row):
            await expect(where).to_contain_text(re.compile(r"· rated( ·|$)"))
        await ada.page.get_by_role("button", name="Add a bot").click()
        await ada.page.locator("[data-bot]").first.click()
        for where in (facts, row):
            await expect(where).to_contain_text("not rated with bots")
        await ada.page.locator("[data-seat='1']").get_by_role("button").last.click()
        for where in (facts, row):
            await expect(where).to_contain_text(re.compile(r"· rated( ·|$)"))
        await cy.page.locator("[data-table]").get_by_role("button", name="Join").click()
        await expect(cy.page.locator(".gathering-head .dim")).to_contain_text("not rated with guests")
        await expect(facts).to_contain_text("not rated with guests")


async def test_a_number_that_is_being_typed_survives_whatever_is_drawn_meanwhile(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as host:
        await host.open("/lobby?open=density-deck")
        seats = host.page.get_by_label("Seats, from 2 to 4")
        for typed, kept in (("3", "3"), ("9", "4"), ("many", "4"), ("2", "2")):
            await seats.fill(typed)
            is_on = not server.services.pause.is_on
            server.services.pause.set_here(is_on)
            await expect(host.page.locator(".pause")).to_have_count(2 if is_on else 0)
            await expect(seats).to_have_value(typed)
            await seats.press("Tab")
            await expect(seats).to_have_value(kept)
