"""Notifications about quick match to all processes. A lost one does no harm: a process that receives it reads the
documents, and one that missed it reads them on the next round."""

from collections.abc import Mapping

import msgspec
from quarterdeck_protocol.names import Milliseconds, OfferId, PlayerId

from quarterdeck_server.lobby.event_bus import Notification

MOST_WAITS = 64
"""Number of newest waits of a pool from which the next one is estimated."""


class SeekersChanged(Notification, frozen=True, tag="seekers_changed"):
    """Event: the ticket or offer of these players has changed."""

    players: tuple[PlayerId, ...]
    offer: OfferId | None
    """The changed offer, or `None` if only tickets have changed."""


class PoolFigures(msgspec.Struct, frozen=True, array_like=True):
    """The number of seeking players and the recent waiting times in a pool: the tickets that may be paired with each
    other."""

    looking: int = 0
    """Number of seeking players when the round was over."""

    waits: tuple[Milliseconds, ...] = ()
    """Recent waits for a match without bots, in ascending order."""

    looking_bots: int = 0
    """Number of bots of players among the seeking players."""

    def estimated_wait(self, waited: int, until_then: int = 0) -> Milliseconds | None:
        """Return the estimated further wait for a ticket that has waited `waited` and waits on in `until_then`: the
        median of all recent waits at least as long, minus `waited`. `None` if there are none."""
        longer = [wait for wait in self.waits if wait >= waited]
        return Milliseconds(longer[len(longer) // 2] - waited + until_then) if longer else None


class RoundFinished(Notification, frozen=True, tag="round_finished"):
    """Event: a round of pairing is over."""

    number: int
    at: Milliseconds
    pools: Mapping[str, PoolFigures]
