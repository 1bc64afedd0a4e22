"""The sequencer between a match and its log: it handles submissions one at a time, and applies entries in the log's
order. A submission is a request for one log entry, such as a player's action.

No process owns a match. This process decides with what it knows, and the log accepts the entry at the next version or
refuses it. After a refusal this process reads the missing entries and decides again. Only one entry at a time is being
written; further submissions wait in a bounded queue.

The log is right even after a loss of data. If it lacks entries that this process knows, or has others, the epoch of the
match is increased, its state is computed again, and an entry records the loss. If this process has the lost entries in
memory, it writes them back instead.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from time import perf_counter
from typing import Protocol

import structlog
from quarterdeck_games.game import IllegalAction
from quarterdeck_protocol.names import Epoch, MatchId, Milliseconds, Version

from quarterdeck_server.command_refused import CommandRefused, against_the_rules
from quarterdeck_server.matches import match_refusals
from quarterdeck_server.matches.faults import frames_of
from quarterdeck_server.matches.log import Head, History, MatchLog, Stamped
from quarterdeck_server.matches.loop_turns import TurnOfTheLoop
from quarterdeck_server.matches.match_metrics import MatchMetrics
from quarterdeck_server.matches.recollection import Recollection
from quarterdeck_server.matches.record import Foreseen, Record
from quarterdeck_server.matches.submissions import AlreadyDone, Behind, NotingLoss, Submission, Voiding
from quarterdeck_server.matches.submissions_under_way import Pending, Writing
from quarterdeck_server.metrics import Rewind
from quarterdeck_server.store_errors import Conflict, Unavailable

TRIES = 3
LONGEST_QUEUE = 256

_log = structlog.get_logger()

Fold = Callable[[MatchId, History], Awaitable[Record]]
"""Folds a history of a log. Raises `CommandRefused` if it is empty, or cannot be folded here."""


class Sequenced(Protocol):
    """Interface of a match for its sequencer, which calls these methods for new log entries and for the results of
    submissions."""

    def advanced(self, foreseen: Foreseen, stamped: Stamped, sent: Pending | None) -> None:
        """Handle a log entry that was applied to the record. `sent` is this process's submission that caused the entry;
        `None` if another process wrote it."""
        ...

    def history_replaced(self, known: Record, record: Record) -> None:
        """Replace the known record by another one, because the log has another history or its entries give another
        state."""
        ...

    def log_lost(self, refusing: CommandRefused) -> None:
        """Handle the loss of the whole log of the match."""
        ...

    def repeat(self, pending: Pending, version: Version) -> None:
        """Answer a command that was already carried out at this version."""
        ...

    def refuse(self, pending: Pending, refusing: CommandRefused) -> None:
        """Notify the sender that a submission is refused."""
        ...

    def rules_failed(self, error: Exception, submission: Submission) -> None:
        """Handle an error of the game's rules in a submission."""
        ...


class Sequencer:
    """Writes and reads the log of one match. Use `submit`, `receive_entry`, `compare` and `catch_up`."""

    __slots__ = (
        "_are_notes_resting",
        "_entries",
        "_fold",
        "_is_behind",
        "_is_distrusted",
        "_is_writing",
        "_match",
        "_metrics",
        "_notes",
        "_now",
        "_queue",
        "_read_task",
        "_recollection",
        "_waiting_for_log",
        "id",
        "is_lost",
        "record",
    )

    def __init__(
        self,
        match: Sequenced,
        record: Record,
        log: MatchLog,
        fold: Fold,
        now: Callable[[], Milliseconds],
        metrics: MatchMetrics,
        recollection: Recollection | None = None,
    ) -> None:
        self.id = record.opened.match
        self.record = record
        self.is_lost = False
        """True if the store has lost the match. Then nothing of the match is written or read again."""

        self._match = match
        self._entries = log
        self._fold = fold
        self._now = now
        self._metrics = metrics
        self._queue: deque[Pending] = deque()
        self._notes: deque[Pending] = deque()
        """Losses that are not recorded in the log yet. They are written before anything else, whatever the store
        does."""

        self._recollection = recollection
        self._are_notes_resting = False
        """True if the records of losses wait for the next submission or check, so that a read-only store is not retried
        for ever."""

        self._is_writing = False
        self._read_task: asyncio.Task[None] | None = None
        self._is_behind = False
        self._is_distrusted = False
        self._waiting_for_log: list[asyncio.Future[None]] = []

    @property
    def is_writing(self) -> bool:
        """True if a log entry is being written."""
        return self._is_writing

    @property
    def is_moving(self) -> bool:
        """True if a log entry is being written or read."""
        return bool(self._queue or self._notes or self._is_writing or self._read_task)

    @property
    def submissions_waiting(self) -> int:
        """Number of submissions (requests for a log entry) that wait."""
        return len(self._queue)

    async def close(self) -> None:
        """Cancel the running read of the match's log."""
        if self._read_task is not None:
            self._read_task.cancel()
            await asyncio.gather(self._read_task, return_exceptions=True)

    # What other processes have written

    def receive_entry(self, epoch: Epoch, stamped: Stamped) -> None:
        """Apply a log entry that another process has written. If entries before it are missing, read the log."""
        if epoch == self.record.epoch and stamped.version <= self.record.version:
            if stamped.version == self.record.version and not self.record.is_headed_by(stamped):
                self.catch_up()
        elif epoch == self.record.epoch and self.record.is_continued_by(stamped) and not self._is_reading:
            self._take_in(stamped)
        else:
            self.catch_up()

    def compare(self, head: Head) -> None:
        """Read the log if its end differs from the end that this process knows."""
        own = self.record.head
        if (head.epoch, head.version) != (own.epoch, own.version) or head.digest not in ("", own.digest):
            self.catch_up()
        else:
            self._are_notes_resting = False
            self._submit_next()  # there may be something to note that the store was not there for

    def catch_up(self) -> None:
        """Read newer log entries in the background. Submissions wait until they are read."""
        self._is_behind = True
        self._submit_next()

    def fold_again(self) -> None:
        """Compute the state from the start of the log, and continue with the result. Submissions wait for it."""
        self._is_distrusted = True
        self.catch_up()

    async def caught_up(self) -> None:
        """Wait until all entries of the log are applied. Raises `CommandRefused` if they cannot be."""
        if not self.is_lost:
            read: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting_for_log.append(read)
            self.catch_up()
            await read
        if self.is_lost:
            raise match_refusals.lost(self.id)

    def _wake_waiting(self, why_not: CommandRefused | None = None) -> None:
        """Wake all callers that wait until the log is applied."""
        waiting, self._waiting_for_log = self._waiting_for_log, []
        for read in waiting:
            if read.done():  # whoever waited has gone
                continue
            if why_not is None:
                read.set_result(None)
            else:
                read.set_exception(why_not)

    # The way into the log

    def submit(self, pending: Pending) -> None:
        """Queue a submission (a request for a log entry), or refuse it."""
        if self.is_lost:
            self._match.refuse(pending, match_refusals.lost(self.id))
            return
        if len(self._queue) >= LONGEST_QUEUE:
            self._match.refuse(pending, match_refusals.too_many())
            return
        self._queue.append(pending)
        self._are_notes_resting = False
        self._submit_next()

    @property
    def _is_reading(self) -> bool:
        return self._read_task is not None or self._is_behind

    def _submit_next(self) -> None:
        """Write the next submission to the log, unless an entry is being written or the log must be read first."""
        while not (self._is_writing or self._read_task is not None or self.is_lost):
            if self._is_behind:
                self._read_task = asyncio.ensure_future(self._read_on())
            elif self._notes and not (self._are_notes_resting or self._is_voided_next):
                self._begin(self._notes.popleft())
            elif self._queue:
                self._begin(self._queue.popleft())
            else:
                return

    @property
    def _is_voided_next(self) -> bool:
        return bool(self._queue) and isinstance(self._queue[0].submission, Voiding)

    def _begin(self, pending: Pending) -> None:
        submission, record = pending.submission, self.record
        self._metrics.judged(pending)
        try:
            entry = submission.entry(record, self._now() if submission.needs_time else record.at)
            if entry is None:
                pending.answered()
                return
            foreseen = record.foresee(entry)
            writing = Writing(pending, foreseen, record.codec.stored(entry))
        except AlreadyDone as done:
            self._match.repeat(pending, done.version)
        except Behind:
            self._try_again(pending, match_refusals.not_there_yet(submission.version_field))
        except IllegalAction as illegal:
            self._match.refuse(pending, against_the_rules(illegal.text, record.opened.game, illegal.rule))
        except CommandRefused as refusing:
            self._match.refuse(pending, refusing)
        except Exception as error:
            self._match.rules_failed(error, submission)
            if isinstance(submission, NotingLoss):
                self._put_off(pending, match_refusals.mistaken())
            else:
                self._match.refuse(pending, match_refusals.mistaken())
        else:
            over = foreseen.result is not None
            self._metrics.appends.begun += 1
            answer = self._entries.append(self.id, record.head, writing.stored, foreseen.deadline, over=over)
            self._is_writing = True
            answer.add_done_callback(partial(self._answered, writing))

    def _answered(self, writing: Writing, answer: "asyncio.Future[Milliseconds]") -> None:
        """Continue after the log has accepted or refused an entry."""
        self._is_writing = False
        pending, appends = writing.pending, self._metrics.appends
        answered = perf_counter()
        appends.seconds.observe(answered - writing.began)
        try:
            at = answer.result()
        except (Conflict, asyncio.CancelledError):
            self._metrics.game.conflicts += 1
            appends.conflicts += 1
            self._try_again(pending, match_refusals.overtaken(TRIES))
        except Unavailable:
            appends.errors += 1
            self._is_behind = True
            if isinstance(pending.submission, NotingLoss):
                self._put_off(pending, match_refusals.away())
            else:
                self._match.refuse(pending, match_refusals.away())
        else:
            version = writing.foreseen.entry.version
            self._metrics.stored(writing, answered, at)
            if version == self.record.version + 1:
                self._advance(writing.foreseen, self.record.stamped(at, writing.stored), pending)
            else:  # it was read back from the log before the answer came
                self._match.repeat(pending, version)
        if self._queue or self._notes or self._is_behind:
            self._submit_next()

    def _try_again(self, pending: Pending, otherwise: CommandRefused) -> None:
        pending.submission.tries += 1
        is_out_of_tries = pending.submission.tries >= TRIES
        if isinstance(pending.submission, NotingLoss) and is_out_of_tries:
            self._put_off(pending, match_refusals.away())
        elif isinstance(pending.submission, NotingLoss):
            self._notes.appendleft(pending)
        elif is_out_of_tries:
            self._match.refuse(pending, otherwise)
        else:
            self._queue.appendleft(pending)
        self.catch_up()

    def _put_off(self, note: Pending, otherwise: CommandRefused) -> None:
        """Postpone the record of a loss to the next submission or check. Its count of failed attempts starts again
        at zero. Other entries must wait for that record: without it, they would use the random numbers of the lost
        entries again. Only the entry that voids the match need not wait, because it uses no random numbers."""
        note.submission.tries = 0
        self._notes.appendleft(note)
        self._are_notes_resting = True
        self._refuse_all(otherwise)

    # The way out of the log

    def _take_in(self, stamped: Stamped) -> None:
        began = perf_counter() if self._metrics.is_traced else 0.0
        entry = self.record.codec.entry(stamped.entry)
        self._advance(self.record.foresee(entry), stamped, None)
        self._metrics.applied(self.record, entry, stamped, began)

    def _advance(self, foreseen: Foreseen, stamped: Stamped, sent: Pending | None) -> None:
        self.record.advance(foreseen, stamped)
        for note in self._notes:
            note.submission.tries = 0  # others were faster, not the log at odds with itself
        if self._recollection is not None:
            self._recollection.add(stamped)
        self._match.advanced(foreseen, stamped, sent)

    async def _read_on(self) -> None:
        self._is_behind = False  # what is heard while reading makes it true again
        try:
            if self._is_distrusted:
                await self._fold_again()
            history = await self._entries.read(self.id, Version(self.record.version - 1))
            newest, *later = history.entries or (None,)
            if history.epoch != self.record.epoch or newest is None or not await self._take_in_all(newest, later):
                await self._adopt_history()
        except Unavailable:
            self._give_up(match_refusals.away())
        except CommandRefused as refusing:
            self._give_up(refusing)
        except Exception as error:
            _log.error(
                "the log cannot be folded", match=self.id, version=self.record.version, traceback=frames_of(error)
            )
            self._give_up(match_refusals.unreadable())
        else:
            self._read_task = None
            if not self._is_behind:  # else it is read again, and who waits had asked for that
                self._wake_waiting()
            self._submit_next()

    async def _take_in_all(self, newest: Stamped, later: Sequence[Stamped]) -> bool:
        """Apply all log entries after the newest known one. Return true if they belong to the known history and all
        were applied. A notification meanwhile causes one more read of the log."""
        if not self.record.is_headed_by(newest):
            return False
        self.record.digest = newest.digest  # what follows is chained to what stands there, which may be none
        turn = TurnOfTheLoop()
        for stamped in later:
            if not self.record.is_continued_by(stamped):
                return False
            self._take_in(stamped)
            if turn.is_used_up():
                await turn.next()
        return True

    async def _fold_again(self) -> None:
        history = await self._entries.read(self.id)
        if history.epoch == self.record.epoch and history.entries:  # else it begins anew in any case
            known, self.record = self.record, await self._fold(self.id, history)
            self._match.history_replaced(known, self.record)
        self._is_distrusted = False

    async def _adopt_history(self) -> None:
        """Replace the known history of the match by that of the log, which differs or is empty."""
        old, known = self.record, self.record.head
        if self._recollection is not None and await self._recollection.is_kept(self._entries, old, self._fold):
            self._metrics.game.rewinds[Rewind.RESTORED.value] += 1
            self._is_behind = True  # others may have gone on already
            return
        await self._entries.rewind(self.id, known)
        history = await self._entries.read(self.id)
        if not history.entries:
            self._metrics.game.rewinds[Rewind.LOST.value] += 1
            _log.error("the store has lost a match", match=self.id, version=known.version)
            self._mark_lost()
            return
        self.record = record = await self._fold(self.id, history)
        if self._recollection is not None:
            self._recollection = Recollection(history.entries)
        self._metrics.game.rewinds[Rewind.ADOPTED.value] += 1
        _log.warning(
            "the log of a match has another history than before",
            match=self.id,
            epoch=record.epoch,
            version=record.version,
            known_epoch=known.epoch,
            known_version=known.version,
        )
        self._match.history_replaced(old, record)
        self.note_loss(old)

    def note_loss(self, known: Record) -> None:
        """Write an entry, before anything else, which records that the log has lost entries of this record."""
        self._notes.append(Pending(NotingLoss(known)))
        self._submit_next()

    def _mark_lost(self) -> None:
        self.is_lost = True
        self._notes.clear()
        refusing = match_refusals.lost(self.id)
        self._refuse_all(refusing)
        self._match.log_lost(refusing)

    def _give_up(self, refusing: CommandRefused) -> None:
        """Refuse all waiting submissions. The next submission, or the next check of all matches, reads the log
        again."""
        self._read_task = None
        self._wake_waiting(refusing)
        self._is_behind = True
        self._refuse_all(refusing)

    def _refuse_all(self, refusing: CommandRefused) -> None:
        waiting, self._queue = self._queue, deque()
        for pending in waiting:
            self._match.refuse(pending, refusing)
