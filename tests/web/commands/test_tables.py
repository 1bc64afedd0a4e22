"""Tables over real sockets of two processes that share a store: who may come, who is told, and what the list says."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import NamedTuple

import msgspec
import pytest
from quarterdeck_protocol.close_codes import CloseCode
from quarterdeck_protocol.fairness.bound_entropy import entropy_hash
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.web import watched_tables
from quarterdeck_server.web.rate_limit.quotas import ENTER, LIST, OPEN_TABLE, OPEN_TABLE_FROM
from servers import PASSWORD, SOON, Line, LiveServer, Message, live_server


class Two(NamedTuple):
    """A line to each of two processes."""

    ada: Line
    bo: Line
    here: LiveServer
    there: LiveServer


@pytest.fixture
async def two() -> AsyncIterator[Two]:
    memory = Memory()
    async with contextlib.AsyncExitStack() as stack:
        here, there = [await stack.enter_async_context(live_server(MemoryStore(memory))) for _ in range(2)]
        ada = await stack.enter_async_context(here.player("Ada"))
        bo = await stack.enter_async_context(there.player("Bo"))
        yield Two(ada, bo, here, there)


async def opened(line: Line, **how: object) -> Message:
    answer = await line.ask({"type": "open_table", "game": "tiny"} | how)
    assert answer["type"] == "table_changed", answer
    table: Message = answer["table"]
    return table


async def test_somebody_comes_with_a_code_and_learns_it_only_by_sitting_down(two: Two) -> None:
    table = await opened(two.ada, access="unlisted")
    code = table["code"]
    assert (await two.bo.ask({"type": "list_tables"}))["tables"] == []
    looked = await two.bo.ask({"type": "watch_table", "code": code.lower()})
    assert (looked["table"]["id"], looked["table"]["code"]) == (table["id"], None)
    sat = await two.bo.ask({"type": "sit", "code": code})
    assert sat["table"]["code"] == code
    heard = await two.ada.until(lambda heard: heard["type"] == "table_changed")
    assert (heard["table"]["code"], heard["table"]["changed"]) == (code, sat["table"]["changed"])


async def test_a_caller_who_is_lifted_hears_it_and_the_longest_sitter_follows_the_host(two: Two) -> None:
    table = await opened(two.ada)
    sat = await two.bo.ask({"type": "sit", "table": table["id"]})
    bo = sat["table"]["places"][1]["player"]["id"]
    await two.ada.ask({"type": "kick", "table": table["id"], "seat": 1})
    heard = await two.bo.until(lambda heard: heard["type"] == "table_changed" and heard["ref"] is None)
    assert (heard["kicked"], heard["table"]["places"][1]["player"]) == (True, None)
    assert (await two.bo.ask({"type": "sit", "table": table["id"]}))["code"] == "kicked"

    another = await opened(two.ada)
    await two.bo.ask({"type": "sit", "table": another["id"]})
    stood = await two.ada.ask({"type": "stand", "table": another["id"]})
    assert stood["table"]["host"] == bo
    await two.bo.until(lambda heard: heard["type"] == "table_changed" and heard["table"]["host"] == bo)
    gone = await two.bo.ask({"type": "stand", "table": another["id"]})
    assert gone["gone"] is True


async def test_a_kicked_player_watches_neither_the_table_nor_its_match(two: Two) -> None:
    async with (
        two.there.person("Eve") as eve,
        two.here.line() as again,
        two.there.line() as engine,
        two.here.player("Cy") as cy,
    ):
        table = await opened(two.ada, access="unlisted")
        bot = (await eve.ask({"type": "make_bot", "name": "Engine"}))["bots"][0]["id"]
        made = await eve.ask({"type": "make_token", "scopes": ["play"], "bot": bot})
        await engine.ask({"type": "sign_in", "token": made["token"]})
        watching: Message = {"type": "watch_table", "code": table["code"]}
        await eve.ask({"type": "sit", "code": table["code"]})
        await again.ask({"type": "sign_in", "name": "Eve", "password": PASSWORD})
        for line in (again, engine, two.bo):
            assert (await line.ask(watching))["type"] == "table_changed"
        await two.ada.ask({"type": "kick", "table": table["id"], "seat": 1})
        for line in (eve, again, engine):
            await line.until(lambda each: each["type"] == "table_changed" and each["kicked"])
        await cy.ask({"type": "sit", "code": table["code"]})
        for line in (two.ada, cy):
            await line.ask({"type": "ready", "table": table["id"]})
        await two.bo.until(lambda each: each["type"] == "table_changed" and each["table"]["stage"] == "playing")
        match: Message = {"type": "watch_match", "match": table["match"]}
        for line in (eve, again, engine):
            assert await line.quiet() == []
            assert (await line.ask(watching))["code"] == "kicked"
            assert (await line.ask({**watching, "code": None, "table": table["id"]}))["code"] == "unknown_table"
            assert (await line.ask(match))["code"] == "no_spectators"
        status, refused = await two.there.get(f"/v1/matches/{table['match']}/events")
        assert (status, refused["code"]) == (403, "no_spectators")
        assert (await two.bo.ask(match))["type"] == "update"


async def test_ready_ends_when_the_opponent_changes_and_everybody_is_sent_that(two: Two) -> None:
    table = await opened(two.ada)
    await two.bo.ask({"type": "sit", "table": table["id"]})
    await two.bo.ask({"type": "ready", "table": table["id"], "entropy_hash": entropy_hash("bo's share")})
    await two.ada.ask({"type": "stand", "table": table["id"]})
    heard = await two.bo.until(
        lambda heard: heard["type"] == "table_changed" and not heard["table"]["places"][0]["player"]
    )
    assert (heard["table"]["places"][1]["ready"], heard["table"]["places"][1]["entropy_hash"]) == (False, None)
    async with two.here.player("Cy") as cy:
        await cy.ask({"type": "sit", "table": table["id"]})
        beside = await cy.ask({"type": "ready", "table": table["id"]})
        assert beside["table"]["stage"] == "gathering"
        again = await two.bo.ask({"type": "ready", "table": table["id"]})
        assert again["table"]["stage"] == "playing"


async def test_a_blocked_player_neither_finds_the_table_nor_sits_down_there(two: Two) -> None:
    table, other = await opened(two.ada), await opened(two.ada)
    own = await opened(two.bo)
    bo = own["places"][0]["player"]["id"]
    unknown = await two.bo.ask({"type": "sit", "table": "never"})
    assert len((await two.bo.ask({"type": "watch_lobby"}))["tables"]) == 3
    await two.ada.ask({"type": "avoid", "player": bo, "how": "block"})
    heard = await two.bo.until(lambda heard: heard["type"] == "lobby_changed" and heard["gone"])
    assert set(heard["gone"]) <= {table["id"], other["id"]}
    assert [each["id"] for each in (await two.bo.ask({"type": "list_tables"}))["tables"]] == [own["id"]]
    assert (await two.bo.ask({"type": "watch_lobby"}))["total"] == 1
    for kind in ("sit", "watch_table"):
        refused = await two.bo.ask({"type": kind, "table": table["id"]})
        assert (refused["code"], refused["text"]) == (unknown["code"], unknown["text"].replace("never", table["id"]))
    async with two.there.player("Cy") as cy:
        assert len((await cy.ask({"type": "list_tables"}))["tables"]) == 3
        sat = await cy.ask({"type": "sit", "table": table["id"]})
        assert [place["player"]["name"] for place in sat["table"]["places"]] == ["Ada", "Cy"]
    assert (await two.ada.ask({"type": "sit", "table": own["id"]}))["type"] == "table_changed"
    await two.ada.ask({"type": "stand", "table": table["id"]})
    assert table["id"] in {each["id"] for each in (await two.bo.ask({"type": "list_tables"}))["tables"]}


async def test_a_blocked_player_stops_following_a_table_without_a_message(two: Two) -> None:
    table, own = await opened(two.ada), await opened(two.bo)
    bo = own["places"][0]["player"]["id"]
    async with two.there.player("Cy") as cy:
        for line in (two.bo, cy):
            assert (await line.ask({"type": "watch_table", "table": table["id"]}))["type"] == "table_changed"
            assert (await line.ask({"type": "join_chat", "where": "table", "id": table["id"]}))["type"] == "chat_joined"
        before = len(two.bo.heard)
        await two.ada.ask({"type": "avoid", "player": bo, "how": "block"})
        await two.ada.ask({"type": "say", "where": "table", "id": table["id"], "text": "Who comes?"})
        await two.ada.ask({"type": "add_bot", "table": table["id"]})
        await cy.until(lambda heard: heard["type"] == "said")
        await cy.until(lambda heard: heard["type"] == "table_changed" and heard["table"]["places"][1]["player"])
    left = await two.bo.ask({"type": "leave_chat", "where": "table", "id": table["id"]})
    assert left["code"] == "not_listening"
    assert not [each for each in two.bo.heard[before:] if each["type"] in ("said", "table_changed")]


AT_A_TABLE: list[Message] = [
    {"type": "stand"},
    {"type": "ready"},
    {"type": "rematch"},
    {"type": "kick", "seat": 0},
    {"type": "transfer_host", "player": "somebody"},
    {"type": "reveal", "entropy": "mine"},
    {"type": "add_bot"},
    {"type": "add_bot", "bot": "none"},
]


@pytest.mark.parametrize("access", ["public", "unlisted", "password"])
async def test_a_blocked_player_cannot_tell_a_table_from_none_by_any_command_there(two: Two, access: str) -> None:
    password = {"password": "between us"} if access == "password" else {}
    table = await opened(two.ada, access=access, **password)
    bo = (await two.bo.ask({"type": "get_account"}))["player"]["id"]
    await two.ada.ask({"type": "avoid", "player": bo, "how": "block"})
    for command in AT_A_TABLE:
        there = await two.bo.ask({**command, "table": table["id"], "ref": "r"})
        none = await two.bo.ask({**command, "table": "never", "ref": "r"})
        assert there == {**none, "text": none["text"].replace("never", table["id"])}, command


async def test_a_bot_that_there_is_not_is_told_to_the_host_alone(two: Two) -> None:
    for access in ("public", "unlisted"):
        table = await opened(two.ada, access=access)
        refused = await two.bo.ask({"type": "add_bot", "table": table["id"], "bot": "none"})
        assert refused["code"] == {"public": "not_at_table", "unlisted": "unknown_table"}[access]


async def test_a_seat_that_is_refused_at_a_hidden_table_is_not_noted(two: Two) -> None:
    hidden = await opened(two.ada, access="unlisted")
    blocking = await opened(two.ada)
    bo = (await two.bo.ask({"type": "get_account"}))["player"]["id"]
    await two.ada.ask({"type": "avoid", "player": bo, "how": "block"})
    for table in (hidden, blocking):
        assert (await two.bo.ask({"type": "sit", "table": table["id"]}))["code"] == "unknown_table"
    assert (await two.bo.ask({"type": "get_export"}))["tables"] == []


async def test_a_command_that_is_sent_again_shows_no_table_that_has_been_hidden_since(two: Two) -> None:
    table = await opened(two.ada)
    bo = (await two.bo.ask({"type": "get_account"}))["player"]["id"]
    sit, stand = ({"type": kind, "table": table["id"], "ref": kind} for kind in ("sit", "stand"))
    for command in (sit, stand):
        assert (await two.bo.ask({**command}))["type"] == "table_changed"
    await two.ada.ask({"type": "avoid", "player": bo, "how": "block"})
    for command in (sit, stand):
        assert (await two.bo.ask({**command})).get("code") == "unknown_table"


async def a_bot_of(owner: Line, program: Line) -> str:
    """Sign a bot of this owner in, and return its id."""
    bot: str = (await owner.ask({"type": "make_bot", "name": "Engine"}))["bots"][0]["id"]
    scopes = ["play", "lobby:read", "lobby:host"]
    made = await owner.ask({"type": "make_token", "scopes": scopes, "bot": bot})
    await program.sign_in(token=made["token"])
    return bot


async def test_a_bot_of_a_blocked_player_is_blocked_as_its_owner_is(two: Two) -> None:
    await two.bo.ask({"type": "register", "name": "Boris", "password": "a long walk by the sea"})
    bo = (await two.bo.ask({"type": "get_account"}))["player"]["id"]
    async with two.there.line() as engine:
        await a_bot_of(two.bo, engine)
        table = await opened(two.ada)
        assert len((await engine.ask({"type": "watch_lobby"}))["tables"]) == 1
        await two.ada.ask({"type": "avoid", "player": bo, "how": "block"})
        heard = await engine.until(lambda heard: heard["type"] == "lobby_changed" and heard["gone"])
        assert heard["gone"] == [table["id"]]
        assert (await engine.ask({"type": "list_tables"}))["tables"] == []
        assert (await engine.ask({"type": "watch_lobby"}))["tables"] == []
        here = {"type": "join_chat", "where": "table"}
        assert (await engine.ask({**here, "id": table["id"]}))["code"] == "unknown_table"
        for command in [{"type": "sit"}, {"type": "watch_table"}, *AT_A_TABLE]:
            there = await engine.ask({**command, "table": table["id"], "ref": "r"})
            none = await engine.ask({**command, "table": "never", "ref": "r"})
            assert there == {**none, "text": none["text"].replace("never", table["id"])}, command


async def test_a_bot_sits_where_its_owner_sat_down_before_the_block_and_finds_it_no_more(two: Two) -> None:
    await two.bo.ask({"type": "register", "name": "Boris", "password": "a long walk by the sea"})
    async with two.there.line() as engine:
        await a_bot_of(two.bo, engine)
        table = await opened(two.ada, game="density-deck", seats=3)
        bo = (await two.bo.ask({"type": "sit", "table": table["id"]}))["table"]["places"][1]["player"]["id"]
        await two.ada.ask({"type": "avoid", "player": bo, "how": "block"})
        assert (await engine.ask({"type": "sit", "table": table["id"]}))["code"] == "unknown_table"
        assert (await two.bo.ask({"type": "watch_table", "table": table["id"]}))["type"] == "table_changed"
        assert len((await two.bo.ask({"type": "list_tables"}))["tables"]) == 1


async def test_a_player_who_is_blocked_does_not_find_the_tables_of_the_blockers_bots(two: Two) -> None:
    await two.ada.ask({"type": "register", "name": "Adele", "password": "a long walk by the sea"})
    bo = (await two.bo.ask({"type": "get_account"}))["player"]["id"]
    async with two.here.line() as engine:
        await a_bot_of(two.ada, engine)
        before = await opened(engine)
        await two.ada.ask({"type": "avoid", "player": bo, "how": "block"})
        after = await opened(engine)
        for table in (before, after):
            assert (await two.bo.ask({"type": "sit", "table": table["id"]})).get("code") == "unknown_table"


async def test_a_match_without_spectators_is_watched_by_its_players_and_not_by_who_they_were(two: Two) -> None:
    table = await opened(two.ada, spectators=False)
    await two.ada.ask({"type": "add_bot", "table": table["id"]})
    await two.ada.ask({"type": "ready", "table": table["id"]})
    watch = {"type": "watch_match", "match": table["match"]}
    assert (await two.bo.ask({**watch}))["code"] == "no_spectators"
    async with two.there.line() as stranger:
        assert (await stranger.ask({**watch}))["code"] == "no_spectators"
    assert (await two.ada.ask({**watch}))["seat"] == 0
    await two.ada.ask({"type": "sign_out"})
    assert (await two.ada.ask({"type": "unwatch_match", "match": table["match"]}))["code"] == "not_watching"


@pytest.mark.parametrize("access", ["password", "unlisted"])
async def test_a_match_at_a_table_that_is_not_for_everybody_is_watched_by_who_has_looked_at_the_table(
    two: Two, access: str
) -> None:
    secret = {"password": "open sesame"} if access == "password" else {}
    table = await opened(two.ada, access=access, **secret)
    knowing = secret or {"code": table["code"]}
    await two.ada.ask({"type": "add_bot", "table": table["id"]})
    await two.ada.ask({"type": "ready", "table": table["id"]})
    watch = {"type": "watch_match", "match": table["match"]}
    listen = {"type": "join_chat", "where": "match", "id": table["match"]}
    listed = (await two.bo.ask({"type": "list_tables"}))["tables"]
    assert [each["match"] for each in listed] == ([table["match"]] if access == "password" else [])
    for command in (watch, listen, {**listen, "type": "say", "text": "boo"}):
        refused = await two.bo.ask({**command})
        assert refused["code"] == "no_spectators", refused
        assert "watch_table" in refused["text"]
    await two.bo.ask({"type": "watch_table", "table": table["id"], **knowing})
    assert (await two.bo.ask({**watch}))["seat"] is None
    assert (await two.bo.ask({**listen}))["type"] == "chat_joined"
    await two.bo.ask({"type": "sign_out"})
    assert (await two.bo.ask({"type": "unwatch_match", "match": table["match"]}))["code"] == "not_watching"

    assert (await two.ada.ask({**watch}))["seat"] == 0
    await two.ada.ask({"type": "sign_out"})
    assert (await two.ada.ask({"type": "unwatch_match", "match": table["match"]}))["code"] == "not_watching"


@pytest.mark.parametrize("replays", [None, "everybody"])
async def test_when_it_has_ended_it_stays_closed_unless_the_table_said_otherwise(two: Two, replays: str | None) -> None:
    table = await opened(two.ada, access="unlisted", replays=replays)
    assert table["replays"] == (replays or "players")
    await two.ada.ask({"type": "add_bot", "table": table["id"]})
    await two.ada.ask({"type": "ready", "table": table["id"]})
    await two.ada.ask({"type": "resign", "match": table["match"]})
    await two.ada.until(lambda heard: heard["type"] == "table_changed" and heard["table"]["stage"] == "over")
    answer = await two.bo.ask({"type": "watch_match", "match": table["match"]})
    if replays is None:
        assert answer["code"] == "no_spectators"
    else:
        assert answer["result"] is not None


async def test_the_list_is_told_over_processes_with_filters_until_it_is_not_wanted(two: Two) -> None:
    async with two.there.line() as anybody:
        before = await opened(two.ada)
        shown = await anybody.ask({"type": "watch_lobby", "games": ["tiny"], "open_seats": 1})
        assert ([table["id"] for table in shown["tables"]], shown["total"]) == ([before["id"]], 1)
        await opened(two.ada, access="unlisted")
        second = await opened(two.ada, access="password", password="open sesame", time_limit=5_000)
        changed = await anybody.until(lambda heard: heard["type"] == "lobby_changed")
        assert [(table["id"], table["access"], table["time_limit"]) for table in changed["tables"]] == [
            (second["id"], "password", 5_000)
        ]
        assert "sesame" not in str(changed)
        await two.bo.ask({"type": "sit", "table": before["id"]})
        assert (await anybody.until(lambda heard: heard["type"] == "lobby_changed"))["gone"] == [before["id"]]
        narrow = await anybody.ask({"type": "watch_lobby", "least_time_limit": 6_000})
        assert [table["id"] for table in narrow["tables"]] == [before["id"]]
        assert (await anybody.ask({"type": "unwatch_lobby"}))["type"] == "lobby_unwatched"
        await opened(two.ada, time_limit=7_000)
        assert not two.there.services.tables.repository.board.is_on
        assert await anybody.quiet() == []
        assert [each["type"] for each in anybody.heard].count("lobby_changed") == 2


async def test_a_caller_who_hangs_up_follows_the_list_no_more(two: Two) -> None:
    async with two.there.line() as anybody:
        await anybody.ask({"type": "watch_lobby"})
        assert two.there.services.tables.repository.board.is_on
    assert (await two.bo.ask({"type": "hello"}))["type"] == "welcome"
    while two.there.services.tables.repository.board.is_on:
        await two.bo.ask({"type": "hello"})


async def test_a_caller_who_follows_as_many_tables_as_one_may_leaves_one_whose_match_is_over_for_the_next(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watched_tables, "MOST_TABLES", 2)
    first = await opened(two.ada)
    await two.ada.ask({"type": "add_bot", "table": first["id"]})
    await two.ada.ask({"type": "ready", "table": first["id"]})
    await opened(two.ada)
    too_many = {"type": "open_table", "game": "tiny"}
    assert (await two.ada.ask({**too_many}))["code"] == "watching_too_many"
    await two.ada.ask({"type": "resign", "match": first["match"]})
    await two.ada.until(lambda heard: heard["type"] == "table_changed" and heard["table"]["stage"] == "over")
    await opened(two.ada)
    assert (await two.ada.ask({**too_many}))["code"] == "watching_too_many"
    assert two.here.services.tables.subscribers.here(first["id"]) == frozenset()


async def test_limits_are_told_in_the_welcome_and_hold_for_an_address() -> None:
    async with (
        live_server(tables_per_player=3, tables_per_address=2) as server,
        server.player() as ada,
        server.player() as bo,
    ):
        limits = (await ada.ask({"type": "hello"}))["limits"]
        assert (limits["tables_per_player"], limits["tables_per_address"]) == (3, 2)
        await opened(ada)
        await opened(bo)
        refused = await ada.ask({"type": "open_table", "game": "tiny"})
        assert (refused["code"], refused["text"]) == (
            "too_many_tables",
            "Your address has opened 2 tables, the limit for one address.",
        )


async def test_whose_session_goes_on_where_the_table_is_not_followed_loses_the_seat_in_time(two: Two) -> None:
    async with two.here.line() as first:
        token = (await first.sign_in("Cy"))["token"]
        table = (await opened(first))["id"]
        await two.bo.ask({"type": "sit", "table": table})
        async with two.there.line() as second:
            await second.sign_in(token=token)
            assert await first.closed() == CloseCode.TAKEN_UP_ELSEWHERE
            missed = await two.bo.until(lambda heard: heard["type"] == "table_changed")
            assert missed["table"]["places"][0]["player"]["name"] == "Cy"
            assert (await two.there.services.tables.repository.read(table)).places[0].away is not None
            await second.ask({"type": "watch_table", "table": table})
            assert (await two.there.services.tables.repository.read(table)).places[0].away is None


def sitting(table: Message) -> list[str | None]:
    return [place["player"] and place["player"]["name"] for place in table["places"]]


async def test_a_caller_who_deletes_the_account_gives_up_the_seat_at_once_and_so_do_their_bots(two: Two) -> None:
    password = "a long walk by the sea"
    table = (await opened(two.ada, game="density-deck", seats=3))["id"]
    await two.bo.ask({"type": "sit", "table": table})
    await two.ada.ask({"type": "register", "name": "Adelaide", "password": password})
    bots = (await two.ada.ask({"type": "make_bot", "name": "Her Engine"}))["bots"]
    made = await two.ada.ask({"type": "make_token", "scopes": ["play", "lobby:read"], "bot": bots[0]["id"]})
    async with two.there.line() as engine:
        await engine.sign_in(token=made["token"])
        sat = await engine.ask({"type": "sit", "table": table})
        assert sitting(sat["table"]) == ["Adelaide", "Bo", "Her Engine"]
        assert (await two.ada.ask({"type": "delete_account", "password": password}))["type"] == "signed_out"
        left = (await two.bo.ask({"type": "watch_table", "table": table}))["table"]
    assert (sitting(left), left["host"]) == ([None, "Bo", None], left["places"][1]["player"]["id"])


async def test_a_bot_that_is_deleted_gives_up_the_seat_at_once(two: Two) -> None:
    await two.ada.ask({"type": "register", "name": "Adelaide", "password": "a long walk by the sea"})
    (bot,) = (await two.ada.ask({"type": "make_bot", "name": "Her Engine"}))["bots"]
    made = await two.ada.ask({"type": "make_token", "scopes": ["play", "lobby:read"], "bot": bot["id"]})
    table = (await opened(two.bo))["id"]
    async with two.there.line() as engine:
        await engine.sign_in(token=made["token"])
        await engine.ask({"type": "sit", "table": table})
        await two.ada.ask({"type": "delete_bot", "bot": bot["id"]})
        assert sitting((await two.bo.ask({"type": "watch_table", "table": table}))["table"]) == ["Bo", None]


async def test_a_rematch_binds_shares_of_its_own_before_any_is_shown(two: Two) -> None:
    table = (await opened(two.ada))["id"]
    await two.bo.ask({"type": "sit", "table": table})
    lines, shares = (two.ada, two.bo), ["of nobody", "of nobody"]
    played = []
    for turn in ("first", "second"):
        before, shares = shares, [f"of seat {seat} in the {turn} match" for seat in (0, 1)]
        hashes = [entropy_hash(share) for share in shares]
        for line, bound in zip(lines, hashes, strict=True):
            await line.ask({"type": "ready", "table": table, "entropy_hash": bound})
        for line in lines:
            now = (await line.ask({"type": "watch_table", "table": table}))["table"]
            assert now["stage"] == "revealing"
            assert [place["entropy_hash"] for place in now["places"]] == hashes
            assert [place["revealed"] for place in now["places"]] == [False, False]
        for line, earlier in zip(lines, before, strict=True):
            refused = await line.ask({"type": "reveal", "table": table, "entropy": earlier})
            assert refused["code"] == "wrong_entropy"
        shown = [
            (await line.ask({"type": "reveal", "table": table, "entropy": share}))["table"]
            for line, share in zip(lines, shares, strict=True)
        ]
        now = shown[-1]
        assert [each["stage"] for each in shown] == ["revealing", "playing"]
        await two.ada.ask({"type": "resign", "match": now["match"]})
        await two.bo.until(lambda heard: heard["type"] == "table_changed" and heard["table"]["stage"] == "over")
        _, transcript = await two.here.get(f"/v1/matches/{now['match']}")
        opening = msgspec.json.decode(transcript["entries"][0]["entry"])["cause"]
        assert (opening["entropy"], opening["entropy_hashes"]) == (shares, hashes)
        played.append((now["match"], transcript["commitment"], opening["seed"]))
        again = (await two.ada.ask({"type": "rematch", "table": table}))["table"]
        assert [place["entropy_hash"] for place in again["places"]] == [None, None]
        lines = lines[::-1]  # who sat first sits last
        two.bo.heard.clear()
    assert all(one != other for one, other in zip(*played, strict=True))


async def test_a_match_names_its_table_to_its_players(two: Two) -> None:
    table = await opened(two.ada, access="unlisted")
    await two.bo.ask({"type": "sit", "code": table["code"]})
    _, begun = [await each.ask({"type": "ready", "table": table["id"]}) for each in (two.ada, two.bo)]
    watch = {"type": "watch_table", "match": begun["table"]["match"]}
    for has_ended in (False, True):
        for each in (two.ada, two.bo):
            assert (await each.ask(watch))["table"]["id"] == table["id"]
        async with two.there.player("Eve") as eve, two.here.line() as stranger:
            for other in (eve, stranger):
                refused = await other.ask(watch)
                assert (refused["code"], refused["where"]) == ("unknown_table", "$.match")
        if not has_ended:
            await two.ada.ask({"type": "resign", "match": watch["match"]})
    assert (await two.ada.ask({**watch, "match": "none"}))["code"] == "unknown_table"


async def test_a_caller_who_has_deleted_the_account_in_mid_match_has_no_seat_at_the_rematch(two: Two) -> None:
    table = await opened(two.ada)
    await two.bo.ask({"type": "sit", "table": table["id"]})
    for line in (two.ada, two.bo):
        await line.ask({"type": "ready", "table": table["id"]})
    await two.ada.ask({"type": "delete_account"})
    await two.bo.ask({"type": "resign", "match": table["match"]})
    again = (await two.bo.ask({"type": "rematch", "table": table["id"]}))["table"]
    assert (sitting(again), again["host"]) == (["Bo", None], again["places"][0]["player"]["id"])


async def test_a_caller_who_is_called_otherwise_is_shown_so_at_the_table_where_they_sit_and_in_the_list(
    two: Two,
) -> None:
    table = await opened(two.ada)
    await two.bo.ask({"type": "watch_table", "table": table["id"]})
    await two.bo.ask({"type": "watch_lobby"})
    password = "a long walk by the sea"
    await two.ada.ask({"type": "register", "name": "Adelaide", "password": password})
    changed = await two.bo.until(lambda heard: heard["type"] == "table_changed" and heard["ref"] is None)
    listed = await two.bo.until(lambda heard: heard["type"] == "lobby_changed")
    for shown in (changed["table"], listed["tables"][0]):
        player = shown["places"][0]["player"]
        assert (player["name"], player["kind"], shown["host"]) == ("Adelaide", "person", player["id"])


async def test_matches_are_set_up_so_often_by_one_player_at_however_few_tables() -> None:
    async with live_server(quotas="on", clock=lambda: 0.0) as server, server.player() as ada:
        table = (await opened(ada))["id"]
        await ada.ask({"type": "add_bot", "table": table})
        again: Message = {}
        for number in range(OPEN_TABLE.at_once):
            playing = (await ada.ask({"type": "ready", "table": table}))["table"]
            await ada.ask({"type": "resign", "match": playing["match"]})
            again = await ada.ask({"type": "rematch", "table": table})
            assert again.get("code") == (None if number < OPEN_TABLE.at_once - 1 else "too_many"), number
        assert (again["retry_in"], again["remaining"]) == (60_000 // OPEN_TABLE.per_minute, 0)
        assert (await ada.ask({"type": "open_table", "game": "tiny"}))["code"] == "too_many"


async def test_matches_are_set_up_so_often_from_one_address_by_however_many_guests() -> None:
    async with live_server(quotas="on", clock=lambda: 0.0) as server:
        told: list[Message] = []
        while len(told) <= OPEN_TABLE_FROM.at_once:
            async with server.player(f"Guest {len(told)}") as guest:
                told += [await guest.ask({"type": "open_table", "game": "tiny"}) for _ in range(OPEN_TABLE.at_once)]
        codes = [each.get("code") for each in told]
        assert codes[: OPEN_TABLE_FROM.at_once] == [None] * OPEN_TABLE_FROM.at_once
        last = told[OPEN_TABLE_FROM.at_once]
        assert (last["code"], "for one address" in last["text"]) == ("too_many", True)


async def test_lists_are_asked_for_so_often_from_one_address_whoever_asks_and_how() -> None:
    async with live_server(quotas="on") as server, server.line() as one, server.player() as other:
        for _ in range(LIST.at_once // 2):
            assert (await one.ask({"type": "list_tables"}))["type"] == "tables"
            assert (await other.ask({"type": "watch_lobby"}))["type"] == "lobby_snapshot"
        async with asyncio.timeout(SOON):
            while (refused := await one.ask({"type": "list_tables"}))["type"] == "tables":
                """It fills while it is answered."""
        assert (refused["code"], refused["retry_in"] > 0) == ("too_many", True)
        assert (await one.ask({"type": "unwatch_lobby"}))["type"] == "lobby_unwatched"


async def test_codes_and_passwords_are_tried_so_often_from_one_address_over_however_many_lines() -> None:
    async with live_server(quotas="on") as server, server.player() as ada, server.line() as one, server.line() as other:
        table = await opened(ada, access="password", password="open sesame")
        for _ in range(ENTER.at_once // 2):
            guess = await one.ask({"type": "watch_table", "table": table["id"], "password": "open barley"})
            assert guess["code"] in {"wrong_password", "slow_down"}
            guess = await other.ask({"type": "watch_table", "code": "BCDFGH"})
            assert guess["code"] in {"wrong_code", "slow_down"}
        async with asyncio.timeout(SOON):
            while (guess := await one.ask({"type": "watch_table", "code": "BCDFGH"}))["code"] == "slow_down":
                """It fills while it is answered."""
        assert guess["code"] == "too_many"
        assert (await other.ask({"type": "watch_table", "table": table["id"]}))["code"] == "wrong_password"
