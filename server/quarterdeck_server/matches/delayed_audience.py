"""Delayed followers of a match: the spectators of a table with a spectator delay, and overlays for streams.

The store gives each log entry a time. So the state for a delayed viewer can be computed from the log and the current
time. It includes all entries that are at least as old as the delay. These entries are applied to a separate record,
once for all delayed followers of this process, and a separate `Audience` sends that record. Newer entries wait in their
stored form. Nothing else is stored: a process that takes over sends the same (decision 59).
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

import structlog
from quarterdeck_protocol.names import Epoch, MatchId, Milliseconds, Ref, Version
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.transcripts.visibility import NEVER

from quarterdeck_server.matches import match_refusals
from quarterdeck_server.matches.audience import Audience, Viewing
from quarterdeck_server.matches.clock import SECONDS_BETWEEN_CHECKS, Alarm
from quarterdeck_server.matches.faults import frames_of
from quarterdeck_server.matches.happenings import happened_since
from quarterdeck_server.matches.log import MatchLog, Stamped
from quarterdeck_server.matches.projection import Happened
from quarterdeck_server.matches.record import Record

_log = structlog.get_logger()


class DelayedRead(NamedTuple):
    """The state of a match at one past time, with the log entries that followed."""

    record: Record | None
    """The record at that time; `None` if the match had not begun."""

    epoch: Epoch
    coming: Sequence[Stamped]


Read = Callable[[Milliseconds], Awaitable[DelayedRead]]
"""Reads the state of a match at a time. Raises `CommandRefused`, `Unavailable`, and any error of a log that cannot be
folded."""

Time = Callable[[], Awaitable[None]]
"""Corrects the process's clock by the store's time. Raises `Unavailable`."""


class DelayedAudience:
    """All followers of one match that have the same spectator delay."""

    def __init__(
        self,
        match: MatchId,
        delay: Milliseconds,
        log: MatchLog,
        read: Read,
        now: Callable[[], Milliseconds],
        read_clock: Time,
        watching: Callable[[], int],
        is_true: Callable[[Version, str], bool],
    ) -> None:
        """Make the audience that sees a match with a delay. `is_true` returns true if the current log has this version
        of the match with this hash-chain link."""
        self._is_true = is_true
        self._match = match
        self._delay = delay
        self._entries = log
        self._read = read
        self._now = now
        self._read_clock = read_clock
        self._audience = Audience(self._then, watching, delay)
        self._alarm = Alarm(now, self.send_due_updates)
        self._record: Record | None = None
        self._epoch = Epoch(0)
        self._coming: deque[Stamped] = deque()
        """Entries of the log that are not sent yet, oldest first."""

        self._is_read = False
        """True if the record and the waiting entries agree with the log. False while nobody follows."""

        self._is_outdated = False
        """True if the log has changed since the running or last read began."""

        self._read_task: asyncio.Task[None] | None = None

    @property
    def viewings(self) -> set[Viewing]:
        return self._audience.viewings

    def join(self, viewing: Viewing) -> None:
        """Add a connection. From now on it gets all updates of the match, after the delay."""
        self._audience.viewings.add(viewing)
        self._read_soon()

    def leave(self, viewing: Viewing) -> None:
        self._audience.viewings.discard(viewing)

    def stop(self) -> None:
        """Begin to cancel the tasks of the delayed audience."""
        self._alarm.cancel()
        if self._read_task is not None:
            self._read_task.cancel()

    async def close(self) -> None:
        """Cancel the tasks of the delayed audience."""
        self.stop()
        if self._read_task is not None:
            await asyncio.gather(self._read_task, return_exceptions=True)

    def dismiss(self, record: Record, code: RefusalCode, text: str) -> None:
        """Notify every connection that the match cannot be followed any more."""
        self._audience.dismiss(record, code, text)

    # What the log has said

    def note(self, epoch: Epoch, stamped: Stamped) -> None:
        """Receive the newest log entry of the match, to send its effect after the delay."""
        if self._read_task is not None:
            self._is_outdated = True
        elif self._is_read and (epoch, stamped.version) == (self._epoch, self._newest + 1):
            self._coming.append(stamped)
            if stamped.at <= self._then():  # an overlay without delay
                self.send_due_updates()
            self._set_alarm()
        elif self._is_read:
            self.reset()

    def reset(self) -> None:
        """Discard the known log, because the store has or may have another one. It is read again if anybody follows the
        match."""
        self._is_outdated = True
        self._is_read = False
        if self._audience.viewings:
            self._read_soon()

    @property
    def _newest(self) -> Version:
        if self._coming:
            return self._coming[-1].version
        return Version(0) if self._record is None else self._record.version

    def _then(self) -> Milliseconds:
        """Return the time of the delayed state: the current time minus the delay."""
        return Milliseconds(self._now() - self._delay)

    def _read_soon(self) -> None:
        if not self._is_read and self._read_task is None:
            self._read_task = asyncio.ensure_future(self._read_on())
            self._read_task.add_done_callback(self._note_failure)

    def _note_failure(self, reading: "asyncio.Task[None]") -> None:
        if self._read_task is reading:
            self._read_task = None
        if not reading.cancelled() and (error := reading.exception()) is not None:
            _log.warning("updates for spectators cannot be read", match=self._match, traceback=frames_of(error))

    async def _read_on(self) -> None:
        known, was = self._record, self._epoch
        is_outdated = self._is_outdated
        while True:
            self._is_outdated = False
            read = await self._read(self._then())
            if not self._is_outdated:
                break
        self._record, self._epoch, self._coming = read.record, read.epoch, deque(read.coming)
        self._is_read = True
        self._read_task = None
        if known is not None and read.record is not None and (was != read.epoch or is_outdated):
            if was != read.epoch:
                self._audience.notify_rewound(known, read.record)
            self._audience.send_all_of(read.record)
        self.send_due_updates()

    # What viewers ask for

    async def send_since(self, viewing: Viewing, since: Version | None, ref: Ref | None, link: str | None) -> None:
        """Send a connection the delayed state, with the events since a version if they are still known. Raises
        `Unavailable`, and `CommandRefused` if the match is not shown yet or the game's code cannot show the state."""
        record = await self._record_now()
        if record is None or (since is not None and since > record.version):
            await self._read_clock()  # another process may have had the time sooner
            record = await self._record_now()
        if record is None:
            begins = self._coming[0].at if self._coming else self._now()
            raise match_refusals.not_shown_yet(Milliseconds(max(begins + self._delay - self._now(), 1)))
        # Who was a player a moment ago knows more than is told here; that is no loss.
        is_ahead = since is not None and since > record.version and link is not None and self._is_true(since, link)
        if (
            (since is not None and not is_ahead and self._audience.send_if_rewound(record, viewing, since, link))
            or since is None
            or since >= record.version
        ):
            self._send_whole(record, viewing, None, ref)
        else:
            happened = await happened_since(self._entries, lambda: self._record or record, since)
            self._send_whole(self._record or record, viewing, happened, ref)

    async def _record_now(self) -> Record | None:
        while True:
            while not self._is_read:
                self._read_soon()
                if self._read_task is not None:
                    await asyncio.shield(self._read_task)
            self.send_due_updates()
            if self._is_read:
                return self._record

    def _send_whole(self, record: Record, viewing: Viewing, happened: Happened | None, ref: Ref | None) -> None:
        try:
            self._audience.send_whole(record, viewing, happened or Happened(record.version, ()), ref)
        except Exception as error:
            _log.error("a view failed", match=self._match, version=record.version, traceback=frames_of(error))
            raise match_refusals.mistaken() from error

    # As time goes by

    def send_due_updates(self) -> None:
        """Send the effects of all entries that are old enough by now."""
        then = self._then()
        while self._is_read and self._coming and self._coming[0].at <= then:
            if self._record is None or not self._audience.viewings:
                self._record, self._is_read = None, False  # it is read again when somebody comes
                self._coming.clear()
                if self._audience.viewings:
                    self._read_soon()
                return
            self._notify(self._record, self._coming.popleft())
        self._set_alarm()

    def _notify(self, record: Record, stamped: Stamped) -> None:
        try:
            entry = record.read(stamped)
        except Exception as error:
            _log.error(
                "an entry cannot be folded", match=self._match, version=stamped.version, traceback=frames_of(error)
            )
            self._coming.clear()
            self._record, self._is_read = None, False
            refusing = match_refusals.unreadable()
            self._audience.dismiss(record, refusing.code, refusing.text)
            return
        self._audience.notify(record, Happened(Version(stamped.version - 1), entry.events))
        if self._audience.unseen:
            refusing = match_refusals.mistaken()
            self._audience.dismiss_the_unseen(record, refusing.code, refusing.text)

    def _set_alarm(self) -> None:
        if self._is_read and self._coming:
            self._alarm.set_for(Milliseconds(self._coming[0].at + self._delay), SECONDS_BETWEEN_CHECKS)


Make = Callable[[Milliseconds], DelayedAudience]
"""Makes the audience with a delay."""


class DelayedAudiences:
    """The delayed audiences of one match. An overlay has an audience with all others of the same delay, while it is
    open."""

    def __init__(self, behind: Milliseconds, make: Make) -> None:
        """Make the audiences of a match whose spectators are `behind` by this delay."""
        self._make = make
        self.of_spectators = make(behind) if 0 < behind < NEVER else None
        """The spectators; `None` if the match has no delay, or shows nothing before its end."""

        self._overlays: dict[Milliseconds, DelayedAudience] = {}
        self._all: Sequence[DelayedAudience] = () if self.of_spectators is None else (self.of_spectators,)

    @property
    def spectators(self) -> AbstractSet[Viewing]:
        """The connections of delayed spectators."""
        return set() if self.of_spectators is None else self.of_spectators.viewings

    @property
    def are_followed(self) -> bool:
        """True if any connection follows the match with a delay."""
        return any(audience.viewings for audience in self._all)

    def of(self, viewing: Viewing) -> DelayedAudience | None:
        """Return the audience of a connection; `None` if it is in none."""
        return next((audience for audience in self._all if viewing in audience.viewings), None)

    def join_overlay(self, viewing: Viewing, behind: Milliseconds) -> None:
        """Add an overlay that is behind by this delay."""
        if behind not in self._overlays:
            self._overlays[behind] = made = self._make(behind)
            self._all = (*self._all, made)
        self._overlays[behind].join(viewing)

    def leave(self, viewing: Viewing) -> None:
        """Remove a connection. The last overlay with a delay ends its audience."""
        for audience in self._all:
            audience.leave(viewing)
        for behind, audience in list(self._overlays.items()):
            if not audience.viewings:
                audience.stop()
                del self._overlays[behind]
                self._all = tuple([each for each in self._all if each is not audience])

    async def close(self) -> None:
        """Cancel the tasks of all audiences."""
        for audience in self._all:
            await audience.close()

    def note(self, epoch: Epoch, stamped: Stamped) -> None:
        """Receive the newest log entry of the match."""
        for audience in self._all:
            audience.note(epoch, stamped)

    def reset(self) -> None:
        """Discard the known log of all audiences."""
        for audience in self._all:
            audience.reset()

    def send_due_updates(self) -> None:
        """Send the effects of all entries that are old enough by now."""
        for audience in self._all:
            audience.send_due_updates()

    def dismiss(self, record: Record, code: RefusalCode, text: str) -> None:
        """Notify every connection that the match cannot be followed any more."""
        for audience in self._all:
            audience.dismiss(record, code, text)
