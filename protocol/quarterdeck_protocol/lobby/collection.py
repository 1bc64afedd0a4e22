"""Messages about the copies of cards that one owns, and about packs."""

from enum import StrEnum
from typing import Annotated, NewType

import msgspec
from msgspec import Meta

from quarterdeck_protocol.fairness.pack_draws import PackPool, PackRarity
from quarterdeck_protocol.names import Count, GameName, Milliseconds, Whole
from quarterdeck_protocol.sides import FromClient, FromServer, Scope, ShortText

PackId = NewType("PackId", str)
"""A pack that somebody has earned."""

Game = Annotated[GameName, Meta(max_length=64)]


class GetCollection(FromClient, frozen=True, kw_only=True, tag="get_collection"):
    """Ask for the sender's collection. Answered by `collection`."""

    open_to = (Scope.COLLECTION_READ, Scope.COLLECTION_TRADE)

    game: Game | None = None
    """Only cards of this game."""


class GetMovements(FromClient, frozen=True, kw_only=True, tag="get_movements"):
    """Ask how one's cards have come and gone. Answered by `movements`."""

    open_to = (Scope.COLLECTION_READ, Scope.COLLECTION_TRADE)

    before: Count | None = None
    """Only movements before this number: the cursor of `movements`."""


class GetPacks(FromClient, frozen=True, kw_only=True, tag="get_packs"):
    """Ask which packs one has that are not opened. Answered by `packs`."""

    open_to = (Scope.COLLECTION_READ, Scope.COLLECTION_TRADE)


class ClaimPacks(FromClient, frozen=True, kw_only=True, tag="claim_packs"):
    """Take all packs that are due: the first gift, those of the day, and those for rated matches that have ended. A
    guest is `not_registered`, an account that is too young `too_new`, a game without packs `no_packs`. Answered by
    `packs`."""

    open_to = (Scope.COLLECTION_TRADE,)

    game: Game
    """For which game the gift and the packs of the day are; one for a match is for its game."""


class OpenPack(FromClient, frozen=True, kw_only=True, tag="open_pack"):
    """Open a pack. Answered by `pack_opened`. A repeated command gets the same answer, regardless of its entropy."""

    open_to = (Scope.COLLECTION_TRADE,)

    pack: Annotated[PackId, Meta(max_length=64)]
    """The pack by its id, from `packs`."""

    entropy: ShortText = ""
    """The player's own randomness, which goes into the draw. The server has committed itself to its own before, so
    nobody can have chosen the result."""


class OwnedCopies(msgspec.Struct, frozen=True, kw_only=True):
    """Number of copies that a player owns of a card, or of a printing of it."""

    game: GameName
    card: str
    """The id of the card, or of the printing, in the catalogue of the game."""

    count: Count
    free: Count
    """Number of them that are neither in an open offer nor in a running match."""


class MovementCause(StrEnum):
    """Why cards have moved."""

    GIFT = "gift"
    """The house has given them."""

    PACK = "pack"
    """A pack was opened; `of` is the pack."""

    CODE = "code"
    """A code was claimed."""

    TRADE = "trade"
    """Two players have traded; `of` is the trade."""

    DELETION = "deletion"
    """An account was deleted, and its cards are burnt. Players are not notified of their own."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a cause that is newer than itself."""

    @classmethod
    def _missing_(cls, value: object) -> "MovementCause":
        return cls.OTHER


class CardMoved(msgspec.Struct, frozen=True, kw_only=True):
    """Number of copies of a card, or of a printing, that a player has received; below zero, given away."""

    game: GameName
    card: str
    count: Whole


class CopiesMoved(msgspec.Struct, frozen=True, kw_only=True):
    """A movement of one's cards."""

    number: Count
    """Which of one's movements it is, counted from 1."""

    at: Milliseconds
    cause: MovementCause
    of: str
    """The id of the cause; empty for a gift."""

    cards: tuple[CardMoved, ...]


class PackSource(StrEnum):
    """Ways to earn a pack."""

    GIFT = "gift"
    """The first gift."""

    DAY = "day"
    """For the day."""

    MATCH = "match"
    """For a rated match."""

    CODE = "code"
    """By a code."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a source that is newer than itself."""

    @classmethod
    def _missing_(cls, value: object) -> "PackSource":
        return cls.OTHER


class Pack(msgspec.Struct, frozen=True, kw_only=True):
    """A pack that is not opened."""

    id: PackId
    game: GameName
    source: PackSource
    commitment: str
    """SHA-256 of the seed of the pack, in hexadecimal."""

    pool: str
    """The hash of the lists from which it is drawn (FAIRNESS.md, *Packs*); the lists are in the odds."""

    earned_at: Milliseconds
    """The time at which it was given, by the store's clock."""


class PackCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card of a pack."""

    card: str
    """The id of the card, or of the printing."""

    rarity: PackRarity

    def known(self, pool: PackPool) -> "PackCard":
        """Return the card under the rarity that it has in these lists: older servers sent `art_rare` for an Ultra Rare
        that stood in for an Art Rare."""
        return msgspec.structs.replace(self, rarity=pool.known(self.rarity))


class Collection(FromServer, frozen=True, kw_only=True, tag="collection"):
    """Answers `get_collection`."""

    copies: tuple[OwnedCopies, ...]
    """By game and card. Cards without a copy are left out. Nobody owns Powers: they belong to everybody."""


class Movements(FromServer, frozen=True, kw_only=True, tag="movements"):
    """Answers `get_movements`."""

    movements: tuple[CopiesMoved, ...]
    """The newest first; at most 100."""

    before: Count | None = None
    """The cursor for the next page; `null` if these are all."""


class Packs(FromServer, frozen=True, kw_only=True, tag="packs"):
    """Answers `get_packs` and `claim_packs`."""

    packs: tuple[Pack, ...]
    """Those that are not opened, the oldest first."""

    earned: Count = 0
    """Number of them that this command gave."""

    next_at: Milliseconds | None = None
    """The time of the packs for the next day; `null` where days bring none."""

    due_from: Milliseconds | None = None
    """From when on this account may claim packs, while it is `too_new` for that; `null` once it may, and from older
    servers."""


class PackOpened(FromServer, frozen=True, kw_only=True, tag="pack_opened"):
    """Answers `open_pack`."""

    pack: PackId
    """The pack by its id."""

    game: GameName
    cards: tuple[PackCard, ...]
    """Three Commons, a Rare, and the fifth."""

    seed: str
    """The server's randomness, in hexadecimal. Its SHA-256 was the commitment."""

    entropy: str
    """That with which it was opened."""

    pool: str
    """The hash of the lists from which it was drawn, as published before."""

    opened_at: Milliseconds


class DrawnCard(msgspec.Struct, frozen=True, kw_only=True):
    """Number of times that a card was drawn."""

    card: str
    drawn: Count


class FitOfCounts(msgspec.Struct, frozen=True, kw_only=True):
    """Pearson's chi-square test of drawn cards against chance."""

    what: str
    """The counted set: `fifth`, the rarity of fifth cards; otherwise a rarity, within which every card is as likely."""

    chi_square: float
    degrees: Count
    p: float
    """The probability of counts that are as far off, or farther, by chance alone. Of a thousand honest servers one is
    below 0.001."""


class PoolOdds(msgspec.Struct, frozen=True, kw_only=True):
    """The packs that were drawn from the same lists."""

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
    """Of how many sides of twelve the fifth card is of each rarity, with these lists: where they have no Art Rares, an
    Ultra Rare takes their place."""

    drawn: dict[str, tuple[DrawnCard, ...]]
    """Number of draws of each card, by its list."""

    fits: tuple[FitOfCounts, ...]


class PackOdds(msgspec.Struct, frozen=True, kw_only=True):
    """The odds of packs, and counts of all packs ever opened: the answer of `GET /v1/packs/odds`."""

    commons: Count
    rares: Count
    fifth: dict[str, Count]
    """Of how many sides of twelve the fifth card is of each rarity, where the lists have Art Rares."""

    pools: tuple[PoolOdds, ...]
    """By game; those from which new packs are drawn first."""
