"""The connections of this process that follow one match. Each connection gets updates for one viewer: a seat or a
spectator."""

import asyncio
import itertools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec
import structlog
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.messages import MatchUnwatched, Rewound
from quarterdeck_protocol.names import Milliseconds, Ref, Seat, Version, Viewer
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.fair_queue import SERVER, Sharer
from quarterdeck_server.matches.faults import Unprinted, frames_of
from quarterdeck_server.matches.player_marks import mark_of_seat
from quarterdeck_server.matches.projection import (
    AnyUpdate,
    Eyes,
    Happened,
    Shown,
    Through,
    UpdateBuilder,
    may_be_patched,
    shared_update,
    sharing_with,
    update_frame,
    viewer_of,
)
from quarterdeck_server.matches.record import Record

_log = structlog.get_logger()

_numbers = itertools.count()

CROWD = 8
"""From this number of viewings on, all spectators are notified in one batch. With fewer, sending to each one separately
is faster."""


class Outlet(Protocol):
    """Interface of a connection's output for frames. One call can send equal frames to many outputs."""

    def put_to_all(self, frame: bytes, outlets: Sequence[Any]) -> None:
        """Send one equal frame to all these outputs, which are of the same type. It must not wait and must not
        raise."""
        ...


class SpectatorRights(NamedTuple):
    """What a spectator may do that not every spectator may."""

    sees_all_at_once: bool = False
    """True if the spectator gets updates without the table's delay."""

    through: Seat | None = None
    """The seat whose view the spectator gets; `None` for the usual spectator view."""


NO_RIGHTS = SpectatorRights()


class Viewing:
    """A connection that follows a match, together with the viewer (a seat or a spectator) whose view of the match it
    gets."""

    __slots__ = (
        "_settled",
        "is_dismissed",
        "is_expecting",
        "is_hidden",
        "number",
        "outlet",
        "seat",
        "sees_all_at_once",
        "send",
        "send_message",
        "send_update",
        "sharer",
        "shown",
        "takes_patches",
        "through",
        "unanswered",
    )

    def __init__(
        self,
        seat: Viewer,
        send: Callable[[bytes], None],
        *,
        send_first: Callable[[bytes], None] | None = None,
        send_message: Callable[[MatchUnwatched | Rewound], None] | None = None,
        takes_patches: bool = False,
        rights: SpectatorRights = NO_RIGHTS,
        outlet: Outlet | None = None,
        sharer: Sharer = SERVER,
    ) -> None:
        self.seat = seat
        self.sharer = sharer
        """The address and player to which the connection counts when spectator places are shared."""

        self.number = next(_numbers)
        """Number of the viewing; the newest has the highest."""

        self.is_dismissed = False
        """True if the connection was notified that it no longer follows the match."""

        self.is_hidden = False
        """True if the connection does not count among the spectators that are shown."""

        self.through = rights.through
        """The seat whose view a connection without a seat gets; `None` for the usual spectator view."""

        self.sees_all_at_once = rights.sees_all_at_once
        """True if the connection gets updates without delay although it has no seat."""

        self.send = send
        """Sends a frame. It must not wait and must not raise."""

        self.outlet = outlet
        """The outlet behind `send`, if many connections can be sent the same frame together."""

        self.send_update = send if seat is None else send_first or send
        """Sends a frame about a change of the match. Frames for seats are sent before frames for spectators."""

        self.send_message = send_message or (lambda message: send(wire.encode(message)))
        """Sends a message in the language of the viewer. Like `send`, it must not wait and must not raise."""

        self.takes_patches = takes_patches
        self.shown: Shown | None = None
        """The state that the connection was sent last, if patches may be computed against it."""

        self.is_expecting = False
        """True while the connection waits for an answer that will contain everything that happens meanwhile."""

        self.unanswered = 0
        """Number of its commands that have no answer yet."""

        self._settled: asyncio.Future[None] | None = None

    @property
    def eyes(self) -> Eyes:
        """The seat or spectator whose view of the match the connection gets."""
        return self.seat if self.through is None else Through(self.through)

    def dismiss(self, message: MatchUnwatched) -> None:
        """Notify the connection that it no longer follows the match."""
        self.is_dismissed = True
        self.send_message(message)

    def answered(self) -> None:
        """Count one command of this connection as answered."""
        self.unanswered -= 1
        if not self.unanswered and self._settled is not None and not self._settled.done():
            self._settled.set_result(None)

    async def settle(self) -> None:
        """Wait until all commands of this connection have been answered."""
        if self.unanswered:
            self._settled = asyncio.get_running_loop().create_future()
            await self._settled


class _Broadcast(Unprinted, eq=False):
    """Sends the current state of a match to its connections. It computes the state once for each different viewer, and
    encodes one frame for all connections that had the same state before."""

    _updates: UpdateBuilder
    _happened: Happened
    _whole: dict[Eyes, bytes] = msgspec.field(default_factory=dict)
    _shown: dict[Eyes, Shown] = msgspec.field(default_factory=dict)
    _frames: dict[tuple[Eyes, Shown | None], bytes] = msgspec.field(default_factory=dict)
    _first: Shown | None = None
    """The first state that was built for viewers with patches. Later ones share its equal parts."""

    def send(self, viewing: Viewing, ref: Ref | None) -> None:
        """Send the current state to one connection. Raises any error of the game's view."""
        if viewing.takes_patches:
            self._send_patch(viewing, ref)
            return
        eyes = viewing.eyes
        if ref is not None:
            viewing.send_update(self._updates.whole(eyes, ref))
            return
        frame = self._whole.get(eyes)
        if frame is None:
            frame = self._whole[eyes] = self._updates.whole(eyes, None)
        viewing.send_update(frame)

    def send_to_crowd(self, viewings: Sequence[Viewing]) -> None:
        """Send the current state to many spectators in few steps. Each of them must have an `Outlet`. Raises any error
        of the game's view."""
        whole_outlets = [viewing.outlet for viewing in viewings if not viewing.takes_patches]
        if whole_outlets:
            frame = self._whole.get(None)
            if frame is None:
                frame = self._whole[None] = self._updates.whole(None, None)
            _put_to_all(frame, whole_outlets)
        if len(whole_outlets) == len(viewings):
            return
        shown = self._shown_to(None)
        alike: dict[Shown | None, list[Outlet | None]] = {}
        for viewing in viewings:
            if viewing.takes_patches:
                alike.setdefault(viewing.shown, []).append(viewing.outlet)
                viewing.shown = shown
        for before, outlets in alike.items():
            _put_to_all(self._patch_frame(None, before, shown, None), outlets)

    def _send_patch(self, viewing: Viewing, ref: Ref | None) -> None:
        eyes = viewing.eyes
        shown = self._shown_to(eyes)
        frame = self._patch_frame(eyes, viewing.shown, shown, ref)
        viewing.shown = shown
        viewing.send_update(frame)

    def _shown_to(self, eyes: Eyes) -> Shown:
        shown = self._shown.get(eyes)
        if shown is None:
            shown = self._updates.shown_to(eyes)
            if self._first is None:
                self._first = shown
            else:
                shown = sharing_with(self._first, shown)
            self._shown[eyes] = shown
        return shown

    def _patch_frame(self, eyes: Eyes, was_shown: Shown | None, shown: Shown, ref: Ref | None) -> bytes:
        before = was_shown if may_be_patched(was_shown, shown, self._happened) else None
        frame = self._frames.get((eyes, before)) if ref is None else None
        if frame is None:
            frame = self._updates.whole_of(shown, ref) if before is None else self._updates.patch(before, shown, ref)
            if ref is None:
                self._frames[eyes, before] = frame
        return frame


def _put_to_all(frame: bytes, outlets: Sequence[Outlet | None]) -> None:
    if outlets[0] is not None:
        outlets[0].put_to_all(frame, outlets)


def rewound(record: Record, version: Version, was: Version, refs: tuple[Ref, ...] = ()) -> Rewound:
    """Return the message for clients that know a match up to version `was`, when the store has lost every entry after
    `version`."""
    text = Text(
        "The server has lost everything after version {version} of this match. The match continues from there.",
        version=version,
    )
    if version == was:
        text = Text("The server had lost a part of this match, but nothing that you have seen.")
    if record.result is not None:
        text = Text("The server has lost everything after version {version} of this match.", version=version)
    return Rewound(match=record.opened.match, epoch=record.epoch, version=version, was=was, refs=refs, text=text)


class Audience:
    """All connections of this process that follow one match."""

    __slots__ = ("_always", "_delay", "_now", "_watching", "unseen", "viewings")

    def __init__(
        self,
        now: Callable[[], Milliseconds],
        watching: Callable[[], int] | None = None,
        delay: Milliseconds = Milliseconds(0),  # noqa: B008 - a number
    ) -> None:
        """Make the audience of a match without delay. `watching` returns the approximate number of spectators; without
        it, only those of this process are counted. `delay` is the delay of the updates behind the match."""
        self._delay = delay
        self._now = now
        self._watching = watching or (lambda: self.shown_here)
        self._always: AnyUpdate | None = None
        self.viewings: set[Viewing] = set()
        self.unseen: set[Viewer] = set()
        """The viewers for whom the game's view of the present state failed."""

    @property
    def watching_here(self) -> int:
        """Number of connections of this process that watch without a seat."""
        return sum([viewing.seat is None for viewing in self.viewings])

    @property
    def shown_here(self) -> int:
        """Number of spectators of this process, without invisible players."""
        return sum([viewing.seat is None and not viewing.is_hidden for viewing in self.viewings])

    @property
    def seats(self) -> frozenset[Seat]:
        """The seats that have a connection here."""
        return frozenset(viewing.seat for viewing in self.viewings if viewing.seat is not None)

    @property
    def first_seat(self) -> Viewer:
        """The lowest seat that has a connection here; `None` if none has."""
        return min([viewing.seat for viewing in self.viewings if viewing.seat is not None], default=None)

    def notify(self, record: Record, happened: Happened, sender: Viewing | None = None, ref: Ref | None = None) -> bool:
        """Send the current state to every connection that follows the match, first to the sender of the command, with
        its `ref`. Each seat needs one encoding, and so do all spectators with the same view. Return true if the sender
        was notified or if there is no sender."""
        broadcast = self._broadcast(record, happened)
        self.unseen.clear()
        reached = True
        if sender is not None:
            try:
                broadcast.send(sender, ref)
            except Exception as error:
                reached = False
                self._note_unseen(record, sender, ref, error)
        is_crowded = len(self.viewings) >= CROWD
        for viewing in self._apart_from_the_crowd() if is_crowded else self.viewings:
            if viewing is sender or viewing.is_expecting or (self.unseen and viewer_of(viewing.eyes) in self.unseen):
                continue
            try:
                broadcast.send(viewing, None)
            except Exception as error:  # the others still hear
                self._note_unseen(record, viewing, None, error)
        if is_crowded and None not in self.unseen:
            self._notify_crowd(record, broadcast)
        return reached

    def _apart_from_the_crowd(self) -> list[Viewing]:
        return [
            viewing
            for viewing in self.viewings
            if viewing.seat is not None or viewing.outlet is None or viewing.through is not None
        ]

    def _notify_crowd(self, record: Record, broadcast: _Broadcast) -> None:
        crowd = [
            viewing
            for viewing in self.viewings
            if viewing.seat is None
            and viewing.outlet is not None
            and viewing.through is None
            and not viewing.is_expecting
        ]
        if crowd:
            try:
                broadcast.send_to_crowd(crowd)
            except Exception as error:
                self._note_unseen(record, crowd[0], None, error)

    def send_whole(self, record: Record, viewing: Viewing, happened: Happened, ref: Ref | None = None) -> None:
        """Send the complete current state to one connection. Raises any error of the game's view."""
        viewing.shown = None
        try:
            self._broadcast(record, happened).send(viewing, ref)
        except Exception:
            self.unseen.add(viewer_of(viewing.eyes))
            raise

    def send_all_of(self, record: Record) -> None:
        """Send the complete current state to every connection that follows the match, without events."""
        self.notify(record, Happened(record.version, ()))

    def notify_rewound(self, known: Record, record: Record) -> None:
        """Notify every connection that the store has lost entries of the match, and which ones."""
        shared = known.parts_from(record)
        messages: dict[Viewer, Rewound] = {}
        for viewing in self.viewings:
            seat = viewing.seat
            if seat not in messages:
                refs = () if seat is None else known.lost_refs(seat, record)
                messages[seat] = rewound(record, shared, known.version, refs)
            if not viewing.is_expecting:
                viewing.send_message(messages[seat])

    def send_if_rewound(self, record: Record, viewing: Viewing, was: Version, link: str | None) -> bool:
        """Notify a connection if the store has lost the version of the match that it knows. Return true if so. The
        version is compared by its link in the log's hash chain."""
        if was == 0 or (was <= record.version and (link is None or record.had_link(was, link))):
            return False  # who has seen nothing has lost nothing
        lost, left = record.lost, min(record.version, was - 1)
        # Who noted the loss may have known less of what is gone than this viewer; the match has not outgrown it then.
        if lost is not None and lost.since < was and (was <= lost.was or record.version <= lost.was):
            left = lost.since
        viewing.send_message(rewound(record, Version(max(left, 0)), was))
        return True

    def send_if_gone(self, known: Record, record: Record, viewing: Viewing, was: Version) -> bool:
        """Notify a waiting connection if the current record no longer contains the version that the connection knows.
        Return true if so."""
        shared = known.parts_from(record)
        if was <= shared:
            return False
        if viewing.is_expecting:  # the others were told when it was found out
            refs = () if viewing.seat is None else known.lost_refs(viewing.seat, record)
            viewing.send_message(rewound(record, shared, was, refs))
        return True

    def dismiss(self, record: Record, code: RefusalCode, text: str) -> None:
        """Notify every connection that the match cannot be followed any more."""
        self._dismiss(self.viewings.copy(), record, code, text)

    def dismiss_the_unseen(self, record: Record, code: RefusalCode, text: str) -> None:
        """Notify those connections that they no longer follow the match for which the game's code cannot show the
        current state."""
        unseen = {viewing for viewing in self.viewings if viewer_of(viewing.eyes) in self.unseen}
        self._dismiss(unseen, record, code, text)

    def _dismiss(self, viewings: set[Viewing], record: Record, code: RefusalCode, text: str) -> None:
        message = MatchUnwatched(match=record.opened.match, code=code, text=text)
        for viewing in viewings:
            viewing.dismiss(message)
        self.viewings -= viewings

    def is_shown_to(self, record: Record, viewer: Viewer) -> bool:
        """Return true if the game's code can show the current state to this viewer."""
        try:
            update_frame(record, viewer, Happened(Version(record.version), ()), self._now())
        except Exception:  # what it is has been logged when it came first
            self.unseen.add(viewer)
            return False
        return True

    def _broadcast(self, record: Record, happened: Happened) -> _Broadcast:
        always = self._always
        if always is None:  # a record may be replaced, but what it began with stays
            always = self._always = shared_update(record)
        updates = UpdateBuilder(record, happened, self._now(), self._watching(), self._delay, always)
        return _Broadcast(updates, happened)

    def _note_unseen(self, record: Record, viewing: Viewing, ref: Ref | None, error: Exception) -> None:
        """Log that the game's code failed to show the state to a connection, and record its viewer as one without a
        view."""
        _log.error(
            "a view failed",
            match=record.opened.match,
            version=record.version,
            seat=viewing.seat,
            player=mark_of_seat(record.players, viewing.seat),
            ref=ref,
            traceback=frames_of(error),
        )
        self.unseen.add(viewer_of(viewing.eyes))
