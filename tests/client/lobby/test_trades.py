"""Trades through the SDK."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from quarterdeck_client import Client, ClientError, LostError
from quarterdeck_protocol.lobby.collection.trades import Trade, TradeCard, TradeId, TradeStage
from relay import relay_to
from servers import PASSWORD, live_server, soon
from web.trade_cases import FIRST, GAME, give

CARD = TradeCard(game=GAME, card=FIRST)


async def waiting_for(client: Client, changes: AsyncIterator[Trade]) -> "asyncio.Task[Trade]":
    """Return what waits for the next change, once what was before is known."""
    task = asyncio.ensure_future(anext(changes))
    await soon(lambda: client.collection.trades._readers)
    await client.collection.trades.list()  # answered after the list that the reader has asked for
    return task


async def test_they_are_offered_countered_accepted_and_told_of() -> None:
    async with (
        live_server(trades_account_age=0) as server,
        Client(server.url, name="Ada") as ada,
        Client(server.url, name="Bo") as bo,
    ):
        for client, name in ((ada, "Ada L"), (bo, "Bo L")):
            await client.account.register(name, PASSWORD)
        await give(server, ada.player.id, FIRST, 2)
        changes = bo.collection.trades.changes()
        first = await waiting_for(bo, changes)
        offered = await ada.collection.trades.offer(bo.player.id, [CARD])
        assert await first == offered
        countered = await bo.collection.trades.counter(offered.id, 1, takes=[TradeCard(game=GAME, card=FIRST, count=2)])
        assert await anext(changes) == countered
        done = await ada.collection.trades.accept(offered.id, countered.revision)
        assert await anext(changes) == done == await bo.collection.trades.get(offered.id)
        assert (await bo.collection.trades.list()).ended == (done,)
        assert (await bo.collection.trades.list(before=done.changed_at)).ended == ()
        again = await bo.collection.trades.offer(ada.player.id, [CARD])
        assert (await ada.collection.trades.cancel(again.id)).stage is TradeStage.CANCELLED
        assert [(await anext(changes)).stage for _ in range(2)] == [TradeStage.OPEN, TradeStage.CANCELLED]
        bo._failed(LostError("the line is gone for good"))
        with pytest.raises(LostError):
            await anext(changes)


async def test_anything_that_has_become_of_them_while_the_line_was_broken_is_told_after_it() -> None:
    async with (
        live_server(trades_account_age=0) as server,
        relay_to(server.url) as relay,
        Client(server.url, name="Ada") as ada,
        Client(relay.url, name="Bo") as bo,
    ):
        for client, name in ((ada, "Ada L"), (bo, "Bo L")):
            await client.account.register(name, PASSWORD)
        await give(server, ada.player.id, FIRST, 2)
        first = await ada.collection.trades.offer(bo.player.id, [CARD])
        changes = bo.collection.trades.changes()
        waiting = await waiting_for(bo, changes)
        relay.to_clients = lambda message: None if message["type"] == "trade_changed" else message
        second = await ada.collection.trades.offer(bo.player.id, [CARD])
        relay.cut()
        assert await waiting == second
        assert first.id != second.id


async def test_while_they_are_followed_it_is_known_which_are_open_until_their_time_is_over() -> None:
    async with (
        live_server(trades_account_age=0) as server,
        Client(server.url, name="Ada") as ada,
        Client(server.url, name="Bo") as bo,
    ):
        for client, name in ((ada, "Ada L"), (bo, "Bo L")):
            await client.account.register(name, PASSWORD)
        await give(server, ada.player.id, FIRST, 2)

        def open_ids() -> list[TradeId]:
            return [each.id for each in bo.collection.trades.open_now]

        before = await ada.collection.trades.offer(bo.player.id, [CARD])
        changes = bo.collection.trades.changes()
        news = await waiting_for(bo, changes)
        assert open_ids() == [before.id]
        second = await ada.collection.trades.offer(bo.player.id, [CARD])
        assert await news == second
        assert open_ids() == [before.id, second.id]
        await bo.collection.trades.cancel(before.id)
        assert open_ids() == [second.id]
        bo.collection.trades._be_at(second.expires_at)
        assert open_ids() == []


async def test_a_server_on_which_nobody_trades_is_asked_for_nothing() -> None:
    async with live_server() as server, relay_to(server.url) as relay:
        relay.to_clients = lambda message: {**message, "capabilities": []} if "capabilities" in message else message
        async with Client(relay.url, name="Ada") as ada:
            assert not ada.collection.trades.are_kept_here
            with pytest.raises(ClientError, match="trading is off on this server"):
                await ada.collection.trades.list()


async def test_a_player_who_reads_already_is_told_though_another_begins_to_read_meanwhile() -> None:
    async with (
        live_server(trades_account_age=0) as server,
        relay_to(server.url) as relay,
        Client(server.url, name="Ada") as ada,
        Client(relay.url, name="Bo") as bo,
    ):
        for client, name in ((ada, "Ada L"), (bo, "Bo L")):
            await client.account.register(name, PASSWORD)
        await give(server, ada.player.id, FIRST, 2)
        waiting = await waiting_for(bo, bo.collection.trades.changes())
        relay.to_clients = lambda message: None if message["type"] == "trade_changed" else message
        offered = await ada.collection.trades.offer(bo.player.id, [CARD])
        later = asyncio.ensure_future(anext(bo.collection.trades.changes()))
        assert await waiting == offered
        await soon(lambda: len(bo.collection.trades._readers) == 2)
        bo._failed(LostError("the line is gone for good"))
        with pytest.raises(LostError):
            await later
