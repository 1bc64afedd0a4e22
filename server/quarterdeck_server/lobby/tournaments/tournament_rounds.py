"""The work on tournaments: rounds are paired, their matches begun, and results read from the matches.

Every process sweeps, and any of them can take any step, because each step is one commit of the tournament. A process
that works on a tournament holds a short lease, so that usually one alone does. Matches have ids that follow from their
tournament, so a crash begins none twice.
"""

from collections.abc import Awaitable, Callable, Sequence

import msgspec
import structlog
from quarterdeck_protocol.lobby.notices import Notice, NoticeKind
from quarterdeck_protocol.lobby.tournaments import TournamentId, TournamentStage
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.transcripts.visibility import Visibility

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.collections import NOTHING, Collection, ExtraWrites, again
from quarterdeck_server.lobby.documents import Change, DocumentStore
from quarterdeck_server.lobby.moderation.eligibility import EligibilityChecks
from quarterdeck_server.lobby.notices.inbox import INBOXES, NO_ID, added
from quarterdeck_server.lobby.ratings.documents import MATCH_RESULTS
from quarterdeck_server.lobby.tournaments.draws import field_of, paired_event
from quarterdeck_server.lobby.tournaments.pairing_process import PairingError
from quarterdeck_server.lobby.tournaments.round_matches import RoundMatches
from quarterdeck_server.lobby.tournaments.round_pairing import Field, Pairs
from quarterdeck_server.lobby.tournaments.standings import standings
from quarterdeck_server.lobby.tournaments.tournament_log import (
    AnyEvent,
    Ended,
    Left,
    Notified,
    RoundBegun,
    Scored,
    Tournament,
    TournamentRecord,
    halves_of,
    state_of,
)
from quarterdeck_server.lobby.tournaments.tournament_store import TournamentStore
from quarterdeck_server.periodic_work import PeriodicTask, repeat
from quarterdeck_server.store_errors import Conflict, Unavailable

SECONDS_BETWEEN_SWEEPS = 1.0
NEXT_CHECK = Milliseconds(2_000)
"""Milliseconds after which a running round is checked again."""

AFTER_A_FAILURE = Milliseconds(60_000)
LEASE_SECONDS = 30
"""Seconds for which others leave a tournament to a process. If it takes longer, another one does the same work, and one
commit of the two is a conflict."""

MOST_AT_ONCE = 20
MOST_STEPS = 8
NOTIFIED_AT_ONCE = 50

_log = structlog.get_logger()


class LeaseRecord(msgspec.Struct, frozen=True):
    """The record of the process that works on a tournament, until the document expires."""

    since: Milliseconds


LEASES = Collection("tournament_lease", LeaseRecord)


class TournamentRounds:
    """Continues all tournaments, together with every other process."""

    def __init__(
        self,
        documents: DocumentStore,
        matches: RoundMatches,
        eligibility: EligibilityChecks,
        now: Callable[[], Milliseconds],
        pair: Callable[[Field], Awaitable[Pairs]],
    ) -> None:
        """Make the background work. `pair` pairs a round, and may raise `PairingError`."""
        self._documents = documents
        self._store = TournamentStore(documents)
        self._matches = matches
        self._eligibility = eligibility
        self._now = now
        self._pair = pair
        self._sweeping = PeriodicTask()

    def start(self) -> None:
        """Start to sweep periodically."""
        self._sweeping.start(repeat(self.sweep, SECONDS_BETWEEN_SWEEPS, meanwhile="tournaments do not go on"))

    async def close(self) -> None:
        """Stop sweeping. Another process continues."""
        await self._sweeping.stop()

    async def sweep(self) -> None:
        """Continue all tournaments that are due. A fault in one does not affect others. Raises `Unavailable`."""
        for tournament in await self._store.due(self._now(), MOST_AT_ONCE):
            lease = await self._leased(tournament)
            if lease is None:
                continue
            try:
                await self._continue(tournament)
            except (CommandRefused, PairingError) as failed:  # a pause, or too many changes at once
                _log.warning("a tournament goes on later", tournament=tournament, why=str(failed))
                await self._store.put_off(tournament, Milliseconds(self._now() + AFTER_A_FAILURE))
            except Unavailable:
                raise
            except Exception:  # a game that is not here, or a fault of its rules: the other tournaments go on
                _log.exception("a tournament cannot go on now", tournament=tournament)
                await self._store.put_off(tournament, Milliseconds(self._now() + AFTER_A_FAILURE))
            finally:
                await self._released(lease)

    async def _leased(self, tournament: TournamentId) -> Change | None:
        """Take the lease of a tournament; return the change that gives it back, or `None` if another process has it."""
        lease = LEASES.put(tournament, None, LeaseRecord(self._now()), LEASE_SECONDS)
        try:
            await self._documents.commit([lease])
        except Conflict:
            return None
        return Change(lease.key, 1)

    async def _released(self, lease: Change) -> None:
        try:
            await self._documents.commit([lease])
        except Conflict:
            return  # it has expired

    async def _continue(self, tournament: TournamentId) -> None:
        """Take steps until the tournament waits for something, and set the time of the next check."""
        for _ in range(MOST_STEPS):
            if not await again(lambda: self._step(tournament)):
                return

    async def _step(self, tournament: TournamentId) -> bool:
        """Take the next step, and return true if there may be another one now."""
        snapshot = await self._store.find(tournament)
        record = snapshot.record
        if record is None:
            await self._store.put_off(tournament, None)
            return False
        state = state_of(record)
        events, beside, notified = await self._due(record, state)
        if not events:
            await self._store.put_off(tournament, self._next_check(state), snapshot)
            return False
        await self._store.append(snapshot, record, events, beside, notified)
        return True

    def _next_check(self, state: Tournament) -> Milliseconds | None:
        if state.seed is not None:
            return None
        if state.rounds and not state.rounds[-1].is_over:
            return Milliseconds(self._now() + NEXT_CHECK)
        return state.next_round_at

    async def _due(
        self, record: TournamentRecord, state: Tournament
    ) -> tuple[Sequence[AnyEvent], ExtraWrites, tuple[PlayerId, ...]]:
        """Return the events that are due, further writes of their commit, and the players with notices in it."""
        now = self._now()
        if state.seed is not None:
            return await self._ending(state, now)
        last = state.rounds[-1] if state.rounds else None
        if last is not None and not last.is_begun:
            await self._matches.begin(record, state)
            return (RoundBegun(at=now),), NOTHING, ()
        if last is not None and not last.is_over:
            return await self._results(state, now), NOTHING, ()
        if len(state.rounds) == state.settings.rounds:
            return (Ended(at=now, seed=record.seed),), NOTHING, ()
        due = state.next_round_at
        if due is None or due > now:
            return (), NOTHING, ()
        return await self._next_round(record, state, now)

    async def _next_round(
        self, record: TournamentRecord, state: Tournament, now: Milliseconds
    ) -> tuple[Sequence[AnyEvent], ExtraWrites, tuple[PlayerId, ...]]:
        permit = await self._eligibility.of([each.player for each in state.playing], now)
        if permit.gone:
            return tuple(Left(at=now, player=player) for player in sorted(permit.gone)), NOTHING, ()
        if len(state.playing) < 2:
            return (Ended(at=now, seed=record.seed),), NOTHING, ()
        unpaused = await self._matches.unless_paused()
        event = paired_event(state, record.seed, await self._pair(field_of(state, record.seed)), now)
        byes = tuple(group[0] for group in event.groups if len(group) == 1)
        notices = [(player, notice_of(state, NoticeKind.ROUND_PAIRED, now, len(state.rounds) + 1)) for player in byes]
        beside = ExtraWrites((unpaused,)).plus(await self._notices(notices))
        return (event,), beside, byes

    async def _results(self, state: Tournament, now: Milliseconds) -> Sequence[AnyEvent]:
        """Return the results of the last round that spectators may see now."""
        waiting = [each.match for each in state.rounds[-1].pairings if each.halves is None and each.match is not None]
        found = await MATCH_RESULTS.read_many(self._documents, waiting)
        return [
            Scored(at=now, match=result.match, halves=halves_of([seat.place for seat in result.seats]))
            for result in found
            if result is not None and Visibility((), result.others_from).is_open_to_all(now)
        ]

    async def _ending(
        self, state: Tournament, now: Milliseconds
    ) -> tuple[Sequence[AnyEvent], ExtraWrites, tuple[PlayerId, ...]]:
        """Notify the next players of the end."""
        told = tuple(state.entrants)[state.notified : state.notified + NOTIFIED_AT_ONCE]
        if not told:
            return (), NOTHING, ()
        places = {each.player: each.place for each in standings(state)}
        is_played = state.stage is TournamentStage.ENDED
        notices = []
        for player in told:
            place = places[player] if is_played else None
            notices.append((player, notice_of(state, NoticeKind.TOURNAMENT_ENDED, now, None, place=place)))
        return (Notified(at=now, number=state.notified + len(told)),), await self._notices(notices), told

    async def _notices(self, notices: Sequence[tuple[PlayerId, Notice]]) -> ExtraWrites:
        if not notices:
            return NOTHING
        players = [player for player, _ in notices]
        stored = await self._documents.read([INBOXES.key(player) for player in players])
        return added(dict(zip(players, stored, strict=True)), notices)


def notice_of(
    state: Tournament, kind: NoticeKind, at: Milliseconds, round_: int | None, *, place: int | None = None
) -> Notice:
    """Return a notice about a tournament."""
    return Notice(id=NO_ID, kind=kind, at=at, game=state.settings.game, tournament=state.id, round=round_, place=place)
