"""How well somebody plays, as everybody may know it."""

import msgspec

from quarterdeck_protocol.names import Count, Whole


class Rating(msgspec.Struct, frozen=True, kw_only=True):
    """How well somebody plays one game: a number, and how sure it is."""

    number: Whole
    """1500 for a beginner; the higher, the better."""

    uncertainty: Count
    """How far off the number may well be: 333 for a beginner, and less with every match."""

    provisional: bool
    """Whether it is still too uncertain to be compared with."""
