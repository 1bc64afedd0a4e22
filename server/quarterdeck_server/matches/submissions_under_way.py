"""Submissions on their way into the log, with the receivers of their outcome."""

from collections.abc import Callable
from time import perf_counter

from quarterdeck_protocol.messages import Refused

from quarterdeck_server.matches.audience import Viewing
from quarterdeck_server.matches.record import Foreseen
from quarterdeck_server.matches.submissions import Submission
from quarterdeck_server.metrics import Timing

Refuse = Callable[[Refused], None]


class Pending:
    """A submission with the receiver of its outcome: none, if the server submits."""

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
        """Note that the receiver was notified."""
        if self.viewing is not None:
            self.viewing.answered()


class Writing:
    """An entry on its way to the log. Not a struct: its `repr` may be logged and must not show its content."""

    __slots__ = ("began", "foreseen", "pending", "stored")

    def __init__(self, pending: Pending, foreseen: Foreseen, stored: bytes) -> None:
        self.pending = pending
        self.foreseen = foreseen
        self.stored = stored
        self.began = perf_counter()
        """When it was given to the log, by this process's own clock."""
