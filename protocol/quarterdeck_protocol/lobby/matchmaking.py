"""Quick match: messages about tickets and offers.

A **ticket** is a player's standing request to be paired. An **offer** is a match that may begin. It begins when all its
players have accepted it in time. Otherwise the players that have accepted keep waiting with their old tickets.
"""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Raw

from quarterdeck_protocol.decks import DeckText
from quarterdeck_protocol.lobby.ratings import Unrated
from quarterdeck_protocol.lobby.tables import EntropyHash
from quarterdeck_protocol.names import Count, GameName, MatchId, Milliseconds, OfferId, TableId, TicketId, Whole
from quarterdeck_protocol.open_enum import OpenEnum
from quarterdeck_protocol.sides import FromClient, FromServer, Player, Scope

ShortName = Annotated[GameName, Meta(max_length=64)]


class TicketStage(OpenEnum):
    """Stages of a quick match ticket."""

    GATHERING = "gathering"
    """Not all friends of the party have joined yet."""

    WAITING = "waiting"
    """The ticket waits to be paired."""

    HELD = "held"
    """The ticket is not paired until `held_until`."""

    OFFERED = "offered"
    """The player has an open offer."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a stage that is newer than itself."""


class TicketEnd(OpenEnum):
    """Reasons for the end of a quick match ticket."""

    UNSOUGHT = "unsought"
    """The player cancelled the search."""

    DECLINED = "declined"
    """The player declined an offer."""

    ABSENT = "absent"
    """The player did not answer an offer in time."""

    GONE = "gone"
    """The player was not connected."""

    BEGUN = "begun"
    """The match has begun."""

    BROKEN = "broken"
    """The match could not start."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a value that is newer than itself."""


class OfferStage(OpenEnum):
    """Stages of a quick match offer."""

    OPEN = "open"
    """Not all players have accepted it yet."""

    ACCEPTED = "accepted"
    """All players have accepted it, and the match is about to begin."""

    BEGUN = "begun"
    """The match has begun."""

    FAILED = "failed"
    """A player declined it, or not all players accepted it in time."""

    BROKEN = "broken"
    """The match could not start, because of a fault of the server."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a stage that is newer than itself."""


def _no_options() -> Raw:
    return Raw(b"{}")  # made anew, because a default that is `Raw` cannot be written into the schema


class Opponents(OpenEnum):
    """The players that a ticket can be paired with: people, bots of players, or both. The server's bots do not count
    here."""

    ANYBODY = "anybody"
    PEOPLE = "people"
    BOTS = "bots"

    OTHER = "other"
    """Not sent by this server: a client uses it for a value that is newer than itself."""


class SoughtGame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game that the player is willing to play, with its default number of seats."""

    game: ShortName
    options: Raw = msgspec.field(default_factory=_no_options)
    """The game's own options, an object; absent ones have their defaults. Only players with the same options meet."""

    deck: DeckText | None = None
    """The deck to play, where players bring decks; without it, a ready deck. It does not affect pairing."""


class PartyCode(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A party: friends that want to play at one table."""

    code: Annotated[str, Meta(min_length=4, max_length=32)]
    """The code that the friends have agreed on. Every player that knows it can join the party, so choose one that is
    hard to guess."""

    size: Annotated[int, Meta(ge=2, le=4)]
    """Number of friends."""


class Seek(FromClient, frozen=True, kw_only=True, tag="seek"):
    """Search for opponents. Answered by `ticket_changed`, which is sent again on each round of pairing.

    A player has at most one ticket. If the same command is sent again, for example after a reconnect, the answer has
    the existing ticket.
    """

    open_to = (Scope.PLAY,)

    games: Annotated[tuple[SoughtGame | ShortName, ...], Meta(min_length=1, max_length=8)]
    """One or several games, each by its name, or by its name and options. The player is paired in the game that comes
    first."""

    time_limit: Annotated[int, Meta(ge=1_000, le=86_400_000)] = 30_000
    """The time for one decision of a seat, as in `open_table`."""

    rated: bool = True
    """True for a rated match. Only players with the same setting are paired."""

    bots_after: Annotated[int, Meta(ge=0, le=86_400_000)] | None = None
    """The wait after which the server's bots may take free seats; `null` for never."""

    party: PartyCode | None = None
    """The player's party. Each friend sends the same `seek` with the same code. The party is paired when all friends
    have done so."""

    opponents: Opponents = Opponents.ANYBODY
    """The players to meet: people, bots of players, or both. Players are paired only if each wants the other."""


class Unseek(FromClient, frozen=True, kw_only=True, tag="unseek"):
    """Cancel the search. An offer that waits for the sender's answer is declined. Answered by `ticket_changed`."""

    open_to = (Scope.PLAY,)


class Accept(FromClient, frozen=True, kw_only=True, tag="accept"):
    """Accept an offer. When all have accepted, its `table` is sent: players with bound entropy reveal it there, and the
    match begins. Answered by `offer_changed`."""

    open_to = (Scope.PLAY,)

    offer: Annotated[OfferId, Meta(max_length=64)]
    entropy_hash: EntropyHash | None = None
    """The hash of the player's share of entropy, which goes into every shuffle, as in `ready`. The first value counts.
    The player reveals the share at the offer's table when all players have accepted."""


class Decline(FromClient, frozen=True, kw_only=True, tag="decline"):
    """Decline an offer and cancel the search. Answered by `offer_changed`. The search of the other players continues at
    once."""

    open_to = (Scope.PLAY,)

    offer: Annotated[OfferId, Meta(max_length=64)]


class Band(msgspec.Struct, frozen=True, kw_only=True):
    """The band of ratings that the player can be paired with."""

    after: Milliseconds
    """The time from now at which this band applies."""

    lowest: Whole | None
    """The lowest rating in the band. `null`, together with `highest`, for any rating, the nearest first."""

    highest: Whole | None


class TicketGame(msgspec.Struct, frozen=True, kw_only=True):
    """State of the player's search in one of the games."""

    game: GameName
    options: Any
    rating: Whole
    """The player's rating, or the average of the party."""

    uncertainty: Count
    looking: Count
    """Number of players with the same search after the last round, including the recipient. Players with an open offer
    and incomplete parties are not counted."""

    looking_bots: Count = 0
    """Number of bots of players among them."""

    bands: tuple[Band, ...]
    """The rating band now and in 10, 30 and 60 seconds. While friends are missing, the times are as if the party were
    complete now."""

    estimated_wait: Milliseconds | None
    """The estimated remaining wait, from recent players that waited as long and were paired with people only; `null`
    without such players."""


class TicketParty(msgspec.Struct, frozen=True, kw_only=True):
    """The party (group of friends) of a quick match ticket."""

    size: Count
    players: tuple[Player, ...]
    """The friends that have joined."""


class Ticket(msgspec.Struct, frozen=True, kw_only=True):
    """A quick match ticket and its stage."""

    id: TicketId
    games: tuple[TicketGame, ...]
    time_limit: Milliseconds
    rated: bool
    since: Milliseconds
    """The start of the wait: `now − since` is the time waited. It does not grow while friends are missing or a player
    is held back."""

    stage: TicketStage

    bots_from: Milliseconds | None
    """The time from which bots may take seats; `null` for never."""

    anybody_from: Milliseconds
    """The time from which the nearest opponents are accepted, whatever their rating."""

    held_until: Milliseconds | None
    """The time until which the ticket is not paired, because its player did not respond to earlier offers. `null` if it
    is not held."""

    party: TicketParty | None
    offer: OfferId | None
    """The open offer; `null` without one."""

    unrated: Unrated | None = None
    """The reason why no match of this ticket can be rated: `unrated_table`, or `guests` if no player of the ticket has
    an account. `null` if a match may be rated, and from older servers. `rated` stays as requested."""

    opponents: Opponents = Opponents.ANYBODY
    """The players that the ticket can be paired with, as requested."""


class TicketChanged(FromServer, frozen=True, kw_only=True, tag="ticket_changed"):
    """Current state of the player's ticket, sent on each round."""

    ticket: Ticket | None
    """The ticket; `null` if the player has none."""

    ended: TicketEnd | None
    """The reason for the end of the ticket; `null` if there was no ticket recently."""

    now: Milliseconds
    """The store's clock."""


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """A proposed match."""

    id: OfferId
    game: GameName
    options: Any
    time_limit: Milliseconds
    rated: bool
    players: tuple[Player, ...]
    """The players, seat by seat."""

    commitment: str
    """SHA-256 of the seed of the match, in hexadecimal. Note it before you send your own hash in `accept`."""

    match: MatchId
    table: TableId
    """The table of the match, if the match begins."""

    deadline: Milliseconds
    """The time by which all players must accept."""

    accepted: Count
    """Number of seats that have accepted. The server's bots always count as accepted."""

    has_accepted: bool
    """True if the recipient has accepted."""

    stage: OfferStage

    unrated: Unrated | None = None
    """The reason why this match would not be rated: `bots`, `same_player_twice`, `unrated_table` or `guests`. `null` if
    it may be rated, and from older servers. `rated` says if its players sought a rated match."""


class OfferChanged(FromServer, frozen=True, kw_only=True, tag="offer_changed"):
    """An offer is new or has changed: a player accepted, the match began, or the offer failed."""

    offer: Offer
    now: Milliseconds
    """The store's clock: `deadline − now` is the remaining time."""
