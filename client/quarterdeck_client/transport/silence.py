"""Detection of a connection that is silent for too long while a message is due.

The count is in turns of the client itself, not in time. A client that was stopped, or has no core to run on, counts
more slowly too. So it does not take a server for dead that has answered long ago.
"""

from enum import Enum

TURNS_UNTIL_ASKED, TURNS = 3, 6
MOST_DOUBLED = 4
"""Limit of doublings of the wait. A client that leaves one silent connection after the other waits up to sixteen times
as long, so that reconnects do not add to the load of a busy server."""


class Verdict(Enum):
    """Next step for a connection: nothing, ask for a sign of life, or leave it."""

    NOTHING = "nothing"
    ASK = "ask"
    LEAVE = "leave"


class Silence:
    """Count of turns without any message on a connection while one was due."""

    def __init__(self) -> None:
        self._turns = 0

    @property
    def is_too_long(self) -> bool:
        """True if the connection is to be closed."""
        return self._turns >= TURNS

    def heard(self) -> None:
        """Note that a message came."""
        self._turns = 0

    def turn(self, *, is_due: bool) -> Verdict:
        """Note that a turn has passed, at the end of which a word from the server is due or is not."""
        if not is_due:
            self._turns = 0
            return Verdict.NOTHING
        self._turns += 1
        if self._turns == TURNS_UNTIL_ASKED:
            return Verdict.ASK
        return Verdict.LEAVE if self.is_too_long else Verdict.NOTHING
