"""The stored record of a schedule, and the times of its tournaments. Pure."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec
from msgspec import UNSET, Raw, UnsetType
from quarterdeck_protocol.lobby.tournament_schedules import ScheduleId, TournamentSchedule
from quarterdeck_protocol.lobby.tournaments import CreateTournament
from quarterdeck_protocol.names import Milliseconds, PlayerId, Ref
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.collections import Collection

WEEK = timedelta(days=7)


class ScheduleRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The stored record of a schedule."""

    id: ScheduleId
    by: PlayerId
    owner: PlayerId | UnsetType = UNSET
    """The owner of the bot that has made the schedule."""

    made_at: Milliseconds
    weekday: int
    """From 0 for Monday."""

    at: str
    """The local time, such as `20:00`."""

    zone: str
    open_before: Milliseconds
    terms: Raw
    """The `create_tournament` of each tournament, as JSON."""

    next_at: Milliseconds
    """The time at which the next tournament begins."""

    @property
    def people(self) -> tuple[PlayerId, ...]:
        """The player who has made the schedule, and the owner if that is a bot."""
        return (self.by, self.owner) if self.owner else (self.by,)

    @property
    def makes_at(self) -> Milliseconds:
        """The time at which the next tournament is made."""
        return Milliseconds(self.next_at - self.open_before)

    @property
    def command(self) -> CreateTournament:
        """The command that makes the next tournament. The same date gives the same `ref`, and so the same
        tournament."""
        terms = msgspec.json.decode(self.terms, type=CreateTournament)
        ref = Ref(f"schedule {self.id} {self.next_at}")
        return msgspec.structs.replace(terms, starts_at=self.next_at, ref=ref)

    @property
    def shown(self) -> TournamentSchedule:
        """The schedule as its maker sees it."""
        terms = msgspec.json.decode(self.terms, type=CreateTournament)
        return TournamentSchedule(
            id=self.id,
            name=terms.name,
            game=terms.game,
            format=terms.format,
            weekday=self.weekday,
            at=self.at,
            zone=self.zone,
            open_before=self.open_before,
            next_at=self.next_at,
        )

    def is_as_made_by(self, other: "ScheduleRecord") -> bool:
        """True if the same command would make both schedules."""
        one, two = (msgspec.structs.replace(each.command, starts_at=None, ref=None) for each in (self, other))
        return one == two and all(
            getattr(self, each) == getattr(other, each) for each in ("weekday", "at", "zone", "open_before")
        )

    def after(self, now: Milliseconds) -> "ScheduleRecord":
        """Return the record with the first time after `now` and after its last tournament."""
        latest = Milliseconds(max(now, self.next_at))
        return msgspec.structs.replace(self, next_at=next_time(self.weekday, self.at, self.zone, latest))


NOT_ZONES = frozenset({"Factory", "localtime", "posix", "posixrules", "right"})
"""Files and folders beside the zones of the IANA, which differ between machines."""

SCHEDULES = Collection("tournament_schedule", ScheduleRecord)


def next_time(weekday: int, at: str, zone: str, after: Milliseconds) -> Milliseconds:
    """Return the first time after `after` that is at this local time on this day of the week. The zone decides what its
    changes of the clock do to it. Raises `CommandRefused` for an unknown zone."""
    try:
        if zone.partition("/")[0] in NOT_ZONES:
            raise LookupError(zone)
        here = ZoneInfo(zone)
    except (ValueError, OSError, LookupError) as error:
        text = Text("The server does not know the time zone `{zone}`. An example is `Europe/Berlin`.", zone=zone)
        raise CommandRefused(RefusalCode.MALFORMED, text, "$.zone") from error
    local = datetime.fromtimestamp(after / 1000, here)
    day = local.date() + timedelta(days=(weekday - local.weekday()) % 7)
    while True:
        found = datetime.combine(day, time.fromisoformat(at), here)
        milliseconds = Milliseconds(round(1000 * found.timestamp()))
        if milliseconds > after:
            return milliseconds
        day += WEEK
