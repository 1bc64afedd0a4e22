"""A simulation of quick match in virtual time, with the server's real pairing and penalties.

Players arrive as a Poisson process, and their ratings are drawn from a normal distribution. Some players do not answer
an offer. Such a player returns soon and is held back as on the server; a party waits for its missing friend. Some
players play again after a match, and a few have blocked a former opponent. The simulation measures waiting times,
rating differences within matches, and the tickets that are left. It also checks a promise after every round: a ticket
that has waited for the longest allowed time is paired if the remaining tickets contain suitable opponents. The check
uses another method than the pairing.
"""

import heapq
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import permutations

import msgspec
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId, TicketId

from quarterdeck_server.lobby.accounts.accounts import MOST_AVOIDED
from quarterdeck_server.lobby.matchmaking.candidates import Ticket, Wish
from quarterdeck_server.lobby.matchmaking.offers import TIME_TO_ACCEPT
from quarterdeck_server.lobby.matchmaking.pairing import Pairing, pairings
from quarterdeck_server.lobby.matchmaking.penalties import MissedOffersRecord, held_until
from quarterdeck_server.lobby.matchmaking.rating_bands import BOUND
from quarterdeck_server.lobby.matchmaking.rounds import BETWEEN_ROUNDS

HOUR = 60 * 60 * 1000
GAMES = (("density-deck", 4, 5), ("amfibido", 2, 3), ("amiibart", 2, 2), ("myacards", 2, 1))
"""Name, seats, and how often it is sought compared with the others."""

BOTS_AFTER = 60_000
MOST_GAMES = 8
UNCERTAINTIES = (60, 60, 90, 150, 333)
ACCEPTING_TAKES = (1_000, 10_000)
BACK_AFTER_AN_ABSENCE = (10_000, 60_000)
BACK_AFTER_A_MATCH = (60_000, 600_000)


class Hour(msgspec.Struct, frozen=True):
    """Parameters of a simulated hour of quick match."""

    name: str
    arrivals: int
    """The average number of tickets that arrive."""


HOURS = (Hour("quiet", 60), Hour("normal", 600), Hour("busy", 6_000))


class Habits(msgspec.Struct, frozen=True, kw_only=True):
    """The simulated habits of players in quick match."""

    spread: float = 200.0
    """The standard deviation of ratings."""

    no_shows: float = 0.05
    """The probability that a player does not answer an offer."""

    welcome_bots: float = 0.5
    parties: float = 0.05
    plays_again: float = 0.3
    """The probability that the players of a ticket search for another match after a match."""

    blocks: float = 0.05
    """The probability that the players of such a ticket have blocked one of their former opponents."""


class HourFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The measured figures of a simulated hour. Times are in seconds."""

    name: str
    tickets: int
    """The number of tickets that arrived. Tickets of players who search again after a match are included."""

    begun: int
    """The number of tickets that found a match."""

    with_bots: int
    wait_p50: float
    wait_p95: float
    wait_max: float
    """The longest wait from the ticket to the match, including offers that failed."""

    difference_p50: float
    difference_p95: float
    """The difference between the highest and the lowest rating at a table, in points, that 95 % do not exceed."""

    offers_failed: int
    absent: int
    """The number of tickets that ended because their player did not answer the offer."""

    unmatched: int
    """The number of tickets still waiting at the end of the hour."""

    met_again: int
    """The number of matches against an opponent of the match before."""

    over_the_bound: int
    """The number of times that a ticket had waited for the bound and was not paired although there was company."""


class Speed(msgspec.Struct, frozen=True, kw_only=True):
    """The duration of one matchmaking round in milliseconds of one core: the median of several rounds."""

    crowd: str
    tickets: int
    pairings: int
    round_ms: float


class _Offer(msgspec.Struct, order=True):
    """A match offered in the simulation."""

    decided_at: int
    number: int
    company: list[Ticket]
    absent: list[Ticket]
    """The tickets that will not answer."""

    bots: int
    pool: str


class _Hour:
    """One simulated hour of quick match, round by round."""

    def __init__(self, hour: Hour, habits: Habits, seed: int) -> None:
        self.hour = hour
        self.habits = habits
        self.chance = random.Random(f"{seed} {hour.name}")  # noqa: S311 - it is only played
        self.waiting: dict[TicketId, Ticket] = {}
        self.offered: list[_Offer] = []
        self.coming: list[tuple[int, int, Ticket]] = []
        """Returning tickets: the time, the order and the ticket."""

        self.missed: dict[PlayerId, list[MissedOffersRecord]] = defaultdict(list)
        self.met_again = 0
        self.offers = self.came = self.begun = self.with_bots = self.failed = self.absent = self.over = 0
        self.waits: list[float] = []
        self.differences: list[float] = []
        self._next_arrival = self._gap()

    def run_round(self, now: int) -> None:
        """Simulate everything that happens until `now`, and then a matchmaking round."""
        while self._next_arrival <= now:
            ticket = self.arriving(self._next_arrival)
            self.waiting[ticket.id] = ticket
            self._next_arrival += self._gap()
        while self.coming and self.coming[0][0] <= now:
            _, _, ticket = heapq.heappop(self.coming)
            self.waiting[ticket.id] = ticket
        while self.offered and self.offered[0].decided_at <= now:
            self._decide(heapq.heappop(self.offered))
        for pairing in pairings(self.waiting.values(), Milliseconds(now)):
            heapq.heappush(self.offered, self._offer(pairing, now))
        left = list(self.waiting.values())
        self.over += sum(has_company(ticket, left, now) for ticket in left)

    def figures(self) -> HourFigures:
        """Return the measured figures of the hour."""
        return HourFigures(
            name=self.hour.name,
            tickets=self.came,
            begun=self.begun,
            with_bots=self.with_bots,
            wait_p50=_quantile(self.waits, 0.5),
            wait_p95=_quantile(self.waits, 0.95),
            wait_max=max(self.waits, default=0.0),
            difference_p50=_quantile(self.differences, 0.5),
            difference_p95=_quantile(self.differences, 0.95),
            offers_failed=self.failed,
            absent=self.absent,
            unmatched=len(self.waiting),
            met_again=self.met_again,
            over_the_bound=self.over,
        )

    def _gap(self) -> int:
        return max(1, round(self.chance.expovariate(self.hour.arrivals / HOUR)))

    def arriving(self, at: int) -> Ticket:
        """Return the ticket of the players that arrive at this time."""
        chance, habits = self.chance, self.habits
        self.came += 1
        size = chance.choice((2, 3, 4)) if chance.random() < habits.parties else 1
        strength = chance.gauss(1500, habits.spread)
        wanted = [GAMES[0]] if size > 1 else _some_games(chance)
        return Ticket(
            id=TicketId(f"{self.came:06}"),
            players=tuple(PlayerId(f"{self.came} {number}") for number in range(size)),
            wishes=tuple(
                Wish(
                    game=GameName(name),
                    pool=name,
                    seats=seats,
                    rating=round(strength + chance.gauss(0, 50)),
                    uncertainty=chance.choice(UNCERTAINTIES),
                )
                for name, seats, _ in wanted
            ),
            since=Milliseconds(at),
            bots_from=Milliseconds(at + BOTS_AFTER) if chance.random() < habits.welcome_bots else None,
        )

    def _offer(self, pairing: Pairing, now: int) -> _Offer:
        company = [self.waiting.pop(id_) for id_ in pairing.tickets]
        likely = self.habits.no_shows
        absent = [each for each in company if any(self.chance.random() < likely for _ in each.players)]
        takes = max(self.chance.randint(*ACCEPTING_TAKES) for _ in company)
        self.offers += 1
        return _Offer(
            decided_at=now + (TIME_TO_ACCEPT if absent else takes),
            number=self.offers,
            company=company,
            absent=absent,
            bots=pairing.bots,
            pool=pairing.pool,
        )

    def _decide(self, offer: _Offer) -> None:
        """Begin the offered match if all accept; otherwise return the tickets that accepted to the queue."""
        if offer.absent:
            self.failed += 1
            for each in offer.company:
                if each in offer.absent:
                    self._was_absent(each, offer.decided_at)
                else:
                    self.waiting[each.id] = each
            return
        self.met_again += any(not one.last.isdisjoint(other.players) for one, other in permutations(offer.company, 2))
        for each in offer.company:
            self._has_played(each, offer)
        self.begun += len(offer.company)
        self.with_bots += len(offer.company) if offer.bots else 0
        self.waits += [(offer.decided_at - each.since) / 1000 for each in offer.company]
        ratings = [wish.rating for each in offer.company for wish in each.wishes if wish.pool == offer.pool]
        if len(ratings) > 1:
            self.differences.append(max(ratings) - min(ratings))

    def _was_absent(self, ticket: Ticket, at: int) -> None:
        """Schedule the return of a ticket whose player missed an offer. The player is held back for the missed offers.
        A party keeps its earlier waiting time. A single player gets a new ticket."""
        back = at + self.chance.randint(*BACK_AFTER_AN_ABSENCE)
        absent = self.chance.choice(ticket.players)
        self.missed[absent].append(MissedOffersRecord(Milliseconds(at), declined=False))
        start = max(back, *(held_until(self.missed[each], Milliseconds(back)) for each in ticket.players))
        if len(ticket.players) == 1:
            self.absent += 1
            self._comes_back(ticket, back, Milliseconds(start))
        else:
            again = msgspec.structs.replace(
                ticket, since=Milliseconds(start - (at - ticket.since)), held_until=Milliseconds(start)
            )
            heapq.heappush(self.coming, (back, self.offers, again))

    def _has_played(self, ticket: Ticket, offer: _Offer) -> None:
        """Let some players play again after the match, with their opponents remembered. A few block one of them."""
        if self.chance.random() >= self.habits.plays_again:
            return
        met = [player for other in offer.company if other is not ticket for player in other.players]
        again = msgspec.structs.replace(ticket, last=frozenset(met))
        if met and self.chance.random() < self.habits.blocks:
            again = msgspec.structs.replace(again, avoids=ticket.avoids | {self.chance.choice(met)})
        back = offer.decided_at + self.chance.randint(*BACK_AFTER_A_MATCH)
        self._comes_back(again, back, Milliseconds(back))

    def _comes_back(self, ticket: Ticket, at: int, start: Milliseconds) -> None:
        self.came += 1
        again = msgspec.structs.replace(ticket, id=TicketId(f"{self.came:06}"), since=start, held_until=start)
        if ticket.bots_from is not None:
            again = msgspec.structs.replace(again, bots_from=Milliseconds(start + BOTS_AFTER))
        heapq.heappush(self.coming, (at, self.came, again))


def has_company(ticket: Ticket, left: Sequence[Ticket], now: int) -> bool:
    """True if a ticket that has waited for the longest allowed time could have been paired with the remaining
    tickets."""
    if now - ticket.since < BOUND or ticket.held_until > now:
        return False
    others = [each for each in left if each is not ticket and each.held_until <= now]
    for wish in ticket.wishes:
        need = wish.seats - len(ticket.players)
        if need > 0 and ticket.bots_from is not None and ticket.bots_from <= now:
            return True
        there = [each for each in others if any(other.pool == wish.pool for other in each.wishes)]
        if _fills(need, [each for each in there if _get_on(ticket, each)]):
            return True
    return False


def _fills(need: int, those: Sequence[Ticket]) -> bool:
    """True if a group of these tickets has exactly `need` players and all of them may meet each other."""
    return need == 0 or any(
        len(first.players) <= need
        and _fills(need - len(first.players), [each for each in those[place + 1 :] if _get_on(first, each)])
        for place, first in enumerate(those)
    )


def _get_on(one: Ticket, other: Ticket) -> bool:
    return one.avoids.isdisjoint(other.players) and other.avoids.isdisjoint(one.players)


def simulate(hour: Hour, habits: Habits, seed: int, stepped: Callable[[], None] = lambda: None) -> HourFigures:
    """Simulate an hour of quick match, and return its figures. `stepped` is called for every round."""
    passing = _Hour(hour, habits, seed)
    for now in range(BETWEEN_ROUNDS, HOUR + 1, BETWEEN_ROUNDS):
        passing.run_round(now)
        stepped()
    return passing.figures()


def waves_of_an_hour() -> int:
    return HOUR // BETWEEN_ROUNDS


def speed(tickets: int, seed: int, times: int = 5, crowd: str = "usual") -> Speed:
    """Measure the duration of one matchmaking round with this number of tickets, several times."""
    gathered = CROWDS[crowd](_Hour(Hour("crowd", HOUR), Habits(), seed), tickets)
    now = Milliseconds(10 * tickets)
    took = []
    found: list[Pairing] = []
    for _ in range(times):
        began = time.process_time()
        found = pairings(gathered, now)
        took.append(1000 * (time.process_time() - began))
    return Speed(crowd=crowd, tickets=tickets, pairings=len(found), round_ms=round(statistics.median(took), 1))


def _usual(hour: _Hour, tickets: int) -> list[Ticket]:
    return [hour.arriving(number * 10) for number in range(tickets)]


def _every_game(hour: _Hour, tickets: int) -> list[Ticket]:
    """Return tickets that each ask for the largest allowed number of games, all for four players."""
    return [
        msgspec.structs.replace(
            each,
            wishes=tuple(
                msgspec.structs.replace(
                    each.wishes[0], pool=f"{number}", seats=4, rating=round(hour.chance.gauss(1500, 200))
                )
                for number in range(MOST_GAMES)
            ),
        )
        for each in _usual(hour, tickets)
    ]


def _all_alike_and_blocked(hour: _Hour, tickets: int) -> list[Ticket]:
    """Return tickets that all have the same rating and ask for the same game. The players form groups of neighbours
    in the list of tickets, each as large as a player's block list may be. Each player has blocked the others of the
    group."""
    usual = _usual(hour, tickets)
    wish = Wish(game=GameName("density-deck"), pool="density-deck", seats=4, rating=1500, uncertainty=60)
    names = [each.players[0] for each in usual]
    crowds = [frozenset(names[start : start + MOST_AVOIDED]) for start in range(0, tickets, MOST_AVOIDED)]
    return [
        msgspec.structs.replace(
            each, players=(name,), wishes=(wish,), bots_from=None, avoids=crowds[place // MOST_AVOIDED] - {name}
        )
        for place, (name, each) in enumerate(zip(names, usual, strict=True))
    ]


CROWDS = {"usual": _usual, "every game": _every_game, "alike and blocked": _all_alike_and_blocked}
"""Kinds of crowds to pair in one round."""


def _some_games(chance: random.Random) -> list[tuple[str, int, int]]:
    """Return one to three games for a ticket. Popular games are chosen most often."""
    wanted = chance.choices(GAMES, weights=[liked for _, _, liked in GAMES], k=chance.choice((1, 1, 1, 2, 3)))
    return list(dict.fromkeys(wanted))


def _quantile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0.0
