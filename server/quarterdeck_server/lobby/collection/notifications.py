"""Notifications about trades to all processes."""

from quarterdeck_protocol.trades import Trade

from quarterdeck_server.lobby.event_bus import Notification


class TradeNews(Notification, frozen=True, tag="trade_news"):
    """Something has become of a trade."""

    trade: Trade
    """As both see it, so that nobody has to read it to tell them."""
