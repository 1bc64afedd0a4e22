"""Speed of the environments for researchers: `python tests/bench environment_steps`.

Each step does the work of a player in training: observe, list the legal actions, take a random one. If OpenSpiel is
installed (`pip install open_spiel`; it is in no extra), some of its card games are played in the same rounds. They are
a yardstick of the same machine in the same minutes, observed by their observation tensor and their mask of legal
actions. They are written in C++, except those called python_…
"""

import argparse
import importlib
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import process_time
from typing import Any

import msgspec
from quarterdeck_games import GAMES
from quarterdeck_games.research import raw_env

YARDSTICKS = ("gin_rummy", "hearts", "skat", "dou_dizhu", "python_team_dominoes", "python_liars_poker")
"""Card games of OpenSpiel that are about as large, and games of it that are written in Python as these are."""

Steps = Callable[[Random, int], Iterator[int]]


class Speed(msgspec.Struct, frozen=True):
    """Speed of one game."""

    game: str
    seen: int
    """The number of values in an observation."""

    steps_a_second: float
    """Of processor time: the median of all rounds."""


def measured(games: dict[str, tuple[int, Steps]], rounds: int, seconds: float) -> list[Speed]:
    """Play each game for so long in each round, one after the other, so that a busy machine is busy for all of them."""
    found: dict[str, list[float]] = {name: [] for name in games}
    for number in range(rounds):
        for name, (_, steps) in games.items():
            chance, taken, began = Random(number), 0, process_time()
            for _ in steps(chance, number):
                taken += 1
                if process_time() - began >= seconds:
                    break
            found[name].append(taken / (process_time() - began))
    return [Speed(name, seen, median(found[name])) for name, (seen, _) in games.items()]


def own_games() -> dict[str, tuple[int, Steps]]:
    """Return this project's games, each with the size of its observation and its steps."""
    return {name: (_seen(name), _own_steps(name)) for name in GAMES}


def yardsticks() -> dict[str, tuple[int, Steps]]:
    """Return the games of OpenSpiel, if it is installed."""
    try:
        pyspiel = importlib.import_module("pyspiel")
        importlib.import_module("open_spiel.python.games")
    except ImportError:
        return {}
    return {f"open_spiel {name}": _yardstick(pyspiel.load_game(name)) for name in YARDSTICKS}


def _seen(game: str) -> int:
    table = raw_env(game)
    spaces: Any = table.observation_space("seat_0")
    return sum(space.shape[0] * (space.shape[1] if len(space.shape) > 1 else 1) for space in spaces.values())


def _own_steps(game: str) -> Steps:
    def steps(chance: Random, seed: int) -> Iterator[int]:
        table = raw_env(game)
        table.reset(seed=seed)
        while True:
            agent = table.agent_selection
            if table.terminations[agent]:
                table.reset()
                continue
            seen = table.observe(agent)
            action = chance.choice(seen["action_mask"].nonzero()[0])
            table.step(int(action))
            yield int(action)

    return steps


def _yardstick(game: Any) -> tuple[int, Steps]:
    by_information = not game.get_type().provides_observation_tensor
    size = game.information_state_tensor_size() if by_information else game.observation_tensor_size()

    def steps(chance: Random, seed: int) -> Iterator[int]:
        while True:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, shares = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(chance.choices(outcomes, shares)[0])
                    continue
                look = state.information_state_tensor if by_information else state.observation_tensor
                look(state.current_player())
                mask = state.legal_actions_mask()
                action = chance.choice([each for each, legal in enumerate(mask) if legal])
                state.apply_action(action)
                yield action

    return size + game.num_distinct_actions(), steps


def main() -> None:
    """Run the measurement that the command line selects."""
    parser = argparse.ArgumentParser(description="How many steps a second of a core the environments take.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0, help="of each game in each round")
    wanted = parser.parse_args()
    for speed in measured({**own_games(), **yardsticks()}, wanted.rounds, wanted.seconds):
        print(f"{speed.game:32} {speed.steps_a_second:10,.0f} steps a second, {speed.seen:,} numbers seen at each")
