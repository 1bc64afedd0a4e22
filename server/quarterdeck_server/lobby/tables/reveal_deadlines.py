"""What becomes of a table at which somebody does not reveal the entropy that they have bound: the deal is refused.

Whichever process sees first that the time is over ends it, in one commit: the table is set up for another match, under
another commitment, and what was refused is published with what it costs. So an operator with an accomplice at the table
can have one deal refused, seen by all and paid for, and never chooses one.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import msgspec
from quarterdeck_protocol.names import MatchId, Milliseconds, PlayerId, TableId
from quarterdeck_protocol.tables import RefusedDeal

from quarterdeck_server.lobby.chance import Chance, fresh_seed
from quarterdeck_server.lobby.collections import NOTHING, ExtraWrites, again
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.ratings import refused_deals
from quarterdeck_server.lobby.tables import transitions
from quarterdeck_server.lobby.tables.background_tasks import BackgroundTasks
from quarterdeck_server.lobby.tables.model import TableRecord
from quarterdeck_server.lobby.tables.repository import TableRepository

MILLISECONDS_OF_GRACE = 2_000
"""How long a process waits once more when the time is over: if it stood still itself, what was revealed meanwhile is
read first."""

Penalty = Callable[[Sequence[PlayerId], Milliseconds], Awaitable[ExtraWrites]]


async def _no_penalty(_players: Sequence[PlayerId], _now: Milliseconds) -> ExtraWrites:
    return NOTHING


class RevealDeadlines:
    """Ends, in this process with every other, what is not revealed in time."""

    def __init__(
        self,
        repository: TableRepository,
        documents: DocumentStore,
        tasks: BackgroundTasks,
        now: Callable[[], Milliseconds],
        chance: Chance,
    ) -> None:
        self._repository = repository
        self._documents = documents
        self._tasks = tasks
        self._now = now
        self._chance = chance
        self._waiting: set[MatchId] = set()
        self.penalty: Penalty = _no_penalty
        """What it costs those in quick match who had accepted an offer."""

        repository.asked_to_reveal = self.watch

    def watch(self, table: TableRecord) -> None:
        """End this in time, if nothing has come of it by then."""
        if table.match not in self._waiting:
            self._waiting.add(table.match)
            self._tasks.start(self._end_later(table))

    async def _end_later(self, table: TableRecord) -> None:
        try:
            left = (table.reveal_until or self._now()) - self._now()
            await asyncio.sleep(max(0, left) / 1000)
            await asyncio.sleep(MILLISECONDS_OF_GRACE / 1000)
        finally:
            self._waiting.discard(table.match)
        await self.end(table.id)

    async def end(self, table: TableId) -> None:
        """Refuse the deal of a table if its time is over and somebody has not revealed; begin its match if all have.
        Doing it twice does it once. Raises `CommandRefused`, `Unavailable`."""
        await again(lambda: self._end(table))

    async def _end(self, table: TableId) -> None:
        record = await self._repository.find(table)
        if record is None:
            return
        deal = transitions.refused_deal(record, self._now())
        if deal is None:
            await self._repository.begin_if_ready(record)
            return
        seed, commitment = fresh_seed(self._chance)
        match = MatchId(self._chance.token_hex(12))
        fresh = transitions.refused(record, deal, match, seed, commitment)
        absent = fresh.people - self._repository.followers.here(table)
        fresh = transitions.missed(fresh, absent, self._now())
        await self._repository.write(
            msgspec.structs.replace(fresh, changed=record.changed + 1),
            gone=fresh.is_deserted,
            beside=await self._price(deal, record),
        )

    async def _price(self, deal: RefusedDeal, table: TableRecord) -> ExtraWrites:
        noted = await refused_deals.noted(self._documents, deal)
        if not table.is_sought:
            return noted
        missing = [deal.players[seat].id for seat in deal.missing]
        return noted.plus(await self.penalty(missing, deal.at))
