"""Index of quick match tickets by rating: the nearest tickets to any rating are found by searching outwards in both
directions."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from quarterdeck_server.lobby.matchmaking.candidates import Seeker


class RatingIndex:
    """The tickets of one pool that have the same size. They are listed twice, so that of equal ratings the longest
    waiter comes first in both directions. Taken tickets are skipped: `_next_up[i]` points from place i towards the next
    free one."""

    __slots__ = ("_downward", "_next_down", "_next_up", "_ratings", "_upward")

    def __init__(self, pool: str, seekers: Sequence[Seeker]) -> None:
        """Make an index by rating of the players who search in the same pool. `seekers` must be sorted by their
        rank."""
        ratings = [each.reaches[pool][0] for each in seekers]
        places = range(len(seekers))
        upward = sorted(places, key=ratings.__getitem__)  # it keeps the order of ranks, as the next does
        downward = sorted(places, key=[-rating for rating in ratings].__getitem__)
        self._upward = [seekers[place] for place in upward]
        self._downward = [seekers[place] for place in downward]
        self._ratings = [ratings[place] for place in upward]
        self._next_up = list(range(len(seekers) + 1))
        self._next_down = list(range(len(seekers) + 1))

    def outward(self, rating: int, reach: int) -> Iterator[Seeker]:
        """Return the free tickets within `reach` of a rating, the nearest first. Of equally near tickets, the one with
        the longer wait comes first."""
        ratings, end = self._ratings, len(self._ratings)
        start = bisect_left(ratings, rating)
        up, down = _found(self._upward, self._next_up, start), _found(self._downward, self._next_down, end - start)
        while True:
            above = ratings[up] - rating if up < end else None
            below = rating - ratings[end - 1 - down] if down < end else None
            if below is None or (above is not None and above < below):
                goes_up = True
            elif above is None or below < above:
                goes_up = False
            else:
                goes_up = self._upward[up].rank < self._downward[down].rank
            apart = above if goes_up else below
            if apart is None or apart > reach:
                return
            if goes_up:
                yield self._upward[up]
                up = _found(self._upward, self._next_up, up + 1)
            else:
                yield self._downward[down]
                down = _found(self._downward, self._next_down, down + 1)


def _found(seekers: Sequence[Seeker], leads: list[int], place: int) -> int:
    """Return the first index, from this one on, whose ticket is not taken. Pointers on the way are shortened for later
    searches."""
    while True:
        if leads[place] != place:
            leads[place] = leads[leads[place]]
            place = leads[place]
        elif place < len(seekers) and seekers[place].is_taken:
            leads[place] = place + 1
        else:
            return place
