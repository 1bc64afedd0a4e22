"""Quick match over real sockets: tickets, offers and what becomes of them. The store's clock is moved by hand."""

import contextlib
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
from matches.processes import Hand
from quarterdeck_games import GAMES, AnyGame
from quarterdeck_games.tiny.rules import State, Tiny
from quarterdeck_protocol.fairness.bound_entropy import entropy_hash
from quarterdeck_protocol.games.tiny import Options
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId, TableId
from quarterdeck_protocol.sides import FromServer
from quarterdeck_server.lobby.matchmaking.offers import TIME_TO_ACCEPT
from quarterdeck_server.lobby.matchmaking.penalties import HELD_BACK
from quarterdeck_server.lobby.matchmaking.rating_bands import BOUND
from quarterdeck_server.lobby.matchmaking.rounds import BETWEEN_ROUNDS, GRACE
from quarterdeck_server.lobby.ratings.documents import STANDINGS, standing_name
from quarterdeck_server.lobby.ratings.hidden_results import Hidden
from quarterdeck_server.lobby.ratings.match_results import StandingRecord
from quarterdeck_server.lobby.ratings.rating_model import Skill
from quarterdeck_server.lobby.tables.model import TableRecord
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.web.rate_limit.quotas import SEEK as TICKETS
from quarterdeck_server.web.rate_limit.quotas import SEEK_FROM as TICKETS_FROM
from servers import Line, LiveServer, Message, live_server

A_MOMENT = 1_000
"""Between two moves of its hand the clock runs as clocks do."""

SEEK = {"type": "seek", "games": ["tiny"]}


class Scene:
    """A server whose rounds come when the test says so."""

    def __init__(self, server: LiveServer, hand: Hand, store: MemoryStore) -> None:
        self.server = server
        self.hand = hand
        self.store = store

    async def pass_time(self, milliseconds: int) -> None:
        """Move the store's clock; whoever is connected says so in time."""
        self.hand.move(milliseconds)
        self.server.services.matches.clock.correct(self.hand.time)
        await self.server.services.quick_match.here.report_connected_seekers()

    async def run_round(self, after: int = BETWEEN_ROUNDS) -> None:
        await self.pass_time(after)
        assert await self.server.services.quick_match.rounds.run_round()

    @contextlib.asynccontextmanager
    async def players(self, *names: str) -> AsyncIterator[list[Line]]:
        async with contextlib.AsyncExitStack() as stack:
            yield [await stack.enter_async_context(self.server.player(name)) for name in names]


@contextlib.asynccontextmanager
async def scene(games: dict[str, AnyGame] | None = None) -> AsyncIterator[Scene]:
    hand = Hand()
    store = MemoryStore(Memory(hand))
    async with live_server(store, games=games) as server:
        here = Scene(server, hand, store)
        await here.pass_time(0)
        yield here


async def offer_to(line: Line, stage: str = "open") -> Message:
    heard = await line.until(lambda heard: heard["type"] == "offer_changed" and heard["offer"]["stage"] == stage)
    offer: Message = heard["offer"]
    return offer


async def ticket_of(line: Line, **fields: Any) -> Message:
    """Return the next ticket told that is like this."""

    def is_like(heard: Message) -> bool:
        ticket = heard.get("ticket") or {}
        return heard["type"] == "ticket_changed" and all(ticket.get(name) == value for name, value in fields.items())

    ticket: Message = (await line.until(is_like))["ticket"]
    return ticket


async def ended(line: Line) -> str:
    """Return why there is no ticket any more; it may have been told already."""
    latest = next((heard for heard in reversed(line.heard) if heard["type"] == "ticket_changed"), None)
    if latest is None or latest["ticket"] is not None:
        latest = await line.until(lambda heard: heard["type"] == "ticket_changed" and heard["ticket"] is None)
    why: str = latest["ended"]
    return why


async def test_two_who_seek_are_offered_a_match_accept_it_and_play() -> None:
    async with scene() as here, here.players("Ada", "Bo") as (ada, bo):
        for line in (ada, bo):
            assert (await line.ask(SEEK | {}))["ticket"]["stage"] == "waiting"
        await here.run_round()
        offers = [await offer_to(line) for line in (ada, bo)]
        assert offers[0] == offers[1]
        assert {player["name"] for player in offers[0]["players"]} == {"Ada", "Bo"}
        assert len(offers[0]["commitment"]) == 64
        accept = {"type": "accept", "offer": offers[0]["id"], "entropy_hash": entropy_hash("mine")}
        first = (await ada.ask(dict(accept)))["offer"]
        assert (first["accepted"], first["has_accepted"], first["stage"]) == (1, True, "open")
        assert (await ada.ask(dict(accept)))["offer"] == first
        assert (await bo.until(lambda heard: heard["type"] == "offer_changed" and heard["offer"]["accepted"] == 1))[
            "offer"
        ]["has_accepted"] is False
        assert (await bo.ask(dict(accept)))["offer"]["stage"] == "begun"
        for line in (ada, bo):
            assert await ended(line) == "begun"
            table = (await line.until(lambda heard: heard["type"] == "table_changed"))["table"]
            assert (table["id"], table["match"]) == (offers[0]["table"], offers[0]["match"])
            assert (table["stage"], table["commitment"]) == ("revealing", offers[0]["commitment"])
            assert {place["entropy_hash"] for place in table["places"]} == {entropy_hash("mine")}
        for line in (ada, bo):
            await line.ask({"type": "reveal", "table": offers[0]["table"], "entropy": "mine"})
        for line in (ada, bo):
            table = (await line.ask({"type": "watch_table", "table": offers[0]["table"]}))["table"]
            assert (table["stage"], table["commitment"]) == ("playing", offers[0]["commitment"])
            update = await line.ask({"type": "watch_match", "match": table["match"]})
            assert update["seat"] in (0, 1)
        assert (await ada.ask(dict(accept)))["offer"]["stage"] == "begun", "accepting again changes nothing"
        await ada.ask({"type": "resign", "match": offers[0]["match"]})
        await bo.until(lambda heard: heard["type"] == "table_changed" and heard["table"]["stage"] == "over")
        _, hidden = await here.server.get(f"/v1/matches/{offers[0]['match']}")
        assert hidden["code"] == "not_over_yet", "others see it later"
        await here.pass_time(hidden["retry_in"])
        _, transcript = await here.server.get(f"/v1/matches/{offers[0]['match']}")
        assert '"entropy":["mine","mine"]' in transcript["entries"][0]["entry"]


async def test_a_ticket_explains_itself_on_every_round() -> None:
    async with scene() as here, here.players("Ada") as (ada,):
        answer = (await ada.ask({**SEEK, "games": ["tiny", "amfibido"], "bots_after": 600_000}))["ticket"]
        began = answer["since"]
        assert 0 <= began - here.hand.time < A_MOMENT
        assert answer["anybody_from"] == began + BOUND
        assert answer["bots_from"] == began + 600_000
        await here.run_round(after=10_000)
        later = await ticket_of(ada, since=began)
        while later["games"][0]["bands"][0]["lowest"] > answer["games"][0]["bands"][1]["lowest"] + 5:
            later = await ticket_of(ada, since=began)
        assert [game["game"] for game in later["games"]] == ["tiny", "amfibido"]
        for game in later["games"]:
            assert (game["rating"], game["looking"], game["estimated_wait"]) == (1500, 1, None)
            assert [band["after"] for band in game["bands"]] == [0, 10_000, 30_000, 60_000]


async def test_the_wait_is_estimated_by_those_who_found_a_match_lately() -> None:
    async with scene() as here, here.players("Ada", "Bo", "Cy") as (ada, bo, cy):
        await ada.ask(SEEK | {})
        await here.run_round(after=30_000)
        await bo.ask(SEEK | {})
        await here.run_round()
        for line in (ada, bo):
            await line.ask({"type": "accept", "offer": (await offer_to(line))["id"]})
        await cy.ask(SEEK | {})
        await here.run_round()
        ticket = await ticket_of(cy, stage="waiting")
        while ticket["games"][0]["estimated_wait"] is None:
            ticket = await ticket_of(cy, stage="waiting")
        waited = ticket["games"][0]["estimated_wait"] + BETWEEN_ROUNDS
        assert abs(waited - 32_000) < A_MOMENT, "Ada waited 32 s, Bo 2 s"


async def test_a_table_of_quick_match_tells_no_rating_that_follows_from_a_hidden_result() -> None:
    async with scene() as here, here.server.person("Ada") as ada, here.server.person("Bo") as bo:
        players = [(await line.ask({"type": "get_account"}))["player"]["id"] for line in (ada, bo)]
        now = Milliseconds(here.hand.time)
        before = msgspec.to_builtins(StandingRecord(rated=30, played=30))
        hidden = Hidden(until=Milliseconds(now + 180_000), players=(), before=before)
        stands = StandingRecord(skill=Skill(35, 2), rated=31, played=31, hidden=(hidden,))
        for player in players:
            await here.store.documents.commit([STANDINGS.put(standing_name(player, GameName("tiny")), None, stands)])
        for line in (ada, bo):
            ticket = (await line.ask(SEEK | {}))["ticket"]
            assert ticket["games"][0]["rating"] > 1500, "who has played knows"
        await here.run_round()
        for line in (ada, bo):
            await line.ask({"type": "accept", "offer": (await offer_to(line))["id"]})
        _, lists = await here.server.get("/v1/tables")
        assert [place["rating"]["number"] for table in lists["tables"] for place in table["places"]] == [1500, 1500]


class TestWhoDoesNotAccept:
    async def test_in_time_seeks_no_longer_and_the_others_have_lost_no_time(self) -> None:
        async with scene() as here, here.players("Ada", "Bo") as (ada, bo):
            since = (await ada.ask(SEEK | {}))["ticket"]["since"]
            await bo.ask(SEEK | {})
            await here.run_round()
            offer = await offer_to(ada)
            await ada.ask({"type": "accept", "offer": offer["id"]})
            await here.run_round(after=TIME_TO_ACCEPT + A_MOMENT)
            await offer_to(ada, "failed")
            assert (await ada.ask(SEEK | {}))["ticket"]["since"] == since
            assert await ended(bo) == "absent"
            for line in (ada, bo):
                refused = await line.ask({"type": "accept", "offer": offer["id"]})
                assert (refused["code"], refused["where"]) == ("offer_over", "$.offer")

    async def test_is_held_back_the_second_time(self) -> None:
        async with scene() as here, here.players("Ada", "Bo") as (ada, bo):
            await ada.ask(SEEK | {})
            for times, held in enumerate(HELD_BACK):
                answer = (await bo.ask(SEEK | {}))["ticket"]
                assert answer["held_until"] is None, times
                await here.run_round()
                await ada.ask({"type": "accept", "offer": (await offer_to(ada))["id"]})
                await here.run_round(after=TIME_TO_ACCEPT + A_MOMENT)
                await offer_to(ada, "failed")
                assert await ended(bo) == "absent"
                answer = (await bo.ask(SEEK | {}))["ticket"]
                assert answer["stage"] == ("held" if held else "waiting")
                assert bool(answer["held_until"]) == bool(held)
                assert 0 <= (answer["held_until"] or here.hand.time + held) - here.hand.time - held < A_MOMENT
                await bo.ask({"type": "unseek"})
                await here.pass_time(held + A_MOMENT)

    async def test_but_declines_lets_the_others_go_on_at_once(self) -> None:
        async with scene() as here, here.players("Ada", "Bo", "Cy") as (ada, bo, cy):
            await ada.ask(SEEK | {})
            await bo.ask(SEEK | {})
            await here.run_round()
            offer = await offer_to(bo)
            declined = await bo.ask({"type": "decline", "offer": offer["id"]})
            assert declined["offer"]["stage"] == "failed"
            assert (await bo.ask({"type": "decline", "offer": offer["id"]}))["offer"] == declined["offer"]
            assert await ended(bo) == "declined"
            await cy.ask(SEEK | {})
            await here.run_round()
            assert "Cy" in {player["name"] for player in (await offer_to(cy))["players"]}

    async def test_and_gives_up_declines(self) -> None:
        async with scene() as here, here.players("Ada", "Bo") as (ada, bo):
            await ada.ask(SEEK | {})
            await bo.ask(SEEK | {})
            await here.run_round()
            await offer_to(ada)
            assert (await bo.ask({"type": "unseek"}))["ended"] == "declined"
            await offer_to(ada, "failed")


async def test_a_player_has_one_ticket() -> None:
    async with scene() as here, here.players("Ada") as (ada,):
        first = (await ada.ask({**SEEK, "ref": "once"}))["ticket"]
        assert (await ada.ask(SEEK | {}))["ticket"]["id"] == first["id"]
        assert (await ada.ask({**SEEK, "ref": "once"}))["ticket"]["id"] == first["id"]
        refused = await ada.ask({**SEEK, "games": ["amfibido"]})
        assert (refused["code"], refused["where"]) == ("already_seeking", "$.type")
        refused = await ada.ask({**SEEK, "rated": False, "ref": "once"})
        assert (refused["code"], refused["where"]) == ("ref_reused", "$.ref")
        assert (await ada.ask({"type": "unseek"}))["ended"] == "unsought"
        assert (await ada.ask({"type": "unseek"}))["ended"] == "unsought", "there is nothing to do, and that is done"
        assert (await ada.ask({**SEEK, "games": ["amfibido"]}))["ticket"]["id"] != first["id"]


async def test_an_offer_fails_as_soon_as_somebody_has_deleted_their_account() -> None:
    async with scene() as here, here.players("Ada", "Bo") as (ada, bo):
        for line in (ada, bo):
            await line.ask(SEEK | {})
        await here.run_round()
        await ada.ask({"type": "accept", "offer": (await offer_to(ada))["id"]})
        await bo.ask({"type": "delete_account"})
        await offer_to(ada, "failed")
        assert (await ada.ask(SEEK | {}))["ticket"]["stage"] == "waiting"


async def test_the_last_accept_is_answered_by_how_the_offer_stands_though_two_have_just_parted() -> None:
    async with scene() as here, here.players("Ada", "Bo") as (ada, bo):
        for line in (ada, bo):
            await line.ask(SEEK | {})
        await here.run_round()
        offer = await offer_to(ada)
        await ada.ask({"type": "accept", "offer": offer["id"]})
        others = [player["id"] for player in offer["players"] if player["name"] == "Bo"]
        await ada.ask({"type": "avoid", "player": others[0], "how": "block"})
        assert (await bo.ask({"type": "accept", "offer": offer["id"]}))["offer"]["stage"] == "failed"
        for line in (ada, bo):
            assert (await line.ask(SEEK | {}))["ticket"]["stage"] == "waiting"


class TestHowManyAreLooking:
    async def test_is_told_with_oneself_from_the_first_answer_on(self) -> None:
        async with scene() as here, here.players("Ada", "Bo", "Cy") as (ada, bo, cy):
            wish = {"type": "seek", "games": ["density-deck"]}
            assert (await ada.ask(wish | {}))["ticket"]["games"][0]["looking"] == 1
            await bo.ask(wish | {})
            await here.run_round()
            assert (await ada.ask(wish | {}))["ticket"]["games"][0]["looking"] == 2
            assert (await cy.ask(wish | {}))["ticket"]["games"][0]["looking"] == 3
            await cy.ask({"type": "unseek"})
            await here.run_round()
            party = {**wish, "party": {"code": "our table", "size": 3}}
            assert (await cy.ask(party))["ticket"]["games"][0]["looking"] == 3, "also while friends are missing"

    async def test_are_none_of_those_who_have_been_offered_a_match(self) -> None:
        async with scene() as here, here.players("Ada", "Bo", "Cy") as (ada, bo, cy):
            for line in (ada, bo, cy):
                await line.ask(SEEK | {})
                await here.pass_time(100)  # so that Cy is the last of them
            await here.run_round()
            await offer_to(ada)
            assert (await cy.ask(SEEK | {}))["ticket"]["games"][0]["looking"] == 1


async def test_the_wait_is_estimated_by_people_who_found_people() -> None:
    async with scene() as here, here.players("Ada", "Bo") as (ada, bo):
        await ada.ask({**SEEK, "bots_after": 0})
        await here.run_round()
        await ada.ask({"type": "accept", "offer": (await offer_to(ada))["id"]})
        assert await ended(ada) == "begun"
        await bo.ask(SEEK | {})
        await here.run_round()
        ticket = await ticket_of(bo, stage="waiting")
        assert ticket["games"][0]["estimated_wait"] is None


async def test_anything_that_is_told_of_who_is_held_back_is_true_when_it_is_over() -> None:
    async with scene() as here, here.players("Ada", "Bo") as (ada, bo):
        await ada.ask(SEEK | {})
        for _ in range(2):
            await bo.ask(SEEK | {})
            await here.run_round()
            await ada.ask({"type": "accept", "offer": (await offer_to(ada))["id"]})
            await here.run_round(after=TIME_TO_ACCEPT + A_MOMENT)
            assert await ended(bo) == "absent"
        ticket = (await bo.ask({**SEEK, "bots_after": 5_000}))["ticket"]
        assert ticket["stage"] == "held"
        assert 0 <= ticket["since"] - here.hand.time < A_MOMENT, "it has not waited yet"
        assert ticket["anybody_from"] == ticket["held_until"] + BOUND
        assert ticket["bots_from"] == ticket["held_until"] + 5_000
        await ada.ask({"type": "unseek"})
        await here.run_round(after=ticket["held_until"] - here.hand.time + A_MOMENT)
        later = await ticket_of(bo, stage="waiting")
        assert later["since"] == ticket["held_until"]


class TestALostConnection:
    async def test_keeps_the_ticket_for_a_while(self) -> None:
        async with scene() as here:
            async with here.server.line() as line:
                token = (await line.sign_in("Ada"))["token"]
                ticket = (await line.ask(SEEK | {}))["ticket"]
            await here.run_round()
            await here.run_round(after=GRACE - BETWEEN_ROUNDS - A_MOMENT)
            async with here.server.line() as line:
                await line.sign_in(token=token)
                assert (await ticket_of(line))["id"] == ticket["id"], "told without having been asked"

    async def test_loses_the_ticket_in_the_end(self) -> None:
        async with scene() as here:
            async with here.server.line() as line:
                token = (await line.sign_in("Ada"))["token"]
                await line.ask(SEEK | {})
            for _ in range(GRACE // BETWEEN_ROUNDS + 2):
                await here.run_round()
            async with here.server.line() as line:
                await line.sign_in(token=token)
                assert await ended(line) == "gone"

    async def test_is_nobodys_fault_while_the_house_is_away(self) -> None:
        async with scene() as here:
            async with here.server.line() as line:
                token = (await line.sign_in("Ada"))["token"]
                await line.ask(SEEK | {})
            await here.run_round()
            await here.run_round(after=10 * GRACE)
            async with here.server.line() as line:
                await line.sign_in(token=token)
                assert (await ticket_of(line))["stage"] == "waiting"


PARTY: Message = {"type": "seek", "games": ["density-deck"], "party": {"code": "our table", "size": 2}}


class TestFriends:
    async def test_are_paired_when_all_have_come_and_sit_together(self) -> None:
        async with scene() as here, here.players("Ada", "Bo", "Cy", "Di") as (ada, bo, cy, di):
            answer = (await ada.ask(PARTY | {}))["ticket"]
            assert (answer["stage"], [each["name"] for each in answer["party"]["players"]]) == ("gathering", ["Ada"])
            for line in (cy, di):
                await line.ask({"type": "seek", "games": ["density-deck"]})
            await here.run_round()
            assert (await bo.ask(PARTY | {}))["ticket"]["id"] == answer["id"]
            assert len((await ticket_of(ada, stage="waiting"))["party"]["players"]) == 2
            await here.run_round()
            offers = [await offer_to(line) for line in (ada, bo, cy, di)]
            assert {player["name"] for player in offers[0]["players"]} == {"Ada", "Bo", "Cy", "Di"}
            for line, offer in zip((ada, bo, cy, di), offers, strict=True):
                await line.ask({"type": "accept", "offer": offer["id"]})
            assert await ended(bo) == "begun"

    async def test_wait_for_one_of_them_who_was_absent(self) -> None:
        async with scene() as here, here.players("Ada", "Bo", "Cy", "Di") as (ada, bo, cy, di):
            await ada.ask(PARTY | {})
            since = (await bo.ask(PARTY | {}))["ticket"]["since"]
            for line in (cy, di):
                await line.ask({"type": "seek", "games": ["density-deck"]})
            await here.run_round()
            for line in (ada, cy, di):
                await line.ask({"type": "accept", "offer": (await offer_to(line))["id"]})
            await here.run_round(after=TIME_TO_ACCEPT + A_MOMENT)
            assert await ended(bo) == "absent"
            left = await ticket_of(ada, stage="gathering", offer=None)
            assert 0 <= left["since"] - since < A_MOMENT, "the time that it has waited is kept"
            await here.pass_time(60_000)
            since_then = (await bo.ask(PARTY | {}))["ticket"]["since"]
            assert abs(since_then - left["since"] - 60_000) < A_MOMENT, "nothing is added while somebody is missing"

    @pytest.mark.parametrize(
        "other",
        [{"rated": False}, {"party": {"code": "our table", "size": 3}}, {"time_limit": 5_000}, {"bots_after": 0}],
    )
    async def test_must_seek_the_same(self, other: Message) -> None:
        async with scene() as here, here.players("Ada", "Bo") as (ada, bo):
            await ada.ask(PARTY | {})
            refused = await bo.ask({**PARTY, **other})
            assert (refused["code"], refused["where"]) == ("bad_party", "$.party.code")

    async def test_are_no_more_than_they_said(self) -> None:
        async with scene() as here, here.players("Ada", "Bo", "Cy") as (ada, bo, cy):
            await ada.ask(PARTY | {})
            await bo.ask(PARTY | {})
            refused = await cy.ask(PARTY | {})
            assert (refused["code"], refused["where"]) == ("bad_party", "$.party.code")
            await bo.ask({"type": "unseek"})
            assert len((await cy.ask(PARTY | {}))["ticket"]["party"]["players"]) == 2
            for line in (ada, cy):
                await line.ask({"type": "unseek"})
            assert len((await bo.ask(PARTY | {}))["ticket"]["party"]["players"]) == 1, "the code is free again"


async def test_bots_come_when_the_time_for_them_has() -> None:
    async with scene() as here, here.players("Ada") as (ada,):
        await ada.ask({"type": "seek", "games": ["density-deck"], "bots_after": 5_000})
        await here.run_round(after=4_900)
        await here.run_round()
        offer = await offer_to(ada)
        assert sorted(bool(player["bot"]) for player in offer["players"]) == [False, True, True, True]
        assert (await ada.ask({"type": "accept", "offer": offer["id"]}))["offer"]["stage"] == "begun"


class Unbeginnable(Tiny):
    """A game with a mistake in its beginning."""

    name = "unbeginnable"

    def blank(self, setup: Any) -> State:
        raise ZeroDivisionError


async def test_a_match_that_cannot_be_begun_leaves_nobody_in_an_offer() -> None:
    games: dict[str, AnyGame] = {"unbeginnable": Unbeginnable()}
    async with scene(games) as here, here.players("Ada", "Bo") as (ada, bo):
        for line in (ada, bo):
            await line.ask({"type": "seek", "games": ["unbeginnable"]})
        await here.run_round()
        for line in (ada, bo):
            await line.ask({"type": "accept", "offer": (await offer_to(line))["id"]})
        for line in (ada, bo):
            assert await ended(line) == "broken"
            assert (await line.ask(SEEK | {}))["ticket"]["stage"] == "waiting"


async def test_options_of_all_who_meet_are_the_same() -> None:
    async with scene() as here, here.players("Ada", "Bo", "Cy") as (ada, bo, cy):
        default = GAMES["tiny"].options()
        assert isinstance(default, Options)
        wishes = [{"marks": default.marks + 1}, {}, {"marks": default.marks}]
        for line, options in zip((ada, bo, cy), wishes, strict=True):
            await line.ask({"type": "seek", "games": [{"game": "tiny", "options": options}]})
        await here.run_round()
        assert {player["name"] for player in (await offer_to(bo))["players"]} == {"Bo", "Cy"}


async def test_players_of_whom_one_has_blocked_the_other_never_meet() -> None:
    async with scene() as here, here.players("Ada", "Bo", "Cy") as (ada, bo, cy):
        signed_in = next(heard for heard in bo.heard if heard["type"] == "signed_in")
        for line in (ada, bo):
            await line.ask(SEEK | {})
        await ada.ask({"type": "avoid", "player": signed_in["player"]["id"], "how": "block"})  # later than the ticket
        await here.run_round()
        await here.run_round(after=BOUND)
        assert not [heard for line in (ada, bo) for heard in await line.quiet() if heard["type"] == "offer_changed"]
        await cy.ask(SEEK | {})
        await here.run_round()
        company = {player["name"] for player in (await offer_to(cy))["players"]}
        assert company in ({"Ada", "Cy"}, {"Bo", "Cy"})


async def test_players_choose_if_bots_of_players_are_among_their_opponents() -> None:
    async with scene() as here, here.server.person("Ada") as ada, here.server.line() as engine:
        bot = (await ada.ask({"type": "make_bot", "name": "Engine"}))["bots"][0]
        token = (await ada.ask({"type": "make_token", "scopes": ["play"], "bot": bot["id"]}))["token"]
        await engine.sign_in(token=token)
        async with here.players("Bo", "Cy") as (bo, cy):
            first = await bo.ask(SEEK | {"opponents": "people"})
            assert (first["ticket"]["opponents"], first["ticket"]["games"][0]["looking_bots"]) == ("people", 0)
            assert (await engine.ask(SEEK | {}))["ticket"]["opponents"] == "anybody"
            await here.run_round(after=BOUND)
            game = (await ticket_of(bo))["games"][0]
            while game["looking"] < 2:
                game = (await ticket_of(bo))["games"][0]
            assert game["looking_bots"] == 1
            assert not [heard for heard in await bo.quiet() if heard["type"] == "offer_changed"]
            await cy.ask(SEEK | {"opponents": "bots"})
            await here.run_round()
            assert {player["kind"] for player in (await offer_to(cy))["players"]} == {"guest", "bot"}
            refused = await bo.ask(SEEK | {"opponents": "ghosts"})
            assert (refused["code"], refused["where"]) == ("malformed", "$.opponents")


async def test_everybody_brings_a_deck_of_their_own() -> None:
    async with scene() as here, here.players("Ada", "Bo") as (ada, bo):
        for line, deck in ((ada, "vigil"), (bo, None)):
            await line.ask({"type": "seek", "games": [{"game": "amiibart", "deck": deck}]})
        await here.run_round()
        for line in (ada, bo):
            await line.ask({"type": "accept", "offer": (await offer_to(line))["id"]})
        table = (await ada.until(lambda heard: heard["type"] == "table_changed"))["table"]
        decks = {place["player"]["name"]: place["deck"]["id"] for place in table["places"] if place["deck"]}
        assert decks["Ada"] == "vigil"


async def test_an_illegal_deck_is_refused_with_all_that_is_wrong() -> None:
    async with scene() as here, here.players("Ada") as (ada,):
        refused = await ada.ask({"type": "seek", "games": ["tiny", {"game": "amiibart", "deck": "4 dragon\n3 imp"}]})
        assert (refused["code"], refused["where"]) == ("bad_deck", "$.games[1].deck")
        assert len(refused["faults"]) >= 2
        assert (await ada.ask({"type": "unseek"}))["ended"] is None, "and nothing has changed"


async def test_nothing_is_remembered_of_who_goes_before_they_were_told_anything() -> None:
    async with scene() as here:
        quick_match = here.server.services.quick_match

        class Passer:
            """A connection that is gone at once."""

            def receive(self, message: FromServer) -> None: ...
            def watch(self, table: TableId) -> None: ...
            def sit_at(self, table: TableRecord) -> None: ...

        for number in range(100):
            passer = Passer()
            quick_match.here.come(PlayerId(f"p{number}"), passer)
            quick_match.here.go(PlayerId(f"p{number}"), passer)
        assert (quick_match.here._have_come, quick_match.here._to_notify) == (set(), {})


async def test_a_pause_calls_an_offer_off_without_blame_and_keeps_the_tickets() -> None:
    async with scene() as here, here.players("Ada", "Bo") as (ada, bo):
        for line in (ada, bo):
            await line.ask(SEEK | {})
        await here.run_round()
        offers = [await offer_to(line) for line in (ada, bo)]
        await ada.ask({"type": "accept", "offer": offers[0]["id"]})
        pause = here.server.services.pause
        pause.set_here(True)
        answer = await bo.ask({"type": "accept", "offer": offers[1]["id"]})
        assert answer["offer"]["stage"] == "failed"
        for line in (ada, bo):
            ticket = await ticket_of(line, stage="waiting")
            assert ticket["stage"] == "waiting"
        assert not await here.server.services.quick_match.rounds.run_round()
        pause.set_here(False)
        await here.run_round()
        for line in (ada, bo):
            await offer_to(line)


async def test_one_player_and_one_address_seek_so_often() -> None:
    async with live_server(quotas="on", clock=lambda: 0.0) as server:
        last: Message = {}
        for guest in range(TICKETS_FROM.at_once // TICKETS.at_once):
            async with server.player(f"Guest {guest}") as line:
                for _ in range(TICKETS.at_once):
                    assert (await line.ask(SEEK | {}))["type"] == "ticket_changed"
                    await line.ask({"type": "unseek"})
                last = await line.ask(SEEK | {})
                assert (last["code"], "for one player" in last["text"]) == ("too_many", True)
        async with server.player("One more") as line:
            last = await line.ask(SEEK | {})
            assert (last["code"], "for one address" in last["text"]) == ("too_many", True)
