"""A ticket of quick match as the pairing uses it: its wishes, its waiting time, and the players it avoids. Pure."""

from collections.abc import Mapping

import msgspec
from quarterdeck_protocol.lobby.matchmaking import Opponents
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId, TicketId

from quarterdeck_server.extensions import Candidate, PairingRule, asked
from quarterdeck_server.lobby.matchmaking.rating_bands import BOUND, half_width

ANYBODY = 1 << 40
"""Reach of the band of a ticket that has waited for `BOUND`."""

PEOPLE, BOTS = 1, 2
"""Bits of a set of kinds of players."""

REFUSED_BY = {Opponents.ANYBODY: 0, Opponents.PEOPLE: BOTS, Opponents.BOTS: PEOPLE, Opponents.OTHER: 0}
"""The kinds of players that a ticket with these opponents does not meet."""

NO_PLAYERS: frozenset[PlayerId] = frozenset()

Rules = Mapping[str, PairingRule]
"""The installed pairing rules of other packages, by name."""


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """A game that a ticket accepts, with the values that pairing needs."""

    game: GameName
    pool: str
    """A key of everything that has to agree. Tickets may meet if their keys are equal."""

    seats: int
    rating: int
    uncertainty: int


class Ticket(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a quick match ticket that pairing needs."""

    id: TicketId
    players: tuple[PlayerId, ...]
    """The players of the ticket: a single player, or a party that sits together."""

    wishes: tuple[Wish, ...]
    since: Milliseconds
    held_until: Milliseconds = Milliseconds(0)
    """The ticket is not paired before this time."""

    bots_from: Milliseconds | None = None
    """Time from which the ticket accepts bots as opponents; `None` for never."""

    owners: frozenset[PlayerId] = NO_PLAYERS
    """The owners of the bots on this ticket."""

    kinds: int = PEOPLE
    """The kinds of the players of this ticket."""

    opponents: Opponents = Opponents.ANYBODY

    avoids: frozenset[PlayerId] = NO_PLAYERS
    """Players blocked by the players of this ticket."""

    last: frozenset[PlayerId] = NO_PLAYERS
    """Opponents in their last matches."""


class Seeker:
    """A ticket of quick match during one round of pairing."""

    __slots__ = (
        *("ticket", "players", "size", "rank", "avoided_as", "avoids", "last", "reaches"),
        *("is_overdue", "is_taken", "welcomes_bots", "kinds", "refused_kinds", "rules", "candidate"),
    )

    def __init__(self, ticket: Ticket, rank: int, now: Milliseconds, rules: Rules) -> None:
        self.ticket = ticket
        self.rules = rules
        self.rank = rank
        """0 for the ticket with the longest wait."""

        self.players = ticket.players
        self.size = len(ticket.players)
        self.avoided_as = ticket.owners.union(ticket.players) if ticket.owners else ticket.players
        self.avoids = ticket.avoids
        self.last = ticket.last
        self.kinds = ticket.kinds
        self.refused_kinds = REFUSED_BY[ticket.opponents]
        self.is_taken = False
        waited = now - ticket.since
        self.is_overdue = waited >= BOUND
        self.welcomes_bots = ticket.bots_from is not None and ticket.bots_from <= now
        self.reaches = {
            wish.pool: (wish.rating, ANYBODY if self.is_overdue else half_width(wish.uncertainty, waited))
            for wish in ticket.wishes
        }
        """By pool, the rating and the reach of the band."""

        ratings = {str(wish.game): wish.rating for wish in ticket.wishes} if rules else {}
        self.candidate = Candidate(tuple(ticket.players), ratings, waited)

    def may_meet(self, other: "Seeker") -> bool:
        """True if each ticket wants the other's kind of players, no player has blocked another, and no installed rule
        forbids the pair."""
        if self.refused_kinds & other.kinds or other.refused_kinds & self.kinds:
            return False
        if self.avoids and not self.avoids.isdisjoint(other.avoided_as):
            return False
        if other.avoids and not other.avoids.isdisjoint(self.avoided_as):
            return False
        return all(
            asked(name, lambda: rule.may_meet(self.candidate, other.candidate), True)  # noqa: B023 - asked at once
            for name, rule in self.rules.items()
        )

    def has_just_met(self, other: "Seeker") -> bool:
        if self.last and not self.last.isdisjoint(other.players):
            return True
        return bool(other.last) and not other.last.isdisjoint(self.players)

    def fits(self, other: "Seeker", pool: str) -> bool:
        """True if each of two tickets' ratings lies within the other's rating band."""
        mine, my_reach = self.reaches[pool]
        theirs, their_reach = other.reaches[pool]
        return -my_reach <= mine - theirs <= my_reach and -their_reach <= mine - theirs <= their_reach
