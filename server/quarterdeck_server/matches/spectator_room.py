"""Limit on the spectators of one match, and the choice of the spectator to remove when the limit is reached.

One address could take all places with its connections, so the places are shared fairly between addresses. At the limit,
the address with most spectators loses a place to an address with fewer. Within that address, the player with most
spectators loses the place.
"""

from collections import Counter
from collections.abc import Callable, Collection

from quarterdeck_server.fair_queue import Sharer
from quarterdeck_server.matches.audience import Viewing


class SpectatorRoom:
    """The limit on the spectators of each match."""

    def __init__(self, most: int = 0, times: Callable[[str], int] = lambda _: 1) -> None:
        """Make the limit on spectators. About `most` spectators may watch a match; 0 is no limit. `times` returns a
        factor for an address, which multiplies its share."""
        self.most = most
        self._times = times

    def spectator_to_remove(self, sharer: Sharer, viewings: Collection[Viewing]) -> Viewing | None:
        """Return the spectator to remove for a newcomer; `None` if no address and no player has more than their
        share."""
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
