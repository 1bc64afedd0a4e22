"""Search one action ahead by the rules themselves: every action is tried, and the best position wins.

Hidden cards are dealt again a few times, as a search does. It costs a hundredth of a search and plays Amiibart TCG
about as well, so ready decks are measured by it. In games that turn on later moves it is much weaker than a search.
"""

from random import Random
from typing import Any

from quarterdeck_games import AnyGame
from quarterdeck_games.complete_actions import complete
from quarterdeck_games.dice import Dice
from quarterdeck_games.simulator import Simulator
from quarterdeck_protocol.names import Seat, Version

WORLDS = 3
"""In how many states that a seat may hold for the real one each action is tried."""

A_HAIR = 1e-6
"""Less than anything in a game is worth."""


class Lookahead:
    """The best action of one seat in one state."""

    def __init__(self, game: AnyGame, simulator: Simulator, chance: Random) -> None:
        self._game = game
        self._simulator = simulator
        self._chance = chance

    def best(self, state: Any, seat: Seat) -> Any:
        """Return the complete action to take; the seat has choices."""
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
        """Return the value of the position after an action. Ending a turn counts as the present value minus a hair: an
        action without effect now may still have one."""
        after = self._game.fold(state, self._game.decide(state, seat, action, dice))
        result = self._game.result(after)
        if result is not None:
            return 1 / result.places.count(1) if result.places[seat] == 1 else 0.0
        if getattr(after, "turn", None) != getattr(state, "turn", None):
            return self._simulator.values(state)[seat] - A_HAIR
        return self._simulator.values(after)[seat]
