"""Waiting time for players who leave offers unanswered: it grows with every missed offer, and is forgotten after a day.

An absence costs nothing the first time, one minute the second, five minutes from the third on. Declining is better,
because the others go on at once: two declined offers count as one absence.
"""

from collections.abc import Sequence

import msgspec
from quarterdeck_protocol.names import Milliseconds

FORGOTTEN_AFTER = Milliseconds(24 * 60 * 60 * 1000)
HELD_BACK = (Milliseconds(0), Milliseconds(60_000), Milliseconds(300_000))
MOST_REMEMBERED = 16


class MissedOffersRecord(msgspec.Struct, frozen=True, array_like=True):
    """An offer that a player did not take up."""

    at: Milliseconds
    declined: bool
    """True if the player declined it."""


def remembered(missed: Sequence[MissedOffersRecord], now: Milliseconds) -> tuple[MissedOffersRecord, ...]:
    """Return the missed offers that are not forgotten yet."""
    return tuple(each for each in missed if each.at > now - FORGOTTEN_AFTER)[-MOST_REMEMBERED:]


def held_until(missed: Sequence[MissedOffersRecord], now: Milliseconds) -> Milliseconds:
    """Return until when a player is held back: counted from the last offer that was missed; 0 for not at all."""
    counting = remembered(missed, now)
    declined = sum(each.declined for each in counting)
    weight = len(counting) - declined + declined // 2
    if weight == 0:
        return Milliseconds(0)
    span = HELD_BACK[min(weight, len(HELD_BACK)) - 1]
    return Milliseconds(counting[-1].at + span) if span else Milliseconds(0)
