"""A search that looks one action ahead: it simulates every action by the game's rules and takes the one with the best
position.

Hidden cards are sampled a few times, as in a deeper search. The cost is a hundredth of a deeper search, and it plays
Amiibart TCG about as well, so the balance of ready decks is measured with it. In games where later actions decide, it
is much weaker than a deeper search.
"""

from random import Random
from typing import Any

from quarterdeck_games import AnyGame
from quarterdeck_games.complete_actions import complete
from quarterdeck_games.dice import Dice
from quarterdeck_games.simulator import Simulator
from quarterdeck_protocol.names import Seat, Version

WORLDS = 3
"""Number of imagined states in which each action is tried."""

A_HAIR = 1e-6
"""Less than anything in a game is worth."""


class Lookahead:
    """Finds the best action of one seat in one state by looking one action ahead."""

    def __init__(self, game: AnyGame, simulator: Simulator, chance: Random) -> None:
        self._game = game
        self._simulator = simulator
        self._chance = chance

    def best(self, state: Any, seat: Seat) -> Any:
        """Return the complete action that the bot takes. The seat must have choices."""
        offered = complete(self._game.choices(state, seat))
        if len(offered) == 1:
            return offered[0]
        imagined = [self._simulator.resample(state, seat, self._chance) for _ in range(WORLDS)]
        worlds = imagined[:1] if all(world == imagined[0] for world in imagined) else imagined
        dice = Dice(self._chance.randbytes(32), Version(1))
        worth = [sum([self._worth(world, seat, action, dice) for world in worlds]) for action in offered]
        most = max(worth)
        return self._chance.choice([each for each, value in zip(offered, worth, strict=True) if value == most])

    def _worth(self, state: Any, seat: Seat, action: Any, dice: Dice) -> float:
        """Return the estimated value of the position after an action. Ending a turn has the present value minus a
        trifle, because an action without effect now may have one later."""
        after = self._game.fold(state, self._game.decide(state, seat, action, dice))
        result = self._game.result(after)
        if result is not None:
            return 1 / result.places.count(1) if result.places[seat] == 1 else 0.0
        if getattr(after, "turn", None) != getattr(state, "turn", None):
            return self._simulator.values(state)[seat] - A_HAIR
        return self._simulator.values(after)[seat]
