"""Quick match: messages about tickets and offers.

A **ticket** is a player's standing request to be paired. An **offer** is a match that may begin. It begins when all its
players have accepted it in time. Otherwise the players that have accepted keep waiting with their old tickets.
"""

from enum import StrEnum
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Raw

from quarterdeck_protocol.decks import DeckText
from quarterdeck_protocol.lobby.ratings import Unrated
from quarterdeck_protocol.lobby.tables import EntropyHash
from quarterdeck_protocol.names import Count, GameName, MatchId, Milliseconds, OfferId, TableId, TicketId, Whole
from quarterdeck_protocol.sides import FromClient, FromServer, Player, Scope

ShortName = Annotated[GameName, Meta(max_length=64)]


class TicketStage(StrEnum):
    """Why a ticket is where it is."""

    GATHERING = "gathering"
    """Friends are missing."""

    WAITING = "waiting"
    """It waits to be paired."""

    HELD = "held"
    """It is not paired until `held_until`."""

    OFFERED = "offered"
    """A match is offered to it."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a stage that is newer than itself."""

    @classmethod
    def _missing_(cls, value: object) -> "TicketStage":
        return cls.OTHER


class TicketEnd(StrEnum):
    """Why there is no ticket any more."""

    UNSOUGHT = "unsought"
    """It was taken back."""

    DECLINED = "declined"
    """An offer was declined."""

    ABSENT = "absent"
    """An offer was not answered in time."""

    GONE = "gone"
    """The player was not connected."""

    BEGUN = "begun"
    """The match has begun."""

    BROKEN = "broken"
    """The match could not be begun."""

    OTHER = "other"
    """Not sent by this server: a client uses it for one that is newer than itself."""

    @classmethod
    def _missing_(cls, value: object) -> "TicketEnd":
        return cls.OTHER


class OfferStage(StrEnum):
    """Stages of an offer."""

    OPEN = "open"
    """Not all have accepted it yet."""

    ACCEPTED = "accepted"
    """All have accepted it, and the match is about to begin."""

    BEGUN = "begun"
    """The match has begun."""

    FAILED = "failed"
    """Somebody has declined it, or not all have accepted it in time."""

    BROKEN = "broken"
    """The match could not be begun, by a mistake of the server."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a stage that is newer than itself."""

    @classmethod
    def _missing_(cls, value: object) -> "OfferStage":
        return cls.OTHER


def _no_options() -> Raw:
    return Raw(b"{}")  # made anew, because a default that is `Raw` cannot be written into the schema


class SoughtGame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game one would play. It has the game's usual number of seats."""

    game: ShortName
    options: Raw = msgspec.field(default_factory=_no_options)
    """The game's own options, an object; absent ones have their defaults. Only players with the same options meet."""

    deck: DeckText | None = None
    """The deck to play, where players bring decks; without it, a ready deck. It does not affect pairing."""


class PartyCode(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Friends that want to sit at one table."""

    code: Annotated[str, Meta(min_length=4, max_length=32)]
    """The code that they have agreed on. Every player that knows it comes along: so take one that nobody guesses."""

    size: Annotated[int, Meta(ge=2, le=4)]
    """Number of friends."""


class Seek(FromClient, frozen=True, kw_only=True, tag="seek"):
    """Seek opponents. Answered by `ticket_changed`, which is sent again on each round of pairing.

    A player has at most one ticket. The same command again, as after a reconnect, is answered with the ticket as it is.
    """

    open_to = (Scope.PLAY,)

    games: Annotated[tuple[SoughtGame | ShortName, ...], Meta(min_length=1, max_length=8)]
    """One or several games, whichever comes first: the name of each, or its name and options."""

    time_limit: Annotated[int, Meta(ge=1_000, le=86_400_000)] = 30_000
    """The time for one decision of a seat, as in `open_table`."""

    rated: bool = True
    """True if the match is to count. Only players with the same wish meet."""

    bots_after: Annotated[int, Meta(ge=0, le=86_400_000)] | None = None
    """After how long bots of the house may take the seats that are still free; `null` for never."""

    party: PartyCode | None = None
    """The player's friends, each of whom seeks the same with the same code. They are paired when all have."""


class Unseek(FromClient, frozen=True, kw_only=True, tag="unseek"):
    """Seek no longer; an offer that waits for one's answer is declined. Answered by `ticket_changed`."""

    open_to = (Scope.PLAY,)


class Accept(FromClient, frozen=True, kw_only=True, tag="accept"):
    """Accept an offer. When all have accepted, its `table` is sent: players with bound entropy reveal it there, and the
    match begins. Answered by `offer_changed`."""

    open_to = (Scope.PLAY,)

    offer: Annotated[OfferId, Meta(max_length=64)]
    entropy_hash: EntropyHash | None = None
    """Binds some randomness of the player's own, which goes into every shuffle, as with `ready`. The first value
    counts. It is revealed at the offer's table, when all have accepted."""


class Decline(FromClient, frozen=True, kw_only=True, tag="decline"):
    """Decline an offer, and seek no longer. Answered by `offer_changed`. The others seek on at once."""

    open_to = (Scope.PLAY,)

    offer: Annotated[OfferId, Meta(max_length=64)]


class Band(msgspec.Struct, frozen=True, kw_only=True):
    """Which ratings one would be paired with."""

    after: Milliseconds
    """So long from now."""

    lowest: Whole | None
    """`null`, as `highest`: anybody's, the nearest first."""

    highest: Whole | None


class TicketGame(msgspec.Struct, frozen=True, kw_only=True):
    """State of a player's search for one of the games."""

    game: GameName
    options: Any
    rating: Whole
    """One's rating, or a party's average."""

    uncertainty: Count
    looking: Count
    """Number of players that sought the same after the last round, the recipient included: without players with an
    offer, and friends of whom some are missing."""

    bands: tuple[Band, ...]
    """The band now, in 10, in 30 and in 60 seconds; while friends are missing, as if they came now."""

    estimated_wait: Milliseconds | None
    """The likely remaining wait, by players that have waited as long lately and were paired with people only; `null` if
    there are none."""


class TicketParty(msgspec.Struct, frozen=True, kw_only=True):
    """The friends of a ticket."""

    size: Count
    players: tuple[Player, ...]
    """The friends that have come."""


class Ticket(msgspec.Struct, frozen=True, kw_only=True):
    """A ticket, and why it is where it is."""

    id: TicketId
    games: tuple[TicketGame, ...]
    time_limit: Milliseconds
    rated: bool
    since: Milliseconds
    """Since when it waits, so that `now − since` is for how long it has: while friends are missing or somebody is held
    back, nothing is added to that."""

    stage: TicketStage

    bots_from: Milliseconds | None
    """From when on bots may take seats."""

    anybody_from: Milliseconds
    """From when on the nearest there is will do."""

    held_until: Milliseconds | None
    """Until when it is not paired, because its player was absent when matches were offered; others wait for nothing."""

    party: TicketParty | None
    offer: OfferId | None
    """The offer that waits for answers."""

    unrated: Unrated | None = None
    """Why no match of this ticket moves the ratings of its players: `unrated_table`, or `guests` if none of them has an
    account. `null` while one may, and from older servers. `rated` stays as it was sought."""


class TicketChanged(FromServer, frozen=True, kw_only=True, tag="ticket_changed"):
    """Current state of the player's ticket, sent on each round."""

    ticket: Ticket | None
    """`null` if one has none (any more)."""

    ended: TicketEnd | None
    """Why there is none; `null` if there was none lately."""

    now: Milliseconds
    """The store's clock."""


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """A match that may begin."""

    id: OfferId
    game: GameName
    options: Any
    time_limit: Milliseconds
    rated: bool
    players: tuple[Player, ...]
    """The players, seat by seat."""

    commitment: str
    """SHA-256 of the seed of the match, in hexadecimal. Look at it before you bind entropy."""

    match: MatchId
    table: TableId
    """The match and its table, if it begins."""

    deadline: Milliseconds
    """Until when all must have accepted."""

    accepted: Count
    """Number of seats that have accepted; bots of the house always have."""

    has_accepted: bool
    """True if the recipient has accepted."""

    stage: OfferStage

    unrated: Unrated | None = None
    """The reason why this match would not be rated: `bots`, `same_player_twice`, `unrated_table` or `guests`. `null` if
    it may be rated, and from older servers. `rated` says if its players sought a rated match."""


class OfferChanged(FromServer, frozen=True, kw_only=True, tag="offer_changed"):
    """A match is offered, or more have accepted it, or it has begun or failed."""

    offer: Offer
    now: Milliseconds
    """The store's clock: `deadline − now` is the remaining time."""
