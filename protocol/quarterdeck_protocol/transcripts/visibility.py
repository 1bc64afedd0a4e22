"""Visibility of a match and of all that follows from it: its players know at once, everybody else later.

The whole server asks this one value: live matches, tables, chat lines, ratings, histories, replays and transcripts.
"""

from collections.abc import Collection

import msgspec

from quarterdeck_protocol.lobby.tables import SpectatorDelay
from quarterdeck_protocol.names import Milliseconds, PlayerId

NEVER = Milliseconds(10 * 24 * 60 * 60 * 1000)
"""Longer than anything waits that is shown only after the end of a match."""


class Visibility(msgspec.Struct, frozen=True):
    """The players who know something at once, and the time from which everybody else does."""

    insiders: Collection[PlayerId]
    others_from: Milliseconds

    def is_open_to(self, viewer: PlayerId | None, now: Milliseconds) -> bool:
        """True if this player, or a viewer without an identity, may know it by now."""
        return now >= self.others_from or (viewer is not None and viewer in self.insiders)

    def is_open_to_all(self, now: Milliseconds) -> bool:
        """True if everybody may know it by now."""
        return now >= self.others_from


def behind(delay: SpectatorDelay, *, is_running: bool) -> Milliseconds:
    """Return how long others are behind the players. While a match with `end` is running, that is for `NEVER`."""
    return NEVER if is_running and delay is SpectatorDelay.END else delay.span


def of_end(delay: SpectatorDelay, ended: Milliseconds, insiders: Collection[PlayerId]) -> Visibility:
    """Return the visibility of the end of a match, and of everything that follows from it."""
    return Visibility(insiders, Milliseconds(ended + behind(delay, is_running=False)))
