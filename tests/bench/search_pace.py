"""Speed of searching bots: `python tests/bench search_pace`.

Greedy bots play matches of each game, dealt as in the arena. At regular numbers of decisions a search is asked as well,
and its answer is ignored. The bench measures the simulated actions a second and the time for a decision, both in
processor time. So the figures hardly depend on other work on the machine.
"""

import argparse
from collections.abc import Iterator, Sequence
from random import Random
from statistics import median
from time import process_time
from typing import Any

import msgspec
from quarterdeck_games import GAMES
from quarterdeck_games.complete_actions import complete
from quarterdeck_games.dice import Dice
from quarterdeck_protocol.names import Seat, Version
from quarterdeck_server.bots.search_bot import LEVELS
from quarterdeck_server.bots.search_methods import search_with
from quarterdeck_server.evaluation.arena import Bout, Contest, begun, chance_of
from quarterdeck_server.evaluation.policies import policy_of

APART = 7
"""Every how-manieth decision with a choice a search is asked: neither of two seats, nor a part of a turn, alone."""


class Pace(msgspec.Struct, frozen=True):
    """Search speed in one game."""

    game: str
    decisions: int
    actions_a_second: float
    """That are simulated, over all decisions together."""

    median: float
    """Seconds of processor time for a decision."""

    longest: float


def pace(name: str, bot: str, decisions: int, seed: int, apart: int = APART) -> Pace:
    """Ask for so many decisions of one game."""
    simulator = GAMES[name].simulator
    if simulator is None:
        raise ValueError(f"{name} cannot be played ahead")
    seats, took, simulated = GAMES[name].seats[0], [], 0
    for state, seat in _positions(name, seats, seed, decisions, apart):
        search = search_with(GAMES[name], simulator, seats, Random(seed))
        began = process_time()
        search.best(state, seat, LEVELS[bot])
        took.append(process_time() - began)
        simulated += search.actions
    return Pace(name, len(took), simulated / sum(took), median(took), max(took))


def _positions(name: str, seats: int, seed: int, wanted: int, apart: int) -> Iterator[tuple[Any, Seat]]:
    """Return so many positions, each with the seat that is to choose, from as many matches as it takes."""
    game, met = GAMES[name], 0
    contest = Contest(game=name, seats=seats, bot="greedy", other="greedy", seed=seed)
    for number in range(0, wanted * seats, seats):
        bout = Bout(contest=contest, number=number)
        decides = policy_of(game, seats, "greedy", chance_of(bout))
        state, key = begun(game, bout)
        version = 1
        while game.result(state) is None:
            seat, offered = next(
                (each, found) for each in map(Seat, range(seats)) if (found := game.choices(state, each))
            )
            if len(complete(offered)) > 1:
                met += 1
                if met % apart == 0:
                    yield state, seat
                if met == wanted * apart:
                    return
            version += 1
            state = game.fold(state, game.decide(state, seat, decides(state, seat), Dice(key, Version(version))))


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the measurement that the command line selects."""
    games = [name for name, game in GAMES.items() if game.simulator is not None]
    parser = argparse.ArgumentParser(description="How many actions a second bots simulate, and how long they think.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(games)}; all, if none is named")
    parser.add_argument("--bot", choices=list(LEVELS), default="club")
    parser.add_argument("--decisions", type=int, default=20, help="of each game")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args(arguments)
    for name in wanted.games or games:
        found = pace(name, wanted.bot, wanted.decisions, wanted.seed)
        print(
            f"{name}: {found.actions_a_second:,.0f} simulated actions a second, {found.median:.2f} s a decision of "
            f"{wanted.bot} in the median and {found.longest:.2f} s at most, of {found.decisions}",
            flush=True,
        )
