"""Commands about schedules, and the work that makes their tournaments.

Every process sweeps. A tournament has an id that follows from its schedule and its time, so two processes make it once,
and so does a process that is restarted between the making and the next time.
"""

import secrets
from collections.abc import Callable

import msgspec
import structlog
from msgspec import Raw
from quarterdeck_protocol.lobby.tournament_schedules import (
    ScheduleId,
    ScheduleTournament,
    TournamentSchedule,
)
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import shown_as
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS, touched
from quarterdeck_server.lobby.chance import Chance, id_by
from quarterdeck_server.lobby.collections import again
from quarterdeck_server.lobby.documents import DocumentStore, IndexEntry
from quarterdeck_server.lobby.tables.model import reused
from quarterdeck_server.lobby.tournaments.schedules.schedule_records import SCHEDULES, ScheduleRecord, next_time
from quarterdeck_server.lobby.tournaments.service import TournamentService
from quarterdeck_server.periodic_work import PeriodicTask, repeat

DUE = "tournament_schedules_due"
"""Name of the index of schedules, by the time at which their next tournament is made."""

MOST_SCHEDULES = 5
"""Limit of the schedules of one person, with those of the person's bots."""

MOST_AT_ONCE = 20
SECONDS_BETWEEN_SWEEPS = 10.0

_log = structlog.get_logger()


def made_by(player: PlayerId) -> str:
    """Return the name of the index of the schedules of a player and the player's bots, by the time of their making."""
    return f"tournament_schedules {player}"


class TournamentSchedules:
    """The schedules of this server. Everything here raises `CommandRefused` and `Unavailable`."""

    def __init__(
        self,
        documents: DocumentStore,
        tournaments: TournamentService,
        now: Callable[[], Milliseconds],
        chance: Chance = secrets,
    ) -> None:
        self._documents = documents
        self._tournaments = tournaments
        self._now = now
        self._chance = chance
        self._sweeping = PeriodicTask()

    def start(self) -> None:
        """Start to sweep periodically."""
        meanwhile = "scheduled tournaments are not made"
        self._sweeping.start(repeat(self.sweep, SECONDS_BETWEEN_SWEEPS, meanwhile=meanwhile))

    async def close(self) -> None:
        """Stop sweeping. Another process continues."""
        await self._sweeping.stop()

    async def of(self, player: PlayerId) -> tuple[TournamentSchedule, ...]:
        """Return the schedules of a player and the player's bots, oldest first."""
        found = await self._documents.listed(made_by(player), most=MOST_SCHEDULES)
        records = await SCHEDULES.read_many(self._documents, [id_ for id_, _ in found])
        return tuple(each.shown for each in records if each is not None)

    async def make(self, player: Player, message: ScheduleTournament) -> tuple[TournamentSchedule, ...]:
        """Make a schedule. If the same command is repeated, there is still only one."""
        now = self._now()
        next_at = next_time(message.weekday, message.at, message.zone, now)
        terms = msgspec.structs.replace(message.tournament, starts_at=next_at, ref=None)
        await self._tournaments.check(player, terms)
        id_ = ScheduleId(id_by(player.id, message.ref, self._chance))
        record = ScheduleRecord(
            id=id_,
            by=player.id,
            owner=player.owner,
            made_at=now,
            weekday=message.weekday,
            at=message.at,
            zone=message.zone,
            open_before=Milliseconds(message.open_before),
            terms=Raw(msgspec.json.encode(terms)),
            next_at=next_at,
        )

        async def step() -> None:
            (seen,) = await SCHEDULES.snapshots(self._documents, [id_])
            if seen.record is not None:
                if not seen.record.is_as_made_by(record):
                    raise reused(message.ref)
                return
            account = await touched(self._documents, record.people[-1])
            if await self._documents.count(made_by(record.people[-1])) >= MOST_SCHEDULES:
                text = Text("You and your bots have {most} schedules, the limit.", most=MOST_SCHEDULES)
                raise CommandRefused(RefusalCode.TOO_MANY, text, "$.type", remaining=0)
            listed = [IndexEntry(made_by(each), id_, now) for each in record.people]
            await self._documents.commit(
                [seen.becomes(record), account], [*listed, IndexEntry(DUE, id_, record.makes_at)]
            )

        await again(step)
        return await self.of(player.id)

    async def remove(self, player: PlayerId, schedule: ScheduleId) -> tuple[TournamentSchedule, ...]:
        """Remove a schedule of a player or of the player's bot. Its tournaments stay. Repeating it changes nothing."""
        await again(lambda: self._removed(schedule, player))
        return await self.of(player)

    async def sweep(self) -> None:
        """Make the tournaments that are due, and remove the schedules of deleted accounts."""
        for schedule, _ in await self._documents.listed(DUE, most=MOST_AT_ONCE, high=self._now()):
            await again(lambda schedule=schedule: self._continue(ScheduleId(schedule)))  # type: ignore[misc]

    async def _continue(self, schedule: ScheduleId) -> None:
        (seen,) = await SCHEDULES.snapshots(self._documents, [schedule])
        record, now = seen.record, self._now()
        if record is None:
            await self._documents.commit([], [IndexEntry(DUE, schedule, None)])
            return
        if record.makes_at > now:  # another process was faster
            return
        (account,) = await ACCOUNTS.read(self._documents, [record.by])
        if account is None:
            await self._removed(schedule, record.by)
            return
        if record.next_at > now:  # one that was missed while no process ran is left out
            await self._make(record, shown_as(record.by, account))
        following = record.after(now)
        await self._documents.commit([seen.becomes(following)], [IndexEntry(DUE, schedule, following.makes_at)])

    async def _make(self, record: ScheduleRecord, player: Player) -> None:
        try:
            await self._tournaments.create(player, record.command)
        except CommandRefused as refused:  # too many tournaments, or a muted player: the next week is tried again
            if refused.code is RefusalCode.UNAVAILABLE:
                raise
            _log.warning("a scheduled tournament is not made", schedule=record.id, why=str(refused))

    async def _removed(self, schedule: ScheduleId, player: PlayerId) -> None:
        (seen,) = await SCHEDULES.snapshots(self._documents, [schedule])
        if seen.record is None or player not in seen.record.people:
            return
        gone = [IndexEntry(made_by(each), schedule, None) for each in seen.record.people]
        await self._documents.commit([seen.becomes(None)], [*gone, IndexEntry(DUE, schedule, None)])
