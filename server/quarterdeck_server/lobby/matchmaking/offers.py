"""An offer: a match that may begin. Pure: every function returns a new value or raises `CommandRefused`.

    open ──all accept──▶ accepted ──the match has begun──▶ begun
      ├──somebody declines──▶ failed
      └──the deadline passes──▶ failed       (accepted ──the rules cannot begin it──▶ broken)

The ids of its table and its match follow from its own id. So any process can begin it, any number of times, and it is
the same match. Each step is one commit of the offer together with all its tickets and players.
"""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from typing import assert_never

import msgspec
from msgspec import Raw
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.lobby.matchmaking import Offer, OfferStage, TicketEnd
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, OfferId, PlayerId, TableId, TicketId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.matchmaking import tickets as ticketing
from quarterdeck_server.lobby.matchmaking.penalties import MissedOffersRecord, remembered
from quarterdeck_server.lobby.matchmaking.tickets import SeekerRecord, TicketRecord
from quarterdeck_server.lobby.ratings.match_results import foreseen
from quarterdeck_server.lobby.tables.model import PlaceRecord, TableRecord
from quarterdeck_server.lobby.tables.transitions import with_host

TIME_TO_ACCEPT = Milliseconds(20_000)


class OfferAnswer(StrEnum):
    """A player's answer to an offer."""

    ASKED = "asked"
    """The player has not answered yet."""

    ACCEPTED = "accepted"
    DECLINED = "declined"


class OfferedSeat(msgspec.Struct, frozen=True, kw_only=True):
    """The player for a seat in an offered match, with the player's answer."""

    player: Player
    ticket: TicketId | None = None
    """The player's ticket; `None` for a bot of the server."""

    deck: Deck | None = None
    answer: OfferAnswer = OfferAnswer.ASKED
    entropy_hash: str | None = None
    """The hash that binds the player's share of entropy; `None` for none."""


class OfferRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The stored record of an offer. It holds the seed, so only the result of `shown` may leave the server."""

    id: OfferId
    tickets: tuple[TicketId, ...]
    pool: str
    game: GameName
    options: Raw
    time_limit: Milliseconds
    rated: bool
    seats: tuple[OfferedSeat, ...]
    seed: str
    commitment: str
    made_at: Milliseconds
    deadline: Milliseconds
    stage: OfferStage = OfferStage.OPEN

    @property
    def table(self) -> TableId:
        return TableId(hashlib.sha256(f"table of {self.id}".encode()).hexdigest()[:20])

    @property
    def match(self) -> MatchId:
        return MatchId(hashlib.sha256(f"match of {self.id}".encode()).hexdigest()[:24])

    @property
    def is_over(self) -> bool:
        return self.stage not in (OfferStage.OPEN, OfferStage.ACCEPTED)

    @property
    def people(self) -> tuple[PlayerId, ...]:
        return tuple(seat.player.id for seat in self.seats if seat.ticket is not None)

    @property
    def has_bots(self) -> bool:
        return any(seat.ticket is None for seat in self.seats)

    @property
    def groups(self) -> tuple[tuple[PlayerId, ...], ...]:
        """The players of the offer without the server's bots, grouped by ticket."""
        by_ticket: dict[TicketId, tuple[PlayerId, ...]] = {}
        for seat in self.seats:
            if seat.ticket is not None:
                by_ticket[seat.ticket] = (*by_ticket.get(seat.ticket, ()), seat.player.id)
        return tuple(by_ticket.values())

    def seat_of(self, player: PlayerId) -> OfferedSeat | None:
        return next((seat for seat in self.seats if seat.ticket is not None and seat.player.id == player), None)


class OfferOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """Changes of tickets and seekers after the end of an offer."""

    tickets: Mapping[TicketId, TicketRecord | None]
    """The new state of each ticket; `None` for a ticket that is deleted."""

    seekers: Mapping[PlayerId, SeekerRecord]
    """Players without a ticket now; the others are unchanged."""


def accept(offer: OfferRecord, player: PlayerId, entropy_hash: str | None, now: Milliseconds) -> OfferRecord:
    """Return the offer after a player has accepted. A repeated acceptance changes nothing, and the first bound share of
    entropy counts."""
    seat = _own(offer, player)
    if seat.answer is OfferAnswer.ACCEPTED and offer.stage in (OfferStage.OPEN, OfferStage.ACCEPTED, OfferStage.BEGUN):
        return offer
    _only_while_open(offer, now)
    seats = tuple(
        msgspec.structs.replace(each, answer=OfferAnswer.ACCEPTED, entropy_hash=entropy_hash) if each is seat else each
        for each in offer.seats
    )
    stage = OfferStage.ACCEPTED if all(each.answer is OfferAnswer.ACCEPTED for each in seats) else OfferStage.OPEN
    return msgspec.structs.replace(offer, seats=seats, stage=stage)


def decline(offer: OfferRecord, player: PlayerId, now: Milliseconds) -> OfferRecord:
    """Return the offer after a player has declined, even after accepting, as long as some have not accepted. A repeated
    decline changes nothing."""
    seat = _own(offer, player)
    if seat.answer is OfferAnswer.DECLINED:
        return offer
    _only_while_open(offer, now)
    seats = tuple(
        msgspec.structs.replace(each, answer=OfferAnswer.DECLINED) if each is seat else each for each in offer.seats
    )
    return msgspec.structs.replace(offer, seats=seats, stage=OfferStage.FAILED)


def called_off(offer: OfferRecord, gone: Collection[PlayerId]) -> OfferRecord:
    """Return the offer as failed, although all players have accepted it. Either some players are gone, which counts as
    declining, or some may not meet any more, and then nobody is to blame."""
    seats = tuple(
        msgspec.structs.replace(each, answer=OfferAnswer.DECLINED) if each.player.id in gone else each
        for each in offer.seats
    )
    return msgspec.structs.replace(offer, seats=seats, stage=OfferStage.FAILED)


def expire(offer: OfferRecord, now: Milliseconds) -> OfferRecord:
    """Return the offer as failed, because not all players have accepted it before its deadline."""
    is_late = offer.stage is OfferStage.OPEN and now > offer.deadline
    return msgspec.structs.replace(offer, stage=OfferStage.FAILED) if is_late else offer


def after_failing(
    offer: OfferRecord,
    tickets: Mapping[TicketId, TicketRecord],
    seekers: Mapping[PlayerId, SeekerRecord],
    now: Milliseconds,
) -> OfferOutcome:
    """Return the changes of tickets and players after an offer has failed.

    Players who declined seek no longer; if nobody declined, absent players seek no longer. All others are back as
    before, with the time that they have waited. An incomplete party waits for its missing members.
    """
    has_declined = any(seat.answer is OfferAnswer.DECLINED for seat in offer.seats)
    why, said = (TicketEnd.DECLINED, OfferAnswer.DECLINED) if has_declined else (TicketEnd.ABSENT, OfferAnswer.ASKED)
    missing = [seat.player.id for seat in offer.seats if seat.ticket is not None and seat.answer is said]
    left: dict[PlayerId, SeekerRecord] = {}
    for player in missing:
        seeker = seekers[player].without_ticket(why, now)
        missed = (*remembered(seeker.missed, now), MissedOffersRecord(now, has_declined))
        left[player] = msgspec.structs.replace(seeker, missed=missed)
    return OfferOutcome(
        tickets={each.id: ticketing.without(each, missing, now) for each in tickets.values() if each.offer == offer.id},
        seekers=left,
    )


def after_beginning(offer: OfferRecord, seekers: Mapping[PlayerId, SeekerRecord], now: Milliseconds) -> OfferOutcome:
    """Return the changes of tickets and players after the match has begun: nobody seeks any more, and all remember
    their opponents."""
    ended = {}
    for seat in offer.seats:
        if seat.ticket is not None:
            seeker = seekers[seat.player.id].without_ticket(TicketEnd.BEGUN, now)
            met = tuple(each.player.id for each in offer.seats if each.ticket not in (None, seat.ticket))
            ended[seat.player.id] = msgspec.structs.replace(seeker, offer=offer.id, last=met)
    return OfferOutcome(tickets=dict.fromkeys(offer.tickets), seekers=ended)


def after_breaking(offer: OfferRecord, seekers: Mapping[PlayerId, SeekerRecord], now: Milliseconds) -> OfferOutcome:
    """Return the changes of tickets and players if the match cannot begin, by a fault of the server. Nobody seeks any
    more, because the same would happen again."""
    return OfferOutcome(
        tickets=dict.fromkeys(offer.tickets),
        seekers={player: seekers[player].without_ticket(TicketEnd.BROKEN, now) for player in offer.people},
    )


def after(
    offer: OfferRecord,
    tickets: Mapping[TicketId, TicketRecord],
    seekers: Mapping[PlayerId, SeekerRecord],
    now: Milliseconds,
) -> OfferOutcome:
    """Return the changes of tickets and players that follow from the stage of an offer."""
    match offer.stage:
        case OfferStage.FAILED:
            return after_failing(offer, tickets, seekers, now)
        case OfferStage.BEGUN:
            return after_beginning(offer, seekers, now)
        case OfferStage.BROKEN:
            return after_breaking(offer, seekers, now)
        case OfferStage.OPEN | OfferStage.ACCEPTED | OfferStage.OTHER:
            return OfferOutcome(tickets={}, seekers={})
        case _:
            assert_never(offer.stage)


def table_of(offer: OfferRecord) -> TableRecord:
    """Return the table at which all players of an accepted offer sit and are ready. It has no ratings: everybody sees
    the table, and the ratings used for pairing include results that are not public yet."""
    table = TableRecord(
        id=offer.table,
        game=offer.game,
        options=offer.options,
        time_limit=offer.time_limit,
        places=tuple(
            PlaceRecord(player=seat.player, ready=True, entropy_hash=seat.entropy_hash, deck=seat.deck)
            for seat in offer.seats
        ),
        match=offer.match,
        seed=offer.seed,
        commitment=offer.commitment,
        opened_at=offer.made_at,
        rated=offer.rated,
        is_sought=True,
    )
    return with_host(table)


def shown(offer: OfferRecord, viewer: PlayerId) -> Offer:
    """Return an offer as one of its players may see it: the number of acceptances, without names."""
    seat = offer.seat_of(viewer)
    return Offer(
        id=offer.id,
        game=offer.game,
        options=offer.options,
        time_limit=offer.time_limit,
        rated=offer.rated,
        players=tuple(each.player for each in offer.seats),
        commitment=offer.commitment,
        match=offer.match,
        table=offer.table,
        deadline=offer.deadline,
        accepted=sum(each.answer is OfferAnswer.ACCEPTED for each in offer.seats),
        has_accepted=seat is not None and seat.answer is OfferAnswer.ACCEPTED,
        stage=offer.stage,
        unrated=foreseen([each.player for each in offer.seats], is_rated=offer.rated),
    )


def seated(tickets: Sequence[TicketRecord], pool: str, bots: Sequence[Player]) -> list[OfferedSeat]:
    """Return the seats of an offer to these tickets, human players first. Bots have accepted."""
    people = [
        OfferedSeat(player=member.player, ticket=ticket.id, deck=member.decks[wish])
        for ticket in tickets
        for wish in (ticket.place_of(pool),)
        for member in ticket.members
    ]
    return [*people, *(OfferedSeat(player=bot, answer=OfferAnswer.ACCEPTED) for bot in bots)]


def _own(offer: OfferRecord, player: PlayerId) -> OfferedSeat:
    seat = offer.seat_of(player)
    if seat is None:
        raise unknown(offer.id)
    return seat


def unknown(offer: OfferId) -> CommandRefused:
    """Return the refusal for an offer that does not exist, or was not made to this player."""
    return CommandRefused(
        RefusalCode.UNKNOWN_OFFER, Text("You have no offer `{offer}`. It may have ended.", offer=offer), "$.offer"
    )


def _only_while_open(offer: OfferRecord, now: Milliseconds) -> None:
    if offer.stage in (OfferStage.ACCEPTED, OfferStage.BEGUN):
        raise CommandRefused(
            RefusalCode.OFFER_OVER, Text("All players have accepted: the match is starting."), "$.offer"
        )
    if offer.is_over or now > offer.deadline:
        text = Text("This offer has ended: a player declined it, or time ran out.")
        raise CommandRefused(RefusalCode.OFFER_OVER, text, "$.offer")
