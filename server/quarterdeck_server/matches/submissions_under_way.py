"""Submissions that are being written to the log, with the receivers of their results."""

from collections.abc import Callable
from time import perf_counter

from quarterdeck_protocol.messages import Refused

from quarterdeck_server.matches.audience import Viewing
from quarterdeck_server.matches.record import Foreseen
from quarterdeck_server.matches.submissions import Submission
from quarterdeck_server.metrics import Timing

Refuse = Callable[[Refused], None]


class Pending:
    """A submission with the receiver of its result; there is no receiver for a submission of the server."""

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
        """Time at which a player's submission was received, by this process's own clock; `None` for the server's
        own."""

        self.timing: Timing | None = None
        """Times of the steps of the submission, if it is traced."""

        if viewing is not None:
            viewing.unanswered += 1

    def answered(self) -> None:
        """Record that the receiver of a submission's result was notified."""
        if self.viewing is not None:
            self.viewing.answered()


class Writing:
    """An entry that is being written to the log. It is not a struct, because the `repr` of a struct would show its
    content in the server's log."""

    __slots__ = ("began", "foreseen", "pending", "stored")

    def __init__(self, pending: Pending, foreseen: Foreseen, stored: bytes) -> None:
        self.pending = pending
        self.foreseen = foreseen
        self.stored = stored
        self.began = perf_counter()
        """Time at which the write began, by this process's own clock."""
