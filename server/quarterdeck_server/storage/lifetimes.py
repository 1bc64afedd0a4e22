"""How long what is kept is kept. Nothing but the log of an unfinished match stays for ever."""

import msgspec

HOUR = 60 * 60
DAY = 24 * HOUR


class Lifetimes(msgspec.Struct, frozen=True):
    """All in seconds."""

    finished_match: int = 30 * DAY
    """The log of a match, from its last entry. Shorter than a match is remembered to have been settled."""

    followed: int = DAY
    """Who is to be rung for a match, from when a process last said that it follows; processes say so again in time."""

    table: int = DAY
    """A table, from its last change."""


LIFETIMES = Lifetimes()
