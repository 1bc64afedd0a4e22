"""Lifetimes of the store keys of matches. The lifetime of a document is set by the commit that writes it."""

import msgspec
from quarterdeck_protocol.names import Milliseconds

from quarterdeck_server.matches.log import START, Head, Remembered

HOUR = 60 * 60
DAY = 24 * HOUR


class Lifetimes(msgspec.Struct, frozen=True):
    """Lifetimes of the store keys of matches, in seconds."""

    finished_match: int = 30 * DAY
    """Lifetime of a match's log after its last entry. It is shorter than the time for which the record of its
    settlement is kept."""

    unmoved: int = 30 * DAY
    """The part of that time for which a finished match is certain to stay in the store, and not only in an archive."""

    snapshot: int = DAY
    """Lifetime of a snapshot after its newest part was written. It can be made again."""

    followed: int = DAY
    """Lifetime of the list of processes that follow a match. Each process renews its entry in time."""


LIFETIMES = Lifetimes()

GRACE_DAYS = 30
"""Additional days for which finished matches stay in the store while the archive does not accept them."""


def lifetimes_of(keep_finished: int, *, has_archive: bool) -> Lifetimes:
    """Return the lifetimes of the store keys of matches. Finished matches stay in the store for `keep_finished` days,
    and then move to an archive if there is one."""
    unmoved = keep_finished * DAY
    return Lifetimes(finished_match=unmoved + (GRACE_DAYS * DAY if has_archive else 0), unmoved=unmoved)


def is_gone_by_right(lifetimes: Lifetimes, read: Head, remembered: Remembered, now: Milliseconds) -> bool:
    """True if a log is missing because the match ended long ago and has expired, not because the store lost it."""
    ended = remembered.entries[-1].at if remembered.over else now
    return read == START and ended + lifetimes.unmoved * 1000 <= now
