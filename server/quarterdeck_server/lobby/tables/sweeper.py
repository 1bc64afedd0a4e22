"""Automatic changes of tables: missing players lose their seats, and unfinished work of other processes is completed.

A player is at a table as long as one of the player's connections follows it, in any process. A process knows only its
own connections, and may die without notice. So a process that misses a player only records this at the table. A process
with a connection of the player records that the player is back. If none does, the seat is free after a while. Tables
without changes for a long time get such a roll call, too.
"""

import asyncio
from collections.abc import Callable, Sequence

import structlog
from quarterdeck_protocol.lobby.tables import TableStage
from quarterdeck_protocol.names import MatchId, Milliseconds, PlayerId, TableId

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.tables import transitions
from quarterdeck_server.lobby.tables.background_tasks import BackgroundTasks
from quarterdeck_server.lobby.tables.model import TableRecord
from quarterdeck_server.lobby.tables.repository import MatchStarter, TableRepository
from quarterdeck_server.lobby.tables.reveal_deadlines import RevealDeadlines
from quarterdeck_server.periodic_work import in_turns, repeat
from quarterdeck_server.store_errors import Unavailable

SECONDS_BETWEEN_SWEEPS = 15.0
SECONDS_UNTIL_A_SEAT_IS_FREE = 120.0
SECONDS_UNTIL_NOTED_AGAIN = 2.0
MOST_MATCHES_IN_A_SWEEP = 20
"""Number of tables that a sweep checks for the end of their match. The next sweep checks others."""

_log = structlog.get_logger()


class TableSweeper:
    """Applies automatic changes of tables, together with every other process."""

    def __init__(
        self,
        repository: TableRepository,
        dealer: MatchStarter,
        reveals: RevealDeadlines,
        tasks: BackgroundTasks,
        now: Callable[[], Milliseconds],
    ) -> None:
        self._repository = repository
        self._dealer = dealer
        self._reveals = reveals
        self._tasks = tasks
        self._now = now
        self._asked_of = TableId("")
        """The last table that was checked for the end of its match."""

        self.is_started = False
        """True if this process looks after the tables of all processes."""

    def start(self) -> None:
        """Start the background task that applies due changes to tables. Other processes do the same at the same
        time."""
        self.is_started = True
        self._tasks.start(repeat(self.sweep, SECONDS_BETWEEN_SWEEPS, meanwhile="tables are not being swept"))

    async def gone(self, table: TableId, player: PlayerId, *, resumes: bool = False) -> None:
        """Record that a player's connection is gone: the player is not ready any more, and after a while the seat is
        free.

        Nothing happens if the player has another connection to this table, as after a reconnect. If the session
        `resumes` on a newer connection, that connection must follow this table in the same time, and the player stays
        ready meanwhile. Raises `CommandRefused`, `Unavailable`.
        """
        if player in self._repository.subscribers.here(table):
            return
        record = await self._repository.read(table)
        if record.seat_of(player) is None or record.stage is not TableStage.GATHERING:
            return

        def change(record: TableRecord) -> TableRecord:
            if resumes:
                return transitions.missed(record, (player,), self._now())
            return transitions.gone(record, player, self._now())

        await self._repository.change(table, change)
        self._tasks.start(self._free_seats_later(table))

    async def _free_seats_later(self, table: TableId) -> None:
        await asyncio.sleep(SECONDS_UNTIL_A_SEAT_IS_FREE)
        await self._repository.advance(table)

    def match_ended(self, table: TableId | None, match: MatchId) -> None:
        """Record, as soon as it can be stored, that the match of a table has ended."""
        if table is not None:
            self._tasks.start(self._note_that_it_is_over(table, match))

    async def _note_that_it_is_over(self, table: TableId, match: MatchId) -> None:
        while True:
            try:
                return await self.match_over(table, match)
            except Unavailable:
                await asyncio.sleep(SECONDS_UNTIL_NOTED_AGAIN)

    async def match_over(self, table: TableId, match: MatchId) -> None:
        """Record that the match of a table has ended. Raises `CommandRefused`, `Unavailable`."""

        def change(record: TableRecord) -> TableRecord:
            return (
                transitions.over(record, self._now())
                if record.match == match and record.stage is TableStage.PLAYING
                else record
            )

        await self._repository.change(table, change)

    async def sweep(self) -> None:
        """Repair every table once: seats of missing players, due roll calls, matches that should have begun or have
        ended unnoticed, and entropy not revealed in time. Raises `Unavailable`."""
        records = await self._repository.read_all()
        due = self._some_that_play(records)
        async for some in in_turns(records):
            due += [table for table in some if self._is_neglected(table)]
        for table in due:
            await self._tend(table)
        await self._repository.owned.sweep()

    def _is_neglected(self, table: TableRecord) -> bool:
        return table.may_begin or table.stage is TableStage.REVEALING or self._tended(table) != table

    def _some_that_play(self, records: Sequence[TableRecord]) -> list[TableRecord]:
        """Return some tables whose match is not known to be over: the next ones in the order of their ids."""
        playing = [table for table in records if table.stage is TableStage.PLAYING]
        some = sorted(playing, key=lambda table: (table.id <= self._asked_of, table.id))[:MOST_MATCHES_IN_A_SWEEP]
        if some:
            self._asked_of = some[-1].id
        return some

    def _tended(self, record: TableRecord) -> TableRecord:
        return transitions.roll_called(
            self._repository.due(record), self._repository.subscribers.here(record.id), self._now()
        )

    async def _tend(self, table: TableRecord) -> None:
        """Apply the due changes of one table. A fault there must not affect other tables. Raises `Unavailable`."""
        try:
            if table.stage is TableStage.REVEALING:
                await self._reveals.end(table.id)
            elif table.stage is not TableStage.PLAYING:
                await self._repository.change(table.id, self._tended)
            elif await self._dealer.is_over(table.match):
                await self.match_over(table.id, table.match)
        except Unavailable:
            raise
        except CommandRefused as refusing:  # somebody else was faster, or it is gone
            _log.info("a table could not be swept", table=table.id, why=str(refusing))
        except Exception:
            _log.exception("a table cannot be swept", table=table.id)
