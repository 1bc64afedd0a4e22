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
