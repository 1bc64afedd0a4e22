"""Pairing of tickets: a pure function from tickets and a time to pairings.

A round goes through the tickets, the longest waiter first, and gives each the best company that is left:

1. Only equal requests meet: same game, options, clock and rated or not. They share a `pool`, which is a key of all
   these.
2. Two ratings fit if each lies in the other's band (`rating_bands.py`). A ticket that has waited for `BOUND` takes the
   nearest rating of all. Of two equally near tickets, the one with the longer wait is taken.
3. Players never meet if one has blocked the other, does not want the other's kind (people, or bots of players), or an
   installed rule (`extensions.py`) forbids it. The
   same opponent twice in a row is avoided if anybody else fits. If a ticket names several games, the one with the
   closest ratings is played.
4. A ticket without company that has waited long enough for bots plays with bots, together with others in the same
   state.

Pairing must be fast. So each pool keeps its tickets sorted by rating, and the nearest are found by walking outwards
from a ticket, past those that are taken (`rating_index.py`). It must also end soon in a crowd in which nearly everybody
has blocked the others. So a round has a limited `Patience`, and the longest waiter gets most of it.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice

import msgspec
from quarterdeck_protocol.names import GameName, Milliseconds, TicketId

from quarterdeck_server.lobby.matchmaking.candidates import ANYBODY, Rules, Seeker, Ticket, Wish
from quarterdeck_server.lobby.matchmaking.rating_index import RatingIndex

NO_RULES: Rules = {}
NEAREST_IN_BAND = 8
"""Number of tickets of each size to consider if several are needed to fill the seats. Past the bound there is no
limit."""

NEAREST_WITH_BOTS = 24
LOOKS_OF_EACH = 24
"""Number of candidates that every ticket may examine in one round."""

MORE_LOOKS = 200_000
"""Number of further candidates for all tickets together, the longest waiter first. It is enough for one ticket to find
opponents among thousands if nearly everybody has blocked nearly everybody."""


class Pairing(msgspec.Struct, frozen=True, kw_only=True):
    """A proposed match."""

    pool: str
    game: GameName
    tickets: tuple[TicketId, ...]
    """The paired tickets, the longest waiter first."""

    bots: int = 0
    """Number of seats for the server's bots."""


def pairings(tickets: Iterable[Ticket], now: Milliseconds, rules: Rules = NO_RULES) -> list[Pairing]:
    """Return the matches to be offered now. Every ticket is in one pairing at most."""
    seekers = _ranked(tickets, now, rules)
    pools = _pools(seekers)
    patience = Patience()
    found = []
    for seeker in seekers:
        if not seeker.is_taken:
            patience.begin()
            pairing = _best(seeker, pools, patience) or _with_bots(seeker, pools)
            if pairing is not None:
                found.append(pairing)
    return found


class Patience:
    """The number of candidates that a round may still examine."""

    def __init__(self) -> None:
        self._of_all = MORE_LOOKS
        self._own = 0

    def begin(self) -> None:
        """Start the search for the next ticket's opponents."""
        self._own = LOOKS_OF_EACH

    def lasts(self) -> bool:
        """Count one more candidate, and return false if the limit is reached."""
        if self._own > 0:
            self._own -= 1
            return True
        self._of_all -= 1
        return self._of_all >= 0


Pools = dict[str, dict[int, RatingIndex]]
"""The rating indexes of each pool, by the size of the tickets in them."""


def _ranked(tickets: Iterable[Ticket], now: Milliseconds, rules: Rules) -> list[Seeker]:
    free = [ticket for ticket in tickets if ticket.held_until <= now]
    free.sort(key=lambda ticket: (ticket.since, ticket.id))
    return [Seeker(ticket, rank, now, rules) for rank, ticket in enumerate(free)]


def _pools(seekers: Sequence[Seeker]) -> Pools:
    gathered: dict[str, dict[int, list[Seeker]]] = {}
    for seeker in seekers:
        for wish in seeker.ticket.wishes:
            if seeker.size <= wish.seats:
                gathered.setdefault(wish.pool, {}).setdefault(seeker.size, []).append(seeker)
    return {
        pool: {size: RatingIndex(pool, together) for size, together in by_size.items()}
        for pool, by_size in gathered.items()
    }


class _Search:
    """The search for the opponents of one quick match ticket, among the tickets that may be paired in one game."""

    def __init__(
        self,
        seeker: Seeker,
        wish: Wish,
        indexes: dict[int, RatingIndex],
        patience: Patience,
        *,
        within: int,
        again: bool,
    ) -> None:
        self.seeker = seeker
        self.pool = wish.pool
        self.need = wish.seats - seeker.size
        self.indexes = indexes
        self.patience = patience
        self.within = within
        """Largest useful difference between ratings. A better pairing than any beyond it is known already."""

        self.again = again
        """True if opponents of the last match are accepted."""

        self.has_skipped = False
        """True if a candidate was skipped only because of the last match."""

        self._nearest: dict[int, list[Seeker]] = {}
        self._walks: dict[int, Iterator[Seeker]] = {}

    def company(self) -> list[Seeker] | None:
        """Return the group of tickets that fills the seats with the smallest spread of ratings, or `None` if no group
        does."""
        if self.need == 0:
            return []
        found: list[Seeker] | None = None
        for sizes in _partitions(self.need):
            if self.indexes.keys() >= set(sizes):
                another = self._filled(sizes, [])
                if another is not None and (found is None or self.spread(another) < self.spread(found)):
                    found = another
        return found

    def spread(self, company: Sequence[Seeker]) -> int:
        ratings = [each.reaches[self.pool][0] for each in (self.seeker, *company)]
        return max(ratings) - min(ratings)

    def _filled(self, sizes: tuple[int, ...], chosen: list[Seeker], first: int = 0) -> list[Seeker] | None:
        """Return the nearest tickets of these sizes that may all meet. Tickets of the first size are tried from index
        `first` on, because the earlier ones have been tried."""
        if not sizes:
            return chosen
        size, rest = sizes[0], sizes[1:]
        for place, candidate in self._candidates(size, first):
            if not self.patience.lasts():
                return None
            if chosen and not all(self._get_on(candidate, each) for each in chosen):
                continue
            filled = self._filled(rest, [*chosen, candidate], place + 1 if rest[:1] == (size,) else 0)
            if filled is not None:
                return filled
        return None

    def _candidates(self, size: int, first: int) -> Iterator[tuple[int, Seeker]]:
        """Return the tickets of a size that the searching ticket may meet, the nearest first, and their places. They
        are searched on demand and cached, because mostly the first one will do."""
        if size not in self._nearest:
            self._nearest[size] = []
            self._walks[size] = self._walk(size)
        nearest, place = self._nearest[size], first
        while True:
            while place >= len(nearest):
                another = next(self._walks[size], None)
                if another is None:
                    return
                nearest.append(another)
            yield place, nearest[place]
            place += 1

    def _walk(self, size: int) -> Iterator[Seeker]:
        seeker, left = self.seeker, NEAREST_IN_BAND
        rating, reach = seeker.reaches[self.pool]
        for each in self.indexes[size].outward(rating, min(reach, self.within)):
            if each is seeker:
                continue
            if left == 0 or not self.patience.lasts():
                return
            if self._get_on(seeker, each):
                yield each
                left -= not seeker.is_overdue

    def _get_on(self, one: Seeker, other: Seeker) -> bool:
        if not one.may_meet(other) or not (self.seeker.is_overdue or one.fits(other, self.pool)):
            return False
        if not self.again and one.has_just_met(other):
            self.has_skipped = True
            return False
        return True


def _best(seeker: Seeker, pools: Pools, patience: Patience) -> Pairing | None:
    """Return the best pairing for the ticket in any of its games, without bots; `None` if there is none."""
    for again in (False, True):
        best: tuple[int, Wish, list[Seeker]] | None = None
        has_skipped = False
        for wish in seeker.ticket.wishes:
            if wish.seats < seeker.size:
                continue
            within = ANYBODY if best is None else best[0] - 1
            search = _Search(seeker, wish, pools[wish.pool], patience, within=within, again=again)
            company = search.company()
            has_skipped = has_skipped or search.has_skipped
            if company is not None:
                spread = search.spread(company)
                if best is None or spread < best[0]:
                    best = (spread, wish, company)
        if best is not None:
            return _taken(seeker, best[1], best[2])
        if not has_skipped:
            return None
    return None


def _with_bots(seeker: Seeker, pools: Pools) -> Pairing | None:
    """Return a match with bots for the ticket, in the first of its games, together with other tickets that accept
    bots."""
    wish = next((wish for wish in seeker.ticket.wishes if seeker.size < wish.seats), None)
    if not seeker.welcomes_bots or wish is None:
        return None
    company: list[Seeker] = []
    for other in _nearest_of_any_size(seeker, wish, pools[wish.pool]):
        together = [seeker, *company]
        free = wish.seats - sum(each.size for each in together)
        if free == 0:
            break
        if other is seeker or other.size > free or not other.welcomes_bots:
            continue
        if all(each.may_meet(other) and (seeker.is_overdue or each.fits(other, wish.pool)) for each in together):
            company.append(other)
    return _taken(seeker, wish, company)


def _nearest_of_any_size(seeker: Seeker, wish: Wish, indexes: dict[int, RatingIndex]) -> Iterator[Seeker]:
    rating, reach = seeker.reaches[wish.pool]
    for size in sorted(indexes, reverse=True):
        if size < wish.seats:
            yield from islice(indexes[size].outward(rating, reach), NEAREST_WITH_BOTS)


def _taken(seeker: Seeker, wish: Wish, company: Sequence[Seeker]) -> Pairing:
    together = sorted((seeker, *company), key=lambda each: each.rank)
    for each in together:
        each.is_taken = True
    return Pairing(
        pool=wish.pool,
        game=wish.game,
        tickets=tuple(each.ticket.id for each in together),
        bots=wish.seats - sum(each.size for each in together),
    )


@cache
def _partitions(need: int, largest: int = 4) -> tuple[tuple[int, ...], ...]:
    """Return all ways to fill `need` seats with tickets of up to four players, without order."""
    if need == 0:
        return ((),)
    return tuple((size, *rest) for size in range(min(need, largest), 0, -1) for rest in _partitions(need - size, size))
