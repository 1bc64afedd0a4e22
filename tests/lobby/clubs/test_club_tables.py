"""Tables for members only: others find them in no list, and are told that there are none."""

from lobby.clubs.test_service import ask, made
from lobby.people import people
from quarterdeck_protocol.lobby.clubs import ClubId
from quarterdeck_server.lobby.tables.documents import of_club
from servers import Line, Message, live_server
from web.challenge_cases import me


async def opened(line: Line, club: Message) -> str:
    answer = await line.ask({"type": "open_table", "game": "tiny", "seats": 2, "club": club["summary"]["id"]})
    assert (answer["table"]["club"], answer["table"]["code"]) == (club["summary"]["id"], None)
    return str(answer["table"]["id"])


async def ids(line: Line, **fields: object) -> list[str]:
    answer = await line.ask({"type": "list_tables", **fields})
    return [each["id"] for each in answer["tables"]]


async def test_members_find_watch_and_play_at_a_table_of_their_club() -> None:
    async with live_server() as server, people(server, "Ada", "Bo", "Cy") as (ada, bo, cy):
        club = await made(ada)
        await ask(bo, "join_club", club)
        table, here = await opened(ada, club), {"club": club["summary"]["id"]}
        assert await ids(bo, **here) == [table]
        assert await ids(bo) == await ids(cy) == []
        assert [each["id"] for each in (await bo.ask({"type": "watch_lobby", **here}))["tables"]] == [table]
        other = await opened(ada, club)
        heard = await bo.until(lambda heard: heard["type"] == "lobby_changed")
        assert [each["id"] for each in heard["tables"]] == [other]
        for type_ in ("list_tables", "watch_lobby", "open_table"):
            answer = await cy.ask({"type": type_, **here, **({"game": "tiny"} if type_ == "open_table" else {})})
            assert answer["code"] == "unknown_club"
        unknown = await cy.ask({"type": "watch_table", "table": "none"})
        for type_ in ("watch_table", "sit", "ready", "rematch"):
            assert (await cy.ask({"type": type_, "table": table}))["code"] == unknown["code"] == "unknown_table"
        assert (await cy.ask({"type": "join_chat", "where": "table", "id": table}))["code"] == "unknown_table"
        assert (await bo.ask({"type": "watch_table", "table": table}))["type"] == "table_changed"
        assert (await bo.ask({"type": "sit", "table": table}))["type"] == "table_changed"
        locked = {"type": "open_table", "game": "tiny", "access": "password", "password": "x", **here}
        assert (await ada.ask(locked))["code"] == "malformed"


async def test_a_removed_member_is_told_nothing_more_of_the_tables() -> None:
    async with live_server() as server, people(server, "Ada", "Bo") as (ada, bo):
        club, his = await made(ada), await me(bo)
        await ask(bo, "join_club", club)
        table = await opened(ada, club)
        await bo.ask({"type": "watch_lobby", "club": club["summary"]["id"]})
        await bo.ask({"type": "watch_table", "table": table})
        await ask(ada, "set_club_role", club, player=his, role="none")
        heard = await bo.until(lambda heard: heard["type"] == "lobby_changed")
        assert heard["gone"] == [table]
        await ada.ask({"type": "add_bot", "table": table})
        await opened(ada, club)
        assert [each["type"] for each in await bo.quiet()] == []
        assert (await bo.ask({"type": "sit", "table": table}))["code"] == "unknown_table"


async def test_a_removed_member_is_sent_nothing_more_of_a_running_match() -> None:
    async with live_server() as server, people(server, "Ada", "Bo", "Cy") as (ada, bo, cy):
        club = await made(ada)
        for line in (bo, cy):
            await ask(line, "join_club", club)
        table = await opened(ada, club)
        await cy.ask({"type": "watch_table", "table": table})
        await bo.ask({"type": "sit", "table": table})
        await ada.ask({"type": "ready", "table": table})
        match = (await bo.ask({"type": "ready", "table": table}))["table"]["match"]
        assert (await cy.ask({"type": "watch_match", "match": match}))["type"] == "update"
        assert (await cy.ask({"type": "join_chat", "where": "match", "id": match}))["type"] == "chat_joined"
        await ask(ada, "set_club_role", club, player=await me(cy), role="none")
        ended = await cy.until(lambda heard: heard["type"] == "match_unwatched")
        assert (ended["match"], ended["code"]) == (match, "no_spectators")
        await ada.ask({"type": "resign", "match": match})
        assert [each["type"] for each in await cy.quiet()] == []
        assert (await cy.ask({"type": "watch_match", "match": match}))["code"] == "no_spectators"
        assert (await cy.ask({"type": "leave_chat", "where": "match", "id": match}))["code"] == "not_listening"


async def test_a_removed_member_keeps_the_seat_only_until_the_next_match() -> None:
    async with live_server() as server, people(server, "Ada", "Bo") as (ada, bo):
        club = await made(ada)
        await ask(bo, "join_club", club)
        table = await opened(ada, club)
        await bo.ask({"type": "sit", "table": table})
        await ada.ask({"type": "ready", "table": table})
        match = (await bo.ask({"type": "ready", "table": table}))["table"]["match"]
        await ask(ada, "set_club_role", club, player=await me(bo), role="none")
        await bo.ask({"type": "resign", "match": match})
        assert (await bo.ask({"type": "rematch", "table": table}))["code"] == "unknown_club"
        again = await ada.ask({"type": "rematch", "table": table})
        seated = [seat["player"]["name"] for seat in again["table"]["places"] if seat["player"]]
        assert seated == ["Ada"]
        await bo.quiet()
        await ada.ask({"type": "add_bot", "table": table})
        assert [each["type"] for each in await bo.quiet()] == []
        assert (await bo.ask({"type": "sit", "table": table}))["code"] == "unknown_table"


async def test_the_list_of_a_club_reads_no_tables_of_other_clubs() -> None:
    async with live_server() as server, people(server, "Ada", "Bo") as (ada, bo):
        club, other = await made(ada), await made(bo)
        table = await opened(ada, club)
        for _ in range(3):
            await opened(bo, other)
        documents = server.services.clubs.memberships._documents
        index = of_club(ClubId(club["summary"]["id"]))
        assert [each for each, _ in await documents.listed(index, most=9)] == [table]
        assert await ids(ada, club=club["summary"]["id"]) == [table]
        await ada.ask({"type": "stand", "table": table})
        assert await documents.listed(index, most=9) == []


async def test_the_list_of_a_club_ends_with_the_session_of_its_member() -> None:
    async with live_server() as server, people(server, "Ada", "Bo") as (ada, bo):
        club = await made(ada, "private")
        await ada.ask({"type": "watch_lobby", "club": club["summary"]["id"]})
        await ada.ask({"type": "watch_lobby", "club": club["summary"]["id"]})
        await ask(ada, "invite_to_club", club, player=await me(bo))
        await ask(bo, "join_club", club)
        await ada.ask({"type": "sign_out"})
        await ada.ask({"type": "sign_in"})
        await opened(bo, club)
        assert [each["type"] for each in await ada.quiet()] == []


async def test_a_bot_of_a_member_sits_at_a_table_of_the_club() -> None:
    async with live_server() as server, people(server, "Ada") as (ada,):
        club = await made(ada)
        table = await opened(ada, club)
        (bot,) = (await ada.ask({"type": "make_bot", "name": "The engine"}))["bots"]
        made_token = await ada.ask({"type": "make_token", "scopes": ["play", "lobby:read"], "bot": bot["id"]})
        async with server.line() as program:
            await program.sign_in(token=made_token["token"])
            assert await ids(program, club=club["summary"]["id"]) == [table]
            assert (await program.ask({"type": "sit", "table": table}))["type"] == "table_changed"
