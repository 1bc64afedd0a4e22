"""Detection of a connection that is silent for too long while a message is due.

The count is in rounds of the client's own timer, not in time. A client that was suspended, or gets no CPU, counts more
slowly too. So it does not close a connection whose answer is already waiting to be read.
"""

from enum import Enum

TURNS_UNTIL_ASKED, TURNS = 3, 6
MOST_DOUBLED = 4
"""Maximum number of doublings of the silence limit. A client that closes several silent connections in a row waits up
to sixteen times as long, so that its reconnects do not add to the load of a busy server."""


class Verdict(Enum):
    """Next step for a connection: nothing, send a ping, or close it."""

    NOTHING = "nothing"
    ASK = "ask"
    LEAVE = "leave"


class Silence:
    """Counts the timer rounds in which no message came although one was due."""

    def __init__(self) -> None:
        self._turns = 0

    @property
    def is_too_long(self) -> bool:
        """True if the silent connection is to be closed."""
        return self._turns >= TURNS

    def reset(self) -> None:
        """Reset the measured silence, because a message came."""
        self._turns = 0

    def turn(self, *, is_due: bool) -> Verdict:
        """Count one timer round, and return the next step. `is_due` is true if a message of the server is due."""
        if not is_due:
            self._turns = 0
            return Verdict.NOTHING
        self._turns += 1
        if self._turns == TURNS_UNTIL_ASKED:
            return Verdict.ASK
        return Verdict.LEAVE if self.is_too_long else Verdict.NOTHING
