"""What a search of Density Deck deals to others: hands as strong as those of people who play like it."""

from collections import defaultdict
from collections.abc import Iterator
from random import Random
from statistics import mean

from quarterdeck_games import GAMES
from quarterdeck_games.density_deck.scores import counted_elsewhere, total
from quarterdeck_games.density_deck.simulation import plays, resample
from quarterdeck_games.density_deck.state import State
from quarterdeck_games.dice import Dice, key_of
from quarterdeck_protocol.names import MatchId, Seat, Version

GAME = GAMES["density-deck"]
MATCHES, WORLDS = 100, 3
ROUNDS = (1, 2, 3)
"""In later ones there are too few moments to say."""

A_BIT = 6.0
"""By how many points dealt hands may be stronger or weaker in the mean: 0 to 3 are usual, and 12 in the third round
if it is forgotten that who has enough would have fought."""


def _moments() -> Iterator[State]:
    """Yield where the first of two seats is to act, both with cards, in matches of two who count their score."""
    for number in range(MATCHES):
        chance, key = Random(number), key_of(number.to_bytes(32, "big"), MatchId("m"), ())
        state = GAME.blank(GAME.setup(2, GAME.options()))
        state = GAME.fold(state, GAME.start(state, Dice(key, Version(1))))
        version = 1
        while GAME.result(state) is None:
            seat = next(Seat(each) for each in range(2) if GAME.choices(state, Seat(each)))
            if seat == 0 and all(state.hands):
                yield state
            version += 1
            action = plays(state, seat, GAME.choices(state, seat), chance)
            state = GAME.fold(state, GAME.decide(state, seat, action, Dice(key, Version(version))))


def _strength(state: State) -> int:
    elsewhere = counted_elsewhere(state, Seat(1), state.centre)
    return total(state.hands[1], elsewhere, state.options)


def test_hands_are_dealt_as_strong_as_those_of_others_are_in_every_round() -> None:
    chance = Random(1)
    stronger = defaultdict(list)
    for state in _moments():
        dealt = [_strength(resample(state, Seat(0), chance)) for _ in range(WORLDS)]
        stronger[state.round].append(mean(dealt) - _strength(state))
    found = {round_: round(mean(stronger[round_]), 1) for round_ in ROUNDS}
    assert {round_: by for round_, by in found.items() if abs(by) > A_BIT} == {}
