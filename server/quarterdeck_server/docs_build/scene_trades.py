"""Trade messages: Kit offers two cards, Lou wants only one, and it moves; the next offer, by Lou, is cancelled."""

from quarterdeck_protocol.lobby.accounts import SignedIn, SignIn
from quarterdeck_protocol.lobby.collection import Collection, GetCollection
from quarterdeck_protocol.lobby.trades import (
    AcceptTrade,
    CancelTrade,
    CounterTrade,
    GetTrade,
    GetTrades,
    OfferTrade,
    TradeCard,
    TradeChanged,
)

from quarterdeck_server.docs_build.recorded_server import Person
from quarterdeck_server.docs_build.scene_accounts import DECKS_FOR
from quarterdeck_server.docs_build.scene_codes import LOUS_PASSWORD


async def about_trades(kit: Person, lou: Person) -> None:
    """Send every message about trades."""
    owned = await kit.say(GetCollection(game=DECKS_FOR))
    assert isinstance(owned, Collection)  # noqa: S101 - the answer to this command
    mine, other, *_ = (TradeCard(game=DECKS_FOR, card=each.card) for each in owned.copies)
    here = await lou.say(SignIn(name="Lou Reyes", password=LOUS_PASSWORD))
    assert isinstance(here, SignedIn)  # noqa: S101 - the same
    offered = await kit.say(OfferTrade(player=here.player.id, gives=(mine, other)))
    assert isinstance(offered, TradeChanged)  # noqa: S101 - the same
    await lou.say(CounterTrade(trade=offered.trade.id, revision=1, takes=(mine,)))
    await kit.say(GetTrade(trade=offered.trade.id))
    await kit.say(AcceptTrade(trade=offered.trade.id, revision=2))
    wished = await lou.say(OfferTrade(player=offered.trade.sides[0].player.id, takes=(other,), gives=(mine,)))
    assert isinstance(wished, TradeChanged)  # noqa: S101 - the same
    await kit.say(CancelTrade(trade=wished.trade.id))
    await kit.say(GetTrades())
