"""Tournaments as documents: read, and changed by commits that append to their logs."""

import asyncio
from collections.abc import Callable, Sequence

from quarterdeck_protocol.lobby.tournaments import TournamentId
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.collections import NOTHING, ExtraWrites, Snapshot, again
from quarterdeck_server.lobby.documents import DocumentStore, IndexChange, IndexEntry
from quarterdeck_server.lobby.event_bus import notification
from quarterdeck_server.lobby.notices.notifications import InboxesChanged
from quarterdeck_server.lobby.tournaments.tournament_log import (
    TOURNAMENTS,
    AnyEvent,
    Created,
    Ended,
    Joined,
    TournamentRecord,
)
from quarterdeck_server.lobby.tournaments.tournament_state import Tournament, state_of

CURRENT = "tournaments_current"
"""Name of the index of tournaments that have not ended, by the time of their making."""

PAST = "tournaments_past"
"""Name of the index of tournaments that have ended, by the time of their end."""

DUE = "tournaments_due"
"""Name of the index of tournaments with work to do, by its time."""

MOST_LISTED = 100

SECONDS_KEPT = 400 * 24 * 60 * 60
"""Seconds for which a tournament is kept after its end."""


def entered(player: PlayerId) -> str:
    """Return the name of the index of tournaments that a player has entered, by time."""
    return f"tournaments {player}"


def directed(person: PlayerId) -> str:
    """Return the name of the index of tournaments that a person directs, also by bots, and that have not ended, by
    time."""
    return f"tournaments_directed {person}"


class TournamentStore:
    """The stored tournaments. All methods raise `Unavailable`."""

    def __init__(self, documents: DocumentStore) -> None:
        self.documents = documents

    async def find(self, tournament: TournamentId) -> Snapshot[TournamentRecord]:
        """Return the stored tournament with its revision, to be changed in a commit."""
        (seen,) = await TOURNAMENTS.snapshots(self.documents, [tournament])
        return seen

    async def read(self, tournament: TournamentId) -> tuple[Snapshot[TournamentRecord], TournamentRecord]:
        """Return the stored tournament with its revision, and its record. Raises `CommandRefused` if there is none."""
        seen = await self.find(tournament)
        if seen.record is None:
            text = Text("There is no tournament `{tournament}`.", tournament=tournament)
            raise CommandRefused(RefusalCode.UNKNOWN_TOURNAMENT, text, "$.tournament")
        return seen, seen.record

    async def listed(self) -> list[TournamentRecord]:
        """Return the tournaments that have not ended, then those that have, newest first."""
        ids: dict[str, None] = {}
        for index in (CURRENT, PAST):
            found = await self.documents.listed(index, most=MOST_LISTED, highest_first=True)
            ids.update((id_, None) for id_, _ in found)
        records = await TOURNAMENTS.read_many(self.documents, list(ids)[:MOST_LISTED])
        return [record for record in records if record is not None]

    async def of_player(self, player: PlayerId) -> list[Tournament]:
        """Return the tournaments that a player has entered, newest first."""
        found = await self.documents.listed(entered(player), most=MOST_LISTED, highest_first=True)
        states = []
        for record in await TOURNAMENTS.read_many(self.documents, [id_ for id_, _ in found]):
            if record is not None:
                states.append(state_of(record))
                await asyncio.sleep(0)  # others take their turn: a large log takes some milliseconds
        return states

    async def directed_by(self, person: PlayerId) -> int:
        """Return the number of tournaments that a person directs, also by bots, and that have not ended."""
        return await self.documents.count(directed(person))

    async def due(self, now: Milliseconds, most: int) -> list[TournamentId]:
        """Return the tournaments with work to do at this time."""
        return [TournamentId(id_) for id_, _ in await self.documents.listed(DUE, most=most, high=now)]

    async def put_off(
        self,
        tournament: TournamentId,
        until: Milliseconds | None,
        unchanged: Snapshot[TournamentRecord] | None = None,
    ) -> None:
        """Set the time at which a tournament has work to do next; `None` for never. Raises `Conflict` if the tournament
        is not `unchanged`."""
        conditions = [] if unchanged is None else [unchanged.stays()]
        await self.documents.commit(conditions, [IndexEntry(DUE, tournament, until)])

    async def append(
        self,
        seen: Snapshot[TournamentRecord],
        record: TournamentRecord,
        events: Sequence[AnyEvent],
        beside: ExtraWrites = NOTHING,
        notified: tuple[PlayerId, ...] = (),
    ) -> TournamentRecord:
        """Append events to the log of a tournament, and wake the work on it. `notified` are players with new notices in
        the same commit. Raises `Conflict` if the tournament has changed since it was read."""
        after = record.plus(*events)
        is_over = any(isinstance(each, Ended) for each in after.log)
        now = after.log[-1].at
        moves: list[IndexChange] = [IndexEntry(DUE, record.id, now)]
        moves.append(IndexEntry(PAST if is_over else CURRENT, record.id, now if is_over else after.log[0].at))
        if is_over:
            moves.append(IndexEntry(CURRENT, record.id, None))
        created = after.log[0]
        if isinstance(created, Created):
            moves.append(IndexEntry(directed(created.owner or created.by), record.id, None if is_over else created.at))
        moves += [IndexEntry(entered(each.player), record.id, each.at) for each in events if isinstance(each, Joined)]
        news = notification(InboxesChanged(notified)) if notified else None
        change = seen.becomes(after, SECONDS_KEPT if is_over else None)
        await self.documents.commit([change, *beside.changes], [*moves, *beside.indexed], news)
        return after

    async def change(
        self,
        tournament: TournamentId,
        decide: Callable[[TournamentRecord, Tournament], Sequence[AnyEvent]],
    ) -> TournamentRecord:
        """Append the events that `decide` returns, with retries on conflicts. Without events nothing changes. Raises
        the errors of `decide`, and `CommandRefused`."""

        async def step() -> TournamentRecord:
            seen, record = await self.read(tournament)
            events = decide(record, state_of(record))
            return await self.append(seen, record, events) if events else record

        return await again(step)
