"""How far apart two ratings may be: the longer somebody waits, the wider their band.

A band is as wide to both sides as `half_width` says. After `BOUND` it is as wide as it takes: whoever has waited for so
long plays with the nearest there is.
"""

from quarterdeck_protocol.matchmaking import Band
from quarterdeck_protocol.names import Milliseconds

BOUND = Milliseconds(90_000)
"""After how long the longest waiter is paired with whoever is nearest, whatever the band of either."""

FIRST_HALF_WIDTH = 100
"""In points of rating, before anybody has waited."""

POINTS_A_SECOND = 5
EXPLAINED = (0, 10_000, 30_000, 60_000)
"""For which times from now a ticket explains its band, in milliseconds."""


def half_width(uncertainty: int, waited: int) -> int:
    """Return how many points a band reaches to either side after so many milliseconds. Whose rating is uncertain has a
    wider one: half of the uncertainty is added."""
    return FIRST_HALF_WIDTH + uncertainty // 2 + POINTS_A_SECOND * max(waited, 0) // 1000


def bands(rating: int, uncertainty: int, since: Milliseconds, now: Milliseconds) -> tuple[Band, ...]:
    """Return the band now and a while from now."""
    return tuple(_band(rating, uncertainty, now - since + after, after) for after in EXPLAINED)


def _band(rating: int, uncertainty: int, waited: int, after: int) -> Band:
    if waited >= BOUND:
        return Band(after=Milliseconds(after), lowest=None, highest=None)
    reach = half_width(uncertainty, waited)
    return Band(after=Milliseconds(after), lowest=rating - reach, highest=rating + reach)
