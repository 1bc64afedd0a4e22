"""The seats and the quick-match search of a player, from any process and connection.

A player's page in `seat_limits.py` names all tables at which the player may have a seat, perhaps too many. All of these
are read. Tables that are over, or at which the player has no seat any more, are left out.
"""

import asyncio
from collections.abc import Sequence
from typing import Protocol

from quarterdeck_protocol.lobby.matchmaking import Offer, Ticket
from quarterdeck_protocol.lobby.seats import OwnSeat, Seats
from quarterdeck_protocol.lobby.tables import TableStage
from quarterdeck_protocol.messages import Waiting
from quarterdeck_protocol.names import MatchId, PlayerId, Seat, TableId

from quarterdeck_server.lobby.matchmaking.quick_match import QuickMatch
from quarterdeck_server.lobby.tables.composition import LobbyTables
from quarterdeck_server.lobby.tables.model import TableRecord

MOST_TABLES_SHOWN = 100


class MatchStatus(Protocol):
    """Interface to the status of a match."""

    async def waits_for(self, match: MatchId, seat: Seat) -> tuple[bool, Waiting | None]:
        """Return true if the match is running, and what it waits for from this seat; `None` if it does not wait for the
        seat. Raises `Unavailable`."""
        ...


class PlayerSeats:
    """Finds a player's seats."""

    def __init__(self, tables: LobbyTables, quick_match: QuickMatch, matches: MatchStatus) -> None:
        self._tables = tables
        self._quick_match = quick_match
        self._matches = matches

    async def of(self, player: PlayerId) -> Seats:
        """Return a player's seats at tables, and the player's quick match ticket and offer. Raises `Unavailable`, as
        all methods here."""
        seats, (ticket, offer) = await asyncio.gather(self.at_tables(player), self._sought(player))
        return Seats(seats=seats, ticket=ticket, offer=offer, now=self._quick_match.now())

    async def at_tables(self, player: PlayerId) -> tuple[OwnSeat, ...]:
        """Return the seats of a player at tables."""
        tables = await self._tables.service.may_sit_at(player)
        found = await asyncio.gather(*[self._tables.repository.find(each) for each in _newest(tables)])
        seats = await asyncio.gather(*[self._seat_at(record, player) for record in found if record is not None])
        return tuple(seat for seat in seats if seat is not None)

    async def _seat_at(self, table: TableRecord, player: PlayerId) -> OwnSeat | None:
        seat = table.seat_of(player)
        if seat is None or table.stage is TableStage.OVER:
            return None
        place = table.places[seat]
        asked, waiting = not place.ready or (table.stage is TableStage.REVEALING and place.owes_entropy), None
        if table.stage is TableStage.PLAYING:
            goes_on, waiting = await self._matches.waits_for(table.match, seat)
            if not goes_on:
                return None
            asked = waiting is not None
        return OwnSeat(
            table=table.id,
            match=table.match,
            game=table.game,
            stage=table.stage,
            seat=seat,
            asked=asked,
            until=None if waiting is None else waiting.until,
        )

    async def _sought(self, player: PlayerId) -> tuple[Ticket | None, Offer | None]:
        ticket = (await self._quick_match.here.ticket_of(player)).ticket
        if ticket is None or ticket.offer is None:
            return ticket, None
        return ticket, await self._quick_match.matchmaking.offered(ticket.offer, player)


def _newest(tables: Sequence[TableId]) -> list[TableId]:
    return list(reversed(tables))[:MOST_TABLES_SHOWN]
