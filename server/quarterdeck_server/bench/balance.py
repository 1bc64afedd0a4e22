"""How even the ready decks of a game are: each against each other, from both seats, played by one bot against itself.

What a match comes to follows from the seed and its number alone, so a measurement can be repeated wherever it runs.
`quarterdeck balance` is the command.
"""

import hashlib
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations
from math import ceil, sqrt
from statistics import median
from typing import TypeAlias

import msgspec
from msgspec import Raw
from quarterdeck_games import GAMES, AnyGame
from quarterdeck_games.dice import Dice, key_of
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.games import amiibart, myacards
from quarterdeck_protocol.messages import RawUpdate
from quarterdeck_protocol.names import MatchId, Seat, Version

from quarterdeck_server.bench.bots import update_for
from quarterdeck_server.bots.greedy_bot import GreedyBot
from quarterdeck_server.bots.random_bot import RandomBot

Chooses: TypeAlias = Callable[[RawUpdate], Raw]

BOTS: Mapping[str, Callable[[random.Random], Chooses]] = {
    "greedy": lambda chance: GreedyBot(chance).choose,
    "random": lambda chance: RandomBot(chance).choose,
}
SEATS = (Seat(0), Seat(1))
EMPTY: frozenset[str] = frozenset({amiibart.Reason.NOTHING_LEFT, myacards.Reason.EMPTY_DECK})
"""The reasons that say that somebody's cards had run out."""

CONFIDENCE = 1.96
"""Of how many standard deviations an interval of 95 % has on either side."""


class Bounds(msgspec.Struct, frozen=True, kw_only=True):
    """What a game's rule book asks of its ready decks, each from and to; the end of its list of cards says so."""

    deck: tuple[float, float] = (0.35, 0.65)
    """A deck's share of its matches against the others."""

    first: tuple[float, float] = (0.44, 0.56)
    turns: tuple[float, float]
    """Of the median match."""

    empty: tuple[float, float] = (0, 1)
    left_out: tuple[str, ...] = ()
    """Ready decks that are not meant to be even."""


BOUNDS: Mapping[str, Bounds] = {
    "amiibart": Bounds(turns=(8, 30)),
    # The ark has two hundred cards so that sizes can be measured; the rule book asks for four decks of fifty.
    "myacards": Bounds(turns=(10, 40), empty=(0, 0.10), left_out=("the-whole-ark",)),
}
"""The games whose ready decks are measured."""


def decks_of(game: str) -> Mapping[str, Deck]:
    """Return the ready decks that are meant to be even."""
    decks = GAMES[game].decks
    return (
        {} if decks is None else {name: deck for name, deck in decks.ready.items() if name not in BOUNDS[game].left_out}
    )


class Planned(msgspec.Struct, frozen=True, kw_only=True):
    """A match that is to be played."""

    game: str
    decks: tuple[str, str]
    """By seat."""

    bot: str
    seed: int
    number: int


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """How one match went."""

    decks: tuple[str, str]
    first: int
    """The seat that began."""

    places: tuple[int, ...]
    turns: int
    reason: str

    @property
    def is_draw(self) -> bool:
        return self.places == (1, 1)

    def score(self, seat: int) -> float:
        """Return 1 for a win, a half for a draw."""
        return 0.5 if self.is_draw else float(self.places[seat] == 1)


class Share(msgspec.Struct, frozen=True, kw_only=True):
    """How much of something was won, and between what it lies in 95 cases of a hundred (Wilson's interval)."""

    won: float
    of: int

    @property
    def share(self) -> float:
        return self.won / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        if not self.of:
            return 0.0, 1.0
        square = CONFIDENCE**2 / self.of
        middle = (self.share + square / 2) / (1 + square)
        width = CONFIDENCE * sqrt(self.share * (1 - self.share) / self.of + square / (4 * self.of)) / (1 + square)
        return max(0.0, middle - width), min(1.0, middle + width)


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """One bound, and what was measured."""

    what: str
    value: float
    bound: tuple[float, float]

    @property
    def is_kept(self) -> bool:
        return self.bound[0] <= self.value <= self.bound[1]


def plan(game: str, matches: int, seed: int, bot: str = "greedy") -> list[Planned]:
    """Return at least so many matches: whole rounds, in each of which every deck meets every other from both seats."""
    pairs = list(permutations(decks_of(game), 2))
    rounds = max(1, ceil(matches / len(pairs)))
    return [
        Planned(game=game, decks=pair, bot=bot, seed=seed, number=at * len(pairs) + number)
        for at in range(rounds)
        for number, pair in enumerate(pairs)
    ]


def play(planned: Planned) -> Played:
    """Play one match; each seat is told what a player is told."""
    game: AnyGame = GAMES[planned.game]
    seed = hashlib.sha256(f"balance {planned.seed} {planned.number}".encode()).digest()
    choose = BOTS[planned.bot](random.Random(seed))  # noqa: S311 - which of two equal choices is made is no secret
    key = key_of(seed, MatchId("balance"), ())
    decoder = msgspec.json.Decoder(game.actions)
    ready = decks_of(planned.game)
    state = game.blank(game.setup(len(SEATS), game.options(), [ready[deck] for deck in planned.decks]))
    events = game.start(state, Dice(key, Version(1)))
    first = next(event.starting_seat for event in events if hasattr(event, "starting_seat"))
    state = game.fold(state, events)
    version = 1
    while (result := game.result(state)) is None:
        seat = next(seat for seat in SEATS if game.choices(state, seat))
        version += 1
        action = decoder.decode(choose(update_for(game, state, seat, len(SEATS), Version(version))))
        state = game.fold(state, game.decide(state, seat, action, Dice(key, Version(version))))
    return Played(decks=planned.decks, first=first, places=tuple(result.places), turns=state.turn, reason=result.reason)


class Balance:
    """What a number of matches come to."""

    def __init__(self, game: str, matches: Sequence[Played]) -> None:
        self.game = game
        self.matches = tuple(matches)
        self.decks = tuple(decks_of(game))

    def against(self, deck: str, other: str | None = None) -> Share:
        """Return a deck's share of its matches against another, or against all others."""
        scores = [
            match.score(seat)
            for match in self.matches
            for seat in SEATS
            if match.decks[seat] == deck and other in (None, match.decks[1 - seat])
        ]
        return Share(won=sum(scores), of=len(scores))

    @property
    def first(self) -> Share:
        """The share of whoever began."""
        return Share(won=sum([match.score(match.first) for match in self.matches]), of=len(self.matches))

    @property
    def draws(self) -> Share:
        return self._count(lambda match: match.is_draw)

    @property
    def empty(self) -> Share:
        return self._count(lambda match: match.reason in EMPTY)

    @property
    def reasons(self) -> Mapping[str, int]:
        """How matches ended, the most frequent first."""
        return dict(Counter([match.reason for match in self.matches]).most_common())

    @property
    def median_turns(self) -> float:
        return median([match.turns for match in self.matches])

    @property
    def long_turns(self) -> int:
        """How many turns nine matches in ten do not exceed."""
        turns = sorted([match.turns for match in self.matches])
        return turns[ceil(len(turns) * 0.9) - 1]

    def judged(self) -> Iterator[Judged]:
        """Return every bound of the rule book with what was measured."""
        bounds = BOUNDS[self.game]
        for deck in self.decks:
            yield Judged(what=f"share of {deck}", value=self.against(deck).share, bound=bounds.deck)
        yield Judged(what="share of whoever begins", value=self.first.share, bound=bounds.first)
        yield Judged(what="turns in the median", value=self.median_turns, bound=bounds.turns)
        if bounds.empty != (0, 1):
            yield Judged(what="share ended by empty decks", value=self.empty.share, bound=bounds.empty)

    def _count(self, which: Callable[[Played], bool]) -> Share:
        return Share(won=sum([which(match) for match in self.matches]), of=len(self.matches))
