"""The allowed distance between two ratings: a band that grows with the waiting time.

A band reaches `half_width` to either side. After `BOUND` it is unlimited: a ticket that has waited so long takes the
nearest rating of all.
"""

from quarterdeck_protocol.lobby.matchmaking import Band
from quarterdeck_protocol.names import Milliseconds

BOUND = Milliseconds(90_000)
"""Wait after which a ticket is paired with the nearest one, outside of all bands."""

FIRST_HALF_WIDTH = 100
"""Half width of the band in rating points at the start of the wait."""

POINTS_A_SECOND = 5
EXPLAINED = (0, 10_000, 30_000, 60_000)
"""Times from now for which a ticket explains its band, in milliseconds."""


def half_width(uncertainty: int, waited: int) -> int:
    """Return the reach of a band to either side, in points, after `waited` milliseconds. Half of the rating's
    uncertainty is added."""
    return FIRST_HALF_WIDTH + uncertainty // 2 + POINTS_A_SECOND * max(waited, 0) // 1000


def bands(rating: int, uncertainty: int, since: Milliseconds, now: Milliseconds) -> tuple[Band, ...]:
    """Return the rating band of a ticket now and a while from now."""
    return tuple(_band(rating, uncertainty, now - since + after, after) for after in EXPLAINED)


def _band(rating: int, uncertainty: int, waited: int, after: int) -> Band:
    if waited >= BOUND:
        return Band(after=Milliseconds(after), lowest=None, highest=None)
    reach = half_width(uncertainty, waited)
    return Band(after=Milliseconds(after), lowest=rating - reach, highest=rating + reach)
