"""A match in the memory of this process: its followers, the actions of its seats, and the server's own actions.

Every entry is written to the log before anyone is notified of it, even the sender of the action. The `Sequencer` writes
entries and receives those of other processes. If the log has another history than the known one, all followers get the
current state. If the log no longer exists, all followers are notified.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from time import perf_counter

import structlog
from msgspec import UNSET
from quarterdeck_protocol.messages import Act, MatchUnwatched, Resign
from quarterdeck_protocol.names import Epoch, MatchId, Milliseconds, Ref, Seat, TableId, Version, Viewer
from quarterdeck_protocol.recess import RecessMatch
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.transcripts.visibility import NEVER
from quarterdeck_protocol.translatable_text import Text
from quarterdeck_protocol.undo import AnswerUndo, AskUndo

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.matches import match_refusals
from quarterdeck_server.matches.audience import Audience, Viewing
from quarterdeck_server.matches.bot_turns import BotTurns, Searches
from quarterdeck_server.matches.clock import SECONDS_BETWEEN_CHECKS, SECONDS_BETWEEN_FAILURES, Alarm
from quarterdeck_server.matches.delayed_audience import DelayedAudience, DelayedAudiences, DelayedRead
from quarterdeck_server.matches.faults import frames_of
from quarterdeck_server.matches.happenings import happened_since
from quarterdeck_server.matches.log import Head, MatchLog, Stamped
from quarterdeck_server.matches.match_metrics import MatchMetrics
from quarterdeck_server.matches.player_marks import mark_of_seat
from quarterdeck_server.matches.projection import Happened
from quarterdeck_server.matches.recollection import Recollection
from quarterdeck_server.matches.record import VOID, Foreseen, Record
from quarterdeck_server.matches.rule_failures import RuleFailures
from quarterdeck_server.matches.sequencer import Fold, Sequencer
from quarterdeck_server.matches.snapshot_writer import SnapshotWriter
from quarterdeck_server.matches.spectator_room import SpectatorRoom
from quarterdeck_server.matches.submissions import (
    Acting,
    AnsweringUndo,
    AskingUndo,
    Bot,
    EndingRecess,
    Expiring,
    Obeying,
    Recessing,
    Resigning,
    Returning,
    Submission,
    Voiding,
)
from quarterdeck_server.matches.submissions_under_way import Pending, Refuse
from quarterdeck_server.metrics import REPEATED, Metrics, Resume
from quarterdeck_server.store_errors import Unavailable

_log = structlog.get_logger()

Ended = Callable[[Record], None]


@dataclass(frozen=True, slots=True)
class LogAccess:
    """Access to the logs of matches, shared by all matches of a process."""

    log: MatchLog
    fold: Fold
    snapshots: SnapshotWriter
    read_until: Callable[[MatchId, Milliseconds], Awaitable[DelayedRead]]
    """Reads the state of a match at a time."""


@dataclass(frozen=True, slots=True)
class MatchTime:
    """Access of a match to the store's time: the estimated time, and a request for the exact time."""

    now: Callable[[], Milliseconds]
    read_clock: Callable[[], Awaitable[None]]
    """Requests the store's time again."""


@dataclass(frozen=True, slots=True)
class BotPlayers:
    """The bots that have seats in matches and play for absent players."""

    bots: Mapping[str, Bot]
    searches: Searches | None = None
    """Runs the searches of bots that search; `None` if this process has none."""


@dataclass(frozen=True, slots=True)
class SpectatorCount:
    """The number of spectators of a match in all processes, and the limit on it."""

    watching: Callable[[MatchId, int], int]
    """Returns the approximate number of spectators of a match. Takes the number of its spectators on this process."""

    room: SpectatorRoom


class Match:
    """One match in the memory of this process. Use `join`, `leave`, `act`, `resign`, `run_clock`, `receive_entry` and
    `catch_up`."""

    def __init__(
        self,
        record: Record,
        entries: LogAccess,
        time: MatchTime,
        players: BotPlayers,
        spectators: SpectatorCount,
        ended: Ended,
        metrics: Metrics,
        recollection: Recollection | None = None,
    ) -> None:
        """Make the match in the memory of this process. With a `recollection` of the record's log entries, the match
        writes back entries that the store loses."""
        log, now, watching = entries.log, time.now, spectators.watching
        self._watching = watching
        self._spectator_room = spectators.room
        self._metrics = MatchMetrics(metrics, record.opened.game)
        self._sequencer = Sequencer(self, record, log, entries.fold, now, self._metrics, recollection)
        id_ = record.opened.match  # alone: a record is replaced, and the first would never be let go
        self._audience = Audience(now, lambda: watching(id_, self.shown_here))
        self._delayed = DelayedAudiences(
            record.opened.live_delay,
            lambda behind: DelayedAudience(
                id_,
                behind,
                log,
                partial(entries.read_until, id_),
                now,
                time.read_clock,
                lambda: watching(id_, self.shown_here),
                lambda version, link: self.record.had_link(version, link),
            ),
        )
        self._alarm = Alarm(now, self._ring)
        self._failures = RuleFailures(self._audience, self._alarm, now, self._metrics.game)
        self._entries = log
        self._bots = players.bots
        self._now = now
        self._ended = ended
        self._snapshots = entries.snapshots
        self._repeating: set[asyncio.Task[None]] = set()
        self._bot_turns = BotTurns(
            record, players.bots, players.searches, now, lambda acting: self._sequencer.submit(Pending(acting))
        )

    @property
    def record(self) -> Record:
        """The state of the match as this process knows it."""
        return self._sequencer.record

    @property
    def is_lost(self) -> bool:
        """True if the store has lost the match. The next client that requests the match either causes it to be opened
        again, or is notified of the loss."""
        return self._sequencer.is_lost

    @property
    def id(self) -> MatchId:
        return self._sequencer.id

    @property
    def is_idle(self) -> bool:
        """True if no connection follows the match and no work for it is under way."""
        return not (self.is_followed or self.is_moving or self._bot_turns.are_thinking)

    @property
    def is_followed(self) -> bool:
        """True if any connection of this process follows the match."""
        return bool(self._audience.viewings) or self._delayed.are_followed

    @property
    def shown_here(self) -> int:
        """Number of spectators of this process, without invisible players."""
        delayed = self._delayed.spectators
        return self._audience.shown_here + (sum([not viewing.is_hidden for viewing in delayed]) if delayed else 0)

    @property
    def watching_here(self) -> int:
        """Number of connections of this process that watch the match without a seat."""
        return self._audience.watching_here + len(self._delayed.spectators)

    @property
    def is_moving(self) -> bool:
        """True if a log entry is being written or read."""
        return self._sequencer.is_moving

    @property
    def submissions_waiting(self) -> int:
        """Number of submissions (requests for a log entry) that wait to be written."""
        return self._sequencer.submissions_waiting

    @property
    def is_over(self) -> bool:
        """True if the match has ended."""
        return self.record.result is not None

    @property
    def is_over_for_all(self) -> bool:
        """True if the match has ended and delayed spectators have been notified of the end."""
        return self.is_over and not self.record.opened.is_hidden(self.record.at, self._now())

    @property
    def has_secret_end(self) -> bool:
        """True if the match has ended and delayed spectators may not know it yet."""
        return self.is_over and not self.is_over_for_all

    def _later_for(self, viewing: Viewing) -> DelayedAudience | None:
        """Return the delayed audience for a connection; `None` if the connection is notified without delay. Raises
        `CommandRefused` if the connection may see nothing before the end of the match."""
        if viewing.seat is not None or viewing.sees_all_at_once or self.is_over_for_all:
            return None
        if self.record.opened.live_delay >= NEVER:
            raise match_refusals.not_shown_yet()
        return self._delayed.of_spectators

    def may_be_watched(self, follows: Callable[[TableId], bool]) -> bool:
        """Return true if a connection without a seat may watch the match. `follows` returns true if the connection
        follows a table. If the table is not public, those may watch who gave the table's code or password. After the
        end, everybody with access to the replay may watch."""
        opened = self.record.opened
        is_let_in = opened.access is UNSET or (opened.table is not None and follows(opened.table))
        return (opened.spectators and is_let_in) or (self.is_over_for_all and opened.is_open_again)

    def check_perspective(self, seat: Seat) -> None:
        """Raise `CommandRefused` if a connection without a seat may not get this seat's view. While the match is played
        or still delayed, all players must have agreed. Afterwards, the replay must be open to everybody."""
        opened = self.record.opened
        if seat not in self.record.seats:
            raise match_refusals.no_such_seat(seat, len(self.record.players))
        if not (opened.shows_perspectives or (self.is_over_for_all and opened.is_open_again)):
            raise match_refusals.not_agreed()

    def no_spectators(self, where: str) -> CommandRefused:
        """Return the refusal for a connection that may not watch."""
        text = Text("Only its players can watch this match.")
        if self.record.opened.spectators:
            text = Text("Its table is not public: send `watch_table` first, with the table's code or password.")
        return CommandRefused(RefusalCode.NO_SPECTATORS, text, where)

    def seat_of(self, player: str) -> Viewer:
        """Return the seat of a player; `None` if the player has none in this match."""
        for seat, each in zip(self.record.seats, self.record.players, strict=True):
            if each.id == player:
                return seat
        return None

    # What viewers ask for

    def join(self, viewing: Viewing) -> None:
        """Add a connection, which gets all updates from now on. If the server has played for its seat, the player
        counts as back. Raises `CommandRefused` if the connection may see nothing before the end, or if there are too
        many spectators."""
        later = self._later_for(viewing)
        if viewing.seat is None and not viewing.sees_all_at_once:
            self._make_room(viewing)
        if later is None:
            self._audience.viewings.add(viewing)
        else:
            later.join(viewing)
        self._welcome_back(viewing.seat)
        self._set_alarm(self.record)

    def join_overlay(self, viewing: Viewing, delay: Milliseconds) -> None:
        """Add the overlay of a player, which gets all updates from the player's seat after this delay, and at least
        after that of spectators. It is no spectator and brings nobody back. Raises `CommandRefused` if the match has no
        spectators, or they see nothing before the end."""
        opened = self.record.opened
        if not opened.spectators:
            raise self.no_spectators("$.match")
        behind = max(delay, opened.live_delay)
        if behind >= NEVER:
            raise match_refusals.not_shown_yet()
        self._delayed.join_overlay(viewing, behind)
        self._set_alarm(self.record)

    def _make_room(self, viewing: Viewing) -> None:
        """Make room for a spectator. If the match has its limit of spectators, another one is removed. Raises
        `CommandRefused` if none can be."""
        most = self._spectator_room.most
        if not most or self._watching(self.id, self.watching_here) < most:
            return
        leaving = self._spectator_room.spectator_to_remove(
            viewing.sharer, self._audience.viewings | self._delayed.spectators
        )
        if leaving is None:
            text = Text("At most {most} can watch a match at the same time.", most=most)
            raise CommandRefused(RefusalCode.TOO_MANY_SPECTATORS, text, "$.match")
        self.leave(leaving)
        text = Text(
            "At most {most} can watch a match at the same time, and your address has more spectators than others.",
            most=most,
        )
        leaving.dismiss(MatchUnwatched(match=self.id, code=RefusalCode.TOO_MANY_SPECTATORS, text=text))

    @property
    def seats_here(self) -> frozenset[Seat]:
        """The seats that have a connection on this process."""
        return self._audience.seats

    @property
    def first_seat_here(self) -> Viewer:
        """The lowest seat that has a connection on this process; `None` if none has."""
        return self._audience.first_seat

    def is_up_to_date(self, viewing: Viewing) -> bool:
        """True if a connection has no delay, was sent everything that this process knows, and waits for no answer."""
        audience = self._audience
        return viewing in audience.viewings and not (viewing.is_expecting or viewing.unanswered or audience.unseen)

    async def resume_with(self, viewing: Viewing, since: Version, link: str) -> None:
        """Continue a connection that comes from another process and knows the match up to a version: send it all later
        events, then all updates. Raises the errors of `send_since`; the connection gets updates even then."""
        viewing.is_expecting = True
        self._audience.viewings.add(viewing)  # it was let in there
        self._set_alarm(self.record)
        try:
            if since > self.record.version:
                await self._sequencer.caught_up()
            if since != self.record.version or link != self.record.link.hex():
                await self.send_since(viewing, since, None, link)
        finally:
            viewing.is_expecting = False

    def leave(self, viewing: Viewing) -> None:
        self._audience.viewings.discard(viewing)
        self._delayed.leave(viewing)

    async def answer_watch(
        self, viewing: Viewing, since: Version | None, ref: Ref | None, link: str | None = None
    ) -> None:
        """Send a new connection the current state, as `send_since` does, before any update. The answer contains
        everything that happens meanwhile. Raises the errors of `send_since`; the connection gets updates even then."""
        viewing.is_expecting = True
        try:
            await self.send_since(viewing, since, ref, link)
        finally:
            viewing.is_expecting = False

    async def send_since(
        self, viewing: Viewing, since: Version | None, ref: Ref | None, link: str | None = None
    ) -> None:
        """Send a connection the current state, with the events since a version as far back as the log goes.

        If the client knows more than this process, it gets the state of the log: either this process is behind, or the
        store has lost entries. If the client has another `link` for that version, it knows lost entries and gets no
        events. Raises `Unavailable`, and `CommandRefused` if the game's code cannot show the state.
        """
        if (later := self._delayed.of(viewing)) is not None:
            await later.send_since(viewing, since, ref, link)
            return
        is_ahead = since is not None and since > self.record.version
        if is_ahead:
            await self._sequencer.caught_up()
        known = self.record
        if since is not None and self._audience.send_if_rewound(known, viewing, since, link):
            kind = Resume.AHEAD if is_ahead else Resume.REWOUND
            self._metrics.game.resumes[kind.value] += 1
            self._send_whole(viewing, Happened(known.version, ()), ref)
            return
        if since is None or since >= known.version:
            kind = Resume.FIRST if since is None else Resume.AHEAD if is_ahead else Resume.CURRENT
            self._metrics.game.resumes[kind.value] += 1
            self._send_whole(viewing, Happened(known.version, ()), ref)
            return
        happened = await self._happened_since(since)
        if self._audience.send_if_gone(known, self.record, viewing, since):  # the store has forgotten meanwhile
            self._metrics.game.resumes[Resume.REWOUND.value] += 1
            self._send_whole(viewing, Happened(self.record.version, ()), ref)
            return
        kind = Resume.WHOLE if happened is None else Resume.AHEAD if is_ahead else Resume.REPLAYED
        self._metrics.game.resumes[kind.value] += 1
        self._send_whole(viewing, happened or Happened(self.record.version, ()), ref)

    async def _happened_since(self, since: Version) -> Happened | None:
        """Return the events since a version, as far back as the log goes, up to the state in this process; `None` if
        the log has changed its history. Raises `Unavailable`."""
        happened = await happened_since(self._entries, lambda: self.record, since)
        if happened is None:
            self.catch_up()  # a log that is behind this record, or ahead: what happened is told when that is known
        return happened

    def act(self, seat: Seat, viewing: Viewing, message: Act, refuse: Refuse, received: float | None = None) -> None:
        """Submit a seat's action. `received` is a time of this process's own clock. The connection is sent the
        resulting `update`, or `refuse` is called with the refusal."""
        received = perf_counter() if received is None else received
        record = self.record
        if record.is_absent(seat):  # otherwise acting itself, if it is in time, says that the seat is there
            self._welcome_back(seat)
        try:
            submission = Acting(seat, message, record)
        except CommandRefused as refusing:
            self._metrics.refused(record, seat, received, message.ref, refusing)
            refuse(refusing.refused(message.ref, self.id))
            return
        viewing.unanswered += 1
        self._sequencer.submit(Pending(submission, viewing, refuse, received))

    def resign(self, seat: Seat, viewing: Viewing, message: Resign, refuse: Refuse) -> None:
        """Submit that a player leaves the match for good. The connection is sent the resulting `update`, or `refuse` is
        called with the refusal."""
        self._submit(Resigning(seat, message), viewing, refuse)

    def ask_undo(self, seat: Seat, viewing: Viewing, message: AskUndo, refuse: Refuse) -> None:
        """Submit that a player asks to take the last action back. The connection is sent the resulting `update`, or
        `refuse` is called with the refusal."""
        self._submit(AskingUndo(seat, message), viewing, refuse)

    def answer_undo(self, seat: Seat, viewing: Viewing, message: AnswerUndo, refuse: Refuse) -> None:
        """Submit a player's answer to such a request. The connection is sent the resulting `update`, or `refuse` is
        called with the refusal."""
        self._submit(AnsweringUndo(seat, message), viewing, refuse)

    def recess(self, seat: Seat, viewing: Viewing, message: RecessMatch, refuse: Refuse) -> None:
        """Submit a player's step towards a recess or out of it. The connection is sent the resulting `update`, or
        `refuse` is called with the refusal."""
        self._submit(Recessing(seat, message), viewing, refuse)

    def _submit(self, submission: Submission, viewing: Viewing, refuse: Refuse) -> None:
        viewing.unanswered += 1
        self._sequencer.submit(Pending(submission, viewing, refuse, perf_counter()))

    # What the house asks for

    def run_clock(self) -> None:
        """Play for every seat whose deadline has passed, and answer for seats whose standing orders are due."""
        self.void_if_hopeless()
        now, orders, frozen = self._now(), self.record.obeys_at, self.record.frozen
        if frozen is not None and self.record.next_until is not None and self.record.next_until <= now:
            self._sequencer.submit(Pending(EndingRecess(self.record.next_until)))
        for seat, until in zip(self.record.seats, self.record.until, strict=True):
            if seat in orders and orders[seat] <= now:
                self._sequencer.submit(Pending(Obeying(seat, orders[seat])))
            elif until is not None and until <= now:
                bot = self.record.players[seat].bot
                self._sequencer.submit(Pending(Expiring(seat, None if bot is None else self._bots.get(bot), until)))

    def play_bots(self) -> None:
        """Start searches for all bots that have to make a decision. Call it only if no other process does."""
        self._bot_turns.update(self.record, begins=True)

    def send_due_updates(self) -> None:
        """Send delayed spectators the effects of entries that are old enough by now."""
        self._delayed.send_due_updates()

    def receive_entry(self, epoch: Epoch, stamped: Stamped) -> None:
        """Apply a log entry that another process has written. If entries before it are missing, read the log."""
        self._sequencer.receive_entry(epoch, stamped)

    def compare(self, head: Head) -> None:
        """Read the log if its end differs from the end that this process knows."""
        self._sequencer.compare(head)

    def catch_up(self) -> None:
        """Read newer entries in the background; submissions wait until they are read."""
        self._sequencer.catch_up()

    def fold_again(self) -> None:
        """Compute the state from the start of the log in the background, and continue with the result."""
        self._sequencer.fold_again()

    async def close(self) -> None:
        """Cancel the tasks of this match."""
        self._alarm.cancel()
        await self._delayed.close()
        await self._bot_turns.close()
        await self._sequencer.close()
        for task in self._repeating:
            task.cancel()
        await asyncio.gather(*self._repeating, return_exceptions=True)

    # What the log has said

    def advanced(self, foreseen: Foreseen, stamped: Stamped, sent: Pending | None) -> None:
        record = self.record
        self._failures.forget()
        self._delayed.note(record.epoch, stamped)
        happened = Happened(Version(stamped.version - 1), foreseen.entry.events)
        if sent is None:
            self._audience.notify(record, happened)
        elif self._audience.notify(record, happened, sent.viewing, sent.submission.ref):
            self._metrics.answered(record, sent, stamped)
            sent.answered()
        else:
            self.refuse(sent, match_refusals.mistaken_in_showing())
        if self._audience.unseen:
            self._failures.note_unseen(record, self._audience.unseen)
        self._set_alarm(record)
        self._bot_turns.update(record, begins=sent is not None)
        if sent is not None:
            self._snapshots.entry_written(record)
        if record.result is not None:
            if record.result == VOID:
                self._metrics.game.voided += 1
                text = Text("The rules of this match had an error. The match was stopped and counts for nobody.")
                self._audience.dismiss_the_unseen(record, RefusalCode.INTERNAL, text)
            self._ended(record)

    def history_replaced(self, known: Record, record: Record) -> None:
        self._failures.forget()
        if record.epoch != known.epoch:
            self._audience.notify_rewound(known, record)
        self._audience.send_all_of(record)
        self._delayed.reset()
        self._alarm.cancel()
        self._set_alarm(record)
        self._bot_turns.update(record, begins=True)
        if record.result is not None:
            self._ended(record)

    def check_for_loss(self) -> None:
        """Record a loss of log entries that only the increased epoch shows. The process that increased it may have
        ended before it could record the loss."""
        record = self.record
        if record.epoch > (0 if record.lost is None else record.lost.epoch) and record.result is None:
            self._sequencer.note_loss(record)

    def log_lost(self, refusing: CommandRefused) -> None:
        self._alarm.cancel()
        self._bot_turns.forget()
        self._audience.dismiss(self.record, refusing.code, refusing.text)
        self._delayed.dismiss(self.record, refusing.code, refusing.text)

    def rules_failed(self, error: Exception, submission: Submission) -> None:
        self._failures.note(self.record, error, submission)

    def refuse(self, pending: Pending, refusing: CommandRefused) -> None:
        if pending.received is not None:
            submission = pending.submission
            self._metrics.refused(self.record, submission.seat, pending.received, submission.ref, refusing)
        if pending.refuse is not None:
            pending.refuse(refusing.refused(pending.submission.ref, self.id))
        pending.answered()

    def repeat(self, pending: Pending, version: Version) -> None:
        if pending.viewing is not None:
            self._metrics.game.actions[REPEATED] += 1
            repeating = asyncio.ensure_future(self._send_since(pending, pending.viewing, Version(version - 1)))
            self._repeating.add(repeating)
            repeating.add_done_callback(self._repeating.discard)

    def _send_whole(self, viewing: Viewing, happened: Happened, ref: Ref | None) -> None:
        """Send a complete `update` to a connection. Raises `CommandRefused` if the game's code cannot show the
        state."""
        try:
            self._audience.send_whole(self.record, viewing, happened, ref)
        except Exception as error:
            _log.error(
                "a view failed",
                match=self.id,
                version=self.record.version,
                seat=viewing.seat,
                player=mark_of_seat(self.record.players, viewing.seat),
                ref=ref,
                traceback=frames_of(error),
            )
            self._failures.note_unseen(self.record, (viewing.seat,))
            raise match_refusals.mistaken() from error

    async def _send_since(self, pending: Pending, viewing: Viewing, since: Version) -> None:
        known = self.record
        try:
            happened = await self._happened_since(since)
            if self.record is not known:  # what was done may be gone: it is decided anew
                self._sequencer.submit(pending)
                return
            self._metrics.game.resumes[(Resume.WHOLE if happened is None else Resume.REPLAYED).value] += 1
            self._send_whole(viewing, happened or Happened(known.version, ()), pending.submission.ref)
            pending.answered()
        except Unavailable:
            self.refuse(pending, match_refusals.away())
        except CommandRefused as refusing:
            self.refuse(pending, refusing)
        except Exception as error:
            _log.error(
                "the log cannot be read back",
                match=self.id,
                version=self.record.version,
                player=mark_of_seat(self.record.players, pending.submission.seat),
                ref=pending.submission.ref,
                traceback=frames_of(error),
            )
            self.refuse(pending, match_refusals.mistaken())

    # The clock

    def _welcome_back(self, seat: Viewer) -> None:
        if seat is not None and self.record.is_away(seat) and self.record.result is None:
            self._sequencer.submit(Pending(Returning(seat)))

    def _set_alarm(self, record: Record, soonest: float = 0.0) -> None:
        until = record.next_until
        if until is not None and record.result is None:
            self._alarm.set_for(until, soonest)

    def _ring(self) -> None:
        self.run_clock()
        until = self.record.next_until
        if not self._sequencer.is_writing and until is not None:  # nobody could be played for: not again at once
            self._set_alarm(self.record, SECONDS_BETWEEN_FAILURES if until <= self._now() else SECONDS_BETWEEN_CHECKS)

    def void_if_hopeless(self) -> None:
        """Void a match whose rules have failed for too long."""
        if self._failures.are_hopeless(self.record):
            self._sequencer.submit(Pending(Voiding()))
