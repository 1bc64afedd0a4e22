"""The work on an arena: it begins, pairs waves, reads results from the matches, and ends at its time."""

from collections.abc import Callable, Sequence

from quarterdeck_protocol.lobby.tournaments import EntrantStage
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_protocol.transcripts.visibility import Visibility

from quarterdeck_server.lobby.collections import NOTHING, ExtraWrites
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.moderation.eligibility import EligibilityChecks
from quarterdeck_server.lobby.ratings.documents import MATCH_RESULTS
from quarterdeck_server.lobby.tournaments import tournament_log as log
from quarterdeck_server.lobby.tournaments.arenas.arena import NO_RESULT, Arena, result_of
from quarterdeck_server.lobby.tournaments.arenas.waves import BETWEEN_WAVES, wave
from quarterdeck_server.lobby.tournaments.round_matches import RoundMatches
from quarterdeck_server.lobby.tournaments.tournament_state import Tournament

NEXT_CHECK = Milliseconds(1_000)
SETTLING = Milliseconds(10_000)
"""Milliseconds in which the result of a match arrives that has ended in time."""

Due = tuple[Sequence[log.AnyEvent], ExtraWrites]


class ArenaSteps:
    """Takes the steps of arenas. Everything here raises `CommandRefused` and `Unavailable`."""

    def __init__(
        self,
        documents: DocumentStore,
        matches: RoundMatches,
        eligibility: EligibilityChecks,
        now: Callable[[], Milliseconds],
    ) -> None:
        self._documents = documents
        self._matches = matches
        self._eligibility = eligibility
        self._now = now

    def next_check(self, state: Tournament) -> Milliseconds | None:
        """Return the time of the next step; `None` if nothing follows."""
        if state.seed is not None:
            return None
        return state.next_round_at if not state.is_running else Milliseconds(self._now() + NEXT_CHECK)

    async def due(self, record: log.TournamentRecord, state: Tournament, arena: Arena) -> Due:
        """Return the events that are due, and further writes of their commit."""
        now = self._now()
        if arena.ends_at is None:
            due = state.next_round_at
            if due is None or due > now:
                return (), NOTHING
            return (log.ArenaBegun(at=now, ends_at=Milliseconds(now + (state.settings.rules.duration or 0))),), NOTHING
        if arena.begun < len(arena.matches):
            await self._matches.begin(record, state)
            return (log.RoundBegun(at=now),), NOTHING
        results, is_waiting = await self._results(state, arena, arena.ends_at)
        if results:
            return results, NOTHING
        if now < arena.ends_at:
            return await self._wave(record, state, arena)
        return ((), NOTHING) if is_waiting else ((log.Ended(at=now, seed=record.seed),), NOTHING)

    async def _wave(self, record: log.TournamentRecord, state: Tournament, arena: Arena) -> Due:
        now = self._now()
        waiting = [each.player for each in state.waiting(arena)]
        if now < arena.last_wave_at + BETWEEN_WAVES or len(waiting) < 2:
            return (), NOTHING
        gone = (await self._eligibility.of(waiting, now)).gone
        if gone:
            return tuple(log.Left(at=now, player=player) for player in sorted(gone)), NOTHING
        pairs = wave(arena, state.active(arena), record.seed, now)
        if not pairs:
            return (), NOTHING
        return (log.WavePaired(at=now, pairs=pairs),), ExtraWrites((await self._matches.unless_paused(),))

    async def _results(
        self, state: Tournament, arena: Arena, ends_at: Milliseconds
    ) -> tuple[Sequence[log.AnyEvent], bool]:
        """Return the results that spectators may see now, and true if others may still follow. Matches that end after
        the arena do not count."""
        now = self._now()
        numbers = {arena.match_of(number): number for number in arena.open}
        found = await MATCH_RESULTS.read_many(self._documents, list(numbers))
        is_waiting = bool(numbers) and now < ends_at + SETTLING
        results: list[tuple[int, int]] = []
        absent: list[log.AnyEvent] = []
        for each in found:
            if each is None or each.ended > ends_at:
                continue
            if not Visibility((), each.others_from).is_open_to_all(now):
                is_waiting = True
                continue
            places = [seat.place for seat in each.seats]
            results.append((numbers[each.match], NO_RESULT if each.is_unplayed is True else result_of(places)))
            absent += [
                log.Absent(at=now, player=each.seats[seat].player, match=each.match)
                for seat in each.idle_seats
                if state.entrants[each.seats[seat].player].stage is EntrantStage.IN
            ]
        return ((log.WaveScored(at=now, results=tuple(results)), *absent) if results else ()), is_waiting
