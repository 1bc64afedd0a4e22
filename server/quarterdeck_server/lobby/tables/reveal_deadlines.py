"""Deadlines for revealing bound entropy: if a player misses one, the deal is refused.

The first process to see that the time is over ends it, in one commit. The table is set up for another match with
another commitment, and the refused deal is published with its penalty. So an operator with an accomplice at the table
can have one deal refused, visibly and at a price, but can never choose a deal.

Players do not pay for an outage of the server. A process refuses a deal only after it has seen it itself for the whole
time, without a gap. If all processes are down or frozen, or the store is out of reach, nobody can reveal. If the store
loses revealed shares, the full time starts again.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

import msgspec
from quarterdeck_protocol.lobby.tables import RefusedDeal, TableStage
from quarterdeck_protocol.names import MatchId, Milliseconds, PlayerId, TableId

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.chance import Chance, fresh_seed
from quarterdeck_server.lobby.collections import NOTHING, ExtraWrites, again
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.ratings import refused_deals
from quarterdeck_server.lobby.tables import transitions
from quarterdeck_server.lobby.tables.background_tasks import BackgroundTasks
from quarterdeck_server.lobby.tables.model import TableRecord
from quarterdeck_server.lobby.tables.repository import TIME_TO_REVEAL, TableRepository
from quarterdeck_server.store_errors import Unavailable

SECONDS_BETWEEN_LOOKS = 1.0
A_GAP = Milliseconds(3_000)
"""A longer time between two looks means that the process or its store was away. It is less than the time for which a
process guesses the store's time (`StoreClock`). Otherwise a process that wakes would not notice the gap."""

GRACE = Milliseconds(2_000)
"""Time for which a deal is still kept after its deadline. Shares that were revealed in time, to a process that paused
for less than a gap, are read first."""

Penalty = Callable[[Sequence[PlayerId], Milliseconds], Awaitable[ExtraWrites]]


async def _no_penalty(_players: Sequence[PlayerId], _now: Milliseconds) -> ExtraWrites:
    return NOTHING


class _Sight(msgspec.Struct):
    """The deal of a table as this process has last seen it."""

    match: MatchId
    since: Milliseconds
    last: Milliseconds
    shares: int
    """Number of revealed shares at the last look."""


class RevealDeadlines:
    """Cancels deals whose players have not revealed their entropy in time, together with every other process."""

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
        self._seen: dict[TableId, _Sight] = {}
        self.penalty: Penalty = _no_penalty
        """Returns the writes of the penalty for players of quick match that had accepted an offer."""

        repository.asked_to_reveal = self.watch

    def watch(self, table: TableRecord) -> None:
        """Check the table at its deadline, if its deal has neither begun nor been refused by then."""
        now, seen = self._now(), self._seen.get(table.id)
        shares = sum(place.revealed for place in table.places)
        if seen is None:
            self._tasks.start(self._await_reveals(table.id))
        if seen is None or seen.match != table.match or now - seen.last > A_GAP or shares < seen.shares:
            self._seen[table.id] = _Sight(table.match, now, now, shares)
        else:
            seen.last, seen.shares = now, shares

    async def _await_reveals(self, table: TableId) -> None:
        stands = True
        try:
            while stands:
                await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
                with suppress(CommandRefused, Unavailable):  # then this was no look
                    stands = await self.end(table)
        finally:
            self._seen.pop(table, None)

    async def end(self, table: TableId) -> bool:
        """Check a table once more. Begin its match if all have revealed. Refuse its deal if its time is over, because a
        player has not revealed or no process had the bound rules. Return true if the table has to be checked again.
        Idempotent: a second call changes nothing. Raises `CommandRefused`, `Unavailable`."""
        return await again(lambda: self._end(table))

    async def _end(self, table: TableId) -> bool:
        record = await self._repository.find(table)
        if record is None or record.stage is not TableStage.REVEALING:
            return False
        if record.may_begin and self._repository.has_rules_of(record):
            await self._repository.begin_if_ready(record)
            return False
        self.watch(record)
        now = self._now()
        deal = transitions.refused_deal(record, Milliseconds(now - GRACE))
        if deal is None or now < self._seen[table].since + TIME_TO_REVEAL:
            return True
        await self._refuse(record, msgspec.structs.replace(deal, at=now))
        return False

    async def _refuse(self, record: TableRecord, deal: RefusedDeal) -> None:
        seed, commitment = fresh_seed(self._chance)
        match = MatchId(self._chance.token_hex(12))
        fresh = transitions.refused(record, deal, match, seed, commitment)
        absent = fresh.people - self._repository.subscribers.here(record.id)
        fresh = transitions.missed(fresh, absent, self._now())
        await self._repository.write(
            msgspec.structs.replace(fresh, changed=record.changed + 1),
            gone=fresh.is_deserted,
            beside=(await self._price(deal, record)).plus(await self._repository.owned.released(record)),
        )

    async def _price(self, deal: RefusedDeal, table: TableRecord) -> ExtraWrites:
        noted = await refused_deals.noted(self._documents, deal)
        if not table.is_sought:
            return noted
        missing = [deal.players[seat].id for seat in deal.missing]
        return noted.plus(await self.penalty(missing, deal.at))
