"""Requests about tournaments."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import Raw
from quarterdeck_protocol.lobby import tournaments as commands
from quarterdeck_protocol.lobby.tournament_schedules import (
    ListTournamentSchedules,
    RemoveTournamentSchedule,
    ScheduleId,
    ScheduleTournament,
    TournamentSchedule,
    TournamentSchedules,
)
from quarterdeck_protocol.lobby.tournaments import (
    Tournament,
    TournamentChanged,
    TournamentId,
    Tournaments,
    TournamentSummary,
)
from quarterdeck_protocol.messages import Capability, Welcome
from quarterdeck_protocol.names import GameName, MatchId, PlayerId
from quarterdeck_protocol.sides import FromClient

from quarterdeck_client.errors import ClientError
from quarterdeck_client.transport.answers import Ask, answered


class TournamentRequests:
    """Requests about tournaments. All raise the errors of `Client.ask`. If the server has no tournaments, nothing is
    sent, and requests raise `ClientError`. New rounds arrive as notices (`client.notices`)."""

    def __init__(self, ask: Ask, welcome: Callable[[], Welcome]) -> None:
        self._ask = ask
        self._welcome = welcome

    @property
    def are_played_here(self) -> bool:
        """True if this server has tournaments."""
        return Capability.TOURNAMENTS in self._welcome().capabilities

    async def create(
        self,
        name: str,
        game: str,
        rounds: int,
        *,
        options: Mapping[str, Any] | None = None,
        time_limit: int = 30_000,
        most_entrants: int = 128,
        starts_at: int | None = None,
        between_rounds: int | None = 60_000,
        bots: bool = False,
        **further: Any,
    ) -> Tournament:
        """Make a tournament, and direct it. Without `starts_at`, `begin_round` begins the first round. `further` are
        other fields of `create_tournament`: `format`, `best_of`, `cut_to`, `check_in` and more."""
        command = commands.CreateTournament(
            name=name,
            game=GameName(game),
            rounds=rounds,
            options=Raw(msgspec.json.encode(options or {})),
            time_limit=time_limit,
            most_entrants=most_entrants,
            starts_at=starts_at,
            between_rounds=between_rounds,
            bots=bots,
            **further,
        )
        return await self.create_from(command)

    async def create_from(self, command: commands.CreateTournament) -> Tournament:
        """Make a tournament with these settings, and direct it."""
        return await self._tournament(command)

    async def list(self) -> tuple[TournamentSummary, ...]:
        """Return the tournaments: open and running ones first, then ended ones, newest first."""
        self._check()
        return (await answered(self._ask, commands.ListTournaments(), Tournaments)).tournaments

    async def get(self, tournament: str) -> Tournament:
        """Return a tournament with its standings and pairings."""
        return await self._tournament(commands.GetTournament(tournament=TournamentId(tournament)))

    async def page(
        self, tournament: str, rows: int = 50, *, from_row: int = 1, round_: int | None = None, from_pairing: int = 1
    ) -> Tournament:
        """Return a part of a large tournament, and the whole of one with at most so many players. With 0 rows, the
        answer is small: the own row, and the own pairing in the last round."""
        command = commands.GetTournament(
            tournament=TournamentId(tournament), rows=rows, from_row=from_row, round=round_, from_pairing=from_pairing
        )
        return await self._tournament(command)

    async def join(self, tournament: str, deck: str | None = None) -> Tournament:
        """Enter a tournament, or come back. Before the first round, this replaces the deck."""
        return await self._tournament(commands.JoinTournament(tournament=TournamentId(tournament), deck=deck))

    async def leave(self, tournament: str) -> Tournament:
        """Leave a tournament. A running match goes on, and counts."""
        return await self._tournament(commands.LeaveTournament(tournament=TournamentId(tournament)))

    async def check_in(self, tournament: str, round_: int | None = None) -> Tournament:
        """Check in to a tournament with check-in, or for the next round of one with `when_ready`."""
        return await self._tournament(commands.CheckInTournament(tournament=TournamentId(tournament), round=round_))

    async def begin_round(self, tournament: str, round_: int) -> Tournament:
        """As the director, have this round paired now."""
        return await self._tournament(commands.BeginTournamentRound(tournament=TournamentId(tournament), round=round_))

    async def rule(
        self, tournament: str, match: str, points: tuple[int, int], why: str, *, pod_points: tuple[int, ...] = ()
    ) -> Tournament:
        """As the director, rule the result of a pairing of the last round. Points are in hundredths."""
        ruling = commands.RuleTournamentResult(
            tournament=TournamentId(tournament), match=MatchId(match), points=points, why=why, pod_points=pod_points
        )
        return await self._tournament(ruling)

    async def remove(self, tournament: str, player: str, why: str, *, disqualify: bool = False) -> Tournament:
        """As the director, remove or disqualify a player."""
        removal = commands.RemoveEntrant(
            tournament=TournamentId(tournament), player=PlayerId(player), why=why, disqualify=disqualify
        )
        return await self._tournament(removal)

    async def reinstate(self, tournament: str, player: str, why: str) -> Tournament:
        """As the director, take a removal or disqualification back."""
        order = commands.ReinstateEntrant(tournament=TournamentId(tournament), player=PlayerId(player), why=why)
        return await self._tournament(order)

    async def appeal(self, tournament: str, why: str, *, match: str | None = None) -> Tournament:
        """Appeal against a ruling about an own match, or without `match` against the own removal."""
        named = None if match is None else MatchId(match)
        appeal = commands.AppealRuling(tournament=TournamentId(tournament), match=named, why=why)
        return await self._tournament(appeal)

    async def answer_appeal(self, tournament: str, appeal: int, why: str, *, upheld: bool) -> Tournament:
        """As a director or moderator, answer an appeal. `upheld` takes a removal back."""
        order = commands.AnswerAppeal(tournament=TournamentId(tournament), appeal=appeal, why=why, upheld=upheld)
        return await self._tournament(order)

    async def invite(self, tournament: str, player: str) -> Tournament:
        """As a director, let a player enter a tournament for invited players."""
        order = commands.InviteToTournament(tournament=TournamentId(tournament), player=PlayerId(player))
        return await self._tournament(order)

    async def appoint(self, tournament: str, player: str, *, on: bool = True) -> Tournament:
        """As the maker of a tournament, let a player direct it too, or no longer."""
        order = commands.AppointAssistant(tournament=TournamentId(tournament), player=PlayerId(player), on=on)
        return await self._tournament(order)

    async def schedule(
        self, tournament: commands.CreateTournament, weekday: int, at: str, zone: str, **more: Any
    ) -> tuple[TournamentSchedule, ...]:
        """Let the server make a tournament each week, on a day from 0 for Monday, at a local time such as `20:00` of a
        time zone. `more` are other fields of `schedule_tournament`. Return the player's schedules."""
        return await self._schedules(
            ScheduleTournament(tournament=tournament, weekday=weekday, at=at, zone=zone, **more)
        )

    async def schedules(self) -> tuple[TournamentSchedule, ...]:
        """Return the player's schedules, oldest first."""
        return await self._schedules(ListTournamentSchedules())

    async def unschedule(self, schedule: str) -> tuple[TournamentSchedule, ...]:
        """Remove a schedule, and return the others."""
        return await self._schedules(RemoveTournamentSchedule(schedule=ScheduleId(schedule)))

    async def _schedules(self, command: FromClient) -> tuple[TournamentSchedule, ...]:
        self._check()
        return (await answered(self._ask, command, TournamentSchedules)).schedules

    async def end(self, tournament: str, why: str) -> Tournament:
        """As the director, end a tournament."""
        return await self._tournament(commands.EndTournament(tournament=TournamentId(tournament), why=why))

    async def _tournament(self, command: FromClient) -> Tournament:
        self._check()
        return (await answered(self._ask, command, TournamentChanged)).tournament

    def _check(self) -> None:
        if not self.are_played_here:
            raise ClientError("this server has no tournaments")
