"""Visibility of a match and of its consequences: its players know at once, everybody else after the spectator delay.

The whole server uses this one type for live matches, tables, chat, ratings, histories, replays and transcripts.
"""

from collections.abc import Collection

import msgspec

from quarterdeck_protocol.lobby.tables import SpectatorDelay
from quarterdeck_protocol.names import Milliseconds, PlayerId

NEVER = Milliseconds(10 * 24 * 60 * 60 * 1000)
"""A delay above every possible one, for data that is shown only after the end of a match."""


class Visibility(msgspec.Struct, frozen=True):
    """The players who may know something at once, and the time from which everybody else may."""

    insiders: Collection[PlayerId]
    others_from: Milliseconds

    def is_open_to(self, viewer: PlayerId | None, now: Milliseconds) -> bool:
        """True if this player may know it now. `viewer` is `None` for a viewer without an account."""
        return now >= self.others_from or (viewer is not None and viewer in self.insiders)

    def is_open_to_all(self, now: Milliseconds) -> bool:
        """True if everybody may know of the match's end now."""
        return now >= self.others_from


def behind(delay: SpectatorDelay, *, is_running: bool) -> Milliseconds:
    """Return the delay of spectators behind the players. While a match with the delay `end` is running, it is
    `NEVER`."""
    return NEVER if is_running and delay is SpectatorDelay.END else delay.span


def of_end(delay: SpectatorDelay, ended: Milliseconds, insiders: Collection[PlayerId]) -> Visibility:
    """Return who may know of the end of a match and its consequences, and from when. Without a delay everybody may at
    once, even where the clock of a process is behind the store's."""
    after = behind(delay, is_running=False)
    return Visibility(insiders, Milliseconds(ended + after if after else 0))
