"""Tickets side by side in the order of their ratings: the nearest to any rating are found by walking outwards."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quarterdeck_server.lobby.pairing import Seeker


class Shelf:
    """The tickets of one pool that are of one size.

    They stand here twice, so that of equal ratings the longest waiter comes first in both directions. Who is taken is
    stepped over: `_next_up[i]` leads from place i to where the next may stand, and gets shorter as it is walked.
    """

    __slots__ = ("_downward", "_next_down", "_next_up", "_ratings", "_upward")

    def __init__(self, pool: str, seekers: Sequence["Seeker"]) -> None:
        upward = sorted(seekers, key=lambda each: each.reaches[pool][0])  # it keeps the order of ranks, as all below
        downward = sorted(seekers, key=lambda each: (each.reaches[pool][0], -each.rank))
        self._upward = upward
        self._downward = downward
        self._ratings = [each.reaches[pool][0] for each in upward]
        self._next_up = list(range(len(upward) + 1))
        self._next_down = list(range(len(upward) + 1))  # place i stands at i + 1; 0 is the end
        place_down = {id(each): place for place, each in enumerate(downward)}
        for place, each in enumerate(upward):
            each.shelf_places.append((self, place, place_down[id(each)]))

    def take(self, upward: int, downward: int) -> None:
        """Step over whoever stands at these places from now on."""
        self._next_up[upward] = upward + 1
        self._next_down[downward + 1] = downward

    def outward(self, rating: int, reach: int | None) -> Iterator["Seeker"]:
        """Give who is not taken, the nearest to a rating first, and of those who are equally near the one who has
        waited longer; not farther away than `reach`, if there is one."""
        ratings, end = self._ratings, len(self._ratings)
        start = bisect_left(ratings, rating)
        up, down = _found(self._next_up, start), _found(self._next_down, start)
        while True:
            above = ratings[up] - rating if up < end else None
            below = rating - ratings[down - 1] if down > 0 else None
            if below is None or (above is not None and above < below):
                goes_up = True
            elif above is None or below < above:
                goes_up = False
            else:
                goes_up = self._upward[up].rank < self._downward[down - 1].rank
            apart = above if goes_up else below
            if apart is None or (reach is not None and apart > reach):
                return
            if goes_up:
                yield self._upward[up]
                up = _found(self._next_up, up + 1)
            else:
                yield self._downward[down - 1]
                down = _found(self._next_down, down - 1)


def _found(leads: list[int], place: int) -> int:
    """Give where the steps from a place end, and make them shorter for whoever comes next."""
    while leads[place] != place:
        leads[place] = leads[leads[place]]
        place = leads[place]
    return place
