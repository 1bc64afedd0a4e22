"""Situations of Density Deck, set up by hand: `given(...)` gives a table at which seats play."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from random import Random
from typing import Any

import msgspec
from quarterdeck_games.density_deck.deck import DECK
from quarterdeck_games.density_deck.rules import DensityDeck
from quarterdeck_games.density_deck.state import State
from quarterdeck_games.dice import Dice
from quarterdeck_games.game import IllegalAction, Setup
from quarterdeck_protocol.games.density_deck import (
    Action,
    Card,
    Cards,
    Colour,
    Dealt,
    Event,
    Fight,
    Options,
    Pass,
    Status,
    Surrender,
)
from quarterdeck_protocol.names import Seat, Version

GAME = DensityDeck()
KEY = bytes(32)
A, B, C, D = Seat(0), Seat(1), Seat(2), Seat(3)

PLAYING, SURRENDERED, ELIMINATED, LEFT = Status.PLAYING, Status.SURRENDERED, Status.ELIMINATED, Status.LEFT


def common(power: int) -> Card:
    return Card(Colour.COMMON, power)


def yellow(power: int) -> Card:
    return Card(Colour.YELLOW, power)


def turquoise(power: int) -> Card:
    return Card(Colour.TURQUOISE, power)


def red(power: int) -> Card:
    return Card(Colour.RED, power)


def blue(power: int) -> Card:
    return Card(Colour.BLUE, power)


def purple(power: int) -> Card:
    return Card(Colour.PURPLE, power)


def gold(power: int) -> Card:
    return Card(Colour.GOLD, power)


SILVER = Card(Colour.SILVER, 4)
AQUAMARINE = Card(Colour.AQUAMARINE, 5)
WHITE = Card(Colour.WHITE, 6)
BLACK = Card(Colour.BLACK, 6)

LOW, MIDDLE, HIGH, TOP = (
    (common(1), common(2), common(3)),
    (common(4), common(5), common(6)),
    (common(7), common(8), common(9)),
    (common(10), common(10), common(9)),
)
"""Four hands that score 6, 15, 24 and 29, whatever else lies on the table."""

NOTHING = (AQUAMARINE, AQUAMARINE, AQUAMARINE)
"""A centre that counts for nobody who holds one of those hands."""


class Match:
    """A match that a test plays: `happened` is what the last thing done has caused."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.happened: list[Event] = []
        self.version = 1

    def play(self, seat: Seat, action: Action) -> "Match":
        return self._tell(GAME.decide(self.state, seat, action, self._dice()))

    def times_out(self, seat: Seat) -> "Match":
        return self._tell(GAME.timed_out(self.state, seat, self._dice()))

    def returns(self, seat: Seat) -> "Match":
        return self._tell(GAME.returned(self.state, seat))

    def leaves(self, seat: Seat) -> "Match":
        return self._tell(GAME.resigned(self.state, seat, self._dice()))

    def choices(self, seat: Seat) -> list[Action]:
        return list(GAME.choices(self.state, seat))

    def refusal(self, seat: Seat, action: Action) -> tuple[str, str]:
        """Try something that is not allowed; return the sentence and the rule."""
        before = self.state
        try:
            GAME.decide(self.state, seat, action, self._dice())
        except IllegalAction as refused:
            assert self.state is before
            return str(refused), refused.rule
        raise AssertionError(f"{action} was allowed")

    @property
    def settled(self) -> list[Event]:
        """What happened up to the next deal."""
        return list(takewhile(lambda event: not isinstance(event, Dealt), self.happened))

    def _tell(self, events: Sequence[Event]) -> "Match":
        self.happened = list(events)
        self.state = GAME.fold(self.state, events)
        return self

    def _dice(self) -> Dice:
        self.version += 1
        return Dice(KEY, Version(self.version))


def begun(seats: int = 4, seed: int = 0, **options: Any) -> Match:
    """Return a match that has just begun."""
    setup = Setup(seats=seats, options=Options(**options))
    assert GAME.check(setup) == []
    match = Match(GAME.blank(setup))
    return match._tell(GAME.start(match.state, Dice(seed.to_bytes(32, "big"), Version(1))))


def given(
    *hands: Cards,
    in_round: int = 2,
    turn: Seat = A,
    dealer: Seat = D,
    discards: Mapping[Seat, Cards] | None = None,
    centre: Cards = NOTHING,
    pile: Cards | None = None,
    options: Options | None = None,
    **more: Any,
) -> Match:
    """Return a match in the middle of a deal. What is not said is as it would be: the pile has all the other cards.

    With a `pile` of one's own, the other cards are in the muck, so that there are always fifty.
    """
    options = options or Options()
    hands = hands or (LOW, MIDDLE, HIGH, TOP)
    seats = len(hands)
    piles = tuple((discards or {}).get(Seat(seat), ()) for seat in range(seats))
    drawn = more.get("drawn")
    on_table = [*centre, *(pile or ()), *(card for cards in (*hands, *piles) for card in cards)]
    left_over = Counter(DECK)
    left_over.subtract(on_table if drawn is None else [*on_table, drawn])
    assert min(left_over.values()) >= 0, f"more cards than there are: {-left_over}"
    others = tuple(left_over.elements())
    blank = GAME.blank(Setup(seats=seats, options=options))
    return Match(
        msgspec.structs.replace(
            blank,
            dealer=Seat(min(dealer, seats - 1)),
            round=in_round,
            turn=turn,
            hands=hands,
            discards=piles,
            centre=centre,
            pile=others if pile is None else pile,
            muck=() if pile is None else others,
            **{"deal": 1, "anyone_drew": True, **more},
        )
    )


def played(seed: int, seats: int = 4, actions: int = 400, **options: Any) -> Iterator[tuple[Match, Seat]]:
    """Play a match at random, now and then with a seat that runs out of time or leaves. Gives the match before every
    action with the seat whose turn it is, and at last the match as it then stands. In some matches everybody is eager
    to end the deal, in others it goes on for many rounds."""
    chance = Random(seed)
    patience = chance.choice((0.0, 0.9, 0.99))
    match = begun(seats, seed, **options)
    for _ in range(actions):
        seat = match.state.turn
        if seat is None:
            break
        yield match, seat
        what = chance.random()
        if what < 0.05:
            match.times_out(seat)
        elif what < 0.055:
            leaver = chance.choice([Seat(at) for at in range(seats) if match.state.status[at] != LEFT])
            match.leaves(leaver)
        else:
            offered = match.choices(seat)
            if chance.random() < patience:
                offered = [action for action in offered if not isinstance(action, Fight | Surrender | Pass)] or offered
            match.play(seat, chance.choice(offered))
    yield match, A


def cards_of(state: State) -> Counter[Card]:
    """Count every card, wherever it is."""
    held = () if state.drawn is None else (state.drawn,)
    piles = (state.pile, state.centre, state.muck, held, *state.hands, *state.discards)
    return Counter(card for pile in piles for card in pile)
