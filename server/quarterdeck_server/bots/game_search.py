"""Base of the search methods of bots: a search simulates matches of a game to find the best action of one seat."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from quarterdeck_games import AnyGame
from quarterdeck_games.complete_actions import complete
from quarterdeck_games.simulator import Simulator
from quarterdeck_protocol.names import Seat


class GameSearch(ABC):
    """A search for the best action of one seat in one state of a game."""

    def __init__(self, game: AnyGame, simulator: Simulator, seats: int, chance: Random) -> None:
        self._game = game
        self._simulator = simulator
        self._seats = [Seat(number) for number in range(seats)]
        self._chance = chance
        self.actions = 0
        """Number of simulated actions."""

        self.is_cut = False
        """True if its time limit has ended the search, not its budget or a clear best action."""

    def best(self, state: Any, seat: Seat, budget: int, is_over: Callable[[], bool] = bool) -> Any:
        """Return the complete action that the bot takes. The seat must have choices. The search ends after `budget`
        simulated actions, or as soon as `is_over` returns true (`bool()` never does)."""
        offered = complete(self._game.choices(state, seat))
        return offered[0] if len(offered) == 1 else self._searched(state, seat, offered, budget, is_over)

    @abstractmethod
    def _searched(
        self, state: Any, seat: Seat, offered: Sequence[Any], budget: int, is_over: Callable[[], bool]
    ) -> Any:
        """Return the best of several offered actions."""

    def _asked(self, state: Any) -> tuple[Seat, Sequence[Any]] | None:
        """Return the first seat that has choices, and its choices; `None` if no seat has any."""
        for seat in self._seats:
            if offered := self._game.choices(state, seat):
                return seat, offered
        return None

    def _values(self, state: Any) -> Sequence[float]:
        """Return the outcome for each seat: the result of the match, or the game's estimate before its end."""
        result = self._game.result(state)
        if result is None:
            return self._simulator.values(state)
        first = result.places.count(1)
        return [1 / first if place == 1 else 0.0 for place in result.places]
