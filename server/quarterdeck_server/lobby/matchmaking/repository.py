"""Documents and indexes of quick match in the document store. Their names are used here and nowhere else.

- document `seeker` of a player: their record (`SeekerRecord`), also for a day after their last ticket
- document `ticket` of a ticket (`TicketRecord`), as long as there is one
- document `offer` of an offer (`OfferRecord`), for an hour after its end
- document `party` of a code: the id of its ticket, as long as there is one
- document `wave` (`stored_kinds.LAST_ROUND`): the time of the last round (`LastRoundRecord`)
- index `tickets`: those that may be paired, by the start of their wait
- index `offers`: those that are not over, by the time at which they are due
- index `seekers`: players with a ticket, by the last time a process reported a connection of theirs
- index `waits`: pool, milliseconds and ticket of recent matches, by the start of the match
"""

from collections.abc import Mapping, Sequence

import msgspec
from quarterdeck_protocol.names import Milliseconds, OfferId, PlayerId, TicketId

from quarterdeck_server.lobby import stored_kinds
from quarterdeck_server.lobby.collections import Collection, Snapshot
from quarterdeck_server.lobby.documents import Change, DocumentStore, IndexEntry, IndexSweep
from quarterdeck_server.lobby.matchmaking.offers import OfferOutcome, OfferRecord
from quarterdeck_server.lobby.matchmaking.tickets import SeekerRecord, TicketRecord

TICKET_INDEX = "tickets"
OFFER_INDEX = "offers"
SEEKER_INDEX = "seekers"
WAIT_INDEX = "waits"
SECONDS_A_SEEKER_IS_REMEMBERED = 24 * 60 * 60
SECONDS_AN_OFFER_IS_REMEMBERED = 60 * 60
RECENT = Milliseconds(15 * 60 * 1000)
"""Length of the recent past from which waits are estimated."""


class LastRoundRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The record of the last round of pairing."""

    number: int = 0
    at: Milliseconds = Milliseconds(0)
    steady_since: Milliseconds = Milliseconds(0)
    """Start of the rounds without a gap. Before it, processes could not report their connections."""


class PartyRecord(msgspec.Struct, frozen=True):
    """The record of the ticket that belongs to a party code."""

    ticket: TicketId


SEEKERS = Collection("seeker", SeekerRecord)
TICKETS = Collection("ticket", TicketRecord)
OFFERS = Collection("offer", OfferRecord)
PARTIES = Collection("party", PartyRecord)
LAST_ROUNDS = Collection(stored_kinds.LAST_ROUND, LastRoundRecord)


def party_name(code: str) -> str:
    """Return the name of the document of a party code. The code may contain spaces."""
    return code.encode().hex()


def party_end(code: str) -> Change:
    """Return the change that removes the document of a party code. Such a document is never changed."""
    return Change(PARTIES.key(party_name(code)), 1)


def seeker_change(seen: Snapshot[SeekerRecord], seeker: SeekerRecord) -> Change:
    """Return the change that stores a player's record. The record does not expire while the player has a ticket,
    because the player could otherwise open a second one."""
    return seen.becomes(seeker, None if seeker.ticket is not None else SECONDS_A_SEEKER_IS_REMEMBERED)


def offer_change(seen: Snapshot[OfferRecord], offer: OfferRecord) -> Change:
    """Return the change that stores an offer. A finished offer is kept for an hour."""
    return seen.becomes(offer, SECONDS_AN_OFFER_IS_REMEMBERED if offer.is_over else None)


def place_of(ticket: TicketRecord | None) -> Milliseconds | None:
    """Return a ticket's number in the index of tickets that may be paired; `None` if it may not be paired."""
    return ticket.since if ticket is not None and ticket.is_waiting else None


class MatchmakingRepository:
    """Typed access to the documents of quick match."""

    def __init__(self, documents: DocumentStore) -> None:
        self.documents = documents

    async def seekers(self, players: Sequence[PlayerId]) -> list[Snapshot[SeekerRecord]]:
        """Return the records of these players. Raises `Unavailable`, like all methods below."""
        return await SEEKERS.snapshots(self.documents, players)

    async def tickets(self, tickets: Sequence[TicketId]) -> list[Snapshot[TicketRecord]]:
        """Return these tickets."""
        return await TICKETS.snapshots(self.documents, tickets)

    async def offers(self, offers: Sequence[OfferId]) -> list[Snapshot[OfferRecord]]:
        """Return these offers."""
        return await OFFERS.snapshots(self.documents, offers)

    async def offer(self, offer: OfferId) -> Snapshot[OfferRecord]:
        """Return one offer."""
        (found,) = await self.offers([offer])
        return found

    async def party(self, code: str) -> Snapshot[PartyRecord]:
        """Return the record of the ticket that belongs to a party code."""
        (found,) = await PARTIES.snapshots(self.documents, [party_name(code)])
        return found

    async def last_round(self) -> Snapshot[LastRoundRecord]:
        """Return the number and time of the last round of pairing."""
        (found,) = await LAST_ROUNDS.snapshots(self.documents, ["last"])
        return found


def changes_after(
    after: OfferOutcome,
    tickets: Mapping[TicketId, Snapshot[TicketRecord]],
    seekers: Mapping[PlayerId, Snapshot[SeekerRecord]],
) -> tuple[list[Change], list[IndexEntry | IndexSweep]]:
    """Return the store writes for the tickets of an offer that has ended, without the write of the offer itself."""
    changes: list[Change] = []
    moves: list[IndexEntry | IndexSweep] = []
    for id_, ticket in after.tickets.items():
        seen = tickets[id_]
        if seen.record is None:
            continue
        changes.append(seen.becomes(ticket))
        moves.append(IndexEntry(TICKET_INDEX, id_, place_of(ticket)))
        if ticket is None and seen.record.party is not None:
            changes.append(party_end(seen.record.party.code))
    for player, seeker in after.seekers.items():
        changes.append(seeker_change(seekers[player], seeker))
        moves.append(IndexEntry(SEEKER_INDEX, player, None))
    return changes, moves
