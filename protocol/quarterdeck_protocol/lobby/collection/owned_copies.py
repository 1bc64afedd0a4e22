"""Messages about a player's copies of cards, and about packs."""

from typing import Annotated, NewType

import msgspec
from msgspec import Meta

from quarterdeck_protocol.fairness.pack_draws import PackPool, PackRarity
from quarterdeck_protocol.names import Count, GameName, Milliseconds, Whole
from quarterdeck_protocol.open_enum import OpenEnum
from quarterdeck_protocol.sides import FromClient, FromServer, Scope, ShortText

PackId = NewType("PackId", str)
"""The id of an earned pack."""

Game = Annotated[GameName, Meta(max_length=64)]


class GetCollection(FromClient, frozen=True, kw_only=True, tag="get_collection"):
    """Request the sender's collection. Answered by `collection`."""

    open_to = (Scope.COLLECTION_READ, Scope.COLLECTION_TRADE)

    game: Game | None = None
    """Only cards of this game."""


class GetMovements(FromClient, frozen=True, kw_only=True, tag="get_movements"):
    """Request the history of the sender's cards: received and given away. Answered by `movements`."""

    open_to = (Scope.COLLECTION_READ, Scope.COLLECTION_TRADE)

    before: Count | None = None
    """Only movements before this number: the cursor of `movements`."""


class GetPacks(FromClient, frozen=True, kw_only=True, tag="get_packs"):
    """List the sender's unopened packs. Answered by `packs`."""

    open_to = (Scope.COLLECTION_READ, Scope.COLLECTION_TRADE)


class ClaimPacks(FromClient, frozen=True, kw_only=True, tag="claim_packs"):
    """Claim all packs that are due: the first gift, the packs of the day, and packs for rated matches that have ended.
    Answered by `packs`. Refused with `not_registered` for a guest, `too_new` for an account that is too young, and
    `no_packs` for a game without packs."""

    open_to = (Scope.COLLECTION_TRADE,)

    game: Game
    """The game of the first gift and of the packs of the day. A pack for a match is always for the game of that
    match."""


class OpenPack(FromClient, frozen=True, kw_only=True, tag="open_pack"):
    """Open a pack. Answered by `pack_opened`. A repeated command gets the same answer, regardless of its entropy."""

    open_to = (Scope.COLLECTION_TRADE,)

    pack: Annotated[PackId, Meta(max_length=64)]
    """The id of the pack, from `packs`."""

    entropy: ShortText = ""
    """Randomness from the player, which goes into the draw. The server has published a commitment to its own randomness
    before, so neither side can choose the result."""


class OwnedCopies(msgspec.Struct, frozen=True, kw_only=True):
    """Number of copies that a player owns of a card, or of a printing of it."""

    game: GameName
    card: str
    """The id of the card or printing in the game's catalogue."""

    count: Count
    free: Count
    """Number of these copies that are neither in an open trade nor in a running match."""


class MovementCause(OpenEnum):
    """Reasons why a player's cards were received or given away."""

    GIFT = "gift"
    """A gift of the server."""

    PACK = "pack"
    """A pack was opened; `of` is the pack."""

    CODE = "code"
    """A code was claimed."""

    TRADE = "trade"
    """Two players have traded; `of` is the trade."""

    DELETION = "deletion"
    """An account was deleted, and its cards were destroyed. A player never receives this cause for their own cards."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a cause that is newer than itself."""


class CardMoved(msgspec.Struct, frozen=True, kw_only=True):
    """Number of copies of a card or printing that a player received; negative if given away."""

    game: GameName
    card: str
    count: Whole


class CopiesMoved(msgspec.Struct, frozen=True, kw_only=True):
    """One change of a player's cards, with its cause and time."""

    number: Count
    """The number of this movement among the player's movements, counted from 1."""

    at: Milliseconds
    cause: MovementCause
    of: str
    """The id of the cause; empty for a gift."""

    cards: tuple[CardMoved, ...]


class PackSource(OpenEnum):
    """Ways to earn a pack."""

    GIFT = "gift"
    """The first gift."""

    DAY = "day"
    """The pack of the day."""

    MATCH = "match"
    """A rated match."""

    CODE = "code"
    """A claim code."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a source that is newer than itself."""


class Pack(msgspec.Struct, frozen=True, kw_only=True):
    """An unopened pack."""

    id: PackId
    game: GameName
    source: PackSource
    commitment: str
    """SHA-256 of the seed of the pack, in hexadecimal."""

    pool: str
    """The hash of the card lists from which the pack is drawn (FAIRNESS.md, *Packs*). `GET /v1/packs/odds` has the
    lists."""

    earned_at: Milliseconds
    """The time at which the player received it, by the store's clock."""


class PackCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card in an opened pack."""

    card: str
    """The id of the card or printing."""

    rarity: PackRarity

    def known(self, pool: PackPool) -> "PackCard":
        """Return the card under the rarity that it has in these lists: older servers sent `art_rare` for an Ultra Rare
        that stood in for an Art Rare."""
        return msgspec.structs.replace(self, rarity=pool.known(self.rarity))


class Collection(FromServer, frozen=True, kw_only=True, tag="collection"):
    """The answer to `get_collection`."""

    copies: tuple[OwnedCopies, ...]
    """The player's copies, sorted by game and card. Cards without a copy are left out. Powers are not listed, because
    every player may use them."""


class Movements(FromServer, frozen=True, kw_only=True, tag="movements"):
    """The answer to `get_movements`."""

    movements: tuple[CopiesMoved, ...]
    """The movements, newest first; at most 100."""

    before: Count | None = None
    """The cursor for the next page; `null` on the last page."""


class Packs(FromServer, frozen=True, kw_only=True, tag="packs"):
    """The answer to `get_packs` and `claim_packs`."""

    packs: tuple[Pack, ...]
    """The unopened packs, oldest first."""

    earned: Count = 0
    """Number of these packs that this command added."""

    next_at: Milliseconds | None = None
    """The time at which the next packs of the day are due; `null` if the server gives none."""

    due: Count | None = None
    """Number of packs that `claim_packs` would add now; `null` from older servers."""

    due_from: Milliseconds | None = None
    """The time from which this account may claim packs, while it is `too_new`. `null` if it may claim them now, and
    from older servers."""


class PackOpened(FromServer, frozen=True, kw_only=True, tag="pack_opened"):
    """The answer to `open_pack`."""

    pack: PackId
    """The id of the pack."""

    game: GameName
    cards: tuple[PackCard, ...]
    """Three Commons, one Rare, and the fifth card."""

    seed: str
    """The server's randomness, in hexadecimal. Its SHA-256 was the commitment."""

    entropy: str
    """The player's randomness with which the pack was opened."""

    pool: str
    """The hash of the card lists from which it was drawn, as published before."""

    opened_at: Milliseconds


class DrawnCard(msgspec.Struct, frozen=True, kw_only=True):
    """Number of times that a card was drawn."""

    card: str
    drawn: Count


class FitOfCounts(msgspec.Struct, frozen=True, kw_only=True):
    """Pearson's chi-square test of drawn cards against chance."""

    what: str
    """The tested draws: `fifth` for the rarity of fifth cards, otherwise a rarity, within which every card is equally
    likely."""

    chi_square: float
    degrees: Count
    p: float
    """The p-value: the probability of counts at least this far off by chance alone. One of a thousand honest servers is
    below 0.001."""


class PoolOdds(msgspec.Struct, frozen=True, kw_only=True):
    """The statistics of all packs that were drawn from the same card lists."""

    pool: str
    """The hash of the lists."""

    is_current: bool
    """True if new packs are drawn from them."""

    lists: PackPool
    packs: Count
    """Number of opened packs."""

    fifth: dict[str, Count]
    """Number of fifth cards of each rarity."""

    sides: dict[str, Count] = {}
    """For each rarity, the number of the twelve sides of the die that give it to the fifth card, with these lists.
    Without Art Rares, an Ultra Rare takes their place.
    """

    drawn: dict[str, tuple[DrawnCard, ...]]
    """Number of draws of each card, by its list."""

    fits: tuple[FitOfCounts, ...]


class PackOdds(msgspec.Struct, frozen=True, kw_only=True):
    """The odds of packs, and counts of all packs ever opened: the answer of `GET /v1/packs/odds`."""

    commons: Count
    rares: Count
    fifth: dict[str, Count]
    """For each rarity, the number of the twelve sides of the die that give it to the fifth card, with lists that have
    Art Rares.
    """

    pools: tuple[PoolOdds, ...]
    """By game, with the lists for new packs first."""
