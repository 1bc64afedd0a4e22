"""Notifications about trades to all processes."""

from quarterdeck_protocol.lobby.collection.trades import Trade

from quarterdeck_server.lobby.event_bus import Notification


class TradeNews(Notification, frozen=True, tag="trade_news"):
    """Event: a trade has changed."""

    trade: Trade
    """The trade as both players see it, so that no process has to read it."""
