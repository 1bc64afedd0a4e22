"""A match as this process holds it.

No process owns a match. This one decides on what it knows, and the log says whether it was right: it either takes the
entry at the next version or refuses it, and then this process reads what it had missed and decides again. One entry at
a time is on its way to the log; what is submitted meanwhile waits in a queue with a bound.

Nobody is told anything that is not in the log, the sender no sooner than the others.

The log is right even when it has forgotten. If it does not hold what this process knows, or holds something else, the
epoch of the match is raised, its record is folded anew, and everybody is told how it stands now. If it holds nothing
any more, everybody is told that.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from time import perf_counter

import structlog
from msgspec import UNSET
from quarterdeck_games.game import IllegalAction
from quarterdeck_protocol.limits import Limits
from quarterdeck_protocol.messages import Act, Refused, Resign
from quarterdeck_protocol.names import Epoch, MatchId, Milliseconds, Ref, Seat, TableId, Version, Viewer
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.transcript import Acted
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused, against_the_rules
from quarterdeck_server.matches.audience import Audience, Viewing
from quarterdeck_server.matches.clock import SECONDS_BETWEEN_FAILURES, Alarm
from quarterdeck_server.matches.faults import frames_of
from quarterdeck_server.matches.log import Head, History, MatchLog, Stamped
from quarterdeck_server.matches.projection import Happened
from quarterdeck_server.matches.record import VOID, Foreseen, Record
from quarterdeck_server.matches.submissions import (
    Acting,
    AlreadyDone,
    Behind,
    Bot,
    Expiring,
    Obeying,
    Resigning,
    Returning,
    Submission,
    Voiding,
)
from quarterdeck_server.metrics import KEPT, REPEATED, Metrics, Resume, Rewind, Timing, TracedAction
from quarterdeck_server.player_marks import mark_of
from quarterdeck_server.store_errors import Conflict, Unavailable

TRIES = 3
LONGEST_QUEUE = 256
HISTORY = Limits().history
GRACE = Milliseconds(30_000)
"""For how long the rules of a match must have failed before it is given up: another process may run others."""


_log = structlog.get_logger()


Refuse = Callable[[Refused], None]
Ended = Callable[[Record], None]
Fold = Callable[[MatchId, History], Record]
"""Folds what was read of a log. Raises `CommandRefused` if there is nothing, or it cannot be done here."""


class Pending:
    """A submission with whoever is to hear what became of it: nobody, if the house submits."""

    __slots__ = ("received", "refuse", "submission", "timing", "viewing")

    def __init__(
        self,
        submission: Submission,
        viewing: Viewing | None = None,
        refuse: Refuse | None = None,
        received: float | None = None,
    ) -> None:
        self.submission = submission
        self.viewing = viewing
        self.refuse = refuse
        self.received = received
        """When it was received, by this process's own clock, if a player has submitted it."""

        self.timing: Timing | None = None
        """When it passed each station, if it is traced."""

        if viewing is not None:
            viewing.owed += 1

    def answered(self) -> None:
        """Note that whoever was to hear of it has."""
        if self.viewing is not None:
            self.viewing.answered()


class Writing:
    """An entry on its way to the log. Not a struct: its `repr` must not show what is in it, for it may be logged."""

    __slots__ = ("began", "foreseen", "pending", "stored")

    def __init__(self, pending: Pending, foreseen: Foreseen, stored: bytes) -> None:
        self.pending = pending
        self.foreseen = foreseen
        self.stored = stored
        self.began = perf_counter()
        """When it was given to the log, by this process's own clock."""


class Match:
    """One match as this process holds it: `join` · `leave` · `act` · `resign` · `run_clock` · `heard` · `catch_up`."""

    def __init__(
        self,
        record: Record,
        log: MatchLog,
        bots: Mapping[str, Bot],
        now: Callable[[], Milliseconds],
        fold: Fold,
        ended: Ended,
        metrics: Metrics,
        watching: Callable[[MatchId, int], int] = lambda _, here: here,
    ) -> None:
        """`watching` says about how many watch a match, of whom so many do so here."""
        self.record = record
        self._process_metrics = metrics
        self._metrics = metrics.of(record.opened.game)
        self._appends = metrics.of_store("append")
        self.is_gone = False
        """Whether the store does not have it any more: then whoever asks for it opens it anew, or is told so."""

        self._audience = Audience(now, lambda here: watching(record.opened.match, here))
        self._entries = log
        self._fold = fold
        self._bots = bots
        self._now = now
        self._ended = ended
        self._queue: deque[Pending] = deque()
        self._is_writing = False
        self._reading: asyncio.Task[None] | None = None
        self._is_behind = False
        self._waiting_for_log: list[asyncio.Future[None]] = []
        self._alarm = Alarm(now, self._ring)
        self._repeating: set[asyncio.Task[None]] = set()
        self._failing_since: Milliseconds | None = None
        """Since when the rules have failed to play on for a seat, or to show a seat how the match stands."""

    @property
    def id(self) -> MatchId:
        return self.record.opened.match

    @property
    def is_idle(self) -> bool:
        """Whether nobody follows it and nothing is under way."""
        return not (self._audience.viewings or self.is_moving)

    @property
    def watching_here(self) -> int:
        """How many connections of this process watch it without a seat."""
        return self._audience.watching_here

    @property
    def is_moving(self) -> bool:
        """Whether something is on its way into the log or out of it."""
        return bool(self._queue or self._is_writing or self._reading)

    @property
    def submissions_waiting(self) -> int:
        """How many submissions wait for their turn."""
        return len(self._queue)

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.record.result is not None

    def may_be_watched(self, follows: Callable[[TableId], bool]) -> bool:
        """Whether somebody without a seat may watch, who `follows` these tables: a match at a table that is not for
        everybody is watched by those who have shown its code or password there, and when it has ended by everybody who
        may see it again."""
        opened = self.record.opened
        is_let_in = opened.access is UNSET or (opened.table is not None and follows(opened.table))
        return (opened.spectators and is_let_in) or (self.is_over and opened.is_open_again)

    def no_spectators(self, where: str) -> CommandRefused:
        """Return what is said to who may not watch."""
        text = Text("Only those who sit in this match may watch it.")
        if self.record.opened.spectators:
            text = Text("Its table is not for everybody: `watch_table` that first, with its code or password.")
        return CommandRefused(RefusalCode.NO_SPECTATORS, text, where)

    def seat_of(self, player: str) -> Viewer:
        """Return the seat of a player, `None` if they have none here."""
        for seat, each in zip(self.record.seats, self.record.players, strict=True):
            if each.id == player:
                return seat
        return None

    # What viewers ask for

    def join(self, viewing: Viewing) -> None:
        """Notify this viewing of everything from now on. A seat that the house has played for is back."""
        self._audience.viewings.add(viewing)
        self._welcome_back(viewing.seat)
        self._set_alarm()

    def leave(self, viewing: Viewing) -> None:
        self._audience.viewings.discard(viewing)

    async def answer_watch(self, viewing: Viewing, since: Version | None, ref: Ref | None) -> None:
        """Notify a viewing that has just joined how the match stands, as `tell_since`, before any news of it: what
        happens meanwhile is in the answer. Raises what `tell_since` does; then it is told the news from then on."""
        viewing.is_expecting = True
        try:
            await self.tell_since(viewing, since, ref)
        finally:
            viewing.is_expecting = False

    async def tell_since(self, viewing: Viewing, since: Version | None, ref: Ref | None) -> None:
        """Notify a viewing how the match stands, with the events since a version as far back as the history goes.

        Who knows more than this process is told what the log says: either this is behind, or the store has forgotten.
        Raises `Unavailable`, and `CommandRefused` if the game cannot show it.
        """
        is_ahead = since is not None and since > self.record.version
        if is_ahead:
            await self._caught_up()
        if since is None or since >= self.record.version:
            kind = Resume.FIRST if since is None else Resume.AHEAD if is_ahead else Resume.CURRENT
            self._metrics.resumes[kind.value] += 1
            self._tell_whole(viewing, Happened(self.record.version, ()), ref)
            return
        since = Version(max(since, self.record.version - HISTORY, 0))
        history, record, stored = History(self.record.epoch, ()), self.record, list[Stamped]()
        for _ in range(TRIES):  # it may have gone on while the log was read
            history = await self._entries.read(self.id, since)
            record = self.record
            stored = [stamped for stamped in history.entries if stamped.version <= record.version]
            if stored and stored[-1].version == record.version:
                break
        if history.epoch != record.epoch or not (stored and record.is_headed_by(stored[-1])):
            self.catch_up()  # a log that is behind this record, or ahead: what happened is told when that is known
            self._metrics.resumes[Resume.WHOLE.value] += 1
            self._tell_whole(viewing, Happened(record.version, ()), ref)
            return
        self._metrics.resumes[Resume.AHEAD.value if is_ahead else Resume.REPLAYED.value] += 1
        events = [event for stamped in stored for event in record.codec.entry(stamped.entry).events]
        self._tell_whole(viewing, Happened(since, events), ref)

    def act(self, seat: Seat, viewing: Viewing, message: Act, refuse: Refuse, received: float | None = None) -> None:
        """Submit a seat's action, which was `received` at a moment of this process's own clock. The viewing is told the
        `update` that it causes, or `refuse` why not."""
        received = perf_counter() if received is None else received
        if self.record.is_absent(seat):  # otherwise acting itself, if it is in time, says that the seat is there
            self._welcome_back(seat)
        try:
            submission = Acting(seat, message, self.record)
        except CommandRefused as refusing:
            self._note_refused(seat, received, message.ref, refusing)
            refuse(refusing.refused(message.ref, self.id))
            return
        self._submit(Pending(submission, viewing, refuse, received))

    def resign(self, seat: Seat, viewing: Viewing, message: Resign, refuse: Refuse) -> None:
        """Submit that a seat leaves for good. The viewing is told the `update` that it causes, or `refuse` why not."""
        self._submit(Pending(Resigning(seat, message), viewing, refuse, perf_counter()))

    # What the house asks for

    def run_clock(self) -> None:
        """Play for every seat whose time has run out, or whose standing order answers now."""
        self.void_if_hopeless()
        now, orders = self._now(), self.record.obeys_at
        for seat, until in zip(self.record.seats, self.record.until, strict=True):
            if seat in orders and orders[seat] <= now:
                self._submit(Pending(Obeying(seat, orders[seat])))
            elif until is not None and until <= now:
                bot = self.record.players[seat].bot
                self._submit(Pending(Expiring(seat, None if bot is None else self._bots.get(bot), until)))

    def heard(self, epoch: Epoch, stamped: Stamped) -> None:
        """Take in what another process has written, or read the log if that does not follow."""
        if epoch == self.record.epoch and stamped.version <= self.record.version:
            if stamped.version == self.record.version and not self.record.is_headed_by(stamped):
                self.catch_up()
        elif epoch == self.record.epoch and self.record.is_continued_by(stamped) and not self._is_busy_reading:
            self._take_in(stamped)
        else:
            self.catch_up()

    def compare(self, head: Head) -> None:
        """Read the log if it does not end as this process thinks."""
        own = self.record.head
        if (head.epoch, head.version) != (own.epoch, own.version) or head.digest not in ("", own.digest):
            self.catch_up()

    def catch_up(self) -> None:
        """Read what has been written since, in the background; submissions wait for it."""
        self._is_behind = True
        self._go_on()

    async def _caught_up(self) -> None:
        """Wait until what the log says now has been taken in. Raises `CommandRefused` if it cannot be."""
        read: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting_for_log.append(read)
        self.catch_up()
        await read
        if self.is_gone:
            raise _gone(self.id)

    def _tell_caught_up(self, why_not: CommandRefused | None = None) -> None:
        """Let those go on who wait for the log."""
        waiting, self._waiting_for_log = self._waiting_for_log, []
        for read in waiting:
            if read.done():  # whoever waited has gone
                continue
            if why_not is None:
                read.set_result(None)
            else:
                read.set_exception(why_not)

    async def close(self) -> None:
        """End what this match has started."""
        self._alarm.cancel()
        tasks = [*self._repeating, *([] if self._reading is None else [self._reading])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # The way into the log

    @property
    def _is_busy_reading(self) -> bool:
        return self._reading is not None or self._is_behind

    def _submit(self, pending: Pending) -> None:
        if self.is_gone:
            self._refuse(pending, _gone(self.id))
            return
        if len(self._queue) >= LONGEST_QUEUE:
            self._refuse(
                pending,
                CommandRefused(RefusalCode.TOO_MANY, Text("Too much is submitted to this match at once."), "$.match"),
            )
            return
        self._queue.append(pending)
        self._go_on()

    def _go_on(self) -> None:
        """Send the next submission to the log, unless something is on its way there or must be read first."""
        while not (self._is_writing or self._reading is not None or self.is_gone):
            if self._is_behind:
                self._reading = asyncio.ensure_future(self._read_on())
            elif self._queue:
                self._begin(self._queue.popleft())
            else:
                return

    def _begin(self, pending: Pending) -> None:
        submission = pending.submission
        if pending.received is not None and self._process_metrics.tracer is not None:
            pending.timing = Timing(pending.received)
            pending.timing.judged = perf_counter()
        try:
            entry = submission.entry(self.record, self._now())
            if entry is None:
                pending.answered()
                return
            foreseen = self.record.foresee(entry)
            writing = Writing(pending, foreseen, self.record.codec.stored(entry))
        except AlreadyDone as done:
            self._repeat(pending, done.version)
        except Behind:
            self._try_again(
                pending,
                CommandRefused(RefusalCode.STALE, Text("There is no such version yet; look and try again."), "$.seen"),
            )
        except IllegalAction as illegal:
            self._refuse(pending, against_the_rules(illegal.text, self.record.opened.game, illegal.rule))
        except CommandRefused as refusing:
            self._refuse(pending, refusing)
        except Exception as error:
            self._note_failure(error, submission)
            self._refuse(pending, _mistaken())
        else:
            over = foreseen.result is not None
            self._appends.begun += 1
            answer = self._entries.append(self.id, self.record.head, writing.stored, foreseen.deadline, over=over)
            self._is_writing = True
            answer.add_done_callback(partial(self._answered, writing))

    def _answered(self, writing: Writing, answer: "asyncio.Future[Milliseconds]") -> None:
        """Go on with what the log has said to an entry."""
        self._is_writing = False
        pending = writing.pending
        answered = perf_counter()
        self._appends.seconds.observe(answered - writing.began)
        try:
            at = answer.result()
        except (Conflict, asyncio.CancelledError):
            self._metrics.conflicts += 1
            self._appends.conflicts += 1
            text = Text("Others were faster {tries} times; look and try again.", tries=TRIES)
            self._try_again(pending, CommandRefused(RefusalCode.STALE, text, "$.seen"))
        except Unavailable:
            self._appends.errors += 1
            self._is_behind = True
            self._refuse(pending, _away())
        else:
            version = writing.foreseen.entry.version
            self._note_kept(writing, answered, at)
            if version == self.record.next_version:
                self._advance(writing.foreseen, self.record.stamped(at, writing.stored), pending)
            else:  # it was read back from the log before the answer came
                self._repeat(pending, version)
        self._go_on()

    def _try_again(self, pending: Pending, otherwise: CommandRefused) -> None:
        pending.submission.tries += 1
        if pending.submission.tries >= TRIES:
            self._refuse(pending, otherwise)
        else:
            self._queue.appendleft(pending)
        self.catch_up()

    async def _read_on(self) -> None:
        self._is_behind = False  # what is heard while reading makes it true again
        try:
            history = await self._entries.read(self.id, Version(self.record.version - 1))
            newest, *later = history.entries or (None,)
            if history.epoch != self.record.epoch or newest is None or not self._take_in_all(newest, later):
                await self._begin_anew()
        except Unavailable:
            self._give_up(_away())
        except CommandRefused as refusing:
            self._give_up(refusing)
        except Exception as error:
            _log.error(
                "the log cannot be folded", match=self.id, version=self.record.version, traceback=frames_of(error)
            )
            self._give_up(
                CommandRefused(RefusalCode.INTERNAL, Text("The server cannot read this match; nothing has changed."))
            )
        else:
            self._reading = None
            if not self._is_behind:  # else it is read again, and who waits had asked for that
                self._tell_caught_up()
            self._go_on()

    def _take_in_all(self, newest: Stamped, later: Sequence[Stamped]) -> bool:
        """Take in what follows the newest entry that is known; whether that is in this history, and all of it was."""
        if not self.record.is_headed_by(newest):
            return False
        for stamped in later:
            if not self.record.is_continued_by(stamped):
                return False
            self._take_in(stamped)
        return True

    async def _begin_anew(self) -> None:
        """Take the log's side: it has another history than this process knows, or nothing at all."""
        known = self.record.head
        await self._entries.rewind(self.id, known)
        history = await self._entries.read(self.id)
        if not history.entries:
            self._metrics.rewinds[Rewind.LOST.value] += 1
            _log.error("the store has lost a match", match=self.id, version=known.version)
            self._be_gone()
            return
        self.record = record = self._fold(self.id, history)
        self._metrics.rewinds[Rewind.ADOPTED.value] += 1
        _log.warning(
            "the log of a match has another history than was known",
            match=self.id,
            epoch=record.epoch,
            version=record.version,
            known_epoch=known.epoch,
            known_version=known.version,
        )
        self._failing_since = None
        self._audience.tell_all_of(record)
        self._alarm.cancel()
        self._set_alarm()
        if record.result is not None:
            self._ended(record)

    def _be_gone(self) -> None:
        self.is_gone = True
        self._alarm.cancel()
        gone = _gone(self.id)
        waiting, self._queue = self._queue, deque()
        for pending in waiting:
            self._refuse(pending, gone)
        self._audience.dismiss(self.record, gone.code, gone.text)

    def _give_up(self, refusing: CommandRefused) -> None:
        """Refuse all that waits. The next submission, or the next look at all matches, tries to read again."""
        self._reading = None
        self._tell_caught_up(refusing)
        self._is_behind = True
        waiting, self._queue = self._queue, deque()
        for pending in waiting:
            self._refuse(pending, refusing)

    # The way out of the log

    def _take_in(self, stamped: Stamped) -> None:
        tracer = self._process_metrics.tracer
        began = 0.0 if tracer is None else perf_counter()
        entry = self.record.codec.entry(stamped.entry)
        self._advance(self.record.foresee(entry), stamped, None)
        is_a_persons = entry.seat is not None and self.record.players[entry.seat].bot is None
        if tracer is not None and isinstance(entry.cause, Acted) and is_a_persons:
            self._process_metrics.passed_on(tracer.heard(began, self._traced(None, entry.ref), stamped.digest))

    def _advance(self, foreseen: Foreseen, stamped: Stamped, sent: Pending | None) -> None:
        record = self.record
        record.advance(foreseen, stamped)
        self._failing_since = None
        happened = Happened(Version(stamped.version - 1), foreseen.entry.events)
        sender, ref = (None, None) if sent is None else (sent.viewing, sent.submission.ref)
        told = self._audience.notify(record, happened, sender, ref)
        if sent is not None and told:
            self._note_told(sent, stamped)
            sent.answered()
        elif sent is not None:
            text = Text("What you did is kept, but the server made a mistake in showing it.")
            self._refuse(sent, CommandRefused(RefusalCode.INTERNAL, text))
        self._look_after_the_unseen()
        self._set_alarm()
        if record.result is not None:
            if record.result == VOID:
                self._metrics.voided += 1
                text = Text("The rules of this match have failed; it has ended, and counts for nobody.")
                self._audience.dismiss_the_unseen(record, RefusalCode.INTERNAL, text)
            self._ended(record)

    def _tell_whole(self, viewing: Viewing, happened: Happened, ref: Ref | None) -> None:
        """Send the whole `update` to a viewing. Raises `CommandRefused` if the game cannot show it."""
        try:
            self._audience.tell_whole(self.record, viewing, happened, ref)
        except Exception as error:
            self._metrics.failures += 1
            _log.error(
                "a view failed",
                match=self.id,
                version=self.record.version,
                seat=viewing.seat,
                player=self._mark_of(viewing.seat),
                ref=ref,
                traceback=frames_of(error),
            )
            self._look_after_the_unseen()
            raise _mistaken() from error

    def _repeat(self, pending: Pending, version: Version) -> None:
        """Answer a command that was carried out at this version already."""
        if pending.viewing is not None:
            self._metrics.actions[REPEATED] += 1
            repeating = asyncio.ensure_future(self._tell_since(pending, pending.viewing, Version(version - 1)))
            self._repeating.add(repeating)
            repeating.add_done_callback(self._repeating.discard)

    async def _tell_since(self, pending: Pending, viewing: Viewing, since: Version) -> None:
        try:
            await self.tell_since(viewing, since, pending.submission.ref)
            pending.answered()
        except Unavailable:
            self._refuse(pending, _away())
        except CommandRefused as refusing:
            self._refuse(pending, refusing)
        except Exception as error:
            _log.error(
                "the log cannot be read back",
                match=self.id,
                version=self.record.version,
                player=self._mark_of(pending.submission.seat),
                ref=pending.submission.ref,
                traceback=frames_of(error),
            )
            self._refuse(pending, _mistaken())

    def _refuse(self, pending: Pending, refusing: CommandRefused) -> None:
        if pending.received is not None:
            self._note_refused(pending.submission.seat, pending.received, pending.submission.ref, refusing)
        if pending.refuse is not None:
            pending.refuse(refusing.refused(pending.submission.ref, self.id))
        pending.answered()

    # What is counted

    def _note_kept(self, writing: Writing, answered: float, at: Milliseconds) -> None:
        """Note that the store has an entry of this process."""
        pending = writing.pending
        if pending.received is not None:
            self._metrics.kept.observe(answered - pending.received)
            if pending.timing is not None:
                pending.timing.appended, pending.timing.kept = writing.began, answered
            return
        self._metrics.house[str(type(writing.foreseen.entry.cause).__struct_config__.tag)] += 1
        if pending.submission.due is not None:
            self._metrics.late.observe(max(0, at - pending.submission.due) / 1000)

    def _note_told(self, sent: Pending, stamped: Stamped) -> None:
        """Note that a player's action is kept, and its answer on its way."""
        if sent.received is None:
            return
        self._metrics.actions[KEPT] += 1
        tracer, trace = self._process_metrics.tracer, None
        if tracer is not None and sent.timing is not None:
            trace = tracer.kept(sent.timing, self._traced(sent.submission.seat, sent.submission.ref), stamped.digest)
        self._process_metrics.told(self._metrics, sent.received, trace)

    def _note_refused(self, seat: Viewer, received: float, ref: Ref | None, refusing: CommandRefused) -> None:
        """Note that a player's action was refused."""
        self._metrics.actions[refusing.code.value] += 1
        tracer = self._process_metrics.tracer
        if tracer is not None:
            tracer.refused(received, self._traced(seat, ref), refusing.code.value)

    def _traced(self, seat: Viewer, ref: Ref | None) -> TracedAction:
        opened = self.record.opened
        return TracedAction(opened.match, opened.game, self.record.version, self._mark_of(seat), ref)

    def _mark_of(self, seat: Viewer) -> str:
        """Return by what a seat's player is known in logs and traces."""
        return "" if seat is None else mark_of(self.record.players[seat].id)

    # The clock

    def _welcome_back(self, seat: Viewer) -> None:
        if seat is not None and self.record.is_away(seat) and self.record.result is None:
            self._submit(Pending(Returning(seat)))

    def _set_alarm(self, soonest: float = 0.0) -> None:
        until = self.record.next_until
        if until is not None and self.record.result is None:
            self._alarm.set_for(until, soonest)

    def _ring(self) -> None:
        self.run_clock()
        until = self.record.next_until
        if not self._is_writing and until is not None:  # nobody could be played for: not again at once
            self._set_alarm(SECONDS_BETWEEN_FAILURES if until <= self._now() else 0.0)

    # Rules that fail

    def _note_failure(self, error: Exception, submission: Submission) -> None:
        """Note that the rules have failed. What a player asks for may fail and the match go on with something else; it
        is the house that must be able to play on."""
        self._metrics.failures += 1
        is_new = submission.is_a_players or self._failing_since is None
        if is_new:
            _log.error(
                "the rules failed",
                match=self.id,
                version=self.record.version,
                seat=submission.seat,
                player=self._mark_of(submission.seat),
                ref=submission.ref,
                traceback=frames_of(error),
            )
        if not submission.is_a_players:
            self._begin_to_fail()

    def _look_after_the_unseen(self) -> None:
        self._metrics.failures += len(self._audience.unseen)
        if any(viewer is not None for viewer in self._audience.unseen) and self.record.result is None:
            self._begin_to_fail()

    def _begin_to_fail(self) -> None:
        if self._failing_since is None:
            self._failing_since = self._now()
            self._alarm.set_for(Milliseconds(self._failing_since + GRACE))

    def void_if_hopeless(self) -> None:
        """End a match without a result whose rules have failed for so long: neither here nor elsewhere could the house
        play on, or a seat still cannot be shown how it stands."""
        since = self._failing_since
        if since is None or self.record.result is not None or self._now() < since + GRACE:
            return
        seats = {viewing.seat for viewing in self._audience.viewings if viewing.seat is not None}
        is_due = self.record.next_until is not None and self.record.next_until <= self._now()
        if is_due or not all(self._audience.is_shown_to(self.record, seat) for seat in seats):
            self._submit(Pending(Voiding()))
        else:
            self._failing_since = None


def _gone(match: MatchId) -> CommandRefused:
    text = Text("The store does not have match `{match}` any more: it has lost it, or it is too old.", match=match)
    return CommandRefused(RefusalCode.UNKNOWN_MATCH, text, "$.match")


def _mistaken() -> CommandRefused:
    return CommandRefused(RefusalCode.INTERNAL, Text("The server made a mistake; nothing has changed."))


def _away() -> CommandRefused:
    return CommandRefused(RefusalCode.UNAVAILABLE, Text("The store cannot be reached; send this again in a moment."))
