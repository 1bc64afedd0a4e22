"""The work on tournaments: rounds are paired, their matches begun, and results read from the matches.

Every process sweeps, and any of them can take any step, because each step is one commit of the tournament. A process
that works on a tournament holds a short lease, so that usually one alone does. Matches have ids that follow from their
tournament, so a crash begins none twice.
"""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial

import msgspec
import structlog
from quarterdeck_protocol.lobby.notices import Notice, NoticeKind
from quarterdeck_protocol.lobby.tournaments import EntrantStage, TournamentFormat, TournamentId, TournamentStage
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.transcripts.visibility import Visibility

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.clubs.club_records import CLUBS
from quarterdeck_server.lobby.collections import NOTHING, Collection, ExtraWrites, again
from quarterdeck_server.lobby.documents import Change, DocumentStore
from quarterdeck_server.lobby.moderation.eligibility import EligibilityChecks
from quarterdeck_server.lobby.notices.inbox import INBOXES, NO_ID, added
from quarterdeck_server.lobby.ratings.documents import MATCH_RESULTS
from quarterdeck_server.lobby.tournaments import tournament_log as log
from quarterdeck_server.lobby.tournaments.arenas.arena_steps import ArenaSteps
from quarterdeck_server.lobby.tournaments.director_orders import LEAST_PLAYERS
from quarterdeck_server.lobby.tournaments.draws import field_of, paired_event
from quarterdeck_server.lobby.tournaments.formats.next_field import next_players, waits_for_players
from quarterdeck_server.lobby.tournaments.pairing_process import PairingError
from quarterdeck_server.lobby.tournaments.pairing_state import halves_of
from quarterdeck_server.lobby.tournaments.round_matches import RoundMatches
from quarterdeck_server.lobby.tournaments.standings import Standing
from quarterdeck_server.lobby.tournaments.tournament_field import Field, Pairs
from quarterdeck_server.lobby.tournaments.tournament_readings import TournamentReadings, computed
from quarterdeck_server.lobby.tournaments.tournament_state import BRACKETS, SEATS, Tournament, state_of
from quarterdeck_server.lobby.tournaments.tournament_store import TournamentStore
from quarterdeck_server.periodic_work import PeriodicTask, repeat
from quarterdeck_server.store_errors import Conflict, Unavailable

SECONDS_BETWEEN_SWEEPS = 0.5
NEXT_CHECK = Milliseconds(500)
"""Milliseconds after which a running round is checked again."""

AFTER_A_FAILURE = Milliseconds(60_000)
LEASE_SECONDS = 30
"""Seconds for which others leave a tournament to a process. If it takes longer, another one does the same work, and one
commit of the two is a conflict."""

MOST_AT_ONCE = 20
MOST_STEPS = 8
NOTIFIED_AT_ONCE = 50

_log = structlog.get_logger()


SECONDS_OF_A_LEASE_DOCUMENT = 24 * 60 * 60
"""Seconds for which a lease is stored. Its revision must not begin again while somebody holds it."""

WITHOUT_A_DIRECTOR = Milliseconds(60 * 60_000)
"""Milliseconds after which a tournament that waits for its director is checked again."""

LONGEST_OPEN = 30 * 24 * 60 * 60_000
LONGEST_BETWEEN_ROUNDS = 7 * 24 * 60 * 60_000
"""Milliseconds after which a tournament ends that waits for its director."""


class LeaseRecord(msgspec.Struct, frozen=True):
    """The record of a lease: the time until which one process works on a tournament."""

    until: Milliseconds = Milliseconds(0)


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
        self._readings = TournamentReadings(documents)
        self._matches = matches
        self._eligibility = eligibility
        self._now = now
        self._pair = pair
        self.announced: Callable[[Tournament, int | None], ExtraWrites] = lambda _, __: NOTHING
        """Called for each round that is paired, with its number, and with `None` when the players are notified of the
        end. Returns further writes of that commit."""

        self._arenas = ArenaSteps(documents, matches, eligibility, now)
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
        """Take the lease of a tournament; return the change that gives it back, or `None` if another process has it.
        The change names the revision, so it cannot give back the later lease of another process."""
        (seen,) = await LEASES.snapshots(self._documents, [tournament])
        if seen.record is not None and seen.record.until > self._now():
            return None
        until = Milliseconds(self._now() + 1000 * LEASE_SECONDS)
        try:
            await self._documents.commit([seen.becomes(LeaseRecord(until), SECONDS_OF_A_LEASE_DOCUMENT)])
        except Conflict:
            return None
        given_back = LEASES.put(tournament, None, LeaseRecord(), SECONDS_OF_A_LEASE_DOCUMENT)
        return msgspec.structs.replace(given_back, seen=seen.revision + 1)

    async def _released(self, lease: Change) -> None:
        with suppress(Conflict):  # another process has taken it over
            await self._documents.commit([lease])

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
        state, placed, _, awaited = await self._readings.of(record)
        if state.closed is not None and state.seed is None:
            await self._pair_round(record)
            return True
        events, beside, notified = await self._due(record, state, placed, awaited)
        if not events:
            await self._store.put_off(tournament, self._next_check(state), snapshot)
            return False
        await self._store.append(snapshot, record, events, beside, notified)
        return True

    def _next_check(self, state: Tournament) -> Milliseconds | None:
        if state.seed is not None:
            return None
        if state.arena is not None and state.waits_since is None:
            return self._arenas.next_check(state)
        if state.rounds and not state.rounds[-1].is_over:
            return Milliseconds(self._now() + NEXT_CHECK)
        if state.waits_since is not None:
            return Milliseconds(self._now() + WITHOUT_A_DIRECTOR)
        return state.next_round_at if state.ends_at is None else state.ends_at

    async def _due(
        self, record: log.TournamentRecord, state: Tournament, placed: Sequence[Standing], awaited: Sequence[PlayerId]
    ) -> tuple[Sequence[log.AnyEvent], ExtraWrites, tuple[PlayerId, ...]]:
        """Return the events that are due, further writes of their commit, and the players with notices in it."""
        now = self._now()
        if state.seed is not None:
            return await self._ending(state, placed, now)
        if state.moving_up is not None:
            return await self._moving_up(state, state.moving_up, now)
        if state.arena is not None and state.waits_since is None:
            return *await self._arenas.due(record, state, state.arena), ()
        last = state.rounds[-1] if state.rounds else None
        if last is not None and not last.is_begun:
            await self._matches.begin(record, state)
            return (log.RoundBegun(at=now),), NOTHING, ()
        if last is not None and not last.is_over:
            return await self._results(state, now), NOTHING, ()
        if waits_for_players(state):
            asked = await self._asking(state, awaited, now)
            if asked[0]:
                return asked
            if not awaited and len(next_players(state, placed)) >= LEAST_PLAYERS:
                return await self._field(record, state, placed, now), NOTHING, ()
        if state.waits_since is not None:
            return await self._abandoned(record, state, now), NOTHING, ()
        due = state.next_round_at if state.ends_at is None else state.ends_at
        if due is None or due > now:
            return (), NOTHING, ()
        if state.ends_at is not None:
            return (log.Ended(at=now, seed=record.seed),), NOTHING, ()
        return await self._field(record, state, placed, now), NOTHING, ()

    async def _abandoned(
        self, record: log.TournamentRecord, state: Tournament, now: Milliseconds
    ) -> Sequence[log.AnyEvent]:
        """End a tournament whose director has deleted the account, or has not continued it for a long time."""
        waited = now - (state.waits_since or now)
        (director,) = await ACCOUNTS.read(self._documents, [state.director])
        longest = LONGEST_BETWEEN_ROUNDS if state.rounds else LONGEST_OPEN
        return (log.Ended(at=now, seed=record.seed),) if director is None or waited >= longest else ()

    async def _field(
        self, record: log.TournamentRecord, state: Tournament, placed: Sequence[Standing], now: Milliseconds
    ) -> Sequence[log.AnyEvent]:
        """Fix the players of the next round: those who may play, are here, and are not out."""
        playing = [each.player for each in state.playing]
        permit = await self._eligibility.of(playing, now)
        if permit.gone:
            return tuple(log.Left(at=now, player=player) for player in sorted(permit.gone))
        if state.check_in_from is not None and not state.rounds:
            away = [each.player for each in state.playing if not each.checked_in]
            if away:
                return tuple(log.Absent(at=now, player=player) for player in away)
        if state.settings.rules.sealed is not None and not state.rounds:
            away = [each.player for each in state.playing if each.deck_hash is None]
            if away:
                return tuple(log.Absent(at=now, player=player) for player in away)
        playing = next_players(state, placed)
        if state.is_cut_due and len(playing) >= LEAST_PLAYERS:
            return (log.Cut(at=now, players=tuple(playing)),)
        is_going_on = len(playing) >= LEAST_PLAYERS or (playing and state.rounds and state.format in BRACKETS)
        if not is_going_on:
            return (log.Ended(at=now, seed=record.seed),)
        return (log.FieldClosed(at=now, players=tuple(playing)),)

    async def _pair_round(self, record: log.TournamentRecord) -> None:
        """Pair the players of the next round. It takes seconds, in which the log may grow: nothing in it changes the
        pairing any more."""
        now = self._now()
        closed = record.when_closed()
        state = (await self._readings.of(closed)).state
        field = await computed(len(closed.log), partial(field_of, state, record.seed))
        event = paired_event(state, record.seed, await self._pair(field), now)
        byes = tuple(group[0] for group in event.groups if len(group) == 1)
        notices = [(player, notice_of(state, NoticeKind.ROUND_PAIRED, now, len(state.rounds) + 1)) for player in byes]

        async def step() -> None:
            seen, newest = await self._store.read(record.id)
            after = state_of(newest)
            if after.closed is None or after.seed is not None or len(after.rounds) > len(state.rounds):
                return
            beside = ExtraWrites((await self._matches.unless_paused(),)).plus(await self._notices(notices))
            beside = beside.plus(self.announced(state, len(state.rounds) + 1))
            await self._store.append(seen, newest, (event,), beside, byes)

        await again(step)

    async def _results(self, state: Tournament, now: Milliseconds) -> Sequence[log.AnyEvent]:
        """Return the results of the last round that spectators may see now, and the players who did nothing."""
        waiting = [each.open_game.match for each in state.rounds[-1].pairings if each.open_game is not None]
        found = await MATCH_RESULTS.read_many(self._documents, waiting)
        events: list[log.AnyEvent] = []
        for result in found:
            if result is None or not Visibility((), result.others_from).is_open_to_all(now):
                continue
            places = [seat.place for seat in result.seats]
            if len(places) == SEATS and state.settings.format is not TournamentFormat.PODS:
                events.append(log.Scored(at=now, match=result.match, halves=halves_of(places)))
            else:
                events.append(log.Scored(at=now, match=result.match, places=tuple(each or 1 for each in places)))
            events += [
                log.Absent(at=now, player=result.seats[seat].player, match=result.match)
                for seat in result.idle_seats
                if state.entrants[result.seats[seat].player].stage is EntrantStage.IN
            ]
        return events

    async def _asking(
        self, state: Tournament, awaited: Sequence[PlayerId], now: Milliseconds
    ) -> tuple[Sequence[log.AnyEvent], ExtraWrites, tuple[PlayerId, ...]]:
        """Notify the next awaited players of a round."""
        round_ = len(state.rounds) + 1
        known = state.asked[1] if state.asked[0] == round_ else frozenset()
        players = tuple(each for each in awaited if each not in known)[:NOTIFIED_AT_ONCE]
        if not players:
            return (), NOTHING, ()
        notice = notice_of(state, NoticeKind.ROUND_OVER, now, round_)
        beside = await self._notices([(each, notice) for each in players])
        return (log.Asked(at=now, round=round_, players=players),), beside, players

    async def _moving_up(
        self, state: Tournament, player: PlayerId, now: Milliseconds
    ) -> tuple[Sequence[log.AnyEvent], ExtraWrites, tuple[PlayerId, ...]]:
        """Give the first player of the waiting list a place. Former members of its club leave the list."""
        club = state.settings.rules.club
        if club is not None:
            (record,) = await CLUBS.read(self._documents, [club])
            if record is None or not record.has_member(frozenset((player, state.entrants[player].owner))):
                return (log.Left(at=now, player=player),), NOTHING, ()
        notice = notice_of(state, NoticeKind.TOURNAMENT_ADMITTED, now, None)
        return (log.Admitted(at=now, player=player),), await self._notices([(player, notice)]), (player,)

    async def _ending(
        self, state: Tournament, placed: Sequence[Standing], now: Milliseconds
    ) -> tuple[Sequence[log.AnyEvent], ExtraWrites, tuple[PlayerId, ...]]:
        """Notify the next players of the end."""
        told = tuple(state.entrants)[state.notified : state.notified + NOTIFIED_AT_ONCE]
        if not told:
            return (), NOTHING, ()
        places = {each.player: each.place for each in placed}
        is_played = state.stage is TournamentStage.ENDED
        notices = []
        for player in told:
            place = places[player] if is_played else None
            ended = notice_of(state, NoticeKind.TOURNAMENT_ENDED, now, None, place=place)
            notices.append((player, msgspec.structs.replace(ended, reason=state.reason)))
        beside = await self._notices(notices)
        if state.notified == 0 and is_played:
            beside = beside.plus(self.announced(state, None))
        return (log.Notified(at=now, number=state.notified + len(told)),), beside, told

    async def _notices(self, notices: Sequence[tuple[PlayerId, Notice]]) -> ExtraWrites:
        if not notices:
            return NOTHING
        players = [player for player, _ in notices]
        stored = await self._documents.read([INBOXES.key(player) for player in players])
        return added(dict(zip(players, stored, strict=True)), notices)


def notice_of(
    state: Tournament, kind: NoticeKind, at: Milliseconds, round_: int | None, *, place: int | None = None
) -> Notice:
    """Return a notice for an inbox about a tournament. Its id is set when it is stored."""
    return Notice(id=NO_ID, kind=kind, at=at, game=state.settings.game, tournament=state.id, round=round_, place=place)
