"""Metrics of one match on this process, and the tracer of its actions, if there is one."""

from time import perf_counter

from quarterdeck_protocol.names import Milliseconds, Ref, Seat, Viewer
from quarterdeck_protocol.transcripts.transcript import Acted

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.matches.codec import AnyEntry
from quarterdeck_server.matches.log import Stamped
from quarterdeck_server.matches.player_marks import mark_of_seat
from quarterdeck_server.matches.record import Record
from quarterdeck_server.matches.submissions_under_way import Pending, Writing
from quarterdeck_server.metrics import KEPT, GameMetrics, Metrics, StoreMetrics, Timing, TracedAction


class MatchMetrics:
    """The process's counters for one match."""

    __slots__ = ("_process", "appends", "game")

    def __init__(self, process: Metrics, game: str) -> None:
        self._process = process
        self.game: GameMetrics = process.of(game)
        self.appends: StoreMetrics = process.of_store("append")

    @property
    def is_traced(self) -> bool:
        """True if a tracer records single actions."""
        return self._process.tracer is not None

    def judged(self, pending: Pending) -> None:
        """Record the time at which this process begins to check a submission."""
        if self._process.tracer is not None and pending.received is not None:
            pending.timing = Timing(pending.received)
            pending.timing.judged = perf_counter()

    def stored(self, writing: Writing, answered: float, at: Milliseconds) -> None:
        """Record that the store has confirmed a log entry of this process, at the time `answered`."""
        pending = writing.pending
        if pending.received is not None:
            self.game.stored.observe(answered - pending.received)
            if pending.timing is not None:
                pending.timing.appended, pending.timing.stored = writing.began, answered
            return
        self.game.house[str(type(writing.foreseen.entry.cause).__struct_config__.tag)] += 1
        if pending.submission.due is not None:
            self.game.late.observe(max(0, at - pending.submission.due) / 1000)

    def answered(self, record: Record, sent: Pending, stamped: Stamped) -> None:
        """Record that a player's action is stored and its answer is being sent."""
        if sent.received is None:
            return
        self.game.actions[KEPT] += 1
        tracer, trace = self._process.tracer, None
        if tracer is not None and sent.timing is not None:
            traced = _traced(record, sent.submission.seat, sent.submission.ref)
            trace = tracer.stored(sent.timing, traced, stamped.digest)
        self._process.answered(self.game, sent.received, trace)

    def refused(self, record: Record, seat: Viewer, received: float, ref: Ref | None, refusing: CommandRefused) -> None:
        """Record that a player's action was refused."""
        self.game.actions[refusing.code.value] += 1
        if self._process.tracer is not None:
            self._process.tracer.refused(received, _traced(record, seat, ref), refusing.code.value)

    def applied(self, record: Record, entry: AnyEntry, stamped: Stamped, began: float) -> None:
        """Record that this process has applied a log entry of another process. It began to do so at the time
        `began`."""
        tracer = self._process.tracer
        if tracer is not None and isinstance(entry.cause, Acted) and _is_a_persons(record, entry.seat):
            self._process.sent_to_viewers(tracer.applied(began, _traced(record, None, entry.ref), stamped.digest))


def _is_a_persons(record: Record, seat: Seat | None) -> bool:
    return seat is not None and record.players[seat].bot is None


def _traced(record: Record, seat: Viewer, ref: Ref | None) -> TracedAction:
    opened = record.opened
    return TracedAction(opened.match, opened.game, record.version, mark_of_seat(record.players, seat), ref)
