"""Plays matches of one greedy agent against random ones, and prints the wins of each.

    python -m quarterdeck_games.research.example amfibido --matches 20 --seed 1

Nothing is trained. An agent is a function from the environment, which has the agent's view, and the observation to an
action. Replace `greedy` by your own.
"""

import argparse
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.random import Generator

from quarterdeck_games import installed_games
from quarterdeck_games.research.environment import MatchEnvironment, Observation, env

Player = Callable[[MatchEnvironment, str, Observation, Generator], int]


def at_random(table: MatchEnvironment, agent: str, seen: Observation, chance: Generator) -> int:
    """Return a random offered action."""
    return int(chance.choice(np.flatnonzero(seen["action_mask"])))


def greedy(table: MatchEnvironment, agent: str, seen: Observation, chance: Generator) -> int:
    """Return an action with the best position right after it, by the game's own evaluation, which the server's greedy
    bot uses too."""
    evaluator = table.game.evaluator
    if evaluator is None:
        return at_random(table, agent, seen, chance)
    scores = evaluator.scores(table.update(agent))
    best = max(scores)
    return int(chance.choice([action for action, score in enumerate(scores) if score == best]))


def play(table: Any, players: dict[str, Player], seed: int) -> dict[str, float]:
    """Play one match, and return each agent's reward at its end."""
    chance = np.random.default_rng(seed)
    table.reset(seed=seed)
    rewards = dict.fromkeys(table.agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, is_terminated, is_truncated, _ = table.last()
        rewards[agent] += reward
        is_over = is_terminated or is_truncated
        table.step(None if is_over else players[agent](table.unwrapped, agent, seen, chance))
    return rewards


def main() -> None:
    """Play matches according to the command line options."""
    parser = argparse.ArgumentParser(description="Plays one greedy seat against others that take any action.")
    parser.add_argument("game", choices=sorted(installed_games()))
    parser.add_argument("--seats", type=int, help="how many play; without it, as many as usual")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same matches")
    wanted = parser.parse_args()
    table = env(wanted.game, seats=wanted.seats)
    agents, total = table.possible_agents, 0.0
    for number in range(wanted.matches):
        mine = agents[number % len(agents)]
        players: dict[str, Player] = {agent: greedy if agent == mine else at_random for agent in agents}
        total += play(table, players, wanted.seed + number)[mine]
    print(
        f"{wanted.game}: greedy has {total / wanted.matches:+.2f} a match against random; 0 is even, 1 is every match"
    )


if __name__ == "__main__":
    main()
