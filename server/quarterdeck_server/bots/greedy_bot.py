"""A bot that looks one action ahead, and sees no more than a player does: the update.

How good it is for a seat that an action has been taken, a module for each game says; where there is none, it is not on
offer, and a match from before in which it has a seat goes on at random.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from msgspec import Raw
from msgspec.structs import replace
from quarterdeck_games import GAMES, AnyGame
from quarterdeck_games.amiibart.rules import Amiibart
from quarterdeck_games.myacards.rules import Myacards
from quarterdeck_protocol.messages import RawUpdate

from quarterdeck_server.bots import amfibido_eye, amiibart_eye, density_deck_eye, myacards_eye

Eye: TypeAlias = Callable[[RawUpdate], Sequence[float]]
"""Says of each choice of an update how good it is."""


def eyes_for(games: Mapping[str, AnyGame]) -> Mapping[str, Eye]:
    """Return for each game its eye, with the cards that the game is played with."""
    eyes: dict[str, Eye] = {"amfibido": amfibido_eye.worth, "density-deck": density_deck_eye.worth}
    for game in games.values():
        if isinstance(game, Amiibart):
            eyes[game.name] = partial(amiibart_eye.worth, cards=game.catalogue.by_face)
        elif isinstance(game, Myacards):
            eyes[game.name] = partial(myacards_eye.worth, cards=game.catalogue.cards)
    return eyes


EYES: Mapping[str, Eye] = eyes_for(GAMES)
"""For each game its eye, for the shipped cards."""

PARTS: Mapping[str, Callable[[RawUpdate], Sequence[Raw]]] = {"myacards": myacards_eye.parts}
"""Takes the patterns among the choices of an update apart, where it matters which part is taken."""


class GreedyBot:
    """Takes the choice that leaves it best off at once; among equals, any."""

    def __init__(self, chance: random.Random | None = None, eyes: Mapping[str, Eye] = EYES) -> None:
        self._chance = chance or random.SystemRandom()
        self._eyes = eyes

    def plays(self, game: str) -> bool:
        """Return whether there is an eye for this game."""
        return game in self._eyes

    def choose(self, update: RawUpdate) -> Raw:
        """Return the action to take; there is at least one choice."""
        eye = self._eyes.get(update.game)
        if eye is None:
            return self._chance.choice(update.choices)
        if update.game in PARTS:
            update = replace(update, choices=tuple(PARTS[update.game](update)))
        if len(update.choices) == 1:
            return update.choices[0]
        worths = eye(update)
        best = max(worths)
        return self._chance.choice(
            [choice for choice, worth in zip(update.choices, worths, strict=True) if worth == best]
        )
