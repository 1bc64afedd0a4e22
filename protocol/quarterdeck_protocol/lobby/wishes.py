"""Messages about wish lists: cards that a player would like, players that have them to trade, and players that wish for
the player's own copies.

Only players that have opted in (`be_found`) are found, and nobody sees another's collection or wish list as a whole. A
player asks about one card and receives the possible trade partners.
"""

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from quarterdeck_protocol.names import Count, GameName, Milliseconds
from quarterdeck_protocol.sides import NO_PROGRAM, FromClient, FromServer, Player, Scope

MOST_WISHES = 200
"""Maximum number of cards and printings on a wish list."""

MOST_TRADERS = 20
"""Maximum number of players in one answer."""

MOST_NAMED = 10
"""Maximum number of cards that it names of each of them, in each of the two lists."""

AnyGameName = Annotated[GameName, Meta(max_length=64)]
AnyCard = Annotated[str, Meta(min_length=1, max_length=128)]


class WishCard(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card, or a printing of it, that is to stand on the wish list or not to."""

    game: AnyGameName
    """The game of the card."""

    card: AnyCard
    """The id of the card, or of the printing, in the catalogue of the game."""


WishCards = Annotated[tuple[WishCard, ...], Meta(max_length=MOST_WISHES)]


class FoundBy(StrEnum):
    """Groups of players that may find a player by tradable copies and wishes."""

    NOBODY = "nobody"
    """Nobody; so it is until one says otherwise."""

    TRADERS = "traders"
    """Players that may trade with them and ask for a card."""

    OTHER = "other"
    """Not sent by this server: a client uses it for one that is newer than itself."""

    @classmethod
    def _missing_(cls, value: object) -> "FoundBy":
        return cls.OTHER


class TraderRole(StrEnum):
    """Relations of a player to the requested card."""

    HAS = "has"
    """They have a copy that is free; one in a running match counts as free."""

    WISHES = "wishes"
    """It stands on their wish list."""

    OTHER = "other"
    """Not sent by this server: a client uses it for one that is newer than itself."""

    @classmethod
    def _missing_(cls, value: object) -> "TraderRole":
        return cls.OTHER


class GetWishes(FromClient, frozen=True, kw_only=True, tag="get_wishes"):
    """Ask for the sender's wish list, and for the players that may find them. Answered by `wishes`."""

    open_to = (Scope.COLLECTION_READ, Scope.COLLECTION_TRADE)


class ChangeWishes(FromClient, frozen=True, kw_only=True, tag="change_wishes"):
    """Add cards to the sender's wish list, and remove others from it; the rest stays, including changes from another
    window. Adding a present card or removing an absent one is no fault: sent twice it is done once. A guest is
    `not_registered`. Answered by `wishes`, the whole list."""

    open_to = (Scope.COLLECTION_TRADE,)

    adds: WishCards = ()
    """The cards to add: cards that players may own copies of (`unknown_card`), and no more than 200 in all
    (`too_many_kept`)."""

    removes: WishCards = ()
    """The cards to remove; cards in both are added."""


class BeFound(FromClient, frozen=True, kw_only=True, tag="be_found"):
    """Set which players may find the sender, by the sender's free copies and wish list. Only a person with an account
    of their own is found (`not_registered`), and no program may set it for them (`missing_scope`). Answered by
    `wishes`."""

    open_to = NO_PROGRAM

    by: FoundBy
    """The new setting."""


class FindTraders(FromClient, frozen=True, kw_only=True, tag="find_traders"):
    """Ask for possible trade partners for a card: players with a free copy, or players that wish for it. The sender
    must be allowed to trade (`not_registered`, `too_new`, `not_trading`). Only senders with a free copy learn which
    players wish for the card (`not_owned`). Answered by `traders`."""

    open_to = (Scope.COLLECTION_TRADE,)

    who: TraderRole
    """Which of the two."""

    game: AnyGameName
    """The game of the card."""

    card: AnyCard
    """The id of the card, or of the printing."""

    after: Count | None = None
    """Only players after this: the cursor of `traders`."""


class WishedCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card, or a printing of it, that stands on one's wish list."""

    game: GameName
    """The game of the card."""

    card: str
    """The id of the card, or of the printing."""

    at: Milliseconds
    """Since when it stands there, by the store's clock."""


class NamedCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card, or a printing of it."""

    game: GameName
    """The game of the card."""

    card: str
    """The id of the card, or of the printing."""


class Wishes(FromServer, frozen=True, kw_only=True, tag="wishes"):
    """Answers `get_wishes`, `change_wishes` and `be_found`."""

    wishes: tuple[WishedCard, ...]
    """The whole list, the newest first."""

    found_by: FoundBy
    """The players that may find the owner."""


class Trader(msgspec.Struct, frozen=True, kw_only=True):
    """A possible trade partner."""

    player: Player
    """The player."""

    has: tuple[NamedCard, ...] = ()
    """Cards of the requester's wish list of which they have a free copy; at most 10."""

    wishes: tuple[NamedCard, ...] = ()
    """Cards that they wish for and of which the requester has a free copy; at most 10."""


class Traders(FromServer, frozen=True, kw_only=True, tag="traders"):
    """Answers `find_traders` as of this moment: players do not reserve their copies for the sender."""

    who: TraderRole
    """The requested relation."""

    game: GameName
    """The game of the card that was asked about."""

    card: str
    """The id of that card, or of the printing."""

    traders: tuple[Trader, ...]
    """In an order that differs for each card, and stays the same; at most 20. Players that take no offers of the
    requester are left out, for any reason."""

    after: Count | None = None
    """The cursor for the next page; `null` if these are all."""
