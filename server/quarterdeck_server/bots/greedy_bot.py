"""A bot that looks one action ahead and sees only what a player sees: the match updates.

The game itself values the position after an action (`Game.evaluator`). For a game without an evaluator the bot is not
offered. If it already has a seat in an older match of such a game, it takes random actions there.
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
    """Return the evaluator of each game that has one. An evaluator knows the cards that the game is played with."""
    return {name: game.evaluator for name, game in games.items() if game.evaluator is not None}


class GreedyBot:
    """A bot that takes the choice with the best position right after it. Among equally good choices it takes a random
    one."""

    def __init__(self, chance: random.Random | None = None, games: Mapping[str, AnyGame] = GAMES) -> None:
        self._chance = chance or random.SystemRandom()
        self._games = games
        self._evaluators = evaluators_of(games)

    def plays(self, game: str) -> bool:
        """Return true if the game has an evaluator for this bot."""
        return game in self._evaluators

    def choose(self, update: RawUpdate) -> Raw:
        """Return the action that the bot takes. The update must contain at least one choice."""
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
        """Return the evaluator for the rules version of this match; `None` if there is none."""
        if update.rules is UNSET:
            return self._evaluators.get(update.game)
        try:
            return rules_of(self._games, update.game, update.rules).evaluator
        except UnknownRules:
            return None
