"""A ticket and the record of its player. Pure: every function returns a new value or raises `CommandRefused`."""

import hashlib
from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Raw
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.lobby.matchmaking import Opponents, PartyCode, TicketEnd
from quarterdeck_protocol.lobby.ratings import Rating, Unrated
from quarterdeck_protocol.names import GameName, Milliseconds, OfferId, PlayerId, Ref, TicketId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player, PlayerKind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import avoided_as
from quarterdeck_server.lobby.matchmaking.candidates import BOTS, PEOPLE, Ticket, Wish
from quarterdeck_server.lobby.matchmaking.penalties import MissedOffersRecord
from quarterdeck_server.lobby.ratings.match_results import is_person

SEATS_FOR_PARTIES = 4
"""Number of seats of the tables at which a party plays together."""


class WishRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The record of a game that a ticket names, with its options as the game has checked them."""

    game: GameName
    options: Raw
    seats: int

    def is_like(self, other: "WishRecord") -> bool:
        return (self.game, bytes(self.options), self.seats) == (other.game, bytes(other.options), other.seats)


class Member(msgspec.Struct, frozen=True, kw_only=True):
    """The record of a player in a ticket, with the facts that pairing needs."""

    player: Player
    ratings: tuple[Rating, ...]
    """In the order of the ticket's wishes."""

    decks: tuple[Deck | None, ...]
    """The player's deck for each wish, in the same order."""

    blocked: tuple[PlayerId, ...] = ()
    last: tuple[PlayerId, ...] = ()
    held_until: Milliseconds = Milliseconds(0)


class TicketRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The stored record of a quick match ticket."""

    id: TicketId
    wishes: tuple[WishRecord, ...]
    time_limit: Milliseconds
    rated: bool
    bots_after: Milliseconds | None
    party: PartyCode | None
    members: tuple[Member, ...]
    waited: Milliseconds = Milliseconds(0)
    """Time that the ticket had waited before friends were last missing."""

    waits_from: Milliseconds | None = None
    """Start of the present wait, in the future if it is held back; `None` while friends are missing."""

    free_from: Milliseconds = Milliseconds(0)
    """Time since which the ticket is complete and in no offer."""

    offer: OfferId | None = None
    """The offer that has claimed the ticket."""

    opponents: Opponents = Opponents.ANYBODY

    @property
    def players(self) -> tuple[PlayerId, ...]:
        return tuple(member.player.id for member in self.members)

    @property
    def bots(self) -> int:
        """Number of bots of players in the ticket."""
        return sum(not is_person(member.player) for member in self.members)

    @property
    def unrated(self) -> Unrated | None:
        """The reason that no match of this ticket can change its players' ratings; `None` if a match may."""
        if not self.rated:
            return Unrated.UNRATED_TABLE
        are_guests = all(member.player.kind is PlayerKind.GUEST for member in self.members)
        return Unrated.GUESTS if are_guests and len(self.members) == self.size else None

    @property
    def size(self) -> int:
        """Number of players that a complete ticket has."""
        return 1 if self.party is None else self.party.size

    @property
    def is_waiting(self) -> bool:
        """True if the ticket itself may be paired: complete, and in no offer."""
        return self.offer is None and len(self.members) == self.size

    @property
    def held_until(self) -> Milliseconds:
        return max((member.held_until for member in self.members), default=Milliseconds(0))

    @property
    def since(self) -> Milliseconds | None:
        """The time at which the wait would have begun if the ticket had waited without interruption until now; `None`
        while friends are missing."""
        return None if self.waits_from is None else Milliseconds(self.waits_from - self.waited)

    def waited_at(self, now: Milliseconds) -> int:
        """Return the time that the ticket has waited, without times of missing friends or of being held back."""
        return self.waited + (0 if self.waits_from is None else max(0, now - self.waits_from))

    def seeks_the_same(self, other: "TicketRecord") -> bool:
        """True if both tickets ask for the same games and conditions."""
        return (self.time_limit, self.rated, self.bots_after, self.party, self.opponents, len(self.wishes)) == (
            other.time_limit,
            other.rated,
            other.bots_after,
            other.party,
            other.opponents,
            len(other.wishes),
        ) and all(mine.is_like(theirs) for mine, theirs in zip(self.wishes, other.wishes, strict=True))

    def pool_of(self, wish: WishRecord) -> str:
        """Return the key that is equal for all tickets that may meet in this game."""
        agreed = f"{wish.seats} {self.time_limit} {self.rated} ".encode() + bytes(wish.options)
        return f"{wish.game}-{hashlib.sha256(agreed).hexdigest()[:16]}"

    def place_of(self, pool: str) -> int:
        """Return the position of the game with this pool key among the games that the ticket asks for."""
        return next(place for place, wish in enumerate(self.wishes) if self.pool_of(wish) == pool)

    def rating_in(self, place: int) -> Rating:
        """Return the rating in the game at this position. For a party, it is the average of its players."""
        ratings = [member.ratings[place] for member in self.members]
        return Rating(
            number=round(sum(each.number for each in ratings) / len(ratings)),
            uncertainty=round(sum(each.uncertainty for each in ratings) / len(ratings)),
            provisional=any(each.provisional for each in ratings),
        )


class SeekerRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The record of a player with a present or past ticket."""

    ticket: TicketId | None = None
    ref: Ref | None = None
    """The command that was answered with the newest ticket."""

    ended: TicketEnd | None = None
    """The end of the last ticket, if there is none now."""

    ended_at: Milliseconds = Milliseconds(0)
    offer: OfferId | None = None
    """The offer that has begun, if that is why it ended."""

    missed: tuple[MissedOffersRecord, ...] = ()
    last: tuple[PlayerId, ...] = ()
    """The player's opponents in the last offered match."""

    def without_ticket(self, why: TicketEnd, now: Milliseconds) -> "SeekerRecord":
        return msgspec.structs.replace(self, ticket=None, ended=why, ended_at=now, offer=None)


def game_of(pool: str) -> str:
    """Return the game that is contained in a pool key."""
    return pool.rpartition("-")[0]


def for_pairing(ticket: TicketRecord) -> Ticket | None:
    """Return the part of a ticket that pairing needs; `None` if it may not be paired."""
    if not ticket.is_waiting or ticket.since is None:
        return None
    ratings = [ticket.rating_in(place) for place in range(len(ticket.wishes))]
    players = [member.player for member in ticket.members]
    return Ticket(
        id=ticket.id,
        players=ticket.players,
        wishes=tuple(
            Wish(
                game=wish.game,
                pool=ticket.pool_of(wish),
                seats=wish.seats,
                rating=rating.number,
                uncertainty=rating.uncertainty,
            )
            for wish, rating in zip(ticket.wishes, ratings, strict=True)
        ),
        since=ticket.since,
        held_until=ticket.held_until,
        bots_from=None if ticket.bots_after is None else Milliseconds(ticket.since + ticket.bots_after),
        owners=frozenset().union(*(avoided_as(member.player) for member in ticket.members)).difference(ticket.players),
        kinds=PEOPLE * any(map(is_person, players)) | BOTS * (not all(map(is_person, players))),
        opponents=ticket.opponents,
        avoids=frozenset(each for member in ticket.members for each in member.blocked),
        last=frozenset(each for member in ticket.members for each in member.last),
    )


def joined(ticket: TicketRecord, wanted: TicketRecord, now: Milliseconds) -> TicketRecord:
    """Add a friend to a party's ticket. `wanted` is the ticket that the friend would have alone. Raises
    `CommandRefused`."""
    (member,) = wanted.members
    if not ticket.seeks_the_same(wanted):
        text = Text(
            "Your friends with this code are looking for another match: games, options, clock, bots, opponents or size "
            "differ."
        )
        raise CommandRefused(RefusalCode.BAD_PARTY, text, "$.party.code")
    if len(ticket.members) == ticket.size:
        text = Text("All {size} players of this code are already here; agree on another code.", size=ticket.size)
        raise CommandRefused(RefusalCode.BAD_PARTY, text, "$.party.code")
    return waiting(msgspec.structs.replace(ticket, members=(*ticket.members, member)), now)


def waiting(ticket: TicketRecord, now: Milliseconds) -> TicketRecord:
    """Return the ticket with its wait started, if it is complete: now, or when none of its players is held back any
    more."""
    is_complete = len(ticket.members) == ticket.size
    waits_from = Milliseconds(max(now, ticket.held_until)) if is_complete else None
    return msgspec.structs.replace(ticket, waits_from=waits_from, free_from=now)


def without(ticket: TicketRecord, leaving: Sequence[PlayerId], now: Milliseconds) -> TicketRecord | None:
    """Return the ticket without these players and without its offer; `None` if no player is left. Its waiting time is
    kept, and continues when all friends have joined again."""
    members = tuple(member for member in ticket.members if member.player.id not in leaving)
    if not members:
        return None
    free = msgspec.structs.replace(ticket, members=members, offer=None, free_from=now)
    if members == ticket.members:
        return free
    return msgspec.structs.replace(free, waited=Milliseconds(ticket.waited_at(now)), waits_from=None)


def with_blocked(ticket: TicketRecord, blocked: Mapping[PlayerId, frozenset[PlayerId]]) -> TicketRecord:
    """Return the ticket with the current block lists of its players."""
    members = [
        msgspec.structs.replace(member, blocked=tuple(sorted(blocked[member.player.id]))) for member in ticket.members
    ]
    return msgspec.structs.replace(ticket, members=tuple(members))


def check_party(party: PartyCode, wishes: Sequence[WishRecord]) -> None:
    """Raise `CommandRefused` if a game that a party asks for has not the number of seats that parties need."""
    for place, wish in enumerate(wishes):
        if wish.seats != SEATS_FOR_PARTIES:
            text = Text(
                "A party needs a game with {party_seats} seats; in quick match `{game}` has {seats}.",
                party_seats=SEATS_FOR_PARTIES,
                game=wish.game,
                seats=wish.seats,
            )
            raise CommandRefused(RefusalCode.BAD_PARTY, text, f"$.games[{place}]")
    if party.code != party.code.strip() or not party.code.isprintable():
        raise CommandRefused(
            RefusalCode.BAD_PARTY,
            Text("A party code needs visible characters, without spaces around it."),
            "$.party.code",
        )
