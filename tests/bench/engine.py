"""Speed of the rules alone: whole random matches, on one core, without wire or store.

    python tests/bench engine density-deck --seats 4 --seconds 5

After every action the bench computes the choices of all seats, as the server does. Every action is decided, and its
events are folded. Time is processor time, so other work on the machine does not count. Effects of caches and clock
rates remain, but they change the yardstick too, which is measured in between. With `--baseline 11db9a3`, rounds of that
commit alternate with rounds of this one.
"""

import argparse
import asyncio
import random
import sys
import time
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any

import msgspec
from bench.python_yardstick import Yardstick
from bench.rounds_in_turn import HERE, beside
from quarterdeck_games import GAMES, AnyGame
from quarterdeck_games.dice import Dice, key_of
from quarterdeck_protocol.names import MatchId, Seat, Version

SLICES = 10
STRIDE = 200
"""The number of actions between two readings of the clock."""


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """Measured figures."""

    game: str
    seats: int
    actions: int
    """The number of decided and folded actions."""

    matches: int
    """The number of matches played to their end."""

    seconds: float
    """The processor time that it took."""

    per_second: float
    """Actions per second of processor time: the median of ten slices."""

    per_yardstick: float
    """Actions in the time of one unit of the yardstick, which was measured in between: the median of ten slices."""


def measure(game: AnyGame, seats: int, seconds: float) -> Figures:
    """Play random matches for so many seconds of processor time, and return the number of actions a second."""
    endings = _played(game, seats, random.Random(1))
    rates, ratios = [], []
    actions = matches = 0
    began = time.process_time()
    for _ in range(SLICES):
        yardstick = Yardstick()
        slice_actions, slice_seconds = 0, 0.0
        while slice_seconds < seconds / SLICES:
            yardstick.measure()
            stride_began = time.process_time()
            matches += sum(next(endings) for _ in range(STRIDE))
            slice_seconds += time.process_time() - stride_began
            slice_actions += STRIDE
        rates.append(slice_actions / slice_seconds)
        ratios.append(rates[-1] * yardstick.seconds)
        actions += slice_actions
    return Figures(
        game=game.name,
        seats=seats,
        actions=actions,
        matches=matches,
        seconds=time.process_time() - began,
        per_second=median(rates),
        per_yardstick=median(ratios),
    )


def _played(game: AnyGame, seats: int, chance: random.Random) -> Iterator[bool]:
    """Play one match after the other, for ever: one element for each action, true if it ended a match."""
    setup = game.setup(seats, game.options())
    # An older commit judges an action without being told what was on offer.
    decide = getattr(game, "decide_among", lambda offered, *asked: game.decide(*asked))
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
            events = decide(actions, state, seat, action, Dice(key, Version(version)))
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


def serve(name: str, seats: str, seconds: str) -> None:
    """Measure once for each line that is read, and print the figures as a line of JSON."""
    for _ in sys.stdin:
        print(msgspec.json.encode(measure(GAMES[name], int(seats), float(seconds))).decode(), flush=True)


def compare(game: AnyGame, seats: int, seconds: float, baseline: str) -> dict[str, list[Figures]]:
    """Return the figures of an older commit and of this one, measured in alternation. There are as many rounds as there
    are slices otherwise. Raises `OSError`."""
    words = (game.name, str(seats), str(seconds / SLICES))
    lines = asyncio.run(beside("engine", words, SLICES, baseline))
    return {commit: [msgspec.json.decode(line, type=Figures) for line in each] for commit, each in lines.items()}


def lines_beside(measured: dict[str, list[Figures]]) -> list[str]:
    """Return the figures of two commits in words."""
    now = measured[HERE]
    return [
        f"{figures[0].game}, {figures[0].seats} seats, {commit}:"
        f" {median([each.per_second for each in figures]):,.0f} actions per second and core,"
        f" {median([each.per_yardstick for each in figures]):.2f} in the time of a yardstick;"
        f" ratio of {HERE} to it "
        f"{median([one.per_yardstick / other.per_yardstick for one, other in zip(now, figures, strict=True)]):.2f}"
        for commit, figures in measured.items()
    ]


def main() -> None:
    """Measure the game that the command line names."""
    parser = argparse.ArgumentParser(description="Measure how fast the rules of a game are.")
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--seats", type=int, help="how many play; without it, as many as may")
    parser.add_argument("--seconds", type=float, default=5.0, help="how long, in processor time")
    parser.add_argument("--baseline", metavar="REV", help="an older commit, played in turn with this one")
    wanted = parser.parse_args()
    game = GAMES[wanted.game]
    seats = wanted.seats or game.seats[-1]
    if wanted.baseline is not None:
        print(*lines_beside(compare(game, seats, wanted.seconds, wanted.baseline)), sep="\n")
        return
    figures = measure(game, seats, wanted.seconds)
    print(
        f"{figures.game}, {figures.seats} seats: {figures.per_second:,.0f} actions per second and core,"
        f" {figures.per_yardstick:.2f} in the time of a yardstick"
        f" ({figures.actions:,} actions, {figures.matches:,} matches, {figures.seconds:.1f} s of processor time)"
    )
