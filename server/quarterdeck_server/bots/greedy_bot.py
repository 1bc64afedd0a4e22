"""A bot that looks one action ahead, and sees no more than a player does: the update.

How good it is for a seat that an action has been taken, the game itself says (`Game.evaluator`); where a game says
nothing, the bot is not on offer, and a match from before in which it has a seat goes on at random.
"""

import random
from collections.abc import Mapping

from msgspec import UNSET, Raw
from quarterdeck_games import GAMES, AnyGame
from quarterdeck_games.evaluator import Evaluator
from quarterdeck_games.rule_versions import UnknownRules, rules_of
from quarterdeck_protocol.messages import RawUpdate
from quarterdeck_protocol.open_choices import with_complete_choices


def evaluators_of(games: Mapping[str, AnyGame]) -> Mapping[str, Evaluator]:
    """Return the evaluator of each game that brings one, with the cards that the game is played with."""
    return {name: game.evaluator for name, game in games.items() if game.evaluator is not None}


class GreedyBot:
    """Takes the choice that leaves it best off at once; among equals, any."""

    def __init__(self, chance: random.Random | None = None, games: Mapping[str, AnyGame] = GAMES) -> None:
        self._chance = chance or random.SystemRandom()
        self._games = games
        self._evaluators = evaluators_of(games)

    def plays(self, game: str) -> bool:
        """Return true if the game brings an evaluator for this bot."""
        return game in self._evaluators

    def choose(self, update: RawUpdate) -> Raw:
        """Return the action to take; there is at least one choice."""
        update = with_complete_choices(update)
        evaluator = self._evaluator_of(update)
        if evaluator is None:
            return self._chance.choice(update.choices)
        if len(update.choices) == 1:
            return update.choices[0]
        scores = evaluator.scores(update)
        best = max(scores)
        return self._chance.choice(
            [choice for choice, score in zip(update.choices, scores, strict=True) if score == best]
        )

    def _evaluator_of(self, update: RawUpdate) -> Evaluator | None:
        """Return the evaluator for the rules of this match, or `None`."""
        if update.rules is UNSET:
            return self._evaluators.get(update.game)
        try:
            return rules_of(self._games, update.game, update.rules).evaluator
        except UnknownRules:
            return None
