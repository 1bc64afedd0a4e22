"""Failures of a game's rules in a match, and the decision to void the match if they last too long."""

from collections.abc import Callable, Collection

import structlog
from quarterdeck_protocol.names import Milliseconds, Viewer

from quarterdeck_server.matches.audience import Audience
from quarterdeck_server.matches.clock import Alarm
from quarterdeck_server.matches.faults import frames_of
from quarterdeck_server.matches.player_marks import mark_of_seat
from quarterdeck_server.matches.record import Record
from quarterdeck_server.matches.submissions import Submission
from quarterdeck_server.metrics import GameMetrics

GRACE = Milliseconds(30_000)
"""Time for which the rules of a match must have failed before it is voided. Another process may run other rules."""

_log = structlog.get_logger()


class RuleFailures:
    """Failures of the game's rules in one match."""

    __slots__ = ("_alarm", "_audience", "_metrics", "_now", "_since")

    def __init__(self, audience: Audience, alarm: Alarm, now: Callable[[], Milliseconds], metrics: GameMetrics) -> None:
        self._audience = audience
        self._alarm = alarm
        self._now = now
        self._metrics = metrics
        self._since: Milliseconds | None = None
        """Time since when the rules have failed to play for a seat, or to show the match to a seat; `None` if they
        work."""

    def note(self, record: Record, error: Exception, submission: Submission) -> None:
        """Record a failure of the rules. If only a player's action failed, the match can continue with another action.
        The server's own actions must not fail."""
        self._metrics.failures += 1
        is_new = submission.is_a_players or self._since is None
        if is_new:
            _log.error(
                "the rules failed",
                match=record.opened.match,
                version=record.version,
                seat=submission.seat,
                player=mark_of_seat(record.players, submission.seat),
                ref=submission.ref,
                traceback=frames_of(error),
            )
        if not submission.is_a_players:
            self._begin()

    def note_unseen(self, record: Record, viewers: Collection[Viewer]) -> None:
        """Record the viewers to whom the game's code could not show the current state."""
        self._metrics.failures += len(viewers)
        if any(viewer is not None for viewer in viewers) and record.result is None:
            self._begin()

    def forget(self) -> None:
        """Reset the record of failures, because the match has continued."""
        self._since = None

    def are_hopeless(self, record: Record) -> bool:
        """Return true if a running match must be voided because its rules have failed for too long: no process could
        continue it, or the state still cannot be shown to a seat."""
        if self._since is None or record.result is not None or self._now() < self._since + GRACE:
            return False
        seats = {viewing.seat for viewing in self._audience.viewings if viewing.seat is not None}
        is_due = record.next_until is not None and record.next_until <= self._now()
        if is_due or not all(self._audience.is_shown_to(record, seat) for seat in seats):
            return True
        self._since = None
        return False

    def _begin(self) -> None:
        if self._since is None:
            self._since = self._now()
            self._alarm.set_for(Milliseconds(self._since + GRACE))
