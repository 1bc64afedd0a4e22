"""Messages about wish lists: the cards that a player wants, and possible trade partners for a card.

Only players that have opted in (`be_found`) are found. Nobody sees another player's whole collection or wish list: a
player asks about one card and receives the possible trade partners.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from quarterdeck_protocol.names import Count, GameName, Milliseconds
from quarterdeck_protocol.open_enum import OpenEnum
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
    """A card or printing that a player adds to the wish list or removes from it."""

    game: AnyGameName
    """The game of the card."""

    card: AnyCard
    """The id of the card or printing in the game's catalogue."""


WishCards = Annotated[tuple[WishCard, ...], Meta(max_length=MOST_WISHES)]


class FoundBy(OpenEnum):
    """Groups of players that may find a player by tradable copies and wishes."""

    NOBODY = "nobody"
    """Nobody. This is the default."""

    TRADERS = "traders"
    """Players that are allowed to trade and ask for a card."""

    OTHER = "other"
    """Not sent by this server: a client uses it for one that is newer than itself."""


class TraderRole(OpenEnum):
    """The relation of a found player to the requested card: has it, or wishes for it."""

    HAS = "has"
    """The player has a free copy. A copy in a running match counts as free."""

    WISHES = "wishes"
    """The card is on the player's wish list."""

    OTHER = "other"
    """Not sent by this server: a client uses it for one that is newer than itself."""


class GetWishes(FromClient, frozen=True, kw_only=True, tag="get_wishes"):
    """Request the sender's wish list and the setting of `be_found`. Answered by `wishes`."""

    open_to = (Scope.COLLECTION_READ, Scope.COLLECTION_TRADE)


class ChangeWishes(FromClient, frozen=True, kw_only=True, tag="change_wishes"):
    """Add cards to the sender's wish list and remove others; the rest stays, including changes from another window.
    Adding a listed card or removing an unlisted one has no effect, so the command may be repeated. Refused with
    `not_registered` for a guest. Answered by `wishes`, with the whole list."""

    open_to = (Scope.COLLECTION_TRADE,)

    adds: WishCards = ()
    """The cards to add. Refused with `unknown_card` if players cannot own copies of a card, and with `too_many_kept` if
    the list would have more than 200 cards."""

    removes: WishCards = ()
    """The cards to remove. A card in both lists is added."""


class BeFound(FromClient, frozen=True, kw_only=True, tag="be_found"):
    """Set which players may find the sender, by the sender's free copies and wish list. Answered by `wishes`. Refused
    with `not_registered` without a registered account, and with `missing_scope` for a program."""

    open_to = NO_PROGRAM

    by: FoundBy
    """The new setting."""


class FindTraders(FromClient, frozen=True, kw_only=True, tag="find_traders"):
    """Find possible trade partners for a card: players with a free copy, or players that wish for it. Answered by
    `traders`. The sender must be allowed to trade (otherwise `not_registered`, `too_new` or `not_trading`). To find
    players that wish for the card, the sender must have a free copy (otherwise `not_owned`)."""

    open_to = (Scope.COLLECTION_TRADE,)

    who: TraderRole
    """The players to find: those with the card, or those who wish for it."""

    game: AnyGameName
    """The game of the card."""

    card: AnyCard
    """The id of the card or printing."""

    after: Count | None = None
    """Return only players after this cursor, from `traders`."""


class WishedCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card or printing on the player's wish list."""

    game: GameName
    """The game of the card."""

    card: str
    """The id of the card or printing."""

    at: Milliseconds
    """The time at which it was added, by the store's clock."""


class NamedCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card or a printing of it."""

    game: GameName
    """The game of the card."""

    card: str
    """The id of the card or printing."""


class Wishes(FromServer, frozen=True, kw_only=True, tag="wishes"):
    """The answer to `get_wishes`, `change_wishes` and `be_found`."""

    wishes: tuple[WishedCard, ...]
    """The whole wish list, newest first."""

    found_by: FoundBy
    """The players that may find the owner of the list."""


class Trader(msgspec.Struct, frozen=True, kw_only=True):
    """A possible trade partner."""

    player: Player
    """The player."""

    has: tuple[NamedCard, ...] = ()
    """Cards on the requester's wish list of which this player has a free copy; at most 10."""

    wishes: tuple[NamedCard, ...] = ()
    """Cards on this player's wish list of which the requester has a free copy; at most 10."""


class Traders(FromServer, frozen=True, kw_only=True, tag="traders"):
    """The answer to `find_traders`. The answer reserves no copies."""

    who: TraderRole
    """The requested relation."""

    game: GameName
    """The game of the requested card."""

    card: str
    """The id of the requested card or printing."""

    traders: tuple[Trader, ...]
    """The players, at most 20, in an order that is fixed for each card. Players that cannot receive an offer from the
    requester are left out, whatever the reason."""

    after: Count | None = None
    """The cursor for the next page; `null` on the last page."""
