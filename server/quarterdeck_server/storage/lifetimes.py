"""How long what belongs to matches is kept; for how long a document is, the commit that writes it says."""

import msgspec

HOUR = 60 * 60
DAY = 24 * HOUR


class Lifetimes(msgspec.Struct, frozen=True):
    """All in seconds."""

    finished_match: int = 30 * DAY
    """The log of a match, from its last entry. Shorter than a match is remembered to have been settled."""

    followed: int = DAY
    """Who is to be rung for a match, from when a process last said that it follows; processes say so again in time."""


LIFETIMES = Lifetimes()

GRACE_DAYS = 30
"""How many days longer than they should be finished matches stay in the store while the archive does not take them."""


def lifetimes_of(keep_finished: int, *, has_archive: bool) -> Lifetimes:
    """Return how long what belongs to matches is kept where finished ones stay so many days in the store, and leave it
    for an archive if there is one."""
    return Lifetimes(finished_match=(keep_finished + (GRACE_DAYS if has_archive else 0)) * DAY)
