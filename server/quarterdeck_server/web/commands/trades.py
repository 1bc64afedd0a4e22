"""Trade commands of one connection, and its notifications about trades."""

from typing import assert_never

from quarterdeck_protocol.lobby.trades import (
    AcceptTrade,
    CancelTrade,
    CounterTrade,
    GetTrade,
    GetTrades,
    OfferTrade,
    Trade,
    TradeChanged,
    TradeCommand,
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
    """One connection's side of trades."""

    __slots__ = ("_caller", "_player", "_services")

    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        self._services = caller.services
        self._player: PlayerId | None = None

    async def obey(self, player: PlayerId, message: TradeCommand) -> None:
        """Carry out a command and answer it. Raises `CommandRefused`, `Unavailable`."""
        services, now = self._services, self._services.matches.clock.now
        match message:
            case GetTrade():
                services.quotas.take(TRADE_LIST, player)
                trade = await services.trades.get(player, message.trade)
                self._caller.say(TradeChanged(trade=trade, now=now(), ref=message.ref))
            case GetTrades():
                services.quotas.take(TRADE_LIST, player)
                found = await services.trades.listed(player, message.before)
                answer = Trades(open=found.open, ended=found.ended, before=found.before, now=found.now, ref=message.ref)
                self._caller.say(answer)
            case OfferTrade() | CounterTrade() | AcceptTrade() | CancelTrade():
                with services.quotas.taking(TRADE, player):
                    trade = await carried_out(services, player, message)
                self._caller.say(TradeChanged(trade=trade, now=now(), ref=message.ref))
            case _:
                assert_never(message)

    def signed_in(self, who: Identity) -> None:
        """Notify this connection of this player's trades from now on, if its token may see them."""
        self.leave()
        if may(GetTrades(), who.scopes, is_program=who.is_program):
            self._player = who.player.id
            self._services.trade_notifier.follow(self._player, self._caller.say)

    def leave(self) -> None:
        """Stop all notifications about trades."""
        if self._player is not None:
            self._services.trade_notifier.unfollow(self._player, self._caller.say)
            self._player = None
