"""Relative strength of bots: each bot plays against each other bot, from every seat, with the same cards.

One bot has one seat, and the other bot has all remaining seats. The cards of a match depend only on the seed and the
number of the deal, and every deal is played once from each seat. So luck is shared equally, and a measurement can be
repeated on any machine. The command is `quarterdeck arena`.
"""

import hashlib
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations
from math import log, log10
from typing import Any

import msgspec
from quarterdeck_games import AnyGame
from quarterdeck_games.dice import Dice, key_of
from quarterdeck_protocol.catalogue import SetMark
from quarterdeck_protocol.names import MatchId, Seat, Version

from quarterdeck_server.cards.host_sets import FIRST_SETS, CardChoice, games_of
from quarterdeck_server.evaluation.policies import policy_of
from quarterdeck_server.evaluation.shares import Share

ERROR = 0.05
"""The error rate of a sequential test, in each direction."""

CERTAIN = 0.999
"""Beyond this share a difference in Elo has no meaning."""


class Contest(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Two bots that are to be compared in one game."""

    game: str
    seats: int
    bot: str
    other: str
    """The bot in all the other seats."""

    seed: int
    sets: tuple[SetMark, ...] = ()
    """The card sets in addition to the first one. Random decks depend on them."""


class Bout(msgspec.Struct, frozen=True, kw_only=True):
    """One planned match between two bots."""

    contest: Contest
    number: int

    @property
    def seat(self) -> Seat:
        """The seat of the first bot; the second bot has all other seats."""
        return Seat(self.number % self.contest.seats)

    @property
    def deal(self) -> int:
        """The number of the deal, which determines the cards of the match."""
        return self.number // self.contest.seats


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """Outcome of one match between two bots."""

    bout: Bout
    score: float
    """The one bot's share of the first place."""

    actions: int
    cpu: float
    """Seconds of processor time."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """Result of a sequential test if one bot is stronger than another."""

    ratio: float
    """The logarithm of the likelihood ratio of the outcomes, for the bot being stronger."""

    bounds: tuple[float, float]

    @property
    def is_stronger(self) -> bool | None:
        """True or false once the test has a result; `None` while it is undecided."""
        low, high = self.bounds
        return True if self.ratio >= high else False if self.ratio <= low else None


def contests(
    game: AnyGame, seats: int, bots: Sequence[str], seed: int, *, is_first_alone: bool = False
) -> list[Contest]:
    """Return the pairs of bots to compare. With two seats each pair meets once; with more seats, each bot plays alone
    against several copies of each other bot. With `is_first_alone`, only the pairs with the first bot alone remain."""
    pairs = combinations(bots, 2) if seats == len("ab") else permutations(bots, 2)
    return [
        Contest(game=game.name, seats=seats, bot=bot, other=other, seed=seed, sets=game.further_sets)
        for bot, other in pairs
        if bot == bots[0] or not is_first_alone
    ]


def bouts(planned: Sequence[Contest], matches: int) -> Iterator[Bout]:
    """Yield at least `matches` matches for each pair of bots, each deal from every seat. All pairs advance equally, so
    an interrupted measurement has results for all of them."""
    seats = planned[0].seats
    for number in range(-(-matches // seats) * seats):
        for contest in planned:
            yield Bout(contest=contest, number=number)


def play(bout: Bout, cards: CardChoice = FIRST_SETS) -> Outcome:
    """Play one match between bots, with these card sets."""
    contest = bout.contest
    game, seats = games_of(cards)[contest.game], contest.seats
    chance = chance_of(bout)
    mine, theirs = (policy_of(game, seats, name, chance) for name in (contest.bot, contest.other))
    state, key = begun(game, bout)
    began, version = time.process_time(), 1
    while (result := game.result(state)) is None:
        seat = next(Seat(one) for one in range(seats) if game.choices(state, Seat(one)))
        version += 1
        action = (mine if seat == bout.seat else theirs)(state, seat)
        state = game.fold(state, game.decide(state, seat, action, Dice(key, Version(version))))
    won = result.places[bout.seat] == 1
    return Outcome(
        bout=bout,
        score=1 / result.places.count(1) if won else 0.0,
        actions=version - 1,
        cpu=time.process_time() - began,
    )


def begun(game: AnyGame, bout: Bout) -> tuple[Any, bytes]:
    """Return the initial state of a match, and the key that determines its random draws."""
    seats = bout.contest.seats
    key = key_of(_entropy(bout), MatchId("arena"), ())
    state = game.blank(game.setup(seats, game.options(), _brought(game, seats, bout)))
    return game.fold(state, game.start(state, Dice(key, Version(1)))), key


def chance_of(bout: Bout) -> random.Random:
    """Return the random number generator of the bots in a match."""
    return random.Random(_entropy(bout) + bytes([bout.seat]))  # noqa: S311 - which of two equal choices is no secret


def names_of_decks(game: AnyGame, seats: int, bout: Bout) -> list[str]:
    """Return the name of the ready deck of each seat; the same deal has the same decks. The list is empty in games
    without decks."""
    if game.decks is None:
        return []
    chance = random.Random(_entropy(bout))  # noqa: S311 - no secret either
    return chance.choices(sorted(game.decks.ready), k=seats)


def _brought(game: AnyGame, seats: int, bout: Bout) -> list[Any]:
    return [] if game.decks is None else [game.decks.ready[name] for name in names_of_decks(game, seats, bout)]


def _entropy(bout: Bout) -> bytes:
    """Return the bytes that determine all randomness of a deal."""
    return hashlib.sha256(f"arena {bout.contest.seed} {bout.deal}".encode()).digest()


class Crosstable:
    """Combined results of matches between bots."""

    def __init__(self, outcomes: Sequence[Outcome]) -> None:
        self._scores: dict[tuple[str, str], list[float]] = {}
        self.seats = outcomes[0].bout.contest.seats
        self.cpu_hours = sum([outcome.cpu for outcome in outcomes]) / 3600
        for outcome in outcomes:
            contest = outcome.bout.contest
            self._scores.setdefault((contest.bot, contest.other), []).append(outcome.score)

    @property
    def pairs(self) -> Mapping[tuple[str, str], Sequence[float]]:
        return self._scores

    def share(self, bot: str, other: str) -> Share:
        """Return a bot's win rate in its matches against another bot."""
        scores = self._scores.get((bot, other))
        if scores is None and self.seats == len("ab"):
            scores = [1 - score for score in self._scores.get((other, bot), ())]
        return Share(won=sum(scores or ()), of=len(scores or ()))

    @property
    def bots(self) -> Sequence[str]:
        return tuple(dict.fromkeys(bot for pair in self._scores for bot in pair))

    @property
    def standings(self) -> Sequence[tuple[str, Share]]:
        """Each bot with its win rate in all its matches, the strongest first. With more than two seats, only matches
        count in which the bot played alone against several copies of another."""
        shares = []
        for bot in self.bots:
            met = [self.share(bot, other) for other in self.bots if other != bot]
            shares.append((bot, Share(won=sum([each.won for each in met]), of=sum([each.of for each in met]))))
        return sorted(shares, key=lambda each: -each[1].share)

    def elo(self, share: float) -> float | None:
        """Return the lead in Elo points of a bot with this win rate; `None` if the rate is beyond `CERTAIN`."""
        if not 1 - CERTAIN < share < CERTAIN:
            return None
        return 400 * log10(share / (1 - share) * (self.seats - 1))

    def verdict(self, bot: str, other: str, by: float) -> Verdict:
        """Return the result of a sequential probability ratio test (Wald). It decides if a bot is stronger than another
        one by `by` Elo points, or only as strong. The test may be checked after each match, and its error rate is
        `ERROR`.

        A match is won or lost, and a shared first place counts in proportion. Shared places and pairs of matches with
        the same cards vary less than plain wins and losses do, so the test is inclined to continue for longer.
        """
        scores = self._scores[bot, other]
        even, better, won = 1 / self.seats, self._share_of(by), sum(scores)
        ratio = won * log(better / even) + (len(scores) - won) * log((1 - better) / (1 - even))
        bound = log((1 - ERROR) / ERROR)
        return Verdict(ratio=ratio, bounds=(-bound, bound))

    def _share_of(self, elo: float) -> float:
        odds = 10 ** (elo / 400) / (self.seats - 1)
        return odds / (1 + odds)
