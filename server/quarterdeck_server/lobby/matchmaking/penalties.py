"""Penalty for players who leave offers unanswered: a waiting time that grows with every missed offer. Missed offers are
forgotten after a day.

The first unanswered offer costs nothing, the second one minute, the third and each further one five minutes. Declining
is better, because the other players go on at once: two declined offers count as one unanswered offer.
"""

from collections.abc import Sequence

import msgspec
from quarterdeck_protocol.names import Milliseconds

FORGOTTEN_AFTER = Milliseconds(24 * 60 * 60 * 1000)
HELD_BACK = (Milliseconds(0), Milliseconds(60_000), Milliseconds(300_000))
MOST_REMEMBERED = 16


class MissedOffersRecord(msgspec.Struct, frozen=True, array_like=True):
    """The record of an offer that a player declined or left unanswered."""

    at: Milliseconds
    declined: bool
    """True if the player declined it."""


def remembered(missed: Sequence[MissedOffersRecord], now: Milliseconds) -> tuple[MissedOffersRecord, ...]:
    """Return the missed offers that are not forgotten yet."""
    return tuple(each for each in missed if each.at > now - FORGOTTEN_AFTER)[-MOST_REMEMBERED:]


def held_until(missed: Sequence[MissedOffersRecord], now: Milliseconds) -> Milliseconds:
    """Return the time until which a player is held back, counted from the last missed offer; 0 if the player is not."""
    counting = remembered(missed, now)
    declined = sum(each.declined for each in counting)
    weight = len(counting) - declined + declined // 2
    if weight == 0:
        return Milliseconds(0)
    span = HELD_BACK[min(weight, len(HELD_BACK)) - 1]
    return Milliseconds(counting[-1].at + span) if span else Milliseconds(0)
