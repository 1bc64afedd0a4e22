"""Matches of MYACARDS that the greedy bot plays with itself, without a wire between: what it meets is like a match."""

from collections.abc import Iterator
from random import Random

from games.myacards.given import GAME
from quarterdeck_games.complete_actions import complete
from quarterdeck_games.dice import Dice, key_of
from quarterdeck_games.myacards.simulation import plays
from quarterdeck_games.myacards.state import State
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.names import MatchId, Seat, Version

assert GAME.decks is not None
DECKS = [GAME.decks.ready[name] for name in sorted(GAME.decks.ready) if len(GAME.decks.ready[name].in_order) == 50]


def greedy_match(number: int) -> Iterator[tuple[State, Seat]]:
    """Return each state of a match with who is asked then; at the end the state in which it is over."""
    chance = Random(number)
    key = key_of(number.to_bytes(32, "big"), MatchId("greedy"), ())
    state = GAME.blank(GAME.setup(2, my.Options(), chance.choices(DECKS, k=2)))
    state = GAME.fold(state, GAME.start(state, Dice(key, Version(1))))
    version = 1
    while GAME.result(state) is None:
        seat = Seat(0) if GAME.choices(state, Seat(0)) else Seat(1)
        yield state, seat
        version += 1
        offered = complete(GAME.choices(state, seat))
        events = GAME.decide(state, seat, plays(state, seat, offered, chance), Dice(key, Version(version)))
        state = GAME.fold(state, events)
    yield state, Seat(0)


def turns_of(match: Iterator[tuple[State, Seat]]) -> Iterator[State]:
    """Return the state at the beginning of each turn, and the end."""
    turn = 0
    for state, _ in match:
        if state.turn > turn or state.ended is not None:
            turn = state.turn
            yield state
