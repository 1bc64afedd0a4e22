"""Notices over plain HTTP: pages, read marks, and a stream of events that a reader continues by the last id."""

import asyncio
from typing import Any

import msgspec
import pytest
from quarterdeck_protocol.lobby.moderation import SanctionKind
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_server.lobby.accounts.documents import TOKENS
from quarterdeck_server.lobby.accounts.tokens import hashed
from quarterdeck_server.lobby.moderation.documents import SANCTIONS
from quarterdeck_server.lobby.moderation.sanction_rules import SanctionRecord, SanctionsRecord
from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import PASSWORD, live_server
from web.commands.test_notices import resigned
from web.http.test_spectator_routes import reading
from web.http.test_trade_routes import asked

EVENTS = "/v1/me/events"


async def test_a_program_reads_marks_and_streams_the_notices_of_its_player() -> None:
    async with live_server() as server, server.person("Ada") as ada, server.player("Bo") as bo:
        token = (await ada.ask({"type": "make_token", "scopes": ["play"]}))["token"]
        looks = (await ada.ask({"type": "make_token", "scopes": ["lobby:read"]}))["token"]
        read = {"type": "read_notices", "up_to": "0"}
        for path, body in (("/v1/me/notices", None), ("/v1/me/notices/read", read), (EVENTS, None)):
            status, refused = await asked(server, path, looks, body)
            assert (status, refused["code"], refused["where"]) == (403, "missing_scope", "Authorization"), path
            assert (await server.get(path if body is None else "/v1/me/notices"))[0] == 401
        who = {"Authorization": f"Bearer {token}"}
        noted = (await ada.ask({"type": "get_notices"}))["notices"]
        assert [each["reason"] for each in noted] == ["token_made"] * 2
        await ada.ask({"type": "read_notices", "up_to": noted[0]["id"]})
        async with reading(server, EVENTS, **who) as reader:
            table = await resigned(bo, [ada])
            event, first, said = await reader.next()
            assert (event, said["type"], said["notice"]["id"]) == ("noticed", "noticed", first)
            assert (said["notice"]["match"], said["notice"]["place"]) == (table["match"], 1)
        second = (await resigned(bo, [ada]))["match"]
        async with reading(server, EVENTS, **who) as reader:
            assert [(await reader.next())[1], (await reader.next())[2]["notice"]["match"]] == [first, second]
        assert first is not None
        async with reading(server, EVENTS, **who, **{"Last-Event-ID": first}) as reader:
            event, newest, said = await reader.next()
            assert said["notice"]["match"] == second
        status, page = await asked(server, "/v1/me/notices", token)
        ids = [newest, first, *(each["id"] for each in noted)]
        assert (status, page["type"], [each["id"] for each in page["notices"]]) == (200, "notices", ids)
        assert (await asked(server, f"/v1/me/notices?before={newest}", token))[1]["notices"] == page["notices"][1:]
        marked = await asked(server, "/v1/me/notices/read", token, {"type": "read_notices", "up_to": first})
        assert (marked[0], marked[1]["read"], marked[1]["unread"]) == (200, first, 1)
        async with reading(server, EVENTS, **who) as reader:
            assert (await reader.next())[1] == newest, "without an id it begins with the first unread one"


async def test_an_id_that_is_none_is_refused_with_its_place() -> None:
    async with live_server() as server, server.person("Ada") as ada:
        token = (await ada.ask({"type": "make_token", "scopes": ["play"]}))["token"]
        status, refused = await asked(server, "/v1/me/notices?before=last", token)
        assert (status, refused["code"], refused["where"]) == (400, "malformed", "?before")
        with pytest.raises(AssertionError, match="Last-Event-ID"):
            async with reading(server, EVENTS, Authorization=f"Bearer {token}", **{"Last-Event-ID": "3.ff"}):
                pass


async def test_a_stream_ends_with_its_token_and_not_when_its_session_goes_on_elsewhere() -> None:
    async with live_server() as server, server.person("Ada") as ada, server.line() as line:
        session = (await line.ask({"type": "sign_in", "name": "Ada", "password": PASSWORD}))["token"]
        made = await ada.ask({"type": "make_token", "scopes": ["play"]})
        async with (
            reading(server, EVENTS, Authorization=f"Bearer {made['token']}") as program,
            reading(server, EVENTS, Authorization=f"Bearer {session}") as own,
        ):
            await ada.ask({"type": "revoke_token", "id": made["made"]["id"]})
            noted = [(await program.next())[2]["notice"]["reason"] for _ in range(2)]
            assert noted == ["new_device", "token_made"]
            with pytest.raises(EOFError):
                await program.next()
            async with server.line() as newer, server.player("Bo") as bo:
                await newer.sign_in(token=session)
                await resigned(bo, [newer])
                assert [(await own.next())[0] for _ in range(3)] == ["noticed"] * 3
                await newer.ask({"type": "sign_out"})
                with pytest.raises(EOFError):
                    await own.next()
        assert server.services.notice_delivery.readers == 0
        await asyncio.sleep(0)


async def ended(stream: Any) -> None:
    """Read a stream of notices to its end. Raises `EOFError`."""
    while True:
        await stream.next()


async def test_a_stream_ends_when_a_new_request_with_its_token_would_be_refused() -> None:
    """Not with the session it shares with a connection, but with its own token: after a new password, and in time."""
    store = MemoryStore(Memory())
    async with live_server(store) as server, server.person("Ada") as ada, server.line() as line:
        session = (await line.ask({"type": "sign_in", "name": "Ada", "password": PASSWORD}))["token"]
        async with reading(server, EVENTS, Authorization=f"Bearer {session}") as before, server.line() as newer:
            await newer.sign_in(token=session)
            changed = {"type": "change_account", "password": PASSWORD, "new_password": "another walk by the sea"}
            assert (await newer.ask(changed))["type"] == "account"
            assert (await server.get("/v1/me/notices", session))[0] == 401
            assert (await before.next())[0] == "noticed", "a new device has signed in"
            with pytest.raises(EOFError):
                await before.next()
        made = (await ada.ask({"type": "sign_in", "name": "Ada", "password": changed["new_password"]}))["token"]
        token = (await ada.ask({"type": "make_token", "scopes": ["play"]}))["token"]
        for each in (made, token):
            async with reading(server, EVENTS, Authorization=f"Bearer {each}") as expiring:
                name = hashed(each)
                [page] = await store.documents.read([TOKENS.key(name)])
                record = TOKENS.of(page)
                assert record is not None
                soon = Milliseconds(await store.documents.now() + 1_500)
                await store.documents.commit([TOKENS.put(name, page, msgspec.structs.replace(record, until=soon))])
                server.services.presence._missed()  # so that the stream knows the new time
                with pytest.raises(EOFError):
                    await ended(expiring)
        assert server.services.notice_delivery.readers == 0


async def test_a_stream_of_a_banned_player_ends_though_no_notification_of_the_ban_came() -> None:
    store = MemoryStore(Memory())
    async with live_server(store) as server, server.line() as line, server.line() as newer:
        signed_in = await line.sign_in("Ada")
        player, session = PlayerId(signed_in["player"]["id"]), signed_in["token"]
        async with reading(server, EVENTS, Authorization=f"Bearer {session}") as reader:
            await newer.sign_in(token=session)
            ban = SanctionRecord(
                kind=SanctionKind.BAN, why="far too loud", by=PlayerId("mo"), at=Milliseconds(0), until=None
            )
            await store.documents.commit([SANCTIONS.put(player, None, SanctionsRecord((ban,)))])
            server.services.presence._missed()
            with pytest.raises(EOFError):
                await reader.next()
