"""Trade commands of one connection, and its notifications about trades."""

from typing import assert_never

from quarterdeck_protocol.lobby.collection.trades import (
    AcceptTrade,
    CancelTrade,
    CounterTrade,
    GetTrade,
    GetTrades,
    OfferTrade,
    Trade,
    TradeChanged,
    Trades,
)
from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.web.caller import Caller
from quarterdeck_server.web.connection_services import Services
from quarterdeck_server.web.rate_limit.quotas import TRADE, TRADE_LIST
from quarterdeck_server.web.scopes import may


async def carried_out(
    services: Services, player: PlayerId, message: OfferTrade | CounterTrade | AcceptTrade | CancelTrade
) -> Trade:
    """Carry out a command that changes a trade of a signed-in player, and return the trade. Raises `CommandRefused`,
    `Unavailable`."""
    match message:
        case OfferTrade():
            return await services.trades.offer(player, message)
        case CounterTrade():
            return await services.trades.counter(player, message)
        case AcceptTrade():
            return await services.trades.accept(player, message)
        case CancelTrade():
            return await services.trades.cancel(player, message.trade)
        case _:
            assert_never(message)


class TradeCommands:
    """Trade commands and notifications of one connection. Handlers have the names of their commands."""

    __slots__ = ("_caller", "_player", "_services")

    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        self._services = caller.services
        self._player: PlayerId | None = None

    async def get_trade(self, identity: Identity, message: GetTrade) -> TradeChanged:
        self._services.quotas.take(TRADE_LIST, identity.player.id)
        return self._changed(await self._services.trades.get(identity.player.id, message.trade))

    async def get_trades(self, identity: Identity, message: GetTrades) -> Trades:
        self._services.quotas.take(TRADE_LIST, identity.player.id)
        return await self._services.trades.listed(identity.player.id, message.before)

    async def offer_trade(self, identity: Identity, message: OfferTrade) -> TradeChanged:
        return await self._changed_by(identity, message)

    async def counter_trade(self, identity: Identity, message: CounterTrade) -> TradeChanged:
        return await self._changed_by(identity, message)

    async def accept_trade(self, identity: Identity, message: AcceptTrade) -> TradeChanged:
        return await self._changed_by(identity, message)

    async def cancel_trade(self, identity: Identity, message: CancelTrade) -> TradeChanged:
        return await self._changed_by(identity, message)

    async def _changed_by(
        self, identity: Identity, message: OfferTrade | CounterTrade | AcceptTrade | CancelTrade
    ) -> TradeChanged:
        with self._services.quotas.taking(TRADE, identity.player.id):
            return self._changed(await carried_out(self._services, identity.player.id, message))

    def _changed(self, trade: Trade) -> TradeChanged:
        return TradeChanged(trade=trade, now=self._services.matches.clock.now())

    def signed_in(self, identity: Identity) -> None:
        """Notify this connection of this player's trades from now on, if its token may see them."""
        self.leave()
        if may(GetTrades(), identity.scopes, is_program=identity.is_program):
            self._player = identity.player.id
            self._services.trade_notifier.subscribe(self._player, self._caller.send)

    def leave(self) -> None:
        """Stop all notifications about trades."""
        if self._player is not None:
            self._services.trade_notifier.unsubscribe(self._player, self._caller.send)
            self._player = None
