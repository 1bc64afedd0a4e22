"""The SDK at tables that are not for everybody, and the live list as it follows it, also over a line that breaks."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from quarterdeck_client import Client, GoneError, LostError, RefusedError
from quarterdeck_client.lobby.live_list import LiveList
from quarterdeck_protocol.lobby.tables import Access, Table
from quarterdeck_protocol.names import Seat, TableId
from quarterdeck_protocol.refusals import RefusalCode
from relay import Relay, relay_to
from servers import SOON, LiveServer, live_server


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with live_server() as running:
        yield running


@pytest.fixture
async def relay(server: LiveServer) -> AsyncIterator[Relay]:
    async with relay_to(server.url) as running:
        yield running


async def until(live: LiveList, *ids: TableId) -> tuple[Table, ...]:
    """Wait until these tables are in the list, and no others."""
    async with asyncio.timeout(SOON):
        async for tables in live.changes():
            if {table.id for table in tables} == set(ids):
                return tables
    raise AssertionError


async def test_the_list_goes_on_after_the_line_was_lost(server: LiveServer, relay: Relay) -> None:
    async with Client(relay.url, name="Ada") as ada, Client(server.url, name="Bo") as bo:
        before = await bo.tables.open("tiny")
        live = await ada.tables.watch_lobby(games=["tiny"], open_seats=1, least_time_limit=5, most_time_limit=60)
        assert [table.id for table in live.tables] == [before.id]
        await bo.tables.open("tiny", time_limit=2)
        relay.cut()
        await bo.tables.stand(before.id)
        after = await bo.tables.open("tiny")
        await until(live, after.id)
        newest = await bo.tables.open("tiny")
        assert [table.id for table in await until(live, after.id, newest.id)] == [newest.id, after.id]
        await ada.tables.unwatch_lobby()
        assert not server.services.tables.repository.board.is_on


async def test_following_no_more_leaves_a_list_alone_that_has_replaced_it(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as ada, Client(server.url, name="Bo") as bo:
        first = await ada.tables.watch_lobby()
        second = await ada.tables.watch_lobby(open_seats=1)
        await ada.tables.unwatch_lobby(first)
        table = await bo.tables.open("tiny")
        await until(second, table.id)
        assert first.tables == ()


async def test_nobody_waits_for_a_list_that_is_not_followed_any_more(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as ada, asyncio.timeout(SOON):
        replaced = await ada.tables.watch_lobby()
        changes = replaced.changes()
        assert await anext(changes) == ()
        left = await ada.tables.watch_lobby(open_seats=1)
        assert [tables async for tables in changes] == []
        changes = left.changes()
        assert await anext(changes) == ()
        await ada.tables.unwatch_lobby()
        assert [tables async for tables in changes] == []
        lost = await ada.tables.watch_lobby()
    async with asyncio.timeout(SOON):
        with pytest.raises(LostError):
            await anext(lost.changes())


async def test_a_player_who_came_with_a_password_and_only_looks_on_comes_back_with_it(
    server: LiveServer, relay: Relay
) -> None:
    async with Client(relay.url, name="Ada") as ada, Client(server.url, name="Bo") as bo:
        table = await bo.tables.open("tiny", access=Access.PASSWORD, password="open sesame")
        with pytest.raises(RefusedError) as refused:
            await ada.tables.watch(table.id)
        assert refused.value.code is RefusalCode.WRONG_PASSWORD
        await ada.tables.watch(table.id, password="open sesame")
        relay.cut()
        await bo.tables.sit(table.id, Seat(1))
        async with asyncio.timeout(SOON):
            async for newest in ada.tables.changes(table.id):
                if newest.places[0].player is None:
                    break
        assert ada.reconnects == 1


async def test_a_host_invites_hands_over_and_is_kicked(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as ada, Client(server.url, name="Bo") as bo:
        table = await ada.tables.open("tiny", access=Access.UNLISTED, spectators=False)
        assert (await bo.tables.sit(code=table.code)).id == table.id
        assert (await ada.tables.transfer_host(table.id, bo.player.id)).host == bo.player.id
        assert (await bo.tables.kick(table.id, Seat(0))).places[0].player is None
        with pytest.raises(GoneError, match="kicked you from the table"):
            async for _ in ada.tables.changes(table.id):
                pass
