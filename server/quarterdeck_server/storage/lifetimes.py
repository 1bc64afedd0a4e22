"""Lifetimes of the keys of matches. The lifetime of a document is set by the commit that writes it."""

import msgspec
from quarterdeck_protocol.names import Milliseconds

from quarterdeck_server.matches.log import START, Head, Remembered

HOUR = 60 * 60
DAY = 24 * HOUR


class Lifetimes(msgspec.Struct, frozen=True):
    """All in seconds."""

    finished_match: int = 30 * DAY
    """The log of a match, from its last entry. Shorter than a match is remembered to have been settled."""

    unmoved: int = 30 * DAY
    """For how much of that a finished match stays in the store for sure, and in no archive only."""

    snapshot: int = DAY
    """A snapshot of a match, from when the newest part of it was written: it can be made again."""

    followed: int = DAY
    """Who is to be rung for a match, from when a process last said that it follows; processes say so again in time."""


LIFETIMES = Lifetimes()

GRACE_DAYS = 30
"""How many days longer than they should be finished matches stay in the store while the archive does not take them."""


def lifetimes_of(keep_finished: int, *, has_archive: bool) -> Lifetimes:
    """Return the lifetimes of the keys of matches, if finished ones stay this many days in the store and then move to
    an archive if there is one."""
    unmoved = keep_finished * DAY
    return Lifetimes(finished_match=unmoved + (GRACE_DAYS * DAY if has_archive else 0), unmoved=unmoved)


def is_gone_by_right(lifetimes: Lifetimes, read: Head, remembered: Remembered, now: Milliseconds) -> bool:
    """True if a log is missing because the match ended so long ago, and not because a store has lost it."""
    ended = remembered.entries[-1].at if remembered.over else now
    return read == START and ended + lifetimes.unmoved * 1000 <= now
