"""Scene about trades: Kit offers two cards, Lou wants only one of them, and that one is traded. Lou's next offer is
cancelled."""

from quarterdeck_protocol.lobby.collection.owned_copies import Collection, GetCollection
from quarterdeck_protocol.lobby.collection.trades import (
    AcceptTrade,
    CancelTrade,
    CounterTrade,
    GetTrade,
    GetTrades,
    OfferTrade,
    TradeCard,
    TradeChanged,
)

from quarterdeck_server.docs_build.recorded_server import RecordedServer
from quarterdeck_server.docs_build.scenes.accounts import DECKS_FOR, with_a_pack


async def about_trades(server: RecordedServer) -> None:
    """Send every message about trades, so that examples of them are recorded."""
    kit, lou = server.people("kit", "lou")
    hers = await with_a_pack(kit, "Kit Marlowe")
    his = await with_a_pack(lou, "Lou Reyes")
    owned = await kit.say(GetCollection(game=DECKS_FOR))
    assert isinstance(owned, Collection)  # noqa: S101 - the answer to this command
    mine, other, *_ = (TradeCard(game=DECKS_FOR, card=each.card) for each in owned.copies)
    offered = await kit.say(OfferTrade(player=his, gives=(mine, other)))
    assert isinstance(offered, TradeChanged)  # noqa: S101 - the same
    await lou.say(CounterTrade(trade=offered.trade.id, revision=1, takes=(mine,)))
    await kit.say(GetTrade(trade=offered.trade.id))
    await kit.say(AcceptTrade(trade=offered.trade.id, revision=2))
    wished = await lou.say(OfferTrade(player=hers, takes=(other,), gives=(mine,)))
    assert isinstance(wished, TradeChanged)  # noqa: S101 - the same
    await kit.say(CancelTrade(trade=wished.trade.id))
    await kit.say(GetTrades())
