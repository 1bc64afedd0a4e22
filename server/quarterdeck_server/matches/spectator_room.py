"""Bound on the spectators of one match, and the choice of a place for a newcomer when it is full.

One address could take all places with its connections. So addresses share them: in a full match, the address with most
spectators gives up a place to one with fewer, and there the player with most.
"""

from collections import Counter
from collections.abc import Callable, Collection

from quarterdeck_server.fair_queue import Sharer
from quarterdeck_server.matches.audience import Viewing


class SpectatorRoom:
    """The bound on the spectators of each match."""

    def __init__(self, most: int = 0, times: Callable[[str], int] = lambda _: 1) -> None:
        """About `most` may watch a match, 0 for any number; `times` says how many times as many as others may watch
        from an address."""
        self.most = most
        self._times = times

    def who_makes_room(self, sharer: Sharer, viewings: Collection[Viewing]) -> Viewing | None:
        """Return the spectator that gives its place to a newcomer; `None` if nobody has more than their share."""
        spectators = [viewing for viewing in viewings if viewing.seat is None and not viewing.sees_all_at_once]
        addresses = Counter([viewing.sharer.address for viewing in spectators])
        most = max(addresses, key=lambda each: addresses[each] / self._times(each), default=sharer.address)
        own = (addresses[sharer.address] + 1) / self._times(sharer.address)
        if (addresses[most] - 1) / self._times(most) < own:
            most = sharer.address
        there = [viewing for viewing in spectators if viewing.sharer.address == most]
        players = Counter([viewing.sharer.player for viewing in there])
        player = max(players, key=lambda each: players[each], default=sharer.player)
        if most == sharer.address and players[player] <= players[sharer.player] + 1:
            return None
        return max((each for each in there if each.sharer.player == player), key=lambda each: each.number)
