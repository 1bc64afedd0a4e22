"""A match as this process holds it.

No process owns a match. This one decides on what it knows, and the log says whether it was right: it either takes the
entry at the next version or refuses it, and then this process reads what it had missed and decides again. One entry at
a time is on its way to the log; what is submitted meanwhile waits in a queue with a bound.

Nobody is told anything that is not in the log, the sender no sooner than the others.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from functools import partial

import structlog
from msgspec import UNSET
from quarterdeck_games.game import IllegalAction
from quarterdeck_protocol.messages import Act, Limits, Refused, Resign
from quarterdeck_protocol.names import MatchId, Milliseconds, Ref, Seat, TableId, Version, Viewer
from quarterdeck_protocol.refusals import Refusal

from quarterdeck_server.matches.clock import SECONDS_BETWEEN_FAILURES, Alarm
from quarterdeck_server.matches.log import MatchLog, Stamped
from quarterdeck_server.matches.projection import Happened, update_frame
from quarterdeck_server.matches.record import AnyEntry, Foreseen, Record
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
)
from quarterdeck_server.refusing import Refusing
from quarterdeck_server.storing import Conflict, Unavailable

TRIES = 3
LONGEST_QUEUE = 256
HISTORY = Limits().history

_log = structlog.get_logger()


class Viewing:
    """One connection that follows a match, through the eyes of one viewer."""

    __slots__ = ("seat", "tell")

    def __init__(self, seat: Viewer, tell: Callable[[bytes], None]) -> None:
        self.seat = seat
        self.tell = tell
        """Takes a frame. It must not wait and must not raise."""


Refuse = Callable[[Refused], None]
Ended = Callable[[Record], None]


class Pending:
    """A submission with whoever is to hear what became of it: nobody, if the house submits."""

    __slots__ = ("refuse", "submission", "viewing")

    def __init__(self, submission: Submission, viewing: Viewing | None = None, refuse: Refuse | None = None) -> None:
        self.submission = submission
        self.viewing = viewing
        self.refuse = refuse


class Writing:
    """An entry on its way to the log. Not a struct: its `repr` must not show what is in it, for it may be logged."""

    __slots__ = ("foreseen", "pending", "stored")

    def __init__(self, pending: Pending, foreseen: Foreseen, stored: bytes) -> None:
        self.pending = pending
        self.foreseen = foreseen
        self.stored = stored


class Match:
    """One match as this process holds it: `join` · `leave` · `act` · `resign` · `run_clock` · `heard` · `catch_up`."""

    def __init__(
        self,
        record: Record,
        log: MatchLog,
        bots: Mapping[str, Bot],
        now: Callable[[], Milliseconds],
        ended: Ended,
    ) -> None:
        self.record = record
        self.viewings: set[Viewing] = set()
        self._entries = log
        self._bots = bots
        self._now = now
        self._ended = ended
        self._queue: deque[Pending] = deque()
        self._is_writing = False
        self._reading: asyncio.Task[None] | None = None
        self._is_behind = False
        self._alarm = Alarm(now, self._ring)
        self._repeating: set[asyncio.Task[None]] = set()

    @property
    def id(self) -> MatchId:
        return self.record.opened.match

    @property
    def is_idle(self) -> bool:
        """Whether nobody follows it and nothing is under way."""
        return not (self.viewings or self.is_moving)

    @property
    def is_moving(self) -> bool:
        """Whether something is on its way into the log or out of it."""
        return bool(self._queue or self._is_writing or self._reading)

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.record.result is not None

    def may_be_watched(self, follows: Callable[[TableId], bool]) -> bool:
        """Whether somebody without a seat may watch, who `follows` these tables: a match at a table that is not for
        everybody is watched, until it ends, by those who have shown its code or password there."""
        opened = self.record.opened
        is_let_in = opened.access is UNSET or self.is_over or (opened.table is not None and follows(opened.table))
        return opened.spectators and is_let_in

    def no_spectators(self, where: str) -> Refusing:
        """Give what is said to who may not watch."""
        text = "Only those who sit in this match may watch it."
        if self.record.opened.spectators:
            text = "Its table is not for everybody: `look_at` that first, with its code or password."
        return Refusing(Refusal.NO_SPECTATORS, text, where)

    def seat_of(self, player: str) -> Viewer:
        """Give the seat of a player, `None` if they have none here."""
        for seat, each in zip(self.record.seats, self.record.players, strict=True):
            if each.id == player:
                return seat
        return None

    # What viewers ask for

    def join(self, viewing: Viewing) -> None:
        """Tell this viewing of everything from now on. A seat that the house has played for is back."""
        self.viewings.add(viewing)
        self._welcome_back(viewing.seat)
        self._set_alarm()

    def leave(self, viewing: Viewing) -> None:
        self.viewings.discard(viewing)

    async def frame_since(self, viewing: Viewing, since: Version | None, ref: Ref | None) -> bytes:
        """Give the newest `update` for a viewing, with the events since a version as far back as the history goes.

        Raises `Unavailable`.
        """
        record = self.record
        if since is None or since >= record.version:
            return self._frame(viewing.seat, Happened(record.version, ()), ref)
        since = Version(max(since, record.version - HISTORY, 0))
        stored: list[Stamped] = []
        while since + len(stored) < record.version:  # it may have gone on while the log was read
            more = await self._entries.read(self.id, Version(since + len(stored)))
            if not more:  # a store that has lost what it had acknowledged
                break
            stored += more
        events = [
            event for stamped in stored[: record.version - since] for event in record.codec.entry(stamped.entry).events
        ]
        return self._frame(viewing.seat, Happened(since, events), ref)

    def act(self, seat: Seat, viewing: Viewing, message: Act, refuse: Refuse) -> None:
        """Submit a seat's action. The viewing is told the `update` that it causes, or `refuse` why not."""
        if self.record.is_absent(seat):  # otherwise acting itself, if it is in time, says that the seat is there
            self._welcome_back(seat)
        try:
            submission = Acting(seat, message, self.record)
        except Refusing as refusing:
            refuse(refusing.told(message.ref, self.id))
            return
        self._submit(Pending(submission, viewing, refuse))

    def resign(self, seat: Seat, viewing: Viewing, message: Resign, refuse: Refuse) -> None:
        """Submit that a seat leaves for good. The viewing is told the `update` that it causes, or `refuse` why not."""
        self._submit(Pending(Resigning(seat, message), viewing, refuse))

    # What the house asks for

    def run_clock(self) -> None:
        """Play for every seat whose time has run out, or whose standing order answers now."""
        now, orders = self._now(), self.record.obeys_at
        for seat, until in zip(self.record.seats, self.record.until, strict=True):
            if seat in orders and orders[seat] <= now:
                self._submit(Pending(Obeying(seat)))
            elif until is not None and until <= now:
                bot = self.record.players[seat].bot
                self._submit(Pending(Expiring(seat, None if bot is None else self._bots.get(bot))))

    def heard(self, stamped: Stamped) -> None:
        """Take in what another process has written, or read the log if something before it is missing."""
        if stamped.version == self.record.next_version and self._reading is None and not self._is_behind:
            self._take_in(stamped)
        elif stamped.version > self.record.version:
            self.catch_up()

    def catch_up(self) -> None:
        """Read what has been written since, in the background; submissions wait for it."""
        self._is_behind = True
        self._go_on()

    async def close(self) -> None:
        """End what this match has started."""
        self._alarm.cancel()
        tasks = [*self._repeating, *([] if self._reading is None else [self._reading])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # The way into the log

    def _submit(self, pending: Pending) -> None:
        if len(self._queue) >= LONGEST_QUEUE:
            self._refuse(pending, Refusing(Refusal.TOO_MANY, "Too much is submitted to this match at once.", "$.match"))
            return
        self._queue.append(pending)
        self._go_on()

    def _go_on(self) -> None:
        """Send the next submission to the log, unless something is on its way there or must be read first."""
        while not self._is_writing and self._reading is None:
            if self._is_behind:
                self._reading = asyncio.ensure_future(self._read_on())
            elif self._queue:
                self._begin(self._queue.popleft())
            else:
                return

    def _begin(self, pending: Pending) -> None:
        submission = pending.submission
        try:
            entry = submission.entry(self.record, self._now())
            if entry is None:
                return
            foreseen = self.record.foresee(entry)
            writing = Writing(pending, foreseen, self.record.codec.stored(entry))
        except AlreadyDone as done:
            self._repeat(pending, done.version)
        except Behind:
            self._try_again(
                pending, Refusing(Refusal.STALE, "There is no such version yet; look and try again.", "$.seen")
            )
        except IllegalAction as illegal:
            self._refuse(pending, Refusing(Refusal.ILLEGAL, str(illegal), illegal.rule))
        except Refusing as refusing:
            self._refuse(pending, refusing)
        except Exception:
            _log.exception("the rules failed", match=self.id, version=self.record.version, seat=submission.seat)
            self._refuse(pending, Refusing(Refusal.INTERNAL, "The server made a mistake; nothing has changed."))
        else:
            over = foreseen.result is not None
            answer = self._entries.append(self.id, entry.version, writing.stored, foreseen.deadline, over=over)
            self._is_writing = True
            answer.add_done_callback(partial(self._answered, writing))

    def _answered(self, writing: Writing, answer: "asyncio.Future[Milliseconds]") -> None:
        """Go on with what the log has said to an entry."""
        self._is_writing = False
        pending = writing.pending
        try:
            at = answer.result()
        except (Conflict, asyncio.CancelledError):
            text = f"Others were faster {TRIES} times; look and try again."
            self._try_again(pending, Refusing(Refusal.STALE, text, "$.seen"))
        except Unavailable:
            self._is_behind = True
            self._refuse(pending, _away())
        else:
            version = writing.foreseen.entry.version
            if version == self.record.next_version:
                self._advance(writing.foreseen, Stamped(version, writing.stored, at), pending)
            else:  # it was read back from the log before the answer came
                self._repeat(pending, version)
        self._go_on()

    def _try_again(self, pending: Pending, otherwise: Refusing) -> None:
        pending.submission.tries += 1
        if pending.submission.tries >= TRIES:
            self._refuse(pending, otherwise)
        else:
            self._queue.appendleft(pending)
        self.catch_up()

    async def _read_on(self) -> None:
        self._is_behind = False  # what is heard while reading makes it true again
        try:
            for stamped in await self._entries.read(self.id, self.record.version):
                if stamped.version == self.record.next_version:
                    self._take_in(stamped)
        except Unavailable:
            self._give_up(_away())
        except Exception:
            _log.exception("the log cannot be folded", match=self.id, version=self.record.version)
            self._give_up(Refusing(Refusal.INTERNAL, "The server cannot read this match; nothing has changed."))
        else:
            self._reading = None
            self._go_on()

    def _give_up(self, refusing: Refusing) -> None:
        """Refuse all that waits. The next submission, or the next look at all matches, tries to read again."""
        self._reading = None
        self._is_behind = True
        waiting, self._queue = self._queue, deque()
        for pending in waiting:
            self._refuse(pending, refusing)

    # The way out of the log

    def _take_in(self, stamped: Stamped) -> None:
        entry = self.record.codec.entry(stamped.entry)
        self._advance(self.record.foresee(entry), stamped, None)

    def _advance(self, foreseen: Foreseen, stamped: Stamped, sent: Pending | None) -> None:
        record = self.record
        record.advance(foreseen, stamped)
        self._tell(foreseen.entry, sent)
        self._set_alarm()
        if record.result is not None:
            self._ended(record)

    def _tell(self, entry: AnyEntry, sent: Pending | None) -> None:
        """Tell every viewing what this entry has changed: one encoding for each seat, one for all spectators."""
        happened = Happened(Version(entry.version - 1), entry.events)
        now = self._now()
        frames: dict[Viewer, bytes] = {}
        sender = None if sent is None else sent.viewing
        if sent is not None and sender is not None:
            told = self._tell_one(sender, happened, now, sent.submission.ref)
            if not told:
                text = "What you did is kept, but the server made a mistake in showing it."
                self._refuse(sent, Refusing(Refusal.INTERNAL, text))
        for viewing in self.viewings:
            if viewing is sender:
                continue
            frame = frames.get(viewing.seat)
            if frame is None:
                frame = self._tell_one(viewing, happened, now, None)
                frames[viewing.seat] = frame
            else:
                viewing.tell(frame)

    def _tell_one(self, viewing: Viewing, happened: Happened, now: Milliseconds, ref: Ref | None) -> bytes:
        """Tell one viewing, and give the frame; nothing, if the game's view of it fails, and the others still hear."""
        try:
            frame = update_frame(self.record, viewing.seat, happened, now, ref)
        except Exception:
            _log.exception("a view failed", match=self.id, version=self.record.version, seat=viewing.seat)
            return b""
        viewing.tell(frame)
        return frame

    def _frame(self, viewer: Viewer, happened: Happened, ref: Ref | None) -> bytes:
        return update_frame(self.record, viewer, happened, self._now(), ref)

    def _repeat(self, pending: Pending, version: Version) -> None:
        """Answer a command that was carried out at this version already."""
        if pending.viewing is not None:
            repeating = asyncio.ensure_future(self._tell_since(pending, pending.viewing, Version(version - 1)))
            self._repeating.add(repeating)
            repeating.add_done_callback(self._repeating.discard)

    async def _tell_since(self, pending: Pending, viewing: Viewing, since: Version) -> None:
        try:
            viewing.tell(await self.frame_since(viewing, since, pending.submission.ref))
        except Unavailable:
            self._refuse(pending, _away())
        except Exception:
            _log.exception("the log cannot be read back", match=self.id, version=self.record.version)
            self._refuse(pending, Refusing(Refusal.INTERNAL, "The server made a mistake; nothing has changed."))

    def _refuse(self, pending: Pending, refusing: Refusing) -> None:
        if pending.refuse is not None:
            pending.refuse(refusing.told(pending.submission.ref, self.id))

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


def _away() -> Refusing:
    return Refusing(Refusal.UNAVAILABLE, "The store cannot be reached; send this again in a moment.")
