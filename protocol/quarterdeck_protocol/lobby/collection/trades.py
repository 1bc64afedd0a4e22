"""Messages about trades: two players agree on the copies of cards that go each way, and then all of them move at once.

A trade has revisions, counted from 1. The author of a revision has accepted it, and the offered copies are held until
the other player has answered. When the other player accepts the same revision, both sides move in one piece. To change
the terms, a player makes the next revision (`counter_trade`).
"""

from typing import Annotated, NewType

import msgspec
from msgspec import Meta

from quarterdeck_protocol.names import Count, GameName, Milliseconds, PlayerId
from quarterdeck_protocol.open_enum import OpenEnum
from quarterdeck_protocol.sides import FromClient, FromServer, Player, Scope

TradeId = NewType("TradeId", str)
"""The id of a trade."""

MOST_CARDS = 50
"""Maximum number of different cards of a side of a trade."""

MOST_COPIES = 100
"""Maximum number of copies of each."""

AnyTrade = Annotated[TradeId, Meta(min_length=1, max_length=64)]
Revision = Annotated[int, Meta(ge=1, le=1_000_000)]


class TradeCard(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Requested copies of a card or printing that go from one player to the other."""

    game: Annotated[GameName, Meta(max_length=64)]
    """The game of the card."""

    card: Annotated[str, Meta(min_length=1, max_length=128)]
    """The id of the card or printing in the game's catalogue."""

    count: Annotated[int, Meta(ge=1, le=MOST_COPIES)] = 1
    """Number of copies of it."""


TradeCards = Annotated[tuple[TradeCard, ...], Meta(max_length=MOST_CARDS)]


class TradedCard(msgspec.Struct, frozen=True, kw_only=True):
    """Copies of a card or printing in a trade."""

    game: GameName
    """The game of the card."""

    card: str
    """The id of the card or printing."""

    count: Count
    """Number of copies of it."""


class OfferTrade(FromClient, frozen=True, kw_only=True, tag="offer_trade"):
    """Offer a trade. Answered by `trade_changed`, which the other player receives as well. The offered copies are
    reserved until the other player answers or the trade expires."""

    open_to = (Scope.COLLECTION_TRADE,)

    player: Annotated[PlayerId, Meta(min_length=1, max_length=64)]
    """The other player."""

    gives: TradeCards = ()
    """The offered cards. The sender must own that many free copies."""

    takes: TradeCards = ()
    """The wanted cards. The server checks the other player's copies when they accept. One of the two lists may be
    empty."""


class CounterTrade(FromClient, frozen=True, kw_only=True, tag="counter_trade"):
    """Make the next revision of a trade, for the other player to accept. Answered by `trade_changed`. The copies
    reserved by the previous revision are released, and the newly offered ones are reserved."""

    open_to = (Scope.COLLECTION_TRADE,)

    trade: AnyTrade
    """The id of the trade."""

    revision: Revision
    """The newest revision that the sender has seen. Refused with `stale_trade` if there is a newer one."""

    gives: TradeCards = ()
    """As in `offer_trade`."""

    takes: TradeCards = ()
    """As in `offer_trade`."""


class AcceptTrade(FromClient, frozen=True, kw_only=True, tag="accept_trade"):
    """Accept the other player's revision. Both sides move at once, or nothing moves. Answered by `trade_changed`."""

    open_to = (Scope.COLLECTION_TRADE,)

    trade: AnyTrade
    """The id of the trade."""

    revision: Revision
    """The accepted revision. If there is a newer one, the command is refused with `stale_trade` and nothing moves."""


class CancelTrade(FromClient, frozen=True, kw_only=True, tag="cancel_trade"):
    """Cancel a trade; nothing moves. Either player may do this, even while the trade is frozen. Answered by
    `trade_changed`."""

    open_to = (Scope.COLLECTION_TRADE,)

    trade: AnyTrade
    """The id of the trade."""


class GetTrade(FromClient, frozen=True, kw_only=True, tag="get_trade"):
    """Request the current state of one of the sender's trades. Answered by `trade_changed`."""

    open_to = (Scope.COLLECTION_READ, Scope.COLLECTION_TRADE)

    trade: AnyTrade
    """The id of the trade."""


class GetTrades(FromClient, frozen=True, kw_only=True, tag="get_trades"):
    """List the sender's trades, both open and ended. Answered by `trades`."""

    open_to = (Scope.COLLECTION_READ, Scope.COLLECTION_TRADE)

    before: Milliseconds | None = None
    """Only trades that ended before this: the cursor of `trades`."""


class TradeStage(OpenEnum):
    """Stages of a trade."""

    OPEN = "open"
    """Open: one player has accepted the newest revision, and the other has not answered."""

    FROZEN = "frozen"
    """Frozen while a moderator reviews it. Nobody can accept or counter it, and its time still runs."""

    DONE = "done"
    """Both have accepted the same revision, and both sides have moved."""

    CANCELLED = "cancelled"
    """One of the players has cancelled it. Nothing has moved."""

    EXPIRED = "expired"
    """It has expired. Nothing has moved."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a stage that is newer than itself."""


class TradeSide(msgspec.Struct, frozen=True, kw_only=True):
    """One player of a trade, and the copies that they give."""

    player: Player
    """The player of this side."""

    gives: tuple[TradedCard, ...]
    """The cards that this player gives; may be empty."""

    has_accepted: bool
    """True if they have accepted the newest revision; its author has."""


class Trade(msgspec.Struct, frozen=True, kw_only=True):
    """The current state of a trade, the same for both players."""

    id: TradeId
    revision: Count
    """The number of the newest revision, counted from 1. All other fields describe this revision."""

    stage: TradeStage
    """The stage of the trade."""

    sides: tuple[TradeSide, TradeSide]
    """The player that offered the trade, then the other player."""

    opened_at: Milliseconds
    """The time of the first offer, by the store's clock."""

    changed_at: Milliseconds
    """The time of its latest change; for an expired trade, the time of its expiry."""

    expires_at: Milliseconds
    """The time at which it expires. Each revision has its own."""

    cancelled_by: PlayerId | None = None
    """The player that cancelled it; `null` if nobody did, or if the account no longer exists."""


class TradeChanged(FromServer, frozen=True, kw_only=True, tag="trade_changed"):
    """The current state of a trade. It answers the commands about one trade. It also comes unrequested, without a
    `ref`, on every connection of both players after each change: a revision, an end, a freeze or the end of one.
    Nothing is sent when the time of a trade is over, unless it is over sooner than announced."""

    trade: Trade
    """The trade, as both players see it."""

    now: Milliseconds
    """The store's clock: `expires_at − now` is the remaining time."""


class Trades(FromServer, frozen=True, kw_only=True, tag="trades"):
    """The answer to `get_trades`."""

    open: tuple[Trade, ...]
    """All open and frozen trades, the latest changed first."""

    ended: tuple[Trade, ...]
    """Ended trades, newest first; at most 50. Trades that ended without an exchange are kept for 90 days."""

    before: Milliseconds | None = None
    """The cursor for the next page; `null` on the last page."""

    now: Milliseconds
    """The store's clock."""
