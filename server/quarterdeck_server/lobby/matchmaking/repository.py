"""Where quick match keeps what it keeps: the documents and indexes of the document store, spelled here and nowhere
else.

- document `seeker` of a player: their record (`SeekerRecord`), also for a day after their last ticket
- document `ticket` of a ticket (`TicketRecord`), as long as there is one
- document `offer` of an offer (`OfferRecord`), for an hour after its end
- document `party` of a code: the id of its ticket, as long as there is one
- document `wave`: when the last one was (`LastRoundRecord`)
- index `tickets`: those that may be paired, by since when they wait
- index `offers`: those that are not over, by when somebody has to look at them
- index `seekers`: players with a ticket, by when a process last said that they are connected to it
- index `waits`: pool, milliseconds and ticket of those who found a match lately, by when it began
"""

from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

import msgspec
from quarterdeck_protocol.names import Milliseconds, OfferId, PlayerId, TicketId

from quarterdeck_server.lobby.documents import Change, Document, DocumentStore, IndexEntry, Key, SweepResult, Unchanged
from quarterdeck_server.lobby.matchmaking.offers import OfferOutcome, OfferRecord
from quarterdeck_server.lobby.matchmaking.tickets import SeekerRecord, TicketRecord

TICKETS = "tickets"
OFFERS = "offers"
SEEKERS = "seekers"
WAITS = "waits"
SECONDS_A_SEEKER_IS_REMEMBERED = 24 * 60 * 60
SECONDS_AN_OFFER_IS_REMEMBERED = 60 * 60
RECENT = Milliseconds(15 * 60 * 1000)
"""How far back the recent past goes, by which a wait is estimated."""


class LastRoundRecord(msgspec.Struct, frozen=True, kw_only=True):
    """When the last round was."""

    number: int = 0
    at: Milliseconds = Milliseconds(0)
    steady_since: Milliseconds = Milliseconds(0)
    """Since when rounds have followed each other without a gap. Before, nobody could say that they are connected."""


class PartyRecord(msgspec.Struct, frozen=True):
    """Which ticket is the one of a code."""

    ticket: TicketId


Kind = TypeVar("Kind", SeekerRecord, TicketRecord, OfferRecord, LastRoundRecord, PartyRecord)


class Snapshot(Generic[Kind]):
    """A document as it was read: what it holds, and its revision."""

    __slots__ = ("kept", "key", "revision")

    def __init__(self, key: Key, revision: int, kept: Kind | None) -> None:
        self.key = key
        self.revision = revision
        """0 if there is none."""

        self.kept: Kind | None = kept

    def becomes(self, kept: Kind | None, seconds: int | None = None) -> Change:
        return Change(self.key, self.revision, None if kept is None else msgspec.json.encode(kept), seconds)

    def stays(self) -> Unchanged:
        return Unchanged(self.key, self.revision)


_LAST_ROUND = Key("wave", "last")


def seeker_key(player: PlayerId) -> Key:
    return Key("seeker", player)


def ticket_key(ticket: TicketId) -> Key:
    return Key("ticket", ticket)


def offer_key(offer: OfferId) -> Key:
    return Key("offer", offer)


def party_key(code: str) -> Key:
    return Key("party", code.encode().hex())  # a code may hold spaces


def seeker_change(seen: Snapshot[SeekerRecord], seeker: SeekerRecord) -> Change:
    """Keep a player's record: for ever while there is a ticket, or a second one could be had when it is forgotten."""
    return seen.becomes(seeker, None if seeker.ticket is not None else SECONDS_A_SEEKER_IS_REMEMBERED)


def offer_change(seen: Snapshot[OfferRecord], offer: OfferRecord) -> Change:
    """Keep an offer; for an hour when it is over."""
    return seen.becomes(offer, SECONDS_AN_OFFER_IS_REMEMBERED if offer.is_over else None)


def place_of(ticket: TicketRecord | None) -> Milliseconds | None:
    """Return where a ticket stands among those that may be paired; `None` if it may not."""
    return ticket.since if ticket is not None and ticket.is_waiting else None


class MatchmakingRepository:
    """The document store, read as what it means here."""

    def __init__(self, documents: DocumentStore) -> None:
        self.documents = documents

    async def seekers(self, players: Sequence[PlayerId]) -> list[Snapshot[SeekerRecord]]:
        """Return the records of these players. Raises `Unavailable`, as all here."""
        return await self._read([seeker_key(player) for player in players], SeekerRecord)

    async def tickets(self, tickets: Sequence[TicketId]) -> list[Snapshot[TicketRecord]]:
        """Return these tickets."""
        return await self._read([ticket_key(ticket) for ticket in tickets], TicketRecord)

    async def offers(self, offers: Sequence[OfferId]) -> list[Snapshot[OfferRecord]]:
        """Return these offers."""
        return await self._read([offer_key(offer) for offer in offers], OfferRecord)

    async def offer(self, offer: OfferId) -> Snapshot[OfferRecord]:
        """Return one offer."""
        (found,) = await self.offers([offer])
        return found

    async def party(self, code: str) -> Snapshot[PartyRecord]:
        """Return which ticket a code has."""
        (found,) = await self._read([party_key(code)], PartyRecord)
        return found

    async def last_round(self) -> Snapshot[LastRoundRecord]:
        """Return when the last round was."""
        (found,) = await self._read([_LAST_ROUND], LastRoundRecord)
        return found

    async def _read(self, keys: Sequence[Key], kind: type[Kind]) -> list[Snapshot[Kind]]:
        return [read(key, document, kind) for key, document in zip(keys, await self.documents.read(keys), strict=True)]


def read(key: Key, document: Document | None, kind: type[Kind]) -> Snapshot[Kind]:
    """Return what a document holds."""
    return (
        Snapshot(key, 0, None)
        if document is None
        else Snapshot(key, document.revision, msgspec.json.decode(document.kept, type=kind))
    )


def changes_after(
    after: OfferOutcome,
    tickets: Mapping[TicketId, Snapshot[TicketRecord]],
    seekers: Mapping[PlayerId, Snapshot[SeekerRecord]],
) -> tuple[list[Change], list[IndexEntry | SweepResult]]:
    """Return what an offer's end changes in the document store, the offer apart."""
    changes: list[Change] = []
    moves: list[IndexEntry | SweepResult] = []
    for id_, ticket in after.tickets.items():
        seen = tickets[id_]
        if seen.kept is None:
            continue
        changes.append(seen.becomes(ticket))
        moves.append(IndexEntry(TICKETS, id_, place_of(ticket)))
        if ticket is None and seen.kept.party is not None:
            changes.append(Change(party_key(seen.kept.party.code), 1))
    for player, seeker in after.seekers.items():
        changes.append(seeker_change(seekers[player], seeker))
        moves.append(IndexEntry(SEEKERS, player, None))
    return changes, moves
