"""How fast the rules alone are: whole matches at random, on one core, without wire or store.

    python -m quarterdeck_server.bench.engine density-deck --seats 4 --seconds 5

After every action the choices of all seats are computed, as the house does; every action is decided, and its events
are folded. Time is the processor's, so that other work on the machine does not count.
"""

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any

import msgspec
from quarterdeck_games import GAMES, AnyGame
from quarterdeck_games.dice import Dice, key_of
from quarterdeck_protocol.names import MatchId, Seat, Version

SLICES = 10
STRIDE = 200
"""How many actions are played between two looks at the clock."""


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured."""

    game: str
    seats: int
    actions: int
    """How many actions were decided and folded."""

    matches: int
    """How many matches were played to their end."""

    seconds: float
    """The processor time that it took."""

    per_second: float
    """Actions per second of processor time: the median of ten slices."""


def measure(game: AnyGame, seats: int, seconds: float) -> Figures:
    """Play matches at random for so many seconds of processor time, and return how many actions a second that makes."""
    endings = _played(game, seats, random.Random(1))  # noqa: S311 - which choice is made is no secret
    rates = []
    actions = matches = 0
    began = time.process_time()
    for _ in range(SLICES):
        slice_actions = 0
        slice_began = now = time.process_time()
        while now - slice_began < seconds / SLICES:
            matches += sum(next(endings) for _ in range(STRIDE))
            slice_actions += STRIDE
            now = time.process_time()
        rates.append(slice_actions / (now - slice_began))
        actions += slice_actions
    return Figures(
        game=game.name,
        seats=seats,
        actions=actions,
        matches=matches,
        seconds=time.process_time() - began,
        per_second=median(rates),
    )


def _played(game: AnyGame, seats: int, chance: random.Random) -> Iterator[bool]:
    """Play one match after the other, for ever: one element for each action, true if it ended a match."""
    setup = game.setup(seats, game.options())
    number = 0
    while True:
        key = key_of(number.to_bytes(32, "big"), MatchId("bench"), ())
        number += 1
        version = 1
        state = game.blank(setup)
        state = game.fold(state, game.start(state, Dice(key, Version(version))))
        on_offer = _on_offer(game, state, seats)
        while on_offer:
            seat, actions = on_offer[int(chance.random() * len(on_offer))]
            action = actions[int(chance.random() * len(actions))]
            version += 1
            events = game.decide(state, seat, action, Dice(key, Version(version)))
            state = game.fold(state, events)
            on_offer = _on_offer(game, state, seats)
            yield not on_offer


def _on_offer(game: AnyGame, state: Any, seats: int) -> list[tuple[Seat, Sequence[Any]]]:
    """Return the seats that have choices, with their choices."""
    on_offer = []
    for number in range(seats):
        seat = Seat(number)
        if actions := game.choices(state, seat):
            on_offer.append((seat, actions))
    return on_offer


def main() -> None:
    """Measure the game that the command line names."""
    parser = argparse.ArgumentParser(description="Measure how fast the rules of a game are.")
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--seats", type=int, help="how many play; without it, as many as may")
    parser.add_argument("--seconds", type=float, default=5.0, help="how long, in processor time")
    wanted = parser.parse_args()
    game = GAMES[wanted.game]
    figures = measure(game, wanted.seats or game.seats[-1], wanted.seconds)
    print(
        f"{figures.game}, {figures.seats} seats: {figures.per_second:,.0f} actions per second and core"
        f" ({figures.actions:,} actions, {figures.matches:,} matches, {figures.seconds:.1f} s of processor time)"
    )


if __name__ == "__main__":
    main()
