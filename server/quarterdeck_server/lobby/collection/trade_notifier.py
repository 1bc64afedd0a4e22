"""Notifications of trades to the connections of this process."""

import asyncio
from collections.abc import Callable

import structlog
from quarterdeck_protocol.lobby.collection.trades import Trade, TradeChanged
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.sides import FromServer

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.collection.notifications import TradeNews
from quarterdeck_server.lobby.collection.trades import TradeService
from quarterdeck_server.lobby.event_bus import EventBus
from quarterdeck_server.store_errors import Unavailable

LATELY = 60 * 60 * 1000
"""After missed notifications, trades that ended within this time are sent again, too: an hour."""

Subscriber = Callable[[FromServer], None]
"""Takes a message for a connection, without waiting."""

_log = structlog.get_logger()


class TradeNotifier:
    """Notifies connections of changes in their players' trades, from any process. When notifications may have been
    missed, it sends the state of all these trades."""

    def __init__(self, trades: TradeService, event_bus: EventBus, now: Callable[[], Milliseconds]) -> None:
        self._trades = trades
        self._now = now
        self._subscribers: dict[PlayerId, dict[Subscriber, None]] = {}
        self._telling: asyncio.Task[None] | None = None
        event_bus.subscribe(TradeNews, self._changed)
        event_bus.subscribe_to_gaps(self._missed)

    def subscribe(self, player: PlayerId, subscriber: Subscriber) -> None:
        """Notify this connection of a player's trades from now on."""
        self._subscribers.setdefault(player, {})[subscriber] = None

    def unsubscribe(self, player: PlayerId, subscriber: Subscriber) -> None:
        """Stop notifying this connection of trades."""
        subscribers = self._subscribers.get(player, {})
        subscribers.pop(subscriber, None)
        if not subscribers:
            self._subscribers.pop(player, None)

    async def settle(self) -> None:
        """Wait until all notifications of trades in progress are sent."""
        if self._telling is not None:
            await asyncio.gather(self._telling, return_exceptions=True)

    async def close(self) -> None:
        """Cancel notifications of trades in progress."""
        if self._telling is not None:
            self._telling.cancel()
        await self.settle()

    def _changed(self, news: TradeNews) -> None:
        for side in news.trade.sides:
            self._notify(side.player.id, news.trade)

    def _notify(self, player: PlayerId, trade: Trade) -> None:
        for subscriber in list(self._subscribers.get(player, ())):
            subscriber(TradeChanged(trade=trade, now=self._now()))

    def _missed(self) -> None:
        if self._subscribers and (self._telling is None or self._telling.done()):
            self._telling = asyncio.ensure_future(self._notify_all())

    async def _notify_all(self) -> None:
        for player in list(self._subscribers):
            try:
                found = await self._trades.listed(player)
            except (CommandRefused, Unavailable) as error:
                _log.info("players could not be notified of their trades", why=str(error))
                return  # when the store is back, it is said again that something was missed
            late = self._now() - LATELY
            for trade in (*(each for each in found.ended if each.changed_at >= late), *found.open):
                self._notify(player, trade)
