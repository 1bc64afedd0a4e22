"""Wish lists and whom to trade with, through the SDK."""

import pytest
from quarterdeck_client import Client, ClientError, RefusedError
from quarterdeck_protocol.lobby.collection.trades import TradeCard
from quarterdeck_protocol.lobby.collection.wishes import FoundBy, NamedCard, TraderRole, WishCard
from quarterdeck_protocol.refusals import RefusalCode
from relay import relay_to
from servers import PASSWORD, live_server
from web.trade_cases import FIRST, GAME, SECOND, give


async def test_one_wishes_is_found_finds_and_trades() -> None:
    async with (
        live_server(trades_account_age=0) as server,
        Client(server.url, name="Ada") as ada,
        Client(server.url, name="Bo") as bo,
    ):
        hers, his = ada.collection.wishes, bo.collection.wishes
        with pytest.raises(RefusedError) as refused:
            await hers.change([WishCard(game=GAME, card=FIRST)])
        assert refused.value.code is RefusalCode.NOT_REGISTERED
        for client, name in ((ada, "Ada L"), (bo, "Bo L")):
            await client.account.register(name, PASSWORD)
        await give(server, bo.player.id, FIRST, 1)
        wished = await hers.change([WishCard(game=GAME, card=FIRST), WishCard(game=GAME, card=SECOND)])
        assert (await hers.list()).wishes == wished.wishes
        assert (await hers.find(TraderRole.HAS, GAME, FIRST)).traders == ()
        for wishes in (hers, his):
            assert (await wishes.be_found(FoundBy.TRADERS)).found_by is FoundBy.TRADERS
        (found,) = (await hers.find(TraderRole.HAS, GAME, FIRST)).traders
        assert (found.player, found.has) == (bo.player, (NamedCard(game=GAME, card=FIRST),))
        (wisher,) = (await his.find(TraderRole.WISHES, GAME, FIRST)).traders
        assert (wisher.player, wisher.wishes) == (ada.player, found.has)
        assert (await his.find(TraderRole.WISHES, GAME, FIRST, after=2**52)).traders == ()
        offered = await ada.collection.trades.offer(found.player.id, takes=[TradeCard(game=GAME, card=FIRST)])
        await bo.collection.trades.accept(offered.id, offered.revision)
        assert (await hers.change(removes=[WishCard(game=GAME, card=FIRST)])).wishes[0].card == SECOND


async def test_a_server_without_wish_lists_is_asked_for_nothing() -> None:
    async with live_server() as server, relay_to(server.url) as relay:
        relay.to_clients = lambda message: {**message, "capabilities": []} if "capabilities" in message else message
        async with Client(relay.url, name="Ada") as ada:
            assert not ada.collection.wishes.are_kept_here
            with pytest.raises(ClientError, match="this server has no wish lists"):
                await ada.collection.wishes.list()
