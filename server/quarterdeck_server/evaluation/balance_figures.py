"""Statistics of measured matches, and their comparison with the bounds of a game."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from math import ceil, floor, sqrt
from statistics import median

import msgspec
from quarterdeck_games import AnyGame
from quarterdeck_protocol.games import amiibart, myacards

from quarterdeck_server.evaluation.balance import SEATS, Played, decks_of
from quarterdeck_server.evaluation.balance_bounds import ANY, ANY_LENGTH, BOUNDS, Bound
from quarterdeck_server.evaluation.shares import CONFIDENCE, Share

EMPTY: frozenset[str] = frozenset({amiibart.Reason.NOTHING_LEFT, myacards.Reason.EMPTY_DECK})
"""The reasons for the end of a match with a player's cards used up."""

NINE_IN_TEN = 0.9

NEARLY_LOST = 0.25
"""The win probability below which a later winner counts as a comeback."""


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """A required bound for the balance of decks, and the measured value."""

    what: str
    value: float
    interval: Bound
    """The 95 % confidence interval."""

    bound: Bound

    @property
    def is_kept(self) -> bool:
        """True if the confidence interval overlaps the bound, so that the bound may be kept."""
        return self.interval[0] <= self.bound[1] and self.bound[0] <= self.interval[1]

    @property
    def is_shown(self) -> bool:
        """True if the whole confidence interval lies within the bound, so that the bound is surely kept."""
        return self.bound[0] <= self.interval[0] and self.interval[1] <= self.bound[1]


class CardFigures(msgspec.Struct, frozen=True, kw_only=True):
    """Statistics of one card of a ready deck."""

    card: str
    decks: tuple[str, ...]
    played: Share
    """The share of its decks' matches in which the owner of the deck played this card."""

    won: Share
    """The share of the matches with this card played that its owner won."""


class Balance:
    """Combined statistics of measured matches between ready decks."""

    def __init__(self, game: AnyGame, matches: Sequence[Played], decks: Sequence[str] = ()) -> None:
        self.game = game
        self.matches = tuple(matches)
        self.bounds = BOUNDS[game.name]
        self.decks = tuple(decks or decks_of(game))
        self.cpu_hours = sum([match.cpu for match in matches]) / 3600

    def against(self, deck: str, other: str | None = None) -> Share:
        """Return a deck's win rate against another deck, or against all other decks."""
        return _share(
            [
                match.score(seat)
                for match in self.matches
                for seat in SEATS
                if match.decks[seat] == deck and other in (None, match.decks[1 - seat])
            ]
        )

    def starting(self, deck: str) -> Share:
        """Return a deck's win rate in the matches in which it moved first."""
        return _share([match.score(match.first) for match in self.matches if match.decks[match.first] == deck])

    @property
    def first(self) -> Share:
        """The win rate of the starting player."""
        return _share([match.score(match.first) for match in self.matches])

    def first_where(self, deck: str, *, plays: bool) -> Share:
        """Return the win rate of the starting player in matches with a deck, or in matches without it."""
        return _share([match.score(match.first) for match in self.matches if (deck in match.decks) is plays])

    @property
    def draws(self) -> Share:
        return self._count(lambda match: match.is_draw)

    @property
    def empty(self) -> Share:
        return self._count(lambda match: match.reason in EMPTY)

    @property
    def comebacks(self) -> Share:
        """The share of matches that were won by a player who had nearly lost."""
        return self._count(lambda match: not match.is_draw and match.lowest[match.places.index(1)] < NEARLY_LOST)

    @property
    def forced(self) -> Share:
        """The share of decisions that left only one choice."""
        return Share(won=sum([match.forced for match in self.matches]), of=self._decisions)

    @property
    def nothing(self) -> Share:
        """The share of decisions that left no choice but to pass."""
        return Share(won=sum([match.empty for match in self.matches]), of=self._decisions)

    @property
    def reasons(self) -> Mapping[str, int]:
        """The number of matches by the reason for their end, the most frequent first."""
        return dict(Counter([match.reason for match in self.matches]).most_common())

    @cached_property
    def lengths(self) -> Sequence[int]:
        """The number of turns of each match, the shortest first."""
        return sorted([match.turns for match in self.matches])

    @property
    def median_turns(self) -> float:
        return median(self.lengths)

    @property
    def long_turns(self) -> int:
        """The number of turns that nine of ten matches do not exceed."""
        return self.lengths[ceil(len(self.lengths) * NINE_IN_TEN) - 1]

    def over_by(self, turn: int) -> Share:
        """Return the share of matches that were over by a turn."""
        return self._count(lambda match: match.turns <= turn)

    @cached_property
    def cards(self) -> Sequence[CardFigures]:
        """The statistics of every card in the measured decks."""
        found: dict[str, list[tuple[str, bool, float]]] = {}
        lists = {name: [card for card, _ in deck.cards] for name, deck in decks_of(self.game).items()}
        for match in self.matches:
            for seat in SEATS:
                for card in lists[match.decks[seat]]:
                    found.setdefault(card, []).append((match.decks[seat], card in match.cards[seat], match.score(seat)))
        return [
            CardFigures(
                card=card,
                decks=tuple(dict.fromkeys([deck for deck, _, _ in seen])),
                played=Share(won=sum([was_played for _, was_played, _ in seen]), of=len(seen)),
                won=_share([score for _, was_played, score in seen if was_played]),
            )
            for card, seen in sorted(found.items())
        ]

    @property
    def never_played(self) -> Sequence[str]:
        return [each.card for each in self.cards if not each.played.won]

    @property
    def in_no_deck(self) -> Sequence[str]:
        """The cards of all sets, including Power cards, that a deck may contain but no ready deck contains."""
        kinds = {} if self.game.decks is None else self.game.decks.kinds
        listed = {card for deck in decks_of(self.game).values() for card in (*deck.beside, *dict(deck.cards))}
        cards = [card.id for card_set in self.game.card_sets for card in card_set.cards]
        return [card for card in cards if card not in listed and kinds.get(card) != amiibart.Kind.TOKEN]

    def judged(self) -> Iterator[Judged]:
        """Yield every bound of the game with its measured value."""
        asked = self.bounds
        for deck in self.decks:
            yield _judged(f"share of {deck}", self.against(deck), asked.deck)
        if asked.pair != ANY:
            for deck, other in combinations(self.decks, 2):
                yield _judged(f"{deck} against {other}", self.against(deck, other), asked.pair)
        yield _judged("share of whoever begins", self.first, asked.first)
        for deck in asked.first_apart:
            yield _judged(f"… with {deck}", self.first_where(deck, plays=True), asked.first)
            yield _judged(f"… without {deck}", self.first_where(deck, plays=False), asked.first)
        yield Judged(
            what="turns in the median", value=self.median_turns, interval=self._turns_between(0.5), bound=asked.turns
        )
        if asked.long_turns != ANY_LENGTH:
            yield Judged(
                what="turns of nine in ten",
                value=self.long_turns,
                interval=self._turns_between(NINE_IN_TEN),
                bound=asked.long_turns,
            )
        for turn, most in asked.over_by:
            yield _judged(f"share over by turn {turn}", self.over_by(turn), (0.0, most))
        if asked.empty != ANY:
            yield _judged("share ended by empty decks", self.empty, asked.empty)
        if asked.card != ANY:
            for each in self.cards:
                yield _judged(f"won where {each.card} was played", each.won, asked.card)
        if asked.is_every_card_played:
            for what, cards in (("cards never played", self.never_played), ("cards in no deck", self.in_no_deck)):
                yield Judged(what=what, value=len(cards), interval=(len(cards), len(cards)), bound=(0, 0))

    @property
    def _decisions(self) -> int:
        return sum([match.decisions for match in self.matches])

    def _turns_between(self, share: float) -> Bound:
        """Return the 95 % confidence interval of a quantile of the match lengths: the number of turns that this share
        of matches does not exceed."""
        number = len(self.lengths)
        spread = CONFIDENCE * sqrt(number * share * (1 - share))
        low, high = floor(number * share - spread), ceil(number * share + spread)
        return self.lengths[max(0, low)], self.lengths[min(number - 1, high)]

    def _count(self, which: Callable[[Played], bool]) -> Share:
        return Share(won=sum([which(match) for match in self.matches]), of=len(self.matches))


def _share(scores: Sequence[float]) -> Share:
    return Share(won=sum(scores), of=len(scores))


def _judged(what: str, share: Share, bound: Bound) -> Judged:
    return Judged(what=what, value=share.share, interval=share.interval, bound=bound)
