"""Who follows a match on this process, and how they are told of it: each through the eyes of one viewer."""

from collections.abc import Callable

import structlog
from quarterdeck_protocol import wire
from quarterdeck_protocol.messages import MatchUnwatched
from quarterdeck_protocol.names import Milliseconds, Ref, Version, Viewer
from quarterdeck_protocol.refusals import RefusalCode

from quarterdeck_server.matches.faults import frames_of
from quarterdeck_server.matches.projection import Happened, update_frame
from quarterdeck_server.matches.record import Record

_log = structlog.get_logger()


class Viewing:
    """One connection that follows a match, through the eyes of one viewer."""

    __slots__ = ("seat", "tell")

    def __init__(self, seat: Viewer, tell: Callable[[bytes], None]) -> None:
        self.seat = seat
        self.tell = tell
        """Takes a frame. It must not wait and must not raise."""


class Audience:
    """All viewings of one match."""

    __slots__ = ("_now", "unseen", "viewings")

    def __init__(self, now: Callable[[], Milliseconds]) -> None:
        self._now = now
        self.viewings: set[Viewing] = set()
        self.unseen: set[Viewer] = set()
        """The viewers to whom the game could not show the match as it stands."""

    def tell(self, record: Record, happened: Happened, sender: Viewing | None = None, ref: Ref | None = None) -> bool:
        """Send every viewing how the match stands now, the sender first and with its `ref`: one encoding for each seat,
        one for all spectators. Return whether the sender, if there is one, could be told."""
        now = self._now()
        self.unseen.clear()
        told = sender is None or self._tell_one(record, sender, happened, now, ref) != b""
        frames: dict[Viewer, bytes] = {}
        for viewing in self.viewings:
            if viewing is sender:
                continue
            frame = frames.get(viewing.seat)
            if frame is None:
                frames[viewing.seat] = self._tell_one(record, viewing, happened, now, None)
            elif frame:
                viewing.tell(frame)
        return told

    def tell_all_of(self, record: Record) -> None:
        """Tell every viewing how the match stands, without saying what has happened."""
        self.tell(record, Happened(record.version, ()))

    def dismiss(self, record: Record, code: RefusalCode, text: str) -> None:
        """Tell every viewing that the match cannot be followed any more."""
        self._dismiss(self.viewings.copy(), record, code, text)

    def dismiss_the_unseen(self, record: Record, code: RefusalCode, text: str) -> None:
        """Tell those viewings that, to whom the game cannot show the match as it stands."""
        self._dismiss({viewing for viewing in self.viewings if viewing.seat in self.unseen}, record, code, text)

    def _dismiss(self, viewings: set[Viewing], record: Record, code: RefusalCode, text: str) -> None:
        frame = wire.encode(MatchUnwatched(match=record.opened.match, code=code, text=text))
        for viewing in viewings:
            viewing.tell(frame)
        self.viewings -= viewings

    def frame(self, record: Record, viewer: Viewer, happened: Happened, ref: Ref | None = None) -> bytes:
        """Return the `update` for a viewer. Raises whatever the game's view does."""
        try:
            return update_frame(record, viewer, happened, self._now(), ref)
        except Exception:
            self.unseen.add(viewer)
            raise

    def is_shown_to(self, record: Record, viewer: Viewer) -> bool:
        """Whether the game can show the match as it stands to this viewer."""
        try:
            self.frame(record, viewer, Happened(Version(record.version), ()))
        except Exception:  # what it is has been logged when it came first
            return False
        return True

    def _tell_one(
        self, record: Record, viewing: Viewing, happened: Happened, now: Milliseconds, ref: Ref | None
    ) -> bytes:
        """Send one viewing how the match stands, and return the frame; nothing, if the game cannot show it, and the
        others still hear."""
        try:
            frame = update_frame(record, viewing.seat, happened, now, ref)
        except Exception as error:
            _log.error(
                "a view failed",
                match=record.opened.match,
                version=record.version,
                seat=viewing.seat,
                traceback=frames_of(error),
            )
            self.unseen.add(viewing.seat)
            return b""
        viewing.tell(frame)
        return frame
