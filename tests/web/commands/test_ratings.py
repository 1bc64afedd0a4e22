"""How players stand, over a real WebSocket and over HTTP: what is told after a match, and what may be asked."""

import contextlib
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from quarterdeck_protocol.lobby.ratings import Unrated
from quarterdeck_server.lobby.ratings.match_results import LEAST_ACTIONS, MOST_MEETINGS_A_DAY
from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import Line, LiveServer, Message, live_server
from web.commands.test_matchmaking import offer_to, scene

PASSWORD = "a long walk by the sea"


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with live_server(messages_per_second=100_000) as running:
        yield running


async def at_table(ada: Line, bo: Line | None, *, marks: int = 8, rated: bool = True) -> str:
    """Begin a match of two, or of one and a bot of the house; gives its id."""
    more = {"rated": rated, "spectator_delay": "none"}
    opened = await ada.ask({"type": "open_table", "game": "tiny", "options": {"marks": marks}, **more})
    table = opened["table"]
    assert table["rated"] is rated
    if bo is None:
        await ada.ask({"type": "add_bot", "table": table["id"]})
    else:
        await bo.ask({"type": "sit", "table": table["id"]})
        await bo.ask({"type": "ready", "table": table["id"]})
    await ada.ask({"type": "ready", "table": table["id"]})
    return str(table["match"])


async def play_on(match: str, *lines: Line) -> None:
    """Act on these lines until the match is over."""
    while True:
        for line in lines:
            update = await line.ask({"type": "watch_match", "match": match})
            if update["result"] is not None:
                return
            if update["choices"]:
                act = {"type": "act", "match": match, "seen": update["version"], "action": update["choices"][0]}
                await line.ask(act)


async def rated_news(line: Line, match: str) -> Message:
    """Return what a player is told of what a match meant."""
    for heard in line.heard:
        if heard["type"] == "rated" and heard["match"] == match:
            return heard
    return await line.until(lambda heard: heard["type"] == "rated" and heard["match"] == match)


async def rated_match(ada: Line, bo: Line) -> str:
    match = await at_table(ada, bo)
    await play_on(match, ada, bo)
    await rated_news(ada, match)
    await rated_news(bo, match)
    return match


async def got(url: str, **options: Any) -> tuple[int, Any]:
    async with aiohttp.ClientSession() as http, http.get(url, **options) as response:
        return response.status, await response.json(content_type=None)


class TestTheEndOfAMatch:
    async def test_each_player_is_told_what_it_meant(self, server: LiveServer) -> None:
        async with server.person("Ada") as ada, server.person("Bo") as bo, server.line() as stranger:
            match = await at_table(ada, bo)
            await stranger.ask({"type": "watch_match", "match": match})
            await play_on(match, ada, bo)
            one, other = await rated_news(ada, match), await rated_news(bo, match)
            won, lost = sorted((one, other), key=lambda each: each["place"])
            assert won["before"] == lost["before"] == {"number": 1500, "uncertainty": 333, "provisional": True}
            assert won["after"]["number"] - 1500 == 1500 - lost["after"]["number"] > 0
            assert won["unrated"] is lost["unrated"] is None
            assert not [heard for heard in await stranger.quiet() if heard["type"] == "rated"]

    async def test_they_are_told_on_every_connection_to_every_process(self) -> None:
        memory = Memory()
        async with (
            live_server(MemoryStore(memory)) as here,
            live_server(MemoryStore(memory)) as there,
            here.line() as ada,
            there.line() as elsewhere,
            there.person("Bo") as bo,
        ):
            await ada.sign_in()
            await ada.ask({"type": "register", "name": "Ada", "password": PASSWORD})
            await elsewhere.ask({"type": "sign_in", "name": "Ada", "password": PASSWORD})
            match = await at_table(ada, bo)
            await play_on(match, ada, bo)
            assert await rated_news(elsewhere, match) == await rated_news(ada, match)
            me = (await ada.ask({"type": "get_profile"}))["games"]
            assert [(game["rated"], game["played"]) for game in me] == [(1, 1)]

    async def test_a_resignation_is_a_loss(self, server: LiveServer) -> None:
        async with server.person("Ada") as ada, server.person("Bo") as bo:
            match = await at_table(ada, bo, marks=100)
            for line in 4 * (ada, bo):
                update = await line.ask({"type": "watch_match", "match": match})
                if update["choices"]:
                    act = {"type": "act", "match": match, "seen": update["version"], "action": update["choices"][0]}
                    await line.ask(act)
            await ada.ask({"type": "resign", "match": match})
            assert ((await rated_news(ada, match))["place"], (await rated_news(bo, match))["place"]) == (2, 1)
            assert (await rated_news(bo, match))["after"]["number"] > 1500


def ratings_at(table: Message) -> list[int | None]:
    """Return what the places of a table show."""
    return [None if place["rating"] is None else place["rating"]["number"] for place in table["places"]]


class TestPlaces:
    """What a table shows of how well those play who sit there."""

    async def test_a_caller_who_sits_down_is_shown_with_their_rating_and_a_bot_without(
        self, server: LiveServer
    ) -> None:
        async with server.person("Ada") as ada, server.person("Bo") as bo, server.person("Cy") as cy:
            match = await rated_match(ada, bo)
            after = (await rated_news(ada, match))["after"]
            opened = await cy.ask({"type": "open_table", "game": "tiny", "seats": 2})
            assert opened["table"]["places"][0]["rating"] == {"number": 1500, "uncertainty": 333, "provisional": True}
            sat = await ada.ask({"type": "sit", "table": opened["table"]["id"]})
            assert sat["table"]["places"][1]["rating"] == after
            await ada.ask({"type": "stand", "table": opened["table"]["id"]})
            await cy.ask({"type": "add_bot", "table": opened["table"]["id"]})
            listed = await bo.ask({"type": "watch_lobby"})
            assert ratings_at(next(each for each in listed["tables"] if each["id"] == opened["table"]["id"])) == [
                1500,
                None,
            ]

    async def test_a_rematch_shows_what_the_match_has_made_of_them_on_every_process(self) -> None:
        memory = Memory()
        async with (
            live_server(MemoryStore(memory)) as here,
            live_server(MemoryStore(memory)) as there,
            here.person("Ada") as ada,
            there.person("Bo") as bo,
        ):
            match = await at_table(ada, bo)
            table = next(heard["table"] for heard in ada.heard if heard["type"] == "table_changed")["id"]
            await play_on(match, ada, bo)
            numbers = [(await rated_news(line, match))["after"]["number"] for line in (ada, bo)]
            again = await bo.ask({"type": "rematch", "table": table})
            assert ratings_at(again["table"]) == numbers[::-1], "the seats have moved on by one"
            async with live_server(MemoryStore(memory)) as fresh, fresh.person("Cy") as cy:
                assert ratings_at((await cy.ask({"type": "watch_table", "table": table}))["table"]) == numbers[::-1]


async def at_density_deck(*lines: Line) -> str:
    """Begin a rated match of Density Deck of these players; gives its id."""
    seats = len(lines)
    opened = (await lines[0].ask({"type": "open_table", "game": "density-deck", "seats": seats, "rated": True}))[
        "table"
    ]
    for line in lines[1:]:
        await line.ask({"type": "sit", "table": opened["id"]})
    for line in lines:
        await line.ask({"type": "ready", "table": opened["id"]})
    return str(opened["match"])


async def draw_and_discard(match: str, *lines: Line) -> None:
    """Let whoever is on turn take it."""
    for line in lines:
        update = await line.ask({"type": "watch_match", "match": match})
        while update["choices"] and update["result"] is None:
            kinds = [choice["type"] for choice in update["choices"]]
            choice = update["choices"][kinds.index("draw") if "draw" in kinds else kinds.index("discard")]
            act = {"type": "act", "match": match, "seen": update["version"], "action": choice}
            update = await line.ask(act)


class TestMoreThanTwo:
    @pytest.mark.parametrize("seats", [3, 4])
    async def test_each_is_rated_by_the_place_that_the_rules_give(self, server: LiveServer, seats: int) -> None:
        async with contextlib.AsyncExitStack() as stack:
            lines = [await stack.enter_async_context(server.person(name)) for name in ("Ada", "Bo", "Cy", "Di")[:seats]]
            match = await at_density_deck(*lines)
            for _ in range(LEAST_ACTIONS):
                await draw_and_discard(match, *lines)
            for line in lines[:0:-1]:
                await line.ask({"type": "resign", "match": match})
            news = [await rated_news(line, match) for line in lines]
            assert [each["place"] for each in news] == [1, *[2] * (seats - 1)], "who leave in one round share a place"
            moves = [each["after"]["number"] - each["before"]["number"] for each in news]
            assert moves[0] > 0 > moves[1]
            assert moves[1:] == [moves[1]] * (seats - 1)
            profiles = [await line.ask({"type": "get_profile"}) for line in lines]
            assert [(each["games"][0]["won"], each["games"][0]["rank"]) for each in profiles] == [
                (int(place == 0), "Acolyte I") for place in range(seats)
            ]

    async def test_a_caller_who_sits_beside_a_bot_of_their_own_is_rated_no_more_though_it_is_deleted_meanwhile(
        self, server: LiveServer
    ) -> None:
        async with server.line() as ada, server.line() as program, server.person("Bo") as bo:
            await ada.sign_in()
            await ada.ask({"type": "register", "name": "Ada", "password": PASSWORD})
            bot = (await ada.ask({"type": "make_bot", "name": "Engine"}))["bots"][0]
            token = (await ada.ask({"type": "make_token", "scopes": ["play"], "bot": bot["id"]}))["token"]
            await program.sign_in(token=token)
            match = await at_density_deck(ada, program, bo)
            await draw_and_discard(match, ada, program, bo)
            await program.ask({"type": "resign", "match": match})
            await ada.ask({"type": "delete_bot", "bot": bot["id"]})
            await bo.ask({"type": "resign", "match": match})
            assert [(await rated_news(line, match))["unrated"] for line in (ada, bo)] == ["same_player_twice"] * 2
            assert (await bo.ask({"type": "get_profile"}))["games"] == []


class TestWhyNot:
    """Every reason that a whole server can be brought to; `house_error` takes a day, see
    `tests/services/test_match_lifecycle.py`."""

    async def why(self, line: Line, match: str) -> Unrated:
        news = await rated_news(line, match)
        assert (news["before"], news["after"]) == (None, None)
        history = await line.ask({"type": "get_history"})
        assert history["matches"][0]["unrated"] == news["unrated"]
        return Unrated(news["unrated"])

    async def test_the_table_is_not_rated(self, server: LiveServer) -> None:
        async with server.person("Ada") as ada, server.person("Bo") as bo:
            match = await at_table(ada, bo, rated=False)
            await play_on(match, ada, bo)
            assert await self.why(ada, match) is Unrated.UNRATED_TABLE

    async def test_a_bot_is_the_only_opponent(self, server: LiveServer) -> None:
        async with server.person("Ada") as ada:
            match = await at_table(ada, None)
            await play_on(match, ada)
            assert await self.why(ada, match) is Unrated.BOTS

    async def test_the_only_opponent_is_the_players_own_bot(self, server: LiveServer) -> None:
        async with server.line() as ada, server.line() as program:
            await ada.sign_in()
            await ada.ask({"type": "register", "name": "Ada", "password": PASSWORD})
            bot = (await ada.ask({"type": "make_bot", "name": "Engine"}))["bots"][0]
            token = (await ada.ask({"type": "make_token", "scopes": ["play"], "bot": bot["id"]}))["token"]
            await program.sign_in(token=token)
            match = await at_table(ada, program)
            await ada.ask({"type": "resign", "match": match})
            assert await self.why(ada, match) is Unrated.SAME_PLAYER_TWICE

    async def test_a_foreign_bot_is_rated_among_bots(self, server: LiveServer) -> None:
        async with server.line() as ada, server.person("Bo") as bo, server.line() as program:
            await ada.sign_in()
            await ada.ask({"type": "register", "name": "Ada", "password": PASSWORD})
            bot = (await ada.ask({"type": "make_bot", "name": "Engine"}))["bots"][0]
            token = (await ada.ask({"type": "make_token", "scopes": ["play"], "bot": bot["id"]}))["token"]
            await program.sign_in(token=token)
            match = await at_table(bo, program)
            await play_on(match, bo, program)
            for line in (bo, program):
                news = await rated_news(line, match)
                assert (news["among"], news["unrated"], news["before"]["number"]) == ("bots", None, 1500)
            played = (await bo.ask({"type": "get_history"}))["matches"][0]
            assert (played["among"], played["seats"][0]["after"]["number"] == 1500) == ("bots", False)
            profile = await bo.ask({"type": "get_profile"})
            assert (profile["games"], profile["against_bots"][0]["rated"]) == ([], 1)

    async def test_nobody_has_done_anything(self, server: LiveServer) -> None:
        async with server.person("Ada") as ada, server.person("Bo") as bo:
            match = await at_table(ada, bo)
            await ada.ask({"type": "resign", "match": match})
            assert await self.why(ada, match) is Unrated.ABANDONED_BEFORE_THE_DEAL

    async def test_it_is_over_too_soon(self, server: LiveServer) -> None:
        async with server.person("Ada") as ada, server.person("Bo") as bo:
            match = await at_table(ada, bo, marks=1)
            await play_on(match, ada, bo)
            assert await self.why(ada, match) is Unrated.TOO_SHORT

    async def test_guests_play_for_no_rating(self, server: LiveServer) -> None:
        async with server.person("Ada") as ada, server.player("Bo") as bo:
            match = await at_table(ada, bo)
            await play_on(match, ada, bo)
            assert await self.why(ada, match) is await self.why(bo, match) is Unrated.GUESTS

    async def test_both_come_from_one_address(self) -> None:
        async with live_server(trusted_proxies=1) as server, contextlib.AsyncExitStack() as stack:
            home = {"headers": {"X-Forwarded-For": "81.2.69.142"}}
            ada, bo = [await stack.enter_async_context(server.line(**home)) for _ in range(2)]
            for line, name in ((ada, "Ada"), (bo, "Bo")):
                await line.sign_in("Whoever")
                await line.ask({"type": "register", "name": name, "password": PASSWORD})
            match = await at_table(ada, bo)
            await play_on(match, ada, bo)
            assert await self.why(ada, match) is Unrated.SAME_ADDRESS

    async def test_they_have_met_too_often_today(self, server: LiveServer) -> None:
        async with server.person("Ada") as ada, server.person("Bo") as bo:
            for _ in range(MOST_MEETINGS_A_DAY):
                await rated_match(ada, bo)
            assert (await rated_news(ada, match := await rated_match(ada, bo)))["unrated"] == "met_too_often"
            assert await self.why(bo, match) is Unrated.MET_TOO_OFTEN

    async def test_one_player_has_two_seats(self, server: LiveServer) -> None:
        async with server.line() as ada:
            me = (await ada.sign_in("Ada"))["player"]
            await server.begin("m", [me, me], rated=True)
            await ada.ask({"type": "resign", "match": "m"})
            assert await self.why(ada, "m") is Unrated.SAME_PLAYER_TWICE


class TestWhatMayBeAsked:
    async def test_over_http_as_over_the_socket(self, server: LiveServer) -> None:
        async with server.line() as ada, server.person("Bo") as bo, server.line() as stranger:
            me = (await ada.sign_in("Ada"))["player"]["id"]
            await ada.ask({"type": "register", "name": "Ada", "password": PASSWORD})
            other = (await bo.ask({"type": "get_account"}))["player"]["id"]
            matches = [await rated_match(ada, bo) for _ in range(3)]
            history = await stranger.ask({"type": "get_history", "player": me})
            assert [each["match"] for each in history["matches"]] == matches[::-1]
            before = history["matches"][0]["ended"]
            for question, path in {
                ("get_profile", ""): f"/v1/players/{me}",
                ("get_history", ""): f"/v1/players/{me}/matches",
                ("get_history", "before"): f"/v1/players/{me}/matches?before={before}",
                ("get_head_to_head", ""): f"/v1/players/{me}/against/{other}",
                ("get_head_to_head", "before"): f"/v1/players/{me}/against/{other}?before={before}",
                ("get_ladder", ""): "/v1/games/tiny/ladder",
                ("get_ladder", "page"): "/v1/games/tiny/ladder?page=2",
                ("get_ladder", "among"): "/v1/games/tiny/ladder?among=bots",
            }.items():
                whom: Message = {"game": "tiny"} if question[0] == "get_ladder" else {"player": me}
                command = {"type": question[0], **whom}
                command |= {"other": other} if question[0] == "get_head_to_head" else {}
                command |= (
                    {question[1]: {"before": before, "page": 2, "among": "bots"}[question[1]]} if question[1] else {}
                )
                answer = await stranger.ask(command)
                status, body = await server.get(path)
                assert (status, body) == (200, {**answer, "ref": None}), path

    async def test_the_transcript_of_each_is_where_it_says(self, server: LiveServer) -> None:
        async with server.person("Ada") as ada, server.person("Bo") as bo:
            match = await rated_match(ada, bo)
            [played] = (await ada.ask({"type": "get_history"}))["matches"]
            status, transcript = await server.get(played["transcript"])
            assert (status, transcript["match"], transcript["result"]["reason"]) == (200, match, played["reason"])
            assert len(transcript["entries"]) == played["entries"]

    async def test_a_transcript_that_is_kept_no_more_is_said_to_be_gone(self) -> None:
        memory = Memory()
        async with live_server(MemoryStore(memory)) as server, server.person("Ada") as ada, server.person("Bo") as bo:
            match = await rated_match(ada, bo)
            del memory.logs[match]  # type: ignore[arg-type]  # an id is a string
            [played] = (await ada.ask({"type": "get_history"}))["matches"]
            assert (played["match"], played["transcript"]) == (match, None)

    async def test_everything_about_oneself_takes_ones_token(self, server: LiveServer) -> None:
        async with server.line() as ada, server.person("Bo") as bo:
            token = (await ada.sign_in("Ada"))["token"]
            await rated_match(ada, bo)
            answer = await ada.ask({"type": "get_export"})
            status, body = await got(f"{server.url}/v1/me/export", headers={"Authorization": f"Bearer {token}"})
            assert (status, body) == (200, {**answer, "ref": None})
            status, problem = await got(f"{server.url}/v1/me/export")
            assert (status, problem["code"]) == (401, "not_signed_in")

    @pytest.mark.parametrize(
        ("path", "status", "code", "where"),
        [
            ("/v1/players/x", 404, "unknown_player", "$.player"),
            ("/v1/players/x/matches", 404, "unknown_player", "$.player"),
            ("/v1/players/x/against/y", 404, "unknown_player", "$.player"),
            ("/v1/games/chess/ladder", 404, "unknown_game", "$.game"),
            ("/v1/games/tiny/ladder?page=0", 400, "malformed", "?page"),
            ("/v1/games/tiny/ladder?page=two", 400, "malformed", "?page"),
            ("/v1/games/tiny/ladder?page=99999999999999999999", 400, "malformed", "?page"),
        ],
    )
    async def test_anything_that_is_refused_over_http_says_where(
        self, server: LiveServer, path: str, status: int, code: str, where: str
    ) -> None:
        answered, problem = await server.get(path)
        assert (answered, problem["code"], problem["where"]) == (status, code, where)

    async def test_a_program_does_not_reach_everything_about_its_owner(self, server: LiveServer) -> None:
        async with server.line() as ada:
            await ada.sign_in()
            await ada.ask({"type": "register", "name": "Ada", "password": PASSWORD})
            token = (await ada.ask({"type": "make_token", "scopes": ["play", "lobby:read"]}))["token"]
            status, problem = await got(f"{server.url}/v1/me/export", headers={"Authorization": f"Bearer {token}"})
            assert (status, problem["code"]) == (403, "missing_scope")


async def test_a_caller_who_is_deleted_is_nameless_in_what_others_have_played(server: LiveServer) -> None:
    async with server.person("Ada") as ada, server.person("Bo") as bo:
        await rated_match(ada, bo)
        await bo.ask({"type": "delete_account", "password": PASSWORD})
        [played] = (await ada.ask({"type": "get_history"}))["matches"]
        assert sorted(seat["player"]["name"] for seat in played["seats"]) == ["Ada", "Somebody who has left"]


async def test_anything_that_quick_match_begins_is_rated_and_the_next_ticket_goes_by_it() -> None:
    async with scene() as here, here.players("Ada", "Bo") as (ada, bo):
        for line, name in ((ada, "Ada"), (bo, "Bo")):
            await line.ask({"type": "register", "name": name, "password": PASSWORD})
            await line.ask({"type": "seek", "games": ["tiny"]})
        await here.run_round()
        offer = await offer_to(ada)
        for line in (ada, bo):
            await line.ask({"type": "accept", "offer": offer["id"]})
        begun = await ada.ask({"type": "watch_table", "table": offer["table"]})
        assert ratings_at(begun["table"]) == [1500, 1500]
        await play_on(offer["match"], ada, bo)
        news = await rated_news(ada, offer["match"])
        assert news["unrated"] is None
        ticket = (await ada.ask({"type": "seek", "games": ["tiny"]}))["ticket"]
        assert ticket["games"][0]["rating"] == news["after"]["number"] != 1500
