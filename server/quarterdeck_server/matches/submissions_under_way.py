"""Submissions that are being written to the log, with the receivers of their results."""

from collections.abc import Callable
from time import perf_counter

import msgspec
from quarterdeck_protocol.messages import Refused

from quarterdeck_server.matches.audience import Viewing
from quarterdeck_server.matches.faults import Unprinted
from quarterdeck_server.matches.record import Foreseen
from quarterdeck_server.matches.submissions import Submission
from quarterdeck_server.metrics import Timing

Refuse = Callable[[Refused], None]


class Pending(Unprinted, eq=False):
    """A submission with the receiver of its result; there is no receiver for a submission of the server."""

    submission: Submission
    viewing: Viewing | None = None
    """The connection that has sent it. Whoever makes the object has counted it as unanswered there."""

    refuse: Refuse | None = None
    received: float | None = None
    """Time at which a player's submission was received, by this process's own clock; `None` for the server's own."""

    timing: Timing | None = None
    """Times of the steps of the submission, if it is traced."""

    def answered(self) -> None:
        """Record that the receiver of a submission's result was notified."""
        if self.viewing is not None:
            self.viewing.answered()


class Writing(Unprinted, eq=False):
    """An entry that is being written to the log."""

    pending: Pending
    foreseen: Foreseen
    stored: bytes
    began: float = msgspec.field(default_factory=perf_counter)
    """Time at which the write began, by this process's own clock."""
