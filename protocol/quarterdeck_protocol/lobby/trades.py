"""Messages about trades: two players agree on the copies of cards that go each way, and then all of them move at once.

A trade has revisions, counted from 1. The author of a revision has accepted it, and the offered copies are held until
the other player has answered. When the other player accepts the same revision, both sides move in one piece. To change
the terms, a player makes the next revision (`counter_trade`).
"""

from enum import StrEnum
from typing import Annotated, NewType

import msgspec
from msgspec import Meta

from quarterdeck_protocol.names import Count, GameName, Milliseconds, PlayerId
from quarterdeck_protocol.sides import FromClient, FromServer, Player, Scope

TradeId = NewType("TradeId", str)
"""An offer of one player to another, and all that becomes of it."""

MOST_CARDS = 50
"""Maximum number of different cards of a side of a trade."""

MOST_COPIES = 100
"""Maximum number of copies of each."""

AnyTrade = Annotated[TradeId, Meta(min_length=1, max_length=64)]
Revision = Annotated[int, Meta(ge=1, le=1_000_000)]


class TradeCard(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Copies of a card, or of a printing of it, that are to go from one player to the other."""

    game: Annotated[GameName, Meta(max_length=64)]
    """The game of the card."""

    card: Annotated[str, Meta(min_length=1, max_length=128)]
    """The id of the card, or of the printing, in the catalogue of the game."""

    count: Annotated[int, Meta(ge=1, le=MOST_COPIES)] = 1
    """Number of copies of it."""


TradeCards = Annotated[tuple[TradeCard, ...], Meta(max_length=MOST_CARDS)]


class TradedCard(msgspec.Struct, frozen=True, kw_only=True):
    """The same, as it stands in a trade."""

    game: GameName
    """The game of the card."""

    card: str
    """The id of the card, or of the printing."""

    count: Count
    """Number of copies of it."""


class OfferTrade(FromClient, frozen=True, kw_only=True, tag="offer_trade"):
    """Offer a trade. Answered by `trade_changed`, which the other player receives as well. The offered copies are held
    until the other player has answered, or the time is over."""

    open_to = (Scope.COLLECTION_TRADE,)

    player: Annotated[PlayerId, Meta(min_length=1, max_length=64)]
    """The other player."""

    gives: TradeCards = ()
    """The offered cards: the sender has to own so many free copies."""

    takes: TradeCards = ()
    """The wanted cards. The other's copies are checked when they accept. One of the two may be empty."""


class CounterTrade(FromClient, frozen=True, kw_only=True, tag="counter_trade"):
    """Make the next revision of a trade, which the other has not accepted yet. Answered by `trade_changed`. The copies
    held by the revision before are free again, and the newly offered ones are held."""

    open_to = (Scope.COLLECTION_TRADE,)

    trade: AnyTrade
    """The trade by its id."""

    revision: Revision
    """The revision that one has seen last: if there is a newer one, it is `stale_trade`."""

    gives: TradeCards = ()
    """As in `offer_trade`."""

    takes: TradeCards = ()
    """As in `offer_trade`."""


class AcceptTrade(FromClient, frozen=True, kw_only=True, tag="accept_trade"):
    """Accept the revision that the other has made: both sides move at once, or nothing does. Answered by
    `trade_changed`."""

    open_to = (Scope.COLLECTION_TRADE,)

    trade: AnyTrade
    """The trade by its id."""

    revision: Revision
    """Which one: if there is a newer one, it is `stale_trade`, and nothing moves."""


class CancelTrade(FromClient, frozen=True, kw_only=True, tag="cancel_trade"):
    """End a trade without anything having moved; either may, also while it is frozen. Answered by `trade_changed`."""

    open_to = (Scope.COLLECTION_TRADE,)

    trade: AnyTrade
    """The trade by its id."""


class GetTrade(FromClient, frozen=True, kw_only=True, tag="get_trade"):
    """Ask how a trade of one's own stands. Answered by `trade_changed`."""

    open_to = (Scope.COLLECTION_READ, Scope.COLLECTION_TRADE)

    trade: AnyTrade
    """The trade by its id."""


class GetTrades(FromClient, frozen=True, kw_only=True, tag="get_trades"):
    """Ask for one's trades: those that are open, and those that have ended. Answered by `trades`."""

    open_to = (Scope.COLLECTION_READ, Scope.COLLECTION_TRADE)

    before: Milliseconds | None = None
    """Only trades that ended before this: the cursor of `trades`."""


class TradeStage(StrEnum):
    """Stages of a trade."""

    OPEN = "open"
    """One has accepted the newest revision; the other has not answered."""

    FROZEN = "frozen"
    """A moderator looks at it: nobody can accept it or counter it for now, and its time goes on."""

    DONE = "done"
    """Both have accepted the same revision, and both sides have moved."""

    CANCELLED = "cancelled"
    """One of the two has ended it. Nothing has moved."""

    EXPIRED = "expired"
    """Its time was over. Nothing has moved."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a stage that is newer than itself."""

    @classmethod
    def _missing_(cls, value: object) -> "TradeStage":
        return cls.OTHER


class TradeSide(msgspec.Struct, frozen=True, kw_only=True):
    """One player of a trade, and the copies that they give."""

    player: Player
    """The player of this side."""

    gives: tuple[TradedCard, ...]
    """The cards that go from them to the other; may be empty."""

    has_accepted: bool
    """True if they have accepted the newest revision; its author has."""


class Trade(msgspec.Struct, frozen=True, kw_only=True):
    """A trade as it stands, the same for both."""

    id: TradeId
    revision: Count
    """The number of the newest revision, of which all of this is; counted from 1."""

    stage: TradeStage
    """The stage of the trade."""

    sides: tuple[TradeSide, TradeSide]
    """The player that offered it first, and the other."""

    opened_at: Milliseconds
    """The time of the first offer, by the store's clock."""

    changed_at: Milliseconds
    """The time of its latest change; of an expired one, its expiry."""

    expires_at: Milliseconds
    """The expiry; each revision has its own."""

    cancelled_by: PlayerId | None = None
    """The player that has ended it; `null` if nobody has, or if their account is gone."""


class TradeChanged(FromServer, frozen=True, kw_only=True, tag="trade_changed"):
    """The current state of a trade. It answers the commands about one trade. It also comes unrequested, without a
    `ref`, on every connection of both players after each change: a revision, an end, a freeze or the end of one.
    Nothing is sent when the time of a trade is over, unless it is over sooner than announced."""

    trade: Trade
    """The trade as both see it."""

    now: Milliseconds
    """The store's clock: `expires_at − now` is the remaining time."""


class Trades(FromServer, frozen=True, kw_only=True, tag="trades"):
    """Answers `get_trades`."""

    open: tuple[Trade, ...]
    """All that are open or frozen, the one that changed last first."""

    ended: tuple[Trade, ...]
    """Those that have ended, the newest first; at most 50. Those that have come to nothing are kept for 90 days."""

    before: Milliseconds | None = None
    """The cursor for the next page; `null` if these are all."""

    now: Milliseconds
    """The store's clock."""
