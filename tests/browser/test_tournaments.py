"""A Swiss tournament from its making to its end: the director and a player in windows, the others with the SDK."""

import asyncio
import random
import re
from collections.abc import Sequence

import pytest
from browser.accounts import register
from browser.axe import ANYTHING, AXE, complaints_of
from browsers import PHONE, window
from playwright.async_api import Browser, Route, expect
from quarterdeck_client import Client
from quarterdeck_games import GAMES
from quarterdeck_protocol.lobby.notices import NoticeKind
from quarterdeck_protocol.lobby.tournaments import CreateTournament, TournamentDecks, TournamentFormat
from quarterdeck_protocol.names import GameName
from quarterdeck_server.lobby.collection.pack_pools import pools_of
from servers import PASSWORD, live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")

GAME = "amfibido"
TOO_WIDE = """[...document.querySelectorAll("main *")].filter((each) => {
    const match = each.closest(".bracket-match");
    if (!match && each.closest(".bracket-scroll")) return false;
    return each.getBoundingClientRect().right > (match?.getBoundingClientRect().right ?? innerWidth) + 1;
}).map((each) => `${each.tagName}.${each.className}`)"""
"""The elements that reach beyond the right edge of the page, or of their match. A bracket scrolls by itself."""


async def play(client: Client, chance: random.Random) -> None:
    """Play every match of a tournament by chance, until its end."""
    async for notice in client.notices.follow():
        if notice.kind is NoticeKind.TOURNAMENT_ENDED:
            return
        if notice.kind is NoticeKind.ROUND_PAIRED and notice.match is not None:
            match = await client.watch_match(notice.match, 0)
            async for turn in match.turns():
                await turn.act(chance.choice(turn.choices))


async def test_a_director_and_players_go_through_a_swiss_tournament(browser: Browser) -> None:
    async with (
        live_server(luck=3) as server,
        window(browser, server.url, bypass_policy=True) as ada,
        window(browser, server.url, size=PHONE, bypass_policy=True) as bo,
        Client(server.url) as cy,
        Client(server.url) as dee,
        Client(server.url) as eve,
    ):
        for shown, name in ((ada, "Ada"), (bo, "Bo")):
            await shown.page.add_init_script(path=AXE)
            await register(shown, name)
        bots = (cy, dee, eve)
        for client, name in zip(bots, ("Cy", "Dee", "Eve"), strict=True):
            await client.account.register(name, PASSWORD)

        await ada.open("/tournaments")
        await ada.page.get_by_role("button", name="New tournament").click()
        form = ada.page.locator("dialog")
        await form.get_by_role("radio", name="Amfibido").click()
        await form.get_by_label("Name").fill("Friday <b>evening</b>")
        await form.get_by_label("Rounds, from 1 to 20").fill("2")
        await form.get_by_role("radio", name="when the director says so").check()
        assert await complaints_of(ada, "the form of a tournament", ANYTHING) == []
        await form.get_by_role("button", name="Make the tournament").click()
        await expect(ada.page.locator("h1")).to_have_text("Friday <b>evening</b>")
        await expect(ada.page.get_by_role("button", name="Pair round 1 now")).to_be_disabled()

        id_ = ada.page.url.rsplit("/", 1)[1]
        playing = [asyncio.create_task(play(client, random.Random(luck))) for luck, client in enumerate(bots)]
        for client in bots:
            await client.tournaments.join(id_)
        await bo.open("/lobby")
        await bo.page.get_by_role("link", name="Tournaments").click()
        row = bo.page.locator(f"[data-tournament='{id_}']")
        await expect(row).to_contain_text("Amfibido · Swiss · 2 rounds · 3 players")
        assert await complaints_of(bo, "the list of tournaments", ANYTHING) == []
        await row.click()
        await expect(bo.page.locator("[data-part=director]")).to_have_count(0)
        plan = bo.page.get_by_role("region", name="What happens")
        await expect(plan.locator("li")).to_have_count(3)
        await bo.page.get_by_role("button", name="Enter").click()
        await expect(bo.page.locator("ul [data-entrant]")).to_have_count(4)
        await expect(plan.locator(".is-done")).to_have_text("Enter until the director begins. (done)")
        await ada.page.get_by_text("Remove a player").click()
        removal = ada.page.locator("details", has_text="Remove a player")
        await removal.get_by_label("Reason").fill("Two accounts.")
        await removal.get_by_role("button", name="Remove", exact=True).click()
        assert await removal.get_by_label("Player", exact=True).evaluate("each => each.validity.valueMissing")

        await ada.page.get_by_role("button", name="Pair round 1 now").click()
        await bo.page.locator("[data-own=match]").click()
        await bo.see(f".frame[data-game={GAME}]")
        await bo.page.get_by_role("button", name="Resign").click()
        await bo.page.locator("[data-do=resign]").click()
        ending = bo.page.locator(".ending")
        await expect(ending.get_by_role("button", name=re.compile("Rematch|Challenge"))).to_have_count(0)
        await ending.get_by_role("link", name="Back to the tournament").click()
        await bo.page.get_by_role("button", name="Leave").click()  # the resigned player is still in
        await bo.page.get_by_role("button", name="Come back").click()
        await ada.page.get_by_role("button", name="Pair round 2 now").click()
        await expect(bo.page.locator("[data-round='2'] .is-me")).to_contain_text("playing")
        assert await complaints_of(bo, "a running tournament", ANYTHING) == []
        await ada.see("[data-round='2']")
        console = ada.page.locator("[data-part=director]")
        await console.get_by_text("Rule a result").click()
        rule = console.locator("details", has_text="Rule a result")
        await expect(rule.get_by_label("Match").locator("option")).to_have_count(2)
        own = rule.get_by_label("Match").locator("option", has_text=re.compile(r"\bBo\b"))
        is_first = (await own.inner_text()).startswith("Bo")
        await rule.get_by_label("Match").select_option(await own.get_attribute("value"))
        await rule.get_by_label("Points").select_option(label="1 : 0" if is_first else "0 : 1")
        await rule.get_by_label("Reason").fill("The other one has left the hall.")
        assert await complaints_of(ada, "the director's console", ANYTHING) == []
        await rule.get_by_role("button", name="Rule").click()
        await expect(ada.page.locator(".tournament-now")).to_contain_text("The director ends the tournament.")
        await expect(bo.page.locator("[data-own=played]")).to_be_visible()
        await expect(bo.page.get_by_role("button", name="Leave")).to_have_count(0)
        other = await _appealed(id_, bots)
        appeals = ada.page.locator("[data-part=appeals]")
        await expect(appeals.locator("[data-stage=open]")).to_contain_text(f"{other}: I was in the hall.")
        assert await complaints_of(ada, "an appeal", ANYTHING) == []
        await appeals.get_by_label("Verdict").select_option("rejected")
        await appeals.get_by_label("Reason").fill("Nobody has seen you.")
        await appeals.get_by_role("button", name="Answer the appeal").click()
        await expect(appeals.locator("[data-stage=rejected]")).to_contain_text("Ada: Nobody has seen you.")
        await expect(appeals.locator("form")).to_have_count(0)
        await console.get_by_text("End the tournament").first.click()
        end = console.locator("details", has_text="End the tournament")
        await end.get_by_label("Reason").fill("All is played.")
        await end.get_by_role("button", name="End the tournament").click()

        await expect(bo.page.locator(".tournament-head")).to_have_attribute("data-stage", "ended")
        await expect(bo.page.locator("[data-round='2']")).to_contain_text("Ruling: The other one has left the hall.")
        await expect(bo.page.locator("tr.is-me .points")).to_have_text("1")
        await expect(bo.page.locator("[data-part=standings]")).to_contain_text("Buchholz")
        await expect(bo.page.locator("[data-part=entry]")).to_have_text(re.compile(r"^Your place: \d of 4$"))
        await bo.page.get_by_text("Save for other programs").click()
        async with bo.page.expect_download() as download:
            await bo.page.get_by_role("button", name="Report of FIDE").click()
        saved = await download.value
        assert saved.suggested_filename == f"{id_}.trf"
        assert (await saved.path()).read_text("utf-8").startswith("012 Friday <b>evening</b>\n")
        await bo.page.locator(".bell button").click()
        ended = bo.page.locator("[data-notice=tournament_ended] a")
        await expect(ended).to_have_attribute("href", f"/tournaments/{id_}")
        for each in playing:  # a match whose result was ruled goes on
            each.cancel()


async def test_a_result_is_the_players_own_until_spectators_see_it(browser: Browser) -> None:
    async with (
        live_server() as server,
        window(browser, server.url) as ada,
        Client(server.url) as cy,
    ):
        await register(ada, "Ada")
        await cy.account.register("Cy", PASSWORD)
        await ada.open("/tournaments")
        await ada.page.get_by_role("button", name="New tournament").click()
        form = ada.page.locator("dialog")
        await form.get_by_role("radio", name="Amfibido").click()
        await form.locator(".choice-title", has_text="3 minutes later").click()
        await form.get_by_role("button", name="Make the tournament").click()
        await expect(ada.page.locator(".tournament-head")).to_contain_text("spectators 3 min behind")
        id_ = ada.page.url.rsplit("/", 1)[1]
        await ada.page.get_by_role("button", name="Enter").click()
        await cy.tournaments.join(id_)
        await ada.page.get_by_role("button", name="Pair round 1 now").click()
        await expect(ada.page.locator("[data-own=match]")).to_be_visible()
        (pairing,) = (await cy.tournaments.get(id_)).rounds[0].pairings
        await (await cy.watch_match(pairing.match or "")).resign()
        await expect(ada.page.locator("[data-own=played]")).to_be_visible()
        await expect(ada.page.locator("[data-part=pairings]")).to_contain_text("playing")


@pytest.mark.parametrize("format_", ["swiss", "single_elimination"])
async def test_the_longest_names_fit_a_narrow_screen_in_german(browser: Browser, format_: str) -> None:
    async with (
        live_server() as server,
        window(browser, server.url, size={"width": 360, "height": 740}, locale="de-DE") as visitor,
        Client(server.url) as ada,
        Client(server.url) as bo,
    ):
        for client, letters in ((ada, "W" * 32), (bo, "Mm" * 16)):
            await client.account.register(letters, PASSWORD)
        game, kind = GameName("density-deck"), TournamentFormat(format_)
        terms = CreateTournament(name="N" * 60, game=game, rounds=20, between_rounds=None, format=kind)
        id_ = (await ada.tournaments.create_from(terms)).summary.id
        for client in (ada, bo):
            await client.tournaments.join(id_)
        await ada.tournaments.begin_round(id_, 1)
        for way, words in (("", "N" * 60), (f"/{id_}", "Runde 1 wird gespielt")):
            await visitor.open(f"/tournaments{way}")
            await expect(visitor.page.locator("main")).to_contain_text(words)
            assert await visitor.page.evaluate(TOO_WIDE) == []


async def test_a_round_begins_when_both_players_are_ready(browser: Browser) -> None:
    async with (
        live_server() as server,
        window(browser, server.url, size=PHONE, bypass_policy=True) as ada,
        Client(server.url) as cy,
    ):
        await ada.page.add_init_script(path=AXE)
        await register(ada, "Ada")
        await cy.account.register("Cy", PASSWORD)
        await ada.open("/tournaments")
        await ada.page.get_by_role("button", name="New tournament").click()
        form = ada.page.locator("dialog")
        await form.get_by_role("radio", name="Amfibido").click()
        await form.get_by_role("radio", name="when the director says so").check()
        await form.get_by_role("switch", name="Begin as soon as all are ready").check()
        await form.get_by_role("button", name="Make the tournament").click()
        await expect(ada.page.locator(".tournament-head")).to_contain_text("rounds begin when all are ready")
        id_ = ada.page.url.rsplit("/", 1)[1]
        await ada.page.get_by_role("button", name="Enter").click()
        await cy.tournaments.join(id_)
        await ada.page.get_by_role("button", name="Pair round 1 now").click()
        await expect(ada.page.locator("[data-own=match]")).to_be_visible()
        pairing = (await cy.tournaments.get(id_)).rounds[0].pairings[0]
        assert pairing.match is not None
        await (await cy.watch_match(pairing.match)).resign()
        await expect(ada.page.locator("[data-do=ready]")).to_be_visible()
        await expect(ada.page.locator(".tournament-now")).to_contain_text(
            "Round 2 begins when 2 more players are ready."
        )
        await expect(ada.page.locator(f"[data-entrant='{cy.player.id}']")).to_contain_text("not ready yet")
        assert await complaints_of(ada, "a tournament that waits for its players", ANYTHING) == []
        await ada.page.locator("[data-do=ready]").click()
        await expect(ada.page.locator(".tournament-now")).to_contain_text("one more player is ready")
        await cy.tournaments.check_in(id_, 2)
        await expect(ada.page.locator("[data-round='2']")).to_be_visible()
        await ada.page.locator(".bell button").click()
        text = "Round 2 in Amfibido waits for you."
        await expect(ada.page.locator("[data-notice=round_over]")).to_contain_text(text)


async def test_a_sealed_deck_is_built_of_common_cards_and_those_of_the_packs(browser: Browser) -> None:
    lists = pools_of(GAMES)[GameName("myacards")]
    async with (
        live_server(luck=3) as server,
        window(browser, server.url, bypass_policy=True) as ada,
        Client(server.url) as cy,
    ):
        await ada.page.add_init_script(path=AXE)
        await register(ada, "Ada")
        await cy.account.register("Cy", PASSWORD)
        id_ = (await cy.tournaments.create("Friday", "myacards", 2, decks=TournamentDecks.SEALED)).summary.id
        await ada.open(f"/tournaments/{id_}")
        await ada.page.get_by_role("button", name="Enter").click()
        await ada.page.get_by_role("link", name="Build the deck").click()
        page = ada.page
        await expect(page.locator(".decks")).to_contain_text("Only common cards, and those of your packs")
        offered = page.locator(".decks-card")
        number = await offered.count()
        assert len(lists.common) < number < len(lists.common) + 31
        packed = page.locator(".decks-card", has=page.get_by_text("/ 1", exact=True)).first
        await packed.get_by_role("button", name="One more").click()
        await expect(packed.get_by_role("button", name="One more")).to_be_disabled()
        assert await complaints_of(ada, "the builder of a sealed deck", ANYTHING) == []
        deck = "\n".join(f"2 {each}" for each in lists.common[:25])
        bring = page.get_by_role("button", name="Bring it to the tournament")
        await page.locator(".decks-import summary").click()
        for extra in (f"\n1 {lists.ultra_rare[0]}\n1 {lists.ultra_rare[1]}\n1 {lists.ultra_rare[2]}", ""):
            await page.locator(".decks-import textarea").fill(deck + extra)
            await page.get_by_role("button", name="Read it").click()
            await expect(page.locator(".decks-fine")).to_have_count(0 if extra else 1)
            await (expect(bring).to_be_disabled() if extra else expect(bring).to_be_enabled())
            await expect(page.locator(".decks-missing")).to_have_count(1 if extra else 0)
        await bring.click()
        await page.wait_for_url(f"**/tournaments/{id_}")
        assert (await cy.tournaments.get(id_)).entrants[0].deck_hash is not None


async def test_a_large_tournament_is_read_in_parts(browser: Browser) -> None:
    """The page asks for 50 rows. Here it gets one, so that two players are many."""

    async def of_one_row(route: Route) -> None:
        await route.continue_(url=route.request.url.replace("rows=50", "rows=1"))

    async with (
        live_server() as server,
        window(browser, server.url) as visitor,
        Client(server.url) as ada,
        Client(server.url) as bo,
    ):
        made = None
        for client, name in ((ada, "Ada"), (bo, "Bo")):
            await client.account.register(name, PASSWORD)
            made = made or await ada.tournaments.create("Friday", GAME, 2)
            await client.tournaments.join(made.summary.id)
        assert made is not None
        await visitor.page.route("**/v1/tournaments/*", of_one_row)
        await visitor.open(f"/tournaments/{made.summary.id}")
        await expect(visitor.page.locator("[data-entrant]")).to_have_count(1)
        await bo.tournaments.leave(made.summary.id)
        everybody = visitor.page.get_by_role("button", name="Show all 2 players")
        await everybody.click()
        await expect(visitor.page.locator("[data-entrant]")).to_have_count(2)
        await expect(everybody).to_have_count(0)


async def _appealed(id_: str, clients: Sequence[Client]) -> str:
    """Let the player appeal against whom was ruled, and return the name."""
    shown = await clients[0].tournaments.get(id_)
    ruled = next(each for each in shown.rounds[-1].pairings if each.ruling is not None)
    loser = next(each for each in clients if each.player.id in ruled.players)
    await loser.tournaments.appeal(id_, "I was in the hall.", match=ruled.match)
    return loser.player.name


async def test_a_disqualified_player_appeals_and_comes_back(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url, size=PHONE) as bo, Client(server.url) as ada:
        await register(bo, "Bo")
        await ada.account.register("Ada", PASSWORD)
        id_ = (await ada.tournaments.create("Friday", GAME, 2)).summary.id
        await bo.open(f"/tournaments/{id_}")
        await bo.page.get_by_role("button", name="Enter").click()
        await expect(bo.page.locator("[data-entrant]")).to_have_count(1)
        (entrant,) = (await ada.tournaments.get(id_)).entrants
        await ada.tournaments.remove(id_, entrant.player.id, "two decks", disqualify=True)
        await bo.open(f"/tournaments/{id_}")
        appeals = bo.page.locator("[data-part=appeals]")
        await appeals.get_by_text("Appeal against a ruling").click()
        await appeals.get_by_label("Reason").fill("It was one deck.")
        await appeals.get_by_role("button", name="Appeal", exact=True).click()
        await expect(appeals.locator("[data-stage=open]")).to_contain_text("Bo: It was one deck.")
        await expect(appeals.locator("form")).to_have_count(0)
        await ada.tournaments.answer_appeal(id_, 1, "So it was.", upheld=True)
        await bo.page.get_by_role("button", name="Come back").click()
        await ada.tournaments.end(id_, "The hall is closed.")
        await expect(bo.page.locator(".tournament-now")).to_contain_text("The director’s reason: The hall is closed.")


async def act_once(client: Client, match: str) -> None:
    """Take one action in a match of two: one that is resigned before both have acted counts nothing in an arena."""
    async for turn in (await client.watch_match(match, 0)).turns():
        await turn.act(turn.choices[0])
        return


async def test_a_player_plays_and_pauses_in_an_arena(browser: Browser) -> None:
    async with (
        live_server(luck=3) as server,
        window(browser, server.url, size=PHONE, bypass_policy=True) as bo,
        Client(server.url) as cy,
    ):
        await bo.page.add_init_script(path=AXE)
        await register(bo, "Bo")
        await cy.account.register("Cy", PASSWORD)
        await bo.open("/tournaments")
        await bo.page.get_by_role("button", name="New tournament").click()
        form = bo.page.locator("dialog")
        await form.locator(".choice-title", has_text=re.compile("^Arena$")).click()
        await form.get_by_role("radio", name="Amfibido").click()
        await form.get_by_label("Name").fill("Sunday")
        await form.get_by_role("button", name="Make the tournament").click()
        await expect(bo.page.locator(".tournament-head")).to_contain_text("Arena · lasts 1 h")
        id_ = bo.page.url.rsplit("/", 1)[1]
        await bo.page.get_by_role("button", name="Enter").click()
        await cy.tournaments.join(id_)
        await expect(bo.page.locator("[data-entrant]")).to_have_count(2)
        await bo.page.get_by_role("button", name="Begin the arena now").click()
        await bo.page.locator("[data-own=match]").click()
        await bo.see(f".frame[data-game={GAME}]")
        acting = asyncio.create_task(act_once(cy, bo.page.url.rsplit("/", 1)[1]))
        await bo.page.locator("[data-button=keep_hand]").click()
        await acting
        await bo.page.get_by_role("button", name="Resign").click()
        await bo.page.locator("[data-do=resign]").click()
        await bo.open(f"/tournaments/{id_}")
        await expect(bo.page.locator("[data-part=standings]")).to_contain_text("1 match: 2")
        await expect(bo.page.locator(".tournament-now")).to_contain_text("It ends in")
        await bo.page.get_by_role("button", name="Pause").click()
        await expect(bo.page.get_by_role("button", name="Come back")).to_be_visible()
        assert await complaints_of(bo, "an arena", ANYTHING) == []


async def test_each_format_can_be_made_with_the_defaults_of_the_form(browser: Browser) -> None:
    async with live_server() as server, window(browser, server.url) as ada:
        await register(ada, "Ada")
        for format_ in ("Swiss", "Round robin", "Knockout", "Double knockout", "Pods"):
            await ada.open("/tournaments")
            await ada.page.get_by_role("button", name="New tournament").click()
            form = ada.page.locator("dialog")
            await form.locator(".choice-title", has_text=re.compile(f"^{format_}$")).click()
            await form.get_by_role("radio", name="Density Deck" if format_ == "Pods" else "Amfibido").click()
            await form.get_by_role("button", name="Make the tournament").click()
            await ada.page.wait_for_url("**/tournaments/*")


async def test_a_director_sets_terms_invites_and_repeats_a_tournament_each_week(browser: Browser) -> None:
    async with (
        live_server() as server,
        window(browser, server.url, size=PHONE, bypass_policy=True) as ada,
        window(browser, server.url) as bo,
    ):
        await ada.page.add_init_script(path=AXE)
        await register(ada, "Ada")
        await register(bo, "Bo")
        await ada.open("/tournaments")
        await ada.page.get_by_role("button", name="New tournament").click()
        form = ada.page.locator("dialog")
        await form.get_by_role("radio", name="Amfibido").click()
        await form.get_by_label("Name").fill("Masters")
        await form.get_by_text("Who can enter").click()
        await form.get_by_role("radio", name="By invitation").check()
        await form.get_by_label("Lowest rating").fill("1600")
        await form.get_by_label("Highest rating").fill("1200")
        await form.get_by_role("switch", name="Waiting list").check()
        await form.get_by_text("Order and points").click()
        await form.get_by_role("checkbox", name="progress").check()
        await form.get_by_role("checkbox", name="direct encounter").check()
        await form.get_by_role("switch", name="Accelerate the first rounds").check()
        assert await complaints_of(ada, "the whole form of a tournament", ANYTHING) == []
        await form.get_by_role("button", name="Make the tournament").click()
        beside = form.locator(
            "label:has-text('Highest rating') + .form-fault, .field:has-text('Highest rating') + .form-fault"
        )
        await expect(beside).to_contain_text("The highest rating is below the lowest one.")
        await form.get_by_label("Lowest rating").fill("1000")
        await form.get_by_label("Highest rating").fill("1600")
        await form.get_by_role("button", name="Make the tournament").click()
        head = ada.page.locator(".tournament-head")
        await expect(head).to_contain_text("by invitation · ratings from 1000 to 1600 · with a waiting list")
        await expect(head).to_contain_text("the first rounds are accelerated")
        id_ = ada.page.url.rsplit("/", 1)[1]
        await bo.open(f"/tournaments/{id_}")
        await expect(bo.page.locator("[data-part=entry]")).to_contain_text("This tournament is by invitation.")
        console = ada.page.locator("[data-part=director]")
        await console.get_by_text("Invite a player").click()
        await console.locator("details[open]").get_by_label("Player").fill("Bo")
        await console.get_by_role("button", name="Invite", exact=True).click()
        await expect(console).to_contain_text("Bo can enter.")
        await console.get_by_text("Assistants").first.click()
        assistants = console.locator("details", has_text="Assistants direct the tournament with you")
        await assistants.get_by_label("Player").fill("Bo")
        await assistants.get_by_role("button", name="Appoint").click()
        await expect(assistants.get_by_role("button", name="Take the role back")).to_be_visible()
        assert await complaints_of(ada, "the console of a director", ANYTHING) == []
        await bo.page.reload()
        await bo.page.get_by_role("button", name="Enter").click()
        await expect(bo.page.locator("[data-part=director]")).to_be_visible()
        await expect(bo.page.locator("[data-part=director]")).not_to_contain_text("Assistants")

        await ada.open("/tournaments")
        await ada.page.get_by_role("button", name="New tournament").click()
        await form.get_by_label("Name").fill("Friday night")
        await form.locator("input[type=datetime-local]").fill("2100-01-01T20:00")
        await form.get_by_role("switch", name="Every week at this time").check()
        await form.get_by_role("button", name="Make it each week").click()
        schedule = ada.page.locator("[data-schedule]")
        await expect(schedule).to_contain_text("Friday night")
        await expect(schedule).to_contain_text("each week at 20:00")
        assert await complaints_of(ada, "the list with a schedule", ANYTHING) == []
        await schedule.get_by_role("button", name="End it").click()
        await expect(schedule).to_have_count(0)
