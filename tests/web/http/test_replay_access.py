"""Who may see a match again: what was closed while it was played stays closed, and what depends on who asks says so."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import aiohttp
import msgspec
import pytest
from matches.processes import Hand
from quarterdeck_client.client import Client
from quarterdeck_client.errors import RefusedError
from quarterdeck_protocol.names import Seat
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import SOON, Line, LiveServer, Message, live_server
from web.moderators_office import PASSWORD, Office, offices

CLOSED: list[dict[str, Any]] = [
    {"spectators": False},
    {"access": "unlisted"},
    {"access": "password", "password": "x"},
    {"replays": "players"},
]
OPEN: list[dict[str, Any]] = [
    {},
    {"spectators": False, "replays": "everybody"},
    {"access": "unlisted", "replays": "everybody"},
]
WHOLE = (
    *("/v1/socket", "/healthz", "/readyz", "/v1/lobby/events", "/v1/me/events", "/v1/matches/{match}/events"),
    "/v1/overlay/events",
)
"""What is no answer that one could keep, or has no end."""


@pytest.fixture
async def office() -> AsyncIterator[Office]:
    async with offices() as office:
        yield office


async def over(line: Line, **options: Any) -> str:
    """Play a match with a bot to its end; return its id."""
    opened = await line.ask({"type": "open_table", "game": "tiny", "seats": 2, **options})
    table = opened["table"]
    await line.ask({"type": "add_bot", "table": table["id"]})
    await line.ask({"type": "ready", "table": table["id"]})
    ended = await line.ask({"type": "resign", "match": table["match"]})
    assert ended["result"] is not None
    return str(table["match"])


async def answer(server: LiveServer, path: str, token: str | None) -> tuple[int, Any, bytes]:
    headers = {"Accept-Encoding": "identity"} | ({} if token is None else {"Authorization": f"Bearer {token}"})
    async with aiohttp.ClientSession() as http, http.get(server.url + path, headers=headers) as response:
        return response.status, response.headers, await response.read()


@pytest.mark.parametrize("what", ["", "/replay", "/replay?seat=0", "/replay?seat=1"])
@pytest.mark.parametrize("options", CLOSED)
async def test_anything_that_was_closed_is_for_those_who_sat_there_and_for_moderators(
    office: Office, options: dict[str, Any], what: str
) -> None:
    async with office.here.line() as line:
        own = (await line.sign_in("Cy"))["token"]
        match = await over(line, **options)
        for _ in range(2):  # the second time it is kept
            for token, status in (
                (None, 403),
                (office.bo_token, 403),
                ("stolen", 401),
                (own, 200),
                (office.token, 200),
            ):
                answered, headers, body = await answer(office.here, f"/v1/matches/{match}{what}", token)
                assert (answered, "Authorization" in headers["Vary"]) == (status, True), token
                assert "public" not in headers["Cache-Control"]
                assert (b"no_spectators" in body) is (status == 403)
        program = await office.program("play")  # the moderator's, but not for that
        assert (await answer(office.here, f"/v1/matches/{match}{what}", program))[0] == 403


async def test_each_private_match_that_a_moderator_reads_is_in_the_audit_log_once_a_day(office: Office) -> None:
    async with office.here.line() as line:
        await line.sign_in("Cy")
        public, match = await over(line), await over(line, spectators=False)
        running = (await line.ask({"type": "open_table", "game": "tiny", "seats": 2, "spectators": False}))["table"]
        await line.ask({"type": "add_bot", "table": running["id"]})
        await line.ask({"type": "ready", "table": running["id"]})
        for id_ in (public, match, match):
            for what in ("", "/replay", "/replay?seat=1"):
                assert (await answer(office.here, f"/v1/matches/{id_}{what}", office.token))[0] == 200
        assert (await answer(office.here, f"/v1/matches/{running['match']}", office.token))[0] == 409
        deeds = (await office.ask("audit"))[1]["deeds"]
        looks = [each["detail"] for each in deeds if each["what"] == "inspect_match"]
        replay = f"replay of match {match}"
        assert looks == [f"{replay} through seat 1", f"{replay} as spectators see it", f"transcript of match {match}"]
        table = (await office.admin.ask({"type": "open_table", "game": "tiny"}))["table"]["id"]
        await line.ask({"type": "sit", "table": table})
        status, _, body = await answer(office.here, f"/v1/matches/{match}", office.token)
        assert (status, b"conflict_of_interest" in body) == (403, True)


@pytest.mark.parametrize("options", OPEN)
async def test_anything_that_was_open_or_is_said_to_be_is_for_everybody_and_nobody_is_asked_who_they_are(
    office: Office, options: dict[str, Any]
) -> None:
    async with office.here.player("Cy") as line:
        match = await over(line, **options)
    for path in (f"/v1/matches/{match}", f"/v1/matches/{match}/replay?seat=1"):
        answers = [await answer(office.here, path, token) for token in (None, office.bo_token, "stolen")]
        assert [status for status, _, _ in answers] == [200] * 3
        assert len({body for _, _, body in answers}) == 1
        assert not any("Authorization" in headers.get("Vary", "") for _, headers, _ in answers)


async def test_a_program_without_a_scope_for_matches_reads_as_a_stranger(office: Office) -> None:
    async with office.here.line() as line:
        await line.sign_in("Whoever")
        await line.ask({"type": "register", "name": "Cy", "password": PASSWORD})
        match = await over(line, spectators=False)
        for scope, status in (("collection:read", 403), ("lobby:host", 403), ("lobby:read", 200), ("play", 200)):
            token = (await line.ask({"type": "make_token", "scopes": [scope]}))["token"]
            for what in ("", "/replay"):
                assert (await answer(office.here, f"/v1/matches/{match}{what}", token))[0] == status, scope


async def test_a_match_that_goes_on_tells_a_stranger_no_more_than_that_it_is_closed(office: Office) -> None:
    async with office.here.line() as line:
        own = (await line.sign_in("Cy"))["token"]
        opened = await line.ask({"type": "open_table", "game": "tiny", "seats": 2, "spectators": False})
        await line.ask({"type": "add_bot", "table": opened["table"]["id"]})
        await line.ask({"type": "ready", "table": opened["table"]["id"]})
        for what in ("", "/replay"):
            for token, status in ((None, 403), (own, 409)):
                path = f"/v1/matches/{opened['table']['match']}{what}"
                assert (await answer(office.here, path, token))[0] == status


async def test_the_sdk_asks_in_its_players_name(office: Office) -> None:
    async with Client(office.here.url, name="Cy") as me, office.here.line() as line:
        await line.sign_in(token=me.token)
        match = await over(line, spectators=False)
    async with Client(office.here.url, token=me.token) as me:
        assert (await me.transcript(match)).match == match
        assert (await me.replay(match)).match == match


async def test_anything_that_depends_on_who_asks_says_so_and_nobody_else_may_keep_it(office: Office) -> None:
    async with office.here.line() as line, office.here.player("Dee") as host:
        signed_in = await line.sign_in("Cy")
        matches = [await over(line), await over(line, spectators=False)]
        await host.ask({"type": "open_table", "game": "tiny", "seats": 2})
        await host.ask({"type": "avoid", "player": signed_in["player"]["id"], "how": "block"})
        await _personal_answers_say_so(office, signed_in, matches)


async def _personal_answers_say_so(office: Office, signed_in: dict[str, Any], matches: list[str]) -> None:
    askers = (None, signed_in["token"], office.bo_token, office.token)
    names = {"game": "amiibart", "player": signed_in["player"]["id"], "other": office.bo_id}
    names |= {
        "digest": "d",
        "page": "matches",
        "path": "web/src/main.js",
        "root": "from-client",
        "trade": "t",
        "card": "blaze",
        "tournament": "u",
        "club": "b",
    }
    personal = set()
    for path in sorted(readable(office.here) - set(WHOLE)):
        for match in matches if "{match}" in path else matches[:1]:
            filled = path.format_map({**names, "match": match})
            answers = [await answer(office.here, filled, token) for token in askers]
            says_so = ["Authorization" in headers.get("Vary", "") for _, headers, _ in answers]
            if len({(status, body) for status, _, body in answers}) == 1:
                assert not any(says_so), filled
                continue
            personal.add(path)
            assert all(says_so), filled
            for status, headers, _ in answers:
                cached = headers["Cache-Control"]
                assert ("private" in cached) if status == 200 else (cached == "no-store"), filled
    assert {"/v1/matches/{match}", "/v1/matches/{match}/replay", "/v1/me/seats", "/v1/me/export"} < personal
    assert "/v1/tables" in personal
    assert any("moderation" in path for path in personal)


def readable(server: LiveServer) -> set[str]:
    routes = [route for route in server.app.router.routes() if route.method == "GET"]
    return {route.resource.canonical for route in routes if route.resource is not None}


@pytest.mark.parametrize("what", ["", "/replay", "/replay?seat=1"])
async def test_of_what_nobody_may_see_again_a_player_sees_what_they_saw_and_moderators_all(
    office: Office, what: str
) -> None:
    async with office.here.line() as line:
        own = (await line.sign_in("Cy"))["token"]
        match = await over(line, replays="nobody")
    for _ in range(2):  # the second time it is kept
        for token, status in ((None, 403), (office.bo_token, 403), (own, 403), (office.token, 200)):
            answered, _, body = await answer(office.here, f"/v1/matches/{match}{what}", token)
            assert answered == status, token
            assert (b"no_spectators" in body) is (status == 403)
        answered, headers, _ = await answer(office.here, f"/v1/matches/{match}/replay?seat=0", own)
        assert answered == 200, "one's own seat"
        assert "public" not in headers["Cache-Control"]


async def test_a_moderator_sees_a_match_of_their_own_as_a_player(office: Office) -> None:
    async with office.here.line() as line:
        await line.ask({"type": "sign_in", "token": office.token})
        match = await over(line, replays="nobody")
    for what, status in (("", 403), ("/replay", 403), ("/replay?seat=1", 403), ("/replay?seat=0", 200)):
        assert (await answer(office.here, f"/v1/matches/{match}{what}", office.token))[0] == status, what


@pytest.mark.parametrize("what", ["", "/replay", "/replay?seat=0", "/replay?seat=9"])
async def test_that_a_match_has_ended_is_told_to_others_over_http_when_spectators_are_told(what: str) -> None:
    hand = Hand()
    async with live_server(MemoryStore(Memory(hand))) as server, server.line() as line, server.line() as bo:
        own, other = (await line.sign_in("Cy"))["token"], (await bo.sign_in("Bo"))["token"]
        opened = await line.ask({"type": "open_table", "game": "tiny", "seats": 2, "spectator_delay": "3min"})
        await line.ask({"type": "add_bot", "table": opened["table"]["id"]})
        await line.ask({"type": "ready", "table": opened["table"]["id"]})
        match = opened["table"]["match"]
        path = f"/v1/matches/{match}{what}"
        before = [await answer(server, path, token) for token in (None, other, "stolen")]
        await line.ask({"type": "resign", "match": match})
        its_own = (await answer(server, path, own))[0]
        assert its_own != 409, "who has played"
        after = [await answer(server, path, token) for token in (None, other, "stolen")]
        assert [(status, body) for status, _, body in after] == [(status, body) for status, _, body in before]
        assert [status for status, _, _ in after] == [409, 409, 401]
        told = [msgspec.json.decode(body)["retry_in"] for status, _, body in after if status == 409]
        assert told == [180_000, 180_000], "when to ask again"
        hand.move(180_000)
        await server.services.matches.sweep()
        assert (await answer(server, path, None))[0] == its_own


@pytest.mark.parametrize("what", ["", "/replay", "/replay?seat=0", "/replay?seat=9"])
async def test_that_somebody_has_just_acted_is_seen_by_no_refusal(what: str) -> None:
    hand = Hand()
    async with live_server(MemoryStore(Memory(hand))) as server, server.player("Cy") as line:
        table = {"game": "tiny", "seats": 2, "spectator_delay": "30s", "time_limit": 86_400_000}
        opened = (await line.ask({"type": "open_table", **table}))["table"]
        await line.ask({"type": "add_bot", "table": opened["id"]})
        await line.ask({"type": "ready", "table": opened["id"]})
        update = await line.ask({"type": "watch_match", "match": opened["match"]})
        if not update["choices"]:
            update = await line.until(lambda heard: heard["type"] == "update" and bool(heard["choices"]))
        path = f"/v1/matches/{opened['match']}{what}"
        hand.move(60_000)
        await server.services.matches.sweep()
        before = await answer(server, path, None)
        act = {"type": "act", "match": opened["match"], "seen": update["version"], "action": update["choices"][0]}
        assert (await line.ask(act))["version"] > update["version"]
        after = await answer(server, path, None)
        assert before[0] == after[0] == 409
        assert before[2] == after[2]


async def test_the_sdk_says_that_a_transcript_stays_closed(office: Office) -> None:
    async with Client(office.here.url, name="Cy") as me, office.here.line() as line:
        await line.sign_in(token=me.token)
        match = await over(line, replays="nobody")
    async with Client(office.here.url, token=me.token) as me:
        with pytest.raises(RefusedError) as refused:
            await me.transcript(match)
        assert refused.value.code is RefusalCode.NO_SPECTATORS
        assert (await me.replay(match, Seat(0))).seat == 0


async def _asked_until(line: Line, command: Message, matches: Callable[[Message], Any]) -> Message:
    """Ask again until the background work has done its part."""
    async with asyncio.timeout(SOON):
        while not matches(heard := await line.ask(command)):  # noqa: ASYNC110 - see above
            await asyncio.sleep(0.05)
    return heard


async def test_locked_decks_stay_secret_until_the_tournament_has_ended() -> None:
    """Also to players and moderators who take part: each sees the own seat."""
    async with offices() as office, office.here.line() as line:
        own = (signed_in := await line.sign_in("Cy"))["token"]
        await line.ask({"type": "register", "name": "Cyrus", "password": PASSWORD})
        made = await line.ask(
            {"type": "create_tournament", "name": "Cup", "game": "amiibart", "rounds": 1, "between_rounds": None}
        )
        of = {"tournament": made["tournament"]["summary"]["id"]}
        for each in (line, office.admin):
            entered = await each.ask({"type": "join_tournament", "deck": "vigil", **of})
            assert entered["type"] == "tournament_changed"
        await line.ask({"type": "begin_tournament_round", "round": 1, **of})
        shown = await _asked_until(line, {"type": "get_tournament", **of}, lambda heard: heard["tournament"]["rounds"])
        (pairing,) = shown["tournament"]["rounds"][0]["pairings"]
        resign = {"type": "resign", "match": pairing["match"]}
        await _asked_until(line, resign, lambda heard: heard["type"] != "refused")
        path = f"/v1/matches/{pairing['match']}"
        seats = {own: pairing["players"].index(signed_in["player"]["id"])}
        seats[office.token] = 1 - seats[own]
        for token in (None, office.bo_token, *seats):
            for what in ("", "/replay", "/replay?seat=0", "/replay?seat=1"):
                is_own = token in seats and what.endswith(f"seat={seats[token]}")
                answered, _, body = await answer(office.here, path + what, token)
                assert answered == (200 if is_own else 403), what
                assert (b"candle-squire" in body) <= is_own
        end = {"type": "end_tournament", "why": "the last round is over", **of}
        await _asked_until(line, end, lambda heard: heard["type"] != "refused")
        answered, _, body = await answer(office.here, path, None)
        assert (answered, b"candle-squire" in body) == (200, True)
