"""Policies for measured matches. A policy is one of this project's bots, as a function from a decision to an action."""

import random
from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec
from quarterdeck_games import AnyGame
from quarterdeck_games.complete_actions import complete
from quarterdeck_protocol.names import Seat, Version

from quarterdeck_server.bots.greedy_bot import GreedyBot
from quarterdeck_server.bots.lookahead import Lookahead
from quarterdeck_server.bots.search_bot import LEVELS
from quarterdeck_server.bots.search_methods import search_with
from quarterdeck_server.evaluation.matches import update_for

Policy: TypeAlias = Callable[[Any, Seat], Any]
"""Takes a state and a seat that has choices; returns the complete action that a bot takes."""

LOOKAHEAD = "lookahead"

SEER = "seer"
"""A search as strong as `club` that sees all cards. It is no opponent for players: it shows about the value of the best
play."""


def names_of(game: AnyGame) -> tuple[str, ...]:
    """Return the names of the bots that can be measured in a game, roughly from the weakest to the strongest. The last
    one sees all cards."""
    greedy = ("greedy",) if game.evaluator is not None else ()
    ahead = (LOOKAHEAD, *LEVELS, SEER) if game.simulator is not None else ()
    return ("random", *greedy, *ahead)


def policy_of(game: AnyGame, seats: int, name: str, chance: random.Random) -> Policy:
    """Return the policy of the bot with this name, which must be one of `names_of`."""
    if name == "random":
        return lambda state, seat: chance.choice(complete(game.choices(state, seat)))
    if name == "greedy":
        bot, decoder = GreedyBot(chance, {game.name: game}), msgspec.json.Decoder(game.actions)
        return lambda state, seat: decoder.decode(bot.choose(update_for(game, state, seat, seats, Version(1))))
    if name == LOOKAHEAD and game.simulator is not None:
        return Lookahead(game, game.simulator, chance).best
    if name == SEER:
        return search_of(game, seats, LEVELS["club"], chance, sees_all=True)
    return search_of(game, seats, LEVELS[name], chance)


def search_of(game: AnyGame, seats: int, simulated: int, chance: random.Random, *, sees_all: bool = False) -> Policy:
    """Return the policy of a search bot that simulates `simulated` actions for each decision. With `sees_all` it also
    knows the hidden parts of the state, except for future random draws."""
    if game.simulator is None:
        raise ValueError(f"bots cannot search in {game.title}, because it has no simulator")
    simulator = game.simulator._replace(resample=lambda state, seat, chance: state) if sees_all else game.simulator
    search = search_with(game, simulator, seats, chance)
    return lambda state, seat: search.best(state, seat, simulated)
