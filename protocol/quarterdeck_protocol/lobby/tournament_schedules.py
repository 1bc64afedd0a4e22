"""Messages about schedules: tournaments that the server makes again each week."""

from typing import Annotated, NewType

import msgspec
from msgspec import Meta

from quarterdeck_protocol.lobby.tournaments import CreateTournament, TournamentFormat
from quarterdeck_protocol.names import Count, GameName, Milliseconds
from quarterdeck_protocol.sides import FromClient, FromServer, Scope

ScheduleId = NewType("ScheduleId", str)
"""The id of a schedule."""

WEEK = 7 * 24 * 60 * 60 * 1000
"""Milliseconds of a week."""


class TournamentSchedule(msgspec.Struct, frozen=True, kw_only=True):
    """A schedule, as its maker sees it."""

    id: ScheduleId
    """The id."""

    name: str
    """The name of its tournaments."""

    game: GameName
    """The game."""

    format: TournamentFormat
    """The format."""

    weekday: Count
    """The day of the week, from 0 for Monday."""

    at: str
    """The local time of the first round."""

    zone: str
    """The time zone of `at`, by its name of the IANA."""

    open_before: Milliseconds
    """Time before the first round at which the server makes the tournament."""

    next_at: Milliseconds
    """Time of the first round of the next tournament that the server makes."""


class ScheduleTournament(FromClient, frozen=True, kw_only=True, tag="schedule_tournament"):
    """Let the server make a tournament each week, which the sender directs. At most 5 for each player. Answered by
    `tournament_schedules`."""

    open_to = (Scope.TOURNAMENT_DIRECT,)

    tournament: CreateTournament
    """The tournament. Its `starts_at` and `ref` do not count."""

    weekday: Annotated[int, Meta(ge=0, le=6)]
    """The day of the week, from 0 for Monday."""

    at: Annotated[str, Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]
    """The local time of the first round, such as `20:00`."""

    zone: Annotated[str, Meta(min_length=1, max_length=64)]
    """The time zone of `at`, by its name of the IANA, such as `UTC`. It decides about summer time."""

    open_before: Annotated[int, Meta(ge=60_000, le=WEEK)] = 2 * 24 * 60 * 60 * 1000
    """Time before the first round at which the server makes the tournament, so that players can enter."""


class ListTournamentSchedules(FromClient, frozen=True, kw_only=True, tag="list_tournament_schedules"):
    """List the sender's schedules. Answered by `tournament_schedules`."""

    open_to = (Scope.TOURNAMENT_DIRECT,)


class RemoveTournamentSchedule(FromClient, frozen=True, kw_only=True, tag="remove_tournament_schedule"):
    """Remove a schedule of the sender. Its tournaments stay. Answered by `tournament_schedules`."""

    open_to = (Scope.TOURNAMENT_DIRECT,)

    schedule: Annotated[ScheduleId, Meta(min_length=1, max_length=64)]
    """The schedule."""


class TournamentSchedules(FromServer, frozen=True, kw_only=True, tag="tournament_schedules"):
    """The answer to commands about schedules."""

    schedules: tuple[TournamentSchedule, ...]
    """The sender's schedules, oldest first."""
