"""What pages and scripts see that only look: the list of tables, and the lobby and a match as events."""

import asyncio
import contextlib
import copy
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import msgspec
import pytest
from quarterdeck_protocol.names import MatchId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.ratings import standings
from quarterdeck_server.matches import match_reader
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.web.connection_limits import CONNECTIONS
from quarterdeck_server.web.http.routes import spectator_routes
from servers import PASSWORD, SOON, Line, LiveServer, Message, bot, live_server, soon


class Reader:
    """Reads events, as `EventSource` does."""

    def __init__(self, answer: aiohttp.ClientResponse) -> None:
        self.answer = answer
        self.said: list[str] = []
        """What was said beside events: remarks, and when to come back."""

    async def next(self) -> tuple[str, str | None, Message]:
        """Return the type, id and data of the next event. Raises `EOFError` if there is none."""
        event: dict[str, str] = {}
        async with asyncio.timeout(SOON):
            while True:
                line = (await self.answer.content.readline()).decode()
                if not line:
                    raise EOFError
                name, _, value = line.rstrip("\n").partition(": ")
                if name in ("event", "id", "data"):
                    event[name] = value
                elif line != "\n":
                    self.said.append(line.rstrip("\n"))
                elif "data" in event:
                    return event["event"], event.get("id"), msgspec.json.decode(event["data"])


@contextlib.asynccontextmanager
async def reading(server: LiveServer, path: str, **headers: str) -> AsyncIterator[Reader]:
    async with aiohttp.ClientSession() as http, http.get(server.url + path, headers=headers) as answer:
        assert answer.status == 200, await answer.text()
        assert answer.content_type == "text/event-stream"
        yield Reader(answer)


async def opened(line: Line, **options: Any) -> Message:
    answer = await line.ask({"type": "open_table", "game": "tiny", **options})
    assert answer["type"] == "table_changed", answer
    table: Message = answer["table"]
    return table


async def test_the_tables_are_listed_for_whoever_asks_and_by_what_they_want() -> None:
    async with live_server() as server, server.player("Ada") as ada:
        gathering, rated = await opened(ada, sit=False), await opened(ada, rated=True)
        await opened(ada, access="unlisted")
        playing = await opened(ada, seats=2)
        await ada.ask({"type": "add_bot", "table": playing["id"]})
        await ada.ask({"type": "ready", "table": playing["id"]})
        wanted = {
            "": {gathering["id"], rated["id"], playing["id"]},
            "?stage=playing": {playing["id"]},
            "?stage=gathering": {gathering["id"], rated["id"]},
            "?open_seats=2": {gathering["id"]},
            "?rated=true": {rated["id"]},
            "?game=density-deck": set(),
            "?game=density-deck&game=tiny&rated=false&stage=gathering": {gathering["id"]},
        }
        for query, ids in wanted.items():
            status, answer = await server.get(f"/v1/tables{query}")
            assert (status, answer["type"]) == (200, "tables")
            assert {table["id"] for table in answer["tables"]} == ids, query
        for query in ("stage=over", "open_seats=many", "rated=perhaps", "least_time_limit=1"):
            status, refused = await server.get(f"/v1/tables?{query}")
            assert (status, refused["code"], refused["where"]) == (400, "malformed", f"?{query.partition('=')[0]}")


async def test_the_lobby_is_told_as_events() -> None:
    async with live_server() as server, server.player("Ada") as ada:
        first = await opened(ada)
        async with reading(server, "/v1/lobby/events?game=tiny") as reader:
            kind, id_, snapshot = await reader.next()
            assert (kind, id_, [table["id"] for table in snapshot["tables"]]) == ("lobby_snapshot", None, [first["id"]])
            assert reader.said == ["retry: 2000"]
            second = await opened(ada)
            kind, _, changed = await reader.next()
            assert (kind, [table["id"] for table in changed["tables"]]) == ("lobby_changed", [second["id"]])
        assert server.services.tables.repository.board.is_on


async def test_a_blocked_player_reads_the_same_list_over_http_as_over_a_socket() -> None:
    async with live_server() as server, server.line() as ada, server.line() as bo:
        tokens = [(await line.sign_in(name))["token"] for line, name in ((ada, "Ada"), (bo, "Bo"))]
        hidden, own = await opened(ada), await opened(bo)
        await ada.ask({"type": "avoid", "player": own["places"][0]["player"]["id"], "how": "block"})
        listed = (await bo.ask({"type": "list_tables"}))["tables"]
        assert [table["id"] for table in listed] == [own["id"]]
        assert (await server.get("/v1/tables", tokens[1]))[1]["tables"] == listed
        for token in (None, tokens[0], "unknown"):  # the block is told to nobody
            status, answer = await server.get("/v1/tables", token)
            assert (status, {table["id"] for table in answer["tables"]}) == (200, {hidden["id"], own["id"]})


async def test_a_blocked_player_reads_the_same_events_of_the_lobby_as_over_a_socket() -> None:
    async with live_server() as server, server.player("Ada") as ada, server.line() as bo:
        token = (await bo.sign_in("Bo"))["token"]
        before, own = await opened(ada), await opened(bo)
        async with reading(server, "/v1/lobby/events", Authorization=f"Bearer {token}") as reader:
            assert len((await reader.next())[2]["tables"]) == 2
            await ada.ask({"type": "avoid", "player": own["places"][0]["player"]["id"], "how": "block"})
            kind, _, changed = await reader.next()
            assert (kind, changed["tables"], changed["gone"]) == ("lobby_changed", [], [before["id"]])


async def acted(line: Line, match: str) -> Message:
    """Act once from a seat that is asked, and give the update."""
    update = await line.ask({"type": "watch_match", "match": match})
    while not update["choices"]:
        update = await line.until(lambda heard: heard["type"] == "update")
    action = update["choices"][0]
    return await line.ask({"type": "act", "match": match, "seen": update["version"], "action": action})


async def begin(server: LiveServer, line: Line) -> None:
    """Begin match `m` of this player and a bot."""
    player = (await line.sign_in("Ada"))["player"]
    await server.begin("m", [player, bot(1)], marks=30)


async def seen_once(server: LiveServer, memory: Memory, line: Line) -> tuple[Any, str, Message]:
    """Begin match `m`, act in it, and look at its stream; return what the store held when it had begun, and the event
    that the reader saw, by its id and as it is."""
    await begin(server, line)
    begun = copy.deepcopy(memory.logs)
    await acted(line, "m")
    async with reading(server, "/v1/matches/m/events") as reader:
        _, id_, update = await reader.next()
    return begun, id_ or "", update


async def test_a_match_is_told_as_spectators_see_it_until_it_has_ended() -> None:
    async with live_server() as server, server.line() as ada, server.line() as spectator:
        await begin(server, ada)
        async with reading(server, "/v1/matches/m/events") as reader:
            kind, id_, update = await reader.next()
            assert (kind, id_, update["seat"]) == ("update", f"{update['version']}.{update['link']}", None)
            await acted(ada, "m")
            seen = [await reader.next(), await reader.next()]
            assert [event["version"] for _, _, event in seen] == [update["version"] + 1, update["version"] + 2]
            await ada.ask({"type": "resign", "match": "m"})
            with contextlib.suppress(EOFError):
                while True:
                    _, _, last = await reader.next()
            live = await spectator.ask({"type": "watch_match", "match": "m"})
            assert (last["result"], last["view"], last["seat"]) == (live["result"], live["view"], None)


async def test_a_caller_who_was_cut_off_goes_on_where_they_were_and_who_has_seen_the_end_is_not_called_back() -> None:
    async with live_server() as server, server.line() as ada:
        await begin(server, ada)
        async with reading(server, "/v1/matches/m/events") as reader:
            _, last, _ = await reader.next()
        await acted(ada, "m")
        async with reading(server, "/v1/matches/m/events", **{"Last-Event-ID": last or ""}) as reader:
            _, _, update = await reader.next()
            assert (str(update["since"]), len(update["events"]) > 0) == ((last or "").partition(".")[0], True)
        async with reading(server, "/v1/matches/m/events", **{"Last-Event-ID": "1." + 64 * "0"}) as reader:
            kind, _, _ = await reader.next()
            _, _, update = await reader.next()
            assert (kind, update["events"]) == ("rewound", [])  # of another history: how it stands, whole
        await ada.ask({"type": "resign", "match": "m"})
        async with reading(server, "/v1/matches/m/events") as reader:
            _, last, _ = await reader.next()
        headers = {"Last-Event-ID": last or ""}
        async with aiohttp.ClientSession() as http:
            async with http.get(server.url + "/v1/matches/m/events", headers=headers) as answer:
                assert answer.status == 204
            async with http.get(server.url + "/v1/matches/m/events", headers={"Last-Event-ID": "x"}) as answer:
                assert (answer.status, (await answer.json(content_type=None))["where"]) == (400, "Last-Event-ID")


async def test_a_caller_who_comes_back_after_the_store_has_forgotten_is_told_so() -> None:
    memory = Memory()
    async with live_server(MemoryStore(memory)) as server, server.line() as ada:
        begun, last, before = await seen_once(server, memory, ada)
        memory.logs = begun
        match = await server.services.matches.open(MatchId("m"))
        match.catch_up()
        await soon(lambda: match.record.lost is not None)
        async with reading(server, "/v1/matches/m/events", **{"Last-Event-ID": last or ""}) as reader:
            kind, id_, rewound = await reader.next()
            assert (kind, id_, rewound["version"], rewound["was"]) == ("rewound", None, 1, before["version"])
            _, _, update = await reader.next()
            assert (update["epoch"], update["events"]) == (1, [])


async def test_a_caller_who_comes_back_to_a_server_that_knows_no_more_than_the_store_is_told_what_is_gone() -> None:
    """Everything was stopped while an older copy was put back: nothing but the reader's id says that there was more."""
    memory = Memory()
    async with live_server(MemoryStore(memory)) as server, server.line() as ada:
        begun, shown, before = await seen_once(server, memory, ada)
        await ada.ask({"type": "resign", "match": "m"})
        async with reading(server, "/v1/matches/m/events") as reader:
            _, ended, end = await reader.next()
    memory.logs = begun
    async with live_server(MemoryStore(memory)) as server:
        for last, was in ((shown, before["version"]), (ended, end["version"])):
            async with reading(server, "/v1/matches/m/events", **{"Last-Event-ID": last or ""}) as reader:
                kind, _, rewound = await reader.next()
                assert (kind, rewound["was"], rewound["version"]) == ("rewound", was, 1)
                _, _, update = await reader.next()
                assert (update["version"], update["events"], update["result"]) == (1, [], None)


async def test_anything_that_may_not_be_watched_is_not_told() -> None:
    async with live_server() as server, server.player("Ada") as ada:
        for options in ({"spectators": False}, {"access": "password", "password": "x"}):
            table = await opened(ada, seats=2, **options)
            await ada.ask({"type": "add_bot", "table": table["id"]})
            await ada.ask({"type": "ready", "table": table["id"]})
            status, refused = await server.get(f"/v1/matches/{table['match']}/events")
            assert (status, refused["code"]) == (403, "no_spectators")
        assert (await server.get("/v1/matches/nowhere/events"))[0] == 404


async def test_a_stream_is_counted_among_the_conversations_and_ends_with_the_server() -> None:
    async with live_server() as server, server.player("Ada") as ada:
        await opened(ada)
        before = server.app[CONNECTIONS].busy
        async with reading(server, "/v1/lobby/events") as reader:
            await reader.next()
            assert server.app[CONNECTIONS].busy == before + 1
            await server.stop()
            with pytest.raises(EOFError):
                await reader.next()


async def test_a_feed_is_lines_of_json_for_programs_and_continues_after_the_last_one() -> None:
    async with live_server() as server, server.line() as ada:
        await begin(server, ada)
        path, lines = f"{server.url}/v1/matches/m/events", {"Accept": "application/x-ndjson"}
        async with aiohttp.ClientSession(headers=lines) as http:
            async with http.get(path) as answer:
                assert answer.content_type == "application/x-ndjson"
                first = msgspec.json.decode(await answer.content.readline())
                assert first["type"] == "update"
            await ada.ask({"type": "watch_match", "match": "m"})
            await ada.ask({"type": "resign", "match": "m"})
            async with http.get(path, params={"after": f"{first['version']}.{first['link']}"}) as answer:
                rest = [msgspec.json.decode(line) for line in (await answer.read()).splitlines()]
            assert [len(each["events"]) > 0 for each in rest] == [True]
            assert rest[-1]["result"] is not None
            over = {"after": f"{rest[-1]['version']}.{rest[-1]['link']}"}
            async with http.get(path, params=over) as answer:
                assert answer.status == 204
            async with http.get(path, params={"after": "nonsense"}) as answer:
                assert (answer.status, (await answer.json(content_type=None))["where"]) == (400, "?after")
            async with http.get(f"{server.url}/v1/lobby/events") as answer:
                assert msgspec.json.decode(await answer.content.readline())["type"] == "lobby_snapshot"


async def test_transcripts_of_public_matches_come_page_by_page_and_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spectator_routes, "TRANSCRIPTS_A_PAGE", 2)
    async with live_server() as server, server.line() as ada, server.line() as bo, aiohttp.ClientSession() as http:
        player = (await ada.sign_in("Ada"))["player"]
        await bo.sign_in("Bo")
        hidden = ({"access": "unlisted"}, {"spectators": False}, {"spectator_delay": "3min"}, {"replays": "players"})
        matches = [await resigned(ada, bo, **options) for options in ({}, *hidden, {}, {})]

        async def lines(address: str) -> tuple[list[str], str | None]:
            async with http.get(address) as answer:
                assert answer.content_type == "application/x-ndjson"
                found = [msgspec.json.decode(line)["match"] for line in (await answer.read()).splitlines()]
                following = answer.links.get("next")
                return found, None if following is None else str(following["url"])

        first, following = await lines(f"{server.url}/v1/transcripts?player={player['id']}")
        assert (first, following is None) == ([matches[6], matches[5]], False)
        rest: list[str] = []
        while following is not None:
            found, following = await lines(following)
            rest += found
        assert rest == [matches[0]]
        monkeypatch.setattr(standings, "A_BATCH", 1)
        monkeypatch.setattr(standings, "MOST_LOOKED_AT", 2)
        found, following = await lines(f"{server.url}/v1/transcripts?player={player['id']}")
        while following is not None:
            page, following = await lines(following)
            found += page
        assert found == [matches[6], matches[5], matches[0]], "behind many that are left out there is a next page"
        await ada.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        await ada.ask({"type": "delete_account", "password": PASSWORD})
        status, refused = await server.get(f"/v1/transcripts?player={player['id']}")
        assert (status, refused["code"]) == (404, "unknown_player")
        assert await lines(f"{server.url}/v1/transcripts?day=2020-01-01") == ([], None)
        assert (await server.get("/v1/transcripts?day=9999-12-31"))[0] == 400
        status, refused = await server.get("/v1/transcripts?day=yesterday")
        assert (status, refused["where"]) == (400, "?day")


async def resigned(ada: Line, bo: Line, **options: Any) -> str:
    """Play a match at a new table until somebody resigns, wait until it is settled, and return its id."""
    await ada.ask({"type": "watch_notices"})
    table = await opened(ada, **options)
    await bo.ask({"type": "sit", **({"code": table["code"]} if table["code"] else {"table": table["id"]})})
    for line in (ada, bo):
        await line.ask({"type": "ready", "table": table["id"]})
    match: str = table["match"]
    await ada.ask({"type": "watch_match", "match": match})
    await ada.ask({"type": "resign", "match": match})
    await ada.until(lambda heard: heard.get("notice", {}).get("match") == match)
    return match


async def test_a_transcript_is_made_once_and_its_reader_checked_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(*_: object) -> None:
        raise CommandRefused(RefusalCode.NOT_WATCHING, Text("Not for you."))

    async with live_server() as server, server.line() as ada, server.line() as bo:
        await ada.sign_in("Ada")
        await bo.sign_in("Bo")
        first, second = [MatchId(await resigned(ada, bo)) for _ in range(2)]
        transcript_of = server.services.matches.encoded_transcript
        made = await transcript_of(first)
        assert await transcript_of(first) is made
        with pytest.raises(CommandRefused):
            await transcript_of(first, refuse)
        monkeypatch.setattr(match_reader, "MOST_BYTES_KEPT", len(made))
        await transcript_of(second)
        again = await transcript_of(first)
        assert (again == made, again is made) == (True, False)  # the limit had room for one
